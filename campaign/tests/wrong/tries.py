"""Find a request that is accepted: which user, which address, which field values."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from itertools import islice, product
from typing import Any

from django import forms

from campaign.tests.urlconf import Route
from campaign.tests.wrong.eyes import NEVER_COPIED, Met, Page
from campaign.tests.wrong.site import ANONYMOUS, Answer, Site
from campaign.tests.wrong.values import candidates
from rulesets.core.records import dataclass
from rulesets.core.registry import procedure

ORDER = ("umpire", "union", "confederate", "outsider", "observer", ANONYMOUS)
MOST_FILLINGS = 5
MOST_BODIES = 120
OF_A_RULE = {"book_id", "name"}  # in an address: only together do they name anything
MOST_GUESSES = 40
NOT_FOUND = (301, 401, 403, 404, 410)


@dataclass(frozen=True)
class Good:
    """An accepted request, the form that read it, and the stream of its entry, if it made one."""

    route: Route
    method: str
    who: str
    values: Mapping[str, str]
    data: dict[str, Any]
    form: forms.BaseForm | None
    writes: bool
    stream: str

    @property
    def url(self) -> str:
        return self.route.filled(dict(self.values))

    def __str__(self) -> str:
        return f"{self.method} {self.url} as {self.who}"


def find(site: Site, route: Route, method: str, mets: Mapping[str, Met]) -> Good | None:
    """Return the first accepted request that writes something, else the first accepted one."""
    best = None
    for who in ORDER:
        for values in fillings(site, route, mets[who], mets):
            good = _on(site, route, method, who, values, mets[who])
            if good and good.writes:
                return good
            best = best or good
    return best


def fillings(site: Site, route: Route, met: Met, mets: Mapping[str, Met]) -> list[dict[str, str]]:
    """Return the arguments this person found, else combinations of those that anyone found."""
    if found := met.fillings(route, site.campaign):
        return found[:MOST_FILLINGS]
    everybody = [values for each in mets.values() for values in each.arguments]
    choices = [
        sorted({values[argument.name] for values in everybody if argument.name in values})
        or (site.ids_for(argument.name) if argument.converter == "id" else argument.choices)
        for argument in route.arguments
    ]
    guesses = (dict(zip(route.converters, one, strict=True)) for one in product(*choices))
    rules = {(values["book_id"], values["name"]) for values in everybody if values.keys() >= OF_A_RULE}
    sound = (one for one in guesses if not one.keys() >= OF_A_RULE or (one["book_id"], one["name"]) in rules)
    return list(islice(sound, MOST_GUESSES))


def _on(site: Site, route: Route, method: str, who: str, values: dict[str, str], met: Met) -> Good | None:
    """Try bodies on one address, the empty one first to learn the fields."""
    sent = _example(values) if route.is_api else {}
    good, answer = _tried(site, route, method, who, values, sent)
    if good and good.form is None and not route.is_api:
        good = _from_the_page(site, good) or good
    if answer.status in NOT_FOUND or (good and (good.writes or good.form is None)):
        return good
    conflicts = 0
    for form in answer.forms[:1]:
        for data in islice(bodies(form, met, as_json=route.is_api), MOST_BODIES):
            better, answer = _tried(site, route, method, who, values, data)
            if better and (better.writes or not good):
                good = better
            if good and good.writes:
                return good
            conflicts += answer.status == HTTPStatus.CONFLICT
            if answer.status in NOT_FOUND or conflicts > site.patience:
                break
    return good


def _from_the_page(site: Site, good: Good) -> Good | None:
    """Send the fields of the page itself, for an address that no form reads."""
    page = Page(site.send(good.who, "GET", good.url).text)
    held = {name: value for name, value in page.fields if name not in NEVER_COPIED}
    return _tried(site, good.route, good.method, good.who, dict(good.values), held)[0] if held else None


def _tried(
    site: Site, route: Route, method: str, who: str, values: dict[str, str], data: dict[str, Any]
) -> tuple[Good | None, Answer]:
    with site.undone():
        answer = site.send(who, method, route.filled(values), data)
        stream = site.new_stream() if answer.wrote else ""
    if not answer.is_done:
        return None, answer
    form = answer.forms[0] if answer.forms else None
    return Good(route, method, who, values, data, form, answer.wrote, stream), answer


def _example(values: Mapping[str, str]) -> dict[str, Any]:
    """Return the inputs of a rule's own first example."""
    if not values.keys() >= OF_A_RULE:
        return {}
    examples = procedure(f"{values['book_id']}.{values['name']}").examples
    return {"inputs": dict(examples[0].inputs)} if examples else {}


def bodies(form: forms.BaseForm, met: Met, *, as_json: bool) -> Iterator[dict[str, Any]]:
    """Yield bodies: combinations of the required fields, then with what the pages hold for all others, with one field
    at a time changed, and with a choice in every list."""
    may_be = {name: candidates(form, name, met.values.get(name, [])) for name in form.fields}
    needed = [name for name, field in form.fields.items() if field.required and may_be[name]]
    given = [name for name in form.fields if name not in needed and _is_prefilled(form, name)]
    rows = {name: value for name, value in form.initial.items() if name not in form.fields and value is not None}
    base = rows | {name: may_be[name][0] for name in given}
    for chosen in islice(product(*(may_be[name] for name in needed)), MOST_BODIES // 2):
        yield _sent(form, base | dict(zip(needed, chosen, strict=True)), as_json=as_json)
    first = base | {name: may_be[name][0] for name in needed}
    held = {name: may_be[name][0] for name in form.fields if name not in first and met.values.get(name)}
    if len(held) > 1:
        yield _sent(form, first | held, as_json=as_json)
    for name, values in may_be.items():
        for value in values[:4] if name != "key" else []:
            if first.get(name) != value:
                yield _sent(form, first | {name: value}, as_json=as_json)
    lists = [name for name, field in form.fields.items() if isinstance(field, forms.MultipleChoiceField)]
    for chosen in product(*(may_be[name] for name in lists)) if len(lists) > 1 else ():
        yield _sent(form, first | dict(zip(lists, chosen, strict=True)), as_json=as_json)


def _is_prefilled(form: forms.BaseForm, name: str) -> bool:
    """Return whether the page prefills this field."""
    initial = form.get_initial_for_field(form.fields[name], name)
    return name == "key" or (initial is not False and initial not in (None, "", []))


def _sent(form: forms.BaseForm, data: dict[str, Any], *, as_json: bool) -> dict[str, Any]:
    """Encode the data as a browser or a program would."""
    held = {name: value for name, value in data.items() if value is not False}
    return data if as_json else {name: _posted(form.fields.get(name), value) for name, value in held.items()}


def _posted(field: forms.Field | None, value: Any) -> Any:
    if value is True:
        return "on"
    return field.prepare_value(value) if isinstance(field, forms.JSONField) else value
