"""The exceptions that users meet. Each message says what is wrong, where, and what to do next.

```
PaperchatError
├── ConfigError              a setting that cannot be used
├── ReadingError             a file that cannot be read at all
├── EmbedderError            the embedding model is missing or not the one expected
├── UnknownPaperError        no paper of that id or title
├── FilterError              a condition on papers that is none
├── CalibrationError         too few questions for the rate asked for
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


class FilterError(PaperchatError):
    """A condition on papers that is none."""


class CalibrationError(PaperchatError):
    """Too few questions for the rate of false refusals that is asked for."""


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
