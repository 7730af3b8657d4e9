import pytest

from paperchat.reading.titles import derive_title

LEAD = "Plants need water. "


@pytest.mark.parametrize(
    ("sentence", "title"),
    [
        ("We propose a watering system, HydroBot, that sings.", "HydroBot: a watering system"),
        ("We introduce HydroBot, a robot for plants.", "HydroBot: a robot for plants"),
        ("We present Wet Active Robots (WAR), a kind.", "WAR: Wet Active Robots, a kind"),
        ("We present HydroBot, which waters plants.", "HydroBot, which waters plants"),
        ("In this paper, we propose a new robot for all.", "A new robot for all"),
        ("We propose robots which use Pumps (PNX) inside.", "Robots which use Pumps (PNX) inside"),
        ("Robots do it at night.", "Plants need water"),
    ],
)  # fmt: skip
def test_an_untitled_paper_is_named_after_what_it_presents(sentence, title):
    assert derive_title(LEAD + sentence) == title


def test_a_long_title_is_cut_between_words():
    words = "we propose a robot " + "that waters the garden " * 20
    title = derive_title(LEAD + "Now " + words)
    assert 80 < len(title) <= 101
    assert title.endswith("…")
    assert words[11:].lower().startswith(title[:-1].lower() + " ")


def test_any_text_has_a_title():
    assert derive_title("水") == "水"
    assert len(derive_title("a" * 500)) <= 101
