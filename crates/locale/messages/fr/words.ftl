# Mots et phrases que plusieurs écrans partagent.

amount-fish = { $count ->
    [one] { $count } poisson
   *[other] { $count } poissons
}
amount-cells = { $count ->
    [one] { $count } case
   *[other] { $count } cases
}
# Une liste de noms : ce mot joint les deux derniers.
list-and = { $others } et { $last }
# Un joueur avec la lettre ou le numéro du plateau.
player-with-mark = { $name } ({ $mark })

turn-place = { $player } pose un pingouin en { $to }.
turn-place-gain = { $player } pose un pingouin en { $to } et gagne { $fish ->
    [one] { $fish } poisson
   *[other] { $fish } poissons
}.
turn-slide = { $player } va de { $from } à { $to }.
turn-slide-gain = { $player } va de { $from } à { $to } et gagne { $fish ->
    [one] { $fish } poisson
   *[other] { $fish } poissons
}.
turn-take = { $player } prend { $to }.
turn-golden = { $player } prend { $to } par le coup d'or.
turn-golden-from = { $player } prend { $to } à { $loser } par le coup d'or.
turn-pass = { $player } passe.
turn-lost = { $player } perd un tour.
turn-eliminated = { $player } est hors jeu.

skipped-move = { $count ->
    [one] { $players } ne peut pas jouer et passe son tour.
   *[other] { $players } ne peuvent pas jouer et passent leur tour.
}
win-fish = { $score ->
    [one] { $players } gagne avec { $score } poisson.
   *[other] { $players } gagne avec { $score } poissons.
}
win-cells = { $score ->
    [one] { $players } gagne avec { $score } case.
   *[other] { $players } gagne avec { $score } cases.
}
shared-win-fish = { $score ->
    [one] { $players } se partagent la victoire avec { $score } poisson chacun.
   *[other] { $players } se partagent la victoire avec { $score } poissons chacun.
}
shared-win-cells = { $score ->
    [one] { $players } se partagent la victoire avec { $score } case chacun.
   *[other] { $players } se partagent la victoire avec { $score } cases chacun.
}
standing = { $rank }. { $player } : { $amount }

# Pieds de page : une touche et ce qu'elle fait.
footer-item = { $key } : { $label }
key-space = Espace
key-up = Haut
key-down = Bas
key-left = Gauche
key-right = Droite
key-enter = Entrée
key-escape = Échap
key-home = Début
key-end = Fin
key-page-up = PgPréc
key-page-down = PgSuiv
key-backspace = Retour
key-delete = Suppr

# Le nom d'une personne qui n'en a pas donné : avec la lettre ou le numéro du plateau.
player-word = Joueur
default-player = { player-word } { $mark }

undone = { $turns ->
    [0] La fin de la partie est annulée : elle continue.
    [one] Annulé : { $turns } coup.
   *[other] Annulé : { $turns } coups.
}
redone = { $turns ->
    [0] La partie est de nouveau arrêtée.
    [one] Rétabli : { $turns } coup.
   *[other] Rétabli : { $turns } coups.
}
hint-place = Indice : posez un pingouin en { $to }.
hint-slide = Indice : allez de { $from } à { $to }.
hint-take = Indice : prenez { $to }.
hint-golden = Indice : prenez { $to } par le coup d'or.
hint-pass = Indice : passez.
no-hint = Le moteur n'a pas d'indice.
no-legal-turn = Le moteur n'a trouvé aucun coup permis.

# Les niveaux des moteurs, du plus faible au plus fort.
level-1 = débutant
level-2 = novice
level-3 = facile
level-4 = amateur
level-5 = club
level-6 = fort
level-7 = expert
level-8 = maître
level-9 = grand maître
level-10 = pleine force
