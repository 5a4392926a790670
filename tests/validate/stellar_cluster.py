#!/usr/bin/env python3
"""A cluster of 4096 stars with the masses of Kroupa 2001 loses mass through winds and supernovae for 100 Myr: the energy with
its ledger is conserved, kicks of hundreds of km/s included, to 1e-6 of that of the centres of mass."""

import json
import pathlib
import tempfile

from harness import Verdicts, run

STARS = 4096


def evolve(**options):
    with tempfile.TemporaryDirectory() as folder:
        run(keep=folder, model__n=STARS, model__kind="plummer", model__masses="kroupa_2001", model__smallest_mass="0.08 Msun",
            model__largest_mass="100 Msun", model__half_mass_radius="5 pc", stellar__kind="sse", run__end_time="100 Myr",
            output__interval="5 Myr", output__snapshot_interval=0, output__checkpoint_interval=0, **options)
        lines = lambda name: [json.loads(line) for line in (pathlib.Path(folder) / "run" / name).read_text().splitlines()]
        return lines("log.jsonl"), lines("events.jsonl")


def main():
    verdicts = Verdicts()
    for name, (limit, options) in {
        "hermite4": (1e-6, {"integrator__kind": "hermite4"}),
        "ahmad_cohen": (1e-6, {"integrator__kind": "ahmad_cohen"}),
    }.items():
        rows, events = evolve(**options)
        supernovae = sum(event["event"] == "supernova" for event in events)
        print(f"{name}: {supernovae} supernovae, mass {rows[-1]['mass']:.4f} left, energy errors:",
              *(f"{row['energy_error']:.1e}" for row in rows))
        verdicts.check(f"{name}: supernovae", supernovae, 10, 100)
        verdicts.check(f"{name}: mass that is left", rows[-1]["mass"], 0.6, 0.95)
        verdicts.check(f"{name}: energy error after 100 Myr", abs(rows[-1]["energy_error"]), 0, limit)
    verdicts.finish()


main()
