# Pourquoi un coup ou une commande est refusé.

illegal-game-over = La partie est finie.
illegal-off-board = C'est en dehors du plateau.
illegal-still-placing = Les pingouins ne sont pas encore tous posés.
illegal-all-placed = Tous les pingouins sont déjà posés.
illegal-no-floe = Il n'y a pas de plaque en { $at }.
illegal-occupied = Un pingouin de { $player } se tient en { $at }.
illegal-not-one-fish = { $fish ->
    [one] La plaque en { $at } porte { $fish } poisson, et un pingouin commence sur un seul.
   *[other] La plaque en { $at } porte { $fish } poissons, et un pingouin commence sur un seul.
}
illegal-no-penguin = { $player } n'a pas de pingouin en { $at }.
illegal-no-distance = Un pingouin doit avancer d'une case au moins.
illegal-not-in-line = { $to } n'est pas en ligne droite depuis { $from }.
illegal-water-between = Il y a de l'eau en { $at } sur le chemin.
illegal-penguin-between = Un pingouin de { $player } se tient en { $at } sur le chemin.
illegal-taken = { $player } tient cette case.
illegal-too-many-areas = { $most ->
    [one] { $player } tiendrait plus de { $most } zone : prenez une case voisine d'une des vôtres.
   *[other] { $player } tiendrait plus de { $most } zones : prenez une case voisine d'une des vôtres.
}
illegal-golden-used = { $player } a déjà joué son coup d'or.
illegal-empty-cell = Cette case est vide : un coup d'or prend celle d'un autre joueur.
illegal-own-cell = { $player } tient déjà cette case.
illegal-breaks = { $most ->
    [one] { $player } se retrouverait avec plus de { $most } zone.
   *[other] { $player } se retrouverait avec plus de { $most } zones.
}
illegal-no-memory = La mémoire ne suffit pas.

refused-engine-to-move = C'est le tour d'un moteur.
refused-ended = La partie est terminée.
refused-nothing-to-undo = Il n'y a rien à annuler.
refused-nothing-to-redo = Il n'y a rien à rétablir.
refused-no-hint-now = Les indices sont pour la personne dont c'est le tour.
refused-no-task = Aucun moteur ne réfléchit.
