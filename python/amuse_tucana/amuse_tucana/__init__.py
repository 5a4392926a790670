"""Tucana, the gravitational N-body code, in AMUSE: `from amuse_tucana import Tucana`."""

from typing import Any

__all__ = ["Tucana", "TucanaInterface"]


def __getattr__(name: str) -> Any:
    """The worker needs no AMUSE, so that its parts are tested without it."""
    if name not in __all__:
        raise AttributeError(f"module 'amuse_tucana' has no attribute {name!r}")
    from amuse_tucana import interface

    return getattr(interface, name)
