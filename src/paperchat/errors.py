"""The exceptions that users meet. Each message says what is wrong, where, and what to do next.

```
PaperchatError
├── ConfigError              a setting that cannot be used
├── ReadingError             a file that cannot be read at all
├── EmbedderError            the embedding model is missing or not the one expected
├── UnknownPaperError        no paper of that id or title
├── ComparisonError          too few or too many papers to compare
├── FilterError              a condition on papers that is none
├── CalibrationError         too few questions for the rate asked for
├── ModelError               the configured LLM gave no answer, or broke off
│   ├── ModelUnreachableError  no connection, an unknown host, a cut connection
│   ├── ModelTimeoutError      slower than the limits allow
│   ├── ModelDeniedError       the key is missing, wrong or not allowed (401, 403)
│   ├── ModelNotFoundError     the server does not have that model (404)
│   ├── ModelBusyError         too many requests, also after waiting (429, 503, 529)
│   ├── ContextOverflowError   the question and its papers do not fit the model
│   └── BadReplyError          an answer that cannot be used
│       ├── EmptyReplyError      no text
│       ├── FilteredReplyError   withheld by the model or its content filter
│       └── RepetitionError      the same words over and over
└── StoreError               the index on disk or on a server
    ├── IndexLockedError       another process is writing
    ├── ReadOnlyError          this replica does not write
    ├── EmbedderMismatchError  the index was built with another embedder
    └── SchemaError            the index was written by another version
```
"""


class PaperchatError(Exception):
    """Base of every error that is told to a user in one line."""


class ConfigError(PaperchatError):
    """A setting that cannot be used."""


class ReadingError(PaperchatError):
    """A file that cannot be read at all."""


class EmbedderError(PaperchatError):
    """The embedding model is missing, or is not the one expected."""


class UnknownPaperError(PaperchatError):
    """No paper of that id or title."""


class ComparisonError(PaperchatError):
    """Too few or too many papers to compare, or nothing to compare them by."""


class FilterError(PaperchatError):
    """A condition on papers that is none."""


class CalibrationError(PaperchatError):
    """Too few questions for the rate of false refusals that is asked for."""


class ModelError(PaperchatError):
    """The configured LLM gave no answer, or broke off; what it had said stands."""


class ModelUnreachableError(ModelError):
    """No connection to the model's server, or it was cut."""


class ModelTimeoutError(ModelError):
    """The model is slower than the limits allow."""


class ModelDeniedError(ModelError):
    """The server refuses the key, or there is none."""


class ModelNotFoundError(ModelError):
    """The server does not have that model."""


class ModelBusyError(ModelError):
    """The server takes no more requests for now.

    Attributes:
        retry_after: Seconds after which to ask again, as the server says; None where it does not,
            infinite where asking again is of no use.
    """

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ContextOverflowError(ModelError):
    """The question and its papers do not fit the model."""


class BadReplyError(ModelError):
    """The reply cannot be used."""


class EmptyReplyError(BadReplyError):
    """The reply holds no text."""


class FilteredReplyError(BadReplyError):
    """The reply was withheld by the model or by a content filter."""


class RepetitionError(BadReplyError):
    """The model says the same words over and over."""


class StoreError(PaperchatError):
    """The index on disk, or on a server, cannot be used as it is."""


class IndexLockedError(StoreError):
    """Another process is writing to the index."""


class ReadOnlyError(StoreError):
    """Another replica writes to the store, not this one."""


class EmbedderMismatchError(StoreError):
    """The index was built with another embedder."""


class SchemaError(StoreError):
    """The index was written by another version of paperchat."""
