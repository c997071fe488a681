"""httpx for the servers that tests start on this machine, which speak HTTP without certificates.

httpx by itself reads the certificates of the whole world for each client and for each single question of its own: that
takes longer than the question. And it waits five seconds for an answer: a machine that does much else at the same time
is slow, not wrong.
"""

from __future__ import annotations

from functools import partial

import httpx

PATIENCE = 30.0  # seconds

get = partial(httpx.get, verify=False, timeout=PATIENCE)
post = partial(httpx.post, verify=False, timeout=PATIENCE)
request = partial(httpx.request, verify=False, timeout=PATIENCE)
Client = partial(httpx.Client, verify=False, timeout=PATIENCE)
AsyncClient = partial(httpx.AsyncClient, verify=False, timeout=PATIENCE)
