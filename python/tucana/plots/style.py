"""What all pictures share: colours, words for units, the heading."""

import numpy as np

from tucana.plot import CORE_COLOUR, ENERGY_COLOUR, QUIET_COLOUR, STYLE, title

SECOND_COLOUR = CORE_COLOUR
FIRST_COLOUR = ENERGY_COLOUR
# Okabe & Ito: apart for every kind of eye.
CYCLE = ("#1F3B57", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C8C8C")
FAMILIES = {1: ("halo", "#8C8C8C"), 2: ("disc", "#1F83B4"), 3: ("bulge", "#D55E00"), 4: ("stars", "#1F3B57"),
            5: ("others", "#009E73")}
# Types of Hurley, Pols & Tout 2000 that share a colour; the palette of Okabe & Ito.
GROUPS = (
    ("main sequence", range(0, 2), "#0072B2"),
    ("giants", range(2, 7), "#D55E00"),
    ("helium stars", range(7, 10), "#CC79A7"),
    ("white dwarfs", range(10, 13), "#56B4E9"),
    ("neutron stars", range(13, 14), "#009E73"),
    ("black holes", range(14, 15), "#222222"),
)
__all__ = ["STYLE", "QUIET_COLOUR"]

WORDS = {"code": {}, "pc": {"length": "pc", "mass": "Msun", "velocity": "km/s", "time": "Myr",
                            "density": "Msun/pc$^3$"}}
WORDS["kpc"] = {**WORDS["pc"], "length": "kpc", "density": "Msun/kpc$^3$"}


def label(run, words, dimension):
    """ "time (Myr)"; in code units "time (code units)"."""
    unit = WORDS[run.system].get(dimension, "code units").replace("Msun", r"M$_\odot$")
    return f"{words}  ({unit})"


def unit_of_time(run):
    """What rates are per."""
    return WORDS[run.system].get("time", "unit of time")


def heading(figure, run, words):
    left = figure.axes[0].get_position().x0
    figure.text(left, 0.93, title(run._log), fontsize=14, fontweight="bold")
    figure.text(left, 0.885, words, fontsize=10, color=QUIET_COLOUR)


def twin(axes, colour):
    """A second axis on the right, in the colour of its curve."""
    right = axes.twinx()
    right.spines["right"].set_visible(True)
    right.spines["right"].set_color(colour)
    right.tick_params(axis="y", colors=colour, length=3)
    right.yaxis.label.set_color(colour)
    right.grid(False)
    axes.yaxis.label.set_color(FIRST_COLOUR)
    return right


def log_scale(axes, values):
    """A log axis for values that differ by more than a factor of ten."""
    values = np.asarray(values, dtype=float)
    values = values[values > 0]
    if values.size and np.max(values) > 10 * np.min(values):
        axes.set_yscale("log")
        plain_ticks(axes.yaxis)


def plain_ticks(axis):
    """0.2, 0.5, 1, 2 instead of powers of ten, where these are too far apart."""
    from matplotlib import ticker

    low, high = axis.get_view_interval()
    if not 0 < low < high < 1e3 * low or low < 1e-4 or high > 1e5:
        return
    axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5), numticks=20))
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_locator(ticker.NullLocator())


def log_log(axes):
    axes.set_xscale("log")
    axes.set_yscale("log")
    plain_ticks(axes.xaxis)
    plain_ticks(axes.yaxis)


def positive(values):
    values = np.asarray(values, dtype=float)
    return np.where(values > 0, values, np.nan)


def say_instead(axes, text):
    axes.set_yticks([])
    axes.grid(False)
    axes.text(0.5, 0.5, text, transform=axes.transAxes, ha="center", va="center", color=QUIET_COLOUR)
