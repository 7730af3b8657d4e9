"""What the benchmarks measure alike: memory, disk, percentiles; and how they print it."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path


def resident_megabytes() -> float:
    """Memory that this process holds now (Linux)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def disk_megabytes(folder: Path) -> float:
    """Size of all files in a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


def percentiles(seconds: Sequence[float]) -> dict[str, float]:
    """Median and 95th percentile in milliseconds."""
    cuts = statistics.quantiles(seconds, n=20, method="inclusive")
    return {"ms_p50": cuts[9] * 1000, "ms_p95": cuts[18] * 1000}


def print_table(rows: Sequence[str], columns: Mapping[str, Mapping[str, float | None]]) -> None:
    """A Markdown table: a row a measure, a column a system."""
    print("| measure |", " | ".join(columns), "|")
    print("|---|" + "---:|" * len(columns))
    for row in rows:
        values = (column.get(row) for column in columns.values())
        print(f"| {row} |", " | ".join(_shown(value) for value in values), "|")


def _shown(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
