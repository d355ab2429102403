# Zapisywanie, otwieranie i wznawianie gier.

dialog-confirm = Potwierdzenie
dialog-yes = tak
dialog-no = nie
dialog-cancel = anuluj
dialog-save-first = zapisz i opuść

files-save-title = Zapisz
files-save-as = Zapisz jako (.txt: plansza; inna nazwa: zapis partii):
files-save-record = Zapisz partię jako:
files-save-as-short = Nazwa (.txt: tylko plansza):
files-save-label = zapisz
files-complete-label = uzupełnij
files-overwrite = { $path } już istnieje. Zastąpić?
files-overwrite-label = zastąp
files-saved = Zapisano jako { $path }.
files-saved-gamma-txt = Zapisano jako { $path }: zapis partii, bo Gamma nie ma plików planszy.
files-exists = { $path } już istnieje: wybierz inną nazwę.
files-is-directory = { $path } to katalog: podaj nazwę pliku.
files-not-saved = Nie można zapisać { $path }: { $reason }.

files-open-title = Otwórz
files-open-name = Plik planszy lub zapisu partii:
files-open-label = otwórz
files-choose-label = wybierz z listy
files-none = W tym katalogu nie ma zapisów ani plansz.
files-large = duży plik
files-left-out = { $count ->
    [one] Nie pokazano { $count } starszego pliku.
    [few] Nie pokazano { $count } starszych plików.
   *[many] Nie pokazano { $count } starszych plików.
}
files-cannot-read = Nie można przeczytać { $path }: { $reason }.
files-cannot-open = Nie można otworzyć pliku

files-kind-square = kwadraty
files-kind-hex = sześciokąty
files-kind-classic = klasyczna
files-board = plansza { $rows } x { $columns }
files-turn = ruch { $turn }
files-over = koniec
files-now = przed chwilą
files-minutes-ago = { $count ->
    [one] { $count } minutę temu
    [few] { $count } minuty temu
   *[many] { $count } minut temu
}
files-hours-ago = { $count ->
    [one] { $count } godzinę temu
    [few] { $count } godziny temu
   *[many] { $count } godzin temu
}
files-days-ago = { $count ->
    [one] { $count } dzień temu
    [few] { $count } dni temu
   *[many] { $count } dni temu
}

files-resume-title = Wznów przerwaną grę
files-resume-label = wznów
files-discard-label = usuń
files-resume-one = Wznów: { $game }
files-resume-many = Wznów jedną z przerwanych gier ({ $count })
files-discard-question = Usunąć tę przerwaną grę? Nie będzie można jej wznowić.
files-not-resumed = Nie można wznowić gry: { $reason }.
files-not-discarded = Nie można usunąć gry: { $reason }.
files-unreadable-game = { $count ->
    [one] Pominięto { $count } przerwaną grę, której nie można odczytać: { $reason }.
    [few] Pominięto { $count } przerwane gry, których nie można odczytać: { $reason }.
   *[many] Pominięto { $count } przerwanych gier, których nie można odczytać: { $reason }.
}
files-autosave-failed = Autozapis się nie udał: { $reason }. Jeśli terminal się zamknie, ta gra przepadnie.
files-busy-game = trwa w innym oknie

