"""Any LLM that LangChain reaches: loading it, and its replies, with every fault in our words."""

from paperchat.models.loading import check_model, load_model
from paperchat.models.replies import Finished, Part, Retracted, stream_reply
from paperchat.models.settings import LanguageModel, Limits
from paperchat.models.tokens import estimate_tokens

__all__ = [
    "Finished",
    "LanguageModel",
    "Limits",
    "Part",
    "Retracted",
    "check_model",
    "estimate_tokens",
    "load_model",
    "stream_reply",
]
