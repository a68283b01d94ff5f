"""Request bodies: one JSON object of storable text, with each value of its field's type."""

import json
from collections.abc import Iterator
from typing import Any

from django import forms
from rest_framework import exceptions
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

from campaign.services.record import bound_key

NO_TEXT = "The body contains characters that are not text."
NO_SUCH_FIELD = "Unknown field."
KEY = "key"  # idempotency key; any body may have one
TOO_DEEP = "The body is nested too deeply."


class BodyParser(JSONParser):
    """Parse JSON that can be read in full and written again."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        try:
            body = super().parse(*args, **kwargs)
            json.dumps(body, ensure_ascii=False).encode()
        except RecursionError:
            raise exceptions.ParseError(TOO_DEEP) from None
        except UnicodeEncodeError:
            raise exceptions.ParseError(NO_TEXT) from None
        return body


def body_of(request: Request) -> dict[str, Any]:
    """Return the request's JSON object; its idempotency key may also come in a header."""
    if not isinstance(request.data, dict):
        raise exceptions.ParseError("The body must be one JSON object.")
    body = {name: value for name, value in request.data.items() if value is not None}
    if key := request.headers.get("Idempotency-Key"):
        body.setdefault(KEY, key)
    if KEY in body:
        body[KEY] = bound_key(body[KEY], request.path, body)
    return body


def is_right(form: forms.BaseForm) -> bool:
    """Return whether a body's values fit; a form alone would turn anything into text and ignore unknown names."""
    wrong = dict(_of_wrong_kind(form))
    form.data = {name: value for name, value in form.data.items() if name not in wrong}
    for name, sentence in wrong.items():
        form.errors.pop(name, None)
        form.add_error(name, sentence)
    known = {name for name, field in form.fields.items() if not isinstance(field, forms.FileField)}
    for name in sorted(form.data.keys() - known - {KEY}):
        form.errors[name] = form.error_class([NO_SUCH_FIELD])
    return form.is_valid()


def _of_wrong_kind(form: forms.BaseForm) -> Iterator[tuple[str, str]]:
    for name, field in form.fields.items():
        value = form.data.get(name)
        if value is not None and (sentence := _wrong(field, value)):
            yield name, sentence


def _wrong(field: forms.Field, value: Any) -> str:
    if isinstance(field, forms.JSONField):
        return ""
    if isinstance(field, forms.BooleanField):
        return "" if isinstance(value, bool) else "Enter true or false."
    if isinstance(field, forms.MultipleChoiceField):
        is_list = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return "" if is_list else "Enter a list of text values."
    if isinstance(field, forms.IntegerField | forms.ChoiceField):
        fits = isinstance(value, str | int) and not isinstance(value, bool)
        return "" if fits else "Enter one number or text value."
    return "" if isinstance(value, str) else "Enter text."
