#!/usr/bin/env python3
"""Pairs of stars against COSMIC (the package cosmic-popsynth 4.3.3, in an environment of its own; for comparison only), with its
flags set to what Hurley, Tout & Pols 2002 say as far as there are flags, and steps of a tenth. COSMIC goes on from BSE and differs
from it by choices without a flag, first of all in eccentric pairs: their Roche lobes are those at the pericentre. So the question is
whether Tucana agrees with COSMIC as often as BSE itself does, over the population of binary_evolution.py. Arguments: number of
pairs (200), and `show` to print those in which BSE agrees with COSMIC and Tucana does not."""

import pathlib
import sys

from bse_pairs import bse, build_bse, story_of_bse
from cosmic_program import run_cosmic
from harness import Verdicts
from pair_stories import UNTIL, population, story_of_tucana, tucana, types_of, without_chance, without_instants

# Reads a list of [mass, mass, period, eccentricity], whether there are tides, and the time; writes for each pair a list of [time,
# masses, period, eccentricity, types, event].
COSMIC = """
pairs, tides, until = json.load(sys.stdin)
bse.update(zsun=0.02, windflag=0, LBV_flag=1, neta=0.5, hewind=1.0, xi=1.0, lambdaf=-0.5, qcflag=1, gamma=-1.0, eddfac=10.0,
           cekickflag=0, cemergeflag=0, remnantflag=1, rembar_massloss=0.0, pisn=0, ifflag=0, wd_mass_lim=0, rejuv_fac=0.1,
           kickflag=1, sigma=0.0, sigmadiv=0.0, bhflag=0, aic=0, ussn=0, tflag=int(tides), ST_tide=0, ST_cr=0, htpmb=0,
           pts1=0.0005, pts2=0.001, pts3=0.002)
kind = lambda mass: 1 if mass > 0.7 else 0
columns = list(zip(*pairs))
table = InitialBinaryTable.InitialBinaries(m1=columns[0], m2=columns[1], porb=columns[2], ecc=columns[3], tphysf=[until] * len(pairs),
                                           kstar1=[kind(m) for m in columns[0]], kstar2=[kind(m) for m in columns[1]],
                                           metallicity=[0.02] * len(pairs))
bpp = Evolve.evolve(initialbinarytable=table, BSEDict=bse, SSEDict={"stellar_engine": "sse"}, dtp=0.0)[0]
names = ["tphys", "mass_1", "mass_2", "porb", "ecc", "kstar_1", "kstar_2", "evol_type"]
json.dump([bpp[bpp.bin_num == k][names].values.tolist() for k in range(len(pairs))], sys.stdout)
"""


def cosmic(pairs, tides):
    return run_cosmic(COSMIC, [pairs, tides, UNTIL])


def story_of_cosmic(life):
    names = {3: "overflow", 4: "end", 6: "merger", 7: "envelope", 11: "parted"}
    events, types = [], []
    for row in life:
        kinds, what = [int(kind) for kind in row[5:7]], int(row[7])
        types.append((row[0], types_of(kinds)))
        if what in names:
            events.append(names[what])
        if what == 8 and 15 in kinds:
            events.append("merger")
    period, e = life[-1][3:5]
    types = without_instants(types)
    return types, events, period if len(types[-1]) == 2 and period > 0 and 0 <= e < 1 else None


def without_lead_in(story):
    """COSMIC tells of an overflow before every common envelope and merger."""
    types, events, period = story
    leads_in = lambda k: events[k] == "overflow" and events[k + 1:k + 2] in (["envelope"], ["merger"])
    return types, [event for k, event in enumerate(events) if not leads_in(k)], period


def agreement(ours, theirs):
    """By pair: whether the stories are the same; and of those that are left as pairs with the same story, whether the periods are."""
    same = [one[:2] == other[:2] for one, other in zip(ours, theirs, strict=True)]
    periods = [abs(one[2] / other[2] - 1) < 0.01 for one, other, equal in zip(ours, theirs, same) if equal and one[2] and other[2]]
    return same, periods


def main():
    verdicts = Verdicts()
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    pairs = population(numbers[0] if numbers else 200)
    if not pathlib.Path("compare").exists():
        build_bse()
    final = lambda story: without_lead_in(without_chance(story))
    for words, tides in (("without tides", False), ("with tides", True)):
        lives = [tucana(pair, tides) for pair in pairs]
        alive = [k for k, life in enumerate(lives) if not isinstance(life, str)]  # the others would touch at birth
        chosen = [pairs[k] for k in alive]
        mine = [final(story_of_tucana(lives[k])) for k in alive]
        of_bse = [final(story_of_bse(life)) for life in bse(chosen, tides)]
        of_cosmic = [final(story_of_cosmic(life)) for life in cosmic(chosen, tides)]
        same, periods = agreement(mine, of_cosmic)
        bse_same, bse_periods = agreement(of_bse, of_cosmic)
        print(f"  {words}: of {len(chosen)} pairs COSMIC tells the story of Tucana for {sum(same)}, that of BSE for {sum(bse_same)}; "
              f"periods to 1 %: {sum(periods)} of {len(periods)}, BSE {sum(bse_periods)} of {len(bse_periods)}", flush=True)
        for k in range(len(chosen)) if "show" in sys.argv else ():
            if bse_same[k] and not same[k]:
                print(chosen[k], "\n    here:  ", mine[k], "\n    COSMIC:", of_cosmic[k])
        # Two programs with equal formulae would differ by chance in a few pairs.
        verdicts.check(f"{words}: stories in common with COSMIC, more than BSE has", (sum(same) - sum(bse_same)) / len(chosen), -0.02, 1)
        verdicts.check(f"{words}: part of their periods that agree to 1 %, more than for BSE",
                       sum(periods) / len(periods) - sum(bse_periods) / len(bse_periods), -0.05, 1)
    verdicts.finish()


main()
