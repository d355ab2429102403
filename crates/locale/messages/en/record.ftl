# A recorded game as text.

record-square = { $turns ->
    [one] Penguins on squares, { $turns } turn
   *[other] Penguins on squares, { $turns } turns
}
record-hex = { $turns ->
    [one] Penguins on hexagons, { $turns } turn
   *[other] Penguins on hexagons, { $turns } turns
}
record-classic = { $turns ->
    [one] Penguins on the classic board, { $turns } turn
   *[other] Penguins on the classic board, { $turns } turns
}
record-gamma = { $turns ->
    [one] Gamma, { $turns } turn
   *[other] Gamma, { $turns } turns
}
record-person = { $player }, a person
record-engine = { $player }, an engine of level { $level }
record-program = { $player }, a program
record-after = This is the position after turn { $turn } of { $count }.
record-stopped = The game was stopped. { $winner }
record-unfinished = The game is unfinished.
