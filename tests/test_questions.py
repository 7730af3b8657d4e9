from __future__ import annotations

import pytest

from invented import RECORDS
from paperchat.questions.question import content_words, example_questions, fold, understand
from paperchat.types import Paper


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Hello!", "greeting"),
        ("hi there", "greeting"),
        ("  Good morning. ", "greeting"),
        ("你好", "greeting"),
        ("thanks a lot!", "thanks"),
        ("OK, thank you", "thanks"),
        ("谢谢！", "thanks"),
        ("Bye", "goodbye"),
        ("see you later", "goodbye"),
        ("What can you do?", "help"),
        ("who are you", "help"),
        ("help", "help"),
    ],
)
def test_small_talk_is_known(text, kind):
    assert understand(text).small_talk == kind


@pytest.mark.parametrize(
    "text",
    [
        "Hello, what is KestrelKV?",
        "What does HelloNet do?",
        "thanks to which trick is it fast?",
        "How can I help agents repair code?",
        "",
        "?",
    ],
)
def test_a_question_is_no_small_talk(text):
    assert understand(text).small_talk is None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Which papers deal with the KV cache?", "papers"),
        ("Are there any other methods for watermarks?", "papers"),
        ("How much faster does KestrelKV decode?", "amount"),
        ("What speedup does KestrelKV deliver?", "amount"),
        ("By how many points does it win?", "amount"),
        ("Why does FooBar work?", "reason"),
        ("What causes the drift?", "reason"),
        ("What is tidal routing?", "definition"),
        ("What does KV stand for?", "definition"),
        ("How does OtterNet read depth?", "method"),
        ("In what share of cases does it fail?", "amount"),
        ("Where was KestrelKV published?", "published"),
        ("What year did OtterNet appear?", "published"),
        ("List its authors", "authors"),
        ("What are their authors?", "authors"),
        ("kv cache compression", "topic"),
        ("Does it cost anything?", "other"),
        ("", "other"),
    ],
)
def test_the_type_of_answer_asked_for(text, wanted):
    assert understand(text).wanted == wanted


def test_a_question_is_one_line_of_characters_that_any_program_takes():
    assert understand("  What\n is \t KestrelKV?\u2003").text == "What is KestrelKV?"
    assert fold("half \ud800 a pair").encode("utf-8") == b"half ? a pair"
    assert fold("𝛼 é 水印") == "𝛼 é 水印"


def test_content_words_are_what_a_question_is_about():
    words = content_words("What is KestrelKV's speed, and why does the KestrelKV cache shrink?")
    assert words == ["KestrelKV", "speed", "cache", "shrink"]


def test_examples_ask_for_names_that_one_paper_introduces():
    papers = [Paper(str(at), r["title"], r["abstract"]) for at, r in enumerate(RECORDS)]
    examples = example_questions(papers)
    assert len(examples) == 4
    assert len(set(examples)) == 4
    names = [record["title"].split(":")[0] for record in RECORDS if ":" in record["title"]]
    for example in examples:
        assert sum(name in example for name in names) == 1


def test_a_name_that_two_papers_introduce_is_no_example():
    twins = [Paper(str(at), f"FooBar: Part {at}", "We introduce FooBar.") for at in range(2)]
    assert example_questions(twins) == ()
    assert example_questions([]) == ()
    assert example_questions([Paper("1", "FooBar: Only a Title")]) == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ok thx", "thanks"),
        ("thanks, that's all for today", "thanks"),
        ("never mind, thank you", "thanks"),
        ("Great, cheers!", "thanks"),
        ("ok great, thank you very much", "thanks"),
        ("ok great thank you very much", "thanks"),
        ("oh yes that's very helpful indeed thanks for your quick reply", "thanks"),
        ("well yes, that was great", "nod"),
        ("very much so", None),
        ("ok great and the second one", None),
        ("ok, bye", "goodbye"),
        ("got it", "nod"),
        ("Hello, what can you do?", "greeting"),
        ("thanks, and what is FooBar?", None),
        ("great results, why?", None),
    ],
)
def test_small_talk_is_told_piece_by_piece(text, kind):
    assert understand(text).small_talk == kind
