import html
import os
import re
import time
import unicodedata
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from paperchat.reading import read_papers
from paperchat.reading.abstracts import clean_abstract, drop_false_start
from paperchat.reading.cleaning import clean_text
from paperchat.reading.decoding import decode
from paperchat.reading.formats import format_of
from paperchat.reading.identity import fold
from paperchat.reading.merging import plan_merge
from paperchat.reading.records import Record

DATA = Path(__file__).parent.parent / "data"
_TAG = re.compile(
    r"</?(?:jats:)?(?:p|em|i|b|br|sub|sup|strong|a|tt|ul|li|ol|code|span|div|u|small|h\d|italic)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)


def entries(plan):
    return [change.entry for change in plan.changes]


def counted(plan):
    kinds = [outcome.kind for outcome in plan.outcomes]
    return {kind: kinds.count(kind) for kind in sorted(set(kinds))}


@pytest.fixture(scope="module")
def seeds():
    return read_papers([DATA])


@pytest.fixture(scope="module")
def shared():
    folder = os.environ.get("PAPERCHAT_TEST_DATA")
    if not folder:
        pytest.skip("PAPERCHAT_TEST_DATA is not set")
    return Path(folder)


def test_the_lists_as_received_and_the_titled_list_are_the_same_papers(seeds):
    assert (seeds.skipped, seeds.warnings) == ((), ())
    plan = plan_merge(seeds.papers, [])
    assert counted(plan) == {"added": 38, "merged": 38}
    papers = [entry.paper for entry in entries(plan)]
    assert len(papers) == 38
    assert not any(paper.title_is_derived for paper in papers)
    assert {(paper.venue, paper.year) for paper in papers} == {("ICML", 2025)}
    assert all(paper.authors and len(paper.sources) == 2 for paper in papers)


def test_adding_the_lists_again_changes_nothing(seeds):
    again = plan_merge(seeds.papers, entries(plan_merge(seeds.papers, [])))
    assert counted(again) == {"unchanged": 76}
    assert again.changes == ()


def test_the_order_of_the_files_does_not_change_the_ids(seeds):
    files = sorted(DATA.glob("*.txt")) + sorted(DATA.glob("*.jsonl"))
    turned = read_papers(reversed(files))
    ids = {entry.paper.id for entry in entries(plan_merge(seeds.papers, []))}
    assert {entry.paper.id for entry in entries(plan_merge(turned.papers, []))} == ids


def test_no_markup_is_left_in_the_lists_and_no_abstract_begins_twice(seeds):
    for paper in seeds.papers:
        assert not re.search(r"[\\$*`{}]|\]\(", paper.abstract), paper.abstract
        opening = " ".join(paper.abstract.split()[:8])
        assert paper.abstract.count(opening) == 1
        assert len(paper.title) <= 140


@pytest.mark.shared_data
def test_a_larger_list_shares_eighteen_papers(seeds, shared):
    larger = read_papers([shared / "corpora/icml2025_llm/icml2025_llm.jsonl"])
    assert (len(larger.papers), larger.skipped) == (526, ())
    together = plan_merge([*seeds.papers, *larger.papers], [])
    assert len({entry.paper.id for entry in entries(together)}) == 546
    plan = plan_merge(larger.papers, entries(plan_merge(seeds.papers, [])))
    met = [
        record
        for record, outcome in zip(larger.papers, plan.outcomes, strict=True)
        if outcome.kind != "added"
    ]
    assert len(met) == 18
    abstracts = {fold(paper.abstract) for paper in seeds.papers}
    assert sum(fold(record.abstract) not in abstracts for record in met) == 9


@pytest.mark.shared_data
def test_the_same_list_in_every_format_gives_the_same_papers(shared):
    folder = shared / "corpora/icml2025_llm"
    first, *others = [
        {
            paper.id: (paper.title, paper.abstract, paper.authors)
            for paper in read_papers([folder / name]).papers
        }
        for name in ("icml2025_llm.jsonl", "icml2025_llm.json", "icml2025_llm.csv")
    ]
    assert len(first) == 526
    assert all(other == first for other in others)
    bare = read_papers([folder / "icml2025_llm_paragraphs.txt"])
    assert {paper.abstract for paper in bare.papers} == {facts[1] for facts in first.values()}


@pytest.mark.shared_data
@pytest.mark.parametrize("kind", ["json", "jsonl", "csv"])
def test_real_lists_lose_no_record(shared, kind):
    reading = read_papers([shared / "corpora" / kind])
    assert len(reading.papers) > 100
    assert len(reading.skipped) <= 0.02 * len(reading.papers)


def _raw_texts(shared):
    files = [
        path
        for kind in ("json", "jsonl", "csv")
        for path in sorted((shared / "corpora" / kind).iterdir())
    ]
    files.append(shared / "corpora/icml2025_llm/icml2025_llm.jsonl")
    for path in files:
        text, _ = decode(path.read_bytes(), path.name)
        for record in format_of(text, path.suffix).read(text):
            if isinstance(record, Record):
                for name in ("abstract", "summary", "title"):
                    value = record.fields.get(name)
                    if isinstance(value, str) and value:
                        yield value


def _letters(text):
    return [c for c in unicodedata.normalize("NFKD", text).casefold() if c.isalnum()]


def _in_order(part, whole):
    rest = iter(whole)
    return all(character in rest for character in part)


@pytest.mark.shared_data
def test_no_word_of_a_real_abstract_is_lost_or_invented(shared):
    r"""Letters and digits of the raw text, less TeX's command names and HTML's tags, stand in the
    clean text in order; what else stands there are names of commands (`\log`) or characters that a
    command means (`\alpha`). Left out: `\href`, whose two parts change places, and quotes
    that were garbled into accented letters. `(cid:173)` is how an extractor spells a hyphen.
    """
    count = 0
    for raw in _raw_texts(shared):
        if "\\href" in raw or "\\^a\\u{A}" in raw:
            continue
        spelled, raw = raw, raw.replace("(cid:173)", "\x02")
        clean = clean_text(spelled)
        count += 1
        base = html.unescape(_TAG.sub(" ", raw))
        kept = re.sub(r"\\[A-Za-z]+\*?|\[\S*\]\(http\S*\)|\{black\}", " ", base)
        assert _in_order(_letters(kept), _letters(clean)), (raw, clean)
        own = "".join(c for c in clean if c.isascii() or (c in base and "\\" not in raw))
        assert _in_order(_letters(own), _letters(base)), (raw, clean)
        if not re.search(r"[\\$<&*_`\[\x02]", raw) and raw.isascii():
            assert clean.split() == raw.split()
    assert count > 5000


@pytest.mark.shared_data
def test_words_made_whole_keep_their_letters(shared):
    """Only hyphens at a line's end, and the space after them, may go."""
    count = 0
    for path in sorted((shared / "corpora/json").iterdir()):
        text, _ = decode(path.read_bytes(), path.name)
        raws = [record.fields for record in format_of(text, path.suffix).read(text)]
        papers = {paper.sources[0]: paper for paper in read_papers([path]).papers}
        for number, fields in enumerate(raws, 1):
            before = clean_abstract(str(fields.get("abstract") or ""))
            paper = papers.get(f"{path.name}#{number}")
            if not before or paper is None:
                continue
            after = paper.abstract
            assert fold(before) == fold(after)
            if before == after:
                continue
            count += 1
            changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
            for kind, start, end, _, _ in changes:
                assert kind == "equal" or before[start:end] in ("- ", "-", " ", "‐ ")
    assert count > 100


@pytest.mark.shared_data
def test_a_false_start_is_seen_only_where_there_is_one(shared):
    texts = [clean_text(raw) for raw in _raw_texts(shared)]
    dropped = [text for text in texts if drop_false_start(text) != text]
    assert len(dropped) <= 1
    assert all(text.startswith("Most existing point cloud") for text in dropped)


@pytest.mark.shared_data
def test_reading_and_merging_stay_within_their_budget(shared):
    path = shared / "corpora/icml2025_llm/icml2025_llm.jsonl"
    papers = read_papers([path]).papers

    def best(action):
        times = []
        for _ in range(5):
            start = time.process_time()
            action()
            times.append(time.process_time() - start)
        return min(times)

    assert best(lambda: read_papers([path])) < 0.5  # 0.2 s on a quiet machine
    assert best(lambda: plan_merge(papers, [])) < 0.1
