"""Faithful sentences → false ones, by rule: what the support check is measured with.

Each rule takes a sentence, the paper that carries it and a generator of random numbers, and gives
the sentence with one thing changed so that the paper no longer says it, or None.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from paperchat.english import english_words
from paperchat.names import coined_names
from paperchat.questions.question import FRAME
from paperchat.types import Paper

NUMBER = re.compile(r"(?<![\w.^-])\d+(?:,\d{3})*(?:\.\d+)?(?![\d]|[-.]?[A-Z]?\w*-[A-Z])")
_SPELLED = "two three four five six seven eight nine ten twelve twenty".split()
_UNITS = {
    "%": "x",
    " percent": " times",
    "x ": "% ",
    "× ": "% ",
    " times": " percent",
    "million": "billion",
    "billion": "million",
    "thousand": "million",
    "seconds": "hours",
    "minutes": "seconds",
    "hours": "minutes",
    " ms": " s",
    "M ": "B ",
    "B ": "M ",
    "K ": "M ",
    "GB": "MB",
    "KB": "GB",
    "days": "years",
    "-bit": "-byte",
}
_VERBS = (
    r"\b(?P<verb>show|use|achieve|propose|provide|improve|outperform|reduce|require|enable|allow"
    r"|introduce|demonstrate|reach|remain|need|give|make|take|keep|learn|train|generate|capture"
    r"|work|support|lead|increase|perform|rely|apply|combine|offer|help|maintain|match|contain"
    r"|cut|beat|gain|solve|add|treat|split|turn|find|build|run|put|get|deal)(?P<s>s|es)\b"
)
_OPPOSITES = [
    pair.split("/")
    for pair in """
    outperforms/underperforms increases/decreases improves/degrades higher/lower faster/slower
    better/worse more/less fewer/more larger/smaller reduces/increases reducing/increasing
    improving/degrading lower/higher smaller/larger increase/decrease reduce/increase
    outperform/underperform best/worst strong/weak shorter/longer longer/shorter above/below
    improve/degrade gains/losses
    """.split()
]


def another_number(text: str, paper: Paper, rng: random.Random) -> str | None:
    """One number of the sentence becomes one that the paper does not have."""
    found = list(NUMBER.finditer(text))
    spelled = [match for word in _SPELLED for match in re.finditer(rf"\b{word}\b", text)]
    if not found + spelled:
        return None
    match = rng.choice(found + spelled)
    if match in spelled:
        new = rng.choice([word for word in _SPELLED if word not in paper.abstract.casefold()])
    else:
        digits = match[0]
        while digits in paper.abstract or digits == match[0]:
            at = rng.choice([i for i, sign in enumerate(digits) if sign.isdigit()])
            digits = digits[:at] + rng.choice("123456789") + digits[at + 1 :]
            if len(digits) == 1 and all(sign in paper.abstract for sign in "123456789"):
                digits = str(rng.randint(11, 99))
        new = digits
    return text[: match.start()] + new + text[match.end() :]


def another_unit(text: str, paper: Paper, rng: random.Random) -> str | None:
    """The unit or scale behind one number becomes another."""
    found = [
        (match, unit)
        for unit in _UNITS
        for match in re.finditer(rf"(?<![-\w.])[\d.,]+\s?{re.escape(unit)}", text)
    ]
    if not found:
        return None
    match, unit = rng.choice(found)
    changed = match[0].removesuffix(unit) + _UNITS[unit]
    return (
        None if changed in paper.abstract else text[: match.start()] + changed + text[match.end() :]
    )


def another_name(
    text: str, paper: Paper, rng: random.Random, names: Sequence[str] = ()
) -> str | None:
    """One coined name becomes that of another paper."""
    found = coined_names(text)
    whole = f"{paper.title} {paper.abstract}".casefold()
    others = [name for name in names if name.casefold() not in whole]
    if not found or not others:
        return None
    return re.sub(rf"(?<!\w){re.escape(rng.choice(found))}(?!\w)", rng.choice(others), text)


def negated(text: str, paper: Paper, rng: random.Random) -> str | None:
    """A negation is put in, or taken out."""
    if re.search(r"\b(?:does not|do not|cannot|is not|are not|not|without|no longer)\b", text):
        return _affirmed(text)
    if match := re.search(r"\b(?:is|are|can|could|will|was|were|should|must|may)\b", text):
        return f"{text[: match.end()]} not{text[match.end() :]}"
    if match := re.search(_VERBS, text):
        return f"{text[: match.start()]}does not {match['verb']}{text[match.end() :]}"
    if match := re.search(r"\b[Ww]e (?=[a-z]+\b)", text):
        return f"{text[: match.end()]}do not {text[match.end() :]}"
    return None


def _affirmed(text: str) -> str | None:
    if re.search(r"\bnot (?:only|just|merely|necessarily)\b", text):
        return None
    changed = re.sub(r"\bcannot\b", "can", text, count=1)
    changed = changed if changed != text else re.sub(r"\bwithout\b", "with", text, count=1)
    return (
        changed
        if changed != text
        else re.sub(r"(?:\b(?:does|do) )?\bnot |\bno longer ", "", text, count=1)
    )


def opposite(text: str, paper: Paper, rng: random.Random) -> str | None:
    """A word becomes its opposite."""
    found = [(a, b) for a, b in _OPPOSITES if re.search(rf"\b{a}\b", text)]
    if not found:
        return None
    word, against = rng.choice(found)
    return re.sub(rf"\b{word}\b", against, text, count=1)


_SUBJECT = r"(?:(?:the|our|this|these|those|their|its|such) )?[\w\-]+"
_RELATION = (
    r"outperforms?|surpass(?:es)?|exceeds|beats|causes|leads? to|results in|depends on|replaces"
    r"|predicts|explains|affects|precedes|implies"
    r"|(?:is|are|was|were|runs?|performs?|works?) (?:[\w\-]+ )?(?:\w+er|worse|more [\w\-]+) than"
)
_SWAPPED = re.compile(
    rf"(?P<one>\b{_SUBJECT})(?P<between> (?:{_RELATION}) )(?P<other>{_SUBJECT}\b)"
    r"|(?P<this>\b[\w\-]{3,})(?P<not> (?:instead of|rather than|before|after) )"
    r"(?P<that>[\w\-]{3,}\b)",
    re.IGNORECASE,
)
_QUANTIFIERS = {
    r"(?<!not )some(?! of)": "all",
    r"several": "all",
    r"(?<!the )(?<!at )most(?= [a-z-]+(?:s|en|a)\b)": "all",
    r"(?<!as )(?<!so )many(?= [a-z-]+(?:s|en|a)\b)": "few",
    r"(?<!as )(?<!so )many(?= [a-z-]+)": "all",
    r"all (?:the|of the|of)": "none of the",
    r"all(?= [a-z-]+(?:s|en|a)\b)": "no",
    r"every|each": "no",
    r"often|sometimes|usually|typically|generally": "always",
    r"(?:very )?often|usually|typically": "rarely",
    r"always": "rarely",
    r"(?<!a )few": "many",
    r"no(?= [a-z-]+)": "every",
}
_SIDES = ("one", "other", "this", "that")
_HEDGES = {
    r"may|might|could": "certainly will",
    r"suggests?": "proves",
    r"potentially|possibly|probably|perhaps|(?<!more )(?<!less )(?<!as )likely": "certainly",
    r"seems? to": "is known to",
    r"appears? to": "is known to",
}
_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non")


def swapped_arguments(text: str, paper: Paper, rng: random.Random) -> str | None:
    """The sides of a relation change places: "A outperforms B" becomes "B outperforms A"."""
    found = [
        match
        for match in _SWAPPED.finditer(text)
        if not any((match[side] or "-").split()[-1].casefold() in FRAME for side in _SIDES)
    ]
    if not found:
        return None
    match = rng.choice(found)
    one, between, other = (
        match[first] or match[second]
        for first, second in (("one", "this"), ("between", "not"), ("other", "that"))
    )
    return text[: match.start()] + other + between + one + text[match.end() :]


def swapped_numbers(text: str, paper: Paper, rng: random.Random) -> str | None:
    """Two numbers of a sentence change places; their units stay."""
    found = list(NUMBER.finditer(text))
    if len({match[0] for match in found}) < 2:
        return None
    one, other = sorted(rng.sample(found, 2), key=lambda match: match.start())
    between = text[one.end() : other.start()]
    if one[0] == other[0] or re.fullmatch(r"\W*(?:and|or|to)?\W*", between):
        return None  # "2 and 3" is "3 and 2"
    return text[: one.start()] + other[0] + between + one[0] + text[other.end() :]


def another_quantifier(text: str, paper: Paper, rng: random.Random) -> str | None:
    """One word of amount becomes another: "some" becomes "all", "often" becomes "always"."""
    found = [key for key in _QUANTIFIERS if re.search(rf"\b(?:{key})\b", text)]
    if not found:
        return None
    key = rng.choice(found)
    return re.sub(rf"\b(?:{key})\b", _QUANTIFIERS[key], text, count=1)


def hedge_dropped(text: str, paper: Paper, rng: random.Random) -> str | None:
    """What may be becomes certain."""
    found = [key for key in _HEDGES if re.search(rf"\b(?:{key})\b", text)]
    if not found:
        return None
    key = rng.choice(found)
    return re.sub(rf"\b(?:{key})\b", _HEDGES[key], text, count=1)


def antonym_by_form(text: str, paper: Paper, rng: random.Random) -> str | None:
    """A word takes or loses a prefix or ending that denies: stable, unstable; useful, useless."""
    found = [
        (word, against)
        for word in dict.fromkeys(re.findall(r"\b[a-z]{5,}\b", text))
        if (against := _denied(word)) and not re.search(rf"\b{against}\b", paper.abstract)
    ]
    if not found:
        return None
    word, against = rng.choice(found)
    return re.sub(rf"\b{word}\b", against, text, count=1)


def _denied(word: str) -> str | None:
    """The opposite that English builds from a word that looks like an adjective."""
    if word.endswith("ful") and f"{word[:-3]}less" in english_words():
        return f"{word[:-3]}less"
    if word.endswith("less") and f"{word[:-4]}ful" in english_words():
        return f"{word[:-4]}ful"
    if not re.search(r"(?:able|ible|ate|ent|ant|ed|al|ic|ive|ly|ar|ous|ct|fe|le)$", word):
        return None
    for prefix in _PREFIXES:
        if prefix + word in english_words() and f"{prefix}{word}" not in ("impart", "increase"):
            return prefix + word
    return None


def another_entity(text: str, paper: Paper, rng: random.Random) -> str | None:
    """A coined name becomes another one that the same paper has elsewhere."""
    found = coined_names(text)
    others = [name for name in coined_names(paper.abstract) if name not in text and len(name) > 2]
    if not found or not others:
        return None
    return re.sub(rf"(?<!\w){re.escape(rng.choice(found))}(?!\w)", rng.choice(others), text)


RULES: dict[str, Callable[[str, Paper, random.Random], str | None]] = {
    "number": another_number,
    "unit": another_unit,
    "negation": negated,
    "opposite": opposite,
    "antonym by form": antonym_by_form,
    "swapped arguments": swapped_arguments,
    "swapped numbers": swapped_numbers,
    "quantifier": another_quantifier,
    "hedge": hedge_dropped,
    "entity": another_entity,
}
"""Kind → rule; `another_name` takes the names as well."""
