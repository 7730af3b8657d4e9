"""Answers that a model writes, sentence by sentence, each checked."""
