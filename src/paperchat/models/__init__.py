"""Any LLM that LangChain reaches: loading it, and its replies, with every fault in our words."""

from paperchat.events import Retracted
from paperchat.models.choices import EXTRACTIVE, ModelChoices
from paperchat.models.loading import load_model
from paperchat.models.replies import Finished, Part, stream_reply
from paperchat.models.secrecy import without_secrets
from paperchat.models.settings import LanguageModel, Limits
from paperchat.models.tokens import estimate_tokens

__all__ = [
    "EXTRACTIVE",
    "Finished",
    "LanguageModel",
    "Limits",
    "ModelChoices",
    "Part",
    "Retracted",
    "estimate_tokens",
    "load_model",
    "stream_reply",
    "without_secrets",
]
