"""A small collection of papers that nobody wrote, and an embedder that a human can predict."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from paperchat.embedding import Vectors, unit
from paperchat.types import Paper

RECORDS = (
    {
        "title": "KestrelKV: Forgetting Cache Entries Early in Long Decoding",
        "abstract": (
            "Decoding over long inputs is slowed by the size of the key-value cache. "
            "We propose KestrelKV, which forgets cache entries whose attention stays below a "
            "learned bar. On three summarisation tasks KestrelKV decodes 3.4 times faster and "
            "keeps 99% of the quality. Memory falls from 24 GB to 9 GB."
        ),
        "authors": ["Ada Marsh", "Bo Lindqvist"],
        "venue": "ICML",
        "year": 2025,
        "doi": "10.1234/kestrel.1",
    },
    {
        "title": "FooBar: Erasing Watermarks by Careful Paraphrase",
        "abstract": (
            "Watermarks promise to tell generated text from human text. We introduce FooBar, a "
            "paraphraser that removes a watermark without seeing the key (see [1] for the setup). "
            "FooBar lowers the detection rate from 97% to 12%. The attack works because "
            "paraphrasing breaks the order of the tokens that the detector counts."
        ),
        "authors": ["Chidi Okafor"],
        "venue": "ICML",
        "year": 2025,
    },
    {
        "title": "MossSets: Conformal Answers that Know When to Abstain",
        "abstract": (
            "A model should know when it does not know. MossSets wraps the answers of a language "
            "model in conformal sets that hold the truth nine times out of ten. "
            "We calibrate on 500 questions and abstain on 8% of them."
        ),
        "authors": ["Dana Iyer", "Emil Novak", "Fei Zhou", "Greta Lund"],
        "venue": "NeurIPS",
        "year": 2024,
    },
    {
        "title": "Sparse Gradients Keep Federated Clients Private",
        "abstract": (
            "Federated learning sends gradients from many hospitals to one server. Such gradients "
            "leak patient images. We show that sending only the largest 1% of the gradient entries "
            "keeps accuracy and stops the leak. The defence costs no extra communication."
        ),
        "authors": ["Hana Petrov", "Ivo Brandt"],
        "venue": "NeurIPS",
        "year": 2024,
    },
    {
        "title": "BeaverBench: Do Agents Repair the Code They Break?",
        "abstract": (
            "Coding agents are judged on tasks they have not touched before. We present "
            "BeaverBench, 640 repositories in which an agent must repair a fault that it caused "
            "itself. The best agent repairs 31% of the faults. Agents fail mostly since they "
            "trust their own earlier tests."
        ),
        "authors": ["Jun Aalto"],
        "venue": "ICLR",
        "year": 2025,
    },
    {
        "title": "Tidal Routing for Mixtures of Experts",
        "abstract": (
            "Mixture-of-experts layers leave many experts idle. We describe tidal routing: tokens "
            "flow to the experts in waves, so that every expert is used. The method (1) needs no "
            "auxiliary loss, (2) works with top-1 routing and (3) raises throughput by 18%."
        ),
        "authors": ["Kaya Demir", "Liv Sørensen"],
        "venue": "ICLR",
        "year": 2025,
    },
    {
        "title": "OtterNet: Depth from a Single Underwater Photograph",
        "abstract": (
            "Underwater photographs lose red light with distance. OtterNet reads depth from this "
            "loss of colour with a small convolutional network. It halves the error of the "
            "previous best method on a coral reef data set of 12,000 images."
        ),
        "authors": ["Mara Costa"],
        "venue": "CVPR",
        "year": 2023,
    },
    {
        "title": "Learning to Schedule Trains with Graph Neural Networks",
        "abstract": (
            "Railway timetables break when one train is late. We train a graph neural network to "
            "reschedule trains within two seconds. On the network of a small country the total "
            "delay falls by 27%, compared with the rules that dispatchers use today."
        ),
        "authors": ["Nils Berg", "Olu Adeyemi"],
        "venue": "AAAI",
        "year": 2023,
    },
    {
        "title": "HeronDiff: Protein Backbones from Discrete Diffusion",
        "abstract": (
            "Designing proteins means choosing a backbone and a sequence together. We develop "
            "HeronDiff, a discrete diffusion model over backbone fragments. Of 96 designs made "
            "with HeronDiff, 41 fold as intended in the laboratory."
        ),
        "authors": ["Pia Keller"],
        "venue": "ICML",
        "year": 2024,
    },
    {
        "title": "How Much Sleep Do Reward Models Need?",
        "abstract": (
            "Reward models drift when they are trained on the answers of the policy they judge. "
            "Pausing the reward model for two thousand steps removes the drift. We call this rest "
            "period reward sleep and find that it doubles the agreement with human raters."
        ),
        "authors": ["Quirin Vogel", "Rosa Lima"],
        "venue": "ICLR",
        "year": 2024,
    },
    {
        "title": "A Catalogue of Wild Bee Recordings",
        "abstract": "",
        "authors": ["Sana Malik"],
        "venue": "ICASSP",
        "year": 2023,
    },
    {
        "title": "Ptarmigan: One Tokenizer for Four Hundred Languages",
        "abstract": (
            "Tokenizers cut rare languages into single bytes. Ptarmigan learns one vocabulary for "
            "four hundred languages by weighting each by the size of its alphabet. "
            + " ".join(
                f"In region {name} the number of tokens for the same sentence falls, and the loss "
                f"of a model of {size} million parameters falls with it."
                for name, size in zip(
                    "one two three four five six seven eight nine ten eleven twelve".split(),
                    range(100, 1300, 100),
                    strict=True,
                )
            )
        ),
        "authors": ["Tomas Eide", "Uma Rao"],
        "venue": "ACL",
        "year": 2025,
    },
)


def write_records(path: Path, records: Sequence[dict[str, object]] = RECORDS) -> Path:
    """A JSONL file of the records."""
    lines = (json.dumps(record, ensure_ascii=False) for record in records)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def made_papers(count: int, *, source: str = "made.jsonl") -> list[Paper]:
    """Papers of random invented words; the words of one topic are shared by every tenth paper."""
    random = np.random.default_rng(7)
    syllables = "ba de fi go ku lam mir nos pel rud sav tor vex wil zan".split()
    words = ["".join(random.choice(syllables, 3)) for _ in range(600)]
    papers = []
    for at in range(count):
        topic = words[at % 10 * 20 : at % 10 * 20 + 20]
        sentences = [
            " ".join([*random.choice(topic, 4), *random.choice(words, 6)]).capitalize() + "."
            for _ in range(3)
        ]
        papers.append(
            Paper(
                id=f"t{at:015d}",
                title=f"Title {at} of {' '.join(random.choice(words, 3))}",
                abstract=" ".join(sentences),
                venue=f"Venue{at % 3}",
                year=2020 + at % 5,
                sources=(f"{source}#{at + 1}",),
            )
        )
    return papers


@dataclass
class BagOfWordsEmbedder:
    """Every word is a direction: texts that share words are near."""

    name: str = "bag-of-words"
    digest: str = "bag-1"
    max_tokens: int = 64
    dimension: int = 96
    salt: str = ""

    def token_lengths(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in re.findall(r"\w+", text.lower()):
                row += self._direction(word)
        return unit(rows)

    def _direction(self, word: str) -> Vectors:
        seed = hashlib.blake2b(f"{self.salt}{word}".encode(), digest_size=8).digest()
        return np.random.default_rng(int.from_bytes(seed)).standard_normal(self.dimension)
