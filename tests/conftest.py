"""Property tests draw the same examples every time; HYPOTHESIS_PROFILE=explore draws fresh ones, and more."""

import os

from hypothesis import HealthCheck, settings

# Worker machines are slow and busy: no deadline, and no complaint about a slow draw
settings.register_profile(
    "ci", derandomize=True, deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "explore", deadline=None, max_examples=3000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
