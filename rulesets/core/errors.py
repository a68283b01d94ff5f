"""Refusals of the rules, in sentences for people."""


class IllegalOrder(Exception):
    """Something the rules don't allow: a sentence, the citation, and the field."""

    def __init__(self, sentence: str, *, cites: object = "", field: str = "") -> None:
        super().__init__(sentence)
        self.sentence, self.cites, self.field = sentence, str(cites), field

    def __str__(self) -> str:
        return self.sentence


class BeyondTheTable(LookupError):
    """A table has no such cell; the umpire decides, and the decision is a ruling."""

    def __init__(self, sentence: str, *, cites: object) -> None:
        super().__init__(f"{sentence.removesuffix('.')} ({cites}).")
        self.sentence, self.cites = sentence, str(cites)


class UnknownNumber(BeyondTheTable):
    """A cell that no public page states; the umpire or the club's table file fills it.

    `where` names the cell in words, `cell` by its table, row, and column.
    """

    def __init__(self, where: str, *, cites: object, cell: tuple[str, str, str]) -> None:
        super().__init__(f"{where}: this number is unknown. The umpire enters it.", cites=cites)
        self.where, self.cell = where, cell
