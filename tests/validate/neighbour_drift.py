#!/usr/bin/env python3
"""The drift of the energy in the neighbour scheme, and what makes it: 16384 equal stars, one time unit, three seeds.

Lists that treat bodies that come otherwise than those that go make truncation errors of one sign
(docs/theory/ahmad_cohen.md)."""

from harness import Verdicts, run

SEEDS = range(1, 4)


def mean_error(rule):
    errors = [run(model__n=16384, model__seed=seed, integrator__kind="ahmad_cohen", integrator__neighbour_test=rule,
                  integrator__eta_regular=0.05, run__end_time=1, output__interval=1, output__snapshot_interval=0,
                  output__checkpoint_interval=0)["energy_error"] for seed in SEEDS]
    print(f"{rule}: energy errors " + ", ".join(f"{error:.2e}" for error in errors))
    return sum(errors) / len(errors)


def main():
    verdicts = Verdicts()
    approach, midway = mean_error("approach"), mean_error("midway")
    verdicts.check("|mean energy error|, lists midway", abs(midway), 0, 3e-7)
    verdicts.check("that of lists from the start of the step, over it", abs(approach / midway), 4, 1e6)
    verdicts.finish()


if __name__ == "__main__":
    main()
