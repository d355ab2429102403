# Co jest nie tak z plikiem ustawień.
settings-broken = Ustawień z { $path } nie da się użyć ({ $reason }). Plik pozostaje bez zmian i nic nowego nie jest zapamiętywane.
settings-newer = { $path } pochodzi z nowszego floe (wersja { $version }). Plik pozostaje bez zmian i nic nowego nie jest zapamiętywane.
settings-not-stored = Nie można zapisać ustawień w { $path }: { $reason }.
