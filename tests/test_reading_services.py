"""What bibliographic services answer, in miniature, each read as it comes."""

import json

import pytest

from paperchat.reading import read_papers

PROSE = "We study how small robots water plants, and find that they do so better at night."
PLACES = {word: [place] for place, word in enumerate(PROSE.split())}
OPENREVIEW = "https://openreview.net/forum?id=B1xSperKvH"

CROSSREF_WORK = {
    "DOI": "10.1000/xyz.1",
    "title": ["Robots that Water"],
    "author": [
        {"given": "Ann", "family": "One", "sequence": "first", "affiliation": [{"name": "ETH"}]},
        {"given": "Bo", "family": "Two", "sequence": "additional", "affiliation": []},
    ],
    "container-title": ["Journal of Gardens"],
    "short-container-title": ["J. Gard."],
    "issued": {"date-parts": [[2025, 5, 27]]},
    "created": {"date-parts": [[2024, 1, 1]], "timestamp": 1704067200000},
    "abstract": f"<jats:title>Abstract</jats:title><jats:p>{PROSE}</jats:p>",
    "URL": "https://doi.org/10.1000/xyz.1",
    "type": "journal-article",
}
CROSSREF = {
    "status": "ok",
    "message-type": "work-list",
    "message": {"facets": {}, "total-results": 1, "items": [CROSSREF_WORK], "query": {"start": 0}},
}
CROSSREF_ONE = {"status": "ok", "message-type": "work", "message": CROSSREF_WORK}
DBLP = {
    "result": {
        "query": "robots",
        "status": {"@code": "200", "text": "OK"},
        "completions": {"@total": "1", "c": {"@sc": "1", "text": "robots"}},
        "hits": {
            "@total": "1",
            "hit": [
                {
                    "@score": "3",
                    "@id": "1",
                    "info": {
                        "authors": {
                            "author": [
                                {"@pid": "1/2", "text": "Ann One 0001"},
                                {"@pid": "3/4", "text": "Bo Two"},
                            ]
                        },
                        "title": "Robots that Water.",
                        "venue": "CoRR",
                        "volume": "abs/2505.00001",
                        "year": "2025",
                        "type": "Informal and Other Publications",
                        "key": "journals/corr/abs-2505-00001",
                        "ee": "https://doi.org/10.48550/arXiv.2505.00001",
                        "url": "https://dblp.org/rec/journals/corr/abs-2505-00001",
                    },
                    "url": "URL#1",
                }
            ],
        },
    }
}
S2_PAPER = {
    "paperId": "649def34f8be52c8b66281af98ae884c09aef38b",
    "externalIds": {"ArXiv": "2505.00001", "DOI": "10.1000/xyz.1", "CorpusId": 123456},
    "url": "https://www.semanticscholar.org/paper/649def34",
    "title": "Robots that Water",
    "abstract": PROSE,
    "venue": "",
    "publicationVenue": {"id": "fc0", "name": "Journal of Gardens", "type": "journal"},
    "year": 2025,
    "publicationDate": "2025-05-27",
    "authors": [{"authorId": "1", "name": "Ann One"}, {"authorId": "2", "name": "Bo Two"}],
    "tldr": {"model": "tldr@v2.0.0", "text": "Robots water."},
}
S2 = {"total": 1, "offset": 0, "data": [S2_PAPER]}
S2_CITATIONS = {"offset": 0, "data": [{"contexts": [], "citingPaper": S2_PAPER}]}
OPENALEX = {
    "meta": {"count": 1, "page": 1},
    "results": [
        {
            "id": "https://openalex.org/W1",
            "doi": "https://doi.org/10.1000/xyz.1",
            "title": "Robots that Water",
            "display_name": "Robots that Water",
            "publication_year": 2025,
            "primary_location": {
                "source": {"id": "https://openalex.org/S1", "display_name": "Journal of Gardens"},
                "landing_page_url": "https://doi.org/10.1000/xyz.1",
            },
            "authorships": [
                {"author": {"id": "https://openalex.org/A1", "display_name": "Ann One"}},
                {"author": {"id": "https://openalex.org/A2", "display_name": "Bo Two"}},
            ],
            "abstract_inverted_index": PLACES,
        }
    ],
    "group_by": [],
}
EUROPE_PMC = {
    "version": "6.9",
    "hitCount": 1,
    "resultList": {
        "result": [
            {
                "id": "12345678",
                "pmid": "12345678",
                "doi": "10.1000/xyz.1",
                "title": "Robots that Water",
                "authorString": "Ann One, Bo Two",
                "journalInfo": {"journal": {"title": "Journal of Gardens"}},
                "journalTitle": "Journal of Gardens",
                "pubYear": "2025",
                "abstractText": PROSE,
            }
        ]
    },
}
MINI_CONF = [
    {
        "content": {
            "title": "Robots that Water",
            "authors": ["Ann One", "Bo Two"],
            "keywords": ["robots"],
            "abstract": PROSE,
            "TLDR": "Robots water.",
            "pdf_url": "https://openreview.net/pdf?id=B1xSperKvH",
        },
        "forum": "B1xSperKvH",
        "id": "B1xSperKvH",
    }
]
VIRTUAL_SITE = {
    "count": 1,
    "next": None,
    "results": [
        {
            "id": 45919,
            "uid": "6c4b761a28b734fe93831e3fb400ce87",
            "name": "Robots that Water",
            "authors": [
                {"id": 1, "fullname": "Ann One", "institution": "ETH"},
                {"id": 2, "fullname": "Bo Two", "institution": ""},
            ],
            "abstract": PROSE,
            "topic": "Applications->Gardens",
            "decision": "Accept (oral)",
            "event_type": "Poster",
            "virtualsite_url": "https://icml.cc/virtual/2025/poster/45919",
            "paper_url": OPENREVIEW,
        }
    ],
}
OPENREVIEW_V2 = {
    "notes": [
        {
            "id": "B1xSperKvH",
            "forum": "B1xSperKvH",
            "cdate": 1727000000000,
            "content": {
                "title": {"value": "Robots that Water"},
                "authors": {"value": ["Ann One", "Bo Two"]},
                "authorids": {"value": ["~Ann_One1", "~Bo_Two1"]},
                "abstract": {"value": PROSE},
                "venue": {"value": "ICLR 2025 Oral"},
                "venueid": {"value": "ICLR.cc/2025/Conference"},
            },
        }
    ],
    "count": 1,
}
OPENREVIEW_V1 = [
    {
        "id": "B1xSperKvH",
        "forum": "B1xSperKvH",
        "content": {
            "title": "Robots that Water",
            "authors": ["Ann One", "Bo Two"],
            "abstract": PROSE,
            "venue": "Submitted to ICLR 2025",
            "decision": "Reject",
        },
    }
]
DAILY_PAPERS = [
    {
        "paper": {
            "id": "2505.00001",
            "authors": [{"_id": "a", "name": "Ann One"}, {"_id": "b", "name": "Bo Two"}],
            "publishedAt": "2025-05-27T00:00:00.000Z",
            "title": "Robots that Water",
            "summary": PROSE,
        },
        "title": "Robots that Water",
        "numComments": 2,
    }
]
PAPER_COPILOT = [
    {
        "id": "B1xSperKvH",
        "title": "Robots that Water",
        "status": "Withdraw",
        "abstract": PROSE,
        "author": "Ann One;Bo Two",
        "site": OPENREVIEW,
        "bibtex": "@inproceedings{\nx,\nbooktitle={Journal of Gardens},\nyear={2025}\n}",
    }
]
CSL = [
    {
        "id": "x",
        "type": "article-journal",
        "title": "Robots that Water",
        "container-title": "Journal of Gardens",
        "abstract": PROSE,
        "author": [{"family": "One", "given": "Ann"}, {"family": "Two", "given": "Bo"}],
        "issued": {"date-parts": [["2025", 5]]},
        "DOI": "10.1000/xyz.1",
    }
]
ZOTERO = [
    {
        "key": "X",
        "version": 3,
        "data": {
            "itemType": "journalArticle",
            "title": "Robots that Water",
            "creators": [
                {"creatorType": "author", "firstName": "Ann", "lastName": "One"},
                {"creatorType": "author", "firstName": "Bo", "lastName": "Two"},
                {"creatorType": "editor", "firstName": "Cy", "lastName": "Three"},
            ],
            "abstractNote": PROSE,
            "publicationTitle": "Journal of Gardens",
            "date": "2025-05",
            "DOI": "10.1000/xyz.1",
            "tags": [{"tag": "robots"}],
        },
    }
]
DOI = {"doi": "10.1000/xyz.1"}
FORUM = {"openreview": "B1xSperKvH"}
ARXIV = {"arxiv": "2505.00001"}
GARDENS = "Journal of Gardens"


@pytest.mark.parametrize(
    ("answer", "venue", "year", "status", "identifiers"),
    [
        pytest.param(CROSSREF, GARDENS, 2025, "", DOI, id="crossref"),
        pytest.param(CROSSREF_ONE, GARDENS, 2025, "", DOI, id="crossref-one"),
        pytest.param(DBLP, "CoRR", 2025, "", ARXIV, id="dblp"),
        pytest.param(S2, GARDENS, 2025, "", {**ARXIV, **DOI, "s2": "123456"}, id="s2"),
        pytest.param(S2_CITATIONS, GARDENS, 2025, "", {**ARXIV, **DOI, "s2": "123456"}, id="s2-c"),
        pytest.param(OPENALEX, GARDENS, 2025, "", DOI, id="openalex"),
        pytest.param(EUROPE_PMC, GARDENS, 2025, "", {**DOI, "pmid": "12345678"}, id="europe-pmc"),
        pytest.param(MINI_CONF, "", None, "", FORUM, id="mini-conf"),
        pytest.param(VIRTUAL_SITE, "ICML", 2025, "oral", FORUM, id="virtual-site"),
        pytest.param(OPENREVIEW_V2, "ICLR", 2025, "oral", FORUM, id="openreview-2"),
        pytest.param(OPENREVIEW_V1, "ICLR", 2025, "rejected", FORUM, id="openreview-1"),
        pytest.param(DAILY_PAPERS, "", 2025, "", ARXIV, id="daily-papers"),
        pytest.param(PAPER_COPILOT, GARDENS, 2025, "withdrawn", FORUM, id="paper-copilot"),
        pytest.param(CSL, GARDENS, 2025, "", DOI, id="csl"),
        pytest.param(ZOTERO, GARDENS, 2025, "", DOI, id="zotero"),
    ],
)
def test_the_answer_of_a_service_is_read_as_it_comes(
    tmp_path, answer, venue, year, status, identifiers
):
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(answer))
    reading = read_papers([path])
    assert reading.skipped == ()
    (paper,) = reading.papers
    assert (paper.title, paper.authors) == ("Robots that Water", ("Ann One", "Bo Two"))
    assert paper.abstract == (PROSE if answer is not DBLP else "")
    assert (paper.venue, paper.year, paper.status) == (venue, year, status)
    assert paper.identifiers == identifiers


def test_the_rows_of_a_screening_tool_are_read(tmp_path):
    path = tmp_path / "asreview.csv"
    path.write_text(
        "record_id,title,abstract,authors,keywords,publication_year,included\n"
        f'x7,Robots that Water,"{PROSE}","One, A.; Two, B.","[\'robots\', \'plants\']",2025//,1\n'
    )
    (paper,) = read_papers([path]).papers
    assert paper.authors == ("A. One", "B. Two")
    assert (paper.year, paper.status, paper.keywords) == (2025, "", ("robots", "plants"))
