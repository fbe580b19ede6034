"""pyroll: the dice rules of five tabletop games."""

__version__ = "0.1.0"
