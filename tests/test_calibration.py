from __future__ import annotations

import json
from math import comb

import pytest
from typer.testing import CliRunner

from invented import BagOfWordsEmbedder, made_papers
from paperchat.assistant import Assistant
from paperchat.calibration import (
    Calibration,
    best_score,
    calibrate,
    in_force,
    needed,
    shipped,
    threshold,
)
from paperchat.cli.commands import app
from paperchat.errors import CalibrationError
from paperchat.index import Index, clear

QUESTIONS = [
    "How much faster does KestrelKV decode?",
    "Why does the paraphrasing attack work against the detector?",
    "What does sending only the largest gradient entries keep?",
    "How many faults does the best agent repair in BeaverBench?",
]


def test_the_threshold_refuses_at_most_the_share_asked_for():
    scores = [at / 100 for at in range(99)]
    bar = threshold(scores, 0.05)
    assert sum(score < bar for score in scores) == 4  # 5 of 100 with the one to come
    assert threshold(scores, 0.1) > bar


def test_the_share_holds_on_each_collection_that_is_large_enough():
    easy, hard = tuple(0.5 + at / 400 for at in range(99)), tuple(at / 100 for at in range(19))
    assert Calibration("any", (easy, hard)).threshold(0.05) == hard[0]
    few = hard[1:]  # too few for the rate by themselves
    assert Calibration("any", (easy, few)).threshold(0.05) == threshold(easy + few, 0.05) > few[3]


@pytest.mark.parametrize(("alpha", "least"), [(0.05, 19), (0.1, 9), (0.5, 1)])
def test_fewer_questions_than_the_rate_takes_are_refused_in_one_line(alpha, least):
    assert needed(alpha) == least
    threshold([0.5] * least, alpha)
    with pytest.raises(
        CalibrationError, match=f"at least {least}. Add questions, or raise"
    ) as told:
        threshold([0.5] * (least - 1), alpha)
    assert "\n" not in str(told.value)


def test_what_came_along_holds_until_the_index_has_its_own(copied, embedder):
    with Assistant(Index(copied, embedder), max_refusal_error=0.25) as opened:
        before = opened.calibration()
        own = opened.calibrate(QUESTIONS)
        assert before == shipped()
        assert own.own
        assert own.questions == 4
        assert opened.calibration().threshold(0.25) == pytest.approx(min(own.scores[0]), abs=1e-4)
    kept = json.loads((copied / "calibration.json").read_text())
    assert set(kept) == {"embedder", "scores"}


def test_a_calibration_with_too_few_questions_changes_nothing(copied, embedder):
    with Assistant(Index(copied, embedder)) as opened:
        with pytest.raises(CalibrationError, match="4 questions cannot calibrate"):
            opened.calibrate(QUESTIONS)
        assert not opened.calibration().own


def test_a_new_calibration_takes_the_place_of_the_old_at_once(copied, embedder):
    file = copied / "calibration.json"
    with Assistant(Index(copied, embedder), max_refusal_error=0.25) as opened:
        opened.calibrate(QUESTIONS)
        with file.open(encoding="utf-8") as old:
            opened.calibrate(QUESTIONS[:-1])
            assert len(json.load(old)["scores"][0]) == 4  # who was reading reads on
    assert len(json.loads(file.read_text())["scores"][0]) == 3
    assert not list(copied.glob("*.new"))


def test_a_calibration_of_another_embedder_does_not_hold(copied):
    (copied / "calibration.json").write_text('{"embedder": "other", "scores": [[0.5]]}')
    assert in_force(copied, "all-MiniLM-L6-v2") == shipped()
    assert in_force(copied, "other").own


def test_emptying_an_index_forgets_its_calibration(copied):
    (copied / "calibration.json").write_text('{"embedder": "all-MiniLM-L6-v2", "scores": [[0.5]]}')
    assert in_force(copied, "all-MiniLM-L6-v2").own
    clear(copied)
    assert not in_force(copied, "all-MiniLM-L6-v2").own


def test_a_damaged_calibration_says_what_to_do(copied):
    (copied / "calibration.json").write_text('{"scores"')
    with pytest.raises(CalibrationError, match="Delete it, or run `paperchat calibrate` again"):
        in_force(copied, "all-MiniLM-L6-v2")


def test_an_index_without_papers_scores_nothing(tmp_path):
    with Assistant(Index(tmp_path / "none", BagOfWordsEmbedder()), max_refusal_error=0.5) as opened:
        assert opened.calibrate(["anything"]).scores == ((0.0,),)


@pytest.mark.parametrize("count", [38, 546])
def test_the_rate_holds_with_another_embedder_at_another_size(tmp_path, count):
    """Half of the questions calibrates, the other half is refused no more often than stated."""
    papers = made_papers(count)
    index = Index(tmp_path / "index", BagOfWordsEmbedder())
    index.add(papers)
    asked = [" ".join(paper.abstract.split()[:5]) for paper in papers[:38]]
    with Assistant(index, max_refusal_error=0.1) as opened:
        opened.calibrate(asked[::2])
        refused = [opened.ask(text).status == "not_in_corpus" for text in asked[1::2]]
    # Of 19 questions at a rate of .1, six or more would be refused in one run of a hundred.
    assert sum(refused) <= 5


def test_of_a_stand_in_as_many_held_out_questions_are_refused_as_stated(tmp_path):
    """100 questions calibrate, 100 others are counted, at the rate that is the default."""
    papers = made_papers(200)
    index = Index(tmp_path / "index", BagOfWordsEmbedder(dimension=256))
    index.add(papers)
    asked = [" ".join(paper.abstract.split()[:4]) for paper in papers]
    bar = calibrate(index, asked[::2], 0.05).threshold(0.05)
    refused = sum(best_score(index, text) < bar for text in asked[1::2])
    # Were one in twenty refused, so many or more would be once in a hundred runs or more often.
    tail = sum(comb(100, at) * 0.05**at * 0.95 ** (100 - at) for at in range(refused, 101))
    assert tail >= 0.01
    index.close()


def test_what_was_calibrated_with_one_embedder_is_not_applied_to_another(tmp_path):
    asked = [" ".join(paper.abstract.split()[:5]) for paper in made_papers(38)]
    opened = {}
    for name in ("bag-of-words", "bag-of-other-words"):
        index = Index(tmp_path / name, BagOfWordsEmbedder(name=name, salt=name))
        index.add(made_papers(38))
        opened[name] = Assistant(index)
    with opened["bag-of-words"] as one, opened["bag-of-other-words"] as other:
        own = one.calibrate(asked)
        kept = (tmp_path / "bag-of-words" / "calibration.json").read_text()
        (tmp_path / "bag-of-other-words" / "calibration.json").write_text(kept)
        assert one.calibration().own
        assert own.threshold(0.05) == pytest.approx(one.calibration().threshold(0.05), abs=1e-4)
        assert other.calibration() == shipped()
        assert (
            other.calibrate(asked).embedder == other.calibration().embedder == "bag-of-other-words"
        )


def test_the_command_measures_the_answerable_questions_of_a_file(copied, tmp_path):
    file = tmp_path / "questions.jsonl"
    known = [{"question": text, "source": "invented.jsonl", "paragraph": 1} for text in QUESTIONS]
    absent = {"question": "What is the best pizza?", "answerable": False, "kind": "off_topic"}
    file.write_text("\n".join(map(json.dumps, [*known, absent])))
    config = tmp_path / "config.yaml"
    config.write_text("max_refusal_error: 0.25\n")
    flags = ["--index", str(copied), "--config", str(config)]
    told = CliRunner().invoke(app, ["calibrate", str(file), *flags, "--json"])
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["questions"] == 4
    said = CliRunner().invoke(app, ["calibrate", str(file), *flags])
    assert said.stdout.startswith("4 questions: papers below a relevance of 0.")
