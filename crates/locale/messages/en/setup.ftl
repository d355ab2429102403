# The main menu.
menu-square = Penguins on squares
menu-square-about = slide, eat, and let the ice melt
menu-hex = Penguins on hexagons
menu-hex-about = six directions; fish score on leaving
menu-classic = Penguins, the classic board
menu-classic-about = 60 tiles in rows of 8 and 7
menu-gamma = Gamma
menu-gamma-about = take cells in a few areas
menu-open = Open a file
menu-open-about = a board, or the record of a game
menu-settings = Settings
menu-settings-about = language, colours, level, pace
menu-help = Help
menu-help-about = the keys, and the rules in short
menu-quit = Quit
menu-quit-about = back to the shell
menu-how-to-quit = Press q to quit.
footer-language = language

# The set-up screen: its title, its lines and their values.
setup-title-penguins = A new game of Penguins
setup-title-gamma = A new game of Gamma
setup-start = START THE GAME
setup-game = Game
setup-layout = Layout
setup-players = Players
setup-player = Player { $mark }
setup-rows = Rows
setup-cols = Columns
setup-height = Height
setup-width = Width
setup-areas = Areas each
setup-penguins = Penguins
setup-placement = Placement
setup-placement-manual = by the players
setup-placement-automatic = at random
setup-seed = Seed
setup-board = Board
setup-board-new = new
setup-phase = Phase
setup-phase-placement = placing penguins
setup-phase-movement = moving
setup-first = First
setup-first-rules = by the rules
setup-person = person
setup-engine = engine { $level }, { $name }
setup-engine-short = engine { $level }
setup-program = program
layout-odd-q = 2nd columns lower
layout-even-q = 1st columns lower
layout-odd-r = 2nd rows further right
layout-even-r = 1st rows further right

# What can be done on a line.
setup-hint-range = { $least } to { $most }
setup-hint-from = { $least } or more
setup-hint-change = left and right change it
setup-hint-seat = type a name
setup-hint-seed = the same seed, the same board
setup-hint-new-board = Enter: from a file
setup-hint-board = Enter: another file
setup-footer-start = start
setup-footer-next = next line
setup-footer-change = change
setup-footer-seed = new seed
setup-footer-remove = new board

# A number was out of its range.
setup-changed = { $label }: { $least } to { $most }; { $old } was changed to { $new }.
# A board file was opened.
setup-board-asks = A board file does not say everything: check the game, the players, the phase and who is first.

# The screen of settings.
settings-title = Settings
settings-about = Settings and the names of players are remembered for the next start. Options of the command line count for one start.
settings-language = Language
settings-theme = Colours
settings-level = Level of new engines
settings-level-value = { $level }, { $name }
settings-time = Thinking time
settings-pace = Turns shown for at least
settings-moves = Move list
settings-shown = shown
settings-hidden = hidden
theme-default = default
theme-colour-blind = colour-blind
theme-monochrome = monochrome

# What is wrong with the settings file.
settings-broken = The settings in { $path } cannot be used ({ $reason }). The file stays as it is, and nothing new is remembered.
settings-newer = { $path } comes from a newer floe (version { $version }). The file stays as it is, and nothing new is remembered.
settings-not-stored = The settings cannot be stored in { $path }: { $reason }.
