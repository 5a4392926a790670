"""Draws the picture of a run: Lagrangian and core radii, and the energy error, against time; or one of those of
tucana.plots.

    tucana plot RUN [WHAT] [-o FILE.png]
"""

import argparse
import math
import os
import sys
from pathlib import Path

if __package__ in (None, ""):  # run by its path
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tucana.messages import exit_code_of, say  # noqa: E402
from tucana.errors import InputError  # noqa: E402
from tucana.run_log import read_run  # noqa: E402

CORE_COLOUR = "#D55E00"  # vermilion of Okabe & Ito: stands apart from the blues for every kind of eye
ENERGY_COLOUR = "#1F3B57"
TEXT_COLOUR = "#222222"
QUIET_COLOUR = "#6B7280"
KINDS = (".png", ".pdf", ".svg")
FEW_POINTS = 40  # up to so many output times each one is marked

STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.edgecolor": "#9AA1AB",
    "axes.labelcolor": TEXT_COLOUR,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": QUIET_COLOUR,
    "ytick.color": QUIET_COLOUR,
    "text.color": TEXT_COLOUR,
    "grid.color": "#E6E8EC",
    "grid.linewidth": 0.8,
    "lines.solid_capstyle": "round",
    "svg.fonttype": "none",
}


def inner_to_outer(count):
    """From dark violet to light teal: lightness and hue both change, so that it reads without full colour vision."""
    from matplotlib import colors

    ramp = colors.LinearSegmentedColormap.from_list("radii", ["#3B1A6B", "#3A4FA3", "#1F83B4", "#2FAFA0", "#86CFA4"])
    return [ramp(i / max(1, count - 1)) for i in range(count)]


def spread(wanted, gap):
    """The places nearest to the wanted ones (ascending) that keep `gap` between neighbours."""
    groups = []  # [number of members, sum of (wanted - offset in the group)]
    for place in wanted:
        groups.append([1, place])
        while len(groups) > 1 and groups[-2][1] / groups[-2][0] + groups[-2][0] * gap > groups[-1][1] / groups[-1][0]:
            count, total = groups.pop()
            below = groups[-1]
            below[1] += total - count * below[0] * gap
            below[0] += count
    return [total / count + i * gap for count, total in groups for i in range(count)]


def tidy_number(value, digits=3):
    text = f"{value:.{digits}g}"
    if "e" not in text:
        return text
    mantissa, exponent = text.split("e")
    mantissa = "" if mantissa == "1" else mantissa + r"\times"
    return rf"${mantissa}10^{{{int(exponent)}}}$"


def limits_of(values, room, at_least):
    """Limits for a log axis: the positive values and a factor `room` on each side, a factor `at_least` apart.
    None without any positive value."""
    positive = [v for v in values if v > 0]
    if not positive:
        return None
    low, high = min(positive), max(positive)
    room = max(room, math.sqrt(at_least * low / high))
    return low / room, high * room


def positive_or_gap(values):
    return [v if v > 0 else math.nan for v in values]


def draw_radii(axes, log, time):
    percents = log.percents()
    colours = inner_to_outer(len(percents))
    curves = [(f"{p} %", log.lagrangian_radius(p), colour) for p, colour in zip(percents, colours)]
    curves.append(("core", log.column("core_radius"), CORE_COLOUR))
    # A factor of 6 holds two of the ticks 1, 2, 5, 10, ...
    limits = limits_of([v for _, values, _ in curves for v in values], 1.25, 6)
    if limits is None:
        say_instead(axes, "all radii are 0")
        return
    axes.set_yscale("log")
    axes.set_ylim(*limits)
    marker = "o" if len(time) <= FEW_POINTS else None
    thin = 1.6 if len(time) <= 5 * FEW_POINTS else 1.1
    for name, values, colour in curves:
        width = 1.5 * thin if name == "core" else thin
        axes.plot(time, positive_or_gap(values), color=colour, lw=width, marker=marker, ms=width + 1.3, mew=0,
                  clip_on=False, zorder=3 if name == "core" else 2)
    plain_log_ticks(axes)
    label_curves(axes, time, curves)


def say_instead(axes, text):
    """For a panel without anything that a log scale can show."""
    axes.set_yticks([])
    axes.grid(False)
    axes.text(0.5, 0.5, text, transform=axes.transAxes, ha="center", va="center", color=QUIET_COLOUR)


def plain_log_ticks(axes):
    """0.1, 0.2, 0.5, 1, 2 ... instead of powers of ten, which are far apart for a cluster."""
    from matplotlib import ticker

    low, high = axes.get_ylim()
    steps = (1, 2, 5) if high / low < 1e3 else (1,)
    axes.yaxis.set_major_locator(ticker.LogLocator(subs=steps, numticks=20))
    axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda v, _: f"{v:g}"))
    axes.yaxis.set_minor_locator(ticker.NullLocator())


def label_curves(axes, time, curves):
    """Each curve's name at its right end, moved apart where they would overlap and tied to the curve by a thin line."""
    ends = []
    for name, values, colour in curves:
        known = [(t, v) for t, v in zip(time, values) if v > 0]
        if known:
            ends.append((math.log(known[-1][1]), known[-1][0], name, colour))
    ends.sort(key=lambda end: end[:2])
    low, high = (math.log(limit) for limit in axes.get_ylim())
    height = axes.get_window_extent().height / axes.figure.dpi * 72
    places = spread([(end[0] - low) / (high - low) for end in ends], 12.5 / height)
    axes.annotate("mass within", xy=(1.035, places[-1]), xycoords="axes fraction", xytext=(0, 11),
                  textcoords="offset points", fontsize=8, color=QUIET_COLOUR, annotation_clip=False)
    for (log_radius, end_time, name, colour), place in zip(ends, places):
        axes.annotate(
            name, xy=(end_time, math.exp(log_radius)), xycoords="data", xytext=(1.035, place),
            textcoords="axes fraction", color=colour, va="center", fontsize=9.5,
            fontweight="bold" if name == "core" else "normal", annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": colour, "lw": 0.6, "alpha": 0.6, "shrinkA": 1, "shrinkB": 3,
                        "relpos": (0, 0.5)})


def draw_energy_error(axes, log, time):
    from matplotlib import ticker

    error = [abs(e) for e in log.column("energy_error")]
    axes.set_ylabel("energy error\n" + r"$|\Delta E/E_0|$")
    limits = limits_of(error, 3, 11)
    if limits is None:
        say_instead(axes, "0 at every output so far")
        return
    axes.set_yscale("log")
    axes.set_ylim(*limits)
    axes.yaxis.set_major_locator(ticker.LogLocator(numticks=6))
    axes.yaxis.set_minor_locator(ticker.NullLocator())
    shown = positive_or_gap(error)
    axes.plot(time, shown, color=ENERGY_COLOUR, lw=1.3, marker="o" if len(time) <= FEW_POINTS else None, ms=2.8, mew=0,
              clip_on=False)
    axes.fill_between(time, shown, limits[0], color=ENERGY_COLOUR, alpha=0.10, lw=0)


def set_time_limits(axes, time):
    first, last = min(time), max(time)
    if last > first:
        axes.set_xlim(first, last)
    else:  # one output: at the right end, where the names are
        axes.set_xlim(first - 1, first)
        axes.set_xticks([first])


def title(log):
    name = log.name if len(log.name) <= 60 else log.name[:59] + "…"
    return name.replace("$", r"\$")  # a folder's name is not mathematics


def subtitle(log):
    n, error, steps = (log.column(key)[-1] for key in ("n", "energy_error", "steps"))
    parts = [] if math.isnan(n) else [f"N = {n:.0f}"]
    if "integrator.kind" in log.options:
        parts.append(log.options["integrator.kind"])
    if not math.isnan(error):
        parts.append(f"final energy error {tidy_number(error, 2)}")
    if not math.isnan(steps):
        parts.append(f"{steps:,.0f} body steps")
    return "   ·   ".join(parts)


def unit_notes(log):
    """What stands behind "N-body units" on the two axes."""
    length, time = log.length_unit_pc(), log.time_unit_myr()
    of_length = f"N-body units, 1 = {length_text(length)}" if length else "N-body units"
    of_time = f"N-body units, 1 = {tidy_number(time, 4)} Myr" if time else "N-body units"
    return of_length, of_time


def length_text(parsecs):
    return f"{tidy_number(parsecs)} pc" if parsecs < 1000 else f"{tidy_number(parsecs / 1000)} kpc"


def draw(log, with_title=True):
    """The figure of a run."""
    import matplotlib
    from matplotlib.figure import Figure  # without pyplot: no window system, no global state

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(9, 6.2))
        radii, energy = figure.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": [2.6, 1], "hspace": 0.09})
        figure.subplots_adjust(left=0.115, right=0.885, top=0.865, bottom=0.085)
        time = log.column("time")
        for axes in (radii, energy):
            axes.grid(True)
            axes.set_axisbelow(True)
            axes.tick_params(length=3)
        set_time_limits(energy, time)
        draw_radii(radii, log, time)
        draw_energy_error(energy, log, time)
        of_length, of_time = unit_notes(log)
        radii.set_ylabel(f"Lagrangian and core radii\n({of_length})", linespacing=1.4)
        energy.set_xlabel(f"time  ({of_time})")
        figure.align_ylabels((radii, energy))
        if with_title:
            figure.text(0.115, 0.945, title(log), fontsize=15, fontweight="bold")
            figure.text(0.115, 0.9, subtitle(log), fontsize=10, color=QUIET_COLOUR)
        return figure


def save(figure, path):
    """Written beside and renamed: an old picture stays whole until the new one is."""
    beside = path.with_name(f".{path.name}.{os.getpid()}{path.suffix}")
    try:
        figure.savefig(beside, dpi=200, facecolor="white")
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


class OneLineParser(argparse.ArgumentParser):
    def error(self, message):
        raise InputError(f"{message}; see `tucana plot --help`")


def parse(arguments):
    parser = OneLineParser(prog="tucana plot", description="Draw the radii and the energy error of a run.")
    parser.add_argument("run", metavar="RUN", help="the folder of a run")
    parser.add_argument("what", metavar="WHAT", nargs="?", help="another picture: stars, density, core, ...")
    parser.add_argument("-o", "--output", metavar="FILE", help="PNG, PDF or SVG file to write (default: RUN/plot.png)")
    parser.add_argument("--units", choices=("code", "pc", "kpc"), help="units of WHAT (default: code)")
    parser.add_argument("--no-title", action="store_true", help="for a paper")
    parser.add_argument("--snapshot", type=int, metavar="N", help="the number of the snapshot (default: the last)")
    parser.add_argument("--by", choices=("mass", "type"), help="colour of stars (default: mass)")
    return parser.parse_args(arguments)


def draw_what(options):
    """One of tucana.plots; these know nothing of files."""
    from tucana import plots
    from tucana.data import read

    more = {name: value for name, value in (("snapshot", options.snapshot), ("by", options.by)) if value is not None}
    known = {"stars": {"snapshot", "by"}}.get(options.what, {"snapshot"} if plots.of_snapshot(options.what) else set())
    for name in more:
        if name not in known:
            raise InputError(f"--{name} has no meaning for the picture {options.what}; leave it out")
    return plots.figure(read(options.run, units=options.units or "code"), options.what, not options.no_title, **more)


def plot(arguments):
    options = parse(arguments)
    path = Path(options.output or Path(options.run) / (f"plot_{options.what}.png" if options.what else "plot.png"))
    if path.suffix.lower() not in KINDS:
        raise InputError(f"{path}: unknown kind of picture; end the name in {', '.join(KINDS)}")
    if not options.what and (options.units or options.snapshot is not None or options.by):
        raise InputError("--units, --snapshot and --by need WHAT: the picture of radii and energy is in code units")
    log = read_run(options.run)
    if not path.parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent}; make it first")
    if log.note:
        say("note", log.note)
    save(draw_what(options) if options.what else draw(log, not options.no_title), path)
    print(path)


def main(arguments=None):
    return exit_code_of(lambda: plot(sys.argv[1:] if arguments is None else arguments))


if __name__ == "__main__":
    sys.exit(main())
