"""Whether two programs compute the same bits: python3 same_bits.py BEFORE AFTER, each the path of a built `tucana`.

For changes of the source that must not change results. Not executable, since `./tucana validate` has one program only.
Each run is made by both programs with one thread; every column of the last snapshot must be the same, bit for bit. Last
comes a control with another seed, which must differ.
"""

import pathlib
import subprocess
import sys
import tempfile

import h5py

RUNS = {
    "hermite4, block steps": "model.n=256",
    "hermite4, one step for all": "model.n=64 integrator.steps=shared",
    "hermite6, block steps": "model.n=128 integrator.kind=hermite6",
    "hermite6, fixed steps": "model.n=64 integrator.kind=hermite6 integrator.steps=fixed integrator.step=0.00390625 gravity.softening=0.0625",
    "hermite6 on OpenCL": "model.n=64 integrator.kind=hermite6 integrator.steps=shared engine.kind=opencl gravity.softening=0.03125",
    "ahmad_cohen, 300 bodies": "model.n=300 integrator.kind=ahmad_cohen",
    "ahmad_cohen, 2048 bodies": "model.n=2048 integrator.kind=ahmad_cohen",
    "leapfrog, direct sums": "model.n=512 integrator.kind=leapfrog gravity.softening=0.03125",
    "leapfrog on the tree": "model.n=4096 integrator.kind=leapfrog gravity.method=tree gravity.softening=0.03125",
}


def columns(program, settings):
    """All datasets of the last snapshot, as bytes."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "run"
        words = [word for s in [*settings.split(), "run.threads=1", "run.end_time=0.25"] for word in ("--set", s)]
        subprocess.run([program, "run", "--quiet", "--out", out, *words], check=True)
        found = {}
        with h5py.File(sorted(out.glob("snapshot_*.hdf5"))[-1]) as file:
            file.visititems(lambda name, item: found.update({name: item[()].tobytes()})
                            if isinstance(item, h5py.Dataset) else None)
        return found


def main(before, after):
    failed = 0
    for name, settings in RUNS.items():
        one, other = columns(before, settings), columns(after, settings)
        # A later version may know more columns.
        different = [column for column in one if one[column] != other.get(column)]
        failed += bool(different) or not one
        print(f"{'FAIL' if different or not one else 'same'} {name}: {', '.join(different) or len(one)}", flush=True)
    control = "model.n=64"
    if columns(before, control) == columns(after, control + " model.seed=2"):
        failed += 1
        print("FAIL another seed gives the same snapshot")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
