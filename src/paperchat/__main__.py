"""`python -m paperchat`: the command line."""

from paperchat.cli import main

main()
