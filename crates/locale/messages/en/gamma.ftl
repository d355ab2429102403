# The program `gamma` at a terminal.

gamma-start =
    Type a line to start a game of Gamma:
      I 8 6 2 3   play on this screen
      B 8 6 2 3   type commands, read answers
    The numbers: width, height, players, areas.
    Ctrl-D ends; gamma --help tells more.

# The line below the board: short phrases, side by side.
gamma-player = PLAYER { $number }
gamma-busy = busy { $count }
gamma-free = free { $count }
gamma-areas = areas { $count } of { $most }
gamma-golden-left = golden move left
gamma-golden-used = golden move used
gamma-at = at { $x } { $y }
gamma-over = the game is over

gamma-key-arrows = arrows: go
gamma-key-take = Space: take
gamma-key-golden = G: golden move
gamma-key-pass = C: pass
gamma-key-end = Ctrl-D: end

# The last line; the numbers of the players follow.
gamma-winner = winner
gamma-draw = draw
