"""Which particles touch, and when they may do so next. Everything here is geometry of given states.

Two stars that are not a close pair move nearly on straight lines until the next look, since looks follow the shortest
step. A close pair, whose orbit is integrated as such, is on a Kepler orbit: it touches at its pericentre or not at all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

INSIDE = 0.98  # of the sum of radii: where to look, so that the two overlap for certain
PIECE = 1 << 20  # pairs at a time


def near_pairs(position: Any, reach: Any) -> Any:
    """Pairs of rows (n x 2) whose distance along x is at most the sum of their reaches: all that may be near."""
    order = np.argsort(position[:, 0])
    x, own = position[order, 0], reach[order]
    last = np.searchsorted(x, x + own + np.max(own, initial=0.0), side="right")
    found = []
    first = 0
    counts = np.maximum(last - np.arange(len(x)) - 1, 0)
    total = np.cumsum(counts)
    while first < len(x):
        done = total[first - 1] if first else 0
        end = max(first + 1, int(np.searchsorted(total, done + PIECE, side="right")))
        rows = np.repeat(np.arange(first, end), counts[first:end])
        starts = np.repeat(total[first:end] - counts[first:end], counts[first:end])
        others = rows + 1 + np.arange(done, total[end - 1]) - starts
        distance = np.linalg.norm(position[order[rows]] - position[order[others]], axis=1)
        near = distance <= own[rows] + own[others]
        found.append(np.column_stack((order[rows[near]], order[others[near]])))
        first = end
    pairs = np.concatenate(found) if found else np.empty((0, 2), np.int64)
    return np.sort(pairs, axis=1)


def touching(position: Any, radius: Any) -> Any:
    """Pairs of rows that overlap, the nearest relative to its radii first."""
    pairs = near_pairs(position, radius)
    distance = np.linalg.norm(position[pairs[:, 0]] - position[pairs[:, 1]], axis=1)
    size = radius[pairs[:, 0]] + radius[pairs[:, 1]]
    return pairs[np.argsort(distance / np.where(size > 0, size, 1))][: np.count_nonzero(size > 0)]


def time_on_lines(position: Any, velocity: Any, radius: Any, longest: float, without: Any = ()) -> float:
    """Until the first two overlap on straight lines, or `longest`. Those that overlap already do not count, nor do pairs
    of rows `without` (n x 2)."""
    speed = np.linalg.norm(velocity - np.mean(velocity, axis=0), axis=1)
    pairs = near_pairs(position, radius + speed * longest)
    if len(without):
        left_out = np.sort(np.asarray(without), axis=1) @ [len(position), 1]
        pairs = pairs[~np.isin(pairs @ [len(position), 1], left_out)]
    if not len(pairs):
        return longest
    first, second = pairs.T
    x, v = position[second] - position[first], velocity[second] - velocity[first]
    size = INSIDE * (radius[first] + radius[second])
    xv, vv = np.sum(x * v, axis=1), np.sum(v * v, axis=1)
    outside = np.sum(x * x, axis=1) - size**2
    root = xv**2 - vv * outside
    meets = (outside > 0) & (xv < 0) & (root >= 0) & (size > 0)
    if not meets.any():
        return longest
    times = outside[meets] / (-xv[meets] + np.sqrt(root[meets]))  # the smaller root, without a difference of like numbers
    return min(longest, float(np.min(times)))


def time_on_orbit(x: Any, v: Any, mu: float, size: float) -> float:
    """Until a Kepler orbit comes to a distance below `size`; infinite if it does not."""
    size *= INSIDE
    r, xv = float(np.linalg.norm(x)), float(np.dot(x, v))
    alpha = 2 / r - float(np.dot(v, v)) / mu  # 1/a
    momentum2 = float(np.sum(np.cross(x, v) ** 2)) / mu
    e = float(np.sqrt(max(0.0, 1 - momentum2 * alpha)))
    pericentre = momentum2 / (1 + e)
    if r <= size or pericentre > size or (alpha <= 0 and xv >= 0):
        return np.inf
    now, then = _since_pericentre(r, alpha, e, pericentre, mu), _since_pericentre(size, alpha, e, pericentre, mu)
    if xv < 0:
        return now - then  # both before the pericentre
    return 2 * np.pi / np.sqrt(mu * alpha**3) - now - then


def _since_pericentre(r: float, alpha: float, e: float, pericentre: float, mu: float) -> float:
    """The time from the pericentre out to r."""
    if abs(alpha) * r < 1e-6:  # a parabola, as far as this is concerned
        return float(np.sqrt(2 * max(r - pericentre, 0) / mu) * (r + 2 * pericentre) / 3)
    if alpha > 0:
        anomaly = np.arccos(np.clip((1 - r * alpha) / e, -1, 1)) if e > 0 else 0.0
        return float((anomaly - e * np.sin(anomaly)) / np.sqrt(mu * alpha**3))
    anomaly = np.arccosh(max((1 - r * alpha) / e, 1.0))
    return float((e * np.sinh(anomaly) - anomaly) / np.sqrt(-mu * alpha**3))


def bound_pairs(position: Any, velocity: Any, mass: Any) -> Any:
    """Pairs of rows that are bound so tightly that passing stars do not part them: a semi-major axis below
    2 (m1 + m2) / <v^2>, twice the distance at which the program makes two stars a close pair."""
    speed2 = float(np.mean(np.sum((velocity - np.average(velocity, axis=0, weights=_weights(mass))) ** 2, axis=1)))
    if len(mass) < 2 or not speed2 > 0:
        return np.empty((0, 2), np.int64)
    limit = 2 / speed2
    pairs = near_pairs(position, 2 * limit * mass)  # at the apocentre r = 2 a
    first, second = pairs.T
    mu = mass[first] + mass[second]
    r = np.linalg.norm(position[second] - position[first], axis=1)
    v2 = np.sum((velocity[second] - velocity[first]) ** 2, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        alpha = 2 / r - v2 / mu
    return pairs[(alpha * limit * mu > 1) & (r > 0)]


def _weights(mass: Any) -> Any:
    return mass if np.sum(mass) > 0 else np.ones(len(mass))


def escaped(position: Any, velocity: Any, mass: Any, radius: float) -> Any:
    """Rows beyond a radius (0: 20 half-mass radii) with the energy to leave, seen as the mass of all in a point."""
    weights = _weights(mass)
    x, v = position - np.average(position, axis=0, weights=weights), velocity - np.average(velocity, axis=0, weights=weights)
    r = np.linalg.norm(x, axis=1)
    if not radius > 0:
        order = np.argsort(r)
        inside = np.cumsum(weights[order])
        radius = 20 * float(r[order][np.searchsorted(inside, inside[-1] / 2)])
    far = r > max(radius, 0)
    return np.flatnonzero(far & (np.sum(v * v, axis=1) / 2 > np.sum(mass) / np.where(r > 0, r, 1)))


def outside(position: Any, mass: Any, size: float, about_centre: bool) -> Any:
    """Rows farther than `size` from the origin or from the centre of mass."""
    centre = np.average(position, axis=0, weights=_weights(mass)) if about_centre else np.zeros(3)
    return np.flatnonzero(np.linalg.norm(position - centre, axis=1) > size)


def first_contact(stars: Any, longest: float) -> float:
    """How long two stars do not touch for, as far as can be seen from here, up to `longest`."""
    rows, x, v = stars.close_pairs()
    for (one, other), place, speed in zip(rows, x, v):
        size = float(stars.radius[one] + stars.radius[other])
        if size > 0:
            longest = min(longest, time_on_orbit(place, speed, float(stars.mass[one] + stars.mass[other]), size))
    return time_on_lines(np.asarray(stars.position), np.asarray(stars.velocity), np.asarray(stars.radius), longest, rows)
