"""Bodies of requests: one JSON object, of text that can be kept, each value of the kind that its field takes."""

import json
from collections.abc import Iterator
from typing import Any

from django import forms
from rest_framework import exceptions
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

from campaign.services.record import bound_key

NO_TEXT = "The body holds characters that are no text."
NO_SUCH_FIELD = "There is no such field."
KEY = "key"  # of idempotency: any body may carry one
TOO_DEEP = "The body is nested too deep."


class BodyParser(JSONParser):
    """JSON that can be read in full and written down again."""

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
    """The JSON object of a request; its idempotency key may also stand in a header."""
    if not isinstance(request.data, dict):
        raise exceptions.ParseError("The body must be one JSON object.")
    body = {name: value for name, value in request.data.items() if value is not None}
    if key := request.headers.get("Idempotency-Key"):
        body.setdefault(KEY, key)
    if KEY in body:
        body[KEY] = bound_key(body[KEY], request.path, body)
    return body


def is_right(form: forms.BaseForm) -> bool:
    """Whether a body's values fit; a form alone would make text of anything, and pass over what it does not know."""
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
        return "" if isinstance(value, bool) else "This has to be true or false."
    if isinstance(field, forms.MultipleChoiceField):
        is_list = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return "" if is_list else "This has to be a list of words."
    if isinstance(field, forms.IntegerField | forms.ChoiceField):
        fits = isinstance(value, str | int) and not isinstance(value, bool)
        return "" if fits else "This has to be one number or word."
    return "" if isinstance(value, str) else "This has to be text."
