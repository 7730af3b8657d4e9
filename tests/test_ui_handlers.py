"""What the page shows for what a reader does, without gradio and without a browser."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import aclosing
from dataclasses import replace
from itertools import pairwise

import pytest

from fakes import FakeChatAssistant, FakeTalk
from paperchat.errors import StoreError
from paperchat.events import Retracted, Text
from paperchat_ui import acting, handlers
from paperchat_ui.state import Asked, PageState, Run

QUESTION = "What speedup does Lantern reach?"
ICML = {"venue": "ICML", "year": 2025}


def states_of(states: handlers.States) -> list[PageState | None]:
    async def collect() -> list[PageState | None]:
        return [state async for state in states]

    return asyncio.run(collect())


def last_of(states: handlers.States) -> PageState:
    last = states_of(states)[-1]
    assert last is not None
    return last


def asked(assistant: FakeChatAssistant, *questions: str) -> PageState:
    page = handlers.opened()
    for question in questions:
        page = last_of(handlers.ask(assistant, page, Asked(question)))
    return page


def test_an_answer_ends_with_its_chip_and_its_evidence():
    page = asked(FakeChatAssistant(), QUESTION)
    assert not page.busy
    assert page.shown == 1
    assert 'href="#c-1-1"' in page.turns[0].answer_html
    assert '<mark class="pc-s0">Lantern reaches a 2.5x speedup' in page.panel_html


def test_the_first_state_shows_the_question_and_is_busy():
    first = states_of(handlers.ask(FakeChatAssistant(), handlers.opened(), Asked(QUESTION)))[0]
    assert first is not None
    assert first.run is not None
    assert "What speedup does Lantern reach?" in first.turns[0].question_html
    assert "Searching" in first.turns[0].answer_html


def test_a_model_that_still_loads_is_told():
    assistant = FakeChatAssistant()
    assistant.ready = False
    first = states_of(handlers.ask(assistant, handlers.opened(), Asked(QUESTION)))[0]
    assert first is not None
    assert "Loading the search model, then searching" in first.turns[0].answer_html


def test_the_text_grows_before_it_is_whole():
    assistant = FakeChatAssistant()
    assistant.delay = 0.05
    states = states_of(handlers.ask(assistant, PageState(), Asked(QUESTION)))
    texts = [state.turns[0].text for state in states if state]
    growing = [text for text in texts if text]
    assert len(growing) >= 2
    assert all(after.startswith(before.rstrip()) for before, after in pairwise(growing))


def test_updates_come_about_ten_times_a_second():
    assistant = FakeChatAssistant()
    assistant.delay = 0.01

    async def gaps() -> list[float]:
        clock, times = asyncio.get_running_loop().time, []
        async for _ in handlers.ask(assistant, PageState(), Asked(QUESTION)):
            times.append(clock())
        return [after - before for before, after in pairwise(times[1:-1])]

    assert all(gap >= 0.09 for gap in asyncio.run(gaps()))


def test_a_busy_server_is_told_while_it_is_waited_for():
    assistant = FakeChatAssistant(model="openai:small")
    assistant.busy = 0.3
    states = states_of(handlers.ask(assistant, PageState(), Asked(QUESTION)))
    shown = [state.turns[0].answer_html for state in states if state]
    assert any("busy: asking again in 1 s" in html for html in shown)
    assert "busy" not in shown[-1]


def test_thinking_aloud_is_taken_back():
    class Thinking(FakeTalk):
        async def _events(self, answer):
            yield Text("Hmm, well. ")
            yield Retracted()
            async for event in super()._events(answer):
                yield event

    class Assistant(FakeChatAssistant):
        def conversation(self, history):
            return Thinking(self, history)

    page = asked(Assistant(), QUESTION)
    assert page.turns[0].text.startswith("Lantern")


def test_a_paper_keeps_its_number_and_another_gets_the_next():
    page = asked(FakeChatAssistant(), QUESTION, "What removes a watermark?", QUESTION)
    numbers = [answer.papers[0].number for answer in page.answers]
    assert numbers == [1, 2, 1]
    assert 'href="#c-3-1"' in page.turns[2].answer_html


def test_a_silent_answer_still_ticks():
    assistant = FakeChatAssistant()
    assistant.delay = 0.5
    assert states_of(handlers.ask(assistant, PageState(), Asked(QUESTION))).count(None) >= 3


@pytest.mark.parametrize("question", ["", "   ", "\n"])
def test_an_empty_question_does_nothing(question):
    assistant = FakeChatAssistant()
    assert states_of(handlers.ask(assistant, handlers.opened(), Asked(question))) == []
    assert assistant.asked == []


def test_nothing_is_asked_while_an_answer_is_being_made():
    assistant = FakeChatAssistant()
    busy = replace(asked(assistant, QUESTION), run=Run())
    assert states_of(handlers.ask(assistant, busy, Asked("And Tern?"))) == []
    assert states_of(acting.act(assistant, busy, "extractive", "")) == []


def test_a_very_long_question_is_answered():
    page = asked(FakeChatAssistant(), "speedup " * 2500)
    assert page.turns[0].answer is not None


def test_filters_reach_the_assistant():
    assistant = FakeChatAssistant()
    last_of(handlers.ask(assistant, PageState(), Asked(" Watermarks? ", ICML)))
    assert assistant.asked == [("Watermarks?", "ICML", 2025)]


def test_nothing_found_shows_the_nearest_papers_without_chips():
    page = asked(FakeChatAssistant(), "zebra crossing")
    assert "Nearest papers (not an answer)" in page.panel_html
    assert "cite" not in page.turns[0].answer_html


def test_an_answer_without_papers_leaves_the_panel():
    assistant = FakeChatAssistant()
    page = asked(assistant, QUESTION)
    assistant.papers = []
    after = last_of(handlers.ask(assistant, page, Asked("Anything?")))
    assert after.panel_html == page.panel_html
    assert "There are no papers yet." in after.turns[1].answer_html


def test_an_error_of_ours_becomes_one_line_with_a_way_on():
    assistant = FakeChatAssistant()
    assistant.error = StoreError("The index is gone.\nRun paperchat add.")
    page = asked(assistant, QUESTION)
    html = page.turns[0].answer_html
    assert page.turns[0].error == "The index is gone. Run paperchat add."
    assert "The index is gone. Run paperchat add." in html
    assert "Retry" in html
    assert "Lantern" in html  # what was said before stays
    assert not page.busy


def test_a_surprise_is_told_and_logged(caplog):
    assistant = FakeChatAssistant()
    assistant.error = KeyError("chunk")
    page = asked(assistant, QUESTION)
    assert page.turns[0].error == "Something went wrong: 'chunk'"
    assert "Something went wrong: " in page.turns[0].answer_html
    assert not page.busy
    assert caplog.records[0].exc_info


def test_an_error_without_words_names_its_kind():
    assistant = FakeChatAssistant()
    assistant.error = ZeroDivisionError()
    assert asked(assistant, QUESTION).turns[0].error == "Something went wrong: ZeroDivisionError"


def test_an_answer_that_breaks_off_is_an_error():
    class BrokenOff(FakeTalk):
        async def _events(self, answer):
            async for event in super()._events(answer):
                if type(event).__name__ != "Done":
                    yield event

    class Assistant(FakeChatAssistant):
        def conversation(self, history):
            return BrokenOff(self, history)

    assert "broke off" in asked(Assistant(), QUESTION).turns[0].error


def test_another_try_takes_the_place_of_the_turn():
    assistant = FakeChatAssistant()
    assistant.error = RuntimeError("once")
    page = asked(assistant, QUESTION)
    again = last_of(handlers.again(assistant, page, Asked(QUESTION, ICML)))
    assert len(again.turns) == 1
    assert again.turns[0].answer is not None
    assert assistant.asked == [(QUESTION, None, None), (QUESTION, "ICML", 2025)]


def test_closing_stops_the_assistant():
    assistant = FakeChatAssistant()
    assistant.endless = True

    async def leave() -> None:
        async with aclosing(handlers.ask(assistant, PageState(), Asked(QUESTION))) as states:
            async for state in states:
                if state and "on and on" in state.turns[0].text:
                    return

    asyncio.run(asyncio.wait_for(leave(), 10))
    assert assistant.closed == 1


@pytest.mark.parametrize("ending", [handlers.stop, handlers.clear])
def test_a_running_answer_ends_itself_when_asked(ending):
    assistant = FakeChatAssistant()
    assistant.endless = True
    seen: list[PageState] = []

    async def read() -> None:
        async for state in handlers.ask(assistant, handlers.opened(), Asked(QUESTION)):
            seen.extend([state] if state else [])

    async def stop_meanwhile() -> PageState | None:
        reading = asyncio.ensure_future(read())
        while not (seen and "on and on" in seen[-1].turns[0].text):
            await asyncio.sleep(0.02)
        after = await ending(seen[-1])
        await reading
        return after

    after = asyncio.run(asyncio.wait_for(stop_meanwhile(), 10))
    assert after is None
    assert assistant.closed == 1
    assert not seen[-1].busy
    if ending is handlers.clear:
        assert seen[-1].turns == ()
    else:
        assert "Stopped" in seen[-1].turns[0].answer_html
        assert "on and on" in seen[-1].turns[0].answer_html


def test_stop_brings_a_page_to_rest_whose_answer_is_lost():
    busy = states_of(handlers.ask(FakeChatAssistant(), handlers.opened(), Asked(QUESTION)))[0]
    assert busy is not None
    stopped = asyncio.run(handlers.stop(busy))
    assert stopped is not None
    assert stopped.run is None
    assert "Stopped" in stopped.turns[0].answer_html
    assert asyncio.run(handlers.stop(stopped)) is stopped


def test_an_earlier_turn_can_be_shown_again():
    page = asked(FakeChatAssistant(), QUESTION, "What removes a watermark?")
    assert "Tern" in page.panel_html
    shown = handlers.show(page, 1)
    assert shown.shown == 1
    assert 'id="c-1-1"' in shown.panel_html


@pytest.mark.parametrize("turn", [-1, 0, 2])
def test_a_turn_that_is_not_kept_says_so(turn):
    page = asked(FakeChatAssistant(), QUESTION)
    assert "no longer kept" in handlers.show(page, turn).panel_html


def test_the_corpus_is_read_afresh():
    assistant = FakeChatAssistant()
    assert asyncio.run(handlers.corpus(assistant)).overview.papers == 3
    assistant.papers.pop()
    assert asyncio.run(handlers.corpus(assistant)).overview.papers == 2


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (StoreError("The index is gone."), "The index is gone."),
        (OSError("disk"), "Something went wrong: disk"),
    ],
)
def test_an_index_that_cannot_be_read_is_told(error, told):
    class Unreadable(FakeChatAssistant):
        def overview(self):
            raise error

    assert asyncio.run(handlers.corpus(Unreadable())).problem == told


def test_importing_the_package_loads_no_gradio():
    code = "import sys, paperchat_ui, paperchat_ui.handlers; print('gradio' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
