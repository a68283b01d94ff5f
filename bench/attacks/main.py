"""Run the attack, part after part, and print what it did and found."""

import argparse
import logging
import os
import secrets
import sys
from collections.abc import Callable, Sequence

from bench.attacks.counts import Counts
from bench.attacks.inside import begin, fresh

PARTS = ("probes", "hostile", "kills", "rivals", "live")
SHAPES = ("sqlite", "production")
SHARES = {"hostile": 0.4, "kills": 0.35, "rivals": 0.1}  # of the time for one shape; probes take what they need


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench/attack", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="repeats the random choices")
    parser.add_argument("--shape", choices=(*SHAPES, "all"), default="all")
    parser.add_argument("--only", choices=PARTS, help="one part")
    parser.add_argument("--plant", type=int, choices=range(1, 11), default=0, help="break a property, and probe it")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    options = arguments(given)
    shapes = SHAPES if options.shape == "all" else (options.shape,)
    if options.plant:
        return attack(options, shapes[0])
    if len(shapes) == 1:
        return attack(options, shapes[0])
    return max(_apart(options, shape) for shape in shapes)


def _apart(options: argparse.Namespace, shape: str) -> int:
    """Attack one shape in a process of its own: a process has one database."""
    half = [f"--minutes={options.minutes / len(SHAPES)}", f"--seed={options.seed}", f"--shape={shape}"]
    only = [f"--only={options.only}"] if options.only else []
    return os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-m", "bench.attacks.main", *half, *only])


def attack(options: argparse.Namespace, shape: str) -> int:
    """Attack one shape; return 1 if anything is red."""
    print(f"{shape}: seed {options.seed}", flush=True)
    logging.disable(logging.CRITICAL)
    begin(on_services=shape == "production")
    counts, parts = Counts(), [options.only] if options.only else PARTS
    if options.plant:
        parts = ["probes"]
    for name, part in (("probes", _probes), ("hostile", _hostile)):
        if name in parts:
            _say(shape, name)
            part(counts, options)
    if on_site := [name for name in ("live", "kills", "rivals") if name in parts]:
        _on_a_site(counts, options, shape, on_site)
    print("\n".join(["", shape, *counts.lines()]), flush=True)
    return int(counts.is_red)


def _say(shape: str, name: str) -> None:
    print(f"{shape}: {name}", flush=True)


def _seconds(options: argparse.Namespace, part: str) -> float:
    return float(options.minutes) * 60 * (1 if options.only else SHARES[part])


def _probes(counts: Counts, options: argparse.Namespace) -> None:
    from bench.attacks.probes import ask_all

    ask_all(counts, options.plant)


def _hostile(counts: Counts, options: argparse.Namespace) -> None:
    from bench.attacks import hostile

    with fresh():
        hostile.attack(counts, seconds=_seconds(options, "hostile"), seed=options.seed)


def _on_a_site(counts: Counts, options: argparse.Namespace, shape: str, parts: Sequence[str]) -> None:
    from bench.attacks import kills, live, rivals
    from bench.attacks.sites import a_site

    attacks: dict[str, Callable[..., None]] = {"kills": kills.attack, "rivals": rivals.attack}
    _say(shape, "a site begins")
    with a_site(shape) as site:
        people = kills.people_of(site)
        for name in parts:
            _say(shape, name)
            if name == "live":
                live.attack(counts, site, people, seed=options.seed)
            else:
                attacks[name](counts, site, people, seconds=_seconds(options, name), seed=options.seed)


if __name__ == "__main__":
    sys.exit(main())
