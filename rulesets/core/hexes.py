"""Hexes by axial coordinates, pointy-topped, r growing southward: neighbors, distance, corners, joined lines.

A corner is named by the sum of the three hexes that meet there, in whole numbers, so that two hexes agree on it.
"""

from collections.abc import Sequence

Axial = tuple[int, int]
Corner = tuple[int, int]
NEIGHBORS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # clockwise from the east


def around(here: Axial) -> list[Axial]:
    """Return the six hexes that touch one, clockwise from the east."""
    return [(here[0] + dq, here[1] + dr) for dq, dr in NEIGHBORS]


def distance(one: Axial, other: Axial) -> int:
    """Count the steps from one hex to another over open ground."""
    dq, dr = one[0] - other[0], one[1] - other[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def corners(here: Axial) -> list[Corner]:
    """Return the six corners of a hex, clockwise from the upper right."""
    q, r = here
    pairs = ((NEIGHBORS[number - 1], NEIGHBORS[number]) for number in range(6))
    return [(3 * q + aq + bq, 3 * r + ar + br) for (aq, ar), (bq, br) in pairs]


def side_between(one: Axial, other: Axial) -> frozenset[Corner]:
    """Return the two corners that neighbors share."""
    return frozenset(corners(one)) & frozenset(corners(other))


def end_to_end(sides: Sequence[frozenset[Corner]]) -> list[Corner]:
    """Join hexsides into one line of corners, from the end with the lower name."""
    (line,) = lines_of(sides)
    return line


def lines_of(sides: Sequence[frozenset[Corner]]) -> list[list[Corner]]:
    """Join hexsides into lines of corners, each from an end with a low name; a fork begins another line."""
    left: dict[Corner, list[Corner]] = {}
    for one, other in sorted(tuple(sorted(side)) for side in sides):
        left.setdefault(one, []).append(other)
        left.setdefault(other, []).append(one)
    lines = []
    while left:
        ends = [key for key, others in left.items() if len(others) == 1]
        line = [min(ends or left)]
        while line[-1] in left:
            here = line[-1]
            there = left[here].pop(0)
            left[there].remove(here)
            line.append(there)
            for key in (here, there):
                if not left[key]:
                    del left[key]
        lines.append(line)
    return lines
