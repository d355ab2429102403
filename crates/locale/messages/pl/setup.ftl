# Menu główne.
menu-square = Pingwiny na kwadratach
menu-square-about = ślizgaj się, jedz, lód topnieje
menu-hex = Pingwiny na sześciokątach
menu-hex-about = sześć kierunków; punkty przy odejściu
menu-classic = Pingwiny, klasyczna plansza
menu-classic-about = 60 kier w rzędach po 8 i 7
menu-gamma = Gamma
menu-gamma-about = zajmuj pola w kilku obszarach
menu-open = Otwórz plik
menu-open-about = planszę albo zapis partii
menu-settings = Ustawienia
menu-settings-about = język, kolory, poziom, tempo
menu-help = Pomoc
menu-help-about = klawisze i zasady w skrócie
menu-quit = Zakończ
menu-quit-about = powrót do powłoki
menu-how-to-quit = Naciśnij q, aby zakończyć.
footer-language = język

# Ekran przygotowania: tytuł, wiersze i ich wartości.
setup-title-penguins = Nowa gra w Pingwiny
setup-title-gamma = Nowa gra w Gammę
setup-start = ROZPOCZNIJ GRĘ
setup-game = Gra
setup-layout = Układ
setup-players = Gracze
setup-player = Gracz { $mark }
setup-rows = Wiersze
setup-cols = Kolumny
setup-height = Wysokość
setup-width = Szerokość
setup-areas = Obszary
setup-penguins = Pingwiny
setup-placement = Rozstawianie
setup-placement-manual = przez graczy
setup-placement-automatic = losowo
setup-seed = Ziarno
setup-board = Plansza
setup-board-new = nowa
setup-phase = Faza
setup-phase-placement = rozstawianie
setup-phase-movement = ruchy
setup-first = Pierwszy
setup-first-rules = według zasad
setup-person = osoba
setup-engine = silnik { $level }, { $name }
setup-engine-short = silnik { $level }
setup-program = program
layout-odd-q = drugie kolumny niżej
layout-even-q = pierwsze kolumny niżej
layout-odd-r = drugie wiersze w prawo
layout-even-r = pierwsze wiersze w prawo

# Co można zrobić w wierszu.
setup-hint-range = od { $least } do { $most }
setup-hint-from = { $least } lub więcej
setup-hint-change = zmiana: lewo i prawo
setup-hint-seat = wpisz imię
setup-hint-seed = to samo ziarno, ta sama plansza
setup-hint-new-board = Enter: z pliku
setup-hint-board = Enter: inny plik
setup-footer-start = start
setup-footer-next = dalej
setup-footer-change = zmień
setup-footer-seed = nowe ziarno
setup-footer-remove = nowa plansza

# Liczba poza zakresem.
setup-changed = { $label }: od { $least } do { $most }; { $old } zmieniono na { $new }.
# Otwarto plik planszy.
setup-board-asks = Plik planszy nie mówi wszystkiego: sprawdź grę, graczy, fazę i kto zaczyna.

# Ekran ustawień.
settings-title = Ustawienia
settings-about = Ustawienia i imiona graczy są pamiętane do następnego razu. Opcje wiersza poleceń działają tylko raz.
settings-language = Język
settings-theme = Kolory
settings-level = Poziom nowych silników
settings-level-value = { $level }, { $name }
settings-time = Czas namysłu
settings-pace = Ruch widoczny minimum
settings-moves = Lista ruchów
settings-shown = widoczna
settings-hidden = ukryta
theme-default = domyślne
theme-colour-blind = dla daltonistów
theme-monochrome = bez kolorów

# Co jest nie tak z plikiem ustawień.
settings-broken = Ustawień z { $path } nie da się użyć ({ $reason }). Plik pozostaje bez zmian i nic nowego nie jest zapamiętywane.
settings-newer = { $path } pochodzi z nowszego floe (wersja { $version }). Plik pozostaje bez zmian i nic nowego nie jest zapamiętywane.
settings-not-stored = Nie można zapisać ustawień w { $path }: { $reason }.
