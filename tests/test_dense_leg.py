"""Search by meaning against comparing with every paper, on vectors of the real embedder."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from paperchat.index import Index
from paperchat.types import Paper

WAYS = "pruning distilling caching routing calibrating"
THINGS = "language models/protein backbones/weather maps/train timetables/retinal images/bee songs"
AIMS = (
    "when labels are scarce/under a privacy budget/on small devices/across hospitals"
    "/without a teacher/against noisy sensors/for rare events/in a single pass"
    "/with human raters/at double speed"
)


@pytest.fixture(scope="module")
def titles() -> list[str]:
    """Three hundred titles, near to each other: a hard case for an approximate index."""
    parts = itertools.product(WAYS.split(), THINGS.split("/"), AIMS.split("/"))
    return [f"{way.capitalize()} {thing} {aim}" for way, thing, aim in parts]


def test_it_loses_nothing(tmp_path, embedder, titles):
    index = Index(tmp_path / "index", embedder)
    index.add([Paper(id=f"p{at:03}", title=title, abstract="") for at, title in enumerate(titles)])
    stored = {paper.title: paper.id for paper in index.papers()}
    vectors = embedder.embed(titles)
    for query in titles[::30]:
        vector = index.embed_query(f"How does one go about {query.lower()}?")
        exact = np.sort(vectors @ vector)[::-1]
        found = index.nearest(vector, 100)
        got = [hits[0].similarity for hits in found.values()]
        # bfloat16 depends a little on what is embedded together.
        assert got == pytest.approx(exact[:100], abs=5e-3)
        clear = [at for at, value in enumerate(vectors @ vector) if value > exact[100] + 5e-3]
        assert {stored[titles[at]] for at in clear} <= set(found)
    index.close()
