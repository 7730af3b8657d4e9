"""Papers for reference managers and LaTeX; a conversation as Markdown.

BibTeX is written in ASCII where LaTeX has a command for a letter, so that bibtex and biber both
read it, with keys that depend on the paper alone unless two of them agree.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pylatexenc.latexencode import (  # type: ignore[import-untyped]
    RULE_DICT,
    UnicodeToLatexConversionRule,
    UnicodeToLatexEncoder,
)

from paperchat.answers import Answer, AnswerPaper, Table
from paperchat.comparison.comparing import short_name
from paperchat.labels import marked
from paperchat.types import Paper

# BibTeX counts `\\{` as a brace, and a straight quotation mark has no command in plain LaTeX.
_OURS = {ord("{"): r"\textbraceleft", ord("}"): r"\textbraceright", ord('"'): '"'}
_LATEX = UnicodeToLatexEncoder(
    conversion_rules=[UnicodeToLatexConversionRule(RULE_DICT, _OURS), "defaults"],
    replacement_latex_protection="braces",
    unknown_char_policy="keep",
    unknown_char_warning=False,
)
_PARTICLE = re.compile(r"[a-z'’]+\.?")  # van der, de la, d'
_SMALL_WORDS = frozenset(["a", "an", "the", "on", "in", "of", "for", "to", "and", "with", "is"])
_MARKDOWN = re.compile(r"([\\`*_\[\]<>#|~$])")
_MARKER = re.compile(r"\[(\d+)\]")


def citation_keys(papers: Sequence[Paper]) -> list[str]:
    """A key a paper: first author's family name, year, first word of the title.

    Papers that would share one get the beginning of their id behind it.
    """
    plain = [_key(paper) for paper in papers]
    shared = Counter(plain)
    return [
        key if shared[key] == 1 else f"{key}-{paper.id[:6]}"
        for key, paper in zip(plain, papers, strict=True)
    ]


def to_bibtex(papers: Sequence[Paper]) -> str:
    """BibTeX entries, one a paper."""
    entries = []
    for key, paper in zip(citation_keys(papers), papers, strict=True):
        kind = "inproceedings" if paper.venue else "misc"
        fields = "".join(f"  {name} = {{{value}}},\n" for name, value in _bibtex_fields(paper))
        entries.append(f"@{kind}{{{key},\n{fields}}}\n")
    return "\n".join(entries)


def to_ris(papers: Sequence[Paper]) -> str:
    """RIS records, one a paper."""
    return "\n".join(_ris(paper) for paper in papers)


def to_csl_json(papers: Sequence[Paper]) -> str:
    """CSL-JSON, what citeproc, Pandoc and Zotero read."""
    items = [_csl(key, paper) for key, paper in zip(citation_keys(papers), papers, strict=True)]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def to_jsonl(papers: Iterable[Paper]) -> str:
    """The records themselves, a line each; `paperchat add` makes the same papers of them.

    A title that was made from the abstract is left out: it would come back as a real one.
    """
    records = (
        {**paper.to_dict(), "title": "" if paper.title_is_derived else paper.title}
        for paper in papers
    )
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def to_markdown(answers: Iterable[Answer]) -> str:
    """A conversation: each question, its answer with markers that lead to the references below."""
    parts, cited = ["# Conversation"], dict[int, AnswerPaper]()
    for answer in answers:
        text = _MARKER.sub(r"[\\[\1\\]](#ref-\1)", escaped(marked(answer)))
        parts += [f"## {escaped(answer.question)}", text]
        if answer.table:
            compared = {one.number: one.paper for one in answer.papers if one.number is not None}
            parts.append(markdown_table(answer.table, compared))
        parts += [f"*{escaped(note)}*" for note in answer.notes]
        cited |= {one.number: one for one in answer.papers if one.number is not None}
    if cited:
        parts.append("## References")
        parts += [_reference(number, cited[number].paper) for number in sorted(cited)]
    return "\n\n".join(parts) + "\n"


def markdown_table(table: Table, papers: Mapping[int, Paper]) -> str:
    """A column a paper, a line an aspect; a dash where the abstract does not say."""
    names = [
        f" {short_name(papers[row.number])}" if row.number in papers else "" for row in table.rows
    ]
    heads = [escaped(f"[{row.number}]{name}") for row, name in zip(table.rows, names, strict=True)]
    lines = [["", *heads], ["---"] * (len(heads) + 1)]
    for aspect in table.aspects:
        cells = (row.cells[aspect] for row in table.rows)
        lines.append(
            [f"**{escaped(aspect)}**", *(escaped(cell.text) if cell else "—" for cell in cells)]
        )
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


FORMATS = {"bibtex": to_bibtex, "ris": to_ris, "csl-json": to_csl_json, "jsonl": to_jsonl}
"""Format → how papers are written in it."""


def _key(paper: Paper) -> str:
    family = _name(paper.authors[0])[0] if paper.authors else "anonymous"
    words = [_letters(word) for word in re.split(r"[\s\-–—:/]+", paper.title)]
    telling = [word for word in words if word and word not in _SMALL_WORDS]
    return f"{_letters(family) or 'anonymous'}{paper.year or ''}{(telling or ['paper'])[0]}"


def _letters(text: str) -> str:
    """ASCII letters and digits in lower case: what every BibTeX takes in a key."""
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]", "", folded.lower())


def _name(author: str) -> tuple[str, str]:
    """`Mihaela van der Schaar` → (`van der Schaar`, `Mihaela`); a single word has no given name."""
    if ", " in author:
        family, given = author.split(", ", 1)
        return family, given
    words = author.split()
    at = len(words) - 1
    while at > 1 and _PARTICLE.fullmatch(words[at - 1]):
        at -= 1
    return " ".join(words[at:]), " ".join(words[:at])


def _bibtex_fields(paper: Paper) -> list[tuple[str, str]]:
    title = " ".join(_protected(word) for word in paper.title.split())
    fields = [
        ("title", title),
        ("author", " and ".join(_bibtex_author(author) for author in paper.authors)),
        ("booktitle", latex(paper.venue)),
        ("year", str(paper.year or "")),
        ("doi", _verbatim(paper.identifiers.get("doi", ""))),
        ("url", _verbatim(paper.url or "")),
        ("keywords", latex(_listed(paper.keywords))),
        ("abstract", latex(paper.abstract)),
    ]
    if arxiv := paper.identifiers.get("arxiv"):
        fields += [("eprint", arxiv), ("archiveprefix", "arXiv")]
    return [(name, value) for name, value in fields if value]


def _bibtex_author(author: str) -> str:
    family, given = _name(author)
    return f"{latex(family)}, {latex(given)}" if given else f"{{{latex(family)}}}"


def _listed(keywords: Sequence[str]) -> str:
    """Keywords in one field, divided by what stands in none of them."""
    return ("; " if any("," in keyword for keyword in keywords) else ", ").join(keywords)


def _protected(word: str) -> str:
    """A word whose capitals a bibliography style must not lower stands in braces of its own.

    Not one that begins with a command: braces around that are an accent to BibTeX.
    """
    encoded = latex(word)
    capitals = any(letter.isupper() for letter in word[1:])
    return f"{{{encoded}}}" if capitals and not encoded.startswith(("\\", "{")) else encoded


def latex(text: str) -> str:
    """Text as LaTeX source, in ASCII where LaTeX has a command for a letter."""
    encoded: str = _LATEX.unicode_to_latex(text)
    return encoded


def _verbatim(text: str) -> str:
    """A field that BibTeX hands on as it is: braces alone could end it early."""
    return text.replace("{", "%7B").replace("}", "%7D")


def _ris(paper: Paper) -> str:
    lines = [("TY", "CPAPER" if paper.venue else "UNPB"), ("TI", paper.title)]
    lines += [("AU", ", ".join(part for part in _name(one) if part)) for one in paper.authors]
    lines += [
        ("T2", paper.venue),
        ("PY", str(paper.year or "")),
        ("DO", paper.identifiers.get("doi", "")),
        ("UR", paper.url or ""),
        ("UR", _arxiv_address(paper)),
    ]
    lines += [("KW", keyword) for keyword in paper.keywords]
    lines.append(("AB", paper.abstract))
    return "".join(f"{tag}  - {value}\n" for tag, value in lines if value) + "ER  - \n"


def _arxiv_address(paper: Paper) -> str:
    """RIS has no field for an arXiv number; readers of addresses know it by this one."""
    number = paper.identifiers.get("arxiv")
    address = f"https://arxiv.org/abs/{number}"
    return address if number and address != paper.url else ""


def _csl(key: str, paper: Paper) -> dict[str, Any]:
    names = [_name(author) for author in paper.authors]
    item = {
        "id": key,
        "type": "paper-conference" if paper.venue else "article",
        "title": paper.title,
        "author": [
            {"family": family, "given": given} if given else {"literal": family}
            for family, given in names
        ],
        "container-title": paper.venue,
        "issued": {"date-parts": [[paper.year]]} if paper.year else None,
        "DOI": paper.identifiers.get("doi"),
        "URL": paper.url,
        "keyword": _listed(paper.keywords),
        "note": f"arXiv:{paper.identifiers['arxiv']}" if "arxiv" in paper.identifiers else None,
        "abstract": paper.abstract,
    }
    return {name: value for name, value in item.items() if value}


def escaped(text: str) -> str:
    """Text that Markdown shows as it stands; the markers of citations stay."""
    return _MARKDOWN.sub(r"\\\1", _MARKER.sub("\ue000\\1\ue001", text)).translate(
        {0xE000: "[", 0xE001: "]"}
    )


def _reference(number: int, paper: Paper) -> str:
    line = AnswerPaper(None, paper, 0.0).reference()
    link = f" <{paper.url}>" if paper.url and paper.url.startswith(("http://", "https://")) else ""
    return f'<a id="ref-{number}"></a>\\[{number}\\] {escaped(line)}{link}'
