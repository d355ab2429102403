# Strona w przeglądarce.
web-tagline = Pingwiny na kruchym lodzie: ślizgaj się, łów ryby i nie daj się odciąć.
web-menu = Menu
web-help = Pomoc
web-close = Zamknij
web-cancel = Anuluj
web-save = Zapisz
web-copy = Kopiuj
web-copied = Skopiowano
web-loading = Wczytywanie…
web-reconnecting = Utracono połączenie. Łączenie ponownie…
web-no-game = Ta gra nie istnieje.
web-no-game-why = Link może być błędny albo gra została usunięta, bo dawno nikt jej nie otwierał.

# Nowa gra.
web-new-game = Nowa gra
web-start = Graj
web-opponent = Przeciwnik
web-against-engine = Komputer
web-against-link = Znajomy przez link
web-against-here = Przy tym ekranie
web-level = Poziom
web-your-name = Twoje imię
web-name-of = Imię gracza { $mark }
web-options = Gracze, plansza i zegar
web-seat-me = Ja
web-seat-link = Ktoś inny przez link
web-engine = Komputer
web-by-rules = według zasad
web-random = losowe
web-clock = Zegar
web-no-clock = Bez limitu
web-clock-value = { $minutes } min + { $seconds } s na ruch
web-public = Pokaż w poczekalni
web-board-file = Użyj pliku planszy…
web-board-remove = Użyj nowej planszy

# Strona główna.
web-my-games = Moje gry
web-game = Gra
web-your-turn = twój ruch
web-forget = Usuń z tej listy
web-lobby = Poczekalnia
web-lobby-empty = W tej chwili nie ma publicznych gier.
web-open = Otwórz plik
web-open-about = Plik planszy albo zapis partii.
web-open-file = Wybierz plik…
web-tournament = Obejrzyj turniej

# Gra.
web-board = Plansza
web-board-of = Plansza: { $game }
web-zoom = Powiększenie
web-tile = wiersz { $row }, kolumna { $col }
web-cell = x { $x }, y { $y }
web-tile-empty = puste
web-tile-water = woda
web-tile-penguin = pingwin: { $player }
web-you = ty
web-winner = zwycięzca
web-online = online
web-offline = offline
web-rename = Zmień imię
web-actions = Działania
web-undo = Cofnij
web-redo = Ponów
web-hint = Podpowiedź
web-play-hint = Wykonaj podpowiedź
web-searching-hint = Szukanie podpowiedzi…
web-golden = Złoty ruch
web-golden-now = Wybierz pole, które zajmie złoty ruch.
web-golden-first = Aby zabrać to pole innemu graczowi, najpierw wybierz złoty ruch.
web-only-golden = Nie ma już dla ciebie pustych pól: wykonaj złoty ruch albo spasuj.
web-not-takable = Tego pola nie można teraz zająć.
web-out-of-reach = Pingwin tam nie dojdzie: ślizga się w linii prostej po wolnych krach.
web-pass = Pas
web-pause = Pauza
web-resume = Wznów
web-paused = Pauza.
web-move-now = Ruch od razu
web-type-turn = Wpisz ruch
web-enter = Zatwierdź
web-typed = „{ $text }” to nie ruch: wpisz wiersz i kolumnę albo r4c7-r4c9.
web-typed-gamma = „{ $text }” to nie ruch: wpisz x y, g x y dla złotego ruchu albo pas.
web-end-game = Zakończ grę
web-end-question = Zakończyć grę tutaj? Zdecydują punkty.
web-asks-undo = { $player } prosi o cofnięcie ruchu.
web-asks-redo = { $player } prosi o ponowienie ruchu.
web-asks-stop = { $player } prosi o zakończenie gry.
web-waiting-answer = Oczekiwanie na odpowiedź pozostałych.
web-accept = Zgoda
web-decline = Odmowa
web-take-back = Wycofaj prośbę
web-rematch = Rewanż
web-rematch-started = Rozpoczęto rewanż.
web-to-rematch = Przejdź do rewanżu
web-turn = Ruch
web-first = Początek gry
web-previous = Poprzedni ruch
web-next = Następny ruch
web-last = Ostatni ruch
web-to-game = Wróć do gry
web-play-on = Graj dalej stąd
web-save-record = Pobierz zapis
web-save-board = Pobierz planszę

# Linki.
web-links = Linki
web-links-about = Wyślij każdemu graczowi jego własny link. Kto go ma, gra na tym miejscu.
web-links-host = Linki do miejsc ma tylko osoba, która rozpoczęła grę.
web-link-for = Link dla gracza { $player }
web-link-own = Mój własny link na inne urządzenie
web-link-watch = Link dla widzów
web-link-unknown = Ta przeglądarka nie zna tego linku. Nowy link unieważnia stary.
web-renew = Utwórz nowy link
web-renewed = Stary link jest nieważny. Wyślij nowy.
web-absent = Nie wszyscy gracze już dołączyli.
web-watching = Oglądasz tę grę.
web-seat-lost = Twój link zastąpiono nowym: jesteś teraz widzem.

# Analiza.
web-analysis = Analiza
web-engine-thinks = Silnik myśli.
web-lead-for = oczekiwana przewaga: { $player }
web-search = głębokość { $depth }, węzły: { $nodes }, { $seconds } s
web-evaluation = Oczekiwana przewaga gracza { $player }: { $lead }
web-line = Wariant silnika
web-in-line = { $count ->
    [one] Wariant silnika, { $count } ruch dalej.
    [few] Wariant silnika, { $count } ruchy dalej.
   *[many] Wariant silnika, { $count } ruchów dalej.
}
web-heat = Mapa cieplna
web-solve = Rozwiąż
web-solving = Szukanie dokładnego wyniku…
web-proved = Przy najlepszej grze: { $scores }.
web-bounds = Bez dowodu: przewaga gracza na ruchu jest między { $least } a { $most }.
web-cannot-solve = Takiej pozycji nie można rozwiązać.
web-set-up = Ustaw pozycję
web-brush = Co kliknięcie stawia na planszy
web-to-move = Na ruchu
web-score-of = Punkty: { $mark }
web-analyse = Analizuj
web-new-board = Losowa plansza
web-clear = Wyczyść
web-paste = Tekst planszy albo zapisu
web-use-text = Użyj tego tekstu

# Pomoc.
web-help-rules = Zasady w skrócie
web-help-keys = Mysz, dotyk i klawisze
web-help-mouse = Kliknij lub dotknij pingwina, potem celu; albo przeciągnij go.
web-key-arrows = ruch po polach, gdy plansza jest aktywna, poza tym przejście po ruchach
web-key-escape = odznacz albo wróć do gry
web-key-type = wpisz ruch: 4 7, r4c7-r4c9, x2y1
web-key-steps = poprzedni i następny ruch
web-key-pause = pauza i wznowienie; ruch silnika od razu
web-key-gamma = złoty ruch i pas, w Gammie
web-key-analysis = włącz lub wyłącz analizę
web-help-marks = Znaki na planszy
web-help-marks-about = Ciągła ramka z kropką to osiągalne pole, wypełniona to wybrany pingwin. Linia kropkowana lub przerywana ramka pokazuje ostatni ruch. Znak zapytania to podpowiedź. Procenty pokazują, co silnik rozważa.

# Co poszło nie tak.
web-error-bad-request = Serwer nie zrozumiał żądania. Odśwież stronę.
web-error-bad-game = Taka gra nie może się zacząć.
web-error-bad-file = W pliku są błędy.
web-error-no-secret = Nie masz miejsca w tej grze albo twój link zastąpiono.
web-error-not-yours = To nie twój ruch.
web-error-no-help = W grze między ludźmi silnik nie pomaga.
web-error-other-origin = Strona pochodzi spod innego adresu niż serwer.
web-error-not-found = Nie ma takiej gry.
web-error-illegal-turn = Ten ruch jest niedozwolony.
web-error-stale = Gra potoczyła się w międzyczasie dalej.
web-error-refused = Teraz to niemożliwe.
web-error-too-large = To za duże dla tego serwera.
web-error-too-many = Za dużo żądań. Poczekaj chwilę.
web-error-engine-time = Twój czas silnika na razie się skończył. Spróbuj później.
web-error-busy = Silnik jest zajęty. Spróbuj za chwilę.
web-error-stopping = Serwer zaraz się zrestartuje.
web-error-offline = Nie można połączyć się z serwerem.
web-error-unknown = Coś poszło nie tak.

# Penguins that a player still has to place.
web-to-place = { $count ->
    [one] { $count } pingwin do ustawienia
    [few] { $count } pingwiny do ustawienia
   *[many] { $count } pingwinów do ustawienia
}
