"""The sheet under the pen: what is typed, held in the tab while the page may go away, and laid down or written on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import parse_qsl

from pyroll.app.draft import (
    Draft,
    checked,
    dump_draft,
    load_draft,
    touched,
    typed,
    with_row,
    without_row,
    without_typing,
)
from pyroll.app.people import People
from pyroll.app.ports import Ports
from pyroll.i18n import text
from pyroll.paste import paste_characteristics, paste_skills

__all__ = ["Pen"]

_PEN = "pen"
"""Under this name the tab holds what is being written."""
_PASTES = {"paste-skills": paste_skills, "paste-caracs": paste_characteristics}


class Pen:
    """Writes on the draft of the characters' screen.

    :param state: the screen's, as it is now; ``put``: sets it, ``become``: and draws what changed.
    """

    def __init__(
        self,
        ports: Ports,
        state: Callable[[], People],
        put: Callable[[People], None],
        become: Callable[[People], None],
    ) -> None:
        self._ports = ports
        self._state = state
        self._put = put
        self._become = become

    def held(self) -> Draft | None:
        """What was being written when the page went away."""
        return load_draft(str(self._ports.tools.draft(_PEN)))

    def keep_typing(self) -> None:
        """What stands in the form now."""
        state = self._state()
        if state.draft is not None:
            texts = parse_qsl(str(self._ports.tools.entriesOf("pen")), keep_blank_values=True)
            self._put(replace(state, draft=typed(state.draft, dict(texts))))

    def hold(self) -> None:
        """Note in the tab what is being written, or that nothing is."""
        draft = self._state().draft
        self._ports.tools.draft(_PEN, "" if draft is None else dump_draft(draft))

    def lay_down(self) -> None:
        """The pen is laid down without keeping anything: that can be taken back."""
        self.keep_typing()
        draft = self._state().draft
        if draft is None or not touched(draft):
            return

        async def undo() -> None:
            one = draft.sheet
            self.lay_down()
            again = replace(self._state(), draft=draft, creating=False, chosen=one.id, archive=one.archived)
            self._become(replace(again, prepared=None))

        self._ports.toast(text("Modifications abandonnées."), undo)

    def write_on(self, act: str, key: str) -> None:
        """What a button of the form does: "add-row", "remove-row", "drop", "paste-skills", "paste-caracs"."""
        self.keep_typing()
        draft = self._state().draft
        if draft is None:
            return
        match act:
            case "drop":
                self.lay_down()
                self._become(replace(self._state(), draft=None))
                return
            case "add-row":
                draft = with_row(draft, key)
                focus = f"pen-{key}-{draft.rows[key] - 1}-name"
            case "remove-row":
                kind, _, place = key.partition(".")
                draft = without_row(draft, kind, int(place))
                focus = ""
            case _:
                pasted = _PASTES[act](checked(draft)[0], str(self._ports.tools.valueOf("pen-lines")))
                draft = replace(without_typing(draft, pasted.sheet), pasted=pasted)
                self._ports.tools.clear("pen-lines", "\n".join(one.line for one in pasted.misread))
                focus = ""
        self._become(replace(self._state(), draft=draft))
        if focus:
            self._ports.page.focus(focus)
