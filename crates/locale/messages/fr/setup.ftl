# Ce qui ne va pas dans le fichier de réglages.
settings-broken = Les réglages de { $path } sont inutilisables ({ $reason }). Le fichier reste tel quel et rien de nouveau n'est retenu.
settings-newer = { $path } vient d'un floe plus récent (version { $version }). Le fichier reste tel quel et rien de nouveau n'est retenu.
settings-not-stored = Impossible d'enregistrer les réglages dans { $path } : { $reason }.
