from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperchat.sentences import sentence_spans


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


def test_a_text_is_cut_at_the_ends_of_its_sentences():
    assert sentences("Caches grow. We shrink them!  Does it hurt? No.") == [
        "Caches grow.",
        "We shrink them!",
        "Does it hurt?",
        "No.",
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "We train Llama 3.1-8B on two cards.",
        "Some methods, e.g. pruning, lose accuracy.",
        "It keeps >90% of the quality (cf. Fig. 2).",
        "The error falls from 0.31 to 0.07.",
        "We follow Marsh et al. and freeze the cache.",
    ],
)
def test_dots_inside_a_sentence_do_not_end_it(sentence):
    assert sentences(f"{sentence} The rest follows.") == [sentence, "The rest follows."]


@pytest.mark.parametrize("mark", ["(2)", "2)", "(b)", "iii)", "(LLM)"])
def test_a_bracket_at_the_head_of_a_sentence_does_not_swallow_what_follows(mark):
    asked = f"{mark} Does it hurt the quality?"
    assert sentences(f"We ask two things. {asked} It does not. We stop.") == [
        "We ask two things.",
        asked,
        "It does not.",
        "We stop.",
    ]


def test_offsets_count_code_points():
    text = "𝛼 is small. 𝛽 is not."
    assert sentences(text) == ["𝛼 is small.", "𝛽 is not."]


@pytest.mark.parametrize("text", ["", "   ", "\n\n\t"])
def test_a_text_without_words_has_no_sentence(text):
    assert sentence_spans(text) == []


@given(st.text(max_size=400))
def test_sentences_are_in_order_without_white_space_around_and_hold_every_character(text):
    spans = sentence_spans(text)
    ends = [0, *(end for _, end in spans)]
    assert all(before <= start < end for before, (start, end) in zip(ends, spans, strict=False))
    assert all(part == part.strip() for part in sentences(text))
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


@pytest.mark.parametrize(
    "text",
    [
        "Mice ran for 3 h. They slept.",
        "It melts at 4 K. The rest is cold.",
        "The rate depends on d. We vary it.",
        "It fell (p < .001). It rose again.",
        "It fell, p<.001. It rose again.",
        "(This is a remark.) It ends.",
        "E. coli grew faster than S. aureus (n = 12; 95% CI 1.2-3.4). It stopped at 30 kg/m(2).",
        "An. gambiae bites at night. Ae. aegypti bites by day.",
        "H2A.Z marks promoters. It is lost.",
        "Sums over i=1,2,...,n converge. So do a_1 ≤ a_2 ≤ ... ≤ a_n.",
        "We follow [Marsh, J. Biol. Rev. 12, 34]. It costs approx. 3 euros.",
    ],
)
def test_scientific_text_is_cut_into_its_two_sentences(text: str):
    assert len(sentences(text)) == 2
