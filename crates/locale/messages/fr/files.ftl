# Enregistrer, ouvrir et reprendre des parties.

dialog-confirm = Confirmer
dialog-yes = oui
dialog-no = non
dialog-cancel = annuler
dialog-save-first = enregistrer

files-save-title = Enregistrer
files-save-as = Enregistrer sous (.txt : le plateau ; autre nom : la partie) :
files-save-record = Enregistrer la partie sous :
files-save-as-short = Nom (.txt : le plateau seul) :
files-save-label = enregistrer
files-complete-label = compléter
files-overwrite = { $path } existe déjà. Remplacer ?
files-overwrite-label = remplacer
files-saved = Enregistré sous { $path }.
files-saved-gamma-txt = Enregistré sous { $path } : la partie entière, car Gamma n'a pas de fichiers de plateau.
files-exists = { $path } existe déjà : choisissez un autre nom.
files-is-directory = { $path } est un dossier : donnez le nom d'un fichier.
files-not-saved = Impossible d'enregistrer { $path } : { $reason }.

files-open-title = Ouvrir
files-open-name = Nom du fichier (plateau ou partie) :
files-open-label = ouvrir
files-choose-label = choisir dans la liste
files-none = Ni parties ni plateaux dans ce dossier.
files-large = grand fichier
files-left-out = { $count ->
    [one] { $count } fichier plus ancien n'est pas affiché.
   *[other] { $count } fichiers plus anciens ne sont pas affichés.
}
files-cannot-read = Impossible de lire { $path } : { $reason }.
files-cannot-open = Impossible d'ouvrir le fichier

files-kind-square = carrés
files-kind-hex = hexagones
files-kind-classic = classique
files-board = plateau { $rows } x { $columns }
files-turn = coup { $turn }
files-over = terminée
files-now = à l'instant
files-minutes-ago = { $count ->
    [one] il y a { $count } minute
   *[other] il y a { $count } minutes
}
files-hours-ago = { $count ->
    [one] il y a { $count } heure
   *[other] il y a { $count } heures
}
files-days-ago = { $count ->
    [one] il y a { $count } jour
   *[other] il y a { $count } jours
}

files-resume-title = Reprendre une partie interrompue
files-resume-label = reprendre
files-discard-label = supprimer
files-resume-one = Reprendre : { $game }
files-resume-many = Reprendre une des { $count } parties interrompues
files-discard-question = Supprimer cette partie interrompue ? Il ne sera plus possible de la reprendre.
files-not-resumed = Impossible de reprendre la partie : { $reason }.
files-not-discarded = Impossible de supprimer la partie : { $reason }.
files-unreadable-game = { $count ->
    [one] { $count } partie interrompue est illisible et ignorée : { $reason }.
   *[other] { $count } parties interrompues sont illisibles et ignorées : { $reason }.
}
files-autosave-failed = L'enregistrement automatique a échoué : { $reason }. Si le terminal se ferme, cette partie est perdue.
files-busy-game = elle se joue dans une autre fenêtre

