"""Import replaced numbers: `manage.py rules import-table FILE --campaign … --by … --why …`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

WRONG_INPUT = 2


class _OneLine(argparse.ArgumentParser):
    """A parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(_fail(f"import-table: {message}."))


def import_table_file(words: Sequence[str]) -> int:
    """Replace the cells a file names, all or none; report each fault on its own line."""
    from django.http import Http404

    from campaign.errors import Refusal
    from campaign.ids import read_id
    from campaign.models import User, fold
    from campaign.services.house import WrongFile, import_table
    from campaign.visibility import enter

    asked = _parser().parse_args(words)
    try:
        text = Path(asked.file).read_text(encoding="utf-8")
        person = User.objects.filter(username=fold(asked.by)).first()
        umpire = enter(person.pk if person else 0, read_id(asked.campaign) or 0)
        import_table(umpire, text=text, name=asked.name or Path(asked.file).stem[:60], reason=asked.why)
    except (OSError, UnicodeDecodeError) as error:
        return _fail(f"{asked.file}: {error}")
    except Http404:
        return _fail(f"by: {asked.by} doesn’t umpire campaign {asked.campaign}. Enter its umpire’s username.")
    except WrongFile as error:
        return _fail(*error.faults)
    except Refusal as error:
        return _fail(error.sentence)
    print(f"{asked.file}: imported.")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _OneLine(prog="manage.py rules import-table", description=__doc__)
    parser.add_argument("file", metavar="FILE", help="CSV or JSON with table, row, column, value")
    parser.add_argument("--campaign", required=True, help="the campaign's id, as in its address")
    parser.add_argument("--by", required=True, help="username of the campaign's umpire")
    parser.add_argument("--why", required=True, help="the reason, visible to everyone")
    parser.add_argument("--name", help="name of the numbers; the file's name by default")
    return parser


def _fail(*sentences: str) -> int:
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    return WRONG_INPUT
