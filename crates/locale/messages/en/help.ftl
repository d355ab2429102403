# The help of each screen: what keys do, and the rules in short.

help-title = Help
help-close = any key: close
help-scroll = arrows, PgUp, PgDn: scroll   any other key: close
help-scroll-short = arrows, Pg keys: scroll, others: close
help-arrows = arrows
help-digits = digits
help-letters = letters
help-mouse = mouse

help-choose-line = choose a line
help-change-line = change it
help-open-entry = open it
help-colours = change the colours
help-language = change the language
help-quit = quit
help-menu = back to the menu
help-type-number = type a number
help-type-name = type the name of a player
help-mouse-form = click on a line to choose it, again to change it; the wheel changes it too
help-enter-form = start the game, open a board, or go to the next line
help-open-board = open a board or a record
help-new-seed = a new random seed, on the line of the seed
help-setup-players = Players are people or engines. Engines have levels from 1, a beginner, to 10, full strength. Names and the level are remembered.
help-setup-board = The same seed gives the same board. Penguins are placed by the players in turn, or at random.

help-cursor = move the cursor
help-cursor-diagonal = move the cursor diagonally
help-act = place a penguin, choose one, or slide the chosen one
help-next-penguin = choose the next penguin that can move
help-mouse-penguins = click to do the same, or drag a penguin to its destination; the wheel scrolls
help-type-penguins = type a turn: 4 7 or r4c7-r4c9, or { $direction } 2 for the chosen penguin
help-steps = choose a penguin, a direction and a distance, step by step
help-undo = undo your last turn and the replies of engines, redo
help-hint = hint: the turn that the engine would make; Enter makes it
help-move-now = move now: the engine stops thinking
help-pause = pause, resume
help-look-back = look back at earlier turns; show or hide the move list
help-pace = show each turn for a shorter or longer time before an engine moves
help-save-penguins = save and open a board (.txt) or a record
help-escape-penguins = deselect the penguin, or leave the game
help-scoring-arrival = Fish score on arrival: you get the fish of a floe when a penguin is placed on it or slides to it.
help-scoring-departure = Fish score on leaving: you get the fish of a floe when your penguin leaves it. The floe that it stands on at the end scores nothing.
help-signs = Digits, ><> and α are fish, letters are penguins, ~ is water. Stars mark where a penguin can go. Penguins start on floes with one fish, then slide in straight lines over free floes; the floe that they leave melts. A player who cannot move is skipped.
help-directions = Directions: { $directions }.

help-take = take the cell
help-golden = golden move: take the cell at the cursor from another player, once per game
help-pass = pass
help-mouse-gamma = click to take a cell; the wheel scrolls
help-type-gamma = type a turn: 2 1, g 2 1 for a golden move, or pass
help-save-gamma = save and open a record
help-end-game = end the game here
help-escape-gamma = leave the game
help-panel-gamma = The panel shows the cells and areas of each player, and G while the golden move is unused. Neighbouring cells of one player are one area.

help-next-turn = next turn
help-previous-turn = previous turn
help-ten-turns = ten turns
help-ends = start, end
help-go-to-turn = go to a turn
help-play-stop = play, stop
help-speed = faster, slower
help-mouse-replay = click on a turn in the list; the wheel steps
help-play-on = play on from the turn that is shown
help-save-replay = save, open

help-rules-penguins = Penguins: players take turns placing penguins on floes with one fish; then, each turn, slide one of yours as far as you like in a straight line over free floes. The floe it leaves melts. A player who cannot move is skipped; when nobody can move, the player with the most fish wins.
help-rules-scoring = On squares and on the classic board, fish score when a penguin arrives; on hexagons, when it leaves.
help-rules-gamma = Gamma: in turn, take a free cell. Your cells may form only a limited number of areas. Once per game, take a cell from another player: the golden move. The player with the most cells wins.
