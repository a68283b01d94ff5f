"""Draw addresses: Django's `{% url %}`, but by `campaign.routes`. Every template has it without loading it."""

from html import escape

from django import template
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as parsed
from django.urls import NoReverseMatch

from campaign.routes import reverse

register = template.Library()


class AddressNode(URLNode):
    def render(self, context: template.Context) -> str:
        args = [arg.resolve(context) for arg in self.args]
        try:
            address = reverse(self.view_name.resolve(context), args)
        except NoReverseMatch:
            if self.asvar is None:
                raise
            address = ""
        if self.asvar:
            context[self.asvar] = address
            return ""
        return escape(address)


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    """Write the address of a name and its arguments, or keep it: `{% url "map:sheet" viewer.campaign_id as map %}`."""
    node = parsed(parser, token)
    assert not node.kwargs, "arguments of an address go by their place"
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)
