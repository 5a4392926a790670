"""Messages of the scripts, in the form of the program's own: one line, `tucana: error: what is wrong; what to do`."""

import os
import sys
import textwrap
from typing import Callable


def fitted(line, columns):
    """The line broken at spaces, never inside a word or a path; 0 columns leave it whole."""
    if not columns:
        return line
    return "\n".join(textwrap.wrap(line, columns, subsequent_indent="  ", break_long_words=False,
                                   break_on_hyphens=False)) or line


def say(kind, text):
    """One line on stderr; only a terminal gets it broken to its width."""
    columns = int(os.environ.get("TUCANA_COLUMNS") or 0)
    if not columns and sys.stderr.isatty():
        try:
            columns = os.get_terminal_size(sys.stderr.fileno()).columns
        except OSError:
            pass
    print(fitted(f"tucana: {kind}: {text}", columns), file=sys.stderr)


def exit_code_of(work: Callable[[], object]) -> int:
    """Does the work and returns the exit code: 0, 2 for the user's mistake, 1 for a failure, with one line on stderr."""
    from tucana.errors import FailureError, InputError

    try:
        work()
        return 0
    except InputError as error:
        say("error", error)
        return 2
    except FailureError as error:
        say("error", error)
    except ImportError as error:
        say("error", f"{error}; install matplotlib (Debian: python3-matplotlib)")
    except OSError as error:
        say("error", f"{error.filename or 'picture'}: cannot be written: {error.strerror or error}")
    return 1
