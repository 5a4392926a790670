#!/usr/bin/env python3
"""Writes galpy_table.h: forces and potentials of galpy, which galpy_test.cpp compares with.

Needs galpy (pip install galpy); usage: make_galpy_table.py > galpy_table.h, then clang-format.
"""
from math import gamma, pi

import galpy
from galpy import potential as g

MASS, RADIUS, HEIGHT, SPEED, FLATTENING = 2.5, 1.3, 0.4, 2.5, 0.9
PLACES = [(0.02, -0.01, 0.015), (0.8, -0.9, 0.5), (1.5, 2.0, 0.001), (9.0, -4.0, 12.0)]


def power_law(alpha):
    """With a total mass instead of the amplitude of the density."""
    s = (3 - alpha) / 2
    amp = MASS / (2 * pi * RADIUS ** (2 * s) * gamma(s))
    return g.PowerSphericalPotentialwCutoff(amp=amp, alpha=alpha, rc=RADIUS)


def dehnen(alpha):
    """In galpy the amplitude is the total mass times 3 - alpha."""
    return g.DehnenSphericalPotential(amp=(3 - alpha) * MASS, a=RADIUS, alpha=alpha)


# The Milky Way of Bovy (2015), table 1, in units of 8 kpc and 220 km/s, by its numbers: the name MWPotential2014 has
# meant different bulges in different versions.
MILKY_WAY = [g.PowerSphericalPotentialwCutoff(alpha=1.8, rc=1.9 / 8, normalize=0.05),
             g.MiyamotoNagaiPotential(a=3 / 8, b=0.28 / 8, normalize=0.6),
             g.NFWPotential(a=16 / 8, normalize=0.35)]

FIELDS = {
    "point_mass": g.KeplerPotential(amp=MASS),
    "plummer": g.PlummerPotential(amp=MASS, b=RADIUS),
    "isochrone": g.IsochronePotential(amp=MASS, b=RADIUS),
    "hernquist": g.HernquistPotential(amp=2 * MASS, a=RADIUS),
    "dehnen_0": dehnen(0),
    "dehnen_1_5": dehnen(1.5),
    "dehnen_2": g.JaffePotential(amp=MASS, a=RADIUS),
    "nfw": g.NFWPotential(amp=MASS, a=RADIUS),
    "power_law_1_8": power_law(1.8),
    "power_law_0": power_law(0),
    "miyamoto_nagai": g.MiyamotoNagaiPotential(amp=MASS, a=RADIUS, b=HEIGHT),
    "logarithmic": g.LogarithmicHaloPotential(amp=SPEED**2, core=RADIUS, q=FLATTENING),
    "milky_way_2014": MILKY_WAY,
}


def row(name, field, place):
    """Cartesian force and potential, as a line of C++."""
    x, y, z = place
    big_r = (x * x + y * y) ** 0.5
    outwards = float(g.evaluateRforces(field, big_r, z))
    upwards = float(g.evaluatezforces(field, big_r, z))
    phi = float(g.evaluatePotentials(field, big_r, z))
    a = (outwards * x / big_r, outwards * y / big_r, upwards)
    return f'    {{"{name}", {{{x}, {y}, {z}}}, {{{a[0]!r}, {a[1]!r}, {a[2]!r}}}, {phi!r}}},'


print(f"""// Written by make_galpy_table.py with galpy {galpy.__version__}.
#pragma once

#include "tucana/core/vec3.h"

namespace tucana::galaxy {{

struct GalpyRow {{
  const char* field;
  Vec3 place, acceleration;
  double potential;
}};

inline constexpr GalpyRow galpy_table[] = {{""")
for key, value in FIELDS.items():
    for at in PLACES:
        print(row(key, value, at))
print("""};

}  // namespace tucana::galaxy""")
