"""Chat models that say what a test wants: real subclasses of LangChain's base class."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from pydantic import Field

_BLOCK = re.compile(
    r"^=== (?P<code>\w+) paper \[(?P<number>\d+)\] ===\n(?P<told>.*?)\n"
    r"=== (?P=code) end of \[\d+\] ===$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class ShownPaper:
    """A paper as a model finds it in its prompt."""

    number: int
    title: str
    abstract: str


@dataclass(frozen=True)
class Prompt:
    """What a model was sent."""

    messages: tuple[tuple[str, str], ...]

    @property
    def last(self) -> str:
        return self.messages[-1][1]

    @property
    def papers(self) -> list[ShownPaper]:
        found = []
        for block in _BLOCK.finditer(self.last):
            lines = dict(line.split(": ", 1) for line in block["told"].splitlines())
            found.append(
                ShownPaper(int(block["number"]), lines["Title"], lines.get("Abstract", ""))
            )
        return found


class ScriptedModel(BaseChatModel):
    """Replies with what `script` makes of the prompt, some characters at a time.

    A script that gives an exception raises it after the words before it. Between two pieces it
    pauses so many seconds.
    """

    script: Callable[[Prompt], str | Sequence[str | Exception]]
    step: int = 7
    pause: float = 0.0
    prompts: list[Prompt] = Field(default_factory=list)
    profile: Any = None

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _pieces(self, messages: Sequence[BaseMessage]) -> Iterator[str | Exception]:
        prompt = Prompt(tuple((message.type, str(message.content)) for message in messages))
        self.prompts.append(prompt)
        said = self.script(prompt)
        for part in [said] if isinstance(said, str) else said:
            if isinstance(part, Exception):
                yield part
                continue
            for at in range(0, len(part), self.step):
                yield part[at : at + self.step]

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: Any = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        for piece in self._pieces(messages):
            if isinstance(piece, Exception):
                raise piece
            await asyncio.sleep(self.pause)
            yield ChatGenerationChunk(message=AIMessageChunk(content=piece))
        usage = {"input_tokens": 100, "output_tokens": 20, "total_tokens": 120}
        yield ChatGenerationChunk(message=AIMessageChunk(content="", usage_metadata=usage))

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: Any = None,
        **kwargs: Any,
    ) -> ChatResult:
        said = "".join(map(str, self._pieces(messages)))
        return ChatResult(generations=[ChatGeneration(message=AIMessage(content=said))])
