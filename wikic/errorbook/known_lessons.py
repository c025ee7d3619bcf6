"""The lessons of checks that say by themselves what was wrong: these are written without a model.

One row a check of ``curator/model/reply_checks.py``: why a model does it, and what to do instead, in each
language of the prompts. A check that is not here catches mistakes of many causes; a model words those from
the cases.
"""

from __future__ import annotations

from typing import Final

# rule, why, instead; then the same in Chinese.
_LESSONS: Final[tuple[tuple[str, str, str, str, str], ...]] = (
    (
        "malformed-reply",
        "Words, marks or a second reply stood around the JSON, or it broke off.",
        "Reply with one JSON object and nothing else: no words before or behind it, every bracket closed.",
        "JSON 前后有别的文字、标记或第二个回答，或者中途断开。",
        "只回答一个 JSON 对象，前后不要任何文字，所有括号都要闭合。",
    ),
    (
        "empty-title",
        "An entity was declared before it had a name.",
        "Declare only entities that have a name, and give the name as the title.",
        "实体还没有名称就被声明了。",
        "只声明有名称的实体，并以该名称为标题。",
    ),
    (
        "vague-name",
        "A pronoun or description was taken for a name.",
        "Give as title and alias only names; a pronoun or a description of a thing is none.",
        "把代词或描述当作名称。",
        "标题和别名只能是名称，代词和描述都不是名称。",
    ),
    (
        "duplicate-entity",
        "One thing that is called two ways was taken for two.",
        "Declare each thing once, with its other names as aliases.",
        "同一事物有两种叫法，被当作两个事物。",
        "每个事物只声明一次，其他名称写作别名。",
    ),
    (
        "reused-id",
        "An id was given again to another entity.",
        "Give every entity an id of its own, and use that id for nothing else.",
        "同一编号又给了另一个实体。",
        "每个实体用自己的编号，不要重复使用。",
    ),
    (
        "unknown-dimension",
        "A directory was made up that the list does not have.",
        "Choose the directory of an entity from the list given, spelled as it stands there.",
        "编造了列表中没有的目录。",
        "实体的目录只能从给出的列表中选，写法与列表一致。",
    ),
    (
        "path-in-name",
        "A file's path was taken for a name.",
        "Names hold no path and no slash before a file's name.",
        "把文件路径当作名称。",
        "名称中不能有路径。",
    ),
    (
        "no-entity",
        "A statement was given without saying what it is about.",
        "Give with every statement the id of the entity it is about.",
        "陈述没有说明是关于哪个实体的。",
        "每条陈述都要给出它所属实体的编号。",
    ),
    (
        "undeclared-entity",
        "A statement was given of a thing that no entity stands for.",
        "Declare every entity before a statement or relation uses its id.",
        "陈述所属的事物没有声明为实体。",
        "先声明实体，陈述和关系才能使用它的编号。",
    ),
    (
        "empty-statement",
        "A statement without words was given to fill a place.",
        "Leave out a statement that would be empty.",
        "为了填位置而给出没有内容的陈述。",
        "没有内容的陈述不要给出。",
    ),
    (
        "long-statement",
        "A paragraph was given as one statement.",
        "Say one thing in each statement, in one sentence; cut a paragraph into several.",
        "把整段文字当作一条陈述。",
        "每条陈述只用一句话说一件事，长段落要拆开。",
    ),
    (
        "unknown-kind",
        "A kind was made up that the list does not have.",
        "Use only the kinds that the instructions name.",
        "编造了没有的种类。",
        "种类只能用说明中列出的。",
    ),
    (
        "no-holder",
        "A claim or judgement was given without saying whose it is.",
        "Name with every claim or judgement who holds it, as the document does; else it is none.",
        "主张或评价没有说明是谁的。",
        "每条主张或评价都要写明文中是谁说的。",
    ),
    (
        "held-fact",
        "A fact was given somebody who says so.",
        "Give a holder only with claims, judgements and quotations, never with a fact.",
        "给事实写了说话人。",
        "只有主张、评价和引语才写说话人，事实不写。",
    ),
    (
        "unknown-block",
        "Sentences were counted instead of reading the numbers before them.",
        "Cite only numbers that stand in brackets before a sentence of the document.",
        "自己数句子，没有看句子前的编号。",
        "只引用文中句子前方括号里的编号。",
    ),
    (
        "no-block",
        "A statement was given without the sentences it comes from.",
        "Cite for every statement the numbers of the sentences that say it.",
        "陈述没有给出它所依据的句子。",
        "每条陈述都要引用说出它的句子编号。",
    ),
    (
        "many-blocks",
        "A summary of many sentences was given as one statement.",
        "Cite only the few sentences that say it; what needs half the document is no statement.",
        "把很多句子的概括当作一条陈述。",
        "只引用说出它的少数几句，需要半篇文章的不是陈述。",
    ),
    (
        "uncited-name",
        "The sentence with the name was not cited beside the one with a pronoun.",
        "Cite also the sentence that holds the name when the other has a pronoun for it.",
        "只引用了用代词的句子，没有引用有名称的句子。",
        "句子用代词时，也要引用写出名称的那一句。",
    ),
    (
        "dangling-relation",
        "A relation was given to a thing that no entity stands for.",
        "Relate only entities that are declared, by their ids.",
        "关系指向没有声明的实体。",
        "关系只能用编号连接已声明的实体。",
    ),
    (
        "unknown-relation",
        "A label was made up that the list does not have.",
        "Take the label of a relation from the list given, else leave the relation out.",
        "编造了列表中没有的关系名。",
        "关系名只能从列表中选，没有合适的就不写。",
    ),
    (
        "self-relation",
        "A statement about one thing was given a relation to it.",
        "A relation joins two different entities; leave out one to the entity itself.",
        "把实体与它自己连接。",
        "关系连接两个不同的实体，不要指向自己。",
    ),
    (
        "link-in-text",
        "A link was written where plain text belongs.",
        "Write plain text without links; relations say what is linked.",
        "在文字里写了链接。",
        "文字中不要写链接，关联用关系表示。",
    ),
    (
        "markup-in-text",
        "Markdown was written where plain text belongs.",
        "Write plain text without Markdown: no stars, headings, list marks or anchors.",
        "在文字里写了 Markdown 标记。",
        "只写纯文本，不要星号、标题、列表符号和锚点。",
    ),
    (
        "wrong-language",
        "The text was translated.",
        "Write every text in the language of the document.",
        "文字被翻译成了另一种语言。",
        "所有文字都用文章的语言写。",
    ),
)


def known_lesson(rule: str, language: str) -> tuple[str, str] | None:
    """Why mistakes of a check happen and what to do instead, or None where it takes a model to say.

    language: ``zh`` for Chinese; everything else reads English.
    """
    for name, *said in _LESSONS:
        if name == rule:
            return (said[2], said[3]) if language == "zh" else (said[0], said[1])
    return None
