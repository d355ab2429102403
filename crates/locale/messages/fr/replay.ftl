# Une partie enregistrée, en texte.

replay-square = { $turns ->
    [one] Pingouins sur des carrés, { $turns } coup
   *[other] Pingouins sur des carrés, { $turns } coups
}
replay-hex = { $turns ->
    [one] Pingouins sur des hexagones, { $turns } coup
   *[other] Pingouins sur des hexagones, { $turns } coups
}
replay-classic = { $turns ->
    [one] Pingouins sur le plateau classique, { $turns } coup
   *[other] Pingouins sur le plateau classique, { $turns } coups
}
replay-gamma = { $turns ->
    [one] Gamma, { $turns } coup
   *[other] Gamma, { $turns } coups
}
replay-person = { $player }, une personne
replay-engine = { $player }, un moteur de niveau { $level }
replay-program = { $player }, un programme
replay-after = C'est la position après le coup { $turn } sur { $count }.
replay-stopped = La partie a été arrêtée. { $winner }
replay-unfinished = La partie n'est pas terminée.
