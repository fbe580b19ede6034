"""Icons and marks: one sprite in the page, used by name."""

from __future__ import annotations

from collections.abc import Mapping

import htpy as h
from markupsafe import Markup

from pyroll.system import Kind

__all__ = ["icon", "mark", "side_mark", "sprite", "use"]

# Line icons, drawn in currentColor on a 24 × 24 grid.
_ICONS: Mapping[str, str] = {
    "minus": "M5 12h14",
    "plus": "M12 5v14M5 12h14",
    "right": "M9 5l7 7-7 7",
    "down": "M5 9l7 7 7-7",
    "again": "M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7",
    "die": "M12 2.5l8.5 5v9L12 21.5 3.5 16.5v-9zM12 12v9.5M12 12L3.5 7.5M12 12l8.5-4.5",
    "moon": "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
}

# Outcome marks: each its own silhouette, so that colour is never needed to tell them apart. "--hole" is what shows
# through them.
_HOLE = 'fill="none" stroke="var(--hole)" stroke-linecap="round" stroke-linejoin="round"'
_MARKS: Mapping[str, str] = {
    "crit": '<path fill="currentColor" transform="translate(1.3 1.3) scale(.96)" d="M32 1l7.8 10.3 12.1-4.4 1.1 12.8'
    "L65 24l-6.8 11 5 11.8-12.6 2.5L46.5 61.5 32 56l-14.5 5.5-4.1-12.2L.8 "
    '46.8l5-11.8L-1 24l12-4.3 1.1-12.8 12.1 4.4z"/>'
    '<path fill="var(--hole)" d="M32 16l5 11.3 12.2 1.2-9.2 8.2 2.7 12L32 42.5l-10.7 6.2 2.7-12-9.2-8.2L27 27.3z"/>',
    "ok": '<circle cx="32" cy="32" r="30" fill="currentColor"/>'
    f'<path d="M18 33l10 10 18-20" {_HOLE} stroke-width="7"/>',
    "ko": '<rect x="4" y="4" width="56" height="56" rx="8" fill="currentColor"/>'
    f'<path d="M20 20l24 24M44 20L20 44" {_HOLE} stroke-width="7"/>',
    "fumble": '<path d="M5 8h54a3 3 0 0 1 2.6 4.500L34.6 59a3 3 0 0 1-5.2 0L2.4 12.500A3 3 0 0 1 5 8z" '
    f'fill="currentColor"/><path d="M32 18v17" {_HOLE} stroke-width="7"/>'
    '<circle cx="32" cy="45" r="4.2" fill="var(--hole)"/>',
    "tie": '<path d="M32 2l30 30-30 30L2 32z" fill="currentColor" stroke="currentColor" stroke-width="3" '
    f'stroke-linejoin="round"/><path d="M21 26h22M21 38h22" {_HOLE} stroke-width="6"/>',
    "actor": '<circle cx="32" cy="32" r="30" fill="currentColor"/>'
    f'<path d="M19 47l13-32 13 32M24 36h16" {_HOLE} stroke-width="6.5"/>',
    "reactor": '<rect x="4" y="4" width="56" height="56" rx="8" fill="currentColor"/>'
    f'<path d="M23 49V16h12a9.5 9.5 0 0 1 0 19H23M35 35l9 14" {_HOLE} stroke-width="6.5"/>',
}


def sprite() -> h.Element:
    """All icons and marks, once in the page."""
    return h.svg(".pr-sr", aria_hidden="true", focusable="false")[
        h.defs[
            (h.symbol(id=f"i-{name}", viewBox="0 0 24 24")[h.path(d=path)] for name, path in _ICONS.items()),
            (
                h.symbol(id=f"v-{name}", viewBox="0 0 64 64")[Markup(drawing)]  # noqa: S704 (ours, above)
                for name, drawing in _MARKS.items()
            ),
        ]
    ]


def icon(name: str, *, small: bool = False) -> h.Element:
    """A line icon; it says nothing by itself, its button does."""
    css_class = "pr-icon pr-icon--s" if small else "pr-icon"
    return h.svg(class_=css_class, aria_hidden="true")[h.use(href=f"#i-{name}")]


def use(name: str, css_class: str) -> h.Element:
    """A mark from the sprite under a class of its own."""
    return h.svg(class_=css_class, viewBox="0 0 64 64", aria_hidden="true")[h.use(href=f"#v-{name}")]


def mark(kind: Kind) -> h.Element:
    """The small mark of an outcome."""
    return use(kind, f"pr-mark pr-mark--{kind}")


def side_mark(name: str) -> h.Element:
    """The mark of one side of an opposition: "actor" or "reactor"."""
    return use(name, f"pr-side__mark pr-mark--{name}")
