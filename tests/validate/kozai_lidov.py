#!/usr/bin/env python3
"""Triples in which the outer body drives the eccentricity of the inner pair (Kozai 1962, Lidov 1962), one of which turns
over (Naoz et al. 2013): e(t) and i(t) with and without slow-down, at three accuracies, against IAS15. The largest
eccentricity has to be right to 1e-3 at the finest, its time to 1 %."""

import math
import pathlib

import numpy as np

import few_bodies as few
from harness import Verdicts

ACCURACIES = {"coarse": dict(fewbody__eta=0.4, integrator__eta=0.04), "usual": {},
              "fine": dict(fewbody__eta=0.1, integrator__eta=0.005)}
SLOW_DOWN = {"slowed": {}, "not slowed": dict(fewbody__slow_down_limit=0)}
# Masses, inner and outer axis, both eccentricities, mutual inclination in degrees, end, and time between two looks.
TRIPLES = {
    "equal masses": dict(masses=(0.5, 0.5, 0.5), axes=(0.1, 1), eccentricities=(0.1, 0.3), inclination=80, end=150, look=0.25),
    # The others are too close for mean orbits, which need an inner period of 0.0125 of the time sqrt(r^3/M) of the outer orbit.
    "wide": dict(masses=(0.5, 0.5, 0.5), axes=(0.015, 1), eccentricities=(0.1, 0.3), inclination=80, end=2400, look=2),
    "with a flip": dict(masses=(1, 0.001, 0.4), axes=(0.1, 1), eccentricities=(0.1, 0.5), inclination=89, end=200, look=0.25),
}


def bodies(triple):
    """The inner pair, the outer body, about their centre of mass."""
    (m1, m2, m3), (inner, outer), (e1, e2) = triple["masses"], triple["axes"], triple["eccentricities"]
    x, v = few.state_on_orbit(m1 + m2, inner, e1, math.radians(triple["inclination"]), 0, 0, 1)
    far, fast = few.state_on_orbit(m1 + m2 + m3, outer, e2, 0, 0, 0, 2)
    share = m2 / (m1 + m2)
    places, speeds = [-share * x, (1 - share) * x, far], [-share * v, (1 - share) * v, fast]
    masses = np.array(triple["masses"], dtype=float)
    centre, drift = masses @ np.array(places) / masses.sum(), masses @ np.array(speeds) / masses.sum()
    return masses, np.array(places) - centre, np.array(speeds) - drift


def elements(stars):
    """Time, inner eccentricity and mutual inclination in degrees."""
    t, masses, x, v, _ = stars
    pair = masses[0] + masses[1]
    _, e, normal = few.orbit(*few.relative(stars, 1, 0), pair)
    centre, drift = masses[:2] @ x[:2] / pair, masses[:2] @ v[:2] / pair
    _, _, outer = few.orbit(x[2] - centre, v[2] - drift, masses.sum())
    return t, e, math.degrees(math.acos(max(-1, min(1, normal @ outer))))


def by_tucana(name, table, triple, options):
    log = few.run(name, table, triple["end"], triple["look"], **options)
    series = [elements(few.stars_of(path)) for path in sorted(pathlib.Path(name).glob("snapshot_*.hdf5"))]
    return np.array(series), log[-1]


def by_ias15(triple):
    simulation = few.ias15(*bodies(triple))
    series = [elements(few.state_of(simulation))]
    for k in range(1, round(triple["end"] / triple["look"]) + 1):
        simulation.integrate(k * triple["look"], exact_finish_time=1)
        series.append(elements(few.state_of(simulation)))
    return np.array(series)


def first_peak(series):
    """The largest eccentricity of the first cycle and its time, between looks by a parabola."""
    e = series[:, 1]
    high = 0.5 * e.max()
    begin = int(np.argmax(e > high))
    end = begin + int(np.argmax(e[begin:] < high)) if (e[begin:] < high).any() else len(e)
    k = begin + int(np.argmax(e[begin:end]))
    k = min(max(k, 1), len(e) - 2)
    before, at, after = e[k - 1:k + 2]
    bend = before - 2 * at + after
    shift = 0.5 * (before - after) / bend if bend < 0 else 0
    return at - 0.25 * (before - after) * shift, series[k, 0] + shift * (series[1, 0] - series[0, 0])


def check():
    verdicts = Verdicts()
    for name, triple in TRIPLES.items():
        table = pathlib.Path(f"{name.replace(' ', '_')}.txt").resolve()
        few.write_table(table, *bodies(triple))
        truth = by_ias15(triple)
        peak, when = first_peak(truth)
        flips = lambda series: bool((series[:, 2] > 90).any()) and bool((series[:, 2] < 90).any())
        print(f"{name}: IAS15 has a first peak of e = {peak:.5f} at t = {when:.2f}, {'a' if flips(truth) else 'no'} flip")
        inner_steps = {}
        for slowed, slow_options in SLOW_DOWN.items():
            for accuracy, options in ACCURACIES.items():
                folder = f"{name}, {slowed}, {accuracy}".replace(", ", "-").replace(" ", "_")
                series, last = by_tucana(folder, table, triple, {**options, **slow_options})
                own, own_when = first_peak(series)
                print(f"  {slowed}, {accuracy}: e = {own:.5f} at t = {own_when:.2f}, |dE/E| {abs(last['energy_error']):.1e}, "
                      f"{last['steps']} steps, {last.get('inner_steps', 0)} inner steps, "
                      f"{'a' if flips(series) else 'no'} flip")
                inner_steps[slowed] = last.get("inner_steps", 0)
                if accuracy == "fine":
                    verdicts.check(f"{name}, {slowed}: largest e minus that of IAS15", own - peak, -1e-3, 1e-3)
                    verdicts.check(f"{name}, {slowed}: its time over that of IAS15", own_when / when, 0.99, 1.01)
                    verdicts.check(f"{name}, {slowed}: flips as IAS15 does", flips(series) == flips(truth), 1, 1)
        if name == "wide":
            verdicts.check(f"{name}: inner steps saved by mean orbits", inner_steps["not slowed"] / inner_steps["slowed"], 1.5, 1e9)
    verdicts.finish()


if __name__ == "__main__":
    few.in_environment(__file__, check)
