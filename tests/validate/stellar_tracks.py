#!/usr/bin/env python3
"""Single stars against the authors' program SSE (Fortran, from the package amuse-sse): types, masses, cores, luminosities and
radii at ages within every phase, over masses and metallicities; without winds to rounding, with winds of SSE to its own error,
which must shrink with its steps."""

import json
import pathlib
import re
import subprocess
import sys
import tarfile
import urllib.request

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
    """The address of the sources is what pip finds; pip itself would need AMUSE to unpack them."""
    found = subprocess.run([sys.executable, "-m", "pip", "download", "-vv", "--no-deps", "--no-binary", "amuse-sse",
                            "--no-build-isolation", "amuse-sse==2024.6.0"], capture_output=True, text=True)
    address = re.search(r"https://\S*?/amuse_sse-2024\.6\.0\.tar\.gz", found.stdout + found.stderr)
    if not address:
        sys.exit("pip does not find the package amuse-sse 2024.6.0:\n" + found.stderr[-2000:])
    urllib.request.urlretrieve(address.group(), "amuse_sse.tar.gz")
    with tarfile.open("amuse_sse.tar.gz") as archive:
        archive.extractall("amuse_sse")
    folder = next(pathlib.Path("amuse_sse").rglob("evolv1.f")).parent
    pathlib.Path("compare.f").write_text(DRIVER)
    sources = [str(folder / f"{name}.f") for name in FILES]
    subprocess.run(["gfortran", "-O2", "-std=legacy", "-w", "-I", folder, "-o", "compare", "compare.f", *sources], check=True)


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


def compare(name, stars, reference, allowed_outliers, limit):
    """Prints the largest differences by type. Returns the median over stars of the largest difference."""
    worst, largest, wrong_types = {}, [], 0
    for (mass, z, star), (kind, other) in zip(stars, reference, strict=True):
        if kind != star["type"]:
            wrong_types += 1
            largest.append(1)
            continue
        if kind == 15:
            continue
        differences = {q: abs(star[q] - other[q]) / max(abs(other[q]), 1e-12) for q in QUANTITIES}
        largest.append(max(differences.values()))
        for quantity, value in differences.items():
            worst[kind, quantity] = max(worst.get((kind, quantity), (0,)), (value, mass, z, star["time_myr"]))
    for (kind, quantity), (value, mass, z, age) in sorted(worst.items()):
        print(f"  {name}: type {kind:2} {quantity:16} {value:.1e} at {mass} Msun, Z {z}, {age:.6g} Myr")
    outliers = sum(value > limit for value in largest) / len(largest)
    median = sorted(largest)[len(largest) // 2]
    print(f"  {name}: {len(largest)} stars, median {median:.1e}, above {limit:g}: {outliers:.2%}, other types: {wrong_types}")
    VERDICTS.check(f"{name}: part of all stars that differ by more than {limit:g}", outliers, 0, allowed_outliers)
    return median


VERDICTS = Verdicts()
build_sse()
still = [(m, z, star) for m in MASSES for z in METALLICITIES for star in track(m, z, "off")]
compare("without winds, within 20 Gyr", *zip(*[(s, r) for s, r in zip(still, sse(still, 0, "0.05 0.01 0.02")) if s[2]["time_myr"] < 2e4]),
        0, 1e-6)
compare("without winds, all", still, sse(still, 0, "0.05 0.01 0.02"), 0.05, 1e-3)
windy = [(m, z, star) for m in WIND_MASSES for z in METALLICITIES for star in track(m, z, "sse")]
coarse = compare("winds of SSE, its own steps", windy, sse(windy, 0.5, "0.05 0.01 0.02"), 0.6, 1e-2)
fine = compare("winds of SSE, steps of a tenth", windy, sse(windy, 0.5, "0.005 0.001 0.002"), 0.3, 1e-2)
VERDICTS.check("ratio of median differences with a tenth of the steps", fine / coarse, 0, 0.2)
VERDICTS.finish()
