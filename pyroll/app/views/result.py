"""The result card: verdict, dice, sentence, reasons."""

from __future__ import annotations

import re
from collections.abc import Sequence

import htpy as h

from pyroll.app.hand import Hand
from pyroll.app.past import WINNER_KIND, told, winner_word
from pyroll.app.state import State
from pyroll.app.views.choices import fallen
from pyroll.app.views.dice import dice
from pyroll.app.views.follow import follow
from pyroll.app.views.icons import icon, side_mark, use
from pyroll.app.views.readings import in_force
from pyroll.app.views.scale import scale
from pyroll.app.views.veil import NAMES, seen
from pyroll.app.views.why import why
from pyroll.i18n import N_, Language, Param, Signed, Text, text
from pyroll.line import write
from pyroll.resolve import Contest, Single, contest_sentence
from pyroll.system import Kind, Side, SideName

__all__ = ["reasons", "thrown", "verdict"]

_LONG_WORD = 12
_FIGURE = re.compile(r"([+−]?\d+)")


def verdict(state: State, language: Language) -> h.Element:
    """What a person looks at first; an empty place while there is no result."""
    if state.hand is None:
        return _output(language, "", {})
    if state.hand.veil != "open":
        return _veiled_verdict(state.hand, language)
    match state.hand.result:
        case Single() as single:
            return _single_verdict(single, language)
        case Contest() as contest:
            return _contest_verdict(contest, language)


def thrown(state: State, language: Language) -> tuple[h.Element, h.Element]:
    """The dice, and what is said of them and can be done; empty places while there are none."""
    # Two classes in turn: a new throw with the same nodes settles anew, an opened link does not move.
    fresh = f"is-fresh-{state.throws % 2}" if state.throws else ""
    if state.hand is None:
        return h.div(id="dice"), h.div(id="say")
    if state.hand.veil != "open":
        return _veiled(state.hand, fresh, language)
    match state.hand.result:
        case Single() as single:
            return _single(state.hand, single, fresh, language)
        case Contest() as contest:
            return _contest(state.hand, contest, fresh, language)


def _single_verdict(single: Single, language: Language) -> h.Element:
    words = single.explain()
    judged = single.test.system.outcome(single.played.result, single.played.throws)
    data = {
        "data-line": write(single.test),
        "data-success": _word_of(judged["success"]),
        "data-critical": _word_of(judged["critical"]),
    }
    return _output(language, words.kind, data, _verdict(words.kind, words.word, words.stats, language))


def _single(hand: Hand, single: Single, fresh: str, language: Language) -> tuple[h.Element, h.Element]:
    words = single.explain()
    return (
        h.div(id="dice", class_=f"pr-card__part pr-thrown {fresh}")[
            fallen(hand, "actor", words.dice, language), scale(words.scale, language)
        ],
        _say(hand, words.sentence, language),
    )


def _contest_verdict(contest: Contest, language: Language) -> h.Element:
    kind = WINNER_KIND[contest.duel.winner]
    data = {"data-line": write(contest.test), "data-winner": _word_of(contest.duel.winner)}
    stats = ((N_("Écart"), Signed(contest.duel.margin)),)
    return _output(language, kind, data, _verdict(kind, winner_word(contest), stats, language))


def _contest(hand: Hand, contest: Contest, fresh: str, language: Language) -> tuple[h.Element, h.Element]:
    actor, opponent = contest.explain()
    return (
        h.div(id="dice", class_=f"pr-card__part pr-sides {fresh}")[
            _side(hand, actor, "actor", N_("Actif"), language),
            _side(hand, opponent, "opponent", N_("Réactif"), language),
        ],
        _say(hand, contest_sentence(contest, actor, opponent), language, house_rule=contest.test.system.house_rule),
    )


def reasons(state: State, language: Language) -> h.Element:
    """The steps to the result, each with its rule; nothing of a result that is not to be seen."""
    match state.result:
        case None:
            return h.div(id="steps")
        case Single(test=test) as single:
            return h.div(id="steps")[why(test.system, single.explain().steps, language), in_force(test, language)]
        case Contest(test=test) as contest:
            actor, opponent = contest.explain()
            last = test.system.duel_step(contest.actor.result, contest.opponent.result, contest.duel, test.readings)
            return h.div(id="steps", class_="pr-why__sides")[
                (
                    [h.h3(".pr-label")[language.say(title)], why(test.system, found, language)]
                    for title, found in (
                        (N_("Actif"), actor.steps),
                        (N_("Réactif"), opponent.steps),
                        (N_("Comparaison"), (last,)),
                    )
                ),
                in_force(test, language),
            ]


def _veiled_verdict(hand: Hand, language: Language) -> h.Element:
    """What is not to be seen stands in no attribute either."""
    side = seen(hand) if hand.veil == "verdict" else None
    word = language.say(Text(NAMES[hand.veil]) if side is None else side.count)
    name = h.span(".pr-verdict__word.pr-verdict__word--long")[word[:1].upper() + word[1:]]
    return _output(language, "veiled", {}, icon("hidden"), name)


def _veiled(hand: Hand, fresh: str, language: Language) -> tuple[h.Element, h.Element]:
    """A result without its verdict, or without anything."""
    side = seen(hand) if hand.veil == "verdict" else None
    show = N_("Montrer le jet") if side is None else N_("Montrer le verdict")
    note = (
        N_("Lancé et gardé, caché.")
        if side is None
        else N_("La difficulté et le verdict sont cachés, le formulaire et les chances aussi.")
    )
    return (
        h.div(id="dice", class_=fresh if side is None else f"pr-card__part pr-thrown {fresh}")[
            side is not None and dice(side.dice, language)
        ],
        h.div(id="say", class_="pr-card__part pr-card__part--say")[
            h.p(".pr-note")[language.say(note)],
            h.div(".pr-row.pr-next")[
                _act("show", "eye", show, language),
                side is not None and _act("put-away", "left", N_("Reprendre le test"), language),
                hand.before is not None and _act("undo", "undo", N_("Annuler ce jet"), language),
            ],
        ],
    )


def _word_of(value: object) -> str:
    return "none" if value is None else str(value).lower()


def _output(language: Language, kind: str, data: dict[str, str], *children: h.Node) -> h.Element:
    return h.output(
        data,
        id="verdict",
        class_=f"pr-verdict pr-verdict--{kind}" if kind else "pr-verdict",
        aria_live="polite",
        aria_atomic="true",
        aria_label=language.say(N_("Verdict")),
    )[children]


def _verdict(kind: Kind, word: Text, stats: Sequence[tuple[str, Param]], language: Language) -> h.Fragment:
    said = language.say(word)
    long = len(said) > _LONG_WORD
    return h.fragment[
        use(kind, f"pr-verdict__icon pr-mark--{kind}"),
        h.span(class_="pr-verdict__word pr-verdict__word--long" if long else "pr-verdict__word")[said],
        bool(stats) and h.span(".pr-verdict__stats")[(_stat(label, value, language) for label, value in stats)],
    ]


def _stat(label: str, value: Param, language: Language) -> h.Element:
    figure = language.say(text("{value}", value=value))
    return h.span(".pr-verdict__stat")[language.say(label), " ", h.b[figure]]


def _side(hand: Hand, side: Side, name: SideName, title: str, language: Language) -> h.Element:
    return h.section(".pr-side", aria_label=language.say(title))[
        h.header(".pr-side__head")[
            side_mark("actor" if name == "actor" else "reactor"),
            h.h2(".pr-h2")[language.say(title)],
            _count(language.say(side.count)),
        ],
        fallen(hand, name, side.dice, language),
    ]


def _count(said: str) -> h.Element:
    """The figure in large, or the whole when there is none."""
    parts = _FIGURE.split(said)
    if len(parts) == 1:
        return h.span(".pr-side__count.pr-side__count--word")[h.b[said]]
    return h.span(".pr-side__count")[(h.b[part] if index % 2 else part for index, part in enumerate(parts))]


def _say(hand: Hand, sentence: Text, language: Language, *, house_rule: bool = False) -> h.Element:
    """The sentence to read aloud, a word where the rule or the dice are not the usual ones, and what to do next."""
    return h.div(id="say", class_="pr-card__part pr-card__part--say")[
        h.p(".pr-say")[language.say(told(hand.who, sentence))],
        house_rule and h.p(".pr-note")[language.say(N_("Règle maison : la source ne prévoit pas d’opposition."))],
        _origin(hand, language),
        h.div(".pr-row.pr-next")[
            _act("copy", "copy", N_("Copier la phrase"), language),
            _share("result", "out", N_("Partager"), language),
            hand.origin == "received" and _share("keep", "in", N_("Garder dans le journal"), language),
            hand.before is not None and _act("undo", "undo", N_("Annuler ce jet"), language),
            follow(hand.result, language),
        ],
    ]


def _origin(hand: Hand, language: Language) -> h.Node:
    match hand.origin:
        case "typed":
            return h.p(".pr-note.pr-row.pr-origin")[icon("keys", small=True), h.span[language.say(N_("Dés saisis"))]]
        case "received":
            return h.p(".pr-note.pr-origin")[language.say(N_("Reçu par lien"))]
        case "thrown":
            return None


def _act(name: str, symbol: str, words: str, language: Language) -> h.Element:
    return h.button(".pr-btn.pr-btn--ghost", id=f"act-{name}", type="button", data_table=name)[
        icon(symbol, small=True), h.span[language.say(words)]
    ]


def _share(what: str, symbol: str, words: str, language: Language) -> h.Element:
    return h.button(".pr-btn.pr-btn--ghost", id=f"share-{what}", type="button", data_share=what)[
        icon(symbol, small=True), h.span[language.say(words)]
    ]
