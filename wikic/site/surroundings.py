"""What all pages of one wiki say around what is theirs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all pages of one wiki say.

    title: of the wiki. language: BCP 47 tag of most of it; the words of the interface are in it.
    sources: whether the documents themselves can be read.
    served: whether a server sends them, so that there is more to ask for than files.
    asked: name of the model that may be asked, "" where rules alone answer.
    tended: whether it tells what is found on pages and why facts are there. edited: whether it takes changes.
    waiting: how many documents readers may accept or reject.
    mapped: whether there is a map.
    above: address of the list of the wikis that it is one of, "" where it is served alone.
    many: whether these are pages over many wikis.
    """

    title: str
    language: str
    sources: bool = True
    served: bool = False
    asked: str = ""
    mapped: bool = False
    tended: bool = False
    edited: bool = False
    waiting: int = 0
    above: str = ""
    many: bool = False
