"""The sentences that stand in index.html itself, around the regions, by the name that an element there gives.

``data-say="NAME"`` is filled with the sentence; ``data-say-label`` and ``data-say-content`` put it into the element's
``aria-label`` or ``content``. The build fills them in French; the page says them anew when its language changes.
"""

from __future__ import annotations

from collections.abc import Mapping

from pyroll.i18n import LANGUAGES, N_

__all__ = ["PLACES", "SENTENCES", "other_language"]

PLACES: Mapping[str, str | None] = {"data-say": None, "data-say-label": "aria-label", "data-say-content": "content"}
"""What names a sentence -> the attribute that says it, None for the element's text."""

SENTENCES: Mapping[str, str] = {
    "title": N_("pyroll : vos jets de dés, expliqués"),
    "description": N_("Résout les jets de cinq jeux de rôle dans le navigateur, et dit pourquoi."),
    "skip": N_("Aller au test"),
    "system": N_("Système de jeu"),
    "display": N_("Affichage"),
    "theme": N_("Thème clair ou sombre"),
    "loading": N_("Chargement des règles"),
    "heading": N_("pyroll : préparer et lancer un test"),
    "result": N_("Résultat"),
    "why": N_("Pourquoi ?"),
    "begin": N_("Réglez le test."),
    "begin-result": N_("Le verdict, les dés et leurs raisons s’afficheront ici."),
    "begin-private": N_("Tout reste sur cet appareil."),
    "foot": N_("Jet"),
    "side": N_("Chances et derniers jets"),
    "chances": N_("Chances"),
    "spread": N_("Répartition des jets"),
    "whatif": N_("Et si…"),
    "recent": N_("Derniers jets"),
    "type": N_("Saisir des dés réels"),
    "typed": N_("Saisir des dés réels"),
    "shortcuts": N_("Raccourcis"),
    "settings": N_("Réglages"),
    "screens": N_("Écrans"),
    "tab-test": N_("Test"),
    "tab-people": N_("Personnages"),
    "tab-journal": N_("Journal"),
    "tab-rules": N_("Règles"),
    "free": N_("Dés libres"),
    "failed-system": N_("Les dés libres n’ont pas pu être chargés. Vérifiez la connexion."),
    "rules": N_("Les règles, par numéro"),
    "tab-group": N_("Groupe"),
    "gm": N_("Pour le meneur"),
    "gm-group": N_("Un contre plusieurs, ou plusieurs fois le même test"),
    "opening": N_("Un instant…"),
    "back": N_("Retour au test"),
    "files": N_("Fichiers"),
    "news": N_("Nouveautés (en anglais)"),
    # What went wrong: the start script shows the one that fits
    "failed": N_("Les règles n’ont pas pu démarrer."),
    "failed-start": N_(
        "Ce que vous avez saisi est gardé. Vérifiez la connexion, ou essayez un navigateur plus récent."
    ),
    "failed-file": N_("Un fichier de pyroll manque. Ce que vous avez saisi est gardé. Vérifiez la connexion."),
    "failed-type": N_(
        "L’hébergement envoie un fichier .wasm sous un mauvais type : il doit l’envoyer comme application/wasm."
    ),
    "failed-wasm": N_(
        "Ce navigateur n’exécute pas WebAssembly, dont pyroll a besoin. Une protection renforcée le bloque peut-être."
    ),
    "failed-old": N_("Ce navigateur est trop ancien pour pyroll, ou JavaScript y est désactivé."),
    "failed-running": N_("Une erreur est survenue ; vos saisies sont gardées."),
    "failed-language": N_("L’anglais n’a pas pu être chargé : la page reste en français."),
    "retry": N_("Réessayer"),
}


def other_language(code: str) -> str:
    """The language that the switch in the app bar leads to."""
    return next(other for other in LANGUAGES if other != code)
