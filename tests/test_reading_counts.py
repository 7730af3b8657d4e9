"""Every real file: what it holds, counted with plain json and csv, and by eye."""

import os
from pathlib import Path

import pytest

from paperchat.reading import read_papers
from paperchat.reading.merging import Entry, plan_merge

pytestmark = pytest.mark.shared_data

# file: papers, those with an abstract, skipped records, papers once merged
COUNTS = {
    "corpora/json/nips1990_papercopilot.json": (143, 136, 0, 143),  # 7 hold a scrap or a note
    "corpora/json/iclr2017_papercopilot.json": (489, 489, 1, 489),
    "corpora/json/colm2025_papercopilot.json": (418, 418, 0, 418),
    "corpora/json/icml2025_titles_papercopilot.json": (3340, 0, 0, None),
    "corpora/jsonl/arxiv-metadata-oai-snapshot_sample.json": (200, 199, 0, 200),
    "corpora/jsonl/daily_arxiv_2025-06-15.jsonl": (174, 174, 0, 162),
    "corpora/csv/iclr2020_miniconf_papers.csv": (687, 687, 0, 687),
    "corpora/csv/acs2021_papers.csv": (30, 0, 0, 30),
    "corpora/csv/asreview_generic_semicolon.csv": (2, 2, 0, 2),
    "corpora/csv/asreview_generic_tab.tsv": (2, 2, 0, 2),
    "corpora/csv/neurips2022_openreview_papers.csv": (2795, 2795, 0, None),
    "corpora/xlsx/acs2021_papers.xlsx": (30, 0, 0, 30),
    "corpora/icml2025_llm/icml2025_llm.json": (526, 526, 0, 526),
    "corpora/icml2025_llm/icml2025_llm.jsonl": (526, 526, 0, 526),
    "corpora/icml2025_llm/icml2025_llm.csv": (526, 526, 0, 526),
    "corpora/icml2025_llm/icml2025_llm.xlsx": (526, 526, 0, 526),
    "corpora/icml2025_llm/icml2025_llm.bib": (526, 526, 0, 526),
    "corpora/icml2025_llm/icml2025_llm.ris": (526, 526, 0, 526),
    "corpora/icml2025_llm/icml2025_llm.md": (526, 526, 0, 526),
    "corpora/icml2025_llm/icml2025_llm_paragraphs.txt": (526, 526, 0, 526),
    "nasty/abstract_prefix.json": (11, 11, 0, 10),
    "nasty/control_chars.json": (5, 5, 0, 5),
    "nasty/csv_bad_record_id.csv": (6, 6, 0, 2),
    "nasty/csv_duplicate_records.csv": (10, 0, 4, 9),  # "lorem" is no abstract
    "nasty/csv_missing_values.csv": (4, 2, 0, 2),
    "nasty/csv_no_abstract_column.csv": (6, 0, 0, 2),
    "nasty/csv_tex_quotes.csv": (6, 6, 0, 6),
    "nasty/duplicate_titles.json": (12, 0, 0, 3),
    "nasty/html_abstracts.json": (8, 8, 0, 8),
    "nasty/ligatures_and_hyphen_breaks.json": (9, 9, 0, 9),
    "nasty/markdown_bold_links.json": (12, 12, 0, 12),
    "nasty/mojibake_abstracts.json": (18, 18, 0, 18),
    "nasty/placeholder_abstracts.json": (14, 0, 3, 14),
    "nasty/seed_abstract_pasted_twice.txt": (1, 1, 0, 1),
    "nasty/tab_named_csv.csv": (2, 2, 0, 2),
    "nasty/very_long_abstract.json": (3, 3, 0, 3),
    "nasty/zero_width_and_line_separators.json": (3, 3, 0, 3),
}
SHAPES = ("json", "jsonl", "csv", "xlsx", "bib", "ris", "md", "txt")
ORDERS = (
    SHAPES,
    SHAPES[::-1],
    ("txt", "bib", "json", "md", "csv", "ris", "jsonl", "xlsx"),
    ("ris", "txt", "xlsx", "csv", "md", "jsonl", "bib", "json"),
)


@pytest.fixture(scope="module")
def shared():
    folder = os.environ.get("PAPERCHAT_TEST_DATA")
    if not folder:
        pytest.skip("PAPERCHAT_TEST_DATA is not set")
    return Path(folder)


@pytest.mark.parametrize("file", COUNTS)
def test_every_record_ends_as_a_paper_or_with_a_reason(shared, file):
    papers, abstracts, skipped, merged = COUNTS[file]
    reading = read_papers([shared / file])
    assert (len(reading.papers), len(reading.skipped)) == (papers, skipped)
    assert sum(bool(paper.abstract) for paper in reading.papers) == abstracts
    assert all(each.reason for each in reading.skipped)
    if merged:
        plan = plan_merge(reading.papers, [])
        assert len(plan.changes) == merged
        assert len(plan.outcomes) == papers


def test_nothing_that_was_damaged_is_left(shared):
    files = [name for name in COUNTS if name.startswith("nasty/")]
    for paper in read_papers([shared / name for name in files]).papers:
        for text in (paper.title, paper.abstract, *paper.authors):
            assert not any(
                ord(character) < 32 or character in "\x7f\u00ad\u200b\u2028\u2029\ufeff\ufffd"
                or "\x80" <= character <= "\x9f" or "\ufb00" <= character <= "\ufb06"
                for character in text
            ), text  # fmt: skip
            for sign in ("(cid:173)", "&amp;", "<p>", "**", "\\href", "â€"):
                assert sign not in text, text


def test_eight_shapes_of_one_list_are_the_same_papers_in_every_order(shared):
    folder = shared / "corpora/icml2025_llm"
    read = {
        shape: read_papers([next(folder.glob(f"icml2025_llm*.{shape}"))]).papers for shape in SHAPES
    }
    ends = []
    for order in ORDERS:
        stored: dict[str, Entry] = {}
        for shape in order:
            plan = plan_merge(read[shape], stored.values())
            for change in plan.changes:
                for old in change.replaces:
                    stored.pop(old, None)
                stored[change.entry.paper.id] = change.entry
        assert len(stored) == 526
        assert {len(entry.paper.sources) for entry in stored.values()} == {len(SHAPES)}
        ends.append({key: entry.paper.title for key, entry in stored.items()})
    assert all(end.keys() == ends[0].keys() for end in ends)
    assert all(end == ends[0] for end in ends)
