"""A person's vault of notes, as readers and tools meet one: links of every kind, odd names, pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from support.pictures import png

NOTES: Final[dict[str, str]] = {
    "Home.md": """\
---
aliases: [Start here]
tags: [map, garden]
---
Everything about the allotment begins in [[Compost]] and in the [[Garden plan|plan for this year]].

- [[people/Ada Fenwick]]
- [the shed](tools/The%20shed.md)
- [[Seed list#Beans]], and [[Seed list#^order]]
- [[A page nobody wrote]]
""",
    "Compost.md": """\
# Compost

The heap stands behind the shed. It reaches 62 degrees in its second week. ^heat

## What goes in

- [x] Coffee grounds
- [ ] Shredded cardboard from Ada
    - without tape

> [!warning] No cooked food
> It draws rats, says [[Ada Fenwick]].

## What stays out

| Thing | Why |
| --- | --- |
| Citrus peel | too sour for worms |
| Bones | they stay for ten years |

%% never show this remark %%

```python
def turn(heap):
    return heap[::-1]
```
""",
    "Garden plan.md": """\
---
title: Plan for the allotment
---
# Beds

The north bed takes brassicas this year, as [[Compost#What goes in|the compost]] is ready in March.

![[bed map.png|300]]

# Water

Rain barrels feed both beds. [[Compost#^heat]] needs water, too.
![The pump](pictures/pump.png)
""",
    "Seed list.md": """\
Seeds were ordered from Kestrel & Sons on 4 February. ^order

## Beans

Runner beans go out after the last frost, around 20 May.

## Beans

A second list of beans.
""",
    "people/Ada Fenwick.md": """\
---
aliases: [Ada, "Mrs Fenwick"]
---
Ada Fenwick keeps plot 14 and lends her wheelbarrow on Sundays.
""",
    "tools/The shed.md": """\
# The shed

Its key hangs under the third flowerpot. Ada Fenwick has the other one.
See [Compost](../Compost.md#what-goes-in) and [[people]].
""",
    "tools/README.md": "# Tools\n\nWhat is sharp hangs on the wall.\n",
    "archive/2019/北の畑/玉ねぎ.md": "# 玉ねぎ\n\n玉ねぎは九月に種をまき、六月に収穫する。\n",
    "archive/Compost.md": "# Compost of 2019\n\nThe old heap was too dry.\n",
    "untitled.md": "No heading stands here, only a line about slugs and beer traps.\n",
    "templates/Daily.md": "# {{date}}\n\nA template that mentions nobody.\n",
    "raw/letter.md": "# A letter\n\nA document as it came, about molehills.\n",
}


def plant(root: Path) -> Path:
    """Write the vault into ``root``, adopted; gives ``root``."""
    for name, text in NOTES.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    png(root / "pictures/bed map.png")
    png(root / "pictures/pump.png", 3)
    (root / "wikic.toml").write_text(
        '[lint]\nprofile = "vault"\nsources = ["raw"]\nexclude = ["templates"]\n', encoding="utf-8"
    )
    return root
