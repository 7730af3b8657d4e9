"""The command line: parses, calls `Assistant`, prints."""

from paperchat.cli.commands import main

__all__ = ["main"]
