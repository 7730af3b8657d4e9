"""Pairs of words that make a sentence say the opposite when one stands for the other."""

from __future__ import annotations

import re

_SIDES = (
    (
        r"increas\w*|rais(?:e|es|ed|ing)|boost\w*|grow(?:s|n|ing)?|grew|rises?|rose|expand\w*",
        r"decreas\w*|reduc\w*|lower(?:s|ed|ing)|cuts?|cutting|drops?|dropp\w*|shr[iau]nk\w*"
        r"|declin\w*|diminish\w*|lessen\w*|minimi[sz]\w*",
    ),
    (r"high|higher|highest", r"low|lower|lowest"),
    (r"more|most|greater", r"less|least|fewer|fewest"),
    (r"larg(?:e|er|est)|big(?:ger|gest)?", r"small(?:er|est)?|tiny|minimi[sz]\w*|compress\w*"),
    (
        r"fast(?:er|est)?|accelerat\w*|speeds?|speedups?|sped|quick(?:er|ly)?",
        r"slow\w*|decelerat\w*",
    ),
    (
        r"improv\w*|enhanc\w*|better|benefit\w*|superior\w*|outperform\w*|surpass\w*",
        r"degrad\w*|wors\w*|hurt\w*|harm(?:s|ed)?|impair\w*|deteriorat\w*|inferior\w*",
    ),
    (
        r"outperform\w*|surpass\w*|exceed\w*|beats?|above|better|superior|ahead",
        r"underperform\w*|lags?|trails?|inferior|below|behind|worse",
    ),
    (r"above|higher", r"below"),
    (r"above", r"below|lower"),
    (r"best", r"worst"),
    (r"strong\w*", r"weak\w*"),
    (r"long|longer|longest", r"short|shorter|shortest"),
    (r"positive\w*", r"negative\w*"),
    (r"success\w*|succeed\w*", r"fail\w*|unsuccessful\w*"),
    (r"easy|easier|easily", r"hard|harder|difficult\w*"),
    (r"early|earlier", r"late|later"),
    (r"before", r"after"),
    (r"always", r"never"),
    (r"over", r"under"),
    (
        r"max(?:imum|imal|imi[sz]\w*)|largest|highest|greatest",
        r"min(?:imum|imal|imi[sz]\w*)|smallest|lowest",
    ),
    (r"wide(?:r|n\w*)?", r"narrow\w*"),
    (r"deep(?:er)?", r"shallow(?:er)?"),
    (r"cheap\w*|inexpensive", r"expensive|costly"),
    (r"simple\w*|simpl(?:y|if\w+)", r"complex\w*|complicat\w*"),
    (r"many", r"few"),
    (r"common\w*|frequent\w*", r"rare\w*"),
    (r"significant\w*", r"negligibl\w*"),
    (r"gain(?:s|ed|ing)?", r"los(?:s|es|e|ing)"),
    (r"open", r"closed"),
    (r"tight\w*|strict\w*", r"loose\w*"),
    (r"lengthen\w*|prolong\w*", r"shorten\w*"),
    (r"separately|individually", r"jointly|together"),
    (r"dense\w*", r"sparse\w*"),
    (r"explicit\w*", r"implicit\w*"),
    (r"static\w*", r"dynamic\w*"),
    (r"local\w*", r"global\w*"),
    (r"include\w*", r"exclude\w*"),
    (r"enabl\w*|allow\w*", r"prevent\w*|prohibit\w*"),
    (r"mitigat\w*|alleviat\w*", r"aggravat\w*|exacerbat\w*|amplif\w*"),
    (r"robust\w*", r"fragil\w*|brittle\w*|vulnerab\w*"),
    (
        r"similar\w*|alike|agree\w*|comparabl\w*",
        r"different\w*|differs?|disagree\w*|discrepan\w*",
    ),
    (r"all", r"none"),
    (r"confirm\w*|affirm\w*|verif\w*", r"refut\w*|disprov\w*|contradict\w*|falsif\w*"),
    (r"first", r"last"),
)

PAIRS = tuple((re.compile(one), re.compile(other)) for one, other in _SIDES)
"""Patterns for whole words in lower case."""

_AXES = tuple(
    (re.compile(rf"\b(?:{up})\b", re.IGNORECASE), re.compile(rf"\b(?:{down})\b", re.IGNORECASE))
    for up, down in (
        (
            r"increas\w*|rais(?:e|es|ed|ing)|rises?|rose|gr[eo]w\w*|larger|longer|higher|greater"
            r"|bigger|gains?|above|more",
            r"decreas\w*|reduc\w*|lower\w*|cuts?|drop\w*|declin\w*|minimi[sz]\w*|smaller|shorter"
            r"|fewer|less|sav(?:e|es|ed|ings?)|loss(?:es)?|below|compress\w*",
        ),
        (r"fast\w*|accelerat\w*|speed\w*|quick\w*", r"slow\w*"),
        (
            r"improv\w*|better|outperform\w*|surpass\w*|exceed\w*|beats?|above|ahead",
            r"degrad\w*|wors\w*|underperform\w*|inferior|below|behind",
        ),
    )
)
_WINDOW = 45
"""Code points around an amount in which it is said which way it goes."""


def leanings(text: str, start: int, end: int) -> tuple[int, ...]:
    """Which way an amount at `[start, end)` goes: up, fast, better 1; down, slow, worse −1; else 0.

    The words of a bound ("more than 5") do not count; a window that says both ways says nothing.
    """
    around = f"{text[max(start - _WINDOW, 0) : start]} {text[end : end + _WINDOW]}"
    around = re.sub(r"\b(?:more|less|fewer|greater|higher|lower) than\b", " ", around)
    found = ((up.search(around), down.search(around)) for up, down in _AXES)
    return tuple((up is not None) - (down is not None) for up, down in found)
