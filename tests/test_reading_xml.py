import pytest

from paperchat.errors import ReadingError
from paperchat.reading import read_papers

PUBMED = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "https://x/p.dtd">
<PubmedArticleSet>
<PubmedArticle><MedlineCitation><PMID Version="1">12345678</PMID>
 <Article><Journal><JournalIssue><PubDate><Year>2021</Year><Month>May</Month></PubDate></JournalIssue>
  <Title>Journal of Robots</Title></Journal>
  <ArticleTitle>Robots at 10<sup>8</sup> plants &amp; <i>more</i>.</ArticleTitle>
  <ELocationID EIdType="doi" ValidYN="Y">10.1000/robots.1</ELocationID>
  <Abstract><AbstractText Label="BACKGROUND">Plants need water.</AbstractText>
   <AbstractText Label="METHODS" NlmCategory="METHODS">Robots gave it (p&lt;0.05).</AbstractText>
   <CopyrightInformation>Nobody.</CopyrightInformation></Abstract>
  <AuthorList><Author><LastName>One</LastName><ForeName>Ann B</ForeName></Author>
   <Author><CollectiveName>The Robot Group</CollectiveName></Author></AuthorList></Article>
  <KeywordList><Keyword>robots</Keyword><Keyword>plants</Keyword></KeywordList>
 </MedlineCitation>
 <PubmedData><ReferenceList><Reference>
 <ArticleIdList><ArticleId IdType="doi">10.1000/other</ArticleId></ArticleIdList>
 </Reference></ReferenceList></PubmedData></PubmedArticle>
<PubmedArticle><MedlineCitation><PMID>2345</PMID>
<Article><ArticleTitle>Rivers</ArticleTitle></Article>
</MedlineCitation></PubmedArticle>
</PubmedArticleSet>"""

JATS = """<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article">
<front><journal-meta><journal-title-group>
<journal-title>PLANTS</journal-title></journal-title-group>
</journal-meta><article-meta>
<article-id pub-id-type="pmid">34567</article-id>
<article-id pub-id-type="doi">10.1000/j.2</article-id>
<title-group>
<article-title>Rivers<xref ref-type="fn">1</xref> and sand</article-title></title-group>
<contrib-group><contrib contrib-type="author"><name>
<surname>Two</surname><given-names>Bo</given-names>
</name><xref>1</xref></contrib>
<contrib contrib-type="editor"><name>
<surname>Ed</surname><given-names>It</given-names></name></contrib>
</contrib-group>
<pub-date pub-type="epub"><year>2008</year></pub-date>
<abstract abstract-type="toc"><p>In short.</p></abstract>
<abstract><title>Abstract</title>
<sec><title>Background</title><p>Rivers carry <italic>much</italic> sand.</p></sec>
<sec><title>Results:</title><p>Up to <inline-formula><alternatives>
<tex-math>\\documentclass{minimal}\\begin{document}
$$\\alpha &lt; 3$$\\end{document}</tex-math>
<mml:math xmlns:mml="m"><mml:mi>a</mml:mi></mml:math></alternatives>
</inline-formula> tons.</p></sec>
</abstract><kwd-group><kwd>sand</kwd></kwd-group></article-meta></front>
<body><sec><title>Introduction</title><p>Body.</p></sec></body>
<back><ref-list><ref><article-title>Another paper</article-title></ref></ref-list></back>
<sub-article><front><article-meta><title-group><article-title>Letter</article-title></title-group>
</article-meta></front></sub-article></article>"""

ACL = """<collection id="2024.rob"><volume id="1">
<meta><booktitle>Workshop on <fixed-case>R</fixed-case>obots
</booktitle><year>2024</year><venue>rob</venue></meta><frontmatter><url>2024.rob-1.0</url></frontmatter>
<paper id="1"><title><fixed-case>W</fixed-case>ater in <tex-math>O(n^2)</tex-math></title>
<author><first>Ann</first><last>One</last></author><author><last>Solo</last></author>
<abstract>We water plants.</abstract><url hash="1">2024.rob-1.1</url><doi>10.1000/rob-1.1</doi>
<revision id="1" href="2024.rob-1.1v1"/></paper></volume>
<volume id="2"><meta><booktitle>Findings</booktitle><year>2023</year></meta>
<paper id="1"><title>Sand</title></paper></volume></collection>"""

ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
<title>ArXiv Query</title><entry><id>http://arxiv.org/abs/2401.00001v2</id>
<published>2024-01-01T00:00:00Z</published><title>Robots and
  plants</title><summary>  We water plants. </summary><author><name>Ann One</name></author>
<author><name>Bo Two</name></author><arxiv:doi>10.1000/a.1</arxiv:doi>
<category term="cs.RO"/></entry></feed>"""

DBLP = """<?xml version="1.0" encoding="ISO-8859-1"?><!DOCTYPE dblp SYSTEM "dblp.dtd">
<dblp><inproceedings key="conf/x/One24"><author>J&uuml;rgen One 0001</author><author>Bo Two</author>
<title>Robots and <i>plants</i>.</title><year>2024</year><booktitle>ICRA</booktitle>
<ee>https://doi.org/10.1000/d.1</ee></inproceedings>
<proceedings><title>ICRA 2024</title></proceedings>
<article><author>Cy Three</author>
<title>Rivers.</title><journal>Sand</journal><year>2020</year></article>
</dblp>"""

OTHER = """<papers><paper><title>Robots</title><abstract>We water plants.</abstract>
<authors><author>Ann One</author><author>Bo Two</author></authors><year>2020</year></paper>
<paper><title>Rivers</title><author>Cy Three</author><author>Di Four</author></paper></papers>"""


@pytest.fixture
def read(tmp_path):
    def write_and_read(content, name="list.xml"):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(data)
        return read_papers([tmp_path / name])

    return write_and_read


def test_pubmed_keeps_the_labels_of_a_structured_abstract(read):
    reading = read(PUBMED)
    paper, bare = reading.papers
    assert paper.title == "Robots at 10^8 plants & more."
    assert paper.abstract == "BACKGROUND: Plants need water. METHODS: Robots gave it (p<0.05)."
    assert paper.authors == ("Ann B One", "The Robot Group")
    assert (paper.venue, paper.year) == ("Journal of Robots", 2021)
    assert paper.identifiers == {"doi": "10.1000/robots.1", "pmid": "12345678"}
    assert paper.url == "https://pubmed.ncbi.nlm.nih.gov/12345678/"
    assert paper.keywords == ("robots", "plants")
    assert (bare.title, bare.abstract) == ("Rivers", "")
    assert [each.sources for each in reading.papers] == [("list.xml#1",), ("list.xml#2",)]


def test_jats_gives_the_article_itself_with_its_full_abstract(read):
    papers = read(JATS, "article.nxml").papers
    assert len(papers) == 1
    assert papers[0].title == "Rivers and sand"
    assert papers[0].abstract == "Background: Rivers carry much sand. Results: Up to α < 3 tons."
    assert papers[0].authors == ("Bo Two",)
    assert (papers[0].venue, papers[0].year) == ("PLANTS", 2008)
    assert papers[0].identifiers == {"doi": "10.1000/j.2", "pmid": "34567"}
    assert papers[0].keywords == ("sand",)


def test_a_jats_article_that_is_cut_off_in_its_body_is_read_and_the_break_told(read):
    reading = read(JATS[: JATS.index("Body.")])
    assert [paper.identifiers["doi"] for paper in reading.papers] == ["10.1000/j.2"]
    line = JATS[: JATS.index("Body.")].count("\n") + 1
    assert f"breaks off at line {line}: no element found" in reading.skipped[0].reason


def test_several_jats_articles_in_one_file(read):
    assert len(read(f"<pmc-articleset>{JATS}{JATS}</pmc-articleset>").papers) == 2


def test_papers_of_the_acl_anthology_take_venue_and_year_of_their_volume(read):
    papers = read(ACL).papers
    assert [(paper.title, paper.venue, paper.year) for paper in papers] == [
        ("Water in O(n²)", "Workshop on Robots", 2024), ("Sand", "Findings", 2023)
    ]  # fmt: skip
    assert papers[0].authors == ("Ann One", "Solo")
    assert papers[0].identifiers == {"acl": "2024.rob-1.1", "doi": "10.1000/rob-1.1"}
    assert papers[0].url == "https://aclanthology.org/2024.rob-1.1"


def test_a_feed_of_arxiv(read):
    paper = read(ATOM).papers[0]
    assert (paper.title, paper.abstract, paper.year) == (
        "Robots and plants", "We water plants.", 2024
    )  # fmt: skip
    assert paper.authors == ("Ann One", "Bo Two")
    assert paper.identifiers == {"arxiv": "2401.00001", "doi": "10.1000/a.1"}
    assert paper.keywords == ("cs.RO",)


def test_dblp_with_the_letters_that_its_dtd_would_declare(read):
    papers = read(DBLP).papers
    assert [(paper.title, paper.authors) for paper in papers] == [
        ("Robots and plants", ("Jürgen One", "Bo Two")), ("Rivers", ("Cy Three",))
    ]  # fmt: skip
    assert (papers[0].venue, papers[0].year) == ("ICRA", 2024)


def test_elements_of_any_name_with_a_title_and_an_abstract(read):
    papers = read(OTHER, "export.txt").papers
    assert [(paper.title, paper.authors) for paper in papers] == [
        ("Robots", ("Ann One", "Bo Two")), ("Rivers", ("Cy Three", "Di Four"))
    ]  # fmt: skip


def test_what_stands_before_a_break_is_kept_and_the_break_told_with_its_line(read):
    end = PUBMED.index("<PMID>2345")
    reading = read(PUBMED[:end] + "<PMID>2345 & more</PMID>" + PUBMED[end:])
    assert [paper.identifiers["pmid"] for paper in reading.papers] == ["12345678"]
    assert [skip.source for skip in reading.skipped] == ["list.xml#2"]
    line = PUBMED[:end].count("\n") + 1
    assert f"the XML breaks off at line {line}: not well-formed" in reading.skipped[0].reason


@pytest.mark.parametrize(
    "declaration",
    [
        '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">',
        '<!ENTITY a SYSTEM "file:///etc/passwd">',
        '<!ENTITY % a SYSTEM "http://localhost:1/x.dtd"> %a;',
    ],
    ids=["expansion", "file", "network"],
)
def test_declared_entities_are_refused_not_expanded(read, declaration):
    text = f"<!DOCTYPE papers [{declaration}]>" + OTHER.replace("Robots", "&a;")
    with pytest.raises(ReadingError, match=r"list\.xml: declares XML entities"):
        read(text)


def test_xml_without_papers_is_told_when_named_and_passed_over_in_a_folder(read, tmp_path):
    text = "<project><name>tool</name><version>1</version></project>"
    with pytest.raises(ReadingError, match=r"no papers were found in this XML \(<project>\)"):
        read(text)
    reading = read_papers([tmp_path])
    assert reading.warnings[0].endswith("no lists of papers: list.xml.")


def test_endless_nesting_is_an_error_not_a_crash(read):
    with pytest.raises(ReadingError, match="nested too deeply"):
        read("<papers>" + "<a>" * 100_000)


@pytest.mark.parametrize("encoding", ["iso-8859-1", "utf-16", "gb18030"])
def test_the_encoding_that_the_xml_declares_is_used(read, encoding):
    name = "张伟" if encoding == "gb18030" else "Jürgen Öne"
    text = f'<?xml version="1.0" encoding="{encoding}"?>{OTHER.replace("Ann One", name)}'
    assert read(text.encode(encoding)).papers[0].authors[0] == name


def test_xml_that_breaks_before_its_first_paper_is_an_error_with_the_line(read):
    with pytest.raises(ReadingError, match=r"breaks off at line 2: .*; no paper stands before"):
        read("<papers>\n<paper & </papers>")
