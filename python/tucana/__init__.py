"""Tools around Tucana, the gravitational N-body code."""
