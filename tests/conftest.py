"""No test of the suite is timed: a busy machine is no fault of the code.

Hypothesis makes up fewer examples in `make test` than in `make test-all` (`--hypothesis-profile=whole`).
"""

from hypothesis import HealthCheck, settings

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=30)
settings.register_profile("whole", settings.get_profile("house"), max_examples=200)
settings.load_profile("house")
