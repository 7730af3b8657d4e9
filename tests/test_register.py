from __future__ import annotations

import json

import pytest

from paperchat.register import Register


def test_a_paper_met_again_keeps_its_number():
    register = Register()
    assert [register.number(key) for key in ("a", "b", "a", "c", "b")] == [1, 2, 1, 3, 2]
    assert [register.paper_id(number) for number in (0, 1, 3, 4)] == [None, "a", "c", None]
    assert len(register) == 3
    assert "b" in register
    assert list(register) == ["a", "b", "c"]


def test_the_numbers_survive_as_json():
    register = Register(["a", "b"])
    again = Register.from_dict(json.loads(json.dumps(register.to_dict())))
    assert again.number("b") == 2
    assert again.number("c") == 3


@pytest.mark.parametrize("numbered", [{"2": "a"}, {"1": "a", "3": "b"}, {"1": 7}])
def test_numbers_with_a_gap_or_without_ids_are_refused(numbered):
    with pytest.raises(ValueError, match="1, 2, 3"):
        Register.from_dict(numbered)


def test_a_merged_paper_answers_to_its_old_number():
    register = Register(["old", "b", "kept"])
    register.absorb({"old": "kept", "b": "b"})
    assert register.paper_id(1) == register.paper_id(3) == "kept"
    assert register.number("kept") == 1
    assert register.number("new") == 4
