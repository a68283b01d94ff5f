"""`manage.py rules`: list, show, run, and coverage. Wrong input is one line and exit code 2.

It needs neither Django nor a database; for `--campaign`, the site's command gives `main` that campaign's house rules.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn, TextIO

from rulesets.core import registry
from rulesets.core.book import Book
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.coverage import MILESTONES, coverage
from rulesets.core.dice import ChanceDice, Dice, ScriptedDice
from rulesets.core.draw import draw
from rulesets.core.errors import BeyondTheTable, IllegalOrder
from rulesets.core.field_words import inputs_of
from rulesets.core.odds import Distribution
from rulesets.core.outcome import InLines, Outcome
from rulesets.core.plain import Json, as_json
from rulesets.core.procedure import Procedure
from rulesets.core.rulings_page import rulings_page
from rulesets.core.screen import example_lines, folded, screen
from rulesets.core.weighing import TreeTooLarge
from rulesets.core.words import many, quoted

WRONG_INPUT, NOT_ALL = 2, 1
ROOT = Path(__file__).parents[2]
Any_Procedure = Procedure[Any, Any]
House = Callable[[str], Context]


class _Parser(argparse.ArgumentParser):
    """Reports what is wrong in one line, and takes no shortened option, so that --campaign is found by its name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        raise IllegalOrder(f"rules: {message}.")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = _Parser(prog="manage.py rules", description="The rules of all books: list, show, and run them.")
    actions = top.add_subparsers(dest="action", required=True, parser_class=_Parser)
    listing = actions.add_parser("list", help="list all rules")
    show = actions.add_parser("show", help="show the tables, schema, and examples of a rule")
    show.add_argument("procedure", metavar="BOOK.NAME")
    show.add_argument("--schema", action="store_true", help="show all tables and examples, and the JSON schema")
    run = actions.add_parser("run", help="run a rule")
    run.add_argument("procedure", metavar="BOOK.NAME")
    run.add_argument("inputs", nargs="*", metavar="FIELD=VALUE", help="nested with dots, lists by commas; or JSON")
    run.add_argument("--dice", metavar="3,5", help="results of real dice; without them the dice are rolled at random")
    run.add_argument("--odds", action="store_true", help="show the chance of every result")
    cover = actions.add_parser("coverage", help="show which rows of the catalogue are implemented and tested")
    which = cover.add_mutually_exclusive_group()
    which.add_argument("--through", choices=MILESTONES, metavar="MILESTONE")
    which.add_argument("--only", choices=MILESTONES, metavar="MILESTONE")
    actions.add_parser("rulings", help="print docs/rulings.md")
    for action in (show, run):
        action.add_argument("--campaign", metavar="ID", help="use this campaign's numbers and rulings")
    for action in (listing, show, run, cover):
        action.add_argument("--json", action="store_true")
    return top


def _no_campaign(campaign: str) -> Context:
    raise IllegalOrder("rules: --campaign needs the site’s own manage.py.")


def main(
    words: Sequence[str], *, out: TextIO = sys.stdout, err: TextIO = sys.stderr, house: House = _no_campaign
) -> int:
    """Carry out a command line and return the exit code; `house` finds a campaign's numbers and rulings."""
    try:
        asked = parser().parse_args(words)
        return ACTIONS[asked.action](asked, out, house)
    except (IllegalOrder, BeyondTheTable, registry.NoSuchProcedure) as error:
        print(" ".join(error.sentence.split()), file=err)
        return WRONG_INPUT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the reader has seen enough; nothing is left to flush
        return 0
    except TreeTooLarge as error:
        print(error, file=err)
        return WRONG_INPUT


def _put(out: TextIO, value: Any) -> None:
    print(json.dumps(as_json(value), indent=2, ensure_ascii=False), file=out)


def _list(asked: argparse.Namespace, out: TextIO, house: House) -> int:
    if asked.json:
        _put(out, [_card(each, phase) for _, phase, found in _phases() for each in found])
        return 0
    for book, phase, found in _phases():
        print(f"{book.title}: {phase}", file=out)
        for each in found:
            rules = f" ({', '.join(each.rules)})" if each.rules else ""
            print(f"  {each.id:37} {each.title}{rules}", file=out)
    return 0


def _phases() -> Iterator[tuple[Book, str, list[Any_Procedure]]]:
    return ((book, phase, found) for book in registry.books() for phase, found in registry.in_order(book.id))


def _card(each: Any_Procedure, phase: str) -> Json:
    return {
        "id": each.id,
        "title": each.title,
        "book": registry.book(each.book).title,
        "phase": phase,
        "rules": list(each.rules),
        "odds": each.odds_way.name,
        "help": each.help,
    }


def _show(asked: argparse.Namespace, out: TextIO, house: House) -> int:
    each = registry.procedure(asked.procedure)
    context = _context(asked, house)
    tables = [registry.tables(name.partition(".")[0])[name] for name in each.tables]
    if asked.json:
        phase = next(phase for _, phase, found in _phases() if each in found)
        examples = [{"inputs": e.inputs, "dice": list(e.dice), "says": e.says} for e in each.examples]
        drawn = [{"id": t.id, "title": t.title, "cells": list(t.cells(context=context))} for t in tables]
        _put(out, {**_card(each, phase), "schema": each.schema(), "examples": examples, "tables": drawn})
        return 0
    if not asked.schema:
        print("\n".join(screen(each, tables, context)), file=out)
        return 0
    print(f"{each.id}: {each.title} ({', '.join(each.rules)})\n{each.help}\nOdds: {each.odds_way.name}.\n", file=out)
    for table in tables:
        print("\n".join(folded(draw(table, context=context))), end="\n\n", file=out)
    print("Schema:", json.dumps(each.schema(), indent=2, ensure_ascii=False), end="\n\n", file=out)
    for example in each.examples:
        print("\n".join(example_lines(each, example)), file=out)
    return 0


def _context(asked: argparse.Namespace, house: House) -> Context:
    return house(asked.campaign) if asked.campaign is not None else BY_THE_BOOK


def _run(asked: argparse.Namespace, out: TextIO, house: House) -> int:
    each = registry.procedure(asked.procedure)
    inputs = inputs_of(asked.inputs, each.model)
    context = _context(asked, house)
    odds = each.odds(inputs, context) if asked.odds else None
    outcome = None if asked.odds and asked.dice is None else _carry_out(each, inputs, asked.dice, context)
    if asked.json:
        plain: Json = {"procedure": each.id}
        plain |= outcome.to_json() if outcome else {}
        plain |= odds_json(odds) if odds else {}
        _put(out, plain)
        return 0
    if outcome:
        print("\n".join([*_told(each, inputs, outcome.result), *_steps(outcome)]), file=out)
    for line in _odds_lines(odds) if odds else ():
        print(line, file=out)
    return 0


def _told(each: Any_Procedure, inputs: Json, result: Any) -> list[str]:
    """Return a result line by line where it has parts, otherwise its sentence."""
    return list(result.in_lines(each.read(inputs))) if isinstance(result, InLines) else [str(result)]


def _steps(outcome: Outcome[Any]) -> Iterator[str]:
    """Yield each step in a line; what is read or chosen again comes only once."""
    said: set[str] = set()
    for step in outcome.steps:
        line = f"  {step}"
        if step.dice or line not in said:
            yield line
        said.add(line)


def _carry_out(each: Any_Procedure, inputs: Json, typed: str | None, context: Context) -> Outcome[Any]:
    dice: Dice = ChanceDice()
    if typed is not None:
        dice = ScriptedDice(*_faces(typed))
    outcome = each.run(inputs, dice, context)
    if isinstance(dice, ScriptedDice) and dice.left:
        used = sum(len(throw.faces) for throw in outcome.throws)
        raise IllegalOrder(f"Dice: enter {many(used, 'result')}, not {used + len(dice.left)}.", field="dice")
    return outcome


def _faces(typed: str) -> list[int]:
    words = [word.strip() for word in typed.split(",") if word.strip()]
    if not all(word.isascii() and word.isdigit() and len(word) <= 3 for word in words):
        sentence = f"Dice: must be results separated by commas, such as 3,5, not {quoted(typed[:40])}."
        raise IllegalOrder(sentence, field="dice")
    return [int(word) for word in words]


def odds_json(odds: Distribution) -> Json:
    """Return exact chances as fractions and as floats, with the named parts if there are any."""
    plain: Json = {"odds": [_chance(says, chance) for says, chance in odds.named().items()]}
    if odds.parts:
        plain["parts"] = {
            name: [_chance(says, chance) for says, chance in part.named().items()] for name, part in odds.parts.items()
        }
    return plain


def _chance(says: str, chance: Any) -> Json:
    return {"says": says, "chance": str(chance), "float": float(chance)}


def _odds_lines(odds: Distribution) -> list[str]:
    return [f"{chance!s:>12} {float(chance):9.4%}  {says}" for says, chance in odds.named().items()]


def _coverage(asked: argparse.Namespace, out: TextIO, house: House) -> int:
    rows = coverage(ROOT, through=asked.through, only=asked.only)
    if asked.json:
        _put(out, [row.to_json() for row in rows])
    else:
        for row in rows:
            print(row, file=out)
        print(f"{sum(row.counts for row in rows)} of {len(rows)} rows are covered.", file=out)
    return 0 if all(row.counts for row in rows) else NOT_ALL


def _rulings(asked: argparse.Namespace, out: TextIO, house: House) -> int:
    out.write(rulings_page())
    return 0


ACTIONS = {"list": _list, "show": _show, "run": _run, "coverage": _coverage, "rulings": _rulings}
