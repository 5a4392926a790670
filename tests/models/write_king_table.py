"""Writes king_table.h: King models as astro-limepy (PyPI; Gieles & Zocchi 2015, MNRAS 454, 576) computes them, for
king_test.cpp. Its models of truncation g = 1 are King's (1966).

    pip install astro-limepy
    python3 tests/models/write_king_table.py > tests/models/king_table.h
"""

import math

import limepy
import numpy

CENTRAL_POTENTIALS = [0.5, 3, 6, 9, 12]
# Radii over the tidal radius, spread over core and halo in each model.
PARTS_OF_EDGE = [0.001, 0.01, 0.05, 0.2, 0.5, 0.8]

HEAD = f"""#pragma once

#include <array>

namespace tucana::testing_support {{

/// Written by write_king_table.py with astro-limepy {limepy.__version__}. Radii in core radii r_0, densities in central
/// ones, masses in parts of the whole.
struct KingRow {{
  double w0, concentration, radius, density, mass;
}};

inline constexpr std::array<KingRow, {len(CENTRAL_POTENTIALS) * len(PARTS_OF_EDGE)}> king_table{{{{"""

TAIL = """}};

}  // namespace tucana::testing_support"""


def rows(w0):
    model = limepy.limepy(w0, 1, ode_rtol=1e-10, ode_atol=1e-10)
    for part in PARTS_OF_EDGE:
        # A row of limepy's own table, so that nothing is interpolated.
        i = int(numpy.searchsorted(model.r, part * model.rt))
        yield w0, math.log10(model.rt / model.r0), model.r[i] / model.r0, model.rho[i] / model.rho[0], model.mc[i] / model.mc[-1]


if __name__ == "__main__":
    print(HEAD)
    for w0 in CENTRAL_POTENTIALS:
        for row in rows(w0):
            print("    {" + ", ".join(f"{number:.9g}" for number in row) + "},")
    print(TAIL)
