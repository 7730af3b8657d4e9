import random
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperchat.reading.merging import Entry, identity_keys, paper_id, plan_merge
from paperchat.types import Paper

ROBOTS = (
    "We study how small robots water plants in large gardens, "
    "and find that they do so far better at night than by day."
)
RIVERS = (
    "A second text tells of long rivers, which carry much sand to the sea, "
    "faster in spring than in autumn."
)

XIN = ("Jiayi Xin",)


def record(source, title="", abstract="", **facts):
    paper = Paper(
        id="",
        title=title or "derived",
        abstract=abstract,
        title_is_derived=not title,
        sources=(source,) if source else (),
        **facts,
    )
    return replace(paper, id=paper_id(paper))


def entries(plan, stored=()):
    """The index after a plan was carried out."""
    gone = {old for change in plan.changes for old in change.replaces}
    kept = {entry.paper.id: entry for entry in stored if entry.paper.id not in gone}
    kept.update({change.entry.paper.id: change.entry for change in plan.changes})
    return list(kept.values())


def kinds(plan):
    return [outcome.kind for outcome in plan.outcomes]


def merged(*records):
    """The one paper that the records make."""
    (entry,) = entries(plan_merge(records, []))
    return entry.paper


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"identifiers": {"arxiv": "2505.1"}}, {"identifiers": {"arxiv": "2505.1"}, "title": "B"}),
        ({"title": "A", "abstract": ROBOTS}, {"abstract": ROBOTS.upper().replace(",", "")}),
        ({"title": "K²Net: A Net"}, {"title": "K2Net — a net"}),
        (
            {"title": "A", "authors": ("Jiayi Xin", "Qi Long")},
            {"title": "A", "authors": ("J. Xin",)},
        ),
        ({"title": "A", "authors": ("Xin Jiayi",)}, {"title": "A", "authors": ("Jiayi Xin",)}),
        (
            {"title": "A", "identifiers": {"doi": "10.1/x"}},
            {"title": "A", "identifiers": {"arxiv": "1"}},
        ),
    ],
    ids=["identifier", "abstract", "title", "initials", "name-order", "other-kind-of-identifier"],
)
def test_records_of_one_paper_become_one(one, other):
    plan = plan_merge([record("a#1", **{"title": "A", **one}), record("b#1", **other)], [])
    assert kinds(plan) == ["added", "merged"]
    assert len(plan.changes) == 1
    assert plan.outcomes[0].paper_id == plan.outcomes[1].paper_id
    assert plan.outcomes[1].detail == "a#1"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"authors": ("Jiayi Xin",)}, {"authors": ("Tom Mann",)}),
        ({"identifiers": {"doi": "10.1/x"}}, {"identifiers": {"doi": "10.1/y"}}),
        ({"identifiers": {"openreview": "aaaaaa"}}, {"identifiers": {"openreview": "bbbbbb"}}),
        ({"abstract": ROBOTS}, {"abstract": RIVERS, "authors": XIN}),
    ],
    ids=["authors", "dois", "openreview", "texts"],
)
def test_one_title_with_contradicting_facts_stays_two_papers(one, other):
    plan = plan_merge([record("a#1", "Preface", **one), record("b#1", "Preface", **other)], [])
    assert kinds(plan) == ["added", "added"]
    assert len({change.entry.paper.id for change in plan.changes}) == 2


def test_parts_that_share_their_abstract_stay_two_papers():
    parts = [
        record("a#1", "Robots I", ROBOTS, identifiers={"arxiv": "1"}),
        record("a#2", "Robots II", ROBOTS, identifiers={"arxiv": "2"}),
    ]
    assert kinds(plan_merge(parts, [])) == ["added", "added"]


def test_two_versions_of_an_abstract_under_one_title_are_one_paper():
    versions = [record("a#1", "Robots", ROBOTS), record("b#1", "Robots", ROBOTS[:90] + " always.")]
    assert kinds(plan_merge(versions, [])) == ["added", "merged"]


def test_short_abstracts_and_derived_titles_do_not_make_one_paper():
    short = [record("a#1", "One", "Too short."), record("b#1", "Two", "Too short.")]
    assert kinds(plan_merge(short, [])) == ["added", "added"]
    derived = [record("a#1", abstract=ROBOTS), record("a#2", abstract=RIVERS)]
    assert kinds(plan_merge(derived, [])) == ["added", "added"]


def test_merging_keeps_identifiers_fills_gaps_and_prefers_the_real_title():
    text = record("list.txt#3", abstract=ROBOTS, venue="ICML", year=2025)
    other = record(
        "b.json#1", "Robots", ROBOTS, year=2024, identifiers={"arxiv": "1"}, url="https://a"
    )
    third = record("c.json#9", "Robots", identifiers={"doi": "10.1/x"}, status="oral")
    paper = merged(text, other, third)
    assert (paper.title, paper.title_is_derived) == ("Robots", False)
    assert paper.identifiers == {"arxiv": "1", "doi": "10.1/x"}
    assert (paper.venue, paper.url, paper.status) == ("ICML", "https://a", "oral")
    assert set(paper.sources) == {"list.txt#3", "b.json#1", "c.json#9"}


def test_the_abstract_kept_is_that_of_the_best_known_record():
    bare = record("a#1", "Robots", "First words of the abstract.")
    known = record("b#1", "Robots", "Second words.", authors=("Jiayi Xin",), venue="ICML")
    also_known = record("c#1", "Robots", "Third words.", identifiers={"arxiv": "1"})
    for order in ([bare, known, also_known], [known, bare, also_known]):
        paper = merged(*order)
        assert paper.abstract == "Second words."
        assert paper.sources[0] == "b#1"


def test_a_record_that_bridges_two_stored_papers_makes_them_one():
    stored = entries(
        plan_merge(
            [record("a#1", "Robots", ROBOTS), record("b#1", identifiers={"arxiv": "1"}, title="R")],
            [],
        )
    )
    assert len(stored) == 2
    bridge = record("c#1", "Robots", identifiers={"arxiv": "1"})
    plan = plan_merge([bridge], stored)
    (change,) = plan.changes
    old = {entry.paper.id for entry in stored}
    assert old | {bridge.id} == {change.entry.paper.id, *change.entry.aliases}
    assert set(change.replaces) == old - {change.entry.paper.id}
    assert len(entries(plan, stored)) == 1
    assert kinds(plan_merge([bridge], entries(plan, stored))) == ["unchanged"]


def test_a_corrected_file_updates_and_names_the_fields():
    stored = entries(
        plan_merge([record("a.csv#1", "Robots", ROBOTS, identifiers={"arxiv": "1"})], [])
    )
    better = record(
        "a.csv#1", "Robots", ROBOTS + " Also in rain.", identifiers={"arxiv": "1"}, year=2025
    )
    plan = plan_merge([better], stored)
    assert [(o.kind, o.detail) for o in plan.outcomes] == [("updated", "abstract, year")]
    assert plan.changes[0].entry.paper.abstract.endswith("in rain.")


def test_another_position_in_the_same_file_is_written_but_counts_as_unchanged():
    stored = entries(plan_merge([record("a.csv#1", "Robots", ROBOTS)], []))
    plan = plan_merge([record("a.csv#8", "Robots", ROBOTS)], stored)
    assert kinds(plan) == ["unchanged"]
    assert plan.changes[0].entry.paper.sources == ("a.csv#8",)


def test_two_differing_records_of_one_paper_in_one_file_do_not_correct_each_other():
    records = [
        record("a#1", "Robots", ROBOTS, authors=XIN),
        record("a#2", "Robots", RIVERS, venue="ICML", authors=XIN),
    ]
    plan = plan_merge(records, [])
    (stored,) = entries(plan)
    assert kinds(plan) == ["added", "merged"]
    assert (stored.paper.abstract, stored.paper.sources) == (ROBOTS, ("a#1",))
    again = plan_merge(records, [stored])
    assert (kinds(again), again.changes) == (["unchanged", "unchanged"], ())


def test_absorbed_ids_stay_as_aliases_and_still_match():
    text = record("list.txt#1", abstract=RIVERS)
    telling = record("b#1", "Robots", ROBOTS, authors=("Jiayi Xin",), venue="ICML")
    bridge = record("c#1", "Robots", RIVERS, authors=XIN)
    stored = entries(plan_merge([text, bridge, telling], []))
    assert stored[0].paper.abstract == ROBOTS
    assert text.id in stored[0].aliases
    assert kinds(plan_merge([text], stored)) == ["unchanged"]
    # The same when the text comes last, to an index that kept another abstract.
    without = entries(plan_merge([telling, bridge], []))
    late = plan_merge([text], without)
    assert kinds(late) == ["merged"]
    assert late.changes[0].entry.paper.id == stored[0].paper.id


def test_the_id_depends_on_facts_alone():
    one = record(
        "a.json#1", "K$^2$ Net".replace("$", ""), authors=("Jiayi Xin", "Qi Long"), venue="ICML"
    )
    other = record("b.csv#7", "k2 net", authors=("Qi Long", "Xin Jiayi"), year=2025)
    assert one.id == other.id
    assert one.id != record("a.json#1", "K2 Net", authors=("Jiayi Xin",)).id
    assert record("a#1", abstract=ROBOTS).id.startswith("t")


def test_identity_keys_tell_kinds_apart():
    keys = identity_keys(record("a#1", "Robots", ROBOTS, identifiers={"doi": "10.1/X"}))
    assert [key.split(":")[0] for key in keys] == ["doi", "abstract", "title"]
    assert "doi:10.1/x" in keys
    assert [key.split(":")[0] for key in identity_keys(record("a#1", abstract=ROBOTS))] == [
        "abstract"
    ]


_RECORDS = st.lists(
    st.builds(
        lambda file, title, abstract, authors, arxiv, venue: (
            file,
            title,
            abstract,
            authors,
            arxiv,
            venue,
        ),
        st.sampled_from("abc"),
        st.sampled_from(["", "Robots", "Rivers"]),
        st.sampled_from(["", ROBOTS, RIVERS, ROBOTS + RIVERS]),
        st.sampled_from([(), ("Jiayi Xin",), ("Tom Mann", "Jiayi Xin")]),
        st.sampled_from([None, None, "1", "2"]),
        st.sampled_from(["", "ICML"]),
    ).filter(lambda facts: facts[1] or facts[2]),
    min_size=1,
    max_size=7,
)


def _built(drawn):
    return [
        record(
            f"{file}#{position}",
            title,
            abstract,
            authors=authors,
            venue=venue,
            identifiers={"arxiv": arxiv} if arxiv else {},
        )
        for position, (file, title, abstract, authors, arxiv, venue) in enumerate(drawn, 1)
    ]


@given(_RECORDS)
def test_adding_the_same_records_again_changes_nothing(drawn):
    records = _built(drawn)
    stored = entries(plan_merge(records, []))
    again = plan_merge(records, stored)
    assert set(kinds(again)) == {"unchanged"}
    assert again.changes == ()


@given(_RECORDS)
def test_every_record_is_told_and_every_id_leads_to_its_paper(drawn):
    records = _built(drawn)
    plan = plan_merge(records, [])
    stored = {entry.paper.id: {entry.paper.id, *entry.aliases} for entry in entries(plan)}
    assert len(plan.outcomes) == len(records)
    for paper, outcome in zip(records, plan.outcomes, strict=True):
        assert paper.id in stored[outcome.paper_id]
    assert kinds(plan).count("added") == len(stored)


_PARTS = ("title", "abstract", "arxiv")


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.sampled_from(_PARTS), st.sampled_from(_PARTS)), max_size=8
    ),
    st.randoms(),
)
def test_the_ids_do_not_depend_on_the_order_nor_on_how_often_one_adds(drawn, order):
    records = []
    for position, (number, *parts) in enumerate(drawn):
        facts = {
            "title": f"Paper {number}" if "title" in parts else "",
            "abstract": ROBOTS + f" number {number}" if "abstract" in parts else "",
            "identifiers": {"arxiv": str(number)} if "arxiv" in parts else {},
        }
        if facts["title"] or facts["abstract"]:
            records.append(record(f"{position}.json#1", **facts))
    expected = {entry.paper.id for entry in entries(plan_merge(records, []))}
    order.shuffle(records)
    assert {entry.paper.id for entry in entries(plan_merge(records, []))} == expected
    stored: list[Entry] = []
    for each in records:
        stored = entries(plan_merge([each], stored), stored)
    assert {entry.paper.id for entry in stored} == expected


def test_merging_is_near_linear():
    def seconds(count):
        records = [
            record(f"{i % 3}.csv#{i}", f"Title {i // 2}", authors=("Jiayi Xin",))
            for i in range(count)
        ]
        random.Random(0).shuffle(records)
        start = time.process_time()  # other programs do not count
        plan_merge(records, [])
        return time.process_time() - start

    assert min(seconds(8000) for _ in range(2)) < 12 * min(seconds(2000) for _ in range(3))
