# La page dans un navigateur.
web-tagline = Des pingouins sur la glace fragile : glissez, pêchez, et ne restez pas coincés.
web-menu = Menu
web-help = Aide
web-close = Fermer
web-cancel = Annuler
web-save = Enregistrer
web-copy = Copier
web-copied = Copié
web-loading = Chargement…
web-reconnecting = Connexion perdue. Reconnexion…
web-no-game = Cette partie n'existe pas.
web-no-game-why = Le lien est peut-être faux, ou la partie a été supprimée parce que personne ne l'avait ouverte depuis longtemps.

# Une nouvelle partie.
web-new-game = Nouvelle partie
web-start = Jouer
web-opponent = Adversaire
web-against-engine = Ordinateur
web-against-link = Un ami, par lien
web-against-here = Sur cet écran
web-level = Niveau
web-your-name = Votre nom
web-name-of = Nom du joueur { $mark }
web-options = Joueurs, plateau et pendule
web-seat-me = Moi
web-seat-link = Quelqu'un d'autre, par lien
web-engine = Ordinateur
web-by-rules = selon les règles
web-random = au hasard
web-clock = Pendule
web-no-clock = Sans limite
web-clock-value = { $minutes } min + { $seconds } s par coup
web-public = L'afficher dans le salon
web-board-file = Utiliser un fichier de plateau…
web-board-remove = Utiliser un nouveau plateau

# La page d'accueil.
web-my-games = Mes parties
web-game = Partie
web-your-turn = à vous
web-forget = Retirer de cette liste
web-lobby = Salon
web-lobby-empty = Aucune partie publique pour le moment.
web-open = Ouvrir un fichier
web-open-about = Un fichier de plateau, ou une partie enregistrée.
web-open-file = Choisir un fichier…
web-tournament = Suivre le tournoi

# Jouer.
web-board = Plateau
web-board-of = Plateau : { $game }
web-zoom = Zoom
web-tile = ligne { $row }, colonne { $col }
web-cell = x { $x }, y { $y }
web-tile-empty = vide
web-tile-water = eau
web-tile-penguin = pingouin de { $player }
web-you = vous
web-winner = gagnant
web-online = en ligne
web-offline = hors ligne
web-rename = Changer le nom
web-actions = Actions
web-undo = Annuler
web-redo = Rétablir
web-hint = Indice
web-play-hint = Jouer l'indice
web-searching-hint = Recherche d'un indice…
web-golden = Coup d'or
web-golden-now = Choisissez la case que prend le coup d'or.
web-golden-first = Pour prendre cette case à un autre joueur, choisissez d'abord le coup d'or.
web-only-golden = Il ne vous reste aucune case vide : jouez le coup d'or, ou passez.
web-not-takable = Cette case ne peut pas être prise maintenant.
web-out-of-reach = Le pingouin ne peut pas y aller : il glisse en ligne droite sur des plaques libres.
web-pass = Passer
web-pause = Pause
web-resume = Reprendre
web-paused = En pause.
web-move-now = Jouer tout de suite
web-type-turn = Tapez un coup
web-enter = Valider
web-typed = « { $text } » n'est pas un coup : tapez ligne et colonne, ou r4c7-r4c9.
web-typed-gamma = « { $text } » n'est pas un coup : tapez x y, g x y pour le coup d'or, ou passer.
web-end-game = Finir la partie
web-end-question = Finir la partie ici ? Les scores décident.
web-asks-undo = { $player } demande d'annuler un coup.
web-asks-redo = { $player } demande de rétablir un coup.
web-asks-stop = { $player } demande de finir la partie ici.
web-waiting-answer = En attente de la réponse des autres.
web-accept = Accepter
web-decline = Refuser
web-take-back = Retirer la demande
web-rematch = Revanche
web-rematch-started = Une revanche a été lancée.
web-to-rematch = Aller à la revanche
web-turn = Coup
web-first = Début de la partie
web-previous = Coup précédent
web-next = Coup suivant
web-last = Dernier coup
web-to-game = Retour à la partie
web-play-on = Continuer à partir d'ici
web-save-record = Télécharger la partie
web-save-board = Télécharger le plateau

# Liens.
web-links = Liens
web-links-about = Envoyez à chaque joueur son propre lien. Celui qui l'a joue à cette place.
web-links-host = Seule la personne qui a créé la partie a les liens des places.
web-link-for = Lien pour { $player }
web-link-own = Mon propre lien, pour un autre appareil
web-link-watch = Lien pour les spectateurs
web-link-unknown = Ce navigateur ne connaît pas le lien. Un nouveau lien annule l'ancien.
web-renew = Créer un nouveau lien
web-renewed = L'ancien lien n'est plus valable. Envoyez le nouveau.
web-absent = Tous les joueurs ne sont pas encore là.
web-watching = Vous regardez cette partie.
web-seat-lost = Votre lien a été remplacé par un nouveau : vous êtes maintenant spectateur.

# Analyse.
web-analysis = Analyse
web-engine-thinks = Le moteur réfléchit.
web-lead-for = avance attendue de { $player }
web-search = profondeur { $depth }, { $nodes } nœuds, { $seconds } s
web-evaluation = Avance attendue de { $player } : { $lead }
web-line = La ligne du moteur
web-in-line = { $count ->
    [one] La ligne du moteur, { $count } coup plus loin.
   *[other] La ligne du moteur, { $count } coups plus loin.
}
web-heat = Carte de chaleur
web-solve = Résoudre
web-solving = Recherche du résultat exact…
web-proved = Au mieux joué : { $scores }.
web-bounds = Non prouvé : l'avance du joueur au trait est entre { $least } et { $most }.
web-cannot-solve = Une position de ce genre ne peut pas être résolue.
web-set-up = Préparer une position
web-brush = Ce qu'un clic pose sur le plateau
web-to-move = Au trait
web-score-of = Score de { $mark }
web-analyse = Analyser
web-new-board = Plateau au hasard
web-clear = Vider
web-paste = Texte d'un plateau ou d'une partie
web-use-text = Utiliser ce texte

# Aide.
web-help-rules = Les règles en bref
web-help-keys = Souris, doigt et touches
web-help-mouse = Cliquez ou touchez un pingouin, puis sa destination ; ou faites-le glisser.
web-key-arrows = parcourir les cases quand le plateau est actif, sinon les coups
web-key-escape = désélectionner, ou retour à la partie
web-key-type = taper un coup : 4 7, r4c7-r4c9, x2y1
web-key-steps = coup précédent et suivant
web-key-pause = pause et reprise ; faire jouer le moteur tout de suite
web-key-gamma = coup d'or et passer, dans Gamma
web-key-analysis = activer ou arrêter l'analyse
web-help-marks = Marques sur le plateau
web-help-marks-about = Un cadre plein avec un point est une case accessible, un cadre rempli le pingouin choisi. Une ligne pointillée ou un cadre en tirets montre le dernier coup. Un point d'interrogation est un indice. Les pourcentages montrent ce que le moteur examine.

# Ce qui n'a pas marché.
web-error-bad-request = Le serveur n'a pas compris la demande. Rechargez la page.
web-error-bad-game = Une telle partie ne peut pas commencer.
web-error-bad-file = Il y a des fautes dans le fichier.
web-error-no-secret = Vous n'avez pas de place dans cette partie, ou votre lien a été remplacé.
web-error-not-yours = Ce n'est pas à vous de jouer.
web-error-no-help = Pas d'aide du moteur dans une partie entre personnes.
web-error-other-origin = La page ne vient pas de l'adresse du serveur.
web-error-not-found = Cette partie n'existe pas.
web-error-illegal-turn = Ce coup n'est pas permis.
web-error-stale = La partie a continué entre-temps.
web-error-refused = Ce n'est pas possible maintenant.
web-error-too-large = C'est trop grand pour ce serveur.
web-error-too-many = Trop de demandes. Attendez un instant.
web-error-engine-time = Vous avez épuisé votre temps de moteur. Réessayez plus tard.
web-error-busy = Le moteur est occupé. Réessayez dans un instant.
web-error-stopping = Le serveur va redémarrer.
web-error-offline = Le serveur est injoignable.
web-error-unknown = Un problème est survenu.

# Penguins that a player still has to place.
web-to-place = { $count ->
    [one] { $count } pingouin à placer
   *[other] { $count } pingouins à placer
}
