"""Cookies of a test's browser, kept to undo what a request does to them."""

from http.cookies import SimpleCookie


def kept_cookies(cookies: SimpleCookie) -> SimpleCookie:
    """Return a copy with the same cookies; an answer replaces a cookie, and never changes one."""
    kept = SimpleCookie()
    dict.update(kept, cookies)
    return kept
