"""A whole cluster of real processes: what holds while its servers die, stand still, lose their disks and come back."""
