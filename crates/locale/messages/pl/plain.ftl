# Tryb tekstowy: pytania, odpowiedzi i komunikaty.

# Przed grą.
plain-mode-explained = Interaktywny: grają ludzie. Autonomiczny: grają silniki. Pusta odpowiedź znaczy 1.
plain-mode =
    Wybierz tryb gry:
    1 - interaktywny
    2 - autonomiczny
plain-penguins-square = Podaj liczbę pingwinów od { $least } do { $most }
plain-sides-square = Podaj wymiary x i y planszy od { $least } do { $most }
plain-side-x = Podaj wymiar x planszy od { $least } do { $most }
plain-side-y = Podaj wymiar y planszy od { $least } do { $most }
plain-players = Ilu graczy? (od { $least } do { $most }, puste: { $default })
plain-name = Imię gracza { $mark }? (puste: { $default })
plain-name-taken = Imię { $name } jest zajęte: wybierz inne.
plain-sides-hex = Ile wierszy i kolumn? (od { $least } do { $most }; puste: { $rows } { $columns })
plain-rows-hex = Ile wierszy? (od { $least } do { $most }, puste: { $default })
plain-columns-hex = Ile kolumn? (od { $least } do { $most }, puste: { $default })
plain-width = Szerokość? (od { $least } do { $most }, puste: { $default })
plain-height = Wysokość? (od { $least } do { $most }, puste: { $default })
plain-areas = Ile obszarów może mieć gracz? (co najmniej { $least }, puste: { $default })
plain-set-up-help = Odpowiedz na pytanie, aby przygotować grę, albo wpisz koniec, aby wyjść. Zasady i polecenia pojawią się na początku gry.
plain-no-game = Gra się jeszcze nie zaczęła: najpierw odpowiedz na pytanie. (floe play --start zaczyna bez pytań.)
plain-input-ended-early = Wejście skończyło się przed początkiem gry.

# Liczby.
plain-too-long = Ten wiersz jest za długi.
plain-not-a-number = „{ $word }” nie jest liczbą: wpisz same cyfry.
plain-unknown-word = „{ $word }” nie jest ani liczbą, ani poleceniem: wpisz pomoc, aby poznać polecenia.
plain-stands-alone = „{ $word }” to osobne polecenie: nic po nim nie wpisuj.
plain-too-large = „{ $word }” to za dużo.
plain-number-range = Wpisz liczbę od { $least } do { $most }.
plain-number-least = Wpisz liczbę nie mniejszą niż { $least }.
plain-one-number = Za dużo liczb: wpisz jedną.
plain-two-numbers = Wpisz dwie liczby.
plain-only-two-numbers = Za dużo liczb: wpisz dwie.

# Gra.
plain-type-help = Wpisz pomoc, aby poznać zasady i polecenia.
plain-placed-by-chance = Pingwiny rozstawiono losowo. Aby rozstawić je samodzielnie, uruchom grę z --placement manual.
plain-placement = --Rozstawianie pingwinów--
plain-movement = --Ruchy--
plain-turn-of-player = Ruch gracza { $mark }
plain-turn-of = Teraz gra { $player }
plain-water = (~ to woda)
plain-score = { $player }: { $amount }
plain-gamma-status = { $golden ->
    [left] { $player }: obszary { $areas } z { $most }, wolne pola do zajęcia { $free }, złoty ruch dostępny
   *[used] { $player }: obszary { $areas } z { $most }, wolne pola do zajęcia { $free }, złoty ruch wykorzystany
}
plain-to-type = Wpisz { $answer }
plain-over = Koniec gry: nikt już nie ma ruchu.
plain-stopped = Gra zakończona tutaj, liczy się obecny wynik.
plain-left = Gra przerwana i niedokończona; stan:
plain-input-ended = Wejście się skończyło. Gra niedokończona; stan:
plain-autosaved = Gra jest zachowana w { $path }: floe zaproponuje jej wznowienie.
plain-again = Jeszcze raz? (t/n)
plain-yes-or-no = Wpisz t, aby zagrać jeszcze raz, albo n, aby skończyć.
plain-no-turn = { $player } nie ma teraz ruchu.

# Zapis.
plain-save-what = Do jakiego pliku? Wpisz zapisz i jego nazwę.
plain-no-files = Nie zapisano: plansza zostanie zapisana po ruchu.

# Przerwane gry.
plain-interrupted = Jest przerwana gra: { $game }.
plain-resume = Wznowić ją? (t/n; usuń)
plain-resume-help = Wpisz t, aby ją wznowić, n, aby zostawić ją na później, albo usuń, aby ją usunąć.

# Kwadraty.
plain-place-square = Podaj współrzędne x i y:
plain-y-square = Podaj też współrzędną y:
plain-from-square = Podaj współrzędne x i y pingwina:
plain-to-square = Podaj współrzędne x i y celu:
plain-too-many-place-square = Za dużo liczb: wpisz x i y.
plain-too-many-square = Za dużo liczb: dwie dla pingwina i dwie dla celu.
plain-off-square = { $at } leży poza planszą: x od 0 do { $right }, y od 0 do { $bottom }.

# Sześciokąty.
plain-place-hex = Wiersz i kolumna pola z jedną rybą:
plain-column-hex = Kolumna:
plain-too-many-place-hex = Za dużo liczb: wpisz wiersz i kolumnę.
plain-off-hex = Wiersze od 1 do { $rows }, kolumny od 1 do { $columns }.
plain-too-many-hex = Za dużo słów: ruch to pingwin, kierunek i odległość.
plain-penguins-of = Pingwiny, które ma { $player }:
plain-penguin = { $number }: { $at }
plain-penguin-fish = { $fish ->
    [one] { $number }: { $at }, { $fish } ryba
    [few] { $number }: { $at }, { $fish } ryby
   *[many] { $number }: { $at }, { $fish } ryb
}
plain-penguin-cannot = { $number }: { $at }, bez ruchu
plain-penguin-fish-cannot = { $fish ->
    [one] { $number }: { $at }, { $fish } ryba, bez ruchu
    [few] { $number }: { $at }, { $fish } ryby, bez ruchu
   *[many] { $number }: { $at }, { $fish } ryb, bez ruchu
}
plain-which-penguin = Który pingwin? (od 1 do { $count })
plain-no-such-penguin = Nie ma pingwina { $number }: wybierz od 1 do { $count }.
plain-not-yours = Pingwin na { $at } to pingwin gracza { $player }.
plain-stuck = Pingwin na { $at } nie ma ruchu: obok nie ma wolnej kry.
plain-which-direction = W jakim kierunku? { $directions }
plain-direction-free = { $number } { $direction } (do { $reach })
plain-direction-blocked = { $number } { $direction } (zablokowany)
plain-not-a-direction = „{ $word }” to nie kierunek: wpisz 1 do { $count } albo { $letters }.
plain-how-many-tiles = Ile pól? (od 1 do { $reach })
plain-blocked-by-edge = Kierunek { $direction }: na drodze jest krawędź planszy.
plain-blocked-by-water = Kierunek { $direction }: na drodze, na { $at }, jest woda.
plain-blocked-by-penguin = Kierunek { $direction }: na drodze, na { $at }, stoi pingwin gracza { $player }.
plain-too-far-edge = Odległość { $distance }, kierunek { $direction }: to za daleko. Wolna droga: { $reach }, dalej jest krawędź planszy.
plain-too-far-water = Odległość { $distance }, kierunek { $direction }: to za daleko. Wolna droga: { $reach }, dalej jest woda na { $at }.
plain-too-far-penguin = Odległość { $distance }, kierunek { $direction }: to za daleko. Wolna droga: { $reach }, dalej na { $at } stoi pingwin gracza { $player }.
plain-north = północ
plain-north-east = północny wschód
plain-east = wschód
plain-south-east = południowy wschód
plain-south = południe
plain-south-west = południowy zachód
plain-west = zachód
plain-north-west = północny zachód
# Skróty ośmiu kierunków, w kolejności nazw powyżej.
plain-direction-letters = n ne e se s sw w nw

# Gamma.
plain-which-cell = Które pole? (x y; g x y: złoty ruch; c lub pas: pas; stop: koniec gry)
plain-and-y = A y?
plain-which-golden = Które pole zajmuje złoty ruch? (x y)
plain-too-many-pass = Za dużo słów: pas nie ma współrzędnych.
plain-too-many-stop = Za dużo słów: stop nie ma współrzędnych.
plain-too-many-golden = Za dużo słów: złoty ruch to g, x i y.
plain-too-many-cell = Za dużo słów: pole to x i y.

# Pomoc: zasady i polecenia.
plain-help-square =
    Liczby na planszy to ryby, litery to pingwiny, ~ to woda.
    Pingwiny stawia się na krach z jedną rybą, którą się dostaje. Potem w każdym ruchu jeden pingwin idzie wzdłuż wiersza lub kolumny, tylko po wolnych krach; opuszczona kra topnieje, a ryby z kry, na którą pingwin dotarł, są twoje.
    Odpowiadaj przez x i y, licząc od 0: najpierw kolumna, potem wiersz. Na pytanie o pingwina można wpisać cztery liczby: pingwina i jego cel.
plain-help-tiles-leaving = Pole pokazuje swoje ryby; A2 to pingwin gracza A na dwóch rybach. Woda nie ma obrysu i pokazuje ~. Pole nazywa się po wierszu i kolumnie: r4c7 to wiersz 4, kolumna 7.
plain-help-tiles-arriving = Pole pokazuje swoje ryby; A to pingwin gracza A. Woda nie ma obrysu i pokazuje ~. Pole nazywa się po wierszu i kolumnie: r4c7 to wiersz 4, kolumna 7.
plain-help-placing = Najpierw gracze po kolei stawiają pingwiny na polach z jedną rybą: wpisz wiersz i kolumnę.
plain-help-placing-scores = Najpierw gracze po kolei stawiają pingwiny na polach z jedną rybą, którą się dostaje: wpisz wiersz i kolumnę.
plain-help-leaving = W każdym ruchu jeden pingwin idzie w jednym z sześciu kierunków, tylko po wolnych polach; opuszczone pole topnieje, a jego ryby są twoje.
plain-help-arriving = W każdym ruchu jeden pingwin idzie w jednym z sześciu kierunków, tylko po wolnych polach; opuszczone pole topnieje, a ryby z pola, na które pingwin dotarł, są twoje.
plain-help-answers = Odpowiadaj numerem pingwina, kierunkiem (jego numer, nazwa lub litery) i liczbą pól. Wszystko można wpisać naraz, na przykład 2{ "\u00A0" }ne{ "\u00A0" }3; tak samo dwa pola: r4c7-r4c9.
plain-help-gamma =
    W każdym ruchu zajmuje się puste pole; kropka to puste pole, liczba to gracz, który je zajmuje. Nikt nie może mieć więcej obszarów, niż pozwala gra: pola o wspólnym boku tworzą jeden obszar. Raz w grze złoty ruch zajmuje pole innego gracza.
    Aby zająć pole, wpisz x y: x liczy się w prawo, y w górę, oba od 0.
    g x y to złoty ruch, c lub pas oznacza pas, stop kończy grę.
plain-commands = Te polecenia działają przy każdym pytaniu podczas gry:
plain-command-file = PLIK
plain-command-help = pokaż tę pomoc
plain-command-board = pokaż planszę jeszcze raz
plain-command-hint = pokaż, co zagrałby silnik
plain-command-back = zacznij pytania o ten ruch od nowa
plain-command-undo = cofnij swój ostatni ruch i odpowiedzi silników
plain-command-redo = ponów to, co cofnięto
plain-command-save = zapisz planszę, jeśli nazwa kończy się na .txt, a inaczej zapis partii
plain-command-save-gamma = zapisz partię
plain-command-quit = zakończ grę

# Słowa do wpisania: jedno albo kilka o tym samym znaczeniu. Angielskie działają we wszystkich językach.
plain-word-help = pomoc
plain-word-board = plansza
plain-word-hint = podpowiedź
plain-word-back = wróć
plain-word-undo = cofnij
plain-word-redo = ponów
plain-word-save = zapisz
plain-word-quit = koniec
plain-word-pass = pas pasuj
plain-word-stop = zakończ
plain-word-yes = t tak
plain-word-no = n nie
plain-word-discard = usuń
