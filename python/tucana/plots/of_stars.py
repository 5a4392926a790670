"""Pictures of one snapshot of a run: the last one, unless another is named. Each returns the time, in words."""

import numpy as np

from tucana.errors import InputError, brief
from tucana.plots.style import FAMILIES, FIRST_COLOUR, GROUPS, WORDS, label, log_log, plain_ticks, positive

PER_SHELL = 32  # stars of a point of a profile, or a thirtieth of all where these are more


def pick(run, snapshot):
    """The snapshot of this number; None: the last."""
    found = run.snapshots
    if not found:
        raise InputError(f"{run.folder}: holds no snapshots; set output.snapshot_interval")
    if snapshot is None:
        return found[-1]
    for one in found:
        if one.number == int(snapshot):
            return one
    raise InputError(f"{run.folder}: holds no snapshot {snapshot}; the last is {found[-1].number}")


def when(run, snapshot):
    unit = WORDS[run.system].get("time", "")
    return f"t = {snapshot.time:.4g} {unit}".rstrip()


def about_centre(run, snapshot, table):
    """Positions about the density centre that the log has for this time, else about the centre of mass."""
    times = run.log["time"]
    row = int(np.argmin(np.abs(times - snapshot.time)))
    if abs(times[row] - snapshot.time) <= 1e-9 * max(1.0, abs(snapshot.time)) and "density_centre" in run.log:
        return table["position"] - run.log["density_centre"][row]
    return table["position"] - np.average(table["position"], axis=0, weights=table["mass"])


def shells(radius, per_shell=PER_SHELL):
    """Stars in the order of radius, cut into shells of equal numbers: index arrays."""
    order = np.argsort(radius)
    count = max(1, len(order) // max(per_shell, len(order) // 30))
    return np.array_split(order, count)


def profile_of_density(radius, mass):
    """Mean radius and density of shells of equal numbers of bodies."""
    middle, density, inner = [], [], 0.0
    for shell in shells(radius):
        outer = float(np.max(radius[shell]))
        volume = 4 / 3 * np.pi * (outer**3 - inner**3)
        if volume > 0:
            middle.append(float(np.median(radius[shell])))
            density.append(float(np.sum(mass[shell])) / volume)
        inner = outer
    return np.array(middle), np.array(density)


def families_of(table):
    """Name, colour and rows of each kind of body."""
    for kind in sorted(set(table["family"])):
        yield (*FAMILIES[int(kind)], table["family"] == kind)


def types_of(chosen, table):
    """The same of stars that evolve; the others are what they are in a galaxy. The rarest last: they lie on top."""
    columns = chosen.columns()
    if "type" not in columns:
        return families_of(table)
    order = np.argsort(columns["id"])
    types = columns["type"][order[np.searchsorted(columns["id"], table["id"], sorter=order)]]
    found = [(name, colour, (types >= members.start) & (types < members.stop)) for name, members, colour in GROUPS]
    return sorted((one for one in found if one[2].any()), key=lambda one: -np.count_nonzero(one[2]))


def stars(axes, run, snapshot=None, by="mass", plane="xy", half_width=None):
    """Projected stars, coloured by mass or type; `half_width` of the picture, by default that of nine in ten stars."""
    chosen = pick(run, snapshot)
    table = chosen.table()
    if len(plane) != 2 or any(axis not in "xyz" for axis in plane):
        raise InputError(f"plane: {brief(plane)} is not one of xy, xz, yz")
    if by not in ("mass", "type"):
        raise InputError(f"by: {brief(by)} is neither mass nor type")
    place = about_centre(run, chosen, table)[:, ["xyz".index(axis) for axis in plane]]
    if half_width is None:
        half_width = 1.5 * float(np.quantile(np.hypot(*place.T), 0.9)) or 1.0
    size = float(np.clip(3e4 / len(place), 0.3, 14))
    if by == "mass" and np.ptp(table["mass"]) > 0:
        from matplotlib import colors

        order = np.argsort(table["mass"])
        mass = table["mass"][order]
        shown = axes.scatter(*place[order].T, c=mass, s=size, lw=0, cmap="viridis_r",
                             norm=colors.LogNorm() if mass[0] > 0 else None)
        axes.figure.colorbar(shown, ax=axes, label=label(run, "mass", "mass"), fraction=0.04, pad=0.02)
    else:
        kinds = list(types_of(chosen, table) if by == "type" else families_of(table))
        for name, colour, of_kind in kinds:
            axes.scatter(*place[of_kind].T, s=size, lw=0, color=colour, label=f"{name} ({np.count_nonzero(of_kind)})")
        if len(kinds) > 1 or by == "type":
            axes.legend(loc="upper right", frameon=False, fontsize=9, markerscale=2 if size > 4 else 6)
    axes.set_xlim(-half_width, half_width)
    axes.set_ylim(-half_width, half_width)
    axes.set_aspect("equal")
    axes.set_xlabel(label(run, plane[0], "length"))
    axes.set_ylabel(label(run, plane[1], "length"))
    return when(run, chosen)


def density(axes, run, snapshot=None):
    """Density against radius, in shells of equal numbers of stars."""
    chosen = pick(run, snapshot)
    table = chosen.table()
    radius = np.linalg.norm(about_centre(run, chosen, table), axis=1)
    axes.plot(*profile_of_density(radius, table["mass"]), color=FIRST_COLOUR, lw=1.4, marker="o", ms=3.5)
    log_log(axes)
    axes.set_xlabel(label(run, "radius", "length"))
    axes.set_ylabel(label(run, "density", "density"))
    return when(run, chosen)


def with_pairs_as_bodies(table, pairs):
    """The motion inside a close pair is faster than that in the cluster: both stars get that of their centre, and one of
    them stands for the pair."""
    order = np.argsort(table["id"])
    rows = order[np.searchsorted(table["id"], pairs["id"], sorter=order)]
    velocity, kept = np.array(table["velocity"]), np.ones(len(table["id"]), bool)
    mass = table["mass"][rows][:, :, None]
    whole = np.sum(mass, axis=1)
    velocity[rows[:, 0]] = np.sum(mass * velocity[rows], axis=1) / np.where(whole > 0, whole, 1)
    kept[rows[:, 1]] = False
    return {"position": table["position"][kept], "velocity": velocity[kept], "mass": table["mass"][kept]}


def dispersion(axes, run, snapshot=None):
    """Velocity dispersion of one component against radius, in the same shells; a close pair counts as one body."""
    chosen = pick(run, snapshot)
    table = with_pairs_as_bodies(chosen.table(), chosen.pairs())
    radius = np.linalg.norm(about_centre(run, chosen, table), axis=1)
    middle, sigma = [], []
    for shell in shells(radius):
        middle.append(np.median(radius[shell]))
        sigma.append(np.sqrt(np.mean(np.var(table["velocity"][shell], axis=0))))
    axes.plot(middle, sigma, color=FIRST_COLOUR, lw=1.4, marker="o", ms=3.5)
    axes.set_xscale("log")
    plain_ticks(axes.xaxis)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(label(run, "radius", "length"))
    axes.set_ylabel(label(run, "velocity dispersion", "velocity"))
    return when(run, chosen)


def masses(axes, run, snapshot=None):
    """The mass function: stars per interval of log m."""
    chosen = pick(run, snapshot)
    mass = chosen.table()["mass"]
    mass = mass[mass > 0]
    low, high = np.min(mass), np.max(mass)
    edges = np.geomspace(low, high, 25) if high > 1.001 * low else np.geomspace(low / 2, high * 2, 4)
    count, _ = np.histogram(mass, bins=edges)
    axes.stairs(positive(count / np.diff(np.log10(edges))), edges, color=FIRST_COLOUR, lw=1.6)
    log_log(axes)
    axes.set_xlabel(label(run, "mass", "mass"))
    axes.set_ylabel(r"d$N$ / d log$_{10}$ $m$")
    return when(run, chosen)


def components(axes, run, snapshot=None):
    """Density profiles of halo, disc, bulge and stars."""
    chosen = pick(run, snapshot)
    table = chosen.table()
    radius = np.linalg.norm(about_centre(run, chosen, table), axis=1)
    for kind in sorted(set(table["family"])):
        name, colour = FAMILIES[int(kind)]
        of_kind = table["family"] == kind
        axes.plot(*profile_of_density(radius[of_kind], table["mass"][of_kind]), color=colour, lw=1.6, marker="o", ms=3,
                  label=name)
    log_log(axes)
    axes.set_xlabel(label(run, "radius", "length"))
    axes.set_ylabel(label(run, "density, in spherical shells", "density"))
    axes.legend(frameon=False)
    return when(run, chosen)
