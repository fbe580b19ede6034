"""In place of the library's module of this name: the colours of a terminal, which no page has.

Pyodide's start imports it with ``traceback``. The real one makes six classes of colours, which takes a hundredth of a
first visit. Every name that another module of the library asks for is here; every colour is the empty string.
"""

COLORIZE = False


class _NoColors:
    def __getattr__(self, name: str) -> str:
        return ""


class _Theme:
    """``theme.traceback.line_no``: whatever the section, no colours."""

    def __getattr__(self, name: str) -> _NoColors:
        return NoColors


ANSIColors = NoColors = _NoColors()
default_theme = theme_no_color = _Theme()


def get_colors(colorize: bool = False, *, file: object = None) -> _NoColors:
    """The codes to write by hand: none."""
    return NoColors


def decolor(text: str) -> str:
    """The text without codes: as it is."""
    return text


def can_colorize(*, file: object = None) -> bool:
    """Whether what is written to ``file`` may be coloured."""
    return False


def get_theme(*, tty_file: object = None, force_color: bool = False, force_no_color: bool = False) -> _Theme:
    """The colours of each kind of text."""
    return theme_no_color
