# Mode texte : questions, réponses et avis.

# Avant la partie.
plain-mode-explained = Interactif : des personnes jouent. Autonome : des moteurs jouent. Une réponse vide vaut 1.
plain-mode =
    Choisissez le mode de jeu :
    1 - interactif
    2 - autonome
plain-penguins-square = Nombre de pingouins, de { $least } à { $most } :
plain-sides-square = Dimensions x et y du plateau, de { $least } à { $most } :
plain-side-x = Dimension x du plateau, de { $least } à { $most } :
plain-side-y = Dimension y du plateau, de { $least } à { $most } :
plain-players = Combien de joueurs ? (de { $least } à { $most }, vide pour { $default })
plain-name = Nom du joueur { $mark } ? (vide pour { $default })
plain-name-taken = Le nom { $name } est déjà pris : choisissez-en un autre.
plain-sides-hex = Combien de lignes et de colonnes ? (de { $least } à { $most } ; vide pour { $rows } { $columns })
plain-rows-hex = Combien de lignes ? (de { $least } à { $most }, vide pour { $default })
plain-columns-hex = Combien de colonnes ? (de { $least } à { $most }, vide pour { $default })
plain-width = Largeur ? (de { $least } à { $most }, vide pour { $default })
plain-height = Hauteur ? (de { $least } à { $most }, vide pour { $default })
plain-areas = Combien de zones un joueur peut-il tenir ? (au moins { $least }, vide pour { $default })
plain-set-up-help = Répondez à la question pour préparer une partie, ou tapez quitter pour sortir. Les règles et les commandes viennent quand la partie commence.
plain-no-game = Il n'y a pas encore de partie : répondez d'abord à la question. (floe play --start commence sans questions.)
plain-input-ended-early = L'entrée s'est terminée avant le début de la partie.

# Nombres.
plain-too-long = Cette ligne est trop longue.
plain-not-a-number = « { $word } » n'est pas un nombre : tapez seulement des chiffres.
plain-unknown-word = « { $word } » n'est ni un nombre ni une commande : tapez aide pour les commandes.
plain-stands-alone = « { $word } » s'emploie seul : ne tapez rien après.
plain-too-large = « { $word } » est trop grand.
plain-number-range = Tapez un nombre de { $least } à { $most }.
plain-number-least = Tapez un nombre d'au moins { $least }.
plain-one-number = Trop de nombres : tapez-en un seul.
plain-two-numbers = Tapez deux nombres.
plain-only-two-numbers = Trop de nombres : tapez-en deux.

# Une partie.
plain-type-help = Tapez aide pour les règles et les commandes.
plain-placed-by-chance = Les pingouins ont été posés au hasard. Pour les poser vous-même, lancez le jeu avec --placement manual.
plain-placement = --Pose des pingouins--
plain-movement = --Déplacements--
plain-turn-of-player = Au joueur { $mark } de jouer
plain-turn-of = À { $player } de jouer
plain-water = (~ : de l'eau)
plain-score = { $player } : { $amount }
plain-gamma-status = { $golden ->
    [left] { $player } : zones { $areas } sur { $most }, cases libres à prendre { $free }, coup d'or disponible
   *[used] { $player } : zones { $areas } sur { $most }, cases libres à prendre { $free }, coup d'or déjà joué
}
plain-to-type = Tapez { $answer }
plain-over = La partie est finie : plus personne ne peut jouer.
plain-stopped = La partie a été arrêtée ici, et le score compte tel quel.
plain-left = Vous avez quitté la partie. Elle n'est pas finie ; le classement :
plain-input-ended = L'entrée est terminée. La partie n'est pas finie ; le classement :
plain-autosaved = La partie est conservée dans { $path } : floe proposera de la reprendre.
plain-again = Encore une partie ? (o/n)
plain-yes-or-no = Tapez o pour une autre partie, ou n pour finir.
plain-no-turn = { $player } n'a pas de coup à jouer.

# Enregistrer.
plain-save-what = Quel fichier ? Tapez enregistrer et son nom.
plain-no-files = Rien n'est enregistré : le plateau est écrit quand le coup est joué.

# Parties interrompues.
plain-interrupted = Il y a une partie interrompue : { $game }.
plain-resume = La reprendre ? (o/n ; supprimer)
plain-resume-help = Tapez o pour la reprendre, n pour la garder pour plus tard, ou supprimer pour la supprimer.

# Cases carrées.
plain-place-square = Donnez les coordonnées x et y :
plain-y-square = Donnez aussi la coordonnée y :
plain-from-square = Donnez les coordonnées x et y du pingouin :
plain-to-square = Donnez les coordonnées x et y de l'arrivée :
plain-too-many-place-square = Trop de nombres : tapez x et y.
plain-too-many-square = Trop de nombres : deux pour le pingouin, et deux pour son arrivée.
plain-off-square = { $at } est en dehors du plateau : x va de 0 à { $right }, y de 0 à { $bottom }.

# Hexagones.
plain-place-hex = Ligne et colonne d'une case à un poisson :
plain-column-hex = Colonne :
plain-too-many-place-hex = Trop de nombres : tapez une ligne et une colonne.
plain-off-hex = Les lignes vont de 1 à { $rows }, les colonnes de 1 à { $columns }.
plain-too-many-hex = Trop de mots : un coup est un pingouin, une direction et une distance.
plain-penguins-of = Pingouins de { $player } :
plain-penguin = { $number } : { $at }
plain-penguin-fish = { $fish ->
    [one] { $number } : { $at }, { $fish } poisson
   *[other] { $number } : { $at }, { $fish } poissons
}
plain-penguin-cannot = { $number } : { $at }, bloqué
plain-penguin-fish-cannot = { $fish ->
    [one] { $number } : { $at }, { $fish } poisson, bloqué
   *[other] { $number } : { $at }, { $fish } poissons, bloqué
}
plain-which-penguin = Quel pingouin ? (de 1 à { $count })
plain-no-such-penguin = Il n'y a pas de pingouin { $number } : choisissez de 1 à { $count }.
plain-not-yours = Le pingouin en { $at } est à { $player }.
plain-stuck = Le pingouin en { $at } est bloqué : il n'y a pas de plaque libre à côté.
plain-which-direction = Quelle direction ? { $directions }
plain-direction-free = { $number } { $direction } (jusqu'à { $reach })
plain-direction-blocked = { $number } { $direction } (bloqué)
plain-not-a-direction = « { $word } » n'est pas une direction : tapez 1 à { $count }, ou { $letters }.
plain-how-many-tiles = Combien de cases ? (de 1 à { $reach })
plain-blocked-by-edge = Direction { $direction } : le bord du plateau est sur le chemin.
plain-blocked-by-water = Direction { $direction } : de l'eau en { $at } est sur le chemin.
plain-blocked-by-penguin = Direction { $direction } : un pingouin de { $player } en { $at } est sur le chemin.
plain-too-far-edge = { $distance } cases, direction { $direction }, c'est trop loin : après { $reach } vient le bord du plateau.
plain-too-far-water = { $distance } cases, direction { $direction }, c'est trop loin : après { $reach } vient de l'eau en { $at }.
plain-too-far-penguin = { $distance } cases, direction { $direction }, c'est trop loin : après { $reach } vient un pingouin de { $player } en { $at }.
plain-north = nord
plain-north-east = nord-est
plain-east = est
plain-south-east = sud-est
plain-south = sud
plain-south-west = sud-ouest
plain-west = ouest
plain-north-west = nord-ouest
# Les abréviations des huit directions, dans l'ordre des noms ci-dessus.
plain-direction-letters = n ne e se s so o no

# Gamma.
plain-which-cell = Quelle case ? (x y ; g x y : coup d'or ; c ou passer : passer ; stop : arrêter)
plain-and-y = Et y ?
plain-which-golden = Quelle case le coup d'or prend-il ? (x y)
plain-too-many-pass = Trop de mots : passer ne prend pas de coordonnées.
plain-too-many-stop = Trop de mots : stop ne prend pas de coordonnées.
plain-too-many-golden = Trop de mots : un coup d'or est g, x et y.
plain-too-many-cell = Trop de mots : une case est x et y.

# Aide : les règles et les commandes.
plain-help-square =
    Sur le plateau, les nombres sont des poissons, les lettres des pingouins, ~ de l'eau.
    Les pingouins se posent sur des plaques à un poisson, que vous gagnez. Ensuite, chaque coup déplace un pingouin le long de sa ligne ou de sa colonne, par des plaques libres seulement ; la plaque qu'il quitte fond, et vous gagnez les poissons de celle où il arrive.
    Répondez par x et y, comptés à partir de 0 : la colonne d'abord, puis la ligne. Pour un pingouin, vous pouvez aussi taper quatre nombres : le pingouin et son arrivée.
plain-help-tiles-leaving = Une case montre ses poissons ; A2 est un pingouin du joueur A sur deux poissons. L'eau n'a pas de contour et montre ~. Une case se nomme par sa ligne et sa colonne : r4c7 est la ligne 4, colonne 7.
plain-help-tiles-arriving = Une case montre ses poissons ; A est un pingouin du joueur A. L'eau n'a pas de contour et montre ~. Une case se nomme par sa ligne et sa colonne : r4c7 est la ligne 4, colonne 7.
plain-help-placing = D'abord, les pingouins se posent à tour de rôle sur des cases à un poisson : tapez une ligne et une colonne.
plain-help-placing-scores = D'abord, les pingouins se posent à tour de rôle sur des cases à un poisson, que vous gagnez : tapez une ligne et une colonne.
plain-help-leaving = Chaque coup déplace un pingouin dans une des six directions, par des cases libres seulement ; la case qu'il quitte fond, et vous gagnez ses poissons.
plain-help-arriving = Chaque coup déplace un pingouin dans une des six directions, par des cases libres seulement ; la case qu'il quitte fond, et vous gagnez les poissons de celle où il arrive.
plain-help-answers = Répondez par le numéro d'un pingouin, une direction (son numéro, son nom ou ses lettres) et le nombre de cases. Les trois peuvent se taper d'un coup, comme 2{ "\u00A0" }ne{ "\u00A0" }3 ; deux cases aussi : r4c7-r4c9.
plain-help-gamma =
    Chaque coup prend une case vide ; un point est une case vide, un nombre est le joueur qui tient la case. Personne ne peut tenir plus de zones que permis : les cases qui se touchent par un côté forment une zone. Une fois par partie, le coup d'or prend une case d'un autre joueur.
    Pour prendre une case, tapez x y : x compte vers la droite et y vers le haut, à partir de 0.
    g x y joue le coup d'or, c ou passer passe, stop arrête la partie.
plain-commands = Ces commandes marchent à chaque question pendant une partie :
plain-command-file = FICHIER
plain-command-help = montrer cette aide
plain-command-board = montrer de nouveau le plateau
plain-command-hint = montrer ce que le moteur jouerait
plain-command-back = recommencer les questions de ce coup
plain-command-undo = annuler votre dernier coup et les réponses des moteurs
plain-command-redo = rétablir ce qui a été annulé
plain-command-save = enregistrer le plateau si le nom finit par .txt, sinon la partie
plain-command-save-gamma = enregistrer la partie
plain-command-quit = quitter la partie

# Mots à taper : un seul, ou plusieurs de même sens. Les mots anglais marchent dans toutes les langues.
plain-word-help = aide
plain-word-board = plateau
plain-word-hint = indice
plain-word-back = retour
plain-word-undo = annuler
plain-word-redo = refaire rétablir
plain-word-save = enregistrer
plain-word-quit = quitter
plain-word-pass = passer
plain-word-stop = arrêter
plain-word-yes = o oui
plain-word-no = n non
plain-word-discard = supprimer
