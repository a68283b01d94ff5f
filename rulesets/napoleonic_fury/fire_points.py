"""Fire points: what stands and batteries are worth by range, doubled and halved where that applies."""

from fractions import Fraction

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import a, first_up, many, number
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.rulings import R_138, R_139
from rulesets.napoleonic_fury.state import Battery, Firing
from rulesets.napoleonic_fury.tables import FIRE_MULTIPLIERS, FIRE_POINTS, REACHES
from rulesets.napoleonic_fury.units import inches

HERE = BOOK.at("Range and fire points")
HALF = Fraction(1, 2)
MAY_FIRE = (Battery.GOOD, Battery.DAMAGED)


class PointsOf(Inputs):
    """Stands or batteries that fire alike."""

    leads = ("kind", "stands", "range_inches")
    kind: Firing = choice("Firing troops", default=Firing.INFANTRY)
    stands: int = whole(
        "Stands or batteries",
        least=1,
        most=40,
        unit="stands",
        default=1,
        help="All that can trace a path of fire: in line all stands, in column the front ones.",
    )
    range_inches: float = inches("Range", most=60, help="0 for contact.")
    disordered: bool = flag("Disordered")
    deployed: bool = flag("Deployed in a town", help="Half its stands fire out of one side.")
    battery: Battery = choice("Battery state", default=Battery.GOOD)


class UnderFire(Inputs):
    """The firers, and what multiplies their points."""

    firers: tuple[PointsOf, ...] = several("Firers", least=1, most=12)
    march_column: bool = flag("Target in march column")
    breakthrough: bool = flag("Target is breaking through")


@dataclass(frozen=True)
class FirePoints:
    points: Fraction

    def __str__(self) -> str:
        points = f"{number(self.points)} fire point{'' if HALF <= self.points <= 1 else 's'}"
        return points if self.points >= HALF else f"{points}, too few to fire"


@procedure(
    id="napoleonic_fury.fire_points",
    title="Fire points",
    rules=("NF-RANGE", "NF-CONTACT", "NF-PASSDIS", "NF-FIREMOD"),
    examples=[
        Example(
            {
                "firers": [
                    {"kind": "heavy artillery", "stands": 1, "range_inches": 2.25},
                    {"kind": "infantry", "stands": 5, "range_inches": 2},
                ]
            },
            "9 fire points",
        ),
        Example({"firers": [{"stands": 6, "range_inches": 0}]}, "12 fire points", title="In contact"),
        Example(
            {"firers": [{"stands": 5, "range_inches": 2, "deployed": True}]},
            "1 fire point",
            title="Half the stands, at half points",
        ),
    ],
    tables=("napoleonic_fury.fire_points", "napoleonic_fury.fire_multipliers"),
)
def fire_points(inputs: UnderFire, work: Reckoning) -> FirePoints:
    """Add up the fire points of all firers by range, doubled and halved where that applies."""
    points = sum((_points_of(firer, n, inputs, work) for n, firer in enumerate(inputs.firers)), Fraction(0))
    found = FirePoints(points)
    work.step(HERE, f"In all: {found}.", points)
    return found


def _points_of(firer: PointsOf, n: int, inputs: UnderFire, work: Reckoning) -> Fraction:
    _check(firer, f"firers.{n}")
    reach = next((name for name, most in REACHES.items() if firer.range_inches <= most), "")
    where = f"at {number(firer.range_inches)}″" if firer.range_inches else "in contact"
    each = work.read(FIRE_POINTS, firer.kind, reach, says=f"{firer.kind} {where}") if reach else 0
    if not each:
        field, out = f"firers.{n}.range_inches", f"{firer.kind} cannot reach {number(firer.range_inches)}″"
        raise IllegalOrder(f"{field}: {out}.", cites=HERE, field=field)
    stands, multiplier = _stands(firer, work), _multiplier(firer, inputs, work)
    times = f" × {number(multiplier)}" if multiplier != 1 else ""
    points = stands * each * multiplier
    work.step(HERE, f"{first_up(firer.kind)}: {stands} × {each}{times} = {number(points)}.", points)
    return points


def _check(firer: PointsOf, field: str) -> None:
    if not firer.kind.is_artillery:
        if firer.battery is not Battery.GOOD:
            raise IllegalOrder(f"{field}.battery: only batteries have this.", cites=HERE, field=f"{field}.battery")
        return
    if firer.battery not in MAY_FIRE:
        raise IllegalOrder(f"{field}: {a(firer.battery)} battery cannot fire.", cites=HERE, field=field)
    if firer.disordered or firer.deployed:
        sentence = f"{field}: only stands can be disordered or deployed in a town."
        raise IllegalOrder(sentence, cites=HERE, field=field)


def _stands(firer: PointsOf, work: Reckoning) -> int:
    if not firer.deployed:
        return firer.stands
    half = firer.stands // 2
    says = f"Deployed in a town, {half} of {many(firer.stands, 'stand')} may fire out of one side."
    work.step(BOOK.at("Rule notes"), says, half)
    return half


def _multiplier(firer: PointsOf, inputs: UnderFire, work: Reckoning) -> Fraction:
    """Return the product of all multipliers, or of one halving at most (R-138, R-139)."""
    halving = {
        "disordered": firer.disordered,
        "deployed": firer.deployed and work.chosen(R_139) == R_139.default,
        "damaged battery": firer.battery is Battery.DAMAGED,
        "firing at a breakthrough unit": inputs.breakthrough,
    }
    rows = [row for row, applies in halving.items() if applies]
    if len(rows) > 1 and work.chosen(R_138) != R_138.default:
        rows = rows[:1]
    rows += ["target in march column"] if inputs.march_column else []
    product = Fraction(1)
    for row in rows:
        product *= work.read(FIRE_MULTIPLIERS, row, says=f"{row}, fire points multiplied by")
    return product
