"""What `paperchat evaluate answers` measures, for the calibrating and the reported half apart.

    python benchmarks/answers_by_half.py QUESTIONS.jsonl=INDEX ...

Questions at even positions of a file were used to choose weights and words, those at odd positions
were not.
"""

from __future__ import annotations

import sys

from paperchat.assistant import Assistant
from paperchat.evaluation.answers import Outcome, read_cases, run_cases, summary


def main() -> None:
    halves: tuple[list[Outcome], list[Outcome]] = ([], [])
    for pair in sys.argv[1:]:
        questions, folder = pair.split("=")
        with Assistant.open(folder) as assistant:
            assistant.warm_up()
            for at, outcome in enumerate(run_cases(assistant.ask, read_cases(questions))):
                halves[at % 2].append(outcome)
    for name, outcomes in zip(("calibrating", "reported"), halves, strict=True):
        print(name, summary(outcomes))


if __name__ == "__main__":
    main()
