from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperchat.citations import check, cite, field_text, quote
from paperchat.types import Citation, Paper, Quote, Sentence

PAPER = Paper(
    id="p1",
    title="FooBar: Erasing Watermarks",
    abstract="We introduce FooBar (see [1]). It removes 85% of 𝛼-watermarks. It costs $5.",
    authors=("Ada Marsh", "Bo Lindqvist"),
    venue="ICML",
    year=2025,
)
PAPERS = {1: PAPER, 2: Paper(id="p2", title="Other", abstract="Nothing of the kind.")}
SECOND = quote(PAPER, 31, 62)


def sentence(text: str, *citations: Citation) -> Sentence:
    return Sentence(cite(text, *citations), "unsupported", citations)


def test_a_quote_is_the_text_of_its_span():
    assert SECOND.text == "It removes 85% of 𝛼-watermarks."
    assert PAPER.abstract[SECOND.start : SECOND.end] == SECOND.text
    assert quote(PAPER, 0, 9, "authors") == Quote("authors", 0, 9, "Ada Marsh")
    assert quote(PAPER, 0, 4, "year") == Quote("year", 0, 4, "2025")
    assert field_text(Paper("x", "t"), "year") == ""


@pytest.mark.parametrize("span", [(0, 0), (5, 4), (-1, 3), (70, 700)])
def test_a_span_outside_its_field_is_refused(span):
    with pytest.raises(ValueError, match="is not inside the abstract of"):
        quote(PAPER, *span)


def test_markers_stand_behind_the_sentence_in_order():
    citations = [Citation(number, (SECOND,)) for number in (1, 12)]
    assert cite("It is so.", *citations) == "It is so. [1] [12]"


def test_a_verbatim_sentence_is_supported():
    assert check(sentence(SECOND.text, Citation(1, (SECOND,))), PAPERS) == "supported"


def test_brackets_inside_the_quote_are_the_authors_own():
    quoted = quote(PAPER, 0, 30)
    assert quoted.text.endswith("(see [1]).")
    assert check(sentence(quoted.text, Citation(1, (quoted,))), PAPERS) == "supported"


@pytest.mark.parametrize(
    ("text", "citation"),
    [
        (SECOND.text.replace("85%", "95%"), Citation(1, (SECOND,))),
        (SECOND.text.replace("removes", "does not remove"), Citation(1, (SECOND,))),
        (SECOND.text, Citation(2, (SECOND,))),
        (SECOND.text, Citation(3, (SECOND,))),
        (SECOND.text, Citation(1, (Quote("abstract", 30, 61, SECOND.text),))),
        (SECOND.text, Citation(1, (Quote("title", 31, 62, SECOND.text),))),
        (SECOND.text, Citation(1, (quote(PAPER, 0, 30),))),
        (SECOND.text, Citation(1, ())),
        ("", Citation(1, (SECOND,))),
    ],
    ids=[
        "another number",
        "a negation",
        "another paper",
        "an unknown number",
        "a shifted span",
        "another field",
        "a quote that says something else",
        "no quote",
        "no words",
    ],
)
def test_anything_else_is_unsupported(text, citation):
    assert check(sentence(text, citation), PAPERS) == "unsupported"


def test_one_false_quote_spoils_a_true_one():
    false = Citation(2, (Quote("abstract", 0, 7, "Another"),))
    assert check(sentence(SECOND.text, Citation(1, (SECOND,)), false), PAPERS) == "unsupported"


def test_a_sentence_without_citation_is_unsupported():
    assert check(sentence(SECOND.text), PAPERS) == "unsupported"


@given(st.integers(0, 70), st.integers(1, 40), st.integers(0, 39))
def test_changing_any_letter_is_noticed(start, length, at):
    start, end = start, min(start + length, len(PAPER.abstract))
    quoted = quote(PAPER, start, end)
    at %= len(quoted.text)
    altered = quoted.text[:at] + "§" + quoted.text[at + 1 :]
    forged = Quote("abstract", start, end, altered)
    assert check(sentence(altered, Citation(1, (forged,))), PAPERS) == "unsupported"
    assert check(sentence(altered, Citation(1, (quoted,))), PAPERS) == "unsupported"
