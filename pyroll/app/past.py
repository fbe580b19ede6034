"""The rolls of this visit, as their list shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pyroll.app.hand import Veil
from pyroll.i18n import N_, Param, Signed, Text, text
from pyroll.line import write
from pyroll.resolve import Contest, Origin, Resolved, Single
from pyroll.system import Kind

__all__ = ["WINNER_KIND", "Past", "summary", "told", "winner_word"]

WINNER_KIND: Mapping[str | None, Kind] = {"actor": "ok", "opponent": "ko", None: "tie"}


@dataclass(frozen=True, slots=True)
class Past:
    """A roll of this visit: its line with the faces, what is shown of it, and where its dice came from.

    ``veil``: what of it is not to be seen yet.
    """

    line: str
    title: str
    kind: Kind
    word: Text
    detail: Text | None
    origin: Origin = "thrown"
    undone: bool = False
    veil: Veil = "open"


def summary(result: Resolved, origin: Origin = "thrown", *, undone: bool = False) -> Past:
    """A result as the list of past rolls shows it."""
    title, line = result.test.system.title, write(result.test)
    match result:
        case Single():
            words = result.explain()
            figure = _figure(*words.stats[0]) if words.stats else None
            return Past(line, title, words.kind, words.word, figure, origin, undone)
        case Contest():
            kind = WINNER_KIND[result.duel.winner]
            figure = _figure(N_("Écart"), Signed(result.duel.margin))
            return Past(line, title, kind, winner_word(result), figure, origin, undone)


def winner_word(result: Contest) -> Text:
    """Who wins an opposition."""
    match result.duel.winner:
        case "actor":
            return text("L’actif l’emporte")
        case "opponent":
            return text("Le réactif l’emporte")
        case None:
            return text("Égalité")


def told(who: str, sentence: Text) -> Text:
    """A result's sentence with whose roll it is, "" for nobody's."""
    return text("{who}. {sentence}", who=who, sentence=sentence) if who else sentence


def _figure(label: str, value: Param) -> Text:
    return text("{label}\xa0{value}", label=Text(label), value=value)
