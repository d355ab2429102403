# Program `gamma` w terminalu.

gamma-start =
    Wpisz wiersz, aby zagrać w Gammę:
      I 8 6 2 3   gra na tym ekranie
      B 8 6 2 3   polecenia i odpowiedzi
    Liczby: szerokość, wysokość, gracze
    i obszary na gracza.
    Ctrl-D kończy; więcej mówi gamma --help.

# Wiersz pod planszą: krótkie informacje, jedna obok drugiej.
gamma-player = GRACZ { $number }
gamma-busy = zajęte { $count }
gamma-free = wolne { $count }
gamma-areas = obszary { $count } z { $most }
gamma-golden-left = złoty ruch dostępny
gamma-golden-used = złoty ruch wykorzystany
gamma-at = pole { $x } { $y }
gamma-over = gra skończona

gamma-key-arrows = strzałki: kursor
gamma-key-take = spacja: zajmij
gamma-key-golden = G: złoty ruch
gamma-key-pass = C: pas
gamma-key-end = Ctrl-D: koniec

# Ostatni wiersz; dalej stoją numery graczy.
gamma-winner = wygrywa
gamma-draw = remis
