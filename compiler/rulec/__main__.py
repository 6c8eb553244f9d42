"""`python -m rulec`."""

from rulec.cli import main

main(prog_name="rulec")
