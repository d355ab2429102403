# Zapis partii jako tekst.

record-square = { $turns ->
    [one] Pingwiny na kwadratach, { $turns } ruch
    [few] Pingwiny na kwadratach, { $turns } ruchy
   *[many] Pingwiny na kwadratach, { $turns } ruchów
}
record-hex = { $turns ->
    [one] Pingwiny na sześciokątach, { $turns } ruch
    [few] Pingwiny na sześciokątach, { $turns } ruchy
   *[many] Pingwiny na sześciokątach, { $turns } ruchów
}
record-classic = { $turns ->
    [one] Pingwiny na klasycznej planszy, { $turns } ruch
    [few] Pingwiny na klasycznej planszy, { $turns } ruchy
   *[many] Pingwiny na klasycznej planszy, { $turns } ruchów
}
record-gamma = { $turns ->
    [one] Gamma, { $turns } ruch
    [few] Gamma, { $turns } ruchy
   *[many] Gamma, { $turns } ruchów
}
record-person = { $player }, osoba
record-engine = { $player }, silnik na poziomie { $level }
record-program = { $player }, program
record-after = To pozycja po ruchu { $turn } z { $count }.
record-stopped = Partia została przerwana. { $winner }
record-unfinished = Partia nie jest dokończona.
