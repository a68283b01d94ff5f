"""A template fills in only blocks that a template above it has: anything else would be dropped without a word."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import Template
from django.template.loader import get_template
from django.template.loader_tags import BlockNode, ExtendsNode

ENGINE: Any = settings.TEMPLATES[0]
FOLDERS = [Path(folder) for folder in ENGINE["DIRS"]]
NAMES = sorted(
    str(path.relative_to(folder))
    for folder in FOLDERS
    for path in folder.rglob("*.html")
    if "{% extends" in path.read_text()
)


def above(template: Template) -> ExtendsNode | None:
    return next((node for node in template.nodelist if isinstance(node, ExtendsNode)), None)


def parent_of(extends: ExtendsNode) -> str:
    """Return the template that it extends, which is always written out."""
    name: Any = extends.parent_name
    return str(name.var)


def blocks_of(name: str) -> set[str]:
    """Return every block of a template and of those above it."""
    template = get_template(name).template  # type: ignore[attr-defined]
    found = {node.name for node in template.nodelist.get_nodes_by_type(BlockNode)}
    extends = above(template)
    return found | (blocks_of(parent_of(extends)) if extends else set())


@pytest.mark.parametrize("name", NAMES)
def test_filled_blocks_exist_above(name: str) -> None:
    extends = above(get_template(name).template)  # type: ignore[attr-defined]
    assert extends is not None
    filled = {node.name for node in extends.nodelist if isinstance(node, BlockNode)}
    assert filled - blocks_of(parent_of(extends)) == set()
