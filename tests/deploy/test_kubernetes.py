"""The manifests, by the schemas of Kubernetes itself: every field is known there, and of its kind."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.programs import DEPLOY

MANIFESTS = (DEPLOY / "kubernetes" / "roundlog.yaml", DEPLOY / "cluster" / "kubernetes.yaml")
VERSIONS = ("1.30", "1.37")  # that clusters run for years, and the newest
IS_MISSING = importlib.util.find_spec("kubernetes_validate") is None
if IS_MISSING and os.environ.get("ROUNDLOG_PEERS") == "required":
    raise ModuleNotFoundError("kubernetes-validate is required: make install-peers")

pytestmark = [
    pytest.mark.exhaustive,
    pytest.mark.skipif(IS_MISSING, reason="kubernetes-validate is not installed: make install-peers"),
]


def documents(path: Path) -> list[Any]:
    return list(yaml.safe_load_all(path.read_text("utf-8")))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.parent.name)
def test_kubernetes_knows_every_field(path: Path, version: str) -> None:
    import kubernetes_validate

    for document in documents(path):
        kubernetes_validate.validate(document, version, strict=True)


def test_what_it_does_not_know_is_found() -> None:
    import kubernetes_validate

    _, stateful = documents(MANIFESTS[0])
    stateful["spec"]["template"]["spec"]["securityContext"]["runAsNobody"] = True
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(stateful, VERSIONS[-1], strict=True)
