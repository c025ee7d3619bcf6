"""Directives and roles that docutils does not know, Sphinx' and others': their words and links stay."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from wikic.text.tokens import words

if TYPE_CHECKING:
    from docutils.nodes import Node

_DIRECTIVE: Final = re.compile(r"^[ \t]*\.\. +(?:\|[^|\n]+\| +)?([\w:.+-]+)::", re.M)
_ROLE: Final = re.compile(r":([A-Za-z][\w:.+-]*):`|`:([A-Za-z][\w:.+-]*):")
_TITLED: Final = re.compile(r"(?P<title>.*?)\s*<(?P<target>[^<>]+)>", re.S)
# Roles of Sphinx whose text is code; those with a domain (``py:func``) are all.
_CODE_ROLES: Final = words(
    "func class meth mod attr data exc obj const macro type file command program option envvar samp kbd"
    " makevar mimetype regexp token keyword directive role confval setting"
)
_LINK_ROLES: Final = {"doc": ".rst", "download": "", "file": ""}
_LITERAL: Final = words("code code-block sourcecode prompt console graphviz ipython jupyter-execute")
# What Sphinx says before the version that such a directive names.
_VERSIONS: Final = {
    "versionadded": "Added in version", "versionchanged": "Changed in version",
    "deprecated": "Deprecated since version", "versionremoved": "Removed in version",
}  # fmt: skip
# Directives of Sphinx whose argument is code, that which they describe; with a domain too (``c:function``).
_SIGNATURES: Final = words(
    "function method class classmethod staticmethod exception attribute data decorator property describe"
    " object option cmdoption envvar confval setting automodule autoclass autofunction automethod autodata"
    " autoattribute autoexception autodecorator autoproperty"
)
# Directives whose argument is for programs.
_FOR_PROGRAMS: Final = words(
    "index only highlight currentmodule module program default-domain tabularcolumns rst-class cssclass"
)
# Directives that docutils has, and Sphinx in another sense.
_OF_SPHINX: Final = words("code code-block sourcecode class include contents")
_CLASS_NAME: Final = re.compile(r"[a-z][\w-]*(?: [a-z][\w-]*)*")


def register_unknown(text: str) -> None:
    """Make the directives and roles that a text uses known to docutils, which has one register of them."""
    from docutils.parsers.rst import directives, roles
    from docutils.parsers.rst.languages import en

    for name in {found.lower() for found in _DIRECTIVE.findall(text)}:
        builtin = directives._directive_registry.get(en.directives.get(name, name))
        if builtin is None or name in _OF_SPHINX:
            directives.register_directive(name, _any_directive())
        elif name not in directives._directives:
            directives.register_directive(name, _tolerant(*builtin))
    for name in {(one or other).lower() for one, other in _ROLE.findall(text)}:
        if en.roles.get(name, name) not in {*roles._role_registry, *roles._roles}:
            roles.register_local_role(name, _any_role)


def _tolerant(module: str, name: str) -> type:
    """A directive of docutils that takes options of Sphinx too, and does not drop all for one of them."""
    known: Any = getattr(import_module(f"docutils.parsers.rst.directives.{module}"), name)
    return type(name, (known,), {"option_spec": _AnyOption(known.option_spec or {})})


def _any_directive() -> type:
    from docutils import nodes
    from docutils.parsers.rst import Directive

    class AnyDirective(Directive):  # type: ignore[misc]  # docutils has no types
        """Its argument as a paragraph, its content as what it is."""

        optional_arguments = 1_000
        final_argument_whitespace = True
        has_content = True
        option_spec = _AnyOption()

        def run(self) -> list[Node]:
            argument = " ".join(self.arguments)
            if self.name == "contents":
                return []  # a list of the headings that stand below it
            if self.name in ("include", "literalinclude"):
                return [nodes.paragraph("", "", nodes.reference(argument, argument, refuri=argument))]
            if self.name in _LITERAL:
                text = "\n".join(self.content)
                caption = self.options.get("caption") or ""
                inside, messages = self.state.inline_text(caption, self.lineno)
                block = nodes.literal_block(text, text, classes=["code", argument])
                return [*([nodes.paragraph(caption, "", *inside), *messages] if caption else []), block]
            found: list[Node] = []
            if self.name == "toctree":
                for line in self.content:
                    found.append(_entry(line))
                return [nodes.bullet_list("", *found)] if found else []
            found += self._argument(argument)
            holder = nodes.container()
            self._sections(holder)
            return [*found, *holder.children]

        def _argument(self, argument: str) -> list[Node]:
            name = self.name.rpartition(":")[2]
            if not argument or name in _FOR_PROGRAMS or (name == "class" and _CLASS_NAME.fullmatch(argument)):
                return []
            if name in _SIGNATURES:
                return [nodes.paragraph("", "", nodes.literal(argument, argument))]
            before = _VERSIONS.get(name, "")
            if before:
                version, _, rest = argument.partition(" ")
                ending = f": {rest}" if rest else ":" if self.content else "."
                argument = f"{before} {version}{ending}"
            inside, messages = self.state.inline_text(argument, self.lineno)
            return [nodes.paragraph(argument, "", *inside), *messages]

        def _sections(self, holder: Node) -> None:
            """Read the content into ``holder``, headings too, as Sphinx does in descriptions of modules."""
            memo = self.state.memo
            around = memo.title_styles, memo.section_level
            memo.title_styles, memo.section_level = [], 0
            try:
                self.state.nested_parse(self.content, self.content_offset, holder, match_titles=True)
            finally:
                memo.title_styles, memo.section_level = around

    return AnyDirective


def _entry(line: str) -> Node:
    """A document that a table of contents names."""
    from docutils import nodes

    found = _TITLED.fullmatch(line.strip())
    title, target = (found["title"], found["target"]) if found else (line.strip(), line.strip())
    address = target if "://" in target or target.endswith(".rst") else f"{target}.rst"
    return nodes.list_item("", nodes.paragraph("", "", nodes.reference(title, title, refuri=address)))


class _AnyOption(dict[str, Any]):
    """Options of directives: those that are known, and any."""

    def __missing__(self, name: str) -> Any:
        return lambda argument: argument

    def __contains__(self, name: object) -> bool:
        return True

    def __bool__(self) -> bool:
        return True


def _any_role(
    name: str, rawtext: str, text: str, *_place: Any, **_options: Any
) -> tuple[list[Node], list[Node]]:
    from docutils import nodes, utils

    said = utils.unescape(text)
    found = _TITLED.fullmatch(said)
    title, target = (found["title"], found["target"]) if found else (said, said)
    role = name.rpartition(":")[2]
    if role in _LINK_ROLES and role != "file":
        address = target if "." in target.rpartition("/")[2] else target + _LINK_ROLES[role]
        return [nodes.reference(rawtext, title, refuri=address)], []
    if found is None:
        title = title.rpartition(".")[2] if title.startswith("~") else title.removeprefix("!")
    kind = nodes.literal if ":" in name or role in _CODE_ROLES else nodes.inline
    return [kind(rawtext, title)], []
