# L'aide de chaque écran : ce que font les touches, et les règles en bref.

help-title = Aide
help-close = une touche : fermer
help-scroll = flèches, PgPréc, PgSuiv : défiler   autre touche : fermer
help-scroll-short = flèches, Pg : défiler, autres : fermer
help-arrows = flèches
help-digits = chiffres
help-letters = lettres
help-mouse = souris

help-choose-line = choisir une ligne
help-change-line = la changer
help-open-entry = l'ouvrir
help-colours = changer les couleurs
help-language = changer la langue
help-quit = quitter
help-menu = retour au menu
help-type-number = taper un nombre
help-type-name = taper le nom d'un joueur
help-mouse-form = cliquer sur une ligne pour la choisir, encore pour la changer ; la molette change aussi
help-enter-form = commencer la partie, ouvrir un plateau, ou aller à la ligne suivante
help-open-board = ouvrir un plateau ou une partie enregistrée
help-new-seed = une nouvelle graine au hasard, sur la ligne de la graine
help-setup-players = Les joueurs sont des personnes ou des moteurs. Les moteurs ont des niveaux de 1, débutant, à 10, pleine force. Les noms et le niveau sont retenus.
help-setup-board = La même graine donne le même plateau. Les pingouins sont posés tour à tour par les joueurs, ou au hasard.

help-cursor = déplacer le curseur
help-cursor-diagonal = déplacer le curseur en diagonale
help-act = poser un pingouin, en choisir un, ou faire glisser celui qui est choisi
help-next-penguin = choisir le prochain pingouin qui peut bouger
help-mouse-penguins = cliquer fait de même ; on peut aussi tirer un pingouin vers son but ; la molette fait défiler
help-type-penguins = taper un coup : 4 7 ou r4c7-r4c9, ou { $direction } 2 pour le pingouin choisi
help-steps = choisir un pingouin, une direction et une distance, pas à pas
help-undo = annuler votre dernier coup et les réponses des moteurs, rétablir
help-hint = indice : le coup que jouerait le moteur ; Entrée le joue
help-move-now = jouer tout de suite : le moteur cesse de réfléchir
help-pause = pause, reprendre
help-look-back = revoir les coups passés ; montrer ou cacher la liste des coups
help-pace = montrer chaque coup moins ou plus longtemps avant celui d'un moteur
help-save-penguins = enregistrer et ouvrir un plateau (.txt) ou une partie
help-escape-penguins = ne plus choisir le pingouin, ou quitter la partie
help-scoring-arrival = On marque en arrivant : vous gagnez les poissons d'une plaque quand un pingouin y est posé ou y glisse.
help-scoring-departure = On marque en partant : vous gagnez les poissons d'une plaque quand votre pingouin la quitte. Celle où il se tient à la fin ne rapporte rien.
help-signs = Les chiffres, ><> et α sont des poissons, les lettres des pingouins, ~ de l'eau. Les étoiles marquent où un pingouin peut aller. Les pingouins commencent sur une plaque à un poisson, puis glissent en ligne droite sur des plaques libres ; celle qu'ils quittent fond. Un joueur qui ne peut pas bouger passe son tour.
help-directions = Directions : { $directions } (N nord, S sud, E est, W ouest).

help-take = prendre la case
help-golden = coup d'or : prendre la case sous le curseur à un autre joueur, une fois par partie
help-pass = passer
help-mouse-gamma = cliquer pour prendre une case ; la molette fait défiler
help-type-gamma = taper un coup : 2 1, g 2 1 pour un coup d'or, ou passer
help-save-gamma = enregistrer et ouvrir une partie
help-end-game = arrêter la partie ici
help-escape-gamma = quitter la partie
help-panel-gamma = Le panneau montre les cases et les zones de chaque joueur, et G tant que le coup d'or reste à jouer. Les cases voisines d'un joueur forment une zone.

help-next-turn = coup suivant
help-previous-turn = coup précédent
help-ten-turns = dix coups
help-ends = début, fin
help-go-to-turn = aller à un coup
help-play-stop = dérouler, arrêter
help-speed = plus vite, moins vite
help-mouse-replay = cliquer sur un coup de la liste ; la molette avance d'un coup
help-play-on = continuer la partie à partir du coup montré
help-save-replay = enregistrer, ouvrir

help-rules-penguins = Pingouins : les joueurs posent tour à tour leurs pingouins sur des plaques à un poisson ; puis, à chaque tour, on fait glisser un des siens aussi loin qu'on veut en ligne droite sur des plaques libres. La plaque quittée fond. Un joueur qui ne peut pas bouger passe son tour ; quand plus personne ne peut bouger, celui qui a le plus de poissons gagne.
help-rules-scoring = Sur les carrés et sur le plateau classique, on marque quand un pingouin arrive ; sur les hexagones, quand il part.
help-rules-gamma = Gamma : à votre tour, prenez une case libre. Vos cases ne peuvent former qu'un nombre limité de zones. Une fois par partie, prenez une case à un autre joueur : le coup d'or. Celui qui a le plus de cases gagne.
