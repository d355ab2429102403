# What is wrong with the settings file.
settings-broken = The settings in { $path } cannot be used ({ $reason }). The file stays as it is, and nothing new is remembered.
settings-newer = { $path } comes from a newer floe (version { $version }). The file stays as it is, and nothing new is remembered.
settings-not-stored = The settings cannot be stored in { $path }: { $reason }.
