# Trwająca gra, jej koniec i odtwarzanie.

footer-help = pomoc
footer-quit = koniec
footer-undo = cofnij
footer-redo = ponów
footer-hint = podpowiedź
footer-save = zapisz
footer-open = otwórz
footer-pause = pauza
footer-resume = wznów
footer-colours = kolory
footer-menu = menu
footer-move-now = ruch od razu
footer-place = postaw
footer-choose = wybierz
footer-slide = przesuń
footer-next-penguin = następny pingwin
footer-steps = krok po kroku
footer-take = zajmij
footer-golden = złoty ruch
footer-pass = pas
footer-end-game = zakończ grę
footer-next-turn = dalej
footer-previous-turn = wstecz
footer-play = odtwarzaj
footer-stop = zatrzymaj
footer-faster = szybciej
footer-slower = wolniej
footer-jump = przejdź do ruchu

footer-board = zobacz planszę
footer-to-game = powrót do gry
footer-start = początek
footer-look-back = spójrz wstecz
footer-moves = ruchy
footer-play-hint = wykonaj podpowiedź
footer-continue = graj dalej stąd
footer-enter = gotowe
footer-cancel = anuluj
footer-step-back = wstecz

game-square = Kwadraty
game-hex = Sześciokąty
game-classic = Klasyczna
game-gamma = Gamma

panel-penguins = { $game } { $rows } x { $cols }: { $phase }
panel-placing = rozstawianie
panel-moving = ruchy
panel-over = koniec
panel-gamma = { $most ->
    [one] { $game } { $cols } x { $rows }, { $most } obszar
    [few] { $game } { $cols } x { $rows }, { $most } obszary
   *[many] { $game } { $cols } x { $rows }, { $most } obszarów
}
panel-program = (program)
panel-turn = Ruch { $turn }
panel-turn-of = Ruch { $turn } z { $count }
panel-areas = obszary: { $areas } z { $most }
panel-free = wolne pola: { $count }
panel-cell = x { $x } y { $y }: { $player }
panel-cell-empty = x { $x } y { $y }: puste
panel-engine = Silnik
panel-thinks = { $player } myśli... (m: ruch)
panel-seconds = { $seconds } s
panel-search = głębokość { $depth }, przewaga { $lead }
panel-nodes = { $nodes } mln węzłów, { $speed } mln/s
panel-best = najlepszy ruch: { $turn }
panel-paused = Pauza (p: wznów)
column-fish = ryby
column-to-place = zapas
column-cells = pola
column-areas = obsz.

moves-pass = pas
moves-lost-turn = strata kolejki
moves-eliminated = odpada

play-place = { $player }: postaw pingwina na krze z jedną rybą.
play-choose = { $player }: wybierz pingwina.
play-slide = { $player }: wybierz, dokąd idzie pingwin.
play-take = { $player }: zajmij pole.
play-thinks = { $player } myśli.
play-thinks-progress = { $player } myśli: { $progress }.
play-paused-person = Pauza: { $player } może dalej grać. Klawisz p wznawia silniki.
play-paused-engine = Pauza, następny ruch: { $player }. Klawisz p wznawia grę.
play-over = Gra skończona. { $winner }
play-look-back = Ruch { $turn } z { $count }. { $what } Naciśnij dowolny klawisz, aby wrócić do gry.
play-start = To początek gry.
play-hint = Podpowiedź: { $turn } ({ $lead }).
play-hint-enter = Podpowiedź: { $turn } ({ $lead }). Enter wykonuje ten ruch.
play-hint-golden = złoty ruch { $at }
play-searching-hint = Szukanie podpowiedzi... (m: pokaż najlepszą dotąd)
play-moving-now = Silnik gra od razu.
play-restarted = Gra zaczyna się od nowa na tej samej planszy.
play-pace = Każdy ruch jest widoczny co najmniej { $seconds } s przed ruchem silnika.
play-pace-none = Silniki grają, gdy tylko wybiorą ruch.
play-leave = Opuścić grę? Nie jest skończona ani zapisana.
play-leave-ended = Opuścić skończoną grę? Nie jest zapisana.
play-cannot-start = Gra nie może się zacząć
play-choose-one-fish = Aby postawić pingwina, wybierz krę z jedną rybą.
play-cannot-move = Pingwin na { $at } nie może się ruszyć.
play-not-yours = Pingwin na { $at } nie jest twój: wybierz własnego.
play-no-penguin = Na { $at } nie masz pingwina: najpierw wybierz któregoś ze swoich.

# Ruchy wpisywane; linia kończy się wpisywanym tekstem.
entry-place = Ruch (wiersz kolumna albo r4c7): { $text }
entry-slide = Ruch (wiersz kolumna, r4c7-r4c9 albo { $example } dla wybranego pingwina): { $text }
entry-gamma = Ruch (x y, g x y albo pas): { $text }
entry-penguin = Który pingwin? { $list }  > { $text }_
entry-penguin-range = Wybierz pingwina od 1 do { $most }.
entry-direction = Kierunek z { $from }? { $list }  > { $text }_
entry-way = { $number } { $way } (do { $far })
entry-no-direction = Nie ma kierunku { $way }.
entry-blocked = Pingwin nie może iść w kierunku { $way }.
entry-distance = Ile pól w kierunku { $way }, od 1 do { $far }? { $text }_
entry-distance-range = { $far ->
    [one] Pingwin może iść tylko { $far } pole w kierunku { $way }.
    [few] Pingwin może iść od 1 do { $far } pól w kierunku { $way }.
   *[many] Pingwin może iść od 1 do { $far } pól w kierunku { $way }.
}
entry-off-board = „{ $text }” jest poza planszą, która ma wiersze od 1 do { $rows } i kolumny od 1 do { $cols }.
entry-choose-first = Najpierw wybierz pingwina, potem kierunek.
entry-no-turn = „{ $text }” to nie ruch: wpisz wiersz kolumna, r4c7-r4c9 albo { $example }.
entry-no-gamma-turn = „{ $text }” to nie ruch: wpisz x y, g x y albo pas.

end-view = Zobacz planszę
end-view-short = Plansza
end-again = Zagraj jeszcze raz
end-again-short = Nowa gra
end-same = Ta sama plansza
end-same-short = Ta plansza
end-replay = Odtwórz grę
end-replay-short = Odtwórz
end-save = Zapisz grę
end-save-short = Zapisz
end-menu = Powrót do menu
end-menu-short = Menu
end-quit = Koniec
end-quit-short = Koniec

replay-playing = odtwarzanie, { $milliseconds } ms na ruch
replay-stopped = zatrzymane, { $milliseconds } ms na ruch
replay-jump = Przejdź do ruchu { $turn } (Enter)
replay-ends = Zapis kończy się tutaj.

too-small = Ten terminal jest za mały ({ $width } x { $height }): potrzeba { $columns } x { $rows }. Powiększ go albo graj z --plain. Ctrl-C kończy.
