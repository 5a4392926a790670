"""What the checks of close encounters share: runs of a few bodies from a table, their elements, and the same bodies with
REBOUND's IAS15 (Rein & Spiegel 2015), which comes from PyPI into an environment beside the results. G = 1."""

import json
import math
import pathlib
import subprocess
import sys

import h5py
import numpy as np

from harness import TUCANA

ENVIRONMENT = pathlib.Path("environment").resolve()


def in_environment(script, check):
    """Runs check() in a Python with rebound: makes one, and calls the script again in it."""
    if sys.argv[1:] == ["--check"]:
        return check()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", ENVIRONMENT], check=True)
    python = ENVIRONMENT / "bin" / "python"
    subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "rebound"], check=True)
    sys.exit(subprocess.run([python, script, "--check"], check=False).returncode)


def write_table(path, masses, x, v):
    rows = (" ".join(f"{number:.17g}" for number in (m, *a, *b)) for m, a, b in zip(masses, x, v))
    pathlib.Path(path).write_text("\n".join(rows) + "\n")


def run(folder, table, end, interval, **options):
    """A run from a table with snapshots at an interval; returns its log."""
    chosen = {"model.kind": "file", "model.file": table, "run.end_time": end, "run.threads": 1, "output.interval": interval,
              "output.snapshot_interval": interval, "output.checkpoint_interval": 0,
              **{name.replace("__", "."): value for name, value in options.items()}}
    words = [word for name, value in chosen.items() for word in ("--set", f"{name}={value}")]
    done = subprocess.run([TUCANA, "run", "--quiet", "--force", "--out", folder, *words], capture_output=True, text=True,
                          timeout=3600, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{folder}: {done.stderr.strip()}")
    return [json.loads(line) for line in (pathlib.Path(folder) / "log.jsonl").read_text().splitlines()]


def stars_of(path):
    """Time, masses, positions and velocities in code units, in the order of ids; and the relative states of systems: a
    dictionary from a star's number to (number of its system, relative position, relative velocity)."""
    with h5py.File(path) as data:
        stars, own = data["PartType4"], data["Tucana"]
        scale = own.attrs
        order = np.argsort(stars["ParticleIDs"][:])
        masses = stars["Masses"][:][order] / (scale["mass_msun"] / 1e10)
        x = stars["Coordinates"][:][order] / (scale["length_pc"] / 1e3)
        v = stars["Velocities"][:][order] / scale["velocity_kms"]
        inside = {}
        if "Systems" in own:
            systems = own["Systems"]
            numbers = np.repeat(np.arange(len(systems["MemberCounts"])), systems["MemberCounts"][:])
            ids = stars["ParticleIDs"][:][order]
            for k, member in enumerate(systems["MemberIDs"][:]):
                star = int(np.searchsorted(ids, member))
                inside[star] = numbers[k], systems["MemberCoordinates"][k], systems["MemberVelocities"][k]
        return scale["time"], masses, x, v, inside


def relative(stars, one, other):
    """The state of one star relative to another, from relative coordinates where both are in one system."""
    _, _, x, v, inside = stars
    if one in inside and other in inside and inside[one][0] == inside[other][0]:
        return inside[one][1] - inside[other][1], inside[one][2] - inside[other][2]
    return x[one] - x[other], v[one] - v[other]


def orbit(x, v, mass):
    """Semi-major axis (negative if not bound), eccentricity and the direction of the angular momentum."""
    r, momentum = np.linalg.norm(x), np.cross(x, v)
    axis = 1 / (2 / r - v @ v / mass)
    vector = np.cross(v, momentum) / mass - x / r
    return axis, float(np.linalg.norm(vector)), momentum / max(np.linalg.norm(momentum), 1e-300)


def state_on_orbit(mass, axis, eccentricity, inclination, node, pericentre, mean_anomaly):
    """Relative position and velocity of a bound orbit."""
    anomaly = mean_anomaly
    for _ in range(200):
        anomaly -= (anomaly - eccentricity * math.sin(anomaly) - mean_anomaly) / (1 - eccentricity * math.cos(anomaly))
    root = math.sqrt(1 - eccentricity**2)
    speed = math.sqrt(mass / axis) / (1 - eccentricity * math.cos(anomaly))
    plane = (axis * np.array([math.cos(anomaly) - eccentricity, root * math.sin(anomaly), 0]),
             speed * np.array([-math.sin(anomaly), root * math.cos(anomaly), 0]))
    cos, sin = math.cos, math.sin
    about_z = lambda angle: np.array([[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1]])
    about_x = np.array([[1, 0, 0], [0, cos(inclination), -sin(inclination)], [0, sin(inclination), cos(inclination)]])
    turn = about_z(node) @ about_x @ about_z(pericentre)
    return turn @ plane[0], turn @ plane[1]


def ias15(masses, x, v):
    """A simulation with the same bodies."""
    import rebound

    simulation = rebound.Simulation()
    simulation.integrator = "ias15"
    for m, a, b in zip(masses, x, v):
        simulation.add(m=m, x=a[0], y=a[1], z=a[2], vx=b[0], vy=b[1], vz=b[2])
    return simulation


def state_of(simulation):
    """As stars_of(), without systems."""
    bodies = range(simulation.N)
    pick = lambda names: np.array([[getattr(simulation.particles[i], name) for name in names] for i in bodies])
    masses = np.array([simulation.particles[i].m for i in bodies])
    return simulation.t, masses, pick(("x", "y", "z")), pick(("vx", "vy", "vz")), {}


def same_distribution(one, other):
    """The probability that two samples of one distribution differ as much as these (Kolmogorov & Smirnov; asymptotic)."""
    one, other = np.sort(one), np.sort(other)
    both = np.concatenate([one, other])
    distance = np.max(np.abs(np.searchsorted(one, both, "right") / len(one) - np.searchsorted(other, both, "right") / len(other)))
    n = len(one) * len(other) / (len(one) + len(other))
    scaled = (math.sqrt(n) + 0.12 + 0.11 / math.sqrt(n)) * distance
    if scaled < 0.2:
        return 1.0
    return min(1.0, max(0.0, 2 * sum((-1) ** (k - 1) * math.exp(-2 * (k * scaled) ** 2) for k in range(1, 101))))


def same_rates(one, other):
    """The same for two lists of counts of outcomes, by chi square; categories that hardly occur are taken together."""
    counts = np.array([one, other], dtype=float)
    rare = counts.sum(axis=0) < 20
    if rare.any():
        counts = np.column_stack([counts[:, ~rare], counts[:, rare].sum(axis=1)])
    counts = counts[:, counts.sum(axis=0) > 0]
    expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0, keepdims=True) / counts.sum()
    chi2, freedom = float(((counts - expected) ** 2 / expected).sum()), counts.shape[1] - 1
    if freedom == 0:
        return 1.0
    # Wilson & Hilferty 1931: the cube root of chi^2/n is nearly normal.
    z = ((chi2 / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / math.sqrt(2 / (9 * freedom))
    return 0.5 * math.erfc(z / math.sqrt(2))
