"""What the program says itself, where no paper speaks."""

from __future__ import annotations

from collections.abc import Sequence

from paperchat.questions import SmallTalk
from paperchat.types import Filters

NO_CORPUS = (
    "There are no papers here yet. Add some with `paperchat add FILE`: lists of abstracts, JSON, "
    "CSV, BibTeX, RIS, spreadsheets and more."
)

SMALL_TALK: dict[SmallTalk, str] = {
    "greeting": "Hello! Ask me about the papers in this collection.",
    "thanks": "You are welcome.",
    "goodbye": "Goodbye.",
    "help": (
        "I answer questions about the paper abstracts in this collection, in their own sentences, "
        "each with the paper it comes from. Ask for a method by its name, for a number, a reason, "
        "or for the papers on a topic. What the abstracts do not say, I say so."
    ),
}


def not_in_corpus(count: int, filters: Filters) -> str:
    """Nothing relevant enough was found among `count` papers."""
    told = filters.to_dict()
    place = " ".join(str(told.pop(name)) for name in ("venue", "year") if name in told)
    others = ", ".join(f"{name} “{value}”" for name, value in told.items())
    conditions = [f"that are from {place}"] * bool(place) + [f"with {others}"] * bool(others)
    if conditions:
        return f"I found no answer to this in the papers here {' '.join(conditions)}."
    among = f"the {count:,} papers" if count != 1 else "the one paper"
    return f"I found no answer to this in {among} here."


def shortcomings(unlisted: int, unmentioned: Sequence[str]) -> tuple[str, ...]:
    """What an answer leaves out: further papers of a list, names that its papers do not mention."""
    notes = []
    if unlisted:
        notes.append(f"At least {unlisted} more may fit; `paperchat search` lists by relevance.")
    if unmentioned:
        names = ", ".join(unmentioned)
        notes.append(f"Not mentioned in the papers cited here: {names}.")
    return tuple(notes)
