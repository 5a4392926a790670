#!/usr/bin/env python3
"""pynbody and swiftsimio open the snapshots of a run as they are and find what h5py finds: masses, places, velocities,
softening, ids and time, in the right units. yt is asked in the tests of every build (tests/io/yt_opens_snapshot.py).

The two packages come from PyPI into an environment beside the results."""

import pathlib
import subprocess
import sys

import h5py
import numpy as np

from harness import TUCANA, Verdicts

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "app"))
import doc_commands  # noqa: E402

ENVIRONMENT = pathlib.Path("environment").resolve()
KPC_CM, MSUN_G, GYR_S = 3.0856775814913673e21, 1.988409870698051e33, 3.15576e16
SWIFT_NAMES = {1: "dark_matter", 2: "boundary", 3: "sinks", 4: "stars"}


def make_snapshots():
    """A cluster on its way, and a galaxy whose components have types and softenings of their own."""
    call = lambda *words: subprocess.run([TUCANA, *words], check=True, stdout=subprocess.DEVNULL)
    short = ("--set", "run.end_time=0.25", "--set", "output.interval=0.25")
    call("run", "--out", "cluster", "--set", "model.n=500", "--set", "units.length_pc=2", "--set", "units.mass_msun=7e4", *short)
    call("init", "m31", "-n", "5000", "-o", "m31.hdf5", "--run-file", "m31.toml")
    call("run", "m31.toml", "--out", "galaxy", "--set", "gravity.softening_disc=0.05", *short)
    return [next(pathlib.Path(folder).glob("snapshot_0001.hdf5")) for folder in ("cluster", "galaxy")]


def truth_of(path):
    """By particle type, in kpc, 1e10 Msun, km/s as the file has them; and the time in Gyr."""
    with h5py.File(path) as data:
        names = ("Masses", "Coordinates", "Velocities", "Softenings", "ParticleIDs")
        types = {int(group[-1]): {name: data[group][name][()] for name in names} for group in data if group.startswith("PartType")}
        own = data["Tucana"].attrs
        return types, own["time"] * own["time_myr"] / 1e3


def difference(got, expected):
    return np.max(np.abs(np.asarray(got) - expected)) / max(np.max(np.abs(expected)), 1e-300)


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


def docs_run(verdicts):
    """What the page on models prints for the two packages, about the m31.hdf5 that stands here."""
    for block in doc_commands.blocks_of((doc_commands.ROOT / "docs" / "models.md").read_text(), ("python",)):
        text = "\n".join(block) + "\n"
        if "import yt" in text:
            continue
        done = subprocess.run([sys.executable, "-c", text], stdout=subprocess.DEVNULL, check=False)
        verdicts.check(f"docs/models.md, `{block[0]}`: exit code", done.returncode, 0, 0)


def check():
    verdicts = Verdicts()
    for path in make_snapshots():
        swiftsimio_reads(verdicts, path)
        pynbody_reads(verdicts, path)
    docs_run(verdicts)
    verdicts.finish()


def main():
    """In an environment of their own, apart from the numpy and h5py of the machine, which may be older than they want."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", ENVIRONMENT], check=True)
    python = ENVIRONMENT / "bin" / "python"
    subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "pynbody", "swiftsimio"], check=True)
    sys.exit(subprocess.run([python, __file__, "--check"], check=False).returncode)


if __name__ == "__main__":
    check() if sys.argv[1:] == ["--check"] else main()
