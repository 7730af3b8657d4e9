"""Questions about whole collections, and about papers named by what they are: how many come right.

    python benchmarks/overviews.py QUESTIONS.jsonl FOLDER [--show]

FOLDER holds an index a collection, each in a folder with the name of the collection's file. An
answer is right when its status is one of those expected, it cites enough of the right papers and
not too many others, says what it must, is not too long, and every claim stands in what it cites.
Questions at even positions were used to write the rules, those at odd positions were not; `--show`
prints what is wrong with the former.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from paperchat.answers import Answer
from paperchat.assistant import Assistant


def wrong(case: Mapping[str, Any], answer: Answer) -> Iterator[str]:
    """What is wrong with an answer; nothing when it is right."""
    if answer.status not in case["statuses"]:
        yield f"status {answer.status}"
    right = frozenset(case["papers"])
    hits = [not right.isdisjoint(listed.paper.sources) for listed in answer.papers]
    if sum(hits) < case["at_least"]:
        yield f"cites {sum(hits)} of the right papers, not {case['at_least']}"
    others = len(hits) - sum(hits)
    if others > case.get("most_others", others):
        yield f"cites {others} other papers"
    said = " ".join((answer.text, *answer.notes))
    lacking = [one for one in case["answer_must_match"] if not re.search(one, said, re.IGNORECASE)]
    if lacking:
        yield f"lacks {lacking}"
    words = len(answer.text.split())
    if words > case.get("most_words", words):
        yield f"{words} words"
    if any(one.support not in ("supported", "none_needed") for one in answer.sentences):
        yield "a claim does not stand in what it cites"


def main() -> None:
    cases = [json.loads(line) for line in Path(sys.argv[1]).read_text("utf-8").splitlines()]
    right: Counter[tuple[str, int]] = Counter()
    asked: Counter[tuple[str, int]] = Counter()
    for corpus in dict.fromkeys(case["corpus"] for case in cases):
        with Assistant.open(Path(sys.argv[2]) / corpus) as assistant:
            for at, case in enumerate(cases):
                if case["corpus"] != corpus:
                    continue
                answer = assistant.ask(case["question"])
                faults = list(wrong(case, answer))
                key = (case["kind"], at % 2)
                asked[key] += 1
                right[key] += not faults
                if faults and at % 2 == 0 and "--show" in sys.argv:
                    print(f"{case['id']} {case['question']}: {'; '.join(faults)}\n{answer}\n")
    for kind in (*dict.fromkeys(case["kind"] for case in cases), "all"):
        told = [
            f"{sum(right[key] for key in right if _counts(key, kind, half))} of "
            f"{sum(asked[key] for key in asked if _counts(key, kind, half))}"
            for half in (0, 1)
        ]
        print(f"{kind:10} calibrating {told[0]:>8}   reported {told[1]:>8}")


def _counts(key: tuple[str, int], kind: str, half: int) -> bool:
    return key[1] == half and kind in ("all", key[0])


if __name__ == "__main__":
    main()
