# Le menu principal.
menu-square = Pingouins sur carrés
menu-square-about = glisser, manger, laisser fondre la glace
menu-hex = Pingouins sur hexagones
menu-hex-about = six directions ; on marque en partant
menu-classic = Pingouins, plateau classique
menu-classic-about = 60 plaques en rangées de 8 et de 7
menu-gamma = Gamma
menu-gamma-about = prendre des cases en peu de zones
menu-open = Ouvrir un fichier
menu-open-about = un plateau ou une partie enregistrée
menu-settings = Réglages
menu-settings-about = langue, couleurs, niveau, rythme
menu-help = Aide
menu-help-about = les touches, et les règles en bref
menu-quit = Quitter
menu-quit-about = retour au terminal
menu-how-to-quit = Appuyez sur q pour quitter.
footer-language = langue

# L'écran de préparation : son titre, ses lignes et leurs valeurs.
setup-title-penguins = Une nouvelle partie de Pingouins
setup-title-gamma = Une nouvelle partie de Gamma
setup-start = COMMENCER LA PARTIE
setup-game = Jeu
setup-layout = Disposition
setup-players = Joueurs
setup-player = Joueur { $mark }
setup-rows = Lignes
setup-cols = Colonnes
setup-height = Hauteur
setup-width = Largeur
setup-areas = Zones max.
setup-penguins = Pingouins
setup-placement = Placement
setup-placement-manual = par les joueurs
setup-placement-automatic = au hasard
setup-seed = Graine
setup-board = Plateau
setup-board-new = nouveau
setup-phase = Phase
setup-phase-placement = placement
setup-phase-movement = déplacement
setup-first = Premier
setup-first-rules = selon les règles
setup-person = personne
setup-engine = moteur { $level }, { $name }
setup-engine-short = moteur { $level }
setup-program = programme
layout-odd-q = 2es colonnes plus bas
layout-even-q = 1res colonnes plus bas
layout-odd-r = 2es lignes plus à droite
layout-even-r = 1res lignes plus à droite

# Ce qu'on peut faire sur une ligne.
setup-hint-range = de { $least } à { $most }
setup-hint-from = { $least } ou plus
setup-hint-change = gauche et droite changent
setup-hint-seat = tapez un nom
setup-hint-seed = même graine, même plateau
setup-hint-new-board = Entrée : d'un fichier
setup-hint-board = Entrée : un autre fichier
setup-footer-start = commencer
setup-footer-next = ligne suivante
setup-footer-change = changer
setup-footer-seed = nouvelle graine
setup-footer-remove = nouveau plateau

# Un nombre hors de ses limites.
setup-changed = { $label } : de { $least } à { $most } ; { $old } est devenu { $new }.
# Un fichier de plateau a été ouvert.
setup-board-asks = Un fichier de plateau ne dit pas tout : vérifiez le jeu, les joueurs, la phase et qui commence.

# L'écran des réglages.
settings-title = Réglages
settings-about = Les réglages et les noms des joueurs sont retenus pour la prochaine fois. Les options de la ligne de commande ne valent qu'une fois.
settings-language = Langue
settings-theme = Couleurs
settings-level = Niveau des moteurs
settings-level-value = { $level }, { $name }
settings-time = Temps de réflexion
settings-pace = Coups affichés au moins
settings-moves = Liste des coups
settings-shown = affichée
settings-hidden = cachée
theme-default = par défaut
theme-colour-blind = daltonisme
theme-monochrome = sans couleurs

# Ce qui ne va pas dans le fichier de réglages.
settings-broken = Les réglages de { $path } sont inutilisables ({ $reason }). Le fichier reste tel quel et rien de nouveau n'est retenu.
settings-newer = { $path } vient d'un floe plus récent (version { $version }). Le fichier reste tel quel et rien de nouveau n'est retenu.
settings-not-stored = Impossible d'enregistrer les réglages dans { $path } : { $reason }.
