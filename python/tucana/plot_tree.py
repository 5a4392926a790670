"""Draws what `./tucana bench tree` measured, after figures 3 to 9 of Miki & Umemura 2017; plot_bench.py calls it."""

from tucana.plot import QUIET_COLOUR

# Okabe & Ito; marks tell them apart on paper too.
CRITERIA = {"angle": ("#6B7280", "D"), "multipole": ("#3BA3D0", "s"), "acceleration": ("#D55E00", "o")}
PHASES = {"walk": ("#D55E00", "o"), "moments": ("#3BA3D0", "s"), "build": ("#7B4FA3", "D"),
          "integration": ("#2E8B57", "^")}
STEPS = {"block": ("#D55E00", "-"), "shared": ("#1F3B57", (0, (4, 2)))}
SHADES = ("#3B1A6B", "#3A4FA3", "#1F83B4", "#2FAFA0", "#86CFA4", "#B8B8B8")


def panels_of(count, heading, words, size=(11, 4.7), right=0.985, wspace=0.27):
    from matplotlib.figure import Figure  # without pyplot: no window system, no global state

    left = 0.8 / size[0]
    figure = Figure(figsize=size)
    panels = figure.subplots(1, count, squeeze=False, gridspec_kw={
        "left": left, "right": right, "top": 0.8, "bottom": 0.135, "wspace": wspace})[0]
    for axes in panels:
        axes.grid(True)
        axes.set_axisbelow(True)
        axes.tick_params(length=3)
    figure.text(left, 0.925, heading, fontsize=14, fontweight="bold")
    figure.text(left, 0.865, words, fontsize=9.5, color=QUIET_COLOUR)
    return figure, panels


def log_axes(axes, x=None, y=None, base=10):
    axes.set_xscale("log", base=base)
    axes.set_yscale("log")
    axes.set_xlabel(x)
    axes.set_ylabel(y)


def legend(axes, **place):
    if axes.get_legend_handles_labels()[0]:
        axes.legend(frameon=False, fontsize=8.5, **place)


def series(rows, *keys):
    """Rows that share these keys, in the order in which they come."""
    groups = {}
    for row in rows:
        groups.setdefault(tuple(row[key] for key in keys), []).append(row)
    return groups.items()


def draw_forces(report):
    """Figures 3 and 4: errors over the accuracy parameter, time over errors, for each criterion."""
    words = (f"{report['model']}, N = {report['n']:,}   ·   one evaluation on a new tree   ·   {report['engine']}   ·   "
             f"errors of {report['sample']} bodies against direct sums")
    figure, panels = panels_of(3, "Forces by an octree: errors and times", words)
    for (criterion, order), rows in series(report["results"], "criterion", "order"):
        colour, marker = CRITERIA[criterion]
        look = {"color": colour, "ms": 4, "lw": 1.3, "marker": marker,
                "mfc": "white" if order == "monopole" else colour}
        label = f"{criterion}, {order}"
        accuracies = [row["accuracy"] for row in rows]
        panels[0].plot(accuracies, [row["error_median"] for row in rows], label=label, **look)
        panels[0].plot(accuracies, [row["error_99"] for row in rows], **{**look, "ls": ":"})
        for axes, key in zip(panels[1:], ("error_median", "error_99")):
            axes.plot([row[key] for row in rows], [row["total_seconds"] for row in rows], label=label, **look)
    log_axes(panels[0], "accuracy parameter", "error of the acceleration\n(lines: median, dots: 99 %)")
    log_axes(panels[1], "median error", "seconds")
    log_axes(panels[2], "99 % error", "seconds")
    legend(panels[1], loc="upper right")
    return figure


def draw_steps(report):
    """Figures 3 to 5: block beside shared steps."""
    words = (f"{report['model']}, N = {report['n']:,}   ·   t = 0 to {report['to']:g}   ·   softening "
             f"{report['softening']:g}   ·   criterion {report['criterion']}   ·   {report['engine']}")
    figure, (seconds, gain) = panels_of(2, "Block beside shared steps", words, size=(9, 4.7))
    times = {}
    for (steps,), rows in series(report["results"], "steps"):
        colour, dashes = STEPS[steps]
        times[steps] = {row["accuracy"]: row["total_seconds"] for row in rows}
        seconds.plot(list(times[steps]), list(times[steps].values()), color=colour, ls=dashes, marker="o", ms=4.5,
                     label=f"{steps} steps")
    both = [accuracy for accuracy in times.get("block", {}) if accuracy in times.get("shared", {})]
    gain.plot(both, [times["shared"][a] / times["block"][a] for a in both], color="#1F3B57", marker="o", ms=4.5)
    gain.axhline(2, color=QUIET_COLOUR, lw=1, ls=":")
    log_axes(seconds, "accuracy parameter", "seconds of the run", base=2)
    gain.set_xscale("log", base=2)
    gain.set_xlabel("accuracy parameter")
    gain.set_ylabel("shared over block")
    gain.set_ylim(0, None)
    legend(seconds, loc="upper right")
    return figure


def draw_tuning(report):
    words = (f"{report['model']}, N = {report['n']:,}   ·   t = 0 to {report['to']:g}   ·   softening "
             f"{report['softening']:g}   ·   block steps   ·   {report['engine']}")
    figure, (axes,) = panels_of(1, "A run that tunes itself beside fixed ones", words, size=(9, 4.9), right=0.8)
    fixed = [row for row in report["results"] if row["tuning"] == "fixed"]
    for ((radius,), rows), colour in zip(series(fixed, "split_radius"), SHADES):
        # Given up after a round, their best is no match for the best of all rounds: hollow, on no line.
        early = [row for row in rows if row["rounds"] < report["rounds"]]
        kept = [row for row in rows if row["rounds"] == report["rounds"]]
        axes.plot([row["rebuild_interval"] for row in kept], [row["total_seconds"] for row in kept], color=colour,
                  marker="o", ms=4, lw=1.3, label=f"radius {radius:g}")
        axes.plot([row["rebuild_interval"] for row in early], [row["total_seconds"] for row in early], color=colour,
                  marker="o", ms=4, mfc="white", ls="")
    for row in report["results"]:
        if row["tuning"] != "fixed":
            axes.axhline(row["total_seconds"], color="#D55E00", lw=1.4, label=f"tuned, {row['tuning']}",
                         ls="-" if row["tuning"] == "counted" else (0, (1, 1)))
    log_axes(axes, "evaluations that share a tree", "seconds of the run", base=2)
    least = min(row["total_seconds"] for row in report["results"])
    axes.set_ylim(0.96 * least, min(1.05 * max(row["total_seconds"] for row in report["results"]), 2.5 * least))
    plain_ticks(axes.yaxis)
    plain_ticks(axes.xaxis, (1,))
    legend(axes, loc="upper left", bbox_to_anchor=(1.0, 1.02))
    return figure


def plain_ticks(axis, subs=(1, 2, 5)):
    from matplotlib import ticker

    axis.set_major_locator(ticker.LogLocator(base=10 if len(subs) > 1 else 2, subs=subs, numticks=12))
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_locator(ticker.NullLocator())


def draw_scaling(report):
    """Figure 8: where the time goes, over the number of bodies."""
    import math

    rows = report["results"]
    words = (f"{report['model']}   ·   one evaluation on a new tree   ·   accuracy {rows[0]['accuracy']:g}   ·   total "
             f"grows as N^{report['power']:.2f}")
    figure, (axes,) = panels_of(1, "Time of an evaluation over the number of bodies", words, size=(8, 5))
    n = [row["n"] for row in rows]
    axes.plot(n, [row["total_seconds"] for row in rows], color="#222222", lw=1.8, label="total")
    for phase, (colour, marker) in PHASES.items():
        if f"{phase}_seconds" in rows[0]:
            axes.plot(n, [row[f"{phase}_seconds"] for row in rows], color=colour, marker=marker, ms=4, lw=1.2,
                      label=phase)
    first = rows[0]["total_seconds"] / (n[0] * math.log(n[0]))
    axes.plot(n, [first * k * math.log(k) for k in n], color=QUIET_COLOUR, lw=1, ls=":", label="N log N")
    log_axes(axes, "N", "seconds", base=2)
    legend(axes, loc="upper left")
    return figure


def draw_crossing(report):
    figure, (axes,) = panels_of(1, "Where the tree passes direct sums", "one evaluation of all bodies, fp32",
                                size=(7.5, 4.9))
    for key, colour in (("tree", "#D55E00"), ("direct", "#1F3B57")):
        axes.plot([row["n"] for row in report["results"]], [row[f"{key}_seconds"] for row in report["results"]],
                  color=colour, marker="o", ms=4, label=key)
    log_axes(axes, "N", "seconds", base=2)
    legend(axes, loc="upper left")
    return figure


def draw_blocks(report):
    """Figures 6, 7 and 9: seconds of each part block by block, interactions a second, time over active bodies."""
    rows = report["results"]
    words = (f"{report['model']}, N = {report['n']:,}   ·   accuracy {report['accuracy']:g}, criterion "
             f"{report['criterion']}   ·   {report['engine']}")
    figure, (seconds, rate, active) = panels_of(3, "Block by block", words)
    number = range(1, len(rows) + 1)
    for phase, (colour, marker) in PHASES.items():
        points = [(k, row[f"{phase}_seconds"]) for k, row in zip(number, rows) if row[f"{phase}_seconds"] > 0]
        lines = "-" if phase == "walk" else ""
        seconds.plot([p[0] for p in points], [p[1] for p in points], color=colour, marker=marker, ms=3, lw=0.7,
                     ls=lines, label=phase)
    seconds.set_yscale("log")
    seconds.set_xlabel("block")
    seconds.set_ylabel("seconds")
    low, high = seconds.get_ylim()
    seconds.set_ylim(low, high * (high / low) ** 0.2)  # room for the names
    legend(seconds, loc="upper center", ncol=2)
    rate.plot(number, [1e-9 * row["interactions"] / row["walk_seconds"] for row in rows], color="#1F3B57", marker="o",
              ms=3, lw=0.7)
    rate.set_ylim(0, None)
    rate.set_xlabel("block")
    rate.set_ylabel("interactions a second / $10^9$")
    for key, colour in (("walk", "#D55E00"), ("total", "#222222")):
        active.plot([row["active"] for row in rows], [row[f"{key}_seconds"] for row in rows], color=colour, ls="",
                    marker="o", ms=3, label=key)
    log_axes(active, "active bodies", "seconds")
    legend(active, loc="upper left")
    return figure


def draw_active(report):
    """Figure 7: the time of a walk over the number of due bodies, by how many of them share a walk."""
    words = (f"{report['model']}, N = {report['n']:,}   ·   accuracy {report['accuracy']:g}   ·   due: the largest "
             f"accelerations   ·   {report['engine']}")
    figure, (axes,) = panels_of(1, "Walks of few bodies and of many", words, size=(9.5, 5), right=0.82)
    for number, ((size,), rows) in enumerate(series(report["results"], "group_bodies")):
        look = {"color": SHADES[(number - 1) % len(SHADES)], "lw": 1.2, "marker": "o", "ms": 3, "label": f"{size}"}
        if size == 0:
            look = {"color": "#D55E00", "lw": 2.2, "label": "chosen", "zorder": 3}
        axes.plot([row["active"] for row in rows], [row["walk_seconds"] for row in rows], **look)
    last = report["results"][-1]["active"]
    whole = next(row["walk_seconds"] for row in report["results"] if row["active"] == last)
    due = sorted({row["active"] for row in report["results"]})
    axes.plot(due, [whole * k / last for k in due], color=QUIET_COLOUR, lw=1, ls=":", label="in proportion")
    log_axes(axes, "due bodies", "seconds of a walk", base=2)
    axes.legend(frameon=False, fontsize=8.5, loc="upper left", bbox_to_anchor=(1.0, 1.02),
                title="share a walk", title_fontsize=8.5)
    return figure


DRAW = {"tree": draw_forces, "tree_steps": draw_steps, "tree_tuning": draw_tuning, "tree_scaling": draw_scaling,
        "tree_crossing": draw_crossing, "tree_blocks": draw_blocks, "tree_active": draw_active}
