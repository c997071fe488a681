"""Podman, as tests build and run the image with it; without a registry on a base made of Debian's packages."""

from __future__ import annotations

import json
import os
import resource
import subprocess
from pathlib import Path
from typing import Any

from tests.deploy.programs import HOUSE, need_program, refuse

STAND_IN = "localhost/roundlog-test-base"  # kept from run to run: Debian does not change with us
IMAGE = "localhost/roundlog-test"
PACKAGES = "python3,python3-venv,python-is-python3,ca-certificates"
BUILDING = 1200  # seconds, on a machine that does much else
# What the build is lent of this machine, so that pip finds packages where this machine does.
LENT = ("/etc/pip.conf", "/etc/ssl/certs")


class Podman:
    """Its settings for this machine stand in ``folder``. Without systemd it makes no health checks by itself."""

    def __init__(self, folder: Path) -> None:
        if os.geteuid() != 0:
            refuse("the image is built and run as root")
        for program in ("podman", "runc", "catatonit"):  # (crun refuses machines with both kinds of cgroups)
            need_program(program)
        settings = folder / "containers.conf"
        limits = ", ".join(f'"{name}={_limit(number)}"' for name, number in _LIMITS.items())
        settings.write_text(f'[containers]\ndefault_ulimits = [{limits}]\n[engine]\nruntime = "runc"\n')
        self._environment = {**os.environ, "CONTAINERS_CONF": str(settings)}

    def tried(self, *words: str, seconds: float = 120) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["podman", *words], env=self._environment, capture_output=True, text=True, check=False, timeout=seconds
        )

    def __call__(self, *words: str, seconds: float = 120) -> str:
        said = self.tried(*words, seconds=seconds)
        assert said.returncode == 0, (words, said.stdout[-2000:], said.stderr[-4000:])
        return said.stdout

    def inspect(self, name: str) -> dict[str, Any]:
        (found,) = json.loads(self("inspect", name))
        assert isinstance(found, dict)
        return found

    def build(self, base: str, commit: str) -> None:
        lent = [word for path in LENT if Path(path).exists() for word in ("--volume", f"{path}:{path}:ro")]
        arguments = ["--build-arg", f"BASE={self._find_base(base)}", "--build-arg", f"ROUNDLOG_COMMIT={commit}"]
        where = ["--network=host", "--isolation=chroot", *lent]
        file = ["--format=docker", f"--file={HOUSE / 'deploy' / 'Containerfile'}", f"--tag={IMAGE}", str(HOUSE)]
        self("build", *where, *arguments, *file, seconds=BUILDING)

    def _find_base(self, base: str) -> str:
        """The one that the file names, or a stand-in: Debian with its Python, and nothing else."""
        if self.tried("pull", "--quiet", base, seconds=BUILDING).returncode == 0:
            return base
        if self.tried("image", "exists", STAND_IN).returncode != 0:
            self._make_stand_in()
        return STAND_IN

    def _make_stand_in(self) -> None:
        program = need_program("debootstrap")
        folder = self._environment["CONTAINERS_CONF"] + ".base"
        words = [program, "--variant=minbase", f"--include={PACKAGES}", _release(), folder]
        made = subprocess.run(words, capture_output=True, text=True, check=False, timeout=BUILDING)
        if made.returncode != 0:
            refuse(f"neither a registry nor Debian's archive can be reached: {made.stdout[-300:]}")
        tar = subprocess.Popen(["tar", "-C", folder, "-c", "."], stdout=subprocess.PIPE)
        words = ["podman", "import", "--quiet", "-", STAND_IN]
        subprocess.run(words, stdin=tar.stdout, check=True, capture_output=True)
        assert tar.wait() == 0


_LIMITS = {"nofile": resource.RLIMIT_NOFILE, "nproc": resource.RLIMIT_NPROC}


def _limit(number: int) -> str:
    """As much as this process may give; Podman by itself would ask for more."""
    _, most = resource.getrlimit(number)
    most = 4096 if most == resource.RLIM_INFINITY else min(most, 4096)
    return f"{most}:{most}"


def _release() -> str:
    """Debian's name of this machine's release, which its archive has."""
    lines = Path("/etc/os-release").read_text("utf-8").splitlines()
    names = dict(line.split("=", 1) for line in lines if "=" in line)
    return names.get("VERSION_CODENAME", "stable").strip('"')


def options_of(service: dict[str, Any]) -> list[str]:
    """Of ``podman run``, as a service of a compose file has them; what is not known here fails."""
    known = {
        "read_only": lambda is_so: ["--read-only"] if is_so else [],
        "init": lambda is_so: ["--init"] if is_so else [],
        "tmpfs": lambda mounts: [word for mount in mounts for word in ("--tmpfs", mount)],
        "cap_drop": lambda names: [f"--cap-drop={name.lower()}" for name in names],
        "security_opt": lambda options: [f"--security-opt={one.replace(':true', '')}" for one in options],
        "mem_limit": lambda size: [f"--memory={size}"],
        "pids_limit": lambda most: [f"--pids-limit={most}"],
        "restart": lambda when: [f"--restart={when}"],
    }
    elsewhere = {"build", "image", "command", "stop_grace_period", "networks", "volumes", "healthcheck", "ulimits"}
    assert service.keys() - known.keys() - {"hostname"} == elsewhere, service.keys()
    return [word for name, option in known.items() for word in option(service[name])]
