#!/usr/bin/env python3
"""Single stars against the authors' program SSE (Fortran, from the package amuse-sse): types, masses, cores, luminosities and
radii at ages within every phase, over masses and metallicities. Without winds they agree to rounding, but where SSE sees the
end of a phase late; with winds to the error of SSE's steps, which must shrink with them."""

import json
import subprocess

from fortran_reference import build, fetch_sources
from harness import TUCANA, Verdicts

MASSES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.6, 1.8, 2, 2.2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 50, 99]
METALLICITIES = [0.0001, 0.001, 0.004, 0.02, 0.03]
WIND_MASSES = [1, 1.4, 2, 3, 5, 8, 12, 20, 30, 50]
FRACTIONS = [0.03, 0.25, 0.5, 0.75, 0.97]
FILES = ["deltat", "evolv1", "hrdiag", "kick", "mlwind", "mrenv", "ran3", "star", "zcnsts", "zfuncs"]
QUANTITIES = ["mass_msun", "core_mass_msun", "luminosity_lsun", "radius_rsun"]

# Reads flags and steps, then a star and an age per line; writes type, mass, core mass, luminosity, radius.
DRIVER = """
      program compare
      implicit none
      integer kw,ios,idum,bhflag
      integer ceflag,tflag,ifflag,nsflag,wdflag
      real*8 neta,bwind,hewind,mxns,pts1,pts2,pts3,sigma
      common /FLAGS/ ceflag,tflag,ifflag,nsflag,wdflag
      common /VALUE1/ neta,bwind,hewind,mxns
      common /VALUE3/ idum
      common /VALUE4/ sigma,bhflag
      common /POINTS/ pts1,pts2,pts3
      real*8 m0,z,age,mass,mt,r,lum,mc,rc,menv,renv,ospin,epoch,tms,t
      real*8 zpars(20)
      idum = -3
      sigma = 190.d0
      bhflag = 0
      bwind = 0.d0
      hewind = 1.d0
      ifflag = 0
      wdflag = 1
      nsflag = 1
      mxns = 3.d0
      read(*,*) neta,pts1,pts2,pts3
 10   read(*,*,iostat=ios) m0,z,age
      if(ios.ne.0) stop
      call zcnsts(z,zpars)
      mass = m0
      mt = m0
      kw = 1
      t = 0.d0
      epoch = 0.d0
      ospin = 0.d0
      call evolv1(kw,mass,mt,r,lum,mc,rc,menv,renv,ospin,
     &            epoch,tms,t,age,2.d0*age+1.d0,z,zpars)
      write(*,'(i3,4es24.15)') kw,mt,mc,lum,r
      goto 10
      end
"""


def build_sse():
    build(fetch_sources("amuse-sse", "2024.6.0", "evolv1.f"), DRIVER, FILES, {})


def evolve(mass, z, winds, *words):
    settings = [f"stellar.winds={winds}", "stellar.remnants=belczynski2002", "stellar.pair_instability=off"]
    flags = [word for setting in settings for word in ("--set", setting)]
    text = subprocess.run([TUCANA, "evolve", "--mass", repr(mass), "--metallicity", repr(z), "--json", *flags, *words],
                          check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in text.splitlines()]


def track(mass, z, winds):
    """Stars at ages within each phase."""
    life = evolve(mass, z, winds, "--until", "1000 Gyr")
    times = [0] + sorted({b["time_myr"] for a, b in zip(life, life[1:]) if a["type"] != b["type"]})
    ages = [a + f * (b - a) for a, b in zip(times, times[1:]) for f in FRACTIONS] + [times[-1] + 10]
    return evolve(mass, z, winds, "--ages", ",".join(map(repr, ages)))[1:]


def sse(stars, neta, steps):
    lines = "".join(f"{mass!r} {z!r} {star['time_myr']!r}\n" for mass, z, star in stars)
    text = subprocess.run(["./compare"], input=f"{neta} {steps}\n{lines}", check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in text.splitlines() if len(line.split()) == 5]
    return [(int(row[0]), dict(zip(QUANTITIES, map(float, row[1:])))) for row in rows]


def differences(star, kind, other):
    """Relative, by quantity; a type of its own kind is a difference of 1."""
    if kind != star["type"]:
        return {"type": 1.0}
    if kind == 15:
        return {"type": 0.0}
    return {q: abs(star[q] - other[q]) / max(abs(other[q]), 1e-12) for q in QUANTITIES}


def report(name, stars, reference):
    """Prints the largest differences by type. Returns the largest of each star."""
    worst, largest = {}, []
    for (mass, z, star), (kind, other) in zip(stars, reference, strict=True):
        found = differences(star, kind, other)
        largest.append(max(found.values()))
        for quantity, value in found.items():
            worst[kind, quantity] = max(worst.get((kind, quantity), (0,)), (value, mass, z, star["time_myr"]))
    for (kind, quantity), (value, mass, z, age) in sorted(worst.items()):
        if value > 0:
            print(f"  {name}: type {kind:2} {quantity:16} {value:.1e} at {mass} Msun, Z {z}, {age:.6g} Myr")
    print(f"  {name}: {len(largest)} stars, median difference {sorted(largest)[len(largest) // 2]:.1e}", flush=True)
    return largest


def is_late(mass, z, star, kind, other):
    """SSE is as Tucana was some moments before: it sees the end of a phase up to 1e-7 of the age too late."""
    age = star["time_myr"]
    moments = evolve(mass, z, "off", "--ages", ",".join(repr(age * (1 - 5e-8 * i)) for i in range(6, -1, -1)))[1:]
    same = [moment for moment in moments if moment["type"] == kind]
    inside = lambda q: min(m[q] for m in same) * (1 - LIMIT) <= other[q] <= max(m[q] for m in same) * (1 + LIMIT)
    return bool(same) and all(inside(q) for q in QUANTITIES)


def without_winds():
    """To rounding, but for what SSE's shortest step explains."""
    stars = [(m, z, star) for m in MASSES for z in METALLICITIES for star in track(m, z, "off")]
    reference = sse(stars, 0, "0.05 0.01 0.02")
    largest = report("without winds", stars, reference)
    outliers = [(*star, *other) for star, other, value in zip(stars, reference, largest) if value > LIMIT]
    unexplained = [outlier for outlier in outliers if not is_late(*outlier)]
    for mass, z, star, kind, other in unexplained:
        print(f"  unexplained: {mass} Msun, Z {z}: {star}, SSE: type {kind}, {other}")
    print(f"  without winds: {len(outliers)} differ by more than {LIMIT:g}")
    VERDICTS.check("without winds: stars that SSE's shortest step does not explain", len(unexplained), 0, 0)


def with_winds():
    """Within the error of SSE's steps, which is of first order."""
    stars = [(m, z, star) for m in WIND_MASSES for z in METALLICITIES for star in track(m, z, "sse")]
    medians = []
    for name, steps, allowed in (("its own steps", "0.05 0.01 0.02", 0.1), ("a tenth of its steps", "0.005 0.001 0.002", 0.02)):
        reference = sse(stars, 0.5, steps)
        largest = report(f"winds, {name}", stars, reference)
        medians.append(sorted(largest)[len(largest) // 2])
        masses = [abs(star["mass_msun"] / other["mass_msun"] - 1) if star["type"] == kind else 1
                  for (_, _, star), (kind, other) in zip(stars, reference) if star["type"] in range(10, 15)]
        VERDICTS.check(f"winds, {name}: largest difference between masses of remnants", max(masses), 0, allowed)
    VERDICTS.check("winds: ratio of median differences with a tenth of the steps", medians[1] / medians[0], 0, 0.2)


LIMIT = 1e-6
VERDICTS = Verdicts()
build_sse()
without_winds()
with_winds()
VERDICTS.finish()
