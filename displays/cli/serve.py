"""``roundlog serve``: the pages and the JSON API."""

from __future__ import annotations

import os
import ssl
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from displays.cli.command import Namespace, Subcommand
from displays.cli.mail_options import MAIL, read_mail_settings
from displays.cli.open_log import open_log
from displays.cli.options import number_of
from displays.cli.parameters import flag, one_of, option
from displays.cli.terminal import Terminal, read_key
from displays.web.access.addresses import read_public_url
from displays.web.access.hosts import read_host_name
from displays.web.log_lines import FORMATS, SECTION, TEXT, LogOptions, write_log
from displays.web.restart import CHECK, Restart
from displays.web.running_server import Beside
from displays.web.server import NodeOpener, Place, ServerOptions, load_in_advance, run
from displays.web.server_lock import lock_for_server
from displays.web.standby.running import SINGLE_SERVER, PairOptions, check_channel
from engine.errors import BadInput
from ledger.backup.automatic import EVERY, NO_COPIES, CopyOptions
from ledger.backup.folder import KEEP
from ledger.cluster.mark import check_not_of_cluster, read_mark, remove_mark

MOST = 100_000  # minutes, or copies
Tell = Callable[[Place, Terminal], str]  # what is said once the server listens


def _folder(text: str) -> Path:
    if not Path(text).is_dir():
        raise BadInput("no-such-folder", path=text)
    return Path(text)


def _file(text: str) -> Path:
    if not Path(text).is_file():
        raise BadInput("no-such-file", path=text)
    return Path(text)


SERVER = (
    option("--host", metavar="ADDRESS", default="127.0.0.1"),
    option("--port", metavar="N", read=number_of("port"), default=8000, help="0: any that is free"),
    option(
        "--public-url",
        metavar="URL",
        read=read_public_url,
        help="what phones call this server, for links and QR codes: https://chess.example",
    ),
    option(
        "--host-name",
        metavar="NAME",
        read=read_host_name,
        repeat=True,
        help="another name or address by which this server may be asked; may be repeated. It knows localhost, this "
        "machine's name and addresses, and --public-url",
    ),
    flag("--behind-proxy", help="a proxy on the way tells who asks (X-Forwarded-For); without one anybody could"),
    option(
        "--images",
        metavar="DIR",
        read=_folder,
        help="a folder with pictures (png, jpg, webp, gif) that screens can show, at /images/NAME",
    ),
)


# Of one that speaks https with a certificate from elsewhere.
CERTIFICATE = (
    option("--certificate", metavar="FILE", read=_file, help="speak https with this certificate and its chain (PEM)"),
    option("--certificate-key", metavar="FILE", read=_file, help="its key, if that is in a file of its own"),
)

# Of a server that has, or is, a second one.
PAIR = (
    option(
        "--standby-of",
        metavar="URL",
        read=read_public_url,
        help="keep a verified copy of that server, keys included, and show it; it takes the writes",
    ),
    option(
        "--key", metavar="TOKEN", help="an owner's key for programs, made there; better --key-file or $ROUNDLOG_KEY"
    ),
    flag("--wait-for-standby", help="answer only when the standby has it on its disk too"),
    flag("--go-on-alone", help="when the standby is out of sight, go on without waiting; else a person says so"),
    flag("--trust-network", help="records, keys and the session secret may pass to a standby without TLS"),
)

# Of a node of a cluster.
CLUSTER = (
    option(
        "--cluster",
        metavar="NODES",
        help="be a node of this cluster: hall-1,hall-2,hall-3:4300; the same list on every machine",
    ),
    option("--cluster-file", metavar="FILE", help="the secrets that roundlog cluster new has made"),
    option("--node", metavar="NAME", help="which of the list this machine is, where that cannot be told"),
    flag("--leave-cluster", help="this copy of a cluster's log becomes a log of its own"),
)


# Of one that makes copies by itself.
COPIES = (
    option("--backup", metavar="FOLDER", read=Path, help="copy the log there by itself, also at the end of each round"),
    option(
        "--backup-every",
        metavar="MINUTES",
        read=number_of("backup_every"),
        default=EVERY,
        help=f"if something was recorded; default {EVERY}",
    ),
    option("--backup-keep", metavar="N", read=number_of("backup_keep"), default=KEEP, help=f"copies; default {KEEP}"),
    flag("--backup-with-keys", help="copy the keys too: whoever has that copy can sign in"),
)


# How it tells of itself.
LOG = (
    option(
        "--log-format",
        metavar="|".join(FORMATS),
        read=one_of("log-format", FORMATS),
        help="of the server's own log, on stderr; default: $ROUNDLOG_LOG_FORMAT or text",
    ),
    flag("--access-log", help="a line of that log for every request too"),
    flag(CHECK, help="only say whether it would start: options, program, log"),
)


def _serve(args: Namespace, terminal: Terminal) -> None:
    pair = _read_pair_options(args)
    if args.cluster:
        serve_this = _prepare_node(args, terminal, pair)
    else:
        if args.cluster_file or args.node:
            raise BadInput("argument-missing", arguments=("--cluster",))
        serve_this = partial(serve, args, terminal, _links, pair=pair)
    if args.check:
        _check_start(args, terminal)
        return
    if args.leave_cluster:
        _leave_cluster(terminal)
    restart = Restart()
    serve_this(restart=restart)
    if restart.is_due:
        restart.become_new_program()


def _check_start(args: Namespace, terminal: Terminal) -> None:
    """What can be found out beside a server that runs. (That the program itself can be loaded is found out by then.)"""
    terminal.check_file()
    if args.leave_cluster and read_mark(terminal.log) is None:
        raise BadInput("log-of-no-cluster", path=str(terminal.log))
    _read_copy_options(args)
    read_mail_settings(args)
    load_in_advance()
    if terminal.log.exists():
        with open_log(terminal.log, read_only=True) as log:
            log.position()
    terminal.say(terminal.language.word("would-start", SECTION))


def read_log_options(args: Namespace, terminal: Terminal) -> LogOptions:
    """Of who has a server in a window of their own: what is wrong, and nothing else."""
    if not hasattr(args, "log_format"):
        return LogOptions(language=terminal.language.code, has_notices=False)
    wanted = args.log_format or os.environ.get("ROUNDLOG_LOG_FORMAT") or TEXT
    return LogOptions(one_of("log-format", FORMATS)(wanted), terminal.language.code, has_requests=args.access_log)


def _prepare_node(args: Namespace, terminal: Terminal, pair: PairOptions) -> Callable[..., None]:
    if args.leave_cluster:
        raise BadInput("not-both", arguments=("--cluster", "--leave-cluster"))
    if pair != SINGLE_SERVER:
        raise BadInput("not-both", arguments=("--cluster", "--standby-of", "--wait-for-standby", "--go-on-alone"))
    if not args.cluster_file:
        raise BadInput("argument-missing", arguments=("--cluster-file",))
    from displays.cli.open_node import prepare_node  # late: one server alone needs nothing of a cluster

    tell = partial(_links, without_key="owner-link-of-cluster")
    return partial(serve, args, terminal, tell, cluster=prepare_node(args, terminal))


def _leave_cluster(terminal: Terminal) -> None:
    with lock_for_server(terminal.log):
        mark = remove_mark(terminal.log)
    if mark is None:
        raise BadInput("log-of-no-cluster", path=str(terminal.log))
    terminal.warn(terminal.language.phrase("left", section="cluster", path=str(terminal.log), cluster=mark.cluster))


def _read_copy_options(args: Namespace) -> CopyOptions:
    """The demonstration has none."""
    folder = getattr(args, "backup", None)
    if folder is None:
        return NO_COPIES
    for field, value in (("backup_every", args.backup_every), ("backup_keep", args.backup_keep)):
        if not 1 <= value <= MOST:
            raise BadInput("number-outside-range", field=field, value=value, least=1, most=MOST)
    return CopyOptions(folder.absolute(), args.backup_every, args.backup_with_keys, args.backup_keep)


def _read_certificate(args: Namespace) -> tuple[Path | None, Path | None]:
    """One that cannot be used is said before anything is opened. The demonstration has none."""
    certificate, key = getattr(args, "certificate", None), getattr(args, "certificate_key", None)
    if certificate is None:
        if key is not None:
            raise BadInput("argument-missing", arguments=("--certificate",))
        return None, None
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except OSError as error:  # an SSLError is one too
        raise BadInput("certificate-unusable", path=str(certificate), problem=str(error)) from error
    return certificate, key


def _read_pair_options(args: Namespace) -> PairOptions:
    if not args.standby_of:
        return PairOptions("", "", args.wait_for_standby, args.go_on_alone, args.trust_network)
    if args.wait_for_standby or args.go_on_alone:
        raise BadInput("not-both", arguments=("--standby-of", "--wait-for-standby", "--go-on-alone"))
    token = args.key or read_key(args.key_file)
    if not token:
        raise BadInput("argument-missing", arguments=("--key-file",))
    check_channel(args.standby_of, args.trust_network)
    return PairOptions(args.standby_of, token, trusts_network=args.trust_network)


def serve(
    args: Namespace,
    terminal: Terminal,
    tell: Tell,
    beside: Beside | None = None,
    pair: PairOptions = SINGLE_SERVER,
    cluster: NodeOpener | None = None,
    restart: Restart | None = None,
    other_ports: tuple[int, ...] = (),
) -> None:
    """Until Ctrl+C, or until it is to be started anew. ``args``: those of ``SERVER``; the log is the terminal's.
    ``cluster``: of a node of one."""
    terminal.check_file()
    if cluster is None:
        check_not_of_cluster(terminal.log)

    log_options = read_log_options(args, terminal)
    write_log(log_options)

    def announce(place: Place) -> None:
        """For people; who wants lines for programs has them in the log, where no link is."""
        if log_options.format == TEXT:
            terminal.say(tell(place, terminal))
            terminal.flush()

    options = ServerOptions(
        args.host, args.port, args.public_url or "", args.behind_proxy, args.images, tuple(args.host_name), pair
    )
    certificate, certificate_key = _read_certificate(args)
    options = replace(
        options,
        copies=_read_copy_options(args),
        mail=read_mail_settings(args),
        other_ports=other_ports,
        certificate=certificate,
        certificate_key=certificate_key,
        log=log_options,
    )
    log = open_log(terminal.log, may_create=True, is_checked=False)
    run(
        options,
        terminal.log,
        log,
        actor=terminal.actor,
        announce=announce,
        beside=beside,
        cluster=cluster,
        restart=restart,
    )


def _links(place: Place, terminal: Terminal, without_key: str = "owner-link-again") -> str:
    here, hall, _, key, other = place
    word = terminal.language.word
    named = {
        word("link-pages"): f"{here}/",
        word("link-console", "access"): f"{here}/console",
        word("link-api"): f"{here}/api/t",
        word("link-health"): f"{here}/health",
    }
    if hall:
        named[word("link-hall", "access")] = f"{hall}/"
    if key:
        named[word("link-owner", "access")] = f"{here}{key}"
    note = word("owner-link-once" if key else without_key, "access")
    if other:
        note = terminal.language.phrase("owner-link-of-standby", section="access", other=other, here=here)
    serving = terminal.language.phrase("serving", path=str(terminal.log))
    return "\n".join([serving, in_columns(named), note, word("stop-with")])


def in_columns(links: Mapping[str, str]) -> str:
    widest = max(map(len, links))
    return "\n".join(f"  {name:<{widest}}  {address}" for name, address in links.items())


COMMANDS = {"serve": Subcommand((*SERVER, *CERTIFICATE, *PAIR, *CLUSTER, *COPIES, *MAIL, *LOG), _serve)}
