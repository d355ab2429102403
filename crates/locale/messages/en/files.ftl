# Saving, opening and resuming games.

dialog-confirm = Confirm
dialog-yes = yes
dialog-no = no
dialog-cancel = cancel
dialog-save-first = save and leave

files-save-title = Save
files-save-as = Save as (.txt: the board; any other name: the record):
files-save-record = Save the record as:
files-save-as-short = Save as (.txt: the board only):
files-save-label = save
files-complete-label = complete
files-overwrite = { $path } already exists. Overwrite?
files-overwrite-label = overwrite
files-saved = Saved as { $path }.
files-saved-gamma-txt = Saved as { $path }: the record of the game, as Gamma has no board files.
files-exists = { $path } already exists: choose another name.
files-is-directory = { $path } is a directory: give the name of a file.
files-not-saved = Cannot save { $path }: { $reason }.

files-open-title = Open
files-open-name = File name of a board or record:
files-open-label = open
files-choose-label = choose from the list
files-none = No saved games or boards in this folder.
files-large = large file
files-left-out = { $count ->
    [one] { $count } older file is not listed.
   *[other] { $count } older files are not listed.
}
files-cannot-read = Cannot read { $path }: { $reason }.
files-cannot-open = Cannot open the file

files-kind-square = square
files-kind-hex = hex
files-kind-classic = classic
files-board = board { $rows } x { $columns }
files-turn = turn { $turn }
files-over = over
files-now = just now
files-minutes-ago = { $count ->
    [one] { $count } minute ago
   *[other] { $count } minutes ago
}
files-hours-ago = { $count ->
    [one] { $count } hour ago
   *[other] { $count } hours ago
}
files-days-ago = { $count ->
    [one] { $count } day ago
   *[other] { $count } days ago
}

files-resume-title = Resume an interrupted game
files-resume-label = resume
files-discard-label = discard
files-resume-one = Resume: { $game }
files-resume-many = Resume one of { $count } interrupted games
files-discard-question = Discard this interrupted game? It cannot be resumed any more.
files-not-resumed = The game cannot be resumed: { $reason }.
files-not-discarded = The game cannot be discarded: { $reason }.
files-unreadable-game = { $count ->
    [one] { $count } interrupted game cannot be read and is skipped: { $reason }.
   *[other] { $count } interrupted games cannot be read and are skipped: { $reason }.
}
files-autosave-failed = Autosave failed: { $reason }. If the terminal closes, this game is lost.
files-busy-game = it is being played in another window

