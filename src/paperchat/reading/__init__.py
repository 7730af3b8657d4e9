"""Files → Papers."""

from __future__ import annotations

from paperchat.reading.files import Reading, read_papers

__all__ = ["Reading", "read_papers"]
