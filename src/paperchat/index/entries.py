"""What the keyword index holds of a paper."""

from __future__ import annotations

import tantivy

from paperchat.index.conditions import add_conditions, describe
from paperchat.names import introduced_names
from paperchat.reading.merging import Entry, identity_keys

PLAIN = (
    tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    .filter(tantivy.Filter.lowercase())
    .build()
)
"""Words as they are spelt, in lower case."""


def entry_schema() -> tantivy.Schema:
    """The fields of an entry."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("key", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("name", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("text", tokenizer_name="english", index_option="freq")
    builder.add_text_field("word", tokenizer_name="plain", index_option="basic")
    builder.add_text_field("author", tokenizer_name="english", index_option="freq")
    add_conditions(builder)
    return builder.build()


def file_key(name: str) -> str:
    """The key of the papers that a file held."""
    return f"file:{name}"


def title_key(title: str) -> str:
    """The key of the papers that are shown under a title, derived ones included."""
    return f"shown:{' '.join(title.split()).casefold()}"


def document_of(entry: Entry) -> tantivy.Document:
    """The entry of a paper."""
    paper = entry.paper
    title = "" if paper.title_is_derived else paper.title
    text = f"{title}\n{paper.abstract}"
    document = tantivy.Document(id=paper.id, text=text, word=text)
    files = {file_key(source.rpartition("#")[0]) for source in paper.sources}
    keys = (paper.id, *entry.aliases, *identity_keys(paper), title_key(paper.title))
    for key in (*keys, *sorted(files)):
        document.add_text("key", key)
    for name in introduced_names(title, paper.abstract):
        document.add_text("name", name.casefold())
    for author in paper.authors:
        document.add_text("author", author)
    describe(document, paper)
    return document
