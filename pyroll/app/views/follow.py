"""What to do after a result: throw a tie again, or take what it promises to the next test.

Both need no code of their own: a button that submits the form, and links to the test that follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import htpy as h

from pyroll.app.views.icons import icon
from pyroll.i18n import N_, Language, Signed, Text, text
from pyroll.line import Test, write
from pyroll.resolve import Contest, Resolved, Single

__all__ = ["follow"]


def follow(result: Resolved, language: Language) -> Iterator[h.Element]:
    """The next steps that this result calls for; mostly none."""
    match result:
        case Contest() if result.duel.winner is None:
            yield h.button(".pr-btn.pr-btn--ghost", id="act-again", type="submit", form=result.test.system.key)[
                icon("again", small=True), h.span[language.say(N_("Égalité : relancer"))]
            ]
        case Single() if (promised := result.test.system.suggests(result.played.result)) != 0:
            for words, test in _suggested(result.test, promised):
                yield h.a(".pr-btn.pr-btn--ghost", href=f"#{write(test)}")[
                    icon("die", small=True), h.span[language.say(words)]
                ]


def _suggested(test: Test, promised: int) -> Iterator[tuple[Text, Test]]:
    """The next test with the bonus or malus in its field; the opposite for a fresh form of the other's."""
    before = test.unthrown()
    field = test.system.bonus
    if field is None:
        raise ValueError(f"{test.system.key}: what it suggests has no field to go to")
    mine = replace(before, actor=replace(before.actor, **{field: promised}))
    theirs = replace(before, actor=test.system.request(**{field: -promised}))
    yield text("Suggestion : {n} au prochain test", n=Signed(promised)), mine
    yield text("Suggestion : {n} à l’adversaire", n=Signed(-promised)), theirs
