from __future__ import annotations

import pytest

from paperchat.embedding import Embedder
from paperchat.support import Claim, check_claims
from paperchat.support.quantities import quantities, stands
from paperchat.types import Paper, Support

KELP = Paper(
    id="kelp",
    title="KelpNet: Fast Forecasts of Coastal Currents",
    abstract=(
        "Forecasting coastal currents with numerical solvers is slow. "
        "We introduce KelpNet, a graph network that predicts currents from buoy readings without "
        "simulating the sea floor. "
        "On 1.7 million readings of HarborSet, KelpNet is 2.5x faster than TideSolver and reduces "
        "the forecast error by 12.5%. "
        "It does not outperform TideSolver during storms. "
        "Training takes 30 seconds on a laptop with three buoys."
    ),
    authors=("Ada Marsh", "Bo Lindqvist"),
    venue="ICML",
    year=2025,
)
BREAD = Paper(
    id="bread",
    title="CrumbNet Sees Sourdough",
    abstract=(
        "Judging a loaf of sourdough by eye needs years of practice. "
        "CrumbNet classifies photographs of crumb into five grades of fermentation."
    ),
)
PAPERS = {1: KELP, 2: BREAD}


def support(embedder: Embedder, text: str, *cited: int) -> Support:
    return check_claims([Claim(text, cited or (1,))], PAPERS, embedder)[0].support


@pytest.mark.parametrize(
    "text",
    [
        "On 1.7 million readings of HarborSet, KelpNet is 2.5x faster than TideSolver and reduces "
        "the forecast error by 12.5%. [1]",
        "KelpNet runs 2.5 times as fast as TideSolver [1].",
        "On 1,700,000 readings, KelpNet cuts the forecast error by 12.5 percent [1].",
        "KelpNet predicts coastal currents from readings of buoys, with no simulation of the sea "
        "floor [1].",
        "KelpNet fails to outperform TideSolver in storms [1].",
        "Training KelpNet takes half a minute on a laptop [1].",
    ],
)
def test_a_faithful_sentence_is_supported(embedder, text):
    assert support(embedder, text) == "supported"


@pytest.mark.parametrize(
    "text",
    [
        "KelpNet runs 3.5 times as fast as TideSolver [1].",
        "KelpNet reduces the forecast error by 12.5x [1].",
        "On 1.7 billion readings from HarborSet, KelpNet cuts the forecast error by 12.5% [1].",
        "KelpNet is 2.5x slower than TideSolver [1].",
        "Training KelpNet takes 30 minutes on a laptop [1].",
        "WaveFormer runs 2.5 times as fast as TideSolver [1].",
        "KelpNet outperforms TideSolver during storms [1].",
        "KelpNet does not predict coastal currents from buoy readings [1].",
        "KelpNet increases the forecast error by 12.5% [1].",
        "CrumbNet classifies photographs of crumb into five grades of fermentation [1].",
        "Photographs of bread are sorted into grades of fermentation [1].",
        "KelpNet runs 2.5 times as fast as TideSolver [2].",
        "KelpNet runs 2.5 times as fast as TideSolver [7].",
    ],
)
def test_an_altered_sentence_is_not_supported(embedder, text):
    number = int(text[-3])
    assert support(embedder, text, number) != "supported"


def test_the_quotes_are_the_sentences_that_carry_it(embedder):
    text = "KelpNet reads buoys, trains in 30 seconds and cuts the error by 12.5% [1]."
    (checked,) = check_claims([Claim(text, (1,))], PAPERS, embedder)
    (citation,) = checked.citations
    quoted = " ".join(quote.text for quote in citation.quotes)
    assert citation.number == 1
    assert "30 seconds" in quoted
    assert "12.5%" in quoted
    for quote in citation.quotes:
        if quote.field == "abstract":
            assert KELP.abstract[quote.start : quote.end] == quote.text


def test_each_marker_carries_what_stands_before_it(embedder):
    right = (
        "KelpNet forecasts coastal currents [1], whereas CrumbNet grades photographs of crumb [2]."
    )
    wrong = (
        "KelpNet forecasts coastal currents [2], whereas CrumbNet grades photographs of crumb [1]."
    )
    checked = check_claims([Claim(right, (1, 2)), Claim(wrong, (2, 1))], PAPERS, embedder)
    assert [sentence.support for sentence in checked] == ["supported", "unsupported"]
    assert [citation.number for citation in checked[1].citations] == [2, 1]
    assert checked[0].text == right


def test_one_of_several_papers_that_does_not_carry_it_makes_it_weak(embedder):
    text = "KelpNet runs 2.5 times as fast as TideSolver [1][2]."
    assert support(embedder, text, 1, 2) == "weak"


def test_the_record_carries_authors_venue_and_year(embedder):
    text = "KelpNet by Marsh and Lindqvist (ICML 2025) predicts coastal currents from buoys [1]."
    assert support(embedder, text) == "supported"
    assert support(embedder, text.replace("2025", "2023")) == "unsupported"


@pytest.mark.parametrize(
    ("text", "cited", "expected"),
    [
        ("Here is what I found:", (), "none_needed"),
        ("Would you like to compare them?", (), "none_needed"),
        ("The abstract does not mention the price of the buoys [1].", (1,), "none_needed"),
        ("The price is not stated in the cited abstract [1].", (1,), "none_needed"),
        ("KelpNet predicts coastal currents.", (), "unsupported"),
        ("KelpNet does not report the currents that it predicts [1].", (1,), "unsupported"),
    ],
)
def test_only_claims_need_support(embedder, text, cited, expected):
    assert check_claims([Claim(text, cited)], PAPERS, embedder)[0].support == expected


def test_a_bracket_that_is_no_citation_is_text(embedder):
    (checked,) = check_claims(
        [Claim("KelpNet predicts coastal currents from buoy readings [3] [1].", (1,))],
        PAPERS,
        embedder,
    )
    assert [citation.number for citation in checked.citations] == [1]


def test_nothing_to_check_is_nothing(embedder):
    assert check_claims([], PAPERS, embedder) == []


@pytest.mark.parametrize(
    ("claimed", "source"),
    [
        ("2.5 times", "2.5×"),
        ("25M parameters", "25 million parameters"),
        ("50 percent", "50%"),
        ("1.7 million", "1,700,000"),
        ("three models", "3 models"),
        ("twenty-one tasks", "21 tasks"),
        ("half a minute", "30 seconds"),
        ("a quarter", "25%"),
        ("two-thirds of it", "2/3 of it"),
        ("sixfold", "6x"),
        ("twice", "2x"),
        ("between 8% and 12%", "8 to 12%"),
        ("5.1% on A", "5.1, 6.0 and 7.2 points"),
        ("the 8B model", "Llama-3.1-8B"),
        ("nearly 25%", "24.8%"),
        ("262 KB", "262KB"),
        ("three hundred thousand", "300k"),
    ],
)
def test_the_same_amount_is_found_however_it_is_written(claimed, source):
    known = quantities(source, names=True)
    assert quantities(claimed)
    assert all(stands(quantity, known) for quantity in quantities(claimed))


@pytest.mark.parametrize(
    ("claimed", "source"),
    [
        ("2.5x", "2.5%"),
        ("25 million", "25 billion"),
        ("3 hours", "3 days"),
        ("24.6%", "24.8%"),
        ("more than 20 tasks", "fewer than 20 tasks"),
        ("8.3 times slower", "8.3 times faster"),
        ("40% longer", "reduced by 40%"),
    ],
)
def test_another_amount_is_not_found(claimed, source):
    known = quantities(source, names=True)
    assert not any(stands(quantity, known) for quantity in quantities(claimed))


@pytest.mark.parametrize("name", ["GPT-4", "Llama-3-8B", "CIFAR-10", "3D", "top-5", "one call"])
def test_numbers_in_names_are_no_amounts(name):
    assert quantities(name) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("KelpNet 的速度是 TideSolver 的 2.5 倍[1]。", "weak"),
        ("KelpNet 在 HarborSet 的 170 万条读数上将误差降低 12.5%[1]。", "weak"),
        ("KelpNet 的速度是 TideSolver 的 3.5 倍[1]。", "unsupported"),
        ("WaveFormer 的速度是 TideSolver 的 2.5 倍[1]。", "unsupported"),
        ("作者在火星上训练了这个模型[1]。", "unsupported"),
    ],
)
def test_of_a_sentence_in_another_script_names_and_numbers_are_checked(embedder, text, expected):
    assert support(embedder, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "TideSolver is 2.5x faster than KelpNet on HarborSet [1].",
        "Training takes three seconds on a laptop with 30 buoys [1].",
        "KelpNet predicts currents from unreadable buoys [1].",
        "CrumbNet classifies photographs of crumb into five ungraded kinds of fermentation [2].",
        "TideSolver predicts currents from buoy readings without simulating the sea floor [1].",
    ],
)
def test_what_changed_places_or_strength_is_not_supported(embedder, text):
    assert support(embedder, text, int(text[-3])) != "supported"


@pytest.mark.parametrize(
    "text",
    [
        "In storms, TideSolver is not outperformed by KelpNet [1].",
        "With three buoys and a laptop, training takes 30 seconds [1].",
    ],
)
def test_the_same_said_the_other_way_round_is_supported(embedder, text):
    assert support(embedder, text, int(text[-3])) == "supported"


TRIAL = Paper(
    id="trial",
    title="Cold Baths after Harvest",
    abstract=(
        "Of 478 pickers, 142 took a cold bath each evening. "
        "Those who did missed fewer days of work (relative risk 1.58), and complaints fell from "
        "15.3% to 12.6%. "
        "We asked for sleep, appetite and mood."
    ),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("About three in ten of the pickers took a cold bath each evening [1].", "supported"),
        ("Complaints fell by 2.7 percentage points, from 15.3% to 12.6% [1].", "supported"),
        ("Complaints fell by 3.7 percentage points, from 15.3% to 12.6% [1].", "unsupported"),
        ("The authors asked for three things: sleep, appetite and mood [1].", "supported"),
        ("Nearly half of the 478 pickers took a cold bath each evening [1].", "unsupported"),
    ],
)
def test_amounts_that_follow_from_others_are_worked_out(embedder, text, expected):
    found = check_claims([Claim(text, (1,))], {1: TRIAL}, embedder)[0].support
    assert (found == "supported") == (expected == "supported")
