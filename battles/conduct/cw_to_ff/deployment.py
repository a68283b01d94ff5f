"""The deployment of an order of battle: its parts for the pages, what is wrong with it, and its words (VG-6)."""

from collections.abc import Iterator

from battles.conduct.base import PlanCommand, PlanPart
from battles.conduct.orders import OrderCommand
from rulesets.core.deployment import Deployment, Placed, Sight, faults_of
from rulesets.cw_to_ff.named_order import NamedOrder
from rulesets.cw_to_ff.orders import Plan


def command_of(command: OrderCommand) -> PlanCommand:
    """Return a command of an order of battle with its brigades and batteries."""
    brigades = (PlanPart(part.at, part.name, part.about) for part in command.brigades)
    batteries = (PlanPart(part.at, part.name, part.about, kind="battery") for part in command.batteries)
    return PlanCommand(command.at, command.kind, command.name, command.about, (*brigades, *batteries))


def names_of(order: NamedOrder) -> dict[str, str]:
    """Return the names of divisions, brigades, and batteries by address."""
    divisions = {at: division.name for at, _, division in order.all_divisions()}
    brigades = {at: brigade.name for at, _, brigade in order.all_brigades()}
    return divisions | brigades | {at: battery.name for at, _, battery in order.batteries_by_address()}


def deployment_problems(order: NamedOrder, deployment: Deployment) -> Iterator[str]:
    """Yield what is wrong with a deployment of this order of battle."""
    known = {at for at, _, _ in order.all_divisions()} | {at for at, _, _ in order.all_brigades()}
    yield from (f"{fault} VG-6." for fault in faults_of(deployment, known))


def deployment_words(plan: Plan) -> Iterator[str]:
    """Yield which units march, and where the others are set up."""
    names = names_of(plan.order) if plan.order else {}
    for edge, march in plan.by_edge.items():
        yield f"Marching around the defender’s {edge}: {', '.join(names.get(at, at) for at in march.units)}."
    for line in plan.deployment.lines:
        yield f"{names.get(line.at, line.at)}: {'; '.join(_line_words(line)) or 'anywhere'}."


def _line_words(line: Placed) -> Iterator[str]:
    if line.zone:
        yield f"{line.zone}, {line.sector}" if line.sector else line.zone
    elif line.sector:
        yield line.sector
    if line.sight is not Sight.DEFAULT:
        yield f"{line.sight} from the enemy’s zone"
    if line.notes:
        yield line.notes.removesuffix(".")
