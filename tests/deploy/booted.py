"""A machine that systemd has booted: a container over this machine's own files, of which nothing is changed.

Its root is what this machine has, with an overlay in memory for all that is written; it has a network of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.deploy.programs import need_program, refuse
from tests.displays.web.standby.servers import wait_until

IN_MEMORY = "/dev/shm"
PYTHON = "/usr/bin/python3"  # for the services: the one of the tests may lie in somebody's home
PATIENCE = 120.0
ROUNDLOG = """#!/opt/roundlog/bin/python
from displays.cli.main import main
if __name__ == "__main__":  # and not again in every process that the server starts
    raise SystemExit(main())
"""


class BootedMachine:
    """``root``: where files can be put before it is booted."""

    def __init__(self) -> None:
        if os.geteuid() != 0:
            refuse("a machine is booted as root")
        self._nspawn = need_program("systemd-nspawn", "systemd-container")
        self._folder = Path(tempfile.mkdtemp(prefix="roundlog-booted-", dir=IN_MEMORY))
        for name in ("above", "work", "root"):
            (self._folder / name).mkdir()
        self.root = self._folder / "root"
        layers = f"lowerdir=/,upperdir={self._folder / 'above'},workdir={self._folder / 'work'}"
        mounted = subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, str(self.root)], check=False)
        if mounted.returncode != 0:
            self.remove()
            refuse("this machine lets nobody lay one file system over another")
        self._process: subprocess.Popen[bytes] | None = None
        self._init = 0

    def install_roundlog(self) -> None:
        """As `pip install` would: a Python of its own in /opt/roundlog, here with the packages of the tests."""
        words = [PYTHON, "-c", "import sys; print(*sys.version_info[:2])"]
        found = subprocess.run(words, capture_output=True, text=True, check=False).stdout.split()
        if found != [str(part) for part in sys.version_info[:2]]:
            refuse(f"{PYTHON} is another Python than that of the tests, whose packages it needs")
        place = self.root / "opt" / "roundlog"
        subprocess.run([PYTHON, "-m", "venv", "--without-pip", str(place)], check=True)
        program = place / "bin" / "roundlog"
        program.write_text(ROUNDLOG)
        program.chmod(0o755)
        (packages,) = place.glob("lib/python3*/site-packages")
        lines = [path for path in sys.path if path.endswith("site-packages")] + [os.getcwd()]
        (packages / "tests.pth").write_text("".join(f"{line}\n" for line in lines))

    def boot(self) -> None:
        command = [self._nspawn, "--quiet", f"--directory={self.root}", "--boot", "--private-network"]
        with open(self._folder / "output", "ab") as output:
            self._process = subprocess.Popen(
                [*command, "--register=no", "--keep-unit", "--kill-signal=SIGRTMIN+4", "systemd.unit=basic.target"],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        wait_until(self._is_booted, self.say, PATIENCE)

    def _is_booted(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.say()
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        self._init = int(children[0]) if children else 0
        return bool(self._init) and "active" in self.tried("systemctl", "is-active", "basic.target").stdout.split()

    def say(self) -> str:
        return (self._folder / "output").read_text("utf-8", "replace")[-4000:]

    def tried(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command on it, as root."""
        entered = ["nsenter", f"--target={self._init}", "--mount", "--pid", "--net", "--uts", "--ipc", "--cgroup"]
        return subprocess.run(
            [*entered, "--root", "--wd=/", *words], capture_output=True, text=True, check=False, timeout=PATIENCE
        )

    def __call__(self, *words: str) -> str:
        said = self.tried(*words)
        assert said.returncode == 0, (words, said.stdout[-2000:], said.stderr[-2000:])
        return said.stdout

    def remove(self) -> None:
        if getattr(self, "_process", None) is not None:
            assert self._process is not None
            self._process.terminate()
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        subprocess.run(["umount", str(self.root)], check=False, stderr=subprocess.DEVNULL)
        subprocess.run(["rm", "-rf", "--one-file-system", str(self._folder)], check=True)
