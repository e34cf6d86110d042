"""Files of levels."""

from __future__ import annotations

import os
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Union, overload

from . import _native
from ._native import Level
from .errors import Fault, LevelError, LevelWarning

__all__ = ["Collection", "InvalidLevel", "read", "write"]

#: Largest file that is read.
MAX_BYTES = 16 << 20

#: How names of level files end.
SUFFIXES = frozenset(
    ".xsb .txt .sok .slc .json .rle .hsb .csb .sb .soko .sokoban .ban .tsv .csv .rush .pddl .lvl .xml".split()
)


@dataclass(frozen=True)
class InvalidLevel:
    """An entry of a file that is not a puzzle."""

    collection: str
    index: int
    title: str | None
    faults: tuple[Fault, ...]


class Collection(Sequence[Level]):
    """The levels of a file or a folder. Entries that are not puzzles are in ``invalid``, each with its faults."""

    def __init__(
        self,
        levels: Iterable[Level] = (),
        *,
        title: str | None = None,
        author: str | None = None,
        comments: Iterable[str] = (),
        invalid: Iterable[InvalidLevel] = (),
        warnings: Iterable[Fault] = (),
    ) -> None:
        self.levels: tuple[Level, ...] = tuple(levels)
        self.title: str | None = title
        self.author: str | None = author
        self.comments: tuple[str, ...] = tuple(comments)
        self.invalid: tuple[InvalidLevel, ...] = tuple(invalid)
        self.warnings: tuple[Fault, ...] = tuple(warnings)

    @classmethod
    def parse(cls, text: str | bytes, name: str = "") -> Collection:
        """Reads a collection from a text. Raises ``LevelError`` if it holds no level at all."""
        data = text.encode() if isinstance(text, str) else bytes(text)
        title, author, comments, levels, refused, faults = _native.parse_collection(data, name)
        invalid = [
            InvalidLevel(name, index, it, tuple(Fault(*fault) for fault in found))
            for index, it, found in refused
        ]
        return cls(
            levels,
            title=title,
            author=author,
            comments=comments,
            invalid=invalid,
            warnings=[Fault(*fault) for fault in faults],
        )

    @overload
    def __getitem__(self, index: int) -> Level: ...
    @overload
    def __getitem__(self, index: slice) -> Collection: ...
    def __getitem__(self, index: int | slice) -> Level | Collection:
        if isinstance(index, slice):
            return Collection(self.levels[index], title=self.title, author=self.author)
        return self.levels[index]

    def __len__(self) -> int:
        return len(self.levels)

    def __iter__(self) -> Iterator[Level]:
        return iter(self.levels)

    def __repr__(self) -> str:
        bad = f", {len(self.invalid)} invalid" if self.invalid else ""
        title = f" {self.title!r}" if self.title else ""
        return f"<Collection{title}: {len(self)} levels{bad}>"


PathLike = Union[str, "os.PathLike[str]"]


def read(path: PathLike, *, strict: bool = False) -> Collection:
    """Reads the levels of a file in any notation of either game, of a ``.zip`` of such files, or of a folder.

    A file that holds no level raises ``LevelError`` with code, line and column. Entries that are not puzzles are kept
    in ``invalid`` and warned about; with ``strict=True`` they raise.
    """
    place = Path(path)
    if place.is_dir():
        parts = [_file(file, strict) for file in sorted(place.rglob("*")) if _is_level_file(file)]
        if not parts:
            raise FileNotFoundError(f"{place}: no level files below this folder")
        return _joined(parts)
    if place.suffix.lower() == ".zip":
        with zipfile.ZipFile(place) as archive:
            names = [it for it in archive.infolist() if Path(it.filename).suffix.lower() in SUFFIXES]
            parts = [
                _parsed(_limited(archive.open(it).read(MAX_BYTES + 1)), f"{place.name}/{it.filename}", strict)
                for it in names
            ]
        if not parts:
            raise FileNotFoundError(f"{place}: no level files in this archive")
        return _joined(parts)
    return _file(place, strict)


def write(levels: Iterable[Level], format: str | None = None) -> str:
    """The text of levels of one game in a notation; ``sok`` or ``json`` when none is named."""
    levels = list(levels)
    unblock = bool(levels) and levels[0].game == "unblock"
    return _native.write_collection(levels, format or ("json" if unblock else "sok"))


def _is_level_file(file: Path) -> bool:
    return file.is_file() and file.suffix.lower() in SUFFIXES


def _limited(data: bytes) -> bytes:
    if len(data) > MAX_BYTES:
        raise LevelError((("too-large", 1, 1, f"the file is larger than {MAX_BYTES >> 20} MiB"),))
    return data


def _file(file: Path, strict: bool) -> Collection:
    with open(file, "rb") as source:
        data = _limited(source.read(MAX_BYTES + 1))
    return _parsed(data, file.name, strict)


def _parsed(data: bytes, name: str, strict: bool) -> Collection:
    try:
        found = Collection.parse(data, name)
    except LevelError as error:
        raise LevelError(error.faults, name) from None
    if found.invalid and strict:
        raise LevelError(found.invalid[0].faults, f"{name}:{found.invalid[0].index}")
    if found.invalid:
        total = len(found) + len(found.invalid)
        first = found.invalid[0]
        warnings.warn(
            f"{name}: {len(found.invalid)} of {total} levels are invalid; level {first.index}: {first.faults[0]}",
            LevelWarning,
            stacklevel=4,
        )
    if found.warnings:
        warnings.warn(f"{name}: {found.warnings[0]}", LevelWarning, stacklevel=4)
    return found


def _joined(parts: list[Collection]) -> Collection:
    return Collection(
        [level for part in parts for level in part],
        invalid=[it for part in parts for it in part.invalid],
        warnings=[it for part in parts for it in part.warnings],
    )
