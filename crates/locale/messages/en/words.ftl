# Words and sentences that several screens share.

amount-fish = { $count } fish
amount-cells = { $count ->
    [one] { $count } cell
   *[other] { $count } cells
}
# A list of names: the last two are joined by this word.
list-and = { $others } and { $last }
# A player with the letter or number on the board.
player-with-mark = { $name } ({ $mark })

turn-place = { $player } places a penguin at { $to }.
turn-place-gain = { $player } places a penguin at { $to } and gets { $fish } fish.
turn-slide = { $player } moves from { $from } to { $to }.
turn-slide-gain = { $player } moves from { $from } to { $to } and gets { $fish } fish.
turn-take = { $player } takes { $to }.
turn-golden = { $player } takes { $to } with the golden move.
turn-golden-from = { $player } takes { $to } from { $loser } with the golden move.
turn-pass = { $player } passes.
turn-lost = { $player } loses a turn.
turn-eliminated = { $player } is eliminated.

skipped-move = { $count ->
    [one] { $players } cannot move and is skipped.
   *[other] { $players } cannot move and are skipped.
}
win-fish = { $players } wins with { $score } fish.
win-cells = { $score ->
    [one] { $players } wins with { $score } cell.
   *[other] { $players } wins with { $score } cells.
}
shared-win-fish = { $players } share the win with { $score } fish each.
shared-win-cells = { $score ->
    [one] { $players } share the win with { $score } cell each.
   *[other] { $players } share the win with { $score } cells each.
}
standing = { $rank }. { $player }: { $amount }

# Footers: a key and what it does.
footer-item = { $key }: { $label }
key-space = Space
key-up = Up
key-down = Down
key-left = Left
key-right = Right
key-enter = Enter
key-escape = Esc
key-home = Home
key-end = End
key-page-up = PgUp
key-page-down = PgDn
key-backspace = Backspace
key-delete = Del

# The name of a person who gave none: with the letter or number on the board.
player-word = Player
default-player = { player-word } { $mark }

undone = { $turns ->
    [0] The end of the game is undone: it continues.
    [one] Undone: { $turns } turn.
   *[other] Undone: { $turns } turns.
}
redone = { $turns ->
    [0] The game is ended again.
    [one] Redone: { $turns } turn.
   *[other] Redone: { $turns } turns.
}
hint-place = Hint: place a penguin at { $to }.
hint-slide = Hint: move from { $from } to { $to }.
hint-take = Hint: take { $to }.
hint-golden = Hint: take { $to } with the golden move.
hint-pass = Hint: pass.
no-hint = The engine has no hint.
no-legal-turn = The engine found no legal turn.

# The levels of engines, from the weakest to the strongest.
level-1 = beginner
level-2 = novice
level-3 = easy
level-4 = casual
level-5 = club
level-6 = strong
level-7 = expert
level-8 = master
level-9 = grandmaster
level-10 = full strength
