"""Pictures of runs, one function each, on axes that the caller gives:

    figure, axes = pyplot.subplots()
    tucana.plots.core(axes, tucana.read("runs/plummer", units="pc"))

`PLOTS` lists them with what they show; `tucana plot RUN WHAT` draws one into a file. `figure(run, what)` makes a whole
figure in the style of the program.
"""

from tucana.errors import InputError
from tucana.plots.of_evolution import census, hr, mass
from tucana.plots.of_pairs import pairs
from tucana.plots.of_phases import phases
from tucana.plots.of_stars import components, density, dispersion, masses, stars
from tucana.plots.over_time import bound, core, energy, neighbours, radii, wall
from tucana.plots.style import STYLE, heading

#: What can be drawn: the function, what it shows, and whether it is of one snapshot.
PLOTS = {
    "radii": (radii, "Lagrangian and core radii", False),
    "energy": (energy, "energy error", False),
    "core": (core, "number of stars in the core and its density", False),
    "bound": (bound, "bound mass, and the Jacobi radius in a tide", False),
    "mass": (mass, "mass of all stars", False),
    "census": (census, "number of stars by type", False),
    "neighbours": (neighbours, "neighbours, and the rate of steps", False),
    "phases": (phases, "wall-clock seconds by phase", False),
    "wall": (wall, "rate of wall-clock seconds, and the number of stars", False),
    "stars": (stars, "projected stars", True),
    "density": (density, "density profile", True),
    "dispersion": (dispersion, "velocity dispersion profile", True),
    "masses": (masses, "mass function", True),
    "hr": (hr, "Hertzsprung-Russell diagram", True),
    "pairs": (pairs, "close pairs", True),
    "components": (components, "density profiles of the components of a galaxy", True),
}

#: Several in one figure: what stands in the wide panel on the left, and above each other beside it.
FIGURES = {"evolution": ("hr", ("mass", "census"))}

__all__ = ["FIGURES", "PLOTS", "figure", *PLOTS]


def of_snapshot(what):
    """Whether a picture shows a snapshot."""
    return what in FIGURES or (what in PLOTS and PLOTS[what][2])


def figure(run, what, title=True, **more):
    """A figure of a run (tucana.read) with one picture, or several (`FIGURES`); more: `snapshot` (number, default the
    last), `by`, `plane`."""
    import matplotlib
    from matplotlib.figure import Figure  # without pyplot: no window system, no global state

    if what not in PLOTS and what not in FIGURES:
        raise InputError(f"{what}: unknown picture; one of {', '.join((*PLOTS, *FIGURES))}")
    with matplotlib.rc_context(STYLE):
        if what in FIGURES:
            return _several(run, what, title, Figure(figsize=(9.6, 5.4)), more)
        square = what == "stars"
        new = Figure(figsize=(7.4, 6.8) if square else (8, 5))
        axes = new.subplots()
        new.subplots_adjust(left=0.06 if what == "phases" else 0.13, right=0.63 if what == "phases" else 0.87, bottom=0.11, top=0.85 if title else 0.95)
        axes.grid(not square)
        words = _draw(axes, run, what, more)
        if title:
            heading(new, run, words)
    return new


def _draw(axes, run, what, more):
    """Returns what the picture shows, in words."""
    draw, shows, is_of_snapshot = PLOTS[what]
    axes.set_axisbelow(True)
    axes.tick_params(length=3)
    when = draw(axes, run, **more) if is_of_snapshot else draw(axes, run)
    return shows if when is None else f"{shows}   ·   {when}"


def _several(run, what, title, new, more):
    wide, beside = FIGURES[what]
    grid = new.add_gridspec(len(beside), 2, width_ratios=[1.1, 1], wspace=0.28, hspace=0.12)
    new.subplots_adjust(left=0.09, right=0.97, bottom=0.11, top=0.85 if title else 0.96)
    left = new.add_subplot(grid[:, 0])
    left.grid(True)
    words = _draw(left, run, wide, more)
    for row, name in enumerate(beside):
        axes = new.add_subplot(grid[row, 1])
        axes.grid(True)
        _draw(axes, run, name, {})
        if row + 1 < len(beside):
            axes.tick_params(labelbottom=False)
            axes.set_xlabel("")
    if title:
        heading(new, run, words)
    return new
