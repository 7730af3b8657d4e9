from __future__ import annotations

import numpy as np
import pytest

from paperchat.embedding import unit
from paperchat.fusion import drawn, fuse, trust


def order(values: dict[str, float]) -> list[str]:
    return sorted(values, key=lambda key: -values[key])


def test_meaning_decides_where_words_agree_and_words_where_meaning_does():
    assert order(fuse({"a": 0.4, "b": 0.6, "c": 0.2}, {"a": 0.5, "b": 0.5, "c": 0.5})) == [*"bac"]
    assert order(fuse({"a": 0.4, "b": 0.4, "c": 0.4}, {"a": 0.1, "c": 0.3})) == [*"cab"]


def test_a_leg_that_hardly_tells_candidates_apart_hardly_counts():
    # Stretched to [0, 1], a hundredth of cosine would outweigh half of the query's words.
    assert order(fuse({"a": 0.51, "b": 0.50}, {"a": 0.2, "b": 0.7})) == ["b", "a"]


def test_an_embedder_whose_similarities_are_all_high_counts_as_much():
    wide = {"a": 0.6, "b": 0.3, "c": 0.0}
    narrow = {key: 0.7 + 0.3 * value for key, value in wide.items()}
    shares = {"a": 0.1, "b": 0.5, "c": 0.6}
    assert fuse(narrow, shares) == pytest.approx(fuse(wide, shares))


def test_nothing_and_one_and_equals_have_values():
    assert fuse({}, {}) == {}
    assert fuse({"a": 1.0, "b": 1.0}, {"b": 0.5}) == {"a": 0.0, "b": pytest.approx(0.3)}


def test_a_paper_is_trusted_when_both_legs_say_so():
    assert trust(0.8, 0.5) == pytest.approx(0.4)
    assert trust(0.8, 3.0) == pytest.approx(0.8)
    assert trust(0.8, 0.0) == trust(0.0, 0.8) == 0.0


def test_the_query_is_drawn_as_far_as_papers_are_trusted():
    query, paper = np.eye(4, dtype=np.float32)[:2]
    angles = [float(drawn(query, [(paper, trust)]) @ paper) for trust in (0.0, 0.3, 0.9)]
    assert angles[0] == 0.0
    assert np.all(np.diff(angles) > 0)
    assert drawn(query, []) == pytest.approx(query)
    both = drawn(query, [(paper, 0.5), (unit(-np.ones((1, 4)))[0], 0.5)])
    assert np.linalg.norm(both) == pytest.approx(1.0)
