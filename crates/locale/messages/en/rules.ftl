# Why a turn or a command is refused.

illegal-game-over = The game is over.
illegal-off-board = That is not on the board.
illegal-still-placing = Penguins are still being placed.
illegal-all-placed = All penguins have been placed.
illegal-no-floe = There is no floe at { $at }.
illegal-occupied = A penguin of { $player } stands at { $at }.
illegal-not-one-fish = The floe at { $at } has { $fish } fish, and penguins start on exactly one.
illegal-no-penguin = { $player } has no penguin at { $at }.
illegal-no-distance = A penguin must move at least one tile.
illegal-not-in-line = { $to } is not in a straight line from { $from }.
illegal-water-between = There is water at { $at } on the way.
illegal-penguin-between = A penguin of { $player } stands at { $at } on the way.
illegal-taken = { $player } holds that cell.
illegal-too-many-areas = { $most ->
    [one] { $player } would hold more than { $most } area: take a cell next to one of your own.
   *[other] { $player } would hold more than { $most } areas: take a cell next to one of your own.
}
illegal-golden-used = { $player } has used the golden move.
illegal-empty-cell = That cell is empty: a golden move takes one from another player.
illegal-own-cell = { $player } already holds that cell.
illegal-breaks = { $most ->
    [one] { $player } would be left with more than { $most } area.
   *[other] { $player } would be left with more than { $most } areas.
}
illegal-no-memory = There is not enough memory.

refused-engine-to-move = It is the turn of an engine.
refused-ended = The game has ended.
refused-nothing-to-undo = There is nothing to undo.
refused-nothing-to-redo = There is nothing to redo.
refused-no-hint-now = Hints are for a person whose turn it is.
refused-no-task = No engine is thinking.

spec-players = This game has { $fewest } to { $most } players, not { $players }.
spec-seats = { $seats } seats are given for { $players } players.
spec-name = Player { $player } needs another name. { $reason }
spec-same-name = Players { $first } and { $second } are both called { $name }: change one of the names.
spec-layout = A layout can only be chosen for hexagons.
spec-areas = Only Gamma has a limit of areas.
spec-no-areas = Each player must be allowed at least 1 area, not 0.
spec-penguins-in-gamma = Gamma has no penguins and no board files.
spec-classic-size = The classic board is 8 x 8.
spec-rows = A new board has { $shortest } to { $longest } rows, not { $rows }.
spec-cols = A new board has { $shortest } to { $longest } columns, not { $cols }.
spec-size-with-board = A board from a file has its own size.
spec-no-penguins = Each player needs at least 1 penguin, not 0.
spec-too-few-floes = { $penguins ->
    [one] { $players } players with { $penguins } penguin each need { $needed } floes with one fish, but the board has { $floes }.
   *[other] { $players } players with { $penguins } penguins each need { $needed } floes with one fish, but the board has { $floes }.
}
spec-empty-seat = The board has a row for player { $player }, but fewer players take part.
spec-not-on-board = Player { $player } is not on the board: choose fewer players, or continue with the placement.
spec-first-without-board = The first player can only be chosen on a board from a file.
spec-no-such-first = Player { $player } cannot move first in a game of { $players }.
spec-over-already = No player can move on this board.
spec-board-players = The board has { $found } players, but this game has at most { $most }.
spec-board-seat-twice = The board has two rows for player { $player }.
spec-board-no-row = The penguin at { $at } belongs to player { $player }, who has no row.
spec-board-score = The score { $score } of { $name } leaves no room for the fish on the board.

name-empty = A name needs at least one letter.
name-long = A name has at most { $most } letters.
name-control = A name cannot contain control characters.
