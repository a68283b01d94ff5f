"""A page takes from its parents what Django's own tags would, but looks its family up once."""

from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

import pytest
from django.template import Context, Engine, TemplateSyntaxError

OURS = ["campaign.templatetags.inherit"]
FAMILY = {
    "oldest": "<{% block a %}A{% endblock %}|{% block b %}B{% block c %}C{% endblock %}{% endblock %}|{{ word }}>",
    "parent": "{% extends 'oldest' %}{% block c %}parent’s c {% block d %}D{% endblock %}{% endblock %} lost",
    "child": "{% extends 'parent' %}{% block a %}{% if word %}{{ word }}{% endif %}{% endblock %}",
    "grandchild": "{% extends 'child' %}{% block d %}own d{% endblock %}{% block nobody %}lost{% endblock %}",
    "keeper": "{% extends 'parent' %}{% block a %}{% with word='inner' %}{{ word }}{% endwith %}{% endblock %}",
    "setter": "{% extends 'oldest' %}{% block a %}{% firstof 'set' as word %}{{ word }}{% endblock %}",
    "includer": "{% extends 'oldest' %}{% block a %}[{% include 'oldest' %}{% include 'child' %}]{% endblock %}",
    "middle": "{% extends 'parent' %}{% block b %}no c{% endblock %}",
    "again": "{% extends 'middle' %}{% block b %}{% block e %}E{% endblock %}{% endblock %}{% block c %}{% endblock %}",
}


def engine(builtins: list[str], templates: Mapping[str, str] = FAMILY) -> Engine:
    loaders: list[Any] = [
        ("django.template.loaders.cached.Loader", [("django.template.loaders.locmem.Loader", templates)])
    ]
    return Engine(loaders=loaders, builtins=builtins)


@pytest.mark.parametrize("name", FAMILY)
def test_page_is_what_django_draws(name: str) -> None:
    ours, djangos = engine(OURS).get_template(name), engine([]).get_template(name)
    for word in ("first", "<second>", ""):
        assert ours.render(Context({"word": word})) == djangos.render(Context({"word": word}))


def test_family_is_looked_up_once() -> None:
    page = engine(OURS).get_template("grandchild")
    first = page.render(Context())
    with patch.object(Engine, "find_template", side_effect=AssertionError("looked up again")):
        assert page.render(Context()) == first


def test_parent_that_changes_is_refused() -> None:
    pages = engine(OURS, {"page": "{% extends word %}"})
    with pytest.raises(TemplateSyntaxError, match="extends word: a template always extends the same one"):
        pages.get_template("page")


def test_missing_parent_is_named() -> None:
    page = engine(OURS, {"page": "{% extends 'nobody' %}"}).get_template("page")
    with pytest.raises(Exception, match="nobody"):
        page.render(Context())


def test_what_the_parents_block_held_is_out_of_reach() -> None:
    pages = engine(OURS, {"page": "{% extends 'old' %}{% block a %}{{ block.super }}{% endblock %}", "old": ""})
    with pytest.raises(TemplateSyntaxError, match=r"block\.super"):
        pages.get_template("page")
