# Une partie en cours, sa fin, et revoir une partie.

footer-help = aide
footer-quit = quitter
footer-undo = annuler
footer-redo = rétablir
footer-hint = indice
footer-save = enregistrer
footer-open = ouvrir
footer-pause = pause
footer-resume = reprendre
footer-colours = couleurs
footer-menu = menu
footer-move-now = jouer tout de suite
footer-place = poser
footer-choose = choisir
footer-slide = glisser
footer-next-penguin = pingouin suivant
footer-steps = pas à pas
footer-take = prendre
footer-golden = coup d'or
footer-pass = passer
footer-end-game = finir la partie
footer-next-turn = suivant
footer-previous-turn = précédent
footer-play = lecture
footer-stop = arrêter
footer-faster = plus vite
footer-slower = moins vite
footer-jump = aller à un coup

footer-board = voir le plateau
footer-to-game = retour à la partie
footer-start = début
footer-look-back = revenir en arrière
footer-moves = coups
footer-play-hint = jouer l'indice
footer-continue = jouer à partir d'ici
footer-enter = valider
footer-cancel = annuler
footer-step-back = retour

game-square = Carrés
game-hex = Hexagones
game-classic = Classique
game-gamma = Gamma

panel-penguins = { $game } { $rows } x { $cols } : { $phase }
panel-placing = placement
panel-moving = coups
panel-over = fin
panel-gamma = { $most ->
    [one] { $game } { $cols } x { $rows }, { $most } zone
   *[other] { $game } { $cols } x { $rows }, { $most } zones
}
panel-program = (programme)
panel-turn = Coup { $turn }
panel-turn-of = Coup { $turn } sur { $count }
panel-areas = { $areas ->
    [one] { $areas } zone sur { $most }
   *[other] { $areas } zones sur { $most }
}
panel-free = { $count ->
    [one] { $count } case à prendre
   *[other] { $count } cases à prendre
}
panel-cell = x { $x } y { $y } : { $player }
panel-cell-empty = x { $x } y { $y } : vide
panel-engine = Le moteur
panel-thinks = { $player } réfléchit... (m : jouer)
panel-seconds = { $seconds } s
panel-search = profondeur { $depth }, avance { $lead }
panel-nodes = { $nodes } M nœuds, { $speed } M/s
panel-best = meilleur coup : { $turn }
panel-paused = En pause (p : reprendre)
column-fish = score
column-to-place = à poser
column-cells = cases
column-areas = zones

moves-pass = passe
moves-lost-turn = tour perdu
moves-eliminated = hors jeu

play-place = { $player } : posez un pingouin sur une plaque à un poisson.
play-choose = { $player } : choisissez un pingouin.
play-slide = { $player } : choisissez où va le pingouin.
play-take = { $player } : prenez une case.
play-thinks = { $player } réfléchit.
play-thinks-progress = { $player } réfléchit : { $progress }.
play-paused-person = En pause : { $player } peut encore jouer. Appuyez sur p pour relancer les moteurs.
play-paused-engine = En pause avant le tour de { $player }. Appuyez sur p pour reprendre.
play-over = La partie est finie. { $winner }
play-look-back = Coup { $turn } sur { $count }. { $what } Appuyez sur une touche pour revenir à la partie.
play-start = C'est le début de la partie.
play-hint = Indice : { $turn } ({ $lead }).
play-hint-enter = Indice : { $turn } ({ $lead }). Entrée le joue.
play-hint-golden = coup d'or { $at }
play-searching-hint = Recherche d'un indice... (m : montrer le meilleur trouvé)
play-moving-now = Le moteur joue tout de suite.
play-restarted = La partie recommence sur le même plateau.
play-pace = Chaque coup reste affiché au moins { $seconds } s avant celui d'un moteur.
play-pace-none = Les moteurs jouent dès qu'ils ont choisi.
play-leave = Quitter la partie ? Elle n'est ni finie ni enregistrée.
play-leave-ended = Quitter la partie finie ? Elle n'est pas enregistrée.
play-cannot-start = La partie ne peut pas commencer
play-choose-one-fish = Pour poser un pingouin, choisissez une plaque à un poisson.
play-cannot-move = Le pingouin en { $at } ne peut pas bouger.
play-not-yours = Le pingouin en { $at } n'est pas à vous : choisissez un des vôtres.
play-no-penguin = Vous n'avez pas de pingouin en { $at } : choisissez d'abord un des vôtres.

# Les coups tapés ; une ligne finit par le texte tapé.
entry-place = Coup (ligne colonne, ou r4c7) : { $text }
entry-slide = Coup (ligne colonne, r4c7-r4c9, ou { $example } pour le pingouin choisi) : { $text }
entry-gamma = Coup (x y, g x y, ou passer) : { $text }
entry-penguin = Quel pingouin ? { $list }  > { $text }_
entry-penguin-range = Choisissez un pingouin de 1 à { $most }.
entry-direction = Direction de { $from } ? { $list }  > { $text }_
entry-way = { $number } { $way } (jusqu'à { $far })
entry-no-direction = La direction { $way } n'existe pas.
entry-blocked = Le pingouin ne peut pas aller vers { $way }.
entry-distance = Combien de cases vers { $way }, de 1 à { $far } ? { $text }_
entry-distance-range = { $far ->
    [one] Le pingouin ne peut avancer que de { $far } case vers { $way }.
   *[other] Le pingouin peut avancer de 1 à { $far } cases vers { $way }.
}
entry-off-board = « { $text } » n'est pas sur le plateau, qui a les lignes 1 à { $rows } et les colonnes 1 à { $cols }.
entry-choose-first = Choisissez d'abord un pingouin, puis sa direction.
entry-no-turn = « { $text } » n'est pas un coup : tapez ligne colonne, r4c7-r4c9, ou { $example }.
entry-no-gamma-turn = « { $text } » n'est pas un coup : tapez x y, g x y, ou passer.

end-view = Voir le plateau
end-view-short = Plateau
end-again = Rejouer
end-again-short = Rejouer
end-same = Rejouer ce plateau
end-same-short = Même plateau
end-replay = Revoir la partie
end-replay-short = Revoir
end-save = Enregistrer la partie
end-save-short = Enregistrer
end-menu = Retour au menu
end-menu-short = Menu
end-quit = Quitter
end-quit-short = Quitter

replay-playing = lecture, { $milliseconds } ms par coup
replay-stopped = arrêt, { $milliseconds } ms par coup
replay-jump = Aller au coup { $turn } (Entrée)
replay-ends = La partie enregistrée s'arrête ici.

too-small = Ce terminal est trop petit ({ $width } x { $height }) : il faut { $columns } x { $rows }. Agrandissez-le, ou jouez avec --plain. Ctrl-C quitte.
