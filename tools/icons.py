"""Draws the home screen's icons from static/icon.svg: `python -m tools.icons`. They are committed.

The drawing has two colours: sixteen shades between them and as many of its see-through corners are all that a picture
needs, and make it a third as large.

Those that a system cuts into a shape of its own (Android's "maskable", Apple's) are filled to their edges.
"""

import base64
import struct
import zlib
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tools import chromium

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "static" / "icon.svg"
TARGET = ROOT / "static" / "icons"

# Name -> side in pixels, and whether it is cut to shape by whoever shows it
ICONS = {"192.png": (192, False), "512.png": (512, False), "maskable.png": (512, True), "180.png": (180, True)}
GROUND, LIGHT = "#14201c", "#e9edea"
SAFE = 0.8  # of the side: what "maskable" promises to show


# The pixels of a picture, which only the browser can decode
PIXELS = """async (data) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const bytes = canvas.getImageData(0, 0, picture.width, picture.height).data;
  return Array.from(bytes);
}"""


def small(browser: Browser, picture: bytes, side: int) -> bytes:
    """The same picture with a palette."""
    page = browser.new_page()
    bytes_ = bytes(page.evaluate(PIXELS, base64.b64encode(picture).decode()))
    page.close()
    dark, light = (bytes.fromhex(colour.removeprefix("#")) for colour in (GROUND, LIGHT))
    shades = [bytes(d + (b - d) * step // 15 for d, b in zip(dark, light, strict=True)) for step in range(16)]
    rows = bytearray()
    for row in range(side):
        rows.append(0)  # no filter
        for at in range(row * side, (row + 1) * side):
            red, alpha = bytes_[4 * at], bytes_[4 * at + 3]
            step = round((red - dark[0]) * 15 / (light[0] - dark[0]))
            rows.append(min(max(step, 0), 15) if alpha == 255 else 16 + alpha // 17)

    def chunk(kind: bytes, content: bytes) -> bytes:
        checked = kind + content
        return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))

    palette = b"".join(shades) + dark * 16
    clear = bytes([255] * 16 + [17 * step for step in range(16)])
    parts = ((b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 3, 0, 0, 0)), (b"PLTE", palette), (b"tRNS", clear))
    ended = ((b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in (*parts, *ended))


def draw(browser: Browser, side: int, *, cut: bool) -> bytes:
    drawing = SOURCE.read_text(encoding="utf-8")
    size = side * SAFE if cut else side
    ground = f"background:{GROUND}" if cut else ""
    page = browser.new_page(viewport={"width": side, "height": side})
    page.set_content(
        f'<body style="margin:0;height:100vh;display:grid;place-items:center;{ground}">'
        f'<div style="width:{size}px;height:{size}px">{drawing}</div>'
    )
    picture = page.screenshot(omit_background=True)
    page.close()
    return picture


def main() -> None:
    TARGET.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=list(chromium.FLAGS))
        for name, (side, cut) in ICONS.items():
            (TARGET / name).write_bytes(small(browser, draw(browser, side, cut=cut), side))
        browser.close()


if __name__ == "__main__":
    main()
