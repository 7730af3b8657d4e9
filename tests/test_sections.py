from __future__ import annotations

import pytest

from paperchat.sections import find_labels, sections_of
from paperchat.sentences import sentence_spans

FOUR = ["background", "methods", "results", "conclusions"]


def told(text: str) -> list[tuple[str | None, str]]:
    """Each sentence with its section."""
    spans = sentence_spans(text)
    return [
        (section, text[start:end])
        for section, (start, end) in zip(sections_of(text, spans), spans, strict=True)
    ]


@pytest.mark.parametrize(
    "form",
    [
        "BACKGROUND: {} METHODS: {} RESULTS: {} CONCLUSIONS: {}",
        "Background: {} Patients and methods: {} Main results: {} Conclusion: {}",
        "background: {} methods: {} results: {} conclusions: {}",
        "BACKGROUND {} METHODS {} RESULTS {} CONCLUSIONS {}",
        "Background {} Methods {} Results {} Conclusions {}",
        "Background. {} Methods. {} Results. {} Conclusions. {}",
        "Introduction – {} Study design – {} Findings – {} Practical implications – {}",
        "【背景】{} 【方法】{} 【结果】{} 【结论】{}",
        "[Background] {} [Methods] {} [Results] {} [Conclusion] {}",
        "Hintergrund: {} Methoden: {} Ergebnisse: {} Schlussfolgerung: {}",
    ],
)
def test_a_label_names_its_section_and_is_no_part_of_a_sentence(form: str):
    said = ["Sleep is short.", "Forty otters slept.", "They slept 9.5 h.", "Otters sleep long."]
    assert told(form.format(*said)) == list(zip(FOUR, said, strict=True))


def test_chinese_labels_are_read_with_a_full_width_colon():
    text = "目的：研究水獭的睡眠。方法：观察四十只水獭。结果：睡眠时间延长。"
    assert [section for section, _ in told(text)] == ["objective", "methods", "results"]
    assert told(text)[1][1] == "观察四十只水獭。"


@pytest.mark.parametrize(
    "text",
    [
        "Results are mixed. Methods differ. Conclusions are drawn with care.",
        "We study Methods of Marsh. Design Space Exploration is slow.",
        "Background Subtraction is old. It works on video.",
        "Our contributions are: a method, a data set, a proof.",
        "We show this with (results) and [data].",
    ],
)
def test_running_text_has_no_labels(text: str):
    assert find_labels(text) == []


def test_one_word_in_front_of_a_colon_is_a_label_without_further_ones():
    assert told("Otters sleep. Results: They sleep long.") == [
        (None, "Otters sleep."),
        ("results", "They sleep long."),
    ]


def test_unknown_words_in_capitals_are_labels_beside_known_ones():
    text = "ECOLOGICAL RELEVANCE: Otters matter. METHODS: We count. OTTER REGISTER (OR): OR-12."
    assert told(text) == [
        ("background", "Otters matter."),
        ("methods", "We count."),
        ("other", "OR-12."),
    ]
    assert find_labels("The effect is large. ODDS RATIO: 1.5.") == []


def test_methods_and_results_under_one_label_have_no_section_of_their_own():
    text = "AIMS: To count. METHODS AND RESULTS: We counted forty. CONCLUSIONS: There are many."
    assert [section for section, _ in told(text)] == ["objective", None, "conclusions"]


def test_a_sentence_that_begins_like_a_label_stays_whole():
    text = (
        "BACKGROUND Otters sleep. RESULTS Patients with otters slept. CONCLUSIONS The end is near."
    )
    assert [said for _, said in told(text)] == [
        "Otters sleep.",
        "Patients with otters slept.",
        "The end is near.",
    ]


def test_what_a_publisher_puts_behind_an_abstract_is_none_of_its_sections():
    assert told("Results: Otters sleep. © 2019 The Authors.")[-1][0] == "other"
