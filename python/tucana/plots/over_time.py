"""Pictures of the log of a run, against time."""

import numpy as np

from tucana.errors import InputError
from tucana.plot import inner_to_outer
from tucana.plots.style import FIRST_COLOUR, SECOND_COLOUR, label, log_scale, positive, say_instead, twin, unit_of_time


def _marker(time):
    return "o" if len(time) <= 40 else None


def _rates(time, total):
    """Per unit of time, between one output and the next."""
    steps = np.diff(time)
    return np.repeat(np.diff(total) / np.where(steps > 0, steps, np.nan), 2), np.column_stack((time[:-1], time[1:])).ravel()


def radii(axes, run):
    """Lagrangian and core radii."""
    log = run.log
    names = [name for name in log if name.startswith("lagrangian_radius_")]
    for name, colour in zip(names, inner_to_outer(len(names))):
        axes.plot(log["time"], positive(log[name]), color=colour, lw=1.5, marker=_marker(log["time"]), ms=3,
                  label=name.rsplit("_", 1)[1] + " %")
    axes.plot(log["time"], positive(log["core_radius"]), color=SECOND_COLOUR, lw=2.2, label="core")
    log_scale(axes, np.concatenate([log[name] for name in (*names, "core_radius")]))
    axes.set_xlabel(label(run, "time", "time"))
    axes.set_ylabel(label(run, "radius", "length"))
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(handles[::-1], labels[::-1], loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=9)


def energy(axes, run):
    """The energy error."""
    log = run.log
    error = np.abs(log["energy_error"])
    axes.set_xlabel(label(run, "time", "time"))
    axes.set_ylabel(r"energy error  $|\Delta E/E_0|$")
    if not np.any(error > 0):
        say_instead(axes, "0 at every output so far")
        return
    axes.plot(log["time"], positive(error), color=FIRST_COLOUR, lw=1.4, marker=_marker(log["time"]), ms=3)
    axes.set_yscale("log")


def core(axes, run):
    """The number of stars in the core and its density, as in figure 9 of Gaburov, Harfst & Portegies Zwart (2009)."""
    log = run.log
    axes.plot(log["time"], positive(log["core_count"]), color=FIRST_COLOUR, lw=1.4, marker=_marker(log["time"]), ms=3)
    log_scale(axes, log["core_count"])
    axes.set_xlabel(label(run, "time", "time"))
    axes.set_ylabel("stars within the core radius")
    right = twin(axes, SECOND_COLOUR)
    right.plot(log["time"], positive(log["core_density"]), color=SECOND_COLOUR, lw=1.4, ls=(0, (5, 2)))
    log_scale(right, log["core_density"])
    right.set_ylabel(label(run, "core density", "density"))


def bound(axes, run):
    """The bound mass, and the Jacobi radius in a tide."""
    log = run.log
    if "bound_mass" not in log:
        raise InputError(f"{run.folder}: its log has no bound_mass, which runs of clusters write")
    axes.plot(log["time"], log["bound_mass"], color=FIRST_COLOUR, lw=1.4, marker=_marker(log["time"]), ms=3)
    axes.set_ylim(0, 1.1 * float(np.nanmax(log["bound_mass"])) or 1)
    axes.set_xlabel(label(run, "time", "time"))
    axes.set_ylabel(label(run, "bound mass", "mass"))
    if "jacobi_radius" in log:
        right = twin(axes, SECOND_COLOUR)
        right.plot(log["time"], log["jacobi_radius"], color=SECOND_COLOUR, lw=1.4, ls=(0, (5, 2)))
        right.set_ylabel(label(run, "Jacobi radius", "length"))
        right.set_ylim(0, 1.1 * float(np.nanmax(log["jacobi_radius"])) or 1)


def neighbours(axes, run):
    """Mean number of neighbours, and body steps per unit of time."""
    log = run.log
    if len(log["time"]) < 2:
        say_instead(axes, "one output so far")
        return
    rate, when = _rates(log["time"], log["steps"] / log["n"])
    axes.plot(when, positive(rate), color=FIRST_COLOUR, lw=1.4)
    log_scale(axes, rate)
    axes.set_xlabel(label(run, "time", "time"))
    axes.set_ylabel(f"steps per star and {unit_of_time(run)}")
    if "mean_neighbours" in log:
        right = twin(axes, SECOND_COLOUR)
        known = log["steps"] > 0
        right.plot(log["time"][known], log["mean_neighbours"][known], color=SECOND_COLOUR, lw=1.4, ls=(0, (5, 2)))
        right.set_ylabel("mean number of neighbours")
        right.set_ylim(0, 1.15 * float(np.nanmax(log["mean_neighbours"])) or 1)


def wall(axes, run):
    """Wall-clock seconds per unit of time, and the number of stars, as in figure 9 of Wang et al. (2015)."""
    log = run.log
    if "wall_seconds" not in log:
        raise InputError(f"{run.folder}: its log has no wall_seconds")
    if len(log["time"]) < 2:
        say_instead(axes, "one output so far")
        return
    rate, when = _rates(log["time"], log["wall_seconds"])
    axes.plot(when, positive(rate), color=FIRST_COLOUR, lw=1.4)
    log_scale(axes, rate)
    axes.set_xlabel(label(run, "time", "time"))
    axes.set_ylabel(f"seconds per {unit_of_time(run)}")
    right = twin(axes, SECOND_COLOUR)
    right.plot(log["time"], log["n"], color=SECOND_COLOUR, lw=1.4, ls=(0, (5, 2)))
    right.set_ylabel("number of stars")
    right.set_ylim(0, 1.1 * np.max(log["n"]))
