# Une partie enregistrée, en texte.

record-square = { $turns ->
    [one] Pingouins sur des carrés, { $turns } coup
   *[other] Pingouins sur des carrés, { $turns } coups
}
record-hex = { $turns ->
    [one] Pingouins sur des hexagones, { $turns } coup
   *[other] Pingouins sur des hexagones, { $turns } coups
}
record-classic = { $turns ->
    [one] Pingouins sur le plateau classique, { $turns } coup
   *[other] Pingouins sur le plateau classique, { $turns } coups
}
record-gamma = { $turns ->
    [one] Gamma, { $turns } coup
   *[other] Gamma, { $turns } coups
}
record-person = { $player }, une personne
record-engine = { $player }, un moteur de niveau { $level }
record-program = { $player }, un programme
record-after = C'est la position après le coup { $turn } sur { $count }.
record-stopped = La partie a été arrêtée. { $winner }
record-unfinished = La partie n'est pas terminée.
