"""Ask for what an attack once broke: one probe for each fault, by pages, endpoints, commands, and the journal.

A probe yields a sentence for each thing that is wrong. It runs in this process on an empty database, so that
`plants` can break the property on purpose.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext

from bench.attacks.counts import Counts
from bench.attacks.inside import fresh
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class Probe:
    """A property; asking for it `commits` where a command needs a database without an open transaction."""

    number: int
    what: str
    ask: Callable[[], Iterator[str]]
    commits: bool = False

    def findings(self, plant: Callable[[], AbstractContextManager[object]] = nullcontext) -> list[str]:
        with fresh(commits=self.commits), plant():
            return list(self._asked())

    def turns_red(self, plant: Callable[[], AbstractContextManager[object]]) -> bool:
        """Return whether a planted fault is found; the first finding is enough."""
        with fresh(commits=self.commits), plant(), closing(self._asked()) as asked:
            return any(asked)

    def _asked(self) -> Generator[str, None, None]:
        """Yield the findings; a step that isn't accepted is one, too."""
        try:
            yield from self.ask()
        except AssertionError as error:
            yield f"stopped: {error}"


def all_probes() -> tuple[Probe, ...]:
    from bench.attacks.probes import clocks, cups, doors, files, mail, secrets, work

    return (
        Probe(1, "the dice check takes linear time", work.dice_check),
        Probe(2, "one email that cannot be sent delays no other", mail.unsendable),
        Probe(3, "the same fight gives the same faces", cups.same_fight),
        Probe(4, "every cup is revealed", cups.all_revealed),
        Probe(5, "corrections are disclosed", secrets.corrected),
        Probe(6, "rewinding secret work shows nothing", secrets.rewound),
        Probe(7, "a deadline belongs to its phase", clocks.deadlines),
        Probe(8, "a damaged backup is refused", files.backups, commits=True),
        Probe(9, "without an umpire the game moves on", clocks.no_umpire),
        Probe(10, "links, pages, and log-ins tell nothing", doors.doors),
    )


def ask_all(counts: Counts, plant: int = 0) -> None:
    """Ask every probe, or the one for a planted fault."""
    from bench.attacks.plants import PLANTS

    for probe in all_probes():
        if plant in (0, probe.number):
            part = f"{probe.number}. {probe.what}"
            found = probe.findings(PLANTS[plant])
            counts.add("probes", "asked")
            counts.blame(part, found)


def unless(holds: object, fault: str) -> Iterable[str]:
    """Yield the fault unless the property holds."""
    return () if holds else (fault,)
