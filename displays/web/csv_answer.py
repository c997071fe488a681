"""Answer with a table as a CSV file."""

from __future__ import annotations

from starlette.responses import Response


def answer_csv(text: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text + "\n", media_type="text/csv; charset=utf-8", headers=headers)
