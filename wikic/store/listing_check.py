"""Whether the directories of a store name what is in them. Writing or removing a file mends its name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from wikic.store.operators import names
from wikic.store.path_keys import directories_above, join, name, parent
from wikic.store.protocol import Store

# Removing a file that never was takes a directory out of the listing above it, where nothing is in it.
_NOBODY: Final = "_"


def mislisted(there: Collection[str], store: Store, passing: Iterable[str] = ()) -> Iterator[str]:
    """Paths of files, of those ``there`` or none, by which what a listing of ``store`` lacks or has too much
    is mended: store those that are there anew, remove the others.

    there: files that the store holds. passing: others it holds or is about to, whose names are no fault.
    """
    files: dict[str, set[str]] = {"": set()}
    below: dict[str, dict[str, str]] = {"": {}}  # directory -> name of a directory in it -> a file in that
    for path in there:
        directory = parent(path)
        files.setdefault(directory, set()).add(name(path))
        while directory:
            below.setdefault(parent(directory), {}).setdefault(name(directory), path)
            directory = parent(directory)
    coming = set(passing)
    unsure = {above for path in coming for above in directories_above(path)}
    for directory in sorted(files.keys() | below.keys()):
        wanted, inside = files.get(directory, set()), below.get(directory, {})
        record = store.list(directory)
        if record is None:
            yield from (join(directory, each) for each in wanted)
            yield from inside.values()
            continue
        listed = list(names(store, directory))
        yield from (join(directory, each) for each in wanted.difference(listed))
        for each in set(listed) - wanted:
            if join(directory, each) not in coming:
                yield join(directory, each)
        yield from (inside[each] for each in inside.keys() - set(record.sub_dirs))
        if record.meta.entry_count != len(listed) + len(record.sub_dirs):
            yield from [join(directory, each) for each in wanted][:1]
        for each in set(record.sub_dirs) - inside.keys():
            if join(directory, each) not in unsure:
                yield from _within(store, join(directory, each))


def _within(store: Store, directory: str) -> list[str]:
    """Paths of the files that listings name below a directory; of a made up one where they name none."""
    found = [join(directory, each) for each in names(store, directory)]
    record = store.list(directory)
    for each in () if record is None else record.sub_dirs:
        found += _within(store, join(directory, each))
    return found or [join(directory, _NOBODY)]
