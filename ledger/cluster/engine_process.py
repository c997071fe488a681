"""The NATS server as a child: found, configured, started, started again when it dies, stopped politely.

It outlives a node that is killed (``kill -9``): it counts for the cluster's majority all the same, and the node takes
it over when it comes back. A node that is stopped politely stops it too.
"""

from __future__ import annotations

import logging
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.errors import BadInput, RoundlogError, Unavailable
from ledger.cluster.certificates import NodeCertificate, issue_certificate
from ledger.cluster.cluster_file import ClusterFile
from ledger.cluster.engine_configuration import (
    listening_host,
    path_of_configuration,
    path_of_engine_log,
    write_configuration,
)
from ledger.cluster.node_list import EngineAddress
from ledger.cluster.running_engine import check_port, find_pid, is_alive, is_answering
from ledger.secret_files import make_secret_folder

PROGRAM = "nats-server"
if sys.platform == "win32":
    KILL = signal.SIGTERM  # which ends a process at once there
else:
    KILL = signal.SIGKILL
SECONDS_TO_START = 60.0  # it reads what it has stored before it answers
SECONDS_TO_STOP = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0  # before it is started again
STEADY = 30.0  # seconds after which a death is a new one, not the last one's repetition
LOOK = 0.1
LINES_SHOWN = 3
_LEFT_RUNNING: list[subprocess.Popen[bytes]] = []  # Python would complain of a child that nobody waits for


def find_binary() -> Path:
    """As ``$ROUNDLOG_NATS_SERVER`` says, else beside this Python (there the extra ``cluster`` puts it), or in PATH."""
    told = os.environ.get("ROUNDLOG_NATS_SERVER", "")
    if told:
        found = shutil.which(told)
        if found is None:
            raise BadInput("engine-program-unusable", path=told)
        return Path(found).absolute()
    beside = os.pathsep.join((os.path.dirname(sys.executable), sysconfig.get_path("scripts")))
    found = shutil.which(PROGRAM, path=beside) or shutil.which(PROGRAM)
    if found is None:
        raise Unavailable("engine-program-missing")
    return Path(found).absolute()


class EngineProcess:
    """One engine, in ``folder``. ``start`` and ``stop`` wait: call them outside of an event loop."""

    def __init__(
        self,
        file: ClusterFile,
        own: EngineAddress,
        addresses: Sequence[EngineAddress],
        folder: Path,
        *,
        binary: Path | None = None,
    ) -> None:
        self.own = own
        self.folder = folder.resolve()
        self.restarts = 0  # how often it died and was started again
        self.problem: RoundlogError | None = None  # why it could not be started again, as long as it could not
        self._file, self._addresses, self._binary = file, tuple(addresses), binary
        self._pid: int | None = None
        self._child: subprocess.Popen[bytes] | None = None  # None too if it was found running
        self._since = 0.0
        self._heard = 0  # of its log, before this start
        self._ending = threading.Event()
        self._supervisor: threading.Thread | None = None

    @property
    def pid(self) -> int | None:
        return self._pid if self.is_running else None

    @property
    def is_running(self) -> bool:
        if self._child is not None:
            return self._child.poll() is None
        return self._pid is not None and self._is_alive(self._pid)

    @property
    def is_adopted(self) -> bool:
        """It ran already: another node, which is no more, had started it."""
        return self._child is None and self._pid is not None

    def start(self) -> NodeCertificate:
        """Until it answers. One that runs already is kept, if it was started with the same configuration.

        Back comes with what its clients show who they are.
        """
        if self._supervisor is not None:
            raise RuntimeError("started already")
        self._ending.clear()
        make_secret_folder(self.folder)
        hosts = sorted({address.host for address in self._addresses} | {self.own.host})
        certificate = issue_certificate(self._file.ca_certificate, self._file.ca_key, hosts, self.folder)
        is_new = write_configuration(self._file, self.own, self._addresses, self.folder, certificate)
        if is_new or certificate.is_new:
            self._end_one_with_another_configuration()
        self._begin()
        self._supervisor = threading.Thread(target=self._supervise, name="engine supervisor", daemon=True)
        self._supervisor.start()
        return certificate

    def stop(self) -> None:
        """Politely, so that it hands over what it leads; hard, if that takes too long."""
        self._end_supervision()
        self._end()

    def leave(self) -> None:
        """Let it run: nobody starts it again from now on."""
        self._end_supervision()
        if self._child is not None and self._child.poll() is None:
            _LEFT_RUNNING.append(self._child)

    def _end_supervision(self) -> None:
        self._ending.set()
        if self._supervisor is not None:
            self._supervisor.join()
            self._supervisor = None

    def _supervise(self) -> None:
        pause = FIRST_PAUSE
        while not self._ending.wait(LOOK):
            if self.is_running:
                if time.monotonic() - self._since > STEADY:
                    pause = FIRST_PAUSE
                continue
            if self.problem is None:
                logging.getLogger("roundlog").warning("the engine %s ended; it is started again", self.own.text)
            if self._ending.wait(pause):
                return
            pause = min(2 * pause, LONGEST_PAUSE)
            try:
                self._begin()
            except RoundlogError as error:
                if self.problem is None:
                    logging.getLogger("roundlog").error("the engine %s does not start: %s", self.own.text, error)
                self.problem = error
            except Exception:  # whatever it was: nobody else would start it again
                logging.getLogger("roundlog").exception("while starting the engine %s", self.own.text)
            else:
                self.problem = None
                self.restarts += 1

    def _begin(self) -> None:
        """Adopt the one that runs, or start one; until it answers."""
        self._child, self._pid = None, find_pid(self.folder, self.own)
        if self._pid is None:
            self._launch()
        self._since = time.monotonic()
        while not is_answering(self.own):
            if not self.is_running:
                self._pid = None
                raise Unavailable("engine-ended", said=self._read_last_words())
            if time.monotonic() - self._since > SECONDS_TO_START:
                raise Unavailable("engine-silent", node=self.own.text, seconds=int(SECONDS_TO_START))
            if self._ending.wait(LOOK / 2):
                return

    def _launch(self) -> None:
        program = self._binary or find_binary()
        for port in (self.own.port, self.own.route_port):
            check_port(listening_host(self.own), port)
        self._heard = _size(path_of_engine_log(self.folder))
        options: dict[str, Any] = {}
        if sys.platform == "win32":
            options["creationflags"] = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.DETACHED_PROCESS
        else:
            options["start_new_session"], options["umask"] = True, 0o077
        try:
            output = os.open(self._path_of_output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        except OSError as error:
            raise Unavailable("log-no-access", path=os.fspath(self._path_of_output)) from error
        try:
            self._child = subprocess.Popen(
                [program, "-c", path_of_configuration(self.folder)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=self.folder,
                env={name: value for name, value in os.environ.items() if not name.startswith("ROUNDLOG_")},
                **options,
            )
        except OSError as error:
            raise Unavailable("engine-program-unusable", path=os.fspath(program)) from error
        finally:
            os.close(output)
        self._pid = self._child.pid

    @property
    def _path_of_output(self) -> Path:
        """What it says before it has read where its log is."""
        return self.folder / "engine.out"

    def _end_one_with_another_configuration(self) -> None:
        self._child, self._pid = None, find_pid(self.folder, self.own)
        self._end()

    def _end(self) -> None:
        if self._pid is None or not self.is_running:
            self._child = self._pid = None
            return
        os.kill(self._pid, signal.SIGTERM)
        if not self._wait_for_end(SECONDS_TO_STOP):
            os.kill(self._pid, KILL)
            self._wait_for_end(SECONDS_TO_STOP)
        self._child = self._pid = None

    def _wait_for_end(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while self.is_running:
            if time.monotonic() > until:
                return False
            time.sleep(LOOK / 5)
        return True

    def _is_alive(self, pid: int) -> bool:
        return is_alive(pid, self.folder, self.own)

    def _read_last_words(self) -> str:
        """Of this start, without what is secret."""
        lines = [
            *_read_lines(self._path_of_output, 0),
            *_read_lines(path_of_engine_log(self.folder), self._heard),
        ]
        complaints = [line for line in lines if "[INF]" not in line and "[WRN]" not in line]
        said = " / ".join((complaints or lines)[-LINES_SHOWN:]) or "–"
        for secret in self._file.secrets:
            said = said.replace(secret, "•••")
        return said


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _read_lines(path: Path, start: int) -> list[str]:
    """What was added since; all of it if the file has been started anew."""
    try:
        content = path.read_bytes()
    except OSError:
        return []
    added = content[start:] if len(content) >= start else content
    return [line.strip() for line in added.decode("utf-8", "replace").splitlines() if line.strip()]
