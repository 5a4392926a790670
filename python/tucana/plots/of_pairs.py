"""Pictures of the close pairs of a snapshot."""

import numpy as np

from tucana.plots.of_stars import pick, when
from tucana.plots.style import FIRST_COLOUR, label, plain_ticks, say_instead

AU_OF_A_PARSEC = 648000 / np.pi


def pairs(axes, run, snapshot=None):
    """Close pairs that are bound: eccentricity against semi-major axis (AU where the run is in pc or kpc), coloured by
    mass where masses differ."""
    chosen = pick(run, snapshot)
    table = chosen.pairs()
    bound = table["semi_major_axis"] > 0
    axis, eccentricity = table["semi_major_axis"][bound], table["eccentricity"][bound]
    if run.system == "code":
        axes.set_xlabel(label(run, "semi-major axis", "length"))
    else:
        axis = axis * (AU_OF_A_PARSEC * (1e3 if run.system == "kpc" else 1))
        axes.set_xlabel("semi-major axis  (AU)")
    axes.set_ylabel("eccentricity")
    if not bound.any():
        say_instead(axes, "no close pairs that are bound")
        return when(run, chosen)
    mass = np.sum(table["mass"][bound], axis=1)
    axes.set_xscale("log")
    axes.set_ylim(0, 1)
    if np.ptp(mass) > 1e-9 * mass[0]:
        from matplotlib import colors

        order = np.argsort(mass)
        shown = axes.scatter(axis[order], eccentricity[order], c=mass[order], s=18, lw=0, cmap="viridis_r",
                             norm=colors.LogNorm(), clip_on=False)
        bar = axes.figure.colorbar(shown, ax=axes, label=label(run, "mass of the pair", "mass"), fraction=0.04, pad=0.02)
        plain_ticks(bar.ax.yaxis)
    else:
        axes.scatter(axis, eccentricity, s=18, lw=0, color=FIRST_COLOUR, clip_on=False)
    plain_ticks(axes.xaxis)
    return when(run, chosen)
