"""What the program says itself, where no paper speaks."""

from __future__ import annotations

from collections.abc import Sequence

from paperchat.questions import SmallTalk
from paperchat.types import Filters, Paper

NO_CORPUS = (
    "There are no papers here yet. Add some with `paperchat add FILE`: lists of abstracts, JSON, "
    "CSV, BibTeX, RIS, spreadsheets and more."
)

SMALL_TALK: dict[SmallTalk, str] = {
    "greeting": "Hello! Ask me about the papers in this collection.",
    "thanks": "You are welcome.",
    "goodbye": "Goodbye.",
    "nod": "All right. What else would you like to know?",
    "help": (
        "I answer questions about the paper abstracts in this collection, in their own sentences, "
        "each with the paper it comes from. Ask for a method by its name, for a number, a reason, "
        "or for the papers on a topic. What the abstracts do not say, I say so."
    ),
}


def not_in_corpus(count: int, filters: Filters) -> str:
    """Nothing relevant enough was found among `count` papers."""
    conditions = " ".join(str(value) for value in filters.to_dict().values())
    if conditions:
        return f"I found no answer to this in the papers here that are from {conditions}."
    among = f"the {count:,} papers" if count != 1 else "the one paper"
    return f"I found no answer to this in {among} here."


def which_one(options: Sequence[Paper]) -> str:
    """A question back: which of these papers is meant."""
    if not options:
        return "I cannot tell what you mean. Which paper or topic are you asking about?"
    titles = " or ".join(f"“{paper.title}”" for paper in options)
    return f"I cannot tell which paper you mean: {titles}?"


def removed(numbers: Sequence[int]) -> str:
    """Papers of the conversation that were removed since."""
    named = ", ".join(f"[{number}]" for number in numbers)
    return f"No longer in the collection: {named}."


def shortcomings(unlisted: int, unmentioned: Sequence[str], gone: Sequence[int]) -> tuple[str, ...]:
    """What an answer leaves out: further papers of a list, names that its papers do not mention,
    papers that were removed.
    """
    notes = []
    if unlisted:
        notes.append(f"At least {unlisted} more may fit; `paperchat search` lists by relevance.")
    if unmentioned:
        names = ", ".join(unmentioned)
        notes.append(f"Not mentioned in the papers cited here: {names}.")
    if gone:
        notes.append(removed(gone))
    return tuple(notes)
