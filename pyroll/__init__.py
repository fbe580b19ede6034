"""pyroll: the dice rules of five tabletop games."""

__version__ = "1.0.0"
