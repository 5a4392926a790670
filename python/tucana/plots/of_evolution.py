"""Pictures of stars that evolve: where they stand in the Hertzsprung-Russell diagram, their mass and types over time."""

import numpy as np

from tucana.errors import InputError
from tucana.plots.of_stars import pick, when
from tucana.plots.style import FIRST_COLOUR, GROUPS, label

HARDLY_SHINE = 13  # neutron stars, and all after them


def hr(axes, run, snapshot=None):
    """The Hertzsprung-Russell diagram."""
    chosen = pick(run, snapshot)
    columns = chosen.columns()
    if "type" not in columns:
        raise InputError(f"{chosen.path}: its stars do not evolve (stellar.kind)")
    types, luminosity, temperature = (columns[name] for name in ("type", "luminosity", "temperature"))
    axes.set_xscale("log")
    axes.set_yscale("log")
    for name, members, colour in GROUPS:
        of_group = (types >= members.start) & (types < min(members.stop, HARDLY_SHINE))
        shown = of_group & (luminosity > 0) & (temperature > 0)
        if shown.any():
            axes.plot(temperature[shown], luminosity[shown], ".", color=colour, ms=4, mew=0, label=name)
    _temperatures(axes)
    axes.set_xlabel("effective temperature  (K)")
    axes.set_ylabel(r"luminosity  (L$_\odot$)")
    if axes.lines:
        axes.legend(frameon=False, fontsize=9, markerscale=2)
    return when(run, chosen)


def _temperatures(axes):
    """Hot stars on the left, as astronomers are used to, with numbers that a narrow range has too."""
    from matplotlib import ticker

    axes.invert_xaxis()
    axes.xaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5), numticks=20))
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_locator(ticker.NullLocator())


def census(axes, run):
    """How many stars there are of each type."""
    log = run.log
    found = False
    for name, members, colour in GROUPS:
        columns = [log[f"stellar_types_{kind}"] for kind in members if f"stellar_types_{kind}" in log]
        if not columns:
            continue
        found = True
        numbers = np.sum(np.nan_to_num(columns), axis=0)
        if np.any(numbers > 0):
            axes.plot(log["time"], numbers, color=colour, lw=1.6, label=name)
    if not found:
        raise InputError(f"{run.folder}: its stars do not evolve (stellar.kind)")
    axes.set_yscale("symlog", linthresh=1)  # none and one are apart too
    axes.set_ylim(bottom=0)
    axes.set_xlabel(label(run, "time", "time"))
    axes.set_ylabel("number of stars")
    axes.legend(frameon=False, fontsize=9)


def mass(axes, run):
    """The mass of all stars."""
    log = run.log
    if "mass" not in log:
        raise InputError(f"{run.folder}: its log has no mass")
    axes.plot(log["time"], log["mass"], color=FIRST_COLOUR, lw=1.6)
    low, high = float(np.nanmin(log["mass"])), float(np.nanmax(log["mass"]))
    if not high > 1.001 * low:  # else rounding would fill the picture
        axes.set_ylim(0, 1.1 * high or 1)
    axes.set_xlabel(label(run, "time", "time"))
    axes.set_ylabel(label(run, "mass of all stars", "mass"))
