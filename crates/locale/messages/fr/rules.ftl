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

spec-players = Ce jeu se joue de { $fewest } à { $most } joueurs, pas à { $players }.
spec-seats = { $seats } places sont données pour { $players } joueurs.
spec-name = Le joueur { $player } a besoin d'un autre nom. { $reason }
spec-same-name = Les joueurs { $first } et { $second } s'appellent tous deux { $name } : changez l'un des noms.
spec-layout = La disposition ne se choisit que pour les hexagones.
spec-areas = Seul Gamma a un nombre maximal de zones.
spec-no-areas = Chaque joueur doit avoir droit à 1 zone au moins, pas à 0.
spec-penguins-in-gamma = Gamma n'a ni pingouins ni fichiers de plateau.
spec-classic-size = Le plateau classique est de 8 x 8.
spec-rows = Un nouveau plateau a de { $shortest } à { $longest } lignes, pas { $rows }.
spec-cols = Un nouveau plateau a de { $shortest } à { $longest } colonnes, pas { $cols }.
spec-size-with-board = Le plateau d'un fichier a sa propre taille.
spec-no-penguins = Il faut à chaque joueur 1 pingouin au moins, pas 0.
spec-too-few-floes = { $penguins ->
    [one] Il faut { $needed } plaques à un poisson pour { $players } joueurs avec { $penguins } pingouin chacun, mais le plateau en a { $floes }.
   *[other] Il faut { $needed } plaques à un poisson pour { $players } joueurs avec { $penguins } pingouins chacun, mais le plateau en a { $floes }.
}
spec-empty-seat = Le plateau a une ligne pour le joueur { $player }, mais il y a moins de joueurs.
spec-not-on-board = Le joueur { $player } n'est pas sur le plateau : choisissez moins de joueurs, ou continuez par le placement.
spec-first-without-board = Le premier joueur ne se choisit que sur le plateau d'un fichier.
spec-no-such-first = Le joueur { $player } ne peut pas commencer une partie à { $players }.
spec-over-already = Personne ne peut jouer sur ce plateau.
spec-board-players = Le plateau a { $found } joueurs, mais ce jeu en admet { $most } au plus.
spec-board-seat-twice = Le plateau a deux lignes pour le joueur { $player }.
spec-board-no-row = Le pingouin en { $at } est au joueur { $player }, qui n'a pas de ligne.
spec-board-score = Le score { $score } de { $name } ne laisse pas de place aux poissons du plateau.

name-empty = Un nom a une lettre au moins.
name-long = Un nom a { $most } lettres au plus.
name-control = Un nom ne contient pas de caractères de contrôle.
