from __future__ import annotations

import numpy as np

from invented import BagOfWordsEmbedder
from paperchat.index.remembering import Remembered, RememberedVectors


def test_texts_met_before_are_not_embedded_again_until_they_are_forgotten():
    embedded: list[str] = []
    plain = BagOfWordsEmbedder()

    def embed(texts):
        embedded.extend(texts)
        return plain.embed(texts)

    remembered = RememberedVectors(embed, most=3)
    texts = ["tidal waves", "wild bees", "tidal waves"]
    assert np.allclose(remembered(texts), plain.embed(texts))
    assert embedded == ["tidal waves", "wild bees"]
    remembered(["wild bees", "coral reefs"])
    assert embedded[2:] == ["coral reefs"]
    remembered(["late trains", "wild bees"])  # the oldest goes
    remembered(["tidal waves"])
    assert embedded[3:] == ["late trains", "tidal waves"]


def test_what_is_not_found_is_left_out_and_looked_for_again():
    there = {"a": 1}
    remembered = Remembered(lambda keys: {key: there[key] for key in keys if key in there}, most=2)
    assert remembered(["a", "b"]) == {"a": 1}
    there |= {"b": 2}
    assert remembered(["a", "b"]) == {"a": 1, "b": 2}
