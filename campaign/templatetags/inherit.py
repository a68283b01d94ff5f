"""Draw templates that extend others: Django's `{% extends %}` and `{% block %}`, but the family is looked up once.

Django finds a page's parents and sorts their blocks at every request. Here each template keeps what it found,
since it always extends the same ones. `{{ block.super }}` is left out: give the parent a block for that part.
"""

from collections.abc import Mapping
from typing import Any

from django import template
from django.template.base import NodeList, Parser, Template, Token, VariableNode
from django.template.loader_tags import BlockNode, ExtendsNode, do_block, do_extends
from django.utils.safestring import SafeString

register = template.Library()

BLOCKS = "blocks"  # in the render context: each name's block, of the youngest template that has one
SUPER = "block.super"
Blocks = Mapping[str, BlockNode]


class Block(BlockNode):
    def render(self, context: template.Context) -> SafeString:
        blocks: Blocks = context.render_context.get(BLOCKS) or {}
        context.dicts.append({})  # as push() does, with two objects less
        try:
            return blocks.get(self.name, self).nodelist.render(context)
        finally:
            context.dicts.pop()


class Extends(ExtendsNode):
    family: tuple[Template, Blocks] | None = None

    def render(self, context: template.Context) -> SafeString:
        if self.family is None:
            self.family = _family(self, context)
        oldest, blocks = self.family
        context.render_context[BLOCKS] = blocks
        with context.render_context.push_state(oldest, isolated_context=False):
            return oldest._render(context)  # type: ignore[attr-defined, no-any-return]


def _family(youngest: Extends, context: template.Context) -> tuple[Template, Blocks]:
    """Return the template at the end of the line, and the blocks of all of them, the youngest's first."""
    blocks, extends = youngest.blocks, youngest
    while True:
        parent = extends.get_parent(context)
        blocks = {**_blocks(parent.nodelist), **blocks}
        older = next((node for node in parent.nodelist if isinstance(node, Extends)), None)
        if older is None:
            return parent, blocks
        extends = older


def _blocks(nodes: NodeList) -> Blocks:
    found: list[Any] = nodes.get_nodes_by_type(BlockNode)
    return {node.name: node for node in found}


@register.tag
def block(parser: Parser, token: Token) -> Block:
    """Mark a part that a younger template may replace."""
    node = do_block(parser, token)
    written: list[Any] = node.nodelist.get_nodes_by_type(VariableNode)
    if any(each.filter_expression.token == SUPER for each in written):
        raise template.TemplateSyntaxError(f"{token.contents}: no {SUPER} here; give the parent a block for that part.")
    return Block(node.name, node.nodelist)


@register.tag
def extends(parser: Parser, token: Token) -> Extends:
    """Take everything but the blocks from another template, which is named in quotes."""
    node = do_extends(parser, token)
    parent: Any = node.parent_name
    if not isinstance(parent.var, str) or parent.filters:
        raise template.TemplateSyntaxError(f"{token.contents}: a template always extends the same one.")
    return Extends(node.nodelist, parent, node.template_dirs)
