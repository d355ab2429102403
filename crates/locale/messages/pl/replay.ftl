# Zapis partii jako tekst.

replay-square = { $turns ->
    [one] Pingwiny na kwadratach, { $turns } ruch
    [few] Pingwiny na kwadratach, { $turns } ruchy
   *[many] Pingwiny na kwadratach, { $turns } ruchów
}
replay-hex = { $turns ->
    [one] Pingwiny na sześciokątach, { $turns } ruch
    [few] Pingwiny na sześciokątach, { $turns } ruchy
   *[many] Pingwiny na sześciokątach, { $turns } ruchów
}
replay-classic = { $turns ->
    [one] Pingwiny na klasycznej planszy, { $turns } ruch
    [few] Pingwiny na klasycznej planszy, { $turns } ruchy
   *[many] Pingwiny na klasycznej planszy, { $turns } ruchów
}
replay-gamma = { $turns ->
    [one] Gamma, { $turns } ruch
    [few] Gamma, { $turns } ruchy
   *[many] Gamma, { $turns } ruchów
}
replay-person = { $player }, osoba
replay-engine = { $player }, silnik na poziomie { $level }
replay-program = { $player }, program
replay-after = To pozycja po ruchu { $turn } z { $count }.
replay-stopped = Partia została przerwana. { $winner }
replay-unfinished = Partia nie jest dokończona.
