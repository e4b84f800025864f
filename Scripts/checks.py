"""Counts the checks of a script: `expect` for each, and `finish` at the end."""
import sys

failed = count = 0


def expect(condition, words):
    """Counts a check; prints the words where it fails."""
    global failed, count
    count += 1
    if not condition:
        print(f"failed: {words}")
        failed += 1


def finish(what):
    """Prints how many checks hold, and ends the script."""
    print(f"{count - failed} of {count} {what} hold")
    sys.exit(failed > 0)
