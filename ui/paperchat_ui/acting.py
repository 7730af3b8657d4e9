"""What the buttons of the bar do with the last answer."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import replace
from typing import cast

from paperchat import models
from paperchat.filters import Conditions
from paperchat_ui import handlers
from paperchat_ui.handlers import ChatAssistant, States
from paperchat_ui.state import Asked, PageState

_UNFILTERED = "without the filters"
"""What a list is asked again with, when its filters stood in the words of its question."""


async def act(
    assistant: ChatAssistant, page: PageState, do: str, value: str, *, llm: str | None = None
) -> States:
    """Do what a button says; nothing when it no longer fits the page.

    Args:
        assistant: What answers.
        page: The page as it stands.
        do: `without` a filter, `page` of a list, `choose` a paper, or `extractive`.
        value: The filter's name, the page's number, the paper's place among those offered.
        llm: What writes the answer to a question that is asked anew.
    """
    states = None if page.busy or not page.turns else _states(assistant, page, do, value, llm)
    if states is None:
        return
    async with aclosing(states):
        async for state in states:
            yield state


def _states(
    assistant: ChatAssistant, page: PageState, do: str, value: str, llm: str | None
) -> States | None:
    last = page.turns[-1]
    match do:
        case models.EXTRACTIVE:
            return handlers.again(assistant, page, replace(last.asked, llm=models.EXTRACTIVE))
        case "without":
            return _without(assistant, page, value)
        case "page" if last.record and value.isdecimal():
            # The record knows the list that "next page" goes on with.
            asked = replace(last.asked, question=last.record.looked_for, page=int(value))
            return handlers.again(assistant, page, asked)
        case "choose" if value.isdecimal():
            return _choose(assistant, page, int(value), llm)
    return None


def _without(assistant: ChatAssistant, page: PageState, name: str) -> States | None:
    """The question without one of its filters: in its place, or as a request of its own.

    Filters that stand in the question's words can only be dropped all together, by words; the
    others are then given beside them.
    """
    last = page.turns[-1]
    told = last.answer.filters.to_dict() if last.answer else {}
    if name not in told:
        return None
    if last.asked.conditions.get(name) is not None:
        kept = {key: value for key, value in last.asked.conditions.items() if key != name}
        return handlers.again(assistant, page, replace(last.asked, conditions=_conditions(kept)))
    kept = {key: value for key, value in told.items() if key != name}
    asked = Asked(_UNFILTERED, _conditions(kept), last.asked.llm)
    return handlers.ask(assistant, page, asked, f"Without the filter “{told[name]}”")


def _conditions(kept: dict[str, object]) -> Conditions:
    return cast("Conditions", kept)


def _choose(assistant: ChatAssistant, page: PageState, at: int, llm: str | None) -> States | None:
    """The paper that was meant, said in words that a conversation understands."""
    last = page.turns[-1]
    offered = last.answer.nearest if last.answer else ()
    if at >= len(offered):
        return None
    asked = Asked(f"I meant “{offered[at].paper.title}”", last.asked.conditions, llm)
    return handlers.ask(assistant, page, asked)
