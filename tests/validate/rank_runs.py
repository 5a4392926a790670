"""What the checks of runs under mpirun share: short runs in which everything that can be divided is, their bits, verdicts."""

import h5py

TIMEOUT = 2  # run.rank_timeout


def settings(end=0.25, **options):
    """For the command line; names with a point are options of the run."""
    chosen = {"run.end_time": end, "run.rank_pairs": 1, "run.threads": 1, "run.rank_timeout": TIMEOUT,
              "output.interval": 0.125, "output.snapshot_interval": 0.125, **options}
    return [word for name, value in chosen.items() for word in ("--set", f"{name}={value}")]


def stars(folder):
    """Every dataset of every snapshot, as bytes."""
    found = {}
    for path in sorted(folder.glob("snapshot_*")):
        with h5py.File(path) as file:
            file.visititems(lambda name, item: found.__setitem__((path.name, name), item[()].tobytes())
                            if isinstance(item, h5py.Dataset) else None)
    return found


def says(verdicts, what, good, told=""):
    verdicts.check(what, float(good), 1, 1)
    if not good:
        print(told, flush=True)
