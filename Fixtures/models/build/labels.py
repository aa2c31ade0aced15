"""The names of the 1000 ImageNet classes, from the tables that timm (Apache-2.0) ships."""

import packages

# Two pairs of classes share their first synonym; a class name must be unique to be allowed or
# denied by name, so the second meaning is spelt out.
DISAMBIGUATED = {134: "crane bird", 639: "maillot tank suit"}


def synonyms() -> list[str]:
    """One line a class: all its synonyms, separated by commas."""
    info = "data/_info/"
    synsets = packages.file("timm", info + "imagenet_synsets.txt").read_text("utf-8").split()
    table = packages.file("timm", info + "imagenet_synset_to_lemma.txt").read_text("utf-8")
    lemmas = dict(line.split("\t") for line in table.splitlines())
    return [lemmas[synset] for synset in synsets]


def names(lines: list[str]) -> list[str]:
    """One unique name a class: its first synonym."""
    result = [DISAMBIGUATED.get(i, line.split(", ")[0]) for i, line in enumerate(lines)]
    if len(set(result)) != len(result):
        raise ValueError("two classes have the same name")
    return result
