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
