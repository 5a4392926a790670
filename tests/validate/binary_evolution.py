#!/usr/bin/env python3
"""Pairs of stars against the authors' program BSE (Fortran, from the package amuse-bse): the sequence of types and of events, and
the final periods, over a population. Kicks are off, and massive pairs are circular, so that no random number matters.

First without tides, where both programs have the same formulae; then with tides, for which the public BSE has fits of its own for
convective envelopes instead of equations 36 to 40 of Hurley, Tout & Pols 2002. Arguments: number of pairs (200), and `show` to
print those that differ."""

import pathlib
import sys

from bse_pairs import bse, build_bse, story_of_bse
from harness import Verdicts
from pair_stories import population, story_of_tucana, tucana, without_chance


def compare(name, pairs, tides):
    lives = bse(pairs, tides)
    same_types = same_all = same_period = bound = 0
    for pair, theirs in zip(pairs, lives, strict=True):
        life = tucana(pair, tides)
        if isinstance(life, str):
            same = "touch" in life and theirs[0][-1] != 99 and theirs[1][-1] in (3, 5)
            same_types += same
            same_all += same
            continue
        types, events, period = without_chance(story_of_tucana(life))
        their_types, their_events, their_period = without_chance(story_of_bse(theirs))
        same_types += types == their_types
        equal = types == their_types and events == their_events
        same_all += equal
        if equal and period and their_period:
            bound += 1
            difference = abs(period / their_period - 1)
            same_period += difference < 0.01
        else:
            difference = None
        if "show" in sys.argv and (not equal or (difference or 0) >= 0.01):
            print(pair, difference)
            print("    here:", types, events, period)
            print("    BSE: ", their_types, their_events, their_period, flush=True)
    count = len(pairs)
    print(f"  {name}: {count} pairs; the same types in {same_types}, the same types and events in {same_all}; of {bound} pairs that "
          f"are left with the same story, {same_period} have the same period to 1 %", flush=True)
    return same_all / count, same_period / max(bound, 1)


VERDICTS = Verdicts()
numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
PAIRS = population(numbers[0] if numbers else 200)
if not pathlib.Path("compare").exists():
    build_bse()
for words, tides in (("without tides", False), ("with tides", True)):
    if words.split()[0] in sys.argv[1:] or not {"without", "with"} & set(sys.argv[1:]):
        stories, periods = compare(words, PAIRS, tides)
        VERDICTS.check(f"{words}: part of pairs with the same types and events", stories, 0.95, 1)
        VERDICTS.check(f"{words}: part of their periods that agree to 1 %", periods, 0.95, 1)
VERDICTS.finish()
