"""Follow-ups that go on with the list before them: "only those from 2025", "and by Chen?".

Only their words. Each is turned into a question for a list ("papers from 2025"), which is then read
as any other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from paperchat.questions.list_forms import PAPERS
from paperchat.questions.question import content_words, fold

_I = re.IGNORECASE

How = Literal["again", "narrower", "instead", "whose"]

_LEAD = r"(?:(?:ok(?:ay)?|so|and|now|then|please|but|great|thanks|good|hm+|alright)\b[\s,.!]+)*"
_THEM = r"(?:them|these|those|all (?:of )?(?:them|these|those)|(?:the|these|those) " + PAPERS + ")"
_THOSE = (
    rf"(?:(?:the|those|these|all) )?(?:(?:ones?|{PAPERS})\b|(?:those|these|them)\b(?! {PAPERS}))"
)
_THE_ONES = rf"(?:(?:those|these)(?: (?:ones|{PAPERS}))?|the ones)"
_GOES_ON = (
    r"(?=\s*(?:on|about|by|from|in|at|since|before|after|until|between|with|without|that|which|who"
    r"|whose|using|dealing|published|written|accepted|concerning|regarding|of)\b)"
)
_AGAIN = re.compile(
    rf"{_LEAD}(?:how many (?:(?:is|are|were) (?:that|those|these|they|there|it)"
    rf"|(?:of )?{_THEM}|{PAPERS}(?: is that| are (?:that|those|these|they|there))?)"
    rf"|(?:list|show(?: me)?|give me|name) (?:the list|{_THEM}))"
    r"(?:,? (?:again|in total|in all|altogether|then|exactly))*\W*",
    _I,
)
_ONLY = re.compile(
    rf"{_LEAD}(?:(?:show|list|give|keep|find)(?: me)? )?(?:only|just)\s+(?:(?:show|list|give|keep)"
    r"(?: me)? )?(?P<rest>.+)"
    rf"|{_LEAD}(?:narrow|restrict|limit|filter|reduce) (?:(?:it|that|this|them|those|these|the list"
    r"|the results)(?: down)? )?(?:down )?(?:to|by|for) (?P<to>.+)"
    rf"|{_LEAD}(?P<those>{_THE_ONES}{_GOES_ON}.+)",
    _I,
)
_OF_THEM = re.compile(
    rf"{_LEAD}(?:(?P<kind>which|what|how many|(?:is|are|do|does|did|has|have|was|were) (?:any"
    r"|some|one)|any|some|list|show(?: me)?)"
    rf"(?: (?:ones?|{PAPERS}))? (?:out )?of {_THEM}|(?:out )?of {_THEM},? (?:which|how many)"
    r"(?: ones?)?|which ones)\b(?P<rest>.*)",
    _I,
)
_OUT = re.compile(
    rf"{_LEAD}(?:(?:without|excluding|exclude|except(?: for)?|leave out|leaving out|drop|remove)\s+"
    rf"(?:{_THOSE}\s*)?|not\s+(?:{_THOSE}\s*)?(?=(?:on|about|dealing|that|with|using|in|at|from|by)\b))"
    r"(?:(?:on|about|dealing with|that (?:are|deal with|use)|with|using|in)\s+)*(?:the |any )?"
    r"(?P<rest>[^.?!,;:]+?)\W*",
    _I,
)
_INSTEAD = re.compile(
    r"(?:(?:ok(?:ay)?|so|great|thanks)\b[\s,.!]+)*"
    r"(?P<and>(?:and |also |what about |how about |(?:the )?same (?:for|but|with) )+)?"
    rf"(?:{_THE_ONES}\s+)?(?P<rest>(?P<place>by|from|in|at|on|about|since|before|after|until|between)"
    r" (?!(?:wh\w+|how|it|its|them|they|that|this|there|the (?:same|first|second|third|other))\b)"
    r".+)",
    _I,
)
_OTHER_TOPIC = re.compile(
    r"(?:and|also|what about|how about|same for) (?P<rest>(?!(?:wh\w+|how|is|are|was|were|do|does"
    r"|did|can|could|has|have|it|its|their|they|them|that|this|these|those|there|the|for|to|with"
    r"|if|in|on|at|by|then|so|now|one|another|other|its|his|her)\b)[\w\-]+(?: [\w\-]+){0,3})\W*",
    _I,
)
_YEAR = re.compile(r"(?:the year )?((?:19|20)\d{2})\W*", re.ASCII)
_PER = re.compile(
    rf"{_LEAD}(?:how many|count)?(?: (?:of )?{_THEM}| are (?:there|they))?\s*"
    r"(?:per|in each|for each|from each|by) (?P<field>year|venue|conference|journal|author|status)",
    _I,
)
_AGED = r"(?P<{}>newest|latest|most recent|oldest|earliest)"
_SORTED = re.compile(
    rf"{_LEAD}(?:(?:sort|order|rank)(?:ed)?(?: {_THEM}| it)? by (?:year|date|age)"
    rf"|(?:(?:show|list|put)(?: me)? )?(?:the )?{_AGED.format('order')}(?: ones?)? first)",
    _I,
)
_MOST_AGED = re.compile(rf"the {_AGED.format('age')}(?P<many> \w+)?", _I)
_PLEASE = re.compile(r"[\s,]+(?:please|then|only|now)\W*$", _I)


@dataclass(frozen=True, slots=True)
class Step:
    """What a follow-up does to the list before it.

    Attributes:
        question: For a list of papers, in the words of the follow-up.
        how: `again` for the same list, `narrower` for those of it that meet the question, too,
            `instead` where the question takes the place of what it says otherwise, and `whose`
            where papers of the list are asked for that may be told by no more than a detail.
        named: Whether it may be a paper's name rather than a topic.
    """

    question: str
    how: How
    named: bool = False


def step_asked(text: str) -> Step | None:
    """How a question goes on with the list before it; None for any other question."""
    folded = _PLEASE.sub("", fold(text).replace("’", "'")).rstrip(" .?!")
    if _AGAIN.fullmatch(folded):
        return Step("papers", "again")
    if match := _PER.fullmatch(folded):
        return Step(f"papers per {match['field']}", "narrower")
    if match := _SORTED.fullmatch(folded):
        return Step(f"the {match['order'] or 'newest'} papers", "narrower")
    if match := _OF_THEM.fullmatch(folded):
        return Step(_that(match["rest"]), "whose")
    if (match := _OUT.fullmatch(folded)) and content_words(match["rest"]):
        about = "" if re.match(r"(?:at|from|by)\b", match["rest"], _I) else "about "
        return Step(f"papers not {about}{match['rest']}", "narrower")
    if match := _ONLY.fullmatch(folded):
        return Step(_that(match["rest"] or match["to"] or match["those"]), "narrower")
    if match := _INSTEAD.fullmatch(folded):
        how: How = "instead" if match["and"] or match["place"].casefold() == "by" else "narrower"
        return Step(f"papers {match['rest']}", how)
    if (match := _OTHER_TOPIC.fullmatch(folded)) and content_words(match["rest"]):
        return Step(f"papers on {match['rest']}", "instead", named=True)
    return None


def _that(rest: str) -> str:
    """What papers are to be, as a question for them."""
    does = re.sub(r"^works\b", "work", rest.strip(" .?!"), flags=_I)  # not what they are
    bare = re.sub(rf"^{_THOSE}\s*", "", does, flags=_I)
    if aged := _MOST_AGED.fullmatch(bare):
        return f"{bare} papers" if aged["many"] else f"{bare} paper"
    if year := _YEAR.fullmatch(bare):
        return f"papers from {year[1]}"
    if re.match(r"(?:are|is|were|was)\b", bare, _I):
        bare = re.sub(r"^\w+\s+", "", bare)
    if re.search(rf"\b{PAPERS}\b", bare, _I):
        return bare
    return f"papers {bare}" if re.match(_GOES_ON, bare, _I) else f"papers that {bare}"
