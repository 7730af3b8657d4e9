"""What the program says itself, where no paper speaks."""

from __future__ import annotations

from collections.abc import Sequence

from paperchat.questions.question import SmallTalk
from paperchat.types import Filters, Paper, QuotedField

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
    if conditions := _conditions(filters):
        return f"I found no answer to this in the papers here {conditions}."
    among = f"the {count:,} papers" if count != 1 else "the one paper"
    return f"I found no answer to this in {among} here."


def _conditions(filters: Filters) -> str:
    told = filters.to_dict()
    place = " ".join(str(told.pop(name)) for name in ("venue", "year") if name in told)
    others = ", ".join(f"{name} “{value}”" for name, value in told.items())
    return " ".join([f"that are from {place}"] * bool(place) + [f"with {others}"] * bool(others))


def not_stated(paper: Paper, absent: Sequence[str], unmeasured: Sequence[str]) -> str:
    """The paper is here, its abstract lacks what is asked; what follows is no answer.

    Args:
        paper: The paper.
        absent: Words of the question that stand nowhere in its text.
        unmeasured: Words that do, but not with what is asked of them.
    """
    lacks = [f"it has nothing on {_quoted(absent)}"] if absent else []
    lacks += [f"it does not give what is asked of {_quoted(unmeasured)}"] if unmeasured else []
    return (
        f"The abstract of “{paper.title_in_text}” does not say this: {', and '.join(lacks)}. "
        "Its closest sentence, which is not an answer:"
    )


def not_recorded(paper: Paper, fields: Sequence[str]) -> str:
    """The paper is here, and its record lacks the fields that are asked for."""
    return f"The record of “{paper.title_in_text}” has no {' and no '.join(fields)}."


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def unknown_identifier(identifier: str) -> str:
    """Nothing here has the identifier that was asked for."""
    return f"No paper here has the identifier {identifier}."


def unknown_abstract(count: int) -> str:
    """A whole abstract was pasted, and no paper here has it."""
    return f"None of the {count:,} papers here has this abstract."


IN = "in"
"""Before the year, behind who wrote a paper or where it appeared."""


def lead(paper: Paper, field: QuotedField, *, several: bool) -> str:
    """The words before what is quoted of a paper; empty when it speaks for itself."""
    match field:
        case "authors":
            return f"“{paper.title_in_text}” is by"
        case "year" | "venue":
            return f"“{paper.title_in_text}” appeared in"
        case _:
            return f"{paper.title_in_text}:" if several and not paper.title_is_derived else ""


def unmentioned(names: Sequence[str]) -> str:
    """Words of the question that the answer's papers do not have."""
    return f"Not mentioned in the papers cited here: {', '.join(names)}."


def the_same(names: Sequence[str], paper: Paper) -> str:
    """A paper was to be compared with itself."""
    told = _quoted(list(dict.fromkeys(names)))
    return f"{told} is one paper here, “{paper.title_in_text}”: name another to compare it with."


def planned(paper: Paper) -> str:
    """The paper that answers is a plan: what it asks is not answered yet."""
    return f"“{paper.title_in_text}” is the protocol of a study: it has no results yet."


def unlisted(count: int) -> str:
    """A list leaves out further papers."""
    return f"At least {count} more may fit; `paperchat search` lists by relevance."


def which_one(options: Sequence[Paper]) -> str:
    """A question back: which of these papers is meant."""
    if not options:
        return "I cannot tell what you mean. Which paper or topic are you asking about?"
    titles = " or ".join(f"“{paper.title_in_text}”" for paper in options)
    return f"I cannot tell which paper you mean: {titles}?"


def cut_question(longest: int) -> str:
    """A question is too long to be read whole."""
    return f"Only the first {longest:,} characters of the question were read."


def removed(numbers: Sequence[int]) -> str:
    """Papers of the conversation that were removed since."""
    named = ", ".join(f"[{number}]" for number in numbers)
    return f"No longer in the collection: {named}."


def not_here(names: Sequence[str]) -> str:
    """Papers that a comparison names and that are not here."""
    listed = " or ".join(names)
    return f"No paper here is called {listed}."


def outside(names: Sequence[str], filters: Filters) -> str:
    """Papers that a comparison names and that are here, but do not meet the filters."""
    return f"Not among the papers here {_conditions(filters)}: {', '.join(names)}."


def compared_first(most: int, count: int) -> str:
    """A comparison leaves out the last papers."""
    return f"Compared the first {most} of {count} papers."


CUT_SHORT = "The model reached its limit of tokens: the answer may lack its end."

IN_THEIR_WORDS = "What the papers themselves say:"
"""Before the papers' own sentences, when a model failed."""


def support(claims: int, unsupported: int, weak: int) -> list[str]:
    """How many of an answer's statements the cited abstracts do not carry."""
    told = []
    if unsupported:
        told.append(f"{_of(unsupported, claims)} not supported by the abstracts.")
    if weak:
        told.append(f"{_of(weak, claims)} supported only in part.")
    return told


def unread(count: int, claims: int) -> str:
    """How many statements are in a script that the check does not read."""
    return (
        f"{_of(count, claims)} in another script than the abstracts: names and numbers were looked "
        "up there, the meaning could not be checked."
    )


def _of(count: int, claims: int) -> str:
    statements = "statement" if claims == 1 else "statements"
    return f"{count} of {claims} {statements} {'is' if count == 1 else 'are'}"


def part_not_stated(sentence: str) -> str:
    """The part of the question that the abstracts do not answer, in the model's words."""
    return f"A part of the question is open: {sentence}"


def removed_citations(count: int) -> str:
    """Citations that the model made of numbers which no paper has."""
    if count == 1:
        return "1 citation was removed: it named no paper that the model was shown."
    return f"{count} citations were removed: they named no paper that the model was shown."


NOT_REWORDED = (
    "The model gave no wording of this follow-up that could be used: it was searched as the rules "
    "read it."
)


def papers_left_out(shown: int, wanted: int) -> str:
    """Relevant papers that do not fit the model."""
    return f"The model read the {shown} most relevant of {wanted} papers: more do not fit it."


def turns_left_out(count: int) -> str:
    """Earlier turns that do not fit the model."""
    turns = "turn" if count == 1 else "turns"
    return f"The model did not read the first {count} {turns} of this conversation."
