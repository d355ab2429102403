# Plain mode: questions, answers and notices.

# Setting up. The questions of squares are those of an earlier console game, word for word.
plain-mode-explained = Interactive: people play. Autonomous: engines play. An empty answer is 1.
plain-mode =
    Select game mode:
    1 - interactive
    2 - autonomous
plain-penguins-square = Input number of penguins between { $least } and { $most }{ " " }
plain-sides-square = Input coordinates for x and y dimensions between { $least } and { $most }
plain-side-x = Input coordinate for x dimension between { $least } and { $most }
plain-side-y = Input coordinate for y dimension between { $least } and { $most }
plain-players = How many players? ({ $least } to { $most }, empty for { $default })
plain-name = Name of player { $mark }? (empty for { $default })
plain-name-taken = { $name } is taken: choose another name.
plain-sides-hex = How many rows and columns? ({ $least } to { $most }; empty for { $rows } { $columns })
plain-rows-hex = How many rows? ({ $least } to { $most }, empty for { $default })
plain-columns-hex = How many columns? ({ $least } to { $most }, empty for { $default })
plain-width = Width? ({ $least } to { $most }, empty for { $default })
plain-height = Height? ({ $least } to { $most }, empty for { $default })
plain-areas = How many areas may each player hold? (at least { $least }, empty for { $default })
plain-set-up-help = Answer the question to set up a game, or type quit to leave. The commands and rules of the game follow when it starts.
plain-no-game = There is no game yet: please answer the question first. (floe play --start begins without questions.)
plain-input-ended-early = The input has ended before the game could start.

# Numbers.
plain-too-long = That line is too long.
plain-not-a-number = '{ $word }' is not a number: type digits only.
plain-unknown-word = '{ $word }' is neither a number nor a command: type help for the commands.
plain-stands-alone = '{ $word }' stands alone: type nothing after it.
plain-too-large = '{ $word }' is too large.
plain-number-range = Please type a number from { $least } to { $most }.
plain-number-least = Please type a number of at least { $least }.
plain-one-number = Too many numbers: please type one.
plain-two-numbers = Please type two numbers.
plain-only-two-numbers = Too many numbers: please type two.

# A game.
plain-type-help = Type help for the rules and the commands.
plain-placed-by-chance = The penguins were placed at random. To place them yourself, start with --placement manual.
plain-placement = --Placement Phase--
plain-movement = --Movement Phase--
plain-turn-of-player = Turn of player { $mark }
plain-turn-of = Turn of { $player }
plain-water = (~ is water)
plain-score = { $player }: { $amount }
plain-gamma-status = { $golden ->
    [left] { $player }: areas { $areas } of { $most }, cells free to take { $free }, golden move left
   *[used] { $player }: areas { $areas } of { $most }, cells free to take { $free }, golden move used
}
plain-to-type = Type { $answer }
plain-over = The game is over: no player can move any more.
plain-stopped = The game was ended here, and the score counts as it stands.
plain-left = You left the game. The game was not finished; the standings:
plain-input-ended = The input has ended. The game was not finished; the standings:
plain-autosaved = The game is kept in { $path }: floe offers to resume it.
plain-again = Again? (y/n)
plain-yes-or-no = Please type y for another game, or n to end.
plain-no-turn = { $player } has no turn to make.

# Saving.
plain-save-what = Which file? Type save and its name.
plain-no-files = Not saved: the board is written when the turn is made.

# Interrupted games.
plain-interrupted = There is an interrupted game: { $game }.
plain-resume = Resume it? (y/n; discard)
plain-resume-help = Please type y to resume it, n to leave it for later, or discard to remove it.

# Squares.
plain-place-square = Provide the x and y coordinates:
plain-y-square = Provide the y coordinate too:
plain-from-square = Provide the x and y coordinates of the penguin:
plain-to-square = Provide the x and y coordinates of the destination:
plain-too-many-place-square = Too many numbers: type x and y.
plain-too-many-square = Too many numbers: two are for the penguin, and two for its destination.
plain-off-square = { $at } is not on the board: x goes from 0 to { $right }, y from 0 to { $bottom }.

# Hexagons.
plain-place-hex = Row and column of a tile with one fish:
plain-column-hex = Column:
plain-too-many-place-hex = Too many numbers: type a row and a column.
plain-off-hex = Rows go from 1 to { $rows }, columns from 1 to { $columns }.
plain-too-many-hex = Too many words: a turn is a penguin, a direction and a distance.
plain-penguins-of = Penguins of { $player }:
plain-penguin = { $number }: { $at }
plain-penguin-fish = { $number }: { $at }, { $fish } fish
plain-penguin-cannot = { $number }: { $at }, cannot move
plain-penguin-fish-cannot = { $number }: { $at }, { $fish } fish, cannot move
plain-which-penguin = Which penguin? (1 to { $count })
plain-no-such-penguin = There is no penguin { $number }: choose from 1 to { $count }.
plain-not-yours = The penguin at { $at } belongs to { $player }.
plain-stuck = The penguin at { $at } cannot move: there is no free floe beside it.
plain-which-direction = Which direction? { $directions }
plain-direction-free = { $number } { $direction } (up to { $reach })
plain-direction-blocked = { $number } { $direction } (blocked)
plain-not-a-direction = '{ $word }' is not a direction: type 1 to { $count }, or { $letters }.
plain-how-many-tiles = How many tiles? (1 to { $reach })
plain-blocked-by-edge = The penguin cannot go { $direction }: the edge of the board is in the way.
plain-blocked-by-water = The penguin cannot go { $direction }: water at { $at } is in the way.
plain-blocked-by-penguin = The penguin cannot go { $direction }: a penguin of { $player } at { $at } is in the way.
plain-too-far-edge = { $distance } tiles { $direction } is too far: after { $reach } comes the edge of the board.
plain-too-far-water = { $distance } tiles { $direction } is too far: after { $reach } comes water at { $at }.
plain-too-far-penguin = { $distance } tiles { $direction } is too far: after { $reach } stands a penguin of { $player } at { $at }.
plain-north = north
plain-north-east = north-east
plain-east = east
plain-south-east = south-east
plain-south = south
plain-south-west = south-west
plain-west = west
plain-north-west = north-west
# The abbreviations of the eight directions, in the order of the names above.
plain-direction-letters = n ne e se s sw w nw

# Gamma.
plain-which-cell = Which cell? (x y; g x y: golden move; c or pass: pass; stop: end)
plain-and-y = And y?
plain-which-golden = Which cell does the golden move take? (x y)
plain-too-many-pass = Too many words: a pass takes no coordinates.
plain-too-many-stop = Too many words: stop takes no coordinates.
plain-too-many-golden = Too many words: a golden move is g, x and y.
plain-too-many-cell = Too many words: a cell is x and y.

# Help: the rules and the commands.
plain-help-square =
    Numbers on the board are fish, letters are penguins, ~ is water.
    Penguins are placed on floes with one fish, which you get. Then each turn moves one penguin along its row or column, over free floes only; the floe that it leaves melts, and you get the fish on the floe where it lands.
    Answer with x and y, counted from 0: the column first, then the row. When asked for a penguin, you can also type four numbers: the penguin and its destination.
plain-help-tiles-leaving = A tile shows its fish; A2 is a penguin of player A on two fish. Water has no outline and shows ~. Tiles are named by row and column: r4c7 is row 4, column 7.
plain-help-tiles-arriving = A tile shows its fish; A is a penguin of player A. Water has no outline and shows ~. Tiles are named by row and column: r4c7 is row 4, column 7.
plain-help-placing = First the penguins are placed in turn, on tiles with one fish: type a row and a column.
plain-help-placing-scores = First the penguins are placed in turn, on tiles with one fish, which you get: type a row and a column.
plain-help-leaving = Each turn moves one penguin in one of six directions, over free tiles only; the tile that it leaves melts, and you get the fish on that tile.
plain-help-arriving = Each turn moves one penguin in one of six directions, over free tiles only; the tile that it leaves melts, and you get the fish on the tile where it lands.
plain-help-answers = Answer with the number of a penguin, a direction (its number, name or letters) and the number of tiles. All three can be typed at once, such as 2{ "\u00A0" }ne{ "\u00A0" }3; so can two tiles: r4c7-r4c9.
plain-help-gamma =
    Each turn takes an empty cell; a dot is empty, a number is the player who holds the cell. No player may hold more areas than the game allows: cells that share a side are one area. Once per game, the golden move takes a cell from another player.
    To take a cell, type x y: x counts to the right and y upwards, both from 0.
    g x y makes the golden move, c or pass passes, stop ends the game.
plain-commands = These commands work at every question during a game:
plain-command-file = FILE
plain-command-help = show this help
plain-command-board = show the board again
plain-command-hint = show what the engine would do
plain-command-back = start the questions of this turn again
plain-command-undo = undo your last turn, and the engines' replies
plain-command-redo = redo what was undone
plain-command-save = save the board if the name ends in .txt, else a record of the game
plain-command-save-gamma = save a record of the game
plain-command-quit = leave the game

# Words to type: one each, or several words that mean the same. English words work in all languages.
plain-word-help = help
plain-word-board = board
plain-word-hint = hint
plain-word-back = back
plain-word-undo = undo
plain-word-redo = redo
plain-word-save = save
plain-word-quit = quit
plain-word-pass = pass
plain-word-stop = stop
plain-word-yes = y yes
plain-word-no = n no
plain-word-discard = discard
