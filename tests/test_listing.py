"""Lists and counts as a reader gets them, over the invented collection."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest
from typer.testing import CliRunner

from invented import RECORDS, write_records
from paperchat.answering.lists.matching import matches
from paperchat.answering.lists.tallies import tally_line
from paperchat.answers import Answer
from paperchat.assistant import Assistant
from paperchat.cli.commands import app
from paperchat.conversation import Conversation
from paperchat.embedding import Embedder
from paperchat.errors import ConfigError
from paperchat.evaluation.lists import list_summary, read_lists, run_lists
from paperchat.history import History
from paperchat.index import Index
from paperchat.types import Filters, Paper
from places import ROOT


def titles(answer: Answer) -> list[str]:
    return [listed.paper.title for listed in answer.papers]


def test_a_list_opens_with_how_many_and_why(assistant: Assistant):
    answer = assistant.ask("Which papers are about agents that write code?")
    assert answer.status == "answered"
    opening = answer.text.split("\n\n")[0]
    assert opening.startswith(
        "1 of the 12 papers here is on “agents that write code”. Counted are "
    )
    assert titles(answer) == ["BeaverBench: Do Agents Repair the Code They Break?"]
    assert answer.listing is not None
    assert (answer.listing.total, answer.listing.page, answer.listing.pages) == (1, 1, 1)
    assert "95%" in answer.listing.rule


def test_each_paper_stands_with_a_sentence_of_its_own(assistant: Assistant):
    answer = assistant.ask("list all papers on mixture of experts or protein design")
    cited = [one for one in answer.sentences if one.citations]
    assert len(cited) == len(answer.papers) == 2
    for listed, sentence in zip(answer.papers, cited, strict=True):
        (citation,) = sentence.citations
        assert citation.number == listed.number
        assert sentence.support == "supported"
        for quoted in citation.quotes:
            field = getattr(listed.paper, quoted.field)
            assert str(field)[quoted.start : quoted.end] == quoted.text


def test_an_abbreviation_that_the_papers_introduce_counts(tmp_path: Path, embedder: Embedder):
    texts = (
        "We study tidal flow matching (TFM) for harbours.",
        "TFM is slow at night. We make it fast.",
        "We bake bread with a tidy fork mill (TFM).",
    )
    records = [{"title": f"Study {at}", "abstract": text} for at, text in enumerate(texts)]
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "studies.jsonl", records))
        answer = assistant.ask("How many papers are about tidal flow matching?")
    assert sorted(titles(answer)) == ["Study 0", "Study 1"]


def test_the_rule_of_a_term_with_an_abbreviation_says_that_it_counts_whole(
    tmp_path: Path, embedder: Embedder
):
    records = [{"title": "Harbours", "abstract": "We study tidal flow matching (TFM)."}]
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "studies.jsonl", records))
        term = assistant.ask("How many papers are about TFM?")
        words = assistant.ask("How many papers are about harbours and tides?")
    assert "in any form or abbreviated." in term.text
    assert "in any form or abbreviated, or with some of them" in words.text
    assert term.listing is not None
    assert "45%" not in term.listing.rule


def test_a_name_counts_with_and_without_its_possessive(tmp_path: Path, embedder: Embedder):
    texts = (
        "Marl's fever is treated by rest.",
        "Rest in Marl fever was tried.",
        "A fever of otters.",
        "Otters rest.",
    )
    records = [{"title": f"Study {at}", "abstract": text} for at, text in enumerate(texts)]
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "fever.jsonl", records))
        for asked in ("Marl's fever", "Marl’s fever", "Marl fever"):
            answer = assistant.ask(f"How many papers are about {asked}?")
            assert {"Study 0", "Study 1"} <= set(titles(answer))
            assert "Study 3" not in titles(answer)


def test_either_of_two_topics_has_every_paper_of_each(tmp_path: Path, embedder: Embedder):
    things = ("otter", "lantern", "mussel", "glacier", "quartz lamp")
    records = [
        {
            "title": f"{things[at % 5]} study {at}" if at % 2 else f"Report {at}",
            "abstract": f"The {things[at % 5]} is seen. A {things[at * 7 % 3]} shines on day {at}.",
        }
        for at in range(60)
    ]
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "things.jsonl", records))
    index = Index(tmp_path / "index", embedder)
    alone = {one: _on(index, one) for one in things}
    for one, two in permutations(things, 2):
        if " " not in two:  # "otter or quartz lamp" may be of otter lamps
            assert _on(index, f"{one} or {two}") == alone[one] | alone[two]
    index.close()


def _on(index: Index, topic: str) -> set[str]:
    return {one.paper.id for one in matches(index, topic, None).papers}


def test_a_title_that_plays_on_a_word_is_not_on_it_where_many_are(
    tmp_path: Path, embedder: Embedder
):
    records = [
        {"title": f"Report {at}", "abstract": f"Pruning of roses on day {at}."} for at in range(8)
    ]
    records.append({"title": "Prune and Predict: Tides", "abstract": "We foresee the sea."})
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "roses.jsonl", records))
        answer = assistant.ask("How many papers are about pruning?")
    assert "Prune and Predict: Tides" not in titles(answer)


def test_forms_and_spellings_of_a_word_are_one(tmp_path: Path, embedder: Embedder):
    texts = ("Weights are quantised.", "We show quantization of weights.", "We weigh otters.")
    records = [{"title": f"Study {at}", "abstract": text} for at, text in enumerate(texts)]
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "studies.jsonl", records))
        answer = assistant.ask("Which papers use weight quantisation?")
    assert sorted(titles(answer)) == ["Study 0", "Study 1"]


def test_a_list_without_papers_says_so_and_offers_the_nearest(assistant: Assistant):
    answer = assistant.ask("any papers on volcanic ash?")
    assert answer.status == "not_in_corpus"
    assert answer.text.startswith("None of the 12 papers here is on “volcanic ash”")
    assert answer.nearest
    assert answer.papers == ()
    assert answer.listing is not None
    assert answer.listing.total == 0


def test_words_become_filters_that_the_answer_shows(assistant: Assistant):
    answer = assistant.ask("ICML 2025 papers by Chidi Okafor")
    assert answer.filters == Filters(venue="ICML", year=2025, author="Chidi Okafor")
    assert titles(answer) == ["FooBar: Erasing Watermarks by Careful Paraphrase"]
    assert any("only papers by Chidi Okafor, at ICML, from 2025" in note for note in answer.notes)
    fields = {quoted.field for quoted in answer.sentences[2].citations[0].quotes}
    assert fields == {"abstract", "authors", "venue", "year"}


def test_a_filter_given_beside_the_question_counts(assistant: Assistant):
    answer = assistant.ask("list the papers from 2025", year=2023)
    assert answer.filters.year == 2023
    assert {listed.paper.year for listed in answer.papers} == {2023}


def test_authors_joined_by_and_wrote_together(assistant: Assistant):
    together = assistant.ask("Which papers did Ada Marsh and Bo Lindqvist write together?")
    assert len(together.papers) == 1
    apart = assistant.ask("Papers by Ada Marsh and Chidi Okafor")
    assert apart.papers == ()


def test_an_author_who_is_not_here_has_no_papers(assistant: Assistant):
    answer = assistant.ask("papers by Nobody Known")
    assert answer.status == "not_in_corpus"
    assert answer.text == (
        "None of the 12 papers here is by Nobody Known. "
        "No record here names an author “Nobody Known”."
    )


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("any spotlights on watermarks?", "No record here says “spotlight”: none says what"),
        ("papers at DustConf 2025 on watermarks", "No record here has the venue “DustConf”: they"),
        ("papers from 1998 on watermarks", "No record here has a year in 1998: they are from 20"),
        ("watermark papers by Zora Quill", "No record here names an author “Zora Quill”"),
    ],
)
def test_a_condition_that_no_record_meets_is_told_and_the_rest_is_offered(
    assistant: Assistant, question: str, told: str
):
    answer = assistant.ask(question)
    assert answer.status == "not_in_corpus"
    assert answer.papers == ()
    assert told in answer.text
    assert "Without that, 1 paper is in the list." in answer.text
    assert [near.paper.title for near in answer.nearest] == [
        "FooBar: Erasing Watermarks by Careful Paraphrase"
    ]


def test_what_is_excluded_is_left_out(assistant: Assistant):
    every = assistant.ask("papers at ICML")
    answer = assistant.ask("papers at ICML that are not about watermarks")
    assert set(titles(every)) - set(titles(answer)) == {
        "FooBar: Erasing Watermarks by Careful Paraphrase"
    }


def test_a_list_is_asked_for_with_slips_of_the_pen(assistant: Assistant):
    answer = assistant.ask("Wich papers are abuot railway timetables?")
    assert answer.listing is not None
    assert titles(answer) == ["Learning to Schedule Trains with Graph Neural Networks"]


def test_a_list_of_all_but_a_topic_says_what_is_left_out(assistant: Assistant):
    answer = assistant.ask("list all papers not about watermarks")
    assert answer.text.startswith(
        "11 of the 12 papers here are not on “watermarks”. 1 is left out: those with these words "
        "in the title or in a sentence on their own work"
    )


def test_papers_that_do_not_use_a_thing_are_all_but_those_that_say_so(
    tmp_path: Path, embedder: Embedder
):
    texts = (
        "Lanterns are everywhere. We light harbours with candles.",
        "We light harbours without lanterns.",
        "We light harbours with a lantern.",
        "We sail at night. Our lanterns are bright.",
        "We sail by day.",
    )
    records = [{"title": f"Study {at}", "abstract": text} for at, text in enumerate(texts)]
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "studies.jsonl", records))
        answer = assistant.ask("Which papers do not use lanterns?")
        assert sorted(titles(answer)) == ["Study 0", "Study 1", "Study 4"]
        assert "2 are left out" in answer.text
        assert "What an abstract leaves unsaid cannot be told." in answer.text


def test_papers_of_a_venue_or_a_year_may_be_left_out(assistant: Assistant):
    every = assistant.ask("list all papers")
    for question, field, value in (
        ("papers not at ICML", "venue", "ICML"),
        ("list all papers that are not from 2025", "year", 2025),
    ):
        answer = assistant.ask(question)
        kept = [one.paper for one in every.papers if getattr(one.paper, field) != value]
        assert {one.paper.id for one in answer.papers} == {paper.id for paper in kept}


def test_a_list_tells_when_and_where_if_asked(assistant: Assistant):
    answer = assistant.ask("How many papers by Ada Marsh, and when?")
    assert "By year: 2025 (" in answer.text.split("\n\n")[0]
    quoted = {quote.field for one in answer.sentences for c in one.citations for quote in c.quotes}
    assert "year" in quoted
    where = assistant.ask("How many papers on watermarks, and where?")
    assert "By venue: ICML (1)." in where.text


def test_who_works_on_a_topic_is_its_list_with_the_authors(assistant: Assistant):
    answer = assistant.ask("who works on federated learning?")
    assert "Hana Petrov, Ivo Brandt:" in answer.text
    (listed,) = answer.papers
    assert listed.paper.title == "Sparse Gradients Keep Federated Clients Private"


def test_the_newest_papers_come_by_the_year_of_their_records(tmp_path: Path, embedder: Embedder):
    records = [
        {"title": f"Otters {year}", "abstract": f"Otter {year} dives.", "year": year}
        for year in (2019, 2021, 2021, None)
    ]
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "otters.jsonl", records))
        oldest = assistant.ask("What is the oldest paper on otters?")
        assert titles(oldest) == ["Otters 2019"]
        assert "Shown is the oldest by the year of the record; 1 has no year." in oldest.text
        newest = assistant.ask("newest paper on otters")
        assert titles(newest) == ["Otters 2021"]


def test_so_many_papers_are_listed_as_are_asked_for(many: Path, embedder: Embedder):
    with Assistant(Index(many, embedder)) as assistant:
        answer = assistant.ask("top 5 papers that mention lanterns")
    assert answer.listing is not None
    assert answer.listing.total == len(answer.papers) == 5
    assert answer.text.startswith("41 of the 45 papers here are on “lanterns”.")
    assert "Shown are the 5 surest." in answer.text


def test_a_list_is_asked_for_in_chinese(assistant: Assistant):
    answer = assistant.ask("有哪些论文研究水印？")
    assert titles(answer) == ["FooBar: Erasing Watermarks by Careful Paraphrase"]
    counted = assistant.ask("2025年有多少篇论文关于水印？")
    assert counted.filters == Filters(year=2025)
    unknown = assistant.ask("有哪些论文研究大熊猫？")
    assert unknown.status == "not_in_corpus"
    assert "Chinese words that are not known here" in unknown.text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("how many papers per year?", "By year: 2025 ("),
        ("which venues are there?", "By venue (7): ICLR (3), ICML (3)"),
        ("who wrote the most papers?", "By author ("),
    ],
)
def test_papers_are_counted_by_a_field_of_their_records(
    assistant: Assistant, question: str, told: str
):
    answer = assistant.ask(question)
    assert answer.status == "answered"
    assert told in answer.text


def test_papers_that_mention_a_word_are_all_that_have_it(many: Path, embedder: Embedder):
    with Assistant(Index(many, embedder)) as assistant:
        answer = assistant.ask("how many papers mention lanterns?")
    assert answer.text.startswith("41 of the 45 papers here are on “lanterns”.")


def test_papers_that_have_code_are_those_that_say_it_can_be_had(tmp_path: Path, embedder: Embedder):
    records = [
        {
            "title": "Otters",
            "abstract": "Otters dive. Our code is available at github.com/x.",
        },
        {"title": "Beavers", "abstract": "Agents repair the code that they break."},
        {"title": "Ferrets", "abstract": "Ferrets dig. We release the implementation."},
    ]
    index = Index(tmp_path / "index", embedder)
    with Assistant(index) as assistant:
        assistant.add(write_records(tmp_path / "animals.jsonl", records))
        for question in ("Which papers have code?", "List papers that release code"):
            assert sorted(titles(assistant.ask(question))) == ["Ferrets", "Otters"]
        assert "Beavers" in titles(assistant.ask("Which papers are about code?"))


def test_a_kind_that_titles_begin_with(tmp_path: Path, embedder: Embedder):
    records = [
        {"title": "Survey: Otters at Sea", "abstract": "Otters swim."},
        {"title": "Survey: Owls at Night", "abstract": "Owls fly."},
        {"title": "Beavers", "abstract": "We run a survey of beavers."},
    ]
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "surveys.jsonl", records))
        answer = assistant.ask("How many survey papers are there?")
    assert sorted(titles(answer)) == ["Survey: Otters at Sea", "Survey: Owls at Night"]
    assert answer.listing is not None
    assert answer.listing.rule == "the title begins with “survey:”"


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> Path:
    """45 papers, of which 41 speak of lanterns; 25 of those at one venue."""
    folder = tmp_path_factory.mktemp("many")
    records = [
        {
            "title": f"Evening study {at}" if at < 41 else f"Otter study {at}",
            "abstract": f"Lantern {at} burns." if at < 41 else f"Otter {at} dives.",
            "venue": "LampConf" if at < 25 else "Dusk",
        }
        for at in range(45)
    ]
    with Assistant(Index(folder / "index", embedder)) as assistant:
        assistant.add(write_records(folder / "many.jsonl", records))
    return folder / "index"


@pytest.fixture
def talk(many: Path, embedder: Embedder) -> Conversation:
    return Assistant(Index(many, embedder)).conversation()


def test_pages_go_on_where_the_last_one_ended(talk: Conversation):
    first = talk.ask("list all papers at LampConf")
    second = talk.ask("next page")
    assert [len(first.papers), len(second.papers)] == [20, 5]
    assert not set(titles(first)) & set(titles(second))
    assert [listed.number for listed in second.papers] == [21, 22, 23, 24, 25]
    assert first.text.endswith("Page 1 of 2. “Next page” goes on.")
    assert second.text.endswith("Page 2 of 2.")
    beyond = talk.ask("more")
    assert beyond.status == "not_in_corpus"
    assert beyond.text.startswith("25 of the ")
    assert beyond.text.endswith("There is no page 3: the last page of this list is page 2.")


def test_the_next_page_keeps_the_filters_that_were_given_beside_the_list(
    many: Path, embedder: Embedder
):
    with Assistant(Index(many, embedder)) as assistant:
        talk = assistant.conversation()
        talk.ask("list all papers", venue="LampConf")
        stored = json.loads(json.dumps(talk.to_dict()))
        second = assistant.conversation(talk.history.from_dict(stored)).ask("next page")
        assert second.filters == Filters(venue="LampConf")
        assert {listed.paper.venue for listed in second.papers} == {"LampConf"}
        assert len(second.papers) == 5
        assert talk.ask("next page", venue="Dusk").filters == Filters(venue="Dusk")


def test_filters_are_taken_off_on_request(talk: Conversation):
    with_filters = talk.ask("list all papers at LampConf")
    without = talk.ask("without the filters")
    assert with_filters.listing is not None
    assert without.listing is not None
    assert (with_filters.listing.total, without.listing.total) == (25, 45)
    assert without.filters == Filters()


def test_a_page_is_asked_for_in_python(many: Path, embedder: Embedder):
    with Assistant(Index(many, embedder)) as assistant:
        answer = assistant.ask("list all papers", page=3)
    assert len(answer.papers) == 5
    assert answer.text.startswith("There are 45 papers here.")


@pytest.mark.parametrize("page", [0, -1])
def test_a_page_below_the_first_is_refused(assistant: Assistant, page: int):
    with pytest.raises(ConfigError, match=f"^There is no page {page}: pages are counted from 1.$"):
        assistant.ask("list all papers", page=page)


def test_a_stored_conversation_goes_on_with_its_list(many: Path, embedder: Embedder):
    assistant = Assistant(Index(many, embedder))
    talk = assistant.conversation()
    talk.ask("list all papers at LampConf")
    stored = json.loads(json.dumps(talk.to_dict()))
    again = assistant.conversation(talk.history.from_dict(stored))
    assert len(again.ask("next page").papers) == 5


def test_filters_of_a_stored_turn_are_read_back(assistant: Assistant):
    talk = assistant.conversation()
    talk.ask("list all papers", venue="ICML", year="2024-")
    stored = json.loads(json.dumps(talk.to_dict()))
    assert History.from_dict(stored).turns[0].filters == Filters(venue="ICML", year=(2024, None))
    for spoilt in ({"year": "soon"}, {"colour": "red"}, "ICML"):
        stored["turns"][0]["filters"] = spoilt
        with pytest.raises(ValueError, match="not a stored conversation"):
            History.from_dict(stored)
    del stored["turns"][0]["filters"]
    assert History.from_dict(stored).turns[0].filters == Filters()


def test_words_that_many_papers_have_do_not_suffice(many: Path, embedder: Embedder):
    with Assistant(Index(many, embedder)) as assistant:
        answer = assistant.ask("papers about lanterns")
    assert answer.listing is not None
    assert 0 < answer.listing.total < 41
    assert "nearness of 0.65" in answer.listing.rule


def test_the_terminal_numbers_the_list(built: Path):
    run = CliRunner().invoke(app, ["ask", "papers by Jun Aalto", "--index", str(built)])
    assert run.exit_code == 0, run.output
    lines = [line.strip() for line in run.output.splitlines() if line.strip()]
    assert lines[0] == "1 of the 12 papers here is by Jun Aalto."
    assert lines[2].startswith("[1] BeaverBench: Do Agents Repair the Code They Break?")
    assert lines[2].endswith("Jun Aalto. ICLR 2025.")
    assert lines[3].startswith("We present BeaverBench")


def test_json_of_a_page(many: Path):
    asked = ["ask", "list all papers", "--page", "2", "--index", str(many), "--json"]
    run = CliRunner().invoke(app, asked)
    answer = json.loads(run.output)
    assert answer["listing"] == {"rule": "every paper", "total": 45, "page": 2, "pages": 3}
    assert [paper["number"] for paper in answer["papers"]] == list(range(1, 21))


def test_topics_are_told_with_counts_and_examples(assistant: Assistant):
    answer = assistant.ask("What topics are there?")
    assert answer.status == "answered"
    assert answer.text.startswith("The 12 papers here fall into 2 topics.")
    assert sum(len(topic.papers) for topic in assistant.topics()) == 12
    assert assistant.topics() == assistant.topics()
    assert all(one.support != "unsupported" for one in answer.sentences)


def test_topics_on_the_command_line(built: Path):
    run = CliRunner().invoke(app, ["topics", "--index", str(built), "--year", "2025"])
    assert run.exit_code == 0, run.output
    assert "for example" in run.output
    told = CliRunner().invoke(app, ["topics", "--index", str(built), "--json"])
    assert sum(len(topic["papers"]) for topic in json.loads(told.output)) == len(RECORDS)


def test_topics_of_nothing(tmp_path: Path):
    run = CliRunner().invoke(app, ["topics", "--index", str(tmp_path / "none")])
    assert run.exit_code == 0, run.output
    assert "no papers" in run.output


def test_lists_of_the_seeds(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder):
    """Lists that a reader of the 38 papers in data/ would make."""
    folder = tmp_path_factory.mktemp("seeds")
    wanted = {
        "Which papers are about federated learning?": 2,
        "List all papers that deal with the KV cache.": 2,
    }
    with Assistant(Index(folder / "index", embedder)) as assistant:
        assistant.add(ROOT / "data")
        found = {question: len(assistant.ask(question).papers) for question in wanted}
    assert found == wanted


def test_lists_are_measured(assistant: Assistant, tmp_path: Path, built: Path):
    file = tmp_path / "lists.jsonl"
    lines = [
        {"question": "papers at ICASSP", "papers": ["invented.jsonl#11"]},
        {"question": "papers at CVPR", "papers": ["invented.jsonl#1", "invented.jsonl#7"]},
        {"question": "papers at AAAI", "papers": [], "borderline": ["invented.jsonl#8"]},
    ]
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    outcomes = run_lists(lambda text, page: assistant.ask(text, page=page), read_lists(file))
    assert [round(outcome.f1, 2) for outcome in outcomes] == [1.0, 0.67, 1.0]
    assert list_summary(outcomes)["missing"] == 1
    run = CliRunner().invoke(app, ["evaluate", "lists", str(file), "--index", str(built)])
    assert "missing: invented.jsonl#1" in run.output


def test_one_record_without_the_field_is_spoken_of_as_one():
    paper = Paper("p1", "Otters", "Otters sleep.")
    assert tally_line([paper], "year") == "Its record tells no year."
    assert tally_line([paper, paper], "year") == "Their records tell no year."
