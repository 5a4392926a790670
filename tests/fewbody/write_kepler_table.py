"""Writes kepler_table.h, the reference solutions of Kepler's problem with 50 digits. Needs mpmath (PyPI).

    python3 write_kepler_table.py > kepler_table.h

Every row starts from doubles, taken as exact, and is solved by the textbook formulae of its conic (eccentric or hyperbolic
anomaly, Barker's equation), not by universal variables. Each result comes with its sensitivity: the sum over all inputs of
how far the result moves if that input is off by one unit of rounding. No program with double input can be better than that.
"""
import mpmath as mp

mp.mp.dps = 120  # 1 - e = 1e-12 costs some of them, the differences for the sensitivity others
ULP = mp.mpf(2) ** -53
SHIFT = mp.mpf(10) ** -25


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def bisected(function, low, high, turns=400):
    for _ in range(turns):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return (low + high) / 2


class Orbit:
    def __init__(self, mu, x, v):
        self.mu, self.x, self.v = mu, x, v
        self.r = mp.sqrt(dot(x, x))
        self.eta = dot(x, v)
        self.beta = 2 * mu / self.r - dot(v, v)
        momentum = cross(x, v)
        p = dot(momentum, momentum) / mu
        self.e = mp.sqrt(abs(1 - p * self.beta / mu))
        self.q = p / (1 + self.e)
        if self.beta != 0:
            a = self.a = mu / self.beta
            if self.beta > 0:
                self.E0 = mp.atan2(self.eta / mp.sqrt(mu * a), 1 - self.r / a)
                self.n = mp.sqrt(mu / a ** 3)
                self.M0 = self.E0 - self.eta / mp.sqrt(mu * a)
            else:
                self.n = mp.sqrt(mu / -a ** 3)
                self.F0 = mp.asinh(self.eta / mp.sqrt(mu * -a) / self.e)
                self.M0 = self.eta / mp.sqrt(mu * -a) - self.F0

    def since_pericentre(self):
        if self.beta != 0:
            return self.M0 / self.n
        sigma = self.eta / mp.sqrt(self.mu)  # Barker: sqrt(mu) t = q sigma + sigma^3/6, where r = q + sigma^2/2
        return (self.q * sigma + sigma ** 3 / 6) / mp.sqrt(self.mu)

    def after(self, dt):
        """Position and velocity by Gauss' functions f and g."""
        mu, r0 = self.mu, self.r
        if self.beta > 0:
            a, M = self.a, self.M0 + self.n * dt
            turns = mp.nint(M / (2 * mp.pi))
            M -= 2 * mp.pi * turns
            E = bisected(lambda y: y - self.e * mp.sin(y) - M, -mp.pi, mp.pi)
            r = a * (1 - self.e * mp.cos(E))
            d = E - self.E0
            f, g = 1 - a / r0 * (1 - mp.cos(d)), dt - (d - mp.sin(d) + 2 * mp.pi * turns) / self.n
            df, dg = -mp.sqrt(mu * a) / (r * r0) * mp.sin(d), 1 - a / r * (1 - mp.cos(d))
        elif self.beta < 0:
            a, M = self.a, self.M0 + self.n * dt
            bound = mp.asinh(M / self.e) + mp.sign(M) * 10
            while abs(self.e * mp.sinh(bound) - bound) < abs(M):
                bound *= 2
            F = bisected(lambda y: self.e * mp.sinh(y) - y - M, -abs(bound), abs(bound))
            r = -a * (self.e * mp.cosh(F) - 1)
            d = F - self.F0
            f, g = 1 + a / r0 * (mp.cosh(d) - 1), dt - (mp.sinh(d) - d) / self.n
            df, dg = -mp.sqrt(-mu * a) / (r * r0) * mp.sinh(d), 1 + a / r * (mp.cosh(d) - 1)
        else:
            sigma0, time = self.eta / mp.sqrt(mu), self.since_pericentre() + dt
            bound = 10 + abs(mp.cbrt(6 * mp.sqrt(mu) * time))
            sigma = bisected(lambda y: self.q * y + y ** 3 / 6 - mp.sqrt(mu) * time, -bound, bound)
            r, d = self.q + sigma ** 2 / 2, sigma - sigma0
            f, g = 1 - d ** 2 / (2 * r0), dt - d ** 3 / 6 / mp.sqrt(mu)
            df, dg = -mp.sqrt(mu) * d / (r * r0), 1 - d ** 2 / (2 * r)
        x = [f * p + g * w for p, w in zip(self.x, self.v)]
        v = [df * p + dg * w for p, w in zip(self.x, self.v)]
        return x, v


def results(inputs):
    mu, dt = inputs[0], inputs[7]
    orbit = Orbit(mu, inputs[1:4], inputs[4:7])
    x, v = orbit.after(dt)
    return [x, v, [orbit.q], [orbit.e], [orbit.beta], [orbit.since_pericentre()]]


def with_sensitivity(inputs):
    inputs = [mp.mpf(number) for number in inputs]
    base = results(inputs)
    sums = [mp.mpf(0)] * len(base)
    radial = dot(cross(inputs[1:4], inputs[4:7]), cross(inputs[1:4], inputs[4:7])) == 0
    for i, number in enumerate(inputs):
        if number == 0:
            continue
        if radial and i in (1, 2, 3, 4, 5, 6):
            # All components of a vector at once, so that it stays radial.
            group = (1, 2, 3) if i < 4 else (4, 5, 6)
            shifted = [n * (1 + SHIFT) if k in group else n for k, n in enumerate(inputs)]
        else:
            shifted = [n * (1 + SHIFT) if k == i else n for k, n in enumerate(inputs)]
        moved = results(shifted)
        for k, (a, b) in enumerate(zip(base, moved)):
            sums[k] += mp.sqrt(sum((p - q) ** 2 for p, q in zip(a, b))) / SHIFT * ULP
    return base, sums


def rotated(x, v):
    """Out of the plane, by angles that are no special ones."""
    def turn(w):
        c, s = mp.cos(mp.mpf("0.7")), mp.sin(mp.mpf("0.7"))
        w = [c * w[0] - s * w[1], s * w[0] + c * w[1], w[2]]
        c, s = mp.cos(mp.mpf("1.1")), mp.sin(mp.mpf("1.1"))
        return [w[0], c * w[1] - s * w[2], s * w[1] + c * w[2]]
    return [float(w) for w in turn(x)], [float(w) for w in turn(v)]


def state(mu, q, e, r, inwards):
    """A start at the distance r of an orbit."""
    mu, q, e, r = (mp.mpf(number) for number in (mu, q, e, r))
    momentum = mp.sqrt(mu * q * (1 + e))
    across = momentum / r
    radial = mp.sqrt(max(mp.mpf(0), mu * (e - 1) / q + 2 * mu / r - across ** 2)) * (-1 if inwards else 1)
    return rotated([r, 0, 0], [radial, across, 0])


def rows():
    tiny = mp.mpf(10) ** -12
    for one_minus_e in (tiny, mp.mpf("1e-4"), mp.mpf("0.5"), mp.mpf(1)):
        e, a = 1 - one_minus_e, mp.mpf(1)
        q = a * one_minus_e
        for r, inwards in ((a, False), (mp.mpf("1.3") * a if e > 0.4 else a, True), (q * (1 + e * mp.mpf("0.9")), True)):
            for dt in ("1e-9", "0.01", "-0.3", "2.5", "3.1", "-628.5", "6283.4"):
                yield 1.0, *state(1, q, e, r, inwards), float(dt)
    for e in (1 + tiny, mp.mpf(2), mp.mpf(50)):
        for r, inwards in ((mp.mpf(3), True), (mp.mpf("1.5"), False)):
            for dt in ("1e-12", "0.3", "-0.8", "2", "30", "1e6"):
                yield 1.0, *state(1, mp.mpf("0.01") if e < 1.1 else 1, e, r, inwards), float(dt)
    for v in ([-3.0, 4.0, 0.0], [3.0, -4.0, 0.0], [0.0, 5.0, 0.0]):  # v^2 = 2 mu/r exactly
        for dt in (1e-10, 0.1, -0.25, 7.0, 1e5):
            yield 12.5, [1.0, 0.0, 0.0], v, dt
    for x, v in (([1.0, 2.0, -2.0], [0.0, 0.0, 0.0]), ([1.0, 2.0, -2.0], [-0.125, -0.25, 0.25]),
                 ([-1.0, 2.0, 2.0], [0.5, -1.0, -1.0])):  # radial: ellipses, and a hyperbola that is on its way in
        for dt in (0.001, 1.0, 2.5, 7.0, 20.0):
            yield 1.0, x, v, dt


def number(value):
    return float(value).hex()


def main():
    print("#pragma once\n\n// Written by write_kepler_table.py: solutions of Kepler's problem with 50 digits, rounded to double.\n")
    print('#include "tucana/core/vec3.h"\n\nnamespace tucana {\n')
    print("/// A number and how far it moves if every input is off by one unit of rounding.\ntemplate <class T>\n"
          "struct Reference {\n  T value;\n  double sensitivity;\n};\n")
    print("struct KeplerRow {\n  double mu;\n  Vec3 x0, v0;\n  double dt;\n  Reference<Vec3> x, v;\n"
          "  Reference<double> pericentre, eccentricity, beta, time_since_pericentre;\n};\n")
    print("// clang-format off\ninline constexpr KeplerRow kepler_table[] = {")
    for mu, x, v, dt in rows():
        base, sums = with_sensitivity([mu, *x, *v, dt])
        vector = lambda w: "{" + ", ".join(number(c) for c in w) + "}"
        out = [number(mu), vector(x), vector(v), number(dt)]
        for value, error in zip(base, sums):
            out.append("{" + (vector(value) if len(value) == 3 else number(value[0])) + ", " + f"{float(error):.2e}" + "}")
        print("  {" + ", ".join(out) + "},")
    print("};\n// clang-format on\n\n}  // namespace tucana")


if __name__ == "__main__":
    main()
