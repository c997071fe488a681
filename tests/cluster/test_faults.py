"""The table of faults, each once: under sixteen writers at two nodes, one shared tournament, and screens everywhere."""

from __future__ import annotations

from pathlib import Path

from tests.ledger.cluster.engines import require_engines

PAUSE = 0.3  # seconds of each writer between two entries: sixteen keep a small machine busy


def test_each_fault_once(tmp_path: Path) -> None:
    """One cluster for all: to start one takes longer than most faults."""
    require_engines()
    from tests.cluster import faults, strangers

    with faults.stage(tmp_path, PAUSE) as found:
        for fault in (
            faults.kill_node,
            faults.kill_following_engine,
            faults.kill_leading_engine,
            faults.flip_a_bit,
            faults.lose_two,
        ):
            faults.do(fault, found)
            if fault is not faults.lose_two:
                faults.check_all_is_well(found)
        faults.do(faults.kill_all, found)
        faults.check_all_is_well(found)
        with found.writers.stand_still():
            for check in (
                strangers.check_node_with_other_password,
                strangers.check_node_of_other_cluster,
                strangers.check_node_with_other_log,
                strangers.check_ports,
            ):
                check(found.cluster, tmp_path)
        faults.do(faults.let_leading_engine_stand_still, found)
        faults.do(faults.stop_politely, found)
        faults.check_all_is_well(found)
    faults.check_copy_alone(found.cluster.servers[2], found.cluster.token)


def test_a_node_does_not_serve_with_an_engine_that_forgets(tmp_path: Path) -> None:
    require_engines()
    from tests.cluster.strangers import check_engine_that_is_not_durable

    check_engine_that_is_not_durable(tmp_path)
