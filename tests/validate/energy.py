#!/usr/bin/env python3
"""Energy conservation of hermite4 with block steps: 1024 equal stars, 10 time units, 8 seeds."""

import math

from harness import Verdicts, median_error

SEEDS = range(1, 9)


def main():
    verdicts = Verdicts()
    softened, steps = median_error(SEEDS, model__n=1024, gravity__softening=1 / 256)
    print(f"softening 1/256, eta 0.02: {steps:.0f} steps a body and time unit")
    verdicts.check("median |energy error|, softening 1/256", softened, 0, 1e-6)
    plain, steps = median_error(SEEDS, model__n=1024)
    print(f"no softening, eta 0.02: {steps:.0f} steps a body and time unit")
    verdicts.check("median |energy error|, no softening", plain, 0, 1e-5)

    # Above 0.02 the error grows faster: steps no longer resolve the closest pairs.
    etas = [0.0025, 0.005, 0.01, 0.02]
    errors = []
    for eta in etas:
        error, steps = median_error(SEEDS, model__n=1024, gravity__softening=1 / 256, integrator__eta=eta)
        errors.append(error)
        print(f"eta {eta:<6} median |energy error| {error:.2e}, {steps:.0f} steps a body and time unit")
    x = [math.log(eta) for eta in etas]
    y = [math.log(error) for error in errors]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / sum((a - mean_x) ** 2 for a in x)
    verdicts.check("power of eta in the median error", slope, 1.8, 2.7)
    verdicts.finish()


if __name__ == "__main__":
    main()
