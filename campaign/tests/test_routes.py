"""Addresses are Django's own, but each route is looked up only once."""

from collections.abc import Sequence
from unittest.mock import patch

import pytest
from django import urls
from django.template import Context, Template
from django.urls import NoReverseMatch

from campaign import routes
from campaign.tests.urlconf import Route
from campaign.tests.urlconf import routes as every_route

NUMBERS = {"id": 0x0123_4567_89AB_CDEF, "int": 7}
WORDS = {"str": "a word/ü", "slug": "a-word", "flank": "left"}
NAMED = [route for route in every_route() if route.name]


@pytest.mark.parametrize("route", NAMED, ids=lambda route: route.text)
@pytest.mark.parametrize("prefix", ["/", "/practice/union/"])
def test_address_is_what_django_writes(route: Route, prefix: str) -> None:
    args = [(NUMBERS | WORDS)[argument.converter] for argument in route.arguments]
    with routes.addresses_under(prefix):
        assert written(routes.reverse, route.name, args) == written(urls.reverse, route.name, args)


def written(reverse: object, name: str, args: Sequence[object]) -> str:
    try:
        return reverse(name, args=args)  # type: ignore[operator, no-any-return]
    except NoReverseMatch:
        return "refused"


@pytest.mark.parametrize("args", [[], [1], [-1, 2], [2**70, 2], ["0123456789abcdef", "2"], [1, 2, 3], [1, None]])
def test_wrong_arguments_are_refused_like_djangos(args: list[object]) -> None:
    assert written(routes.reverse, "journal:entry", args) == written(urls.reverse, "journal:entry", args)


def test_name_nobody_has_is_refused() -> None:
    with pytest.raises(NoReverseMatch):
        routes.reverse("nobody:knows", [1])


def test_route_of_ids_and_numbers_is_looked_up_once() -> None:
    routes.reverse("journal:entry", [1, 2])
    with patch.object(urls, "reverse", side_effect=AssertionError("looked up again")):
        assert routes.reverse("journal:entry", [3, 40]) == "/c/0000000000000003/journal/40/"


class TestTag:
    def test_writes_an_address_in_every_template(self) -> None:
        assert drawn('{% url "journal:entry" 3 40 %}') == "/c/0000000000000003/journal/40/"

    def test_keeps_an_address_and_keeps_nothing_for_a_name_nobody_has(self) -> None:
        assert drawn('{% url "home" as here %}{% url "nobody:knows" as there %}[{{ here }}][{{ there }}]') == "[/][]"

    def test_refuses_a_name_nobody_has(self) -> None:
        with pytest.raises(NoReverseMatch):
            drawn('{% url "nobody:knows" %}')


def drawn(text: str) -> str:
    return Template(text).render(Context())
