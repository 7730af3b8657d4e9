"""An element of PubMed, JATS, the ACL Anthology, arXiv or DBLP → the fields of a paper."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from paperchat.reading.xml_tree import text_of

Fields = dict[str, Any]


def of_pubmed(record: Element, _: Element | None = None) -> Fields:
    """PubmedArticle (or a chapter of a PubMed book); labels of the abstract stay in the text."""
    article = _first(record, "MedlineCitation/Article", "BookDocument")
    article = record if article is None else article
    journal = _first(article, "Journal/Title", "Journal/ISOAbbreviation", "Book/BookTitle")
    date = _first(
        article, "Journal/JournalIssue/PubDate", "ArticleDate", "Book/PubDate", "ContributionDate"
    )
    ids = {
        (each.get("IdType") or each.get("EIdType") or ""): text_of(each)
        for path in ("PubmedData/ArticleIdList/ArticleId", "MedlineCitation/Article/ELocationID")
        for each in record.findall(path)
    }
    pmid = text_of(_first(record, "MedlineCitation/PMID", "BookDocument/PMID"))
    return {
        "title": text_of(_first(article, "ArticleTitle", "Book/BookTitle"))
        or text_of(article.find("VernacularTitle")),
        "abstract": _labelled_parts(article.findall("Abstract/AbstractText"), "Label"),
        "authors": [_name(each) for each in article.findall("AuthorList/Author")],
        "venue": text_of(journal),
        "year": text_of(date),
        "doi": ids.get("doi", ""),
        "pmid": pmid,
        "url": f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid else "",
        "keywords": _texts(record, ".//KeywordList/Keyword"),
    }


def of_jats(front: Element, _: Element | None = None) -> Fields:
    """`front` of a JATS article: the abstract that is not one of the short extra ones."""
    meta = front.find("article-meta")
    meta = front if meta is None else meta
    abstracts = sorted(
        meta.findall("abstract"), key=lambda each: each.get("abstract-type") is not None
    )
    ids = {each.get("pub-id-type") or "": text_of(each) for each in meta.findall("article-id")}
    names = [
        _name(each)
        for each in meta.findall("contrib-group/contrib")
        if each.get("contrib-type", "author") == "author"
    ]
    years = sorted(_texts(meta, "pub-date/year"))
    doi = ids.get("doi", "")
    return {
        "title": text_of(_first(meta, "title-group/article-title")),
        "abstract": _jats_abstract(abstracts[0]) if abstracts else "",
        "authors": names,
        "venue": text_of(_first(front, ".//journal-title", ".//journal-id")),
        "year": years[0] if years else "",
        "doi": doi,
        "pmid": ids.get("pmid", ""),
        "url": f"https://doi.org/{doi}" if doi else "",
        "keywords": _texts(meta, "kwd-group/kwd"),
    }


def of_acl_anthology(paper: Element, meta: Element | None) -> Fields:
    """`paper` of a volume, whose `meta` tells venue and year."""
    url = text_of(paper.find("url"))
    number = "" if "/" in url else url
    return {
        "title": text_of(paper.find("title")),
        "abstract": text_of(paper.find("abstract")),
        "authors": [_name(each) for each in paper.findall("author")],
        "venue": text_of(_first(paper, "journal", "booktitle")) or text_of(_of(meta, "booktitle")),
        "year": text_of(paper.find("year")) or text_of(_of(meta, "year")),
        "doi": text_of(paper.find("doi")),
        "acl": number,
        "url": f"https://aclanthology.org/{number}" if number else url,
    }


def of_atom(entry: Element, _: Element | None = None) -> Fields:
    """`entry` of an Atom feed, as arXiv's API gives."""
    links = [each.get("href", "") for each in entry.findall("link")]
    return {
        "title": text_of(entry.find("title")),
        "abstract": text_of(_first(entry, "summary", "content")),
        "authors": _texts(entry, "author/name"),
        "venue": text_of(entry.find("journal_ref")),
        "year": text_of(_first(entry, "published", "updated")),
        "doi": text_of(entry.find("doi")),
        "url": text_of(entry.find("id")) or next(iter(links), ""),
        "links": links,
        "keywords": [each.get("term", "") for each in entry.findall("category")],
    }


def of_dblp(record: Element, _: Element | None = None) -> Fields | None:
    """A publication of a DBLP dump or of a person's page."""
    if record.tag in ("proceedings", "data"):
        return None
    ee = _texts(record, "ee")
    return {
        "title": text_of(record.find("title")).removesuffix("."),
        "authors": [name.rstrip(" 0123456789") for name in _texts(record, "author")],
        "venue": text_of(_first(record, "booktitle", "journal", "school", "publisher")),
        "year": text_of(record.find("year")),
        "doi": next((url for url in ee if "doi.org/" in url), ""),
        "url": next(iter(ee), text_of(record.find("url"))),
        "links": ee,
    }


def of_other(record: Element) -> Fields:
    """Any element with a child for each field, as programs export."""
    fields: Fields = {}
    for child in record:
        value: Any = [text_of(each) for each in child] if len(child) > 1 else text_of(child)
        if child.tag.casefold() in ("title", "abstract", "summary"):
            value = text_of(child)
        if child.tag not in fields:
            fields[child.tag] = value
        elif isinstance(fields[child.tag], list):
            fields[child.tag].append(text_of(child))
        else:
            fields[child.tag] = [fields[child.tag], text_of(child)]
    return fields


def _jats_abstract(abstract: Element) -> str:
    parts: list[str] = []
    for child in abstract:
        if child.tag == "title":
            continue  # "Abstract"
        title = child.find("title") if child.tag == "sec" else None
        if title is None:
            parts.append(text_of(child))
            continue
        words = text_of(title).rstrip(" :.")
        child.remove(title)
        parts.append(f"{words}: {text_of(child)}" if words else text_of(child))
    return " ".join(part for part in parts if part) or text_of(abstract)


def _labelled_parts(parts: list[Element], attribute: str) -> str:
    texts: list[str] = []
    for part in parts:
        label, text = part.get(attribute, ""), text_of(part)
        if text:
            texts.append(f"{label}: {text}" if label and label != "UNLABELLED" else text)
    return " ".join(texts)


def _name(author: Element) -> str:
    names = author.find("name")
    names = author if names is None else names
    first = text_of(_first(names, "ForeName", "Initials", "given-names", "first"))
    last = text_of(_first(names, "LastName", "surname", "last"))
    suffix = text_of(_first(names, "Suffix", "suffix"))
    whole = " ".join(part for part in (first, last, suffix) if part)
    return (
        whole
        or text_of(_first(author, "CollectiveName", "collab", "string-name"))
        or ("" if len(author) else text_of(author))
    )


def _first(element: Element, *paths: str) -> Element | None:
    """The first of some elements that is there."""
    for path in paths:
        found = element.find(path)
        if found is not None:
            return found
    return None


def _of(element: Element | None, path: str) -> Element | None:
    return None if element is None else element.find(path)


def _texts(element: Element, path: str) -> list[str]:
    return [text for each in element.findall(path) if (text := text_of(each))]
