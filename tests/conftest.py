"""No test of the suite is timed: a busy machine is no fault of the code."""

from hypothesis import HealthCheck, settings

settings.register_profile("house", parent=settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
