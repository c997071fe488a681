"""httpx for the servers that tests start on this machine, which speak HTTP without certificates.

httpx by itself reads the certificates of the whole world for each client and for each single question of its own: that
takes longer than the question.
"""

from __future__ import annotations

from functools import partial

import httpx

get = partial(httpx.get, verify=False)
post = partial(httpx.post, verify=False)
request = partial(httpx.request, verify=False)
Client = partial(httpx.Client, verify=False)
AsyncClient = partial(httpx.AsyncClient, verify=False)
