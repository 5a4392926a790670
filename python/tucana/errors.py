"""The two exceptions of the package, in the words of the program: one line, what is wrong and what to do.

`InputError` (a ValueError) is a mistake of the user, `FailureError` (a RuntimeError) something that should have worked.
They are those of the compiled part where it is there, so that plots and readers work without it too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:

    class InputError(ValueError):
        """A mistake of the user: exit code 2 of the program."""

    class FailureError(RuntimeError):
        """Something failed that should have worked: exit code 1 of the program."""

else:
    try:
        from tucana._tucana import FailureError, InputError
    except ImportError:

        class InputError(ValueError):
            """A mistake of the user: exit code 2 of the program."""

        class FailureError(RuntimeError):
            """Something failed that should have worked: exit code 1 of the program."""


def brief(value: Any) -> str:
    """A value for a message, in one line of moderate length."""
    try:
        text = " ".join(ascii(value).split())
    except Exception:  # of the value's own repr
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
