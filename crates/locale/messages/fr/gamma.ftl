# Le programme `gamma` dans un terminal.

gamma-start =
    Tapez une ligne pour jouer à Gamma :
      I 8 6 2 3   jouer sur cet écran
      B 8 6 2 3   commandes et réponses
    Nombres : largeur, hauteur, joueurs, zones.
    Ctrl-D termine ; gamma --help en dit plus.

# La ligne sous le plateau : de courtes indications, côte à côte.
gamma-player = JOUEUR { $number }
gamma-busy = prises { $count }
gamma-free = libres { $count }
gamma-areas = zones { $count } sur { $most }
gamma-golden-left = coup d'or disponible
gamma-golden-used = coup d'or joué
gamma-at = en { $x } { $y }
gamma-over = la partie est finie

gamma-key-arrows = flèches : aller
gamma-key-take = Espace : prendre
gamma-key-golden = G : coup d'or
gamma-key-pass = C : passer
gamma-key-end = Ctrl-D : finir

# La dernière ligne ; les numéros des joueurs suivent.
gamma-winner = victoire
gamma-draw = égalité
