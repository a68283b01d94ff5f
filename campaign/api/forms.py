"""The pages' forms for programs: the schema of a body, and the fields as they are now."""

from collections.abc import Callable
from typing import Any

from django import forms
from rest_framework import serializers
from rest_framework_dataclasses.serializers import DataclassSerializer

from campaign.api.described import put_off
from campaign.web import ActForm
from rulesets.core.records import dataclass

CARRIED = ("version", "key")
_FIELDS: list[tuple[type[forms.Field], Callable[[Any, dict[str, Any]], serializers.Field[Any, Any, Any, Any]]]] = [
    (forms.BooleanField, lambda f, said: serializers.BooleanField(**said)),
    (
        forms.IntegerField,
        lambda f, said: serializers.IntegerField(min_value=f.min_value, max_value=f.max_value, **said),
    ),
    (forms.DateTimeField, lambda f, said: serializers.DateTimeField(**said)),
    (forms.JSONField, lambda f, said: serializers.JSONField(**said)),
    (forms.MultipleChoiceField, lambda f, said: serializers.ListField(child=serializers.CharField(), **said)),
    (forms.ChoiceField, lambda f, said: _choice(f, said)),
    (forms.CharField, lambda f, said: serializers.CharField(max_length=f.max_length, **said)),
]
_BODIES: dict[str, type[serializers.Serializer[Any]]] = {}


@put_off
def schema_of(form: type[forms.BaseForm]) -> serializers.Serializer[Any]:
    """Return the schema of a form's body; one form is one schema, however many endpoints take it."""
    name = f"{form.__name__.removesuffix('Form')}Body"
    if name not in _BODIES:
        _BODIES[name] = _schema(form, name)
    return _BODIES[name]()


def _schema(form: type[forms.BaseForm], name: str) -> type[serializers.Serializer[Any]]:
    """Cover every field except files, which JSON cannot hold."""
    taken = form.base_fields  # type: ignore[attr-defined]
    fields = {name: _field(field) for name, field in taken.items() if not isinstance(field, forms.FileField)}
    return type(name, (serializers.Serializer,), fields)


def _limits(field: Any) -> dict[str, int | None]:
    return {"min_value": field.min_value, "max_value": field.max_value}


def _choice(field: Any, said: dict[str, Any]) -> serializers.Field[Any, Any, Any, Any]:
    """One of the form's choices; choices that depend on the campaign are plain strings in the schema."""
    choices = [value for value, _ in field.choices if value]
    return serializers.ChoiceField(choices=choices, **said) if choices else serializers.CharField(**said)


def _field(field: forms.Field) -> serializers.Field[Any, Any, Any, Any]:
    said: dict[str, Any] = {"required": field.required, "help_text": str(field.help_text or field.label or "")}
    for kind, make in _FIELDS:
        if isinstance(field, kind):
            return make(field, said)
    return serializers.CharField(**said)


@dataclass(frozen=True)
class Asked:
    """One field of a form as it is now; `choices` are the accepted values with their labels."""

    name: str
    label: str
    help: str
    needed: bool
    value: Any
    choices: list[tuple[str, str]]
    least: int | None
    most: int | None


class AskedSerializer(DataclassSerializer[Asked]):
    value = serializers.JSONField()

    class Meta:
        dataclass = Asked


def asked_by(form: ActForm) -> list[Asked]:
    """Return the fields of a page's form, with their initial values."""
    return [_asked(form, name, field) for name, field in form.fields.items() if name not in CARRIED]


def _asked(form: ActForm, name: str, field: Any) -> Asked:
    return Asked(
        name=name,
        label=str(field.label or ""),
        help=str(field.help_text or ""),
        needed=field.required,
        value=form.get_initial_for_field(field, name),
        choices=[(str(value), str(words)) for value, words in getattr(field, "choices", ())],
        least=getattr(field, "min_value", None),
        most=getattr(field, "max_value", None),
    )
