"""The page of the commands: a flag that several commands share is explained once, in its group."""

import re

from markdown import anchor, code, table, wrapped
from names import flag, shown_arguments, shown_commands
from pictures import slug

HEAD = ["flag", "default", "meaning", "since"]
# The group of the flags of every command, which the commands do not list.
EVERY = "Every command"


def name(argument):
    return flag(argument["preferredName"]) if "preferredName" in argument else argument["valueName"]


def identity(argument):
    """Equal for flags of two commands that mean the same."""
    return tuple(argument.get(key) for key in ("kind", "valueName", "abstract", "defaultValue")) + (name(argument),)


class Commands:
    def __init__(self, pages):
        self.pages, self.since = pages, pages.since
        self.commands = shown_commands(pages.reference)
        # Each shared flag by its identity: the first such argument, its group and the commands that take it. A command
        # may take it without a group; without one in any command it is a flag of its own in each.
        self.shared = {}
        for command in self.commands:
            for argument in shown_arguments(command):
                entry = self.shared.setdefault(identity(argument), {"argument": argument, "group": None, "commands": []})
                entry["group"] = entry["group"] or argument.get("sectionTitle")
                entry["commands"].append(command["commandName"])
        for entry in self.shared.values():
            if len(entry["commands"]) == len(self.commands):
                entry["group"] = EVERY
        self.shared = {key: e for key, e in self.shared.items() if e["group"] and len(e["commands"]) > 1}

    def lines(self):
        yield table(["command", "effect", "since"], [
            [f"[{c['commandName']}](#command.{c['commandName']})", c["abstract"], self.since(f"command {c['commandName']}")]
            for c in self.commands])
        yield "Flags that several commands share are explained once, [after the commands](#shared)."
        for command in self.commands:
            yield from self.command(command)
        yield from self.groups()

    def command(self, command):
        """A command with its own flags, and links to those that it shares with others."""
        word = command["commandName"]
        yield f"## {anchor('command.' + word)}meshrender {word}"
        yield command["abstract"]
        if command.get("discussion"):
            yield f"```text\n{wrapped(command['discussion'])}\n```"
        arguments = shown_arguments(command)
        own = [a for a in arguments if identity(a) not in self.shared]
        for section in dict.fromkeys(a.get("sectionTitle", "Options") for a in own):
            members = [a for a in own if a.get("sectionTitle", "Options") == section]
            yield f"### {section} of {word}"
            yield table(HEAD, [self.row([word], a) for a in members])
            for argument in members:
                yield from self.picture([word], argument)
        shared = [f"- {self.group(group)}: " + " ".join(self.mention(word, e) for e in entries)
                  for group, entries in self.grouped(word) if group != EVERY]
        if shared:
            yield "\n".join([f"### Shared flags of {word}\n", *shared])

    def grouped(self, word=None):
        """The shared flags by group, all of them or those of a command."""
        groups = {}
        for entry in self.shared.values():
            if word is None or word in entry["commands"]:
                groups.setdefault(entry["group"], []).append(entry)
        return groups.items()

    @staticmethod
    def group(name):
        return f"[{name}](#shared.{slug(name)})"

    def mention(self, word, entry):
        """The name of a shared flag, with its version in a command that has it later than others and than itself."""
        own, least = self.version([word], entry["argument"]), self.version(entry["commands"], entry["argument"])
        later = f" (since {own})" if own not in (least, self.since(f"command {word}")) else ""
        return code(name(entry["argument"])) + later

    def groups(self):
        yield f"## {anchor('shared')}Shared flags"
        yield "Each command lists which of these flags it takes. They mean the same in each, with the same default."
        for group, entries in self.grouped():
            yield f"### {anchor('shared.' + slug(group))}{group}"
            words = dict.fromkeys(word for e in entries for word in e["commands"])
            yield "In every command." if group == EVERY else f"In {', '.join(words)}."
            yield table(HEAD, [self.row(e["commands"], e["argument"]) for e in entries])
            for entry in entries:
                yield from self.picture(entry["commands"], entry["argument"])

    def picture(self, words, argument):
        first = name(argument)
        for identifier in (f"{word}.{first}" for word in words):
            if identifier in self.pages.examples:
                yield from self.pages.blocks(identifier, first)

    def version(self, words, argument):
        """The first version with the flag in one of the commands."""
        names = [flag(n) for n in argument.get("names", [])]
        return self.since.least(f"flag {word} {n}" for word in words for n in names) if names else self.since.least(
            f"command {word}" for word in words)

    def row(self, words, argument):
        names = [flag(n) for n in argument.get("names", [])]
        text, default = argument.get("abstract", ""), code(argument["defaultValue"]) if "defaultValue" in argument else ""
        found = re.fullmatch(r"(.*?) ?Default: (.*?)\.?", text)
        if found and not default:
            text, default = found.groups()
        value = f" <{argument['valueName']}>" if argument["kind"] == "option" else ""
        shown = ", ".join([code(n) for n in names[:-1]] + [code(names[-1] + value)]) if names else code(f"<{name(argument)}>")
        return [anchor(f"{words[0]}.{name(argument)}") + shown, default, text, self.version(words, argument)]
