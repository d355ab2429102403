# A game being played, its end, and replays.

footer-help = help
footer-quit = quit
footer-undo = undo
footer-redo = redo
footer-hint = hint
footer-save = save
footer-open = open
footer-pause = pause
footer-resume = resume
footer-colours = colours
footer-menu = menu
footer-move-now = move now
footer-place = place
footer-choose = choose
footer-slide = slide
footer-next-penguin = next penguin
footer-steps = step by step
footer-take = take
footer-golden = golden
footer-pass = pass
footer-end-game = end the game
footer-next-turn = next
footer-previous-turn = back
footer-play = play
footer-stop = stop
footer-faster = faster
footer-slower = slower
footer-jump = go to a turn

footer-board = look at the board
footer-to-game = back to the game
footer-start = start
footer-look-back = look back
footer-moves = moves
footer-play-hint = play the hint
footer-continue = play on from here
footer-enter = done
footer-cancel = cancel
footer-step-back = back

game-square = Squares
game-hex = Hexagons
game-classic = Classic
game-gamma = Gamma

panel-penguins = { $game } { $rows } x { $cols }: { $phase }
panel-placing = placing
panel-moving = moving
panel-over = over
panel-gamma = { $most ->
    [one] { $game } { $cols } x { $rows }, { $most } area
   *[other] { $game } { $cols } x { $rows }, { $most } areas
}
panel-program = (program)
panel-turn = Turn { $turn }
panel-turn-of = Turn { $turn } of { $count }
panel-areas = { $areas } of { $most } areas
panel-free = { $count ->
    [one] { $count } cell can be taken
   *[other] { $count } cells can be taken
}
panel-cell = x { $x } y { $y }: { $player }
panel-cell-empty = x { $x } y { $y }: empty
panel-engine = The engine
panel-thinks = { $player } thinks... (m: move now)
panel-seconds = { $seconds } s
panel-search = depth { $depth }, lead { $lead }
panel-nodes = { $nodes } M nodes, { $speed } M/s
panel-best = best so far { $turn }
panel-paused = Paused (p: resume)
column-fish = fish
column-to-place = to place
column-cells = cells
column-areas = areas

moves-pass = pass
moves-lost-turn = lost turn
moves-eliminated = out

play-place = { $player }: place a penguin on a floe with one fish.
play-choose = { $player }: choose a penguin.
play-slide = { $player }: choose where the penguin goes.
play-take = { $player }: take a cell.
play-thinks = { $player } is thinking.
play-thinks-progress = { $player } is thinking: { $progress }.
play-paused-person = Paused: { $player } may still move. Press p to let the engines continue.
play-paused-engine = Paused before the turn of { $player }. Press p to resume.
play-over = The game is over. { $winner }
play-look-back = Turn { $turn } of { $count }. { $what } Press any key to return to the game.
play-start = This is the start of the game.
play-hint = Hint: { $turn } ({ $lead }).
play-hint-enter = Hint: { $turn } ({ $lead }). Enter plays it.
play-hint-golden = golden move { $at }
play-searching-hint = Searching for a hint... (m: show the best so far)
play-moving-now = Moving now.
play-restarted = Restarted on the same board.
play-pace = Each turn is shown for at least { $seconds } s before an engine moves.
play-pace-none = Engines move as soon as they have decided.
play-leave = Leave the game? It is not over, and not saved.
play-leave-ended = Leave the finished game? It is not saved.
play-cannot-start = The game cannot start
play-choose-one-fish = To place a penguin, choose a floe with one fish.
play-cannot-move = The penguin at { $at } cannot move.
play-not-yours = The penguin at { $at } is not yours: choose one of your own.
play-no-penguin = You have no penguin at { $at }: choose one of your penguins first.

# Turns that are typed; a line ends where the typed text appears.
entry-place = Turn (row column, or r4c7): { $text }
entry-slide = Turn (row column, r4c7-r4c9, or { $example } for the chosen penguin): { $text }
entry-gamma = Turn (x y, g x y, or pass): { $text }
entry-penguin = Which penguin? { $list }  > { $text }_
entry-penguin-range = Choose a penguin from 1 to { $most }.
entry-direction = Direction of { $from }? { $list }  > { $text }_
entry-way = { $number } { $way } (to { $far })
entry-no-direction = There is no direction { $way }.
entry-blocked = The penguin cannot go { $way }.
entry-distance = How far { $way }, 1 to { $far }? { $text }_
entry-distance-range = { $far ->
    [one] The penguin can go only { $far } tile { $way }.
   *[other] The penguin can go 1 to { $far } tiles { $way }.
}
entry-off-board = '{ $text }' is not on the board, which has rows 1 to { $rows } and columns 1 to { $cols }.
entry-choose-first = Choose a penguin first, then its direction.
entry-no-turn = '{ $text }' is not a turn: type row column, r4c7-r4c9, or { $example }.
entry-no-gamma-turn = '{ $text }' is not a turn: type x y, g x y, or pass.

end-view = Look at the board
end-view-short = Board
end-again = Play again
end-again-short = Play again
end-same = Play this board again
end-same-short = Same board
end-replay = Watch the replay
end-replay-short = Replay
end-save = Save the record
end-save-short = Save
end-menu = Back to the menu
end-menu-short = Menu
end-quit = Quit
end-quit-short = Quit

replay-playing = playing, { $milliseconds } ms a turn
replay-stopped = stopped, { $milliseconds } ms a turn
replay-jump = Go to turn { $turn } (Enter)
replay-ends = The record ends here.

too-small = This terminal is too small ({ $width } x { $height }): floe needs { $columns } x { $rows }. Enlarge it, or play with --plain. Ctrl-C quits.
