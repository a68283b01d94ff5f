"""Load templates as Django does, but read and escape what is plain without a detour.

For each `page.name` in a template Django asks whether the page is a list or a function, and whether the name is a time
or a number, written as the reader's country does. A page asks a hundred times. What is none of these is read and
escaped here; everything else, and every error, is left to Django. In debug mode, all is.
"""

from collections.abc import Callable, Iterable
from html import escape
from typing import Any

from django.template import Origin, Template, TemplateDoesNotExist
from django.template.base import (
    FilterExpression,
    Lexer,
    Node,
    NodeList,
    Parser,
    Token,
    Variable,
    VariableDoesNotExist,
    VariableNode,
)
from django.template.base import render_value_in_context as written
from django.template.context import Context
from django.template.loaders import base, cached
from django.utils.safestring import SafeString


class NotPlain(Exception):
    pass


class Name(Variable):
    """A name of the context, and fields of dataclasses and other objects."""

    __slots__ = ("fields", "first")

    def __init__(self, var: str) -> None:
        super().__init__(var)
        self.first, *self.fields = self.lookups or ()

    def resolve(self, context: Any) -> Any:
        try:
            return self._plain(context)
        except (NotPlain, LookupError, AttributeError, TypeError):
            return super().resolve(context)

    def _plain(self, context: Any) -> Any:
        value = context[self.first]
        if callable(value):
            raise NotPlain
        for field in self.fields:
            kind = type(value)
            if kind is dict:
                value = value[field]
            elif hasattr(kind, "__getitem__"):
                raise NotPlain
            else:
                value = getattr(value, field)
            if callable(value):
                raise NotPlain
        return value


class Expression(FilterExpression):
    def __init__(self, token: str, parser: Parser) -> None:
        super().__init__(token, parser)
        if self.is_var and self.var.lookups and not self.var.translate:
            self.var = Name(self.var.var)

    def resolve(self, context: Any, ignore_failures: bool = False) -> Any:  # noqa: FBT001, FBT002 - Django's
        if self.filters or not self.is_var:
            return super().resolve(context, ignore_failures)
        try:
            return self.var.resolve(context)
        except VariableDoesNotExist:
            return super().resolve(context, ignore_failures)


class Written(VariableNode):
    """A value that is written into the page."""

    def render(self, context: Context) -> str:
        value = self.filter_expression.resolve(context)
        if type(value) is SafeString:
            return value
        if type(value) is str and context.autoescape:
            return escape(value)
        return written(value, context)


class Nodes(NodeList):
    """Nodes that are drawn at once. Django's also note where an error happened, for the page of debug mode."""

    def render(self, context: Context) -> SafeString:
        return SafeString("".join([node.render(context) for node in self]))


class PageParser(Parser):
    def parse(self, parse_until: Iterable[str] | None = None) -> NodeList:
        return Nodes(super().parse(parse_until))

    def compile_filter(self, token: str) -> FilterExpression:
        return Expression(token, self)

    def extend_nodelist(self, nodelist: NodeList, node: Node, token: Token) -> None:
        if type(node) is VariableNode:
            node = Written(node.filter_expression)
        super().extend_nodelist(nodelist, node, token)


class PageTemplate(Template):
    def compile_nodelist(self) -> NodeList:
        engine = self.engine
        if engine.debug:
            return super().compile_nodelist()
        parser = PageParser(
            Lexer(self.source).tokenize(), engine.template_libraries, engine.template_builtins, self.origin
        )
        nodes = parser.parse()
        self.extra_data = parser.extra_data
        return nodes


class _Loader(base.Loader):
    """Makes a `PageTemplate` where Django's own makes a template."""

    get_contents: Callable[[Origin], Any]

    def get_template(self, template_name: str, skip: Any = None) -> Template:
        tried: list[tuple[Origin, str]] = []
        for origin in self.get_template_sources(template_name):
            if origin in (skip or ()):
                tried.append((origin, "Skipped to avoid recursion"))
                continue
            try:
                source = self.get_contents(origin)
            except TemplateDoesNotExist:
                tried.append((origin, "Source does not exist"))
            else:
                return PageTemplate(source, origin, template_name, self.engine)
        raise TemplateDoesNotExist(template_name, tried=tried)


class Loader(cached.Loader, _Loader):
    """Keeps each template that it has made."""
