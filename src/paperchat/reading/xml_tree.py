"""XML text → elements, one record at a time, and the text of an element.

Nothing is expanded or fetched: a text that declares entities is refused, names of characters that
a DTD would declare (`&uuml;`) are known here.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from typing import Final
from xml.etree.ElementTree import Element
from xml.parsers.expat import ExpatError, ParserCreate, errors

from paperchat.errors import ReadingError

_DECLARATION: Final = re.compile(r"\A\s*<\?xml[^<>]*\?>")
_CHUNK: Final = 65_536
_DEEPEST: Final = 200
_BLOCKS: Final = frozenset(
    {"p", "sec", "title", "list-item", "list", "disp-formula", "break", "br"}
)
_LEFT_OUT: Final = frozenset({"annotation", "annotation-xml", "graphic", "inline-graphic", "fn"})
_DOCUMENT: Final = re.compile(r"\\begin\{document\}(.*?)\\end\{document\}", re.DOTALL)


class Broken(Exception):  # noqa: N818 (told as a record, not raised to a user)
    """The XML breaks off; what came before was handed on."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"the XML breaks off at line {line}: {reason}")


def read_elements(
    text: str, is_record: Callable[[list[str]], bool], keep: Callable[[list[str]], bool]
) -> Iterator[tuple[list[str], Element]]:
    """Elements as their end is reached.

    Args:
        text: The whole file.
        is_record: Whether an element is handed on, by the names from the root to it.
        keep: The same for what stands around records (the title of a volume).

    Yields:
        The names from the root to an element, without namespaces, and the element.

    Raises:
        Broken: It is not well-formed.
        ReadingError: It declares entities, or is nested too deeply.
    """
    builder = _Builder(lambda path: is_record(path) or keep(path))
    parser = ParserCreate()
    parser.buffer_text = True
    parser.UseForeignDTD(True)  # so that an unknown entity is no error; nothing is fetched
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.SkippedEntityHandler = builder.skipped
    parser.EntityDeclHandler = _refuse
    text = _DECLARATION.sub(lambda match: "\n" * match[0].count("\n"), text)
    try:
        for start in range(0, max(len(text), 1), _CHUNK):
            parser.Parse(text[start : start + _CHUNK], start + _CHUNK >= len(text))
            yield from builder.taken()
    except ExpatError as error:
        yield from builder.taken()
        raise Broken(error.lineno, errors.messages[error.code]) from error


class _Builder:
    """Builds the elements that are wanted and forgets the others."""

    def __init__(self, is_wanted: Callable[[list[str]], bool]) -> None:
        self._is_wanted = is_wanted
        self._path: list[str] = []
        self._open: list[Element] = []
        self._done: list[tuple[list[str], Element]] = []

    def taken(self) -> list[tuple[list[str], Element]]:
        """What was completed since the last call."""
        done, self._done = self._done, []
        return done

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._path.append(name.rpartition(":")[2])
        if len(self._path) > _DEEPEST:
            raise ReadingError("XML nested too deeply to be a list of papers.")
        if self._open or self._is_wanted(self._path):
            element = Element(self._path[-1], {_local(key): attributes[key] for key in attributes})
            if self._open:
                self._open[-1].append(element)
            self._open.append(element)

    def end(self, _: str) -> None:
        if self._open:
            element = self._open.pop()
            if not self._open:
                self._done.append((list(self._path), element))
        self._path.pop()

    def data(self, text: str) -> None:
        if not self._open:
            return
        element = self._open[-1]
        if len(element):
            element[-1].tail = (element[-1].tail or "") + text
        else:
            element.text = (element.text or "") + text

    def skipped(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            self.data(html.unescape(f"&{name};"))


def _refuse(*_: object) -> None:
    raise ReadingError(
        "declares XML entities, which paperchat does not expand; save it without its DTD."
    )


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def text_of(element: Element | None) -> str:
    """The words of an element as HTML: `sup` and `sub` kept, formulas as TeX, all else as text."""
    return " ".join(_inner(element).split()) if element is not None else ""


def _inner(element: Element) -> str:
    parts = [html.escape(element.text or "", quote=False)]
    children = list(element)
    if element.tag == "alternatives":  # one formula in two notations
        children = [child for child in children if child.tag == "tex-math"] or children[:1]
    for child in children:
        parts += [_of_child(child), html.escape(child.tail or "", quote=False)]
    if element.tag == "alternatives":
        return _of_child(children[0]) if children else ""
    return "".join(parts)


def _of_child(child: Element) -> str:
    if child.tag in _LEFT_OUT or child.get("ref-type") in ("fn", "aff", "corresp"):
        return ""
    inner = _inner(child)
    if child.tag in ("sup", "sub", "msup"):
        return f"<{child.tag}>{inner}</{child.tag}>" if child.tag != "msup" else inner
    if child.tag == "tex-math":
        match = _DOCUMENT.search(inner)
        return f"${(match[1] if match else inner).strip().strip('$')}$"
    return f" {inner} " if child.tag in _BLOCKS else inner
