"""The chat of a terminal: questions and commands, and answers as they come."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text as Styled

from paperchat import labels
from paperchat.answers import Answer, AnswerPaper
from paperchat.assistant import Assistant
from paperchat.cli.options import echo_json
from paperchat.cli.terminal import err, out, show_answer, show_references
from paperchat.conversation import Conversation
from paperchat.errors import PaperchatError, UnknownPaperError
from paperchat.events import Done, Event, Found, Retracted, Searching, Text, Waiting
from paperchat.export import FORMATS, to_markdown
from paperchat.filters import Conditions

HELP = """\
Ask in plain words; follow-ups such as "and the second one?" are understood.
/compare A, B     papers side by side, by name or by number
/list             the papers of this conversation by their numbers
/list TOPIC       every paper on a topic
/export FILE      the conversation (.md), or the papers it cites (.bib, .ris, .json)
/help             this
/quit             end; so does Ctrl-D. Ctrl-C stops an answer."""

_AT_ONCE = 0.2
"""An answer that is whole so soon, in seconds, is not shown piece by piece."""

_SUFFIXES = {".bib": "bibtex", ".ris": "ris", ".json": "csl-json"}
_MARKER = re.compile(r"\[\d+\]")
_MARKER_STYLE = "cyan"


class TerminalChat:
    """One conversation at the keyboard, or read from a pipe."""

    def __init__(
        self,
        assistant: Assistant,
        *,
        conditions: Conditions,
        llm: str | None = None,
        as_json: bool = False,
    ) -> None:
        """Begin a conversation; `conditions` and `llm` are those of every question."""
        self._assistant = assistant
        self._talk: Conversation = assistant.conversation()
        self._conditions = conditions
        self._llm = llm
        self._as_json = as_json
        self._answers: list[Answer] = []
        self._commands: dict[str, Callable[[str], None]] = {
            "compare": self._compare,
            "list": self._list,
            "export": self._export,
            "help": lambda _: out.print(HELP, markup=False),
        }

    def run(self) -> None:
        """Answer until /quit, the end of the input, or an empty line of a pipe."""
        for line in _lines():
            if line in ("/quit", "/exit"):
                return
            try:
                self._take(line)
            except KeyboardInterrupt:
                err.print("\nStopped.")
            except PaperchatError as error:
                err.print(f"paperchat: {error}", markup=False)

    def _take(self, line: str) -> None:
        command, _, rest = line.removeprefix("/").partition(" ")
        if not line.startswith("/"):
            self._ask(line)
        elif command in self._commands:
            self._commands[command](rest.strip())
        else:
            err.print(f"There is no /{command}; /help lists the commands.", markup=False)

    def _ask(self, question: str) -> None:
        events = self._talk.stream(question, llm=self._llm, **self._conditions)
        shown = _Shown(quiet=self._as_json)
        for event in events:
            shown.take(event)
            if isinstance(event, Done):
                self._keep(event.answer, streamed=shown.streaming)

    def _compare(self, names: str) -> None:
        papers = [name.strip() for name in names.split(",") if name.strip()]
        self._keep(self._talk.compare(papers))

    def _list(self, topic: str) -> None:
        if topic:
            self._ask(f"List all papers on {topic}")
            return
        cited = self._talk.history.register
        if not cited:
            out.print("No paper has been cited yet.")
        for number, paper_id in enumerate(cited, start=1):
            out.print(Styled(self._reference(number, paper_id)))

    def _export(self, name: str) -> None:
        file = Path(name).expanduser()
        cited = {one.number: one.paper for answer in self._answers for one in answer.papers}
        if file.suffix.lower() in (".md", ".markdown"):
            text = to_markdown(self._answers)
        elif kind := _SUFFIXES.get(file.suffix.lower()):
            text = FORMATS[kind]([cited[number] for number in sorted(cited, key=lambda n: n or 0)])
        else:
            err.print("Name a file that ends in .md, .bib, .ris or .json: /export talk.md")
            return
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            err.print(f"{file} cannot be written: {error.strerror}", markup=False)
        else:
            err.print(f"Written to {file}", markup=False)

    def _reference(self, number: int, paper_id: str) -> str:
        try:
            paper = self._assistant.paper(paper_id)
        except UnknownPaperError:
            return f"[{number}] no longer in the collection"
        return AnswerPaper(number, paper, 0.0).reference()

    def _keep(self, answer: Answer, *, streamed: bool = False) -> None:
        """Remember an answer, and show what of it is not shown yet."""
        self._answers.append(answer)
        if self._as_json:
            echo_json(answer.to_dict(), indent=None)
            return
        if streamed or answer.table or answer.listing:
            _show_rest(answer, streamed=streamed)
        else:
            _show_whole(answer)
        out.print()


class _Shown:
    """What of an answer is on the screen while it comes."""

    def __init__(self, *, quiet: bool) -> None:
        self.streaming = False
        self._quiet = quiet
        self._begun = 0.0
        self._text = ""
        self._flow = Flow(out)

    def take(self, event: Event) -> None:
        """Show the event, if it is for the eye."""
        if self._quiet:
            return
        match event:
            case Waiting(seconds):
                err.print(f"The model's server is busy: asking again in {seconds:.0f} s …")
            case Retracted():
                if self.streaming:
                    self._flow.write("\n\n(That was thinking aloud. The answer:)\n\n")
                self._text = ""
            case Text(piece):
                self._begun = self._begun or time.monotonic()
                self._text += piece
                if self.streaming or time.monotonic() - self._begun > _AT_ONCE:
                    self.streaming = True
                    self._flow.write(self._text)
                    self._text = ""
            case Done():
                if self.streaming:
                    self._flow.write(f"{self._text}\n")
            case Searching() | Found():
                pass


class Flow:
    """Text that comes in pieces, broken between words at the width of the terminal."""

    def __init__(self, console: Console) -> None:
        """Write to that console."""
        self._console = console
        self._column = 0
        self._space = ""

    def write(self, piece: str) -> None:
        """Show a piece; pieces end between words."""
        for part in re.findall(r"\n|[^\S\n]+|\S+", piece):
            if part == "\n":
                self._put("\n", 0)
            elif part.isspace():
                self._space = " " if self._column else ""
            else:
                self._word(part)

    def _word(self, word: str) -> None:
        width = cell_len(word)
        wraps = not self._console.soft_wrap
        if wraps and self._column and self._column + len(self._space) + width > self._console.width:
            self._put("\n", 0)
        text = self._space + word
        self._put(text, self._column + len(self._space) + width)

    def _put(self, text: str, column: int) -> None:
        self._console.print(marked(text), end="", soft_wrap=True)
        self._column, self._space = column, ""


def marked(text: str) -> Styled:
    """Text with its citation numbers in colour."""
    styled = Styled(text)
    styled.highlight_regex(_MARKER, _MARKER_STYLE)
    return styled


def _show_whole(answer: Answer) -> None:
    """The answer, lacking support in colour and in words, then its papers."""
    if label := labels.STATUS.get(answer.status):
        out.print(Styled(label, style="bold yellow"))
    text = marked(answer.text)
    for sentence in answer.sentences:
        if sentence.support in labels.SUPPORT:
            text.highlight_words([sentence.text], "yellow underline")
    out.print(text)
    _show_marks(answer)
    show_references(answer)


def _show_rest(answer: Answer, *, streamed: bool) -> None:
    """What follows a text that stands there already; a table or a list has a form of its own."""
    if not streamed or answer.table:
        show_answer(answer)
        return
    if label := labels.STATUS.get(answer.status):
        out.print(Styled(label, style="bold yellow"))
    _show_marks(answer)
    show_references(answer)


def _show_marks(answer: Answer) -> None:
    """Sentences that lack support, and what that means."""
    for sentence in answer.sentences:
        if label := labels.SUPPORT.get(sentence.support):
            out.print(Styled.assemble((f"! {label}: ", "bold yellow"), sentence.text))
    for line in labels.legend({sentence.support for sentence in answer.sentences}):
        out.print(Styled(line, style="dim"))


def _lines() -> Iterator[str]:
    """What is typed, or comes through a pipe, where an empty line is the end."""
    typed = sys.stdin.isatty() and sys.stdout.isatty()
    if typed:
        with suppress(ImportError):  # arrow keys and history, where the system has them
            import readline  # noqa: F401 - `input` uses it once it is imported
    while True:
        try:
            line = input("> " if typed else "").strip()
        except EOFError:
            return
        except KeyboardInterrupt:
            err.print("\n/quit or Ctrl-D ends the chat.")
            continue
        if line:
            yield line
        elif not typed:
            return
