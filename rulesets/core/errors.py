"""What rules refuse, in sentences for people."""


class IllegalOrder(Exception):
    """Something the rules do not allow: a sentence, the citation, and the field it concerns."""

    def __init__(self, sentence: str, *, cites: object = "", field: str = "") -> None:
        super().__init__(sentence)
        self.sentence, self.cites, self.field = sentence, str(cites), field


class BeyondTheTable(LookupError):
    """A table has no cell there; the umpire decides, and the decision is a ruling."""

    def __init__(self, sentence: str, *, cites: object) -> None:
        super().__init__(f"{sentence} ({cites})")
        self.sentence, self.cites = sentence, str(cites)


class UnknownNumber(BeyondTheTable):
    """A cell that no public page states: the umpire or the club's own table file fills it."""
