"""Makes a film of the snapshots of a run with ffmpeg.

    tucana movie RUN [-o FILE.mp4]
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

if __package__ in (None, ""):  # run by its path
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tucana.errors import FailureError, InputError  # noqa: E402
from tucana.messages import exit_code_of  # noqa: E402

KINDS = (".mp4", ".mkv", ".webm", ".gif")


def ffmpeg():
    """The program that TUCANA_FFMPEG names, that of the system, or the one of the Python package imageio-ffmpeg."""
    named = os.environ.get("TUCANA_FFMPEG") or shutil.which("ffmpeg")
    if named:
        return named
    try:
        import imageio_ffmpeg

        return imageio_ffmpeg.get_ffmpeg_exe()
    except (ImportError, RuntimeError) as error:
        raise FailureError("no ffmpeg; install it (Debian: apt install ffmpeg; pip install imageio-ffmpeg), or name one "
                           "in TUCANA_FFMPEG") from error


def encoder(path, rate, size):
    """ffmpeg, which reads frames of RGBA bytes from its input. Films of this kind play everywhere."""
    kind = [] if path.suffix == ".gif" else ["-pix_fmt", "yuv420p"]
    return subprocess.Popen(
        [ffmpeg(), "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", "{}x{}".format(*size), "-r", str(rate),
         "-i", "-", *kind, str(path)], stdin=subprocess.PIPE, stderr=subprocess.PIPE)


def progress(done, count):
    if sys.stderr.isatty():
        print(f"\rframe {done} of {count}", end="\n" if done == count else "", file=sys.stderr, flush=True)


def film(run, path, rate=10, **more):
    """One frame for each snapshot of a run (tucana.read), all of the same width; more: as in tucana.plots.stars."""
    import numpy as np
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    from tucana import plots
    from tucana.plots.of_stars import about_centre

    path, snapshots = Path(path), run.snapshots
    if not snapshots:
        raise InputError(f"{run.folder}: holds no snapshots; set output.snapshot_interval")
    first = snapshots[0]
    reach = np.linalg.norm(about_centre(run, first, first.table()), axis=1)
    width = more.pop("half_width", None) or 1.5 * float(np.quantile(reach, 0.9)) or 1.0
    beside = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    process = None
    try:
        for number, snapshot in enumerate(snapshots, 1):
            figure = plots.figure(run, "stars", snapshot=snapshot.number, half_width=width, **more)
            figure.set_dpi(120)
            canvas = FigureCanvasAgg(figure)
            canvas.draw()
            frame = np.asarray(canvas.buffer_rgba())
            frame = np.ascontiguousarray(frame[:frame.shape[0] // 2 * 2, :frame.shape[1] // 2 * 2])  # even, for yuv420p
            if process is None:
                process = encoder(beside, rate, (frame.shape[1], frame.shape[0]))
            process.stdin.write(frame.tobytes())
            progress(number, len(snapshots))
        words = process.communicate()[1].decode(errors="replace").strip()
        if process.returncode:
            raise FailureError(f"ffmpeg failed: {words.splitlines()[-1] if words else process.returncode}")
        os.replace(beside, path)
    except BrokenPipeError as error:
        words = process.communicate()[1].decode(errors="replace").strip()
        raise FailureError(f"ffmpeg failed: {words.splitlines()[-1] if words else 'it ended early'}") from error
    finally:
        if process and process.poll() is None:
            process.kill()
        beside.unlink(missing_ok=True)


class OneLineParser(argparse.ArgumentParser):
    def error(self, message):
        raise InputError(f"{message}; see `tucana movie --help`")


def movie(arguments):
    from tucana.data import read

    parser = OneLineParser(prog="tucana movie", description="Make a film of the snapshots of a run.")
    parser.add_argument("run", metavar="RUN", help="the folder of a run")
    parser.add_argument("-o", "--output", metavar="FILE", help="film to write (default: RUN/movie.mp4)")
    parser.add_argument("--units", choices=("code", "pc", "kpc"), default="code")
    parser.add_argument("--by", choices=("mass", "type"), default="mass", help="colour of stars")
    parser.add_argument("--rate", type=int, default=10, help="frames per second")
    options = parser.parse_args(arguments)
    path = Path(options.output) if options.output else Path(options.run) / "movie.mp4"
    if path.suffix.lower() not in KINDS:
        raise InputError(f"{path}: unknown kind of film; end the name in {', '.join(KINDS)}")
    run = read(options.run, units=options.units)
    if not path.parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent}; make it first")
    if not 1 <= options.rate <= 240:
        raise InputError(f"--rate {options.rate} is not between 1 and 240 frames per second")
    film(run, path, rate=options.rate, by=options.by)
    print(path)


def main(arguments=None):
    return exit_code_of(lambda: movie(sys.argv[1:] if arguments is None else arguments))


if __name__ == "__main__":
    sys.exit(main())
