"""A toy book of one table and one rule, which shows that any book is served like the real ones."""

from rulesets.core.book import Book, Mark
from rulesets.core.fields import Inputs, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.table import Table, at_least, at_most

BOOK = Book(id="toy", short="TOY", title="A toy book", phases={"Fire": ["volley"]})

VOLLEY = Table[int](
    id="toy.volley",
    title="Men hit by a volley",
    cites=BOOK.at("1"),
    mark=Mark.HOUSE,
    down="die and companies",
    rows={at_most(4): 0, range(5, 8): 1, at_least(8): 2},
    cover_down=range(2, 16),
)


class Volley(Inputs):
    companies: int = whole("Companies firing", least=1, most=9, unit="companies")


@dataclass(frozen=True)
class Hits:
    hits: int

    def __str__(self) -> str:
        return f"{self.hits} hit"


@procedure(
    id="toy.volley",
    title="A volley",
    odds=Convolution(),
    examples=[Example({"companies": 2}, "1 hit", dice=(4,))],
    tables=["toy.volley"],
)
def volley(inputs: Volley, work: Reckoning) -> Hits:
    """One die and the companies firing, read in the table."""
    return work.on_roll(6, lambda die: Hits(work.read(VOLLEY, die + inputs.companies)), rule="TOY-1", what="the volley")
