"""A population of pairs of stars, and the stories of their lives as Tucana tells them: what comparisons with other programs share.
A story is the sequence of both types, that of events, and the final period."""

import json
import math
import random
import subprocess

from harness import TUCANA

UNTIL = 13000
SETTINGS = ["stellar.winds=sse", "stellar.remnants=belczynski2002", "stellar.pair_instability=off", "stellar.kicks=off"]


def population(count):
    """Masses by a flat distribution of the logarithm, as periods are, so that all kinds of lives occur."""
    rng, pairs = random.Random(27), []
    while len(pairs) < count:
        mass = math.exp(rng.uniform(math.log(0.8), math.log(30)))
        other = max(0.1, mass * rng.uniform(0.1, 1))
        period = 10 ** rng.uniform(0.2, 4.5)
        e = rng.random() ** 0.5 * 0.9
        massive = mass > 6.5
        pairs.append((round(mass, 4), round(other, 4), round(period, 3), 0.0 if massive else round(e, 3)))
    return pairs


def tucana(pair, tides):
    mass, other, period, e = pair
    words = ["--mass", repr(mass), "--companion", repr(other), "--period", repr(period), "--eccentricity", repr(e)]
    flags = [word for setting in SETTINGS for word in ("--set", setting)] + ([] if tides else ["--no-tides"])
    done = subprocess.run([TUCANA, "evolve", "--binary", "--json", "--metallicity", "0.02", "--until", str(UNTIL), *words, *flags],
                          capture_output=True, text=True)
    if done.returncode != 0:
        return done.stderr.strip()
    return [json.loads(line) for line in done.stdout.splitlines()]


def without_repeats(sequence):
    return [item for i, item in enumerate(sequence) if i == 0 or item != sequence[i - 1]]


def without_instants(rows):
    """The sequence of types of rows [time, types]. The product of a merger may begin exactly between two phases, and have the
    type of the other one for some years: what lasts less than 1e-6 of the age and is undone then is rounding."""
    rows = [row for i, row in enumerate(rows) if i == 0 or row[1] != rows[i - 1][1]]
    is_instant = lambda i: (0 < i < len(rows) - 1 and rows[i - 1][1] == rows[i + 1][1]
                            and rows[i + 1][0] - rows[i][0] < 1e-6 * rows[i][0])
    return without_repeats([row[1] for i, row in enumerate(rows) if not is_instant(i)])


def types_of(kinds):
    """A star that is gone has no place; which of the two is left after a merger is a matter of bookkeeping."""
    left = [kind for kind in kinds if kind != 15]
    return tuple(kinds) if len(left) == 2 else tuple(left)


def story_of_tucana(life):
    names = {"overflow_begins": "overflow", "overflow_ends": "end", "merger": "merger", "common_envelope": "envelope",
             "disruption": "parted"}
    types = without_instants([(row["time_myr"], types_of(row["types"])) for row in life])
    events = [names[row["event"]] for row in life if row["event"] in names
              and not (row["event"] == "disruption" and 15 in row["types"])]
    return types, events, life[-1].get("period_days")


def without_chance(story):
    """The phase of a second supernova, on an eccentric orbit, is random: whether the pair survives it says nothing."""
    types, events, period = story
    if len(types[-1]) == 2 and min(types[-1]) >= 13:
        return types, [event for event in events if event != "parted"], None
    return story
