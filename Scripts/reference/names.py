"""The names of everything in the reference, and the version since which each is there.

`Documentation/reference/versions` has a file for each released version, with all names that it knows. What none of them
knows is as new as the tool."""

from pathlib import Path

VERSIONS = Path("Documentation/reference/versions")


def shown_commands(reference):
    commands = reference["commandLine"]["command"]["subcommands"]
    return [c for c in commands if c.get("shouldDisplay", True) and c["commandName"] != "help"]


def shown_arguments(command):
    return [a for a in command.get("arguments", []) if a["shouldDisplay"]]


def flag(name):
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def all_names(reference):
    """One name for each command, flag, key, value, preset, parameter and so on."""
    for command in shown_commands(reference):
        yield f"command {command['commandName']}"
        for argument in shown_arguments(command):
            for name in argument.get("names", []):
                yield f"flag {command['commandName']} {flag(name)}"
    for item in reference["objects"]:
        for key in item["keys"]:
            yield f"key {item['name']}.{key['name']}"
            for value in key.get("values", []):
                yield f"value {item['name']}.{key['name']} {value['name']}"
    for preset in reference["presets"]:
        yield f"preset {preset['name']}"
        for parameter in preset["parameters"]:
            yield f"parameter {preset['name']}.{parameter['name']}"
            for value in parameter.get("values", []):
                yield f"value {preset['name']}.{parameter['name']} {value['name']}"
    for light in reference["lights"]:
        yield f"light {light['name']}"
    for table in ["transforms", "timing", "animationOptions", "colors"]:
        for entry in reference[table]:
            yield f"{table} {entry['name']}"
    for entry in reference["formats"]:
        yield f"format {entry['use']} {entry['name']}"
    for entry in reference["exitCodes"]:
        yield f"exit {entry['code']}"
    for entry in reference["environment"]:
        yield f"environment {entry['name']}"


class Since:
    """The version since which a name is there."""

    def __init__(self, version):
        self.version = version
        self.released = []
        for path in sorted(VERSIONS.glob("*.txt"), key=lambda path: [int(n) for n in path.stem.split(".")]):
            self.released.append((path.stem, set(path.read_text().splitlines())))

    def __call__(self, name):
        return next((version for version, names in self.released if name in names), self.version)

    def least(self, names):
        """The earliest version of several names."""
        return min((self(name) for name in names), key=lambda text: [int(n) for n in text.split(".")])
