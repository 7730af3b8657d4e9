from __future__ import annotations

import pytest

from paperchat.comparison.questions import ComparisonRequest, comparison_asked


@pytest.mark.parametrize(
    ("question", "named", "aspects"),
    [
        ("compare Ant and Bee", ["Ant", "Bee"], []),
        ("Ant vs. Bee on memory", ["Ant", "Bee"], ["memory"]),
        ("Ant vs Bee, which is faster?", ["Ant", "Bee"], ["faster"]),
        ("Compare Ant, Bee and Cat", ["Ant", "Bee", "Cat"], []),
        ("compare Ant and Bee on speed and memory", ["Ant", "Bee"], ["speed", "memory"]),
        (
            "Compare Ant and Bee on how they save compute.",
            ["Ant", "Bee"],
            ["how they save compute"],
        ),
        ("how does Ant differ from Bee?", ["Ant", "Bee"], []),
        ("How does Ant compare with it?", ["Ant", "it"], []),
        ("How do Ant and Bee differ in their data?", ["Ant", "Bee"], ["data"]),
        ("how do they differ?", ["they"], []),
        ("what do the two share and where do they differ?", ["they"], []),
        ("differences between Ant and Bee in terms of cost", ["Ant", "Bee"], ["cost"]),
        ("put them side by side", ["them"], []),
        ("a side-by-side comparison of Ant and Bee, please", ["Ant", "Bee"], []),
        ("what's the difference?", [], []),
        ("compare the second one with Bee", ["the second one", "Bee"], []),
        ('compare "Wings: for ants and bees" with Cat', ["Wings: for ants and bees", "Cat"], []),
        ("please compare [1] to [2]", ["[1]", "[2]"], []),
        ("which is faster?", [], ["faster"]),
        ("which of the two needs less memory?", [], ["memory"]),
        ("Which of them is more robust to noise?", [], ["robust to noise"]),
        ("which of those two reviews included more articles?", [], ["included articles"]),
        ("which is better on GSM8K?", [], ["GSM8K"]),
        ("what is better, Ant or Bee?", ["Ant", "Bee"], ["better"]),
        ("Is Ant faster than Bee?", ["Ant", "Bee"], ["faster"]),
    ],
)
def test_what_is_compared_and_by_what(question, named, aspects):
    request = comparison_asked(question)
    assert request is not None
    assert (list(request.named), list(request.aspects)) == (named, aspects)


@pytest.mark.parametrize(
    "question",
    [
        "What is Ant?",
        "Which papers compare Ant with Bee?",
        "how many times faster?",
        "which of the two was run on a 4090?",
        "how little data compared to Ant",
        "Does the paper compare its model with Ant?",
        "How do Ant and Bee reduce memory?",
        "",
    ],
)
def test_other_questions_compare_nothing(question):
    assert comparison_asked(question) is None


@pytest.mark.parametrize(
    ("text", "aspects"),
    [
        ("Compare Otter with Lynx: what speedups?", ("speedups",)),
        ("Compare Otter and Lynx, what memory do they need?", ("memory",)),
    ],
)
def test_a_question_behind_the_names_tells_the_aspect(text: str, aspects: tuple[str, ...]):
    assert comparison_asked(text) == ComparisonRequest(("Otter", "Lynx"), aspects)
