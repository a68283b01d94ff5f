"""A toy book that is fought from unit cards: one volley, and what it does to its target."""

from rulesets.core.book import Book
from rulesets.core.fields import Inputs, flag, whole, words
from rulesets.core.odds import Enumeration
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass

BOOK = Book(
    id="lead",
    short="LEAD",
    title="Lead soldiers",
    about="For the tests alone.",
    phases={"Fire": ["volley"]},
)


class Volley(Inputs):
    stands: int = whole("Stands firing", least=1, most=40)
    in_cover: bool = flag("Target in cover")
    firer: str = words("Firers", default="")
    target: str = words("Target", default="")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Hits:
    stands: int

    def __str__(self) -> str:
        return f"{self.stands} lost"


@procedure(
    id="lead.volley",
    title="A volley",
    rules=("LEAD-1",),
    odds=Enumeration(leaves=6),
    examples=[Example({"stands": 6}, "2 lost", dice=(6,))],
    is_common=True,
)
def volley(inputs: Volley, work: Reckoning) -> Hits:
    """Roll one die: 1 stand is lost for every 6 stands firing, and 1 more on a 6 against a target without cover."""
    subject = (inputs.firer, inputs.target)
    die = work.roll(6, rule="LEAD-1", subject=subject, turn=inputs.turn, what="the volley").total
    lost = inputs.stands // 6 + (die == 6 and not inputs.in_cover)
    work.step("LEAD-1", f"{lost} lost.", lost, stands=inputs.stands)
    return Hits(lost)
