# Słowa i zdania wspólne dla kilku ekranów.

amount-fish = { $count ->
    [one] { $count } ryba
    [few] { $count } ryby
   *[many] { $count } ryb
}
amount-cells = { $count ->
    [one] { $count } pole
    [few] { $count } pola
   *[many] { $count } pól
}
# Lista imion: to słowo łączy dwa ostatnie.
list-and = { $others } i { $last }
# Gracz z literą lub numerem z planszy.
player-with-mark = { $name } ({ $mark })

turn-place = { $player } stawia pingwina na { $to }.
turn-place-gain = { $player } stawia pingwina na { $to } i dostaje { $fish ->
    [one] { $fish } rybę
    [few] { $fish } ryby
   *[many] { $fish } ryb
}.
turn-slide = { $player } idzie z { $from } na { $to }.
turn-slide-gain = { $player } idzie z { $from } na { $to } i dostaje { $fish ->
    [one] { $fish } rybę
    [few] { $fish } ryby
   *[many] { $fish } ryb
}.
turn-take = { $player } zajmuje { $to }.
turn-golden = { $player } zajmuje { $to } złotym ruchem.
turn-golden-from = { $player } zajmuje { $to } złotym ruchem (traci: { $loser }).
turn-pass = { $player } pasuje.
turn-lost = { $player } traci kolejkę.
turn-eliminated = { $player } odpada z gry.

skipped-move = { $count ->
    [one] { $players } nie ma ruchu i traci kolejkę.
   *[other] { $players } nie mają ruchu i tracą kolejkę.
}
win-fish = { $score ->
    [one] { $players } wygrywa, mając { $score } rybę.
    [few] { $players } wygrywa, mając { $score } ryby.
   *[many] { $players } wygrywa, mając { $score } ryb.
}
win-cells = { $score ->
    [one] { $players } wygrywa, mając { $score } pole.
    [few] { $players } wygrywa, mając { $score } pola.
   *[many] { $players } wygrywa, mając { $score } pól.
}
shared-win-fish = { $score ->
    [one] { $players } dzielą zwycięstwo, mając po { $score } rybie.
    [few] { $players } dzielą zwycięstwo, mając po { $score } ryby.
   *[many] { $players } dzielą zwycięstwo, mając po { $score } ryb.
}
shared-win-cells = { $score ->
    [one] { $players } dzielą zwycięstwo, mając po { $score } polu.
    [few] { $players } dzielą zwycięstwo, mając po { $score } pola.
   *[many] { $players } dzielą zwycięstwo, mając po { $score } pól.
}
standing = { $rank }. { $player }: { $amount }

# Stopki: klawisz i jego działanie.
footer-item = { $key }: { $label }
key-space = Spacja
key-up = Góra
key-down = Dół
key-left = Lewo
key-right = Prawo
key-enter = Enter
key-escape = Esc
key-home = Home
key-end = End
key-page-up = PgUp
key-page-down = PgDn
key-backspace = Backspace
key-delete = Del

# Nazwa osoby, która jej nie podała: z literą lub numerem z planszy.
player-word = Gracz
default-player = { player-word } { $mark }

undone = { $turns ->
    [0] Koniec gry cofnięty: gra toczy się dalej.
    [one] Cofnięto { $turns } ruch.
    [few] Cofnięto { $turns } ruchy.
   *[many] Cofnięto { $turns } ruchów.
}
redone = { $turns ->
    [0] Gra jest znów zakończona.
    [one] Ponowiono { $turns } ruch.
    [few] Ponowiono { $turns } ruchy.
   *[many] Ponowiono { $turns } ruchów.
}
hint-place = Podpowiedź: postaw pingwina na { $to }.
hint-slide = Podpowiedź: idź z { $from } na { $to }.
hint-take = Podpowiedź: zajmij { $to }.
hint-golden = Podpowiedź: zajmij { $to } złotym ruchem.
hint-pass = Podpowiedź: spasuj.
no-hint = Silnik nie ma podpowiedzi.
no-legal-turn = Silnik nie znalazł dozwolonego ruchu.

# Poziomy silników, od najsłabszego do najmocniejszego.
level-1 = nowicjusz
level-2 = początkujący
level-3 = łatwy
level-4 = amator
level-5 = klubowy
level-6 = mocny
level-7 = ekspert
level-8 = mistrz
level-9 = arcymistrz
level-10 = pełna siła
