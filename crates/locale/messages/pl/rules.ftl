# Dlaczego ruch lub polecenie jest odrzucone.

illegal-game-over = Gra jest skończona.
illegal-off-board = To pole jest poza planszą.
illegal-still-placing = Trwa jeszcze rozstawianie pingwinów.
illegal-all-placed = Wszystkie pingwiny są już rozstawione.
illegal-no-floe = Na { $at } nie ma kry.
illegal-occupied = Na { $at } stoi pingwin gracza { $player }.
illegal-not-one-fish = { $fish ->
    [one] Kra na { $at } ma { $fish } rybę, a pingwiny zaczynają na krach z jedną rybą.
    [few] Kra na { $at } ma { $fish } ryby, a pingwiny zaczynają na krach z jedną rybą.
   *[many] Kra na { $at } ma { $fish } ryb, a pingwiny zaczynają na krach z jedną rybą.
}
illegal-no-penguin = { $player } nie ma pingwina na { $at }.
illegal-no-distance = Pingwin musi przejść co najmniej jedno pole.
illegal-not-in-line = { $to } nie leży w linii prostej od { $from }.
illegal-water-between = Po drodze, na { $at }, jest woda.
illegal-penguin-between = Po drodze, na { $at }, stoi pingwin gracza { $player }.
illegal-taken = To pole zajmuje { $player }.
illegal-too-many-areas = { $most ->
    [one] { $player } przekracza limit: { $most } obszar. Zajmij pole obok własnego.
    [few] { $player } przekracza limit: { $most } obszary. Zajmij pole obok własnego.
   *[many] { $player } przekracza limit: { $most } obszarów. Zajmij pole obok własnego.
}
illegal-golden-used = { $player } nie ma już złotego ruchu.
illegal-empty-cell = To pole jest puste: złoty ruch zajmuje pole innego gracza.
illegal-own-cell = { $player } już zajmuje to pole.
illegal-breaks = { $most ->
    [one] { $player } przekracza po tym ruchu limit: { $most } obszar.
    [few] { $player } przekracza po tym ruchu limit: { $most } obszary.
   *[many] { $player } przekracza po tym ruchu limit: { $most } obszarów.
}
illegal-no-memory = Brakuje pamięci.

refused-engine-to-move = Teraz ruch ma silnik.
refused-ended = Gra się skończyła.
refused-nothing-to-undo = Nie ma czego cofnąć.
refused-nothing-to-redo = Nie ma czego ponowić.
refused-no-hint-now = Podpowiedzi są dla osoby, która ma ruch.
refused-no-task = Żaden silnik teraz nie myśli.
