"""Fingers on a page in Chromium: what a touch screen sends, through the developer tools."""

from typing import Any

Place = tuple[float, float]


def touch(page: Any, *paths: list[Place]) -> None:
    """Put down a finger at the first place of each path, move all of them along, and lift them."""
    devtools = page.context.new_cdp_session(page)
    for kind, at in [("touchStart", 0), *(("touchMove", n) for n in range(1, len(paths[0])))]:
        points = [{"x": path[at][0], "y": path[at][1], "id": n} for n, path in enumerate(paths)]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def between(one: Place, other: Place, steps: int = 6) -> list[Place]:
    """Return the places from one to the other in equal steps."""
    (x, y), (to, down) = one, other
    return [(x + (to - x) * n / steps, y + (down - y) * n / steps) for n in range(steps + 1)]


def middle(page: Any, selector: str) -> Place:
    """Return the middle of what a selector finds first, in pixels of the window."""
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
