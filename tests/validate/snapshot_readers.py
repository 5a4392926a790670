#!/usr/bin/env python3
"""pynbody, swiftsimio and yt open the snapshots of clusters, with close pairs and evolving stars too, and of galaxies as they
are, and find what h5py finds: masses, places, velocities, softening, ids and time, in the right units, and the columns of
evolving stars. yt, that of the machine, is asked the same; it is in the tests of every build too
(tests/io/yt_opens_snapshot.py).

The first two packages come from PyPI into an environment beside the results."""

import pathlib
import re
import subprocess
import sys

import h5py
import numpy as np

from harness import TUCANA, Verdicts

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "app"))
import doc_commands  # noqa: E402

ENVIRONMENT = pathlib.Path("environment").resolve()
KPC_CM, MSUN_G, GYR_S = 3.0856775814913673e21, 1.988409870698051e33, 3.15576e16
EVOLUTION = ("StellarTypes", "StellarAges", "StellarMasses", "Luminosities", "Temperatures", "InitialMasses")
PYNBODY_NAMES = {"Temperatures": "temp"}  # which it knows from gas
SWIFT_NAMES = {1: "dark_matter", 2: "boundary", 3: "sinks", 4: "stars"}


def make_snapshots():
    """A cluster on its way, one with close pairs, one whose stars evolve, and a galaxy whose components have types and
    softenings of their own."""
    call = lambda *words: subprocess.run([TUCANA, *words], check=True, stdout=subprocess.DEVNULL)
    short = ("--set", "run.end_time=0.25", "--set", "output.interval=0.25")
    call("run", "--out", "cluster", "--set", "model.n=500", "--set", "units.length_pc=2", "--set", "units.mass_msun=7e4", *short)
    young = ("--set", "model.masses=kroupa_2001", "--set", "model.half_mass_radius=2 pc", "--set", "model.n=200")
    call("run", "--out", "pairs", *young, *short, "--set", "model.binary_fraction=0.4", "--set", "model.smallest_axis=20 AU",
         "--set", "model.largest_axis=200 AU")
    call("run", "--out", "evolving", *young, *short, "--set", "stellar.kind=sse")
    call("init", "m31", "-n", "5000", "-o", "m31.hdf5", "--run-file", "m31.toml")
    call("run", "m31.toml", "--out", "galaxy", "--set", "gravity.softening_disc=0.05", *short)


def snapshots():
    return [pathlib.Path(folder) / "snapshot_0001.hdf5" for folder in ("cluster", "pairs", "evolving", "galaxy")]


def truth_of(path):
    """By particle type, in kpc, 1e10 Msun, km/s as the file has them; and the time in Gyr."""
    with h5py.File(path) as data:
        names = ("Masses", "Coordinates", "Velocities", "Softenings", "ParticleIDs")
        types = {int(group[-1]): {name: data[group][name][()] for name in names} for group in data if group.startswith("PartType")}
        own = data["Tucana"].attrs
        return types, own["time"] * own["time_myr"] / 1e3


def difference(got, expected):
    return np.max(np.abs(np.asarray(got) - expected)) / max(np.max(np.abs(expected)), 1e-300)


def evolution_of(path):
    """The columns of evolving stars by the names of the file; none where they do not evolve."""
    with h5py.File(path) as data:
        return {name: data["PartType4"][name][()] for name in EVOLUTION if name in data.get("PartType4", {})}


def check_columns(verdicts, reader, columns, expected, tolerance):
    for name, got in columns.items():
        verdicts.check(f"{reader}: {name}, largest relative difference", difference(got, expected[name]), 0, tolerance)


def swiftsimio_reads(verdicts, path):
    import swiftsimio

    types, gyr = truth_of(path)
    snapshot = swiftsimio.load(str(path))
    verdicts.check(f"swiftsimio, {path}: time over the right one", float(snapshot.metadata.time.to("Gyr")) / gyr, 1 - 1e-5, 1 + 1e-5)
    for number, expected in types.items():
        group = getattr(snapshot, SWIFT_NAMES[number])
        check_columns(verdicts, f"swiftsimio, {path}, type {number}", {
            "Masses": group.masses.to("g").value / (1e10 * MSUN_G),
            "Coordinates": group.coordinates.to("cm").value / KPC_CM,
            "Velocities": group.velocities.to("cm/s").value / 1e5,
            "Softenings": group.softenings.to("cm").value / KPC_CM,
            "ParticleIDs": group.particle_ids.value,
        }, expected, 1e-5)  # its Msun and Gyr differ from ours by 3e-6
    for name, expected in evolution_of(path).items():
        column = re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()
        got = getattr(snapshot.stars, column).value
        verdicts.check(f"swiftsimio, {path}: {name}, largest relative difference", difference(got, expected), 0, 1e-12)


def pynbody_reads(verdicts, path):
    import pynbody

    types, gyr = truth_of(path)
    snapshot = pynbody.load(str(path))
    verdicts.check(f"pynbody, {path}: time over the right one", snapshot.properties["time"].in_units("s") / GYR_S / gyr, 1 - 1e-6, 1 + 1e-6)
    order = sorted(types, key=lambda number: number == 4)  # dark bodies, then stars
    expected = {name: np.concatenate([types[number][name] for number in order]) for name in types[order[0]]}
    check_columns(verdicts, f"pynbody, {path}", {
        "Masses": snapshot["mass"].in_units("g") / (1e10 * MSUN_G),
        "Coordinates": snapshot["pos"].in_units("cm") / KPC_CM,
        "Velocities": snapshot["vel"].in_units("cm s**-1") / 1e5,
        "Softenings": snapshot["eps"].in_units("cm") / KPC_CM,
        "ParticleIDs": snapshot["iord"],
    }, expected, 1e-9)
    for name, column in evolution_of(path).items():
        got = snapshot.star[PYNBODY_NAMES.get(name, name)]
        verdicts.check(f"pynbody, {path}: {name}, largest relative difference", difference(got, column), 0, 1e-12)


def yt_reads(verdicts, path):
    """With the yt of the machine."""
    import yt

    yt.set_log_level("error")
    types, gyr = truth_of(path)
    snapshot = yt.load(str(path))
    everything = snapshot.all_data()
    verdicts.check(f"yt, {path}: time over the right one", float(snapshot.current_time.to("Gyr")) / gyr, 1 - 1e-6, 1 + 1e-6)
    for number, expected in types.items():
        group = f"PartType{number}"
        order, right = np.argsort(everything[group, "ParticleIDs"]), np.argsort(expected["ParticleIDs"])
        check_columns(verdicts, f"yt, {path}, type {number}", {
            "Masses": everything[group, "particle_mass"].to("Msun").value[order] / 1e10,
            "Coordinates": everything[group, "particle_position"].to("kpc").value[order],
            "Velocities": everything[group, "particle_velocity"].to("km/s").value[order],
        }, {name: column[right] for name, column in expected.items()}, 1e-5)
        for name, column in evolution_of(path).items():
            got = everything[group, name].value[order]
            verdicts.check(f"yt, {path}: {name}, largest relative difference", difference(got, column[right]), 0, 1e-12)


def docs_run(verdicts):
    """What the page on models prints for the two packages, about the m31.hdf5 that stands here."""
    for block in doc_commands.blocks_of((doc_commands.ROOT / "docs" / "snapshots.md").read_text(), ("python",)):
        text = "\n".join(block) + "\n"
        if "import yt" in text or "import h5py" in text:  # run by python/pages
            continue
        done = subprocess.run([sys.executable, "-c", text], stdout=subprocess.DEVNULL, check=False)
        verdicts.check(f"docs/snapshots.md, `{block[0]}`: exit code", done.returncode, 0, 0)


def check():
    verdicts = Verdicts()
    for path in snapshots():
        swiftsimio_reads(verdicts, path)
        pynbody_reads(verdicts, path)
    docs_run(verdicts)
    verdicts.finish()


def main():
    """In an environment of their own, apart from the numpy and h5py of the machine, which may be older than they want."""
    make_snapshots()
    verdicts = Verdicts()
    for path in snapshots():
        yt_reads(verdicts, path)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", ENVIRONMENT], check=True)
    python = ENVIRONMENT / "bin" / "python"
    subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "pynbody", "swiftsimio"], check=True)
    sys.exit(subprocess.run([python, __file__, "--check"], check=False).returncode or verdicts.failed)


if __name__ == "__main__":
    check() if sys.argv[1:] == ["--check"] else main()
