"""The outline of a set of cells: closed loops with rounded corners."""

from __future__ import annotations

from collections.abc import Iterable

Point = tuple[int, int]


def loops(cells: Iterable[Point]) -> list[list[Point]]:
    """The corners of each loop around the cells, inside on the right hand, in cell units."""
    inside = set(cells)
    edges: dict[Point, list[Point]] = {}
    for x, y in sorted(inside):
        for (nx, ny), a, b in (
            ((x, y - 1), (x, y), (x + 1, y)), ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)), ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if (nx, ny) not in inside:
                edges.setdefault(a, []).append(b)
    found = []
    while edges:
        start = min(edges)
        loop, here = [start], edges[start].pop()
        while here != start or len(loop) < 4:
            before = loop[-1]
            loop.append(here)
            # Where two cells meet in a corner only, turn right: the outline stays with its cell.
            right = (here[0] - (here[1] - before[1]), here[1] + (here[0] - before[0]))
            options = edges[here]
            after = right if right in options else options[0]
            options.remove(after)
            here = after
        found.append([
            p for i, p in enumerate(loop)
            if not (loop[i - 1][0] == p[0] == loop[(i + 1) % len(loop)][0]
                    or loop[i - 1][1] == p[1] == loop[(i + 1) % len(loop)][1])
        ])
        edges = {point: ends for point, ends in edges.items() if ends}
    return found


def outline(
    cells: Iterable[Point], size: Point, origin: Point, *, inset: float = 0, radius: float = 6
) -> str:
    """An SVG path around the cells, `inset` units inside their border (outside, if negative).

    `size` of a cell, and `origin`, where the cell (0, 0) begins, are in units of the picture.
    """
    path = []
    for loop in loops(cells):
        corners = []
        for i, (x, y) in enumerate(loop):
            ax, ay = _way(loop[i - 1], (x, y))
            bx, by = _way((x, y), loop[(i + 1) % len(loop)])
            cx = origin[0] + x * size[0] + inset * (-ay - by)
            cy = origin[1] + y * size[1] + inset * (ax + bx)
            corners.append(
                f"{cx - ax * radius:g} {cy - ay * radius:g}Q{cx:g} {cy:g} {cx + bx * radius:g} {cy + by * radius:g}"
            )
        path.append("M" + "L".join(corners) + "Z")
    return "".join(path)


def _way(a: Point, b: Point) -> Point:
    return (b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1])
