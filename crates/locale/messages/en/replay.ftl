# A recorded game as text.

replay-square = { $turns ->
    [one] Penguins on squares, { $turns } turn
   *[other] Penguins on squares, { $turns } turns
}
replay-hex = { $turns ->
    [one] Penguins on hexagons, { $turns } turn
   *[other] Penguins on hexagons, { $turns } turns
}
replay-classic = { $turns ->
    [one] Penguins on the classic board, { $turns } turn
   *[other] Penguins on the classic board, { $turns } turns
}
replay-gamma = { $turns ->
    [one] Gamma, { $turns } turn
   *[other] Gamma, { $turns } turns
}
replay-person = { $player }, a person
replay-engine = { $player }, an engine of level { $level }
replay-program = { $player }, a program
replay-after = This is the position after turn { $turn } of { $count }.
replay-stopped = The game was stopped. { $winner }
replay-unfinished = The game is unfinished.
