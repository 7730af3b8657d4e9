"""Whether the papers that a sentence cites say what it says.

`check_claims` takes the sentences of an answer together: their numbers, names, negations and
meaning are compared with the best sentences of the papers they cite, which become the quotes.
"""

from __future__ import annotations

from paperchat.support.checking import Claim, check_claims

__all__ = ["Claim", "check_claims"]
