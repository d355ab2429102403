# The page in a browser.
web-tagline = Penguins on thin ice: slide, fish, and do not get stranded.
web-menu = Menu
web-help = Help
web-close = Close
web-cancel = Cancel
web-save = Save
web-copy = Copy
web-copied = Copied
web-loading = Loading…
web-reconnecting = Connection lost. Reconnecting…
web-no-game = This game does not exist.
web-no-game-why = The link may be wrong, or the game was deleted because nobody had opened it for a long time.

# A new game.
web-new-game = New game
web-start = Play
web-opponent = Opponent
web-against-engine = Computer
web-against-link = A friend, by link
web-against-here = At this screen
web-level = Level
web-your-name = Your name
web-name-of = Name of player { $mark }
web-options = Players, board and clock
web-seat-me = Me
web-seat-link = Somebody else, by link
web-engine = Computer
web-by-rules = by the rules
web-random = random
web-clock = Clock
web-no-clock = No limit
web-clock-value = { $minutes } min + { $seconds } s a turn
web-public = List it in the lobby
web-board-file = Use a board file…
web-board-remove = Use a new board

# The home page.
web-my-games = My games
web-game = Game
web-your-turn = your turn
web-forget = Remove from this list
web-lobby = Lobby
web-lobby-empty = No public games at the moment.
web-open = Open a file
web-open-about = A board file, or the record of a game.
web-open-file = Choose a file…
web-tournament = Watch the tournament

# Playing.
web-board = Board
web-board-of = Board: { $game }
web-zoom = Zoom
web-tile = row { $row }, column { $col }
web-cell = x { $x }, y { $y }
web-tile-empty = empty
web-tile-water = water
web-tile-penguin = penguin of { $player }
web-you = you
web-winner = winner
web-online = online
web-offline = offline
web-rename = Change the name
web-actions = Actions
web-undo = Undo
web-redo = Redo
web-hint = Hint
web-play-hint = Play the hint
web-searching-hint = Searching for a hint…
web-golden = Golden move
web-golden-now = Choose the cell that the golden move takes.
web-golden-first = To take this cell from another player, choose the golden move first.
web-only-golden = No empty cell is left for you: make the golden move, or pass.
web-not-takable = This cell cannot be taken now.
web-out-of-reach = The penguin cannot get there: it slides in a straight line over free floes.
web-pass = Pass
web-pause = Pause
web-resume = Resume
web-paused = Paused.
web-move-now = Move now
web-type-turn = Type a turn
web-enter = Enter
web-typed = “{ $text }” is not a turn: type row and column, or r4c7-r4c9.
web-typed-gamma = “{ $text }” is not a turn: type x y, g x y for a golden move, or pass.
web-end-game = End the game
web-end-question = End the game here? The scores decide.
web-asks-undo = { $player } asks to undo a turn.
web-asks-redo = { $player } asks to redo a turn.
web-asks-stop = { $player } asks to end the game here.
web-waiting-answer = Waiting for the answer of the others.
web-accept = Accept
web-decline = Decline
web-take-back = Withdraw the request
web-rematch = Rematch
web-rematch-started = A rematch has been started.
web-to-rematch = Go to the rematch
web-turn = Turn
web-first = Start of the game
web-previous = Previous turn
web-next = Next turn
web-last = Last turn
web-to-game = Back to the game
web-play-on = Play on from here
web-save-record = Download the record
web-save-board = Download the board

# Links.
web-links = Links
web-links-about = Send each player their own link. Whoever has it plays in that seat.
web-links-host = Only the person who started the game has the links of the seats.
web-link-for = Link for { $player }
web-link-own = My own link, for another device
web-link-watch = Link for spectators
web-link-unknown = This browser does not know the link. A new one makes the old one void.
web-renew = Make a new link
web-renewed = The old link is void. Send the new one.
web-absent = Not all players are here yet.
web-watching = You are watching this game.
web-seat-lost = Your link was replaced by a new one: you are a spectator now.

# Analysis.
web-analysis = Analysis
web-engine-thinks = The engine is thinking.
web-lead-for = expected lead of { $player }
web-search = depth { $depth }, { $nodes } nodes, { $seconds } s
web-evaluation = Expected lead of { $player }: { $lead }
web-line = The engine's line
web-in-line = { $count ->
    [one] The engine's line, { $count } turn on.
   *[other] The engine's line, { $count } turns on.
}
web-heat = Heat map
web-solve = Solve
web-solving = Looking for the exact result…
web-proved = With best play: { $scores }.
web-bounds = Not proved: the lead of the player to move is between { $least } and { $most }.
web-cannot-solve = A position of this kind cannot be solved.
web-set-up = Set up a position
web-brush = What a click puts on the board
web-to-move = To move
web-score-of = Score of { $mark }
web-analyse = Analyse
web-new-board = Random board
web-clear = Clear
web-paste = Text of a board file or a record
web-use-text = Use this text

# Help.
web-help-rules = The rules in short
web-help-keys = Mouse, touch and keys
web-help-mouse = Click or tap a penguin, then where it goes; or drag it there.
web-key-arrows = move over the tiles when the board has the focus, otherwise step through the turns
web-key-escape = deselect, or back to the game
web-key-type = type a turn: 4 7, r4c7-r4c9, x2y1
web-key-steps = previous and next turn
web-key-pause = pause and resume; make the engine move now
web-key-gamma = golden move and pass, in Gamma
web-key-analysis = analysis on and off
web-help-marks = Marks on the board
web-help-marks-about = A solid frame with a dot is a tile that can be reached, a filled one the chosen penguin. A dotted line or a dashed frame shows the last turn. A question mark is a hint. Percentages show what the engine considers.

# What went wrong.
web-error-bad-request = The server did not understand the request. Please reload the page.
web-error-bad-game = Such a game cannot start.
web-error-bad-file = There are faults in the file.
web-error-no-secret = You have no seat in this game, or your link was replaced.
web-error-not-yours = It is not your turn.
web-error-no-help = There is no help from the engine in a game between people.
web-error-other-origin = The page comes from another address than the server.
web-error-not-found = There is no such game.
web-error-illegal-turn = That turn is not allowed.
web-error-stale = The game has gone on in the meantime.
web-error-refused = That is not possible now.
web-error-too-large = That is too large for this server.
web-error-too-many = Too many requests. Please wait a moment.
web-error-engine-time = You have used up your engine time for now. Please try again later.
web-error-busy = The engine is busy. Please try again in a moment.
web-error-stopping = The server is about to restart.
web-error-offline = The server cannot be reached.
web-error-unknown = Something went wrong.

# Penguins that a player still has to place.
web-to-place = { $count ->
    [one] { $count } penguin to place
   *[other] { $count } penguins to place
}
