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

spec-players = W tej grze jest od { $fewest } do { $most } graczy, nie { $players }.
spec-seats = Podane miejsca: { $seats }, a liczba graczy: { $players }.
spec-name = Gracz { $player } musi mieć inne imię. { $reason }
spec-same-name = Gracze { $first } i { $second } mają to samo imię: { $name }. Zmień jedno z nich.
spec-layout = Układ można wybrać tylko dla sześciokątów.
spec-areas = Tylko w Gammie jest limit obszarów.
spec-no-areas = Każdy gracz musi mieć prawo do co najmniej 1 obszaru, nie 0.
spec-penguins-in-gamma = W Gammie nie ma pingwinów ani plików plansz.
spec-classic-size = Klasyczna plansza ma wymiary 8 x 8.
spec-rows = Nowa plansza ma od { $shortest } do { $longest } wierszy, nie { $rows }.
spec-cols = Nowa plansza ma od { $shortest } do { $longest } kolumn, nie { $cols }.
spec-size-with-board = Plansza z pliku ma własne wymiary.
spec-no-penguins = Każdy gracz musi mieć co najmniej 1 pingwina, nie 0.
spec-too-few-floes = Liczba graczy: { $players }, pingwinów na gracza: { $penguins }. Potrzeba { $needed } kier z jedną rybą, a na planszy jest ich { $floes }.
spec-empty-seat = Na planszy jest wiersz gracza { $player }, ale graczy jest mniej.
spec-not-on-board = Gracza { $player } nie ma na planszy: wybierz mniej graczy albo kontynuuj od rozstawiania.
spec-first-without-board = Pierwszego gracza można wybrać tylko na planszy z pliku.
spec-no-such-first = Gracz { $player } nie może zaczynać: liczba graczy to { $players }.
spec-over-already = Na tej planszy nikt nie ma ruchu.
spec-board-players = Na planszy jest { $found } graczy, a w tej grze może być najwyżej { $most }.
spec-board-seat-twice = Na planszy są dwa wiersze gracza { $player }.
spec-board-no-row = Pingwin na { $at } należy do gracza { $player }, który nie ma wiersza.
spec-board-score = Wynik { $score } gracza { $name } nie zostawia miejsca na ryby z planszy.

name-empty = Imię musi mieć co najmniej jedną literę.
name-long = Imię ma najwyżej { $most } liter.
name-control = Imię nie może zawierać znaków sterujących.
