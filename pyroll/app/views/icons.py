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
    "up": "M6 14l6-6 6 6",
    "undo": "M8 5L3.5 9.5 8 14M4 9.5h9.5a6 6 0 0 1 0 12H9",
    "back": "M9 5H21v14H9l-6-7zM12 9.5l5 5M17 9.5l-5 5",
    "copy": "M11 8h6a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-6a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3zM16 8V4H4v12h4",
    "lock": "M7 11h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2zM8 11V8a4 4 0 0 1 8 0v3",
    "drop": "M13 2C13.5 7 20.5 10 20.5 15.5a8.5 8.5 0 0 1-17 0C3.5 10 10 8 13 2z",
    "keys": "M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zM8 8h.01M16 8h.01M12 12h.01"
    "M8 16h.01M16 16h.01",
    "left": "M15 5l-7 7 7 7",
    "check": "M5 12.5l4.5 4.5L19 7.5",
    "warn": "M12 4l9 16H3zM12 10v4.5M12 17v.5",
    "settings": "M4 7h10M18 7h2M4 17h2M10 17h10M14 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0M6 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
    "people": "M12 4a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM4 21c0-5 3.5-8 8-8s8 3 8 8",
    "log": "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
    "edit": "M4 20l1-4L16 5l3 3L8 19zM13.500 7.500l3 3",
    "print": "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
    "book": "M12 7c-2-1.700-5-2-8-2v13c3 0 6 .3 8 2 2-1.700 5-2 8-2V5c-3 0-6 .3-8 2zM12 7v13",
    "many": "M5 4h14v4H5zM5 10h14v4H5zM5 16h14v4H5z",
    "search": "M11 4.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13zM16 16l4.5 4.5",
    "out": "M12 15V4M7.5 8L12 3.5 16.5 8M5 13v7h14v-7",
    "in": "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 13v7h14v-7",
    "cross": "M6 6l12 12M18 6L6 18",
    "box": "M4 5h16v4H4zM6 9v10h12V9M10 13h4",
    "code": "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h3v3M20 14v6h-6",
    "eye": "M2.5 12c5-8.500 14-8.500 19 0c-5 8.500-14 8.500-19 0zM12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6",
    "hidden": "M2.5 12c5-8.500 14-8.500 19 0c-5 8.500-14 8.500-19 0zM4 20L20 4",
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
    "plain": '<rect x="5" y="5" width="54" height="54" rx="14" fill="currentColor"/>'
    f'<path d="M43 20H22l12 12-12 12h21" {_HOLE} stroke-width="6"/>',
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
