"""One roll of the journal: its row, and what unfolds under it."""

from __future__ import annotations

from collections.abc import Iterator

import htpy as h

from pyroll.app.views.dice import dice
from pyroll.app.views.icons import icon, use
from pyroll.app.views.percent import coarse, exact
from pyroll.app.views.why import why
from pyroll.i18n import N_, Language, Signed, Text, text
from pyroll.journal import ORIGINS, Entry, Judgement, decisions, difference, judge, result_words
from pyroll.moment import local
from pyroll.odds import Chance
from pyroll.resolve import Contest, Single, contest_sentence
from pyroll.systems import system_named
from pyroll.timeline import Row

__all__ = ["better_than", "entry", "entry_title"]


def entry_title(one: Entry) -> Text | str:
    """What was rolled: the skill, or else the system."""
    system = system_named(one.system)
    return one.label or (one.system if system is None else Text(system.title))


def entry(row: Row, offset: int, language: Language, share: Chance | None = None, *, unfolded: bool) -> h.Element:
    """The row; ``offset``: minutes that the wall clock is ahead of UTC; ``share``: of worse throws, once known."""
    one = row.entry
    return h.li(".pr-entry", id=f"entry-{one.id}")[
        h.button(".pr-entry__head", type="button", data_entry=one.id, aria_expanded="true" if unfolded else "false")[
            h.span(".pr-entry__time")[language.say(local(row.at, offset).time)],
            icon("hidden") if one.secret else use(row.kind, f"pr-mark pr-mark--l pr-mark--{row.kind}"),
            h.span(".pr-who__text")[h.b[_said(entry_title(one), language)], h.span[_below(row, offset, language)]],
            h.span(".pr-entry__res")[_result(one, language)],
            better_than(one.id, share, language),
            icon("down", small=True),
        ],
        unfolded and _body(one, offset, language, row.at),
    ]


def better_than(key: str, share: Chance | None, language: Language) -> h.Element:
    """How good the throw was among all of its test's; empty until that is known, and where it is not."""
    if share is None:
        return h.span(id=f"rank-{key}")
    return h.span(".pr-rank", id=f"rank-{key}")[
        h.svg(".pr-rank__track", width="100%", height="6", aria_hidden="true")[
            h.rect(width=exact(share), height="100%")
        ],
        h.span[language.say(text("mieux que {share} des jets", share=coarse(share, language)))],
    ]


def _said(words: Text | str, language: Language) -> str:
    return words if isinstance(words, str) else language.say(words)


def _below(row: Row, offset: int, language: Language) -> h.Node:
    """Who, in which system, and on a phone when; what it says already in the title is left out."""
    one = row.entry
    system = system_named(row.system)
    title = row.system if system is None else language.say(system.title)
    names = [name for name in (one.character, title if one.label else "") if name]
    if one.origin != "thrown":
        names.append(language.say(ORIGINS[one.origin]))
    if one.note:
        names.append(one.note if len(one.note) < 60 else f"{one.note[:59]}…")
    return h.fragment[
        ", ".join(names),
        h.span(".pr-entry__when")[" · " if names else "", language.say(local(row.at, offset).time)],
    ]


def _result(one: Entry, language: Language) -> str:
    if one.secret:
        return language.say(N_("Jet secret"))
    words = result_words(one)
    if one.digest.margin is None:
        return language.say(words)
    if one.digest.opposed:  # whoever won is named already
        return language.say(text("{verdict}, écart {n}", verdict=words, n=abs(one.digest.margin)))
    return language.say(text("{verdict}, marge {margin}", verdict=words, margin=Signed(one.digest.margin)))


# --------------------------------------------------------------------------------------------------------- at length


def _body(one: Entry, offset: int, language: Language, at: int) -> h.Element:
    if one.secret:
        return _hidden(one, language)
    judgement = judge(one)
    changed = difference(one, judgement)
    return h.div(".pr-entry__body")[
        h.div(".pr-entry__main")[
            changed is not None and h.p(".pr-error")[use("fumble", "pr-mark pr-mark--fumble"), language.say(changed)],
            _told(judgement, language),
            h.p(".pr-note")[_facts(one, judgement, offset, language, at)],
            h.p(".pr-entry__line")[h.span(".pr-sr")[language.say(N_("Ligne du jet"))], " ", h.code[one.line]],
            _note(one, language),
            h.div(".pr-row.pr-entry__acts")[
                _act("again", N_("Relancer"), "reroll", one, language),
                _act("die", N_("Revoir"), "reopen", one, language),
                isinstance(judgement.result, Single | Contest)
                and _act("out", N_("Partager"), "share-entry", one, language),
                _act("cross", N_("Supprimer"), "erase", one, language),
            ],
        ],
    ]


def _hidden(one: Entry, language: Language) -> h.Element:
    """A secret roll: neither its line nor its dice, until it is shown."""
    return h.div(".pr-entry__body")[
        h.div(".pr-entry__main")[
            h.p(".pr-note")[language.say(N_("Lancé et gardé, caché."))],
            _note(one, language),
            h.div(".pr-row.pr-entry__acts")[
                _act("eye", N_("Montrer le jet"), "reveal", one, language),
                _act("cross", N_("Supprimer"), "erase", one, language),
            ],
        ],
    ]


def _note(one: Entry, language: Language) -> h.Element:
    return h.div[
        h.label(".pr-label", for_=f"note-{one.id}")[language.say(N_("Note"))],
        h.textarea(".pr-input.pr-input--text", id=f"note-{one.id}", data_note=one.id, rows="2")[one.note],
    ]


def _act(symbol: str, label: str, act: str, one: Entry, language: Language) -> h.Element:
    return h.button(".pr-btn", type="button", data_desk=act, data_key=one.id)[icon(symbol), language.say(label)]


def _told(judgement: Judgement, language: Language) -> h.Node:
    match judgement.result:
        case Single() as single:
            words = single.explain()
            return h.fragment[
                dice(words.dice, language),
                h.p(".pr-say")[language.say(words.sentence)],
                why(single.test.system, words.steps, language),
            ]
        case Contest() as contest:
            actor, opponent = contest.explain()
            test = contest.test
            last = test.system.duel_step(contest.actor.result, contest.opponent.result, contest.duel, test.readings)
            return h.fragment[
                (
                    h.section[h.h3(".pr-label")[language.say(name)], dice(side.dice, language)]
                    for name, side in ((N_("Actif"), actor), (N_("Réactif"), opponent))
                ),
                h.p(".pr-say")[language.say(contest_sentence(contest, actor, opponent))],
                why(test.system, (*actor.steps, *opponent.steps, last), language),
            ]
        case _:
            return None


def _facts(one: Entry, judgement: Judgement, offset: int, language: Language, at: int) -> str:
    """Half sentences: decisions, origin, day and version."""
    facts = [*_decided(judgement, language), language.say(ORIGINS[one.origin])]
    moment = local(at, offset)
    when = text("{date} à {time}", date=moment.date, time=moment.time)
    facts += [language.say(when), language.say(text("pyroll {version}", version=one.version))]
    return " · ".join(facts)


def _decided(judgement: Judgement, language: Language) -> Iterator[str]:
    if not isinstance(judgement.result, Single | Contest):
        return
    for label, value in decisions(judgement.result.test):
        if not value.strip("0,"):  # offered, and nothing taken
            continue
        yield language.say(text("{label} : {value}", label=Text(label), value=value))
