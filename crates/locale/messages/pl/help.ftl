# Pomoc każdego ekranu: działanie klawiszy i zasady w skrócie.

help-title = Pomoc
help-close = dowolny klawisz: zamknij
help-scroll = strzałki, PgUp, PgDn: przewijanie   inny klawisz: zamknij
help-scroll-short = strzałki, Pg: przewiń, inne: zamknij
help-arrows = strzałki
help-digits = cyfry
help-letters = litery
help-mouse = mysz

help-choose-line = wybór wiersza
help-change-line = zmiana wartości
help-open-entry = otwarcie
help-colours = zmiana kolorów
help-language = zmiana języka
help-quit = koniec programu
help-menu = powrót do menu
help-type-number = wpisanie liczby
help-type-name = wpisanie imienia gracza
help-mouse-form = kliknięcie wybiera wiersz, kolejne go zmienia; kółko też zmienia
help-enter-form = start gry, otwarcie planszy albo przejście do następnego wiersza
help-open-board = otwarcie planszy albo zapisu partii
help-new-seed = nowe losowe ziarno, w wierszu ziarna
help-setup-players = Grają osoby albo silniki. Silniki mają poziomy od 1 (nowicjusz) do 10 (pełna siła). Imiona i poziom są pamiętane.
help-setup-board = To samo ziarno daje tę samą planszę. Pingwiny rozstawiają kolejno gracze albo los.

help-cursor = ruch kursora
help-cursor-diagonal = ruch kursora na ukos
help-act = postawienie pingwina, wybór pingwina albo ruch wybranego
help-next-penguin = wybór następnego pingwina, który może się ruszyć
help-mouse-penguins = kliknięcie działa tak samo; można też przeciągnąć pingwina do celu; kółko przewija
help-type-penguins = wpisanie ruchu: 4 7 albo r4c7-r4c9, albo { $direction } 2 dla wybranego pingwina
help-steps = wybór pingwina, kierunku i odległości, krok po kroku
help-undo = cofnięcie własnego ruchu i odpowiedzi silników, ponowienie
help-hint = podpowiedź: ruch, który wykonałby silnik; Enter go wykonuje
help-move-now = ruch od razu: silnik przestaje myśleć
help-pause = pauza, wznowienie
help-look-back = przegląd wcześniejszych ruchów; pokazanie lub ukrycie listy ruchów
help-pace = krótsze lub dłuższe pokazywanie każdego ruchu przed ruchem silnika
help-save-penguins = zapis i otwarcie planszy (.txt) albo partii
help-escape-penguins = rezygnacja z wybranego pingwina albo wyjście z gry
help-scoring-arrival = Ryby liczą się przy wejściu: dostajesz ryby z kry, gdy pingwin na niej staje lub na nią wchodzi.
help-scoring-departure = Ryby liczą się przy odejściu: dostajesz ryby z kry, gdy pingwin z niej schodzi. Kra, na której stoi na końcu, nic nie daje.
help-signs = Cyfry, ><> i α to ryby, litery to pingwiny, ~ to woda. Gwiazdki pokazują, dokąd pingwin może iść. Pingwiny zaczynają na krach z jedną rybą, potem ślizgają się w linii prostej po wolnych krach; opuszczona kra topnieje. Gracz bez ruchu traci kolejkę.
help-directions = Kierunki: { $directions } (N północ, S południe, E wschód, W zachód).

help-take = zajęcie pola
help-golden = złoty ruch: zajęcie pola innego gracza pod kursorem, raz w grze
help-pass = pas
help-mouse-gamma = kliknięcie zajmuje pole; kółko przewija
help-type-gamma = wpisanie ruchu: 2 1, g 2 1 jako złoty ruch albo pas
help-save-gamma = zapis i otwarcie partii
help-end-game = zakończenie gry w tym miejscu
help-escape-gamma = wyjście z gry
help-panel-gamma = Panel pokazuje pola i obszary każdego gracza oraz G, dopóki złoty ruch jest do wykorzystania. Sąsiednie pola jednego gracza to jeden obszar.

help-next-turn = następny ruch
help-previous-turn = poprzedni ruch
help-ten-turns = dziesięć ruchów
help-ends = początek, koniec
help-go-to-turn = przejście do ruchu
help-play-stop = odtwarzanie, stop
help-speed = szybciej, wolniej
help-mouse-replay = kliknięcie ruchu na liście; kółko przechodzi o jeden ruch
help-play-on = dalsza gra od pokazanego ruchu
help-save-replay = zapis, otwarcie

help-rules-penguins = Pingwiny: gracze po kolei rozstawiają pingwiny na krach z jedną rybą; potem w każdym ruchu przesuwają jednego ze swoich dowolnie daleko w linii prostej po wolnych krach. Opuszczona kra topnieje. Gracz bez ruchu traci kolejkę; gdy nikt nie ma ruchu, wygrywa gracz z największą liczbą ryb.
help-rules-scoring = Na kwadratach i na klasycznej planszy ryby liczą się, gdy pingwin wchodzi na krę; na sześciokątach, gdy z niej schodzi.
help-rules-gamma = Gamma: po kolei zajmujcie wolne pola. Twoje pola mogą tworzyć tylko ograniczoną liczbę obszarów. Raz w grze zajmij pole innego gracza: to złoty ruch. Wygrywa gracz z największą liczbą pól.
