"""A new book is a folder: as long as it exists, the command line, the API, the browser, and Python find it."""

import io
import json
import shutil
from pathlib import Path

import pytest
from django.test import Client

from rulesets.core.cli import main
from rulesets.core.dice import ScriptedDice
from rulesets.core.registry import NoSuchProcedure, procedure
from rulesets.core.tests.toys import TOY_BOOKS, more_books

pytestmark = pytest.mark.django_db


def test_book_folder_is_found_in_all_four_ways(tmp_path: Path) -> None:
    with pytest.raises(NoSuchProcedure):
        procedure("toy.volley")
    shutil.copytree(TOY_BOOKS / "toy", tmp_path / "toy")
    with more_books(tmp_path):
        assert str(procedure("toy.volley").run({"companies": 2}, ScriptedDice(4)).result) == "1 hit"

        out = io.StringIO()
        assert main(["run", "toy.volley", '{"companies": 2}', "--dice", "4", "--json"], out=out) == 0
        assert json.loads(out.getvalue())["says"] == "1 hit"

        page = Client().post("/rules/toy/volley/", {"companies": "2", "dice": "4"})
        assert (page.status_code, page.context["asked"].answer.says) == (200, "1 hit")
        assert "Men hit by a volley" in page.text

        assert Client().get("/api/rules/toy/volley/").json()["id"] == "toy.volley"
    with pytest.raises(NoSuchProcedure):
        procedure("toy.volley")
