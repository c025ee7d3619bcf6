"""Entries of a list of links stand with what is said of them."""

from __future__ import annotations

TEXT = """# 周刊

## 工具

1、[潮汐表](https://t.example/a)

一个开源的潮汐工具，可以在海上离线使用。

港口管理局今年春天为渡轮公司订购了三份许可证。

2、[为什么灯塔是白的？](https://t.example/b)（英文）

本文介绍灯塔颜色的由来，值得一读。

3、[Gauge](https://t.example/c)

## 图书

港口图书馆本月收到两本新书。
"""


def test_an_entry_is_a_heading_and_leads_its_description(read) -> None:  # type: ignore[no-untyped-def]
    told = [(each.place, each.text) for each in read(TEXT, title="周刊").statements]
    assert told[:3] == [
        (("工具", "潮汐表"), "潮汐表 (https://t.example/a)：一个开源的潮汐工具，可以在海上离线使用。"),
        (("工具", "潮汐表"), "港口管理局今年春天为渡轮公司订购了三份许可证。"),
        (
            ("工具", "为什么灯塔是白的？"),
            "为什么灯塔是白的？ (https://t.example/b)（英文）：本文介绍灯塔颜色的由来，值得一读。",
        ),
    ]
    assert told[-1] == (("图书",), "港口图书馆本月收到两本新书。")


def test_markup_and_definitions_of_links_are_no_facts(read) -> None:  # type: ignore[no-untyped-def]
    said = "The gauge of the old quay is read once every hour by the harbour office."
    box = "<details>\n<summary>Full context</summary>\n\nIt lost two hours in the storm of May.\n</details>"
    text = f"{said}\n\n{box}\n\n[rfc12]: https://r.example/12\n"
    told = [each.text for each in read(text).statements]
    assert told[0] == said
    assert "two hours" in told[-1]
    assert not any("details" in each or "rfc12" in each for each in told)
