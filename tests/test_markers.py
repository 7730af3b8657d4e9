from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperchat.answering.generating.reply import ReplyReader, Said
from paperchat.markers import MarkerReader, cited, shown
from paperchat.types import Paper

PAPERS = {
    1: Paper("a", "Lantern", "Lantern keeps its keys on the interval [0, 1] and drops the rest."),
    2: Paper("b", "Tern", "Tern removes a mark (see [1] for the set-up). This is proven best [3]."),
    3: Paper("c", "Moss", "Moss abstains on 8% of the questions."),
}


def sentences(reply: str, step: int = 1000) -> tuple[list[Said], int]:
    markers = MarkerReader(PAPERS)
    reader = ReplyReader(markers)
    found = [
        said for at in range(0, len(reply), step) for said in reader.feed(reply[at : at + step])
    ]
    return found + reader.finish(), markers.removed


@pytest.mark.parametrize(
    ("written", "read", "numbers", "removed"),
    [
        ("It is fast [1].", "It is fast [1].", (1,), 0),
        ("It is fast [1][2].", "It is fast [1][2].", (1, 2), 0),
        ("It is fast [1, 2].", "It is fast [1][2].", (1, 2), 0),
        ("It is fast [1-3].", "It is fast [1][2][3].", (1, 2, 3), 0),
        ("It is fast [1, 3–5].", "It is fast [1][3].", (1, 3), 1),
        ("It is fast [1; 2 and 3].", "It is fast [1][2][3].", (1, 2, 3), 0),
        ("It is fast【1】.", "It is fast[1].", (1,), 0),
        ("It is fast 【2†source】.", "It is fast [2].", (2,), 0),
        ("It is fast [Paper 1].", "It is fast [1].", (1,), 0),
        ("It is fast [Paper 1, Paper 3].", "It is fast [1][3].", (1, 3), 0),
        ("It is fast [source #2].", "It is fast [2].", (2,), 0),
        ("It is fast [^1].", "It is fast [1].", (1,), 0),
        ("It is fast [1, p. 3].", "It is fast [1].", (1,), 0),
        ("It is fast [1](https://example.org/1).", "It is fast [1].", (1,), 0),
        ("It is fast [[1]].", "It is fast [1].", (1,), 0),
        ("It is fast [[1], [2]].", "It is fast [1], [2].", (1, 2), 0),
        ("It is fast [论文 1].", "It is fast [1].", (1,), 0),
        ("It is fast [7].", "It is fast.", (), 1),
        ("It is fast [2024].", "It is fast.", (), 1),
        ("It is fast [0].", "It is fast.", (), 1),
        ("It is fast [citation needed].", "It is fast.", (), 1),
        ("It is fast [9, 10] and small [1].", "It is fast and small [1].", (1,), 1),
        ("(1) It is fast, (2) it is small.", "(1) It is fast, (2) it is small.", (), 0),
        ("Values lie in [0, 1] here.", "Values lie in [0, 1] here.", (), 0),
        ("Values lie in [0.5, 2] here.", "Values lie in [0.5, 2] here.", (), 0),
        ("It fills [MASK] tokens [3].", "It fills [MASK] tokens [3].", (3,), 0),
        (
            "Lantern keeps its keys on the interval [0, 1] [1].",
            "Lantern keeps its keys on the interval [0, 1] [1].",
            (1,),
            0,
        ),
        ("Tern removes a mark (see [1] for the set-up) [2].", None, (2,), 0),
        ("This is proven best [3].", None, (), 0),
    ],
)
def test_markers_are_understood_removed_or_left_alone(
    written: str, read: str | None, numbers: tuple[int, ...], removed: int
) -> None:
    (said,), count = sentences(written)
    assert said == Said("", written if read is None else read, numbers)
    assert count == removed


REPLY = """## Findings

- **Lantern** halves memory [1, 2].
- Moss abstains, e.g. on 8% of the questions [Paper 3]. Fig. 3 of v2.5 shows it [9].

1. First things first. [1] [2] Then the rest 【2】.
2. See [[3]] and [2](https://example.org/2) too.
3. Half a marker [1"""


def test_a_reply_gives_the_same_sentences_however_it_is_cut() -> None:
    whole = sentences(REPLY)
    assert [sentences(REPLY, step) for step in (1, 2, 3, 7, 20)] == [whole] * 5
    assert "".join(said.lead + said.text for said in whole[0]) == (
        "Findings:\n\n- Lantern halves memory [1][2].\n- Moss abstains, e.g. on 8% of the "
        "questions [3]. Fig. 3 of v2.5 shows it.\n\n1. First things first. [1] [2] Then the rest "
        "[2].\n2. See [3] and [2] too.\n3. Half a marker"
    )


def test_a_sentence_comes_as_soon_as_the_next_one_has_begun() -> None:
    reader = ReplyReader(MarkerReader(PAPERS))
    assert reader.feed("Lantern is fast. ") == []  # a marker may follow
    assert reader.feed("[1] Moss ") == [Said("", "Lantern is fast. [1]", (1,))]
    assert reader.feed("is slow.\n") == [Said(" ", "Moss is slow.", ())]
    assert reader.finish() == []


@pytest.mark.parametrize(
    "reply",
    [
        '{"answer": "Lantern is fast [1].", "citations": [1]}',
        '```json\n{"answer": {"text": "Lantern is fast [1]."}, "confidence": "high"}\n```',
        "```\nLantern is fast [1].\n```",
    ],
)
def test_json_and_code_blocks_are_unwrapped(reply: str) -> None:
    assert sentences(reply, 3)[0] == [Said("", "Lantern is fast [1].", (1,))]


def test_what_only_looks_like_json_is_text() -> None:
    (said,), _ = sentences('{"answer": "Lantern is fast')
    assert said.text == '{"answer": "Lantern is fast'


@given(st.text(alphabet='ab .\n[]【】(1)29,-–*#`{}:"', max_size=60), st.integers(1, 9))
def test_no_reply_shows_a_number_that_it_does_not_cite(reply: str, step: int) -> None:
    for said in sentences(reply, step)[0]:
        assert set(said.cited) <= set(PAPERS)
        assert said.text.strip()


@given(st.text(alphabet="ab [1]29,-–", max_size=40))
def test_a_text_may_be_read_again(text: str) -> None:
    reader = MarkerReader(PAPERS)
    once = reader.read(text)
    assert shown(reader.read(once)) == shown(once)
    assert set(cited(once)) <= set(PAPERS)
    assert not {"\ue000", "\ue001"} & set(shown(once))
