"""What is found on pages, why their facts are there, and, where the server may, changes to them by forms.

``/-/findings/PATH`` lints a page, ``/-/fact/PATH/ID`` tells of one fact, ``/-/edit/PATH`` changes a page.
Forms say which state of the page they were made from; where it is another one now, both are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from threading import Lock
from typing import Any, Final

from wikic import layout
from wikic.errors import FormatError, UsageError, WikicError
from wikic.fix import by_hand
from wikic.fix.by_hand import Landed, change_page, restore
from wikic.model.change import files_of
from wikic.model.statement import Statement
from wikic.navigate.reader.values import ReaderPage, ShownFact
from wikic.serve.care import EDIT, FACT, FINDINGS, Care, said, sentence
from wikic.serve.commits import history
from wikic.serve.exchange import Reply, Request
from wikic.serve.findings import Linter
from wikic.serve.reader_pages import ReaderPages
from wikic.serve.reshaping import JOIN, PART, Reshaping
from wikic.text.normalise import normalise
from wikic.text.printable import printable_text
from wikic.wiki import page_read
from wikic.wiki.page_read import PageOnDisk
from wikic.wiki.tree import Tree

_FORM: Final = "application/x-www-form-urlencoded"
_SECTION: Final = "section"
_REASON: Final = 1_000

_Form = Mapping[str, str]


class Tending:
    """Answers requests that tend one wiki. Any threads; one writes at a time."""

    def __init__(self, pages: ReaderPages, care: Care) -> None:
        self._pages = pages
        self._to = pages.to
        self._care = care
        self._linter = Linter(care.root, care.lint, care.title, care.today)
        self._reshaping = Reshaping(care)
        self._writing = Lock()  # not while git makes a commit of what was written

    def get(self, request: Request) -> Reply:
        """A page of findings, of a fact, or of forms."""
        path = request.path or ""
        if path.startswith(FINDINGS):
            return self._findings(path.removeprefix(FINDINGS))
        if path.startswith(FACT):
            return self._fact(*_fact_of(path))
        if not self._care.edit:
            return self._pages.missing("")
        return self._edit(path.removeprefix(EDIT), request.query)

    def post(self, request: Request) -> Reply:
        """Take a form."""
        if not self._care.edit:
            return Reply(405, b"This server changes nothing.\n", headers=(("allow", "GET, HEAD"),))
        # Programs may send JSON from nowhere; a form says whose page it stands on, which was looked at.
        if request.kind != _FORM:
            return Reply(415, b"A form of this server's own pages is taken.\n")
        path, form = request.path or "", request.form()
        try:
            if path.startswith(FINDINGS):
                return self._fix(path.removeprefix(FINDINGS), form)
            if path.startswith(FACT):
                return self._change_fact(*_fact_of(path), form)
            if form.get("do") == "restore":
                return self._restore(path.removeprefix(EDIT), form)
            return self._change_page(path.removeprefix(EDIT), form)
        except WikicError as error:
            return self._refused(error, form)

    # --- findings -----------------------------------------------------------------------------------

    def _findings(self, path: str) -> Reply:
        page = self._page(path)
        if page is None:
            return self._pages.missing("")
        return self._render(
            "findings.html", page=page, findings=self._linter.page(path), edit=self._care.edit
        )

    def _fix(self, path: str, form: _Form) -> Reply:
        page = self._page(path)
        if page is None:
            return self._pages.missing("")
        code = form.get("code", "")
        with self._writing:
            report = self._linter.fix(path, code)
        subject = f"Fix {code} on {page.title}"
        left = [*map(str, report.notices)]
        if not report.changes:
            left.append(self._pages.pages.say("fix_gone"))
        unmade = self._care.committed(files_of(report.changes), subject)
        return self._done(
            page, f"{self._to.root}{FINDINGS}{self._to.page(path).removeprefix(self._to.root)}", left, unmade
        )

    # --- a fact -------------------------------------------------------------------------------------

    def _fact(self, path: str, id: str, form: _Form | None = None, *, problem: str = "") -> Reply:
        """The page of a fact. form, problem: what was sent, and why it was not taken."""
        page, disk, expects = self._on_disk(path)
        found = _shown(page, id) if page is not None else None
        if page is None or found is None:
            return self._pages.missing("") if form is None else self._gone(path, form)
        words = next((each.markdown for each in disk.bullets if each.id == id), found.markdown)
        view = self._pages.library.view(path)
        superseded = view is not None and any(each.id == id and each.superseded for each in view.facts)
        digests = [page.sources[cite.source - 1].digest for cite in found.citations]
        return self._render(
            "fact.html",
            status=409 if problem else 200,
            page=page,
            fact=found,
            superseded=superseded,
            words=words,
            typed=form.get("words", words) if form is not None else words,
            expects=expects,
            problem=problem,
            stale=problem == self._pages.pages.say("stale"),
            edit=self._care.edit,
            history=history(self._care.root, id, (path, *digests)),
        )

    def _change_fact(self, path: str, id: str, form: _Form) -> Reply:
        page = self._page(path)
        if page is None:
            return self._gone(path, form)
        retiring = form.get("do") == "retire"

        def change(data: bytes) -> bytes:
            if retiring:
                return by_hand.retire(data, path, id)
            return by_hand.reword(data, path, id, form.get("words", ""))

        # Programs read the digest's reason by the line; a commit has room for more of them.
        title, reason = page.title, printable_text(form.get("reason", "")[:_REASON]).strip()
        why = (id, normalise(reason)) if retiring else None
        try:
            landed = self._land(path, form, change, why)
        except FormatError:
            raise
        except WikicError as error:
            return self._fact(path, id, form, problem=said(error))
        if landed.stale:
            return self._fact(path, id, form, problem=self._pages.pages.say("stale"))
        verb = "Retire" if retiring else "Reword"
        subject = f"{verb} a fact of {title}"
        unmade = self._care.committed(landed.files, subject, reason if retiring else "")
        lines = list(landed.notices)
        if retiring and Tree(self._care.root).stat(layout.page_file(path)) is None:
            lines.append(self._pages.pages.say("page_gone", title=page.title))
            fact = _shown(page, id)
            undo = [page.sources[cite.source - 1].key for cite in fact.citations[:1]] if fact else []
            return self._done(None, self._to.root, lines, unmade, undo=(path, id, *undo))
        return self._done(page, self._to.page(path, "" if retiring else id), lines, unmade)

    # --- a page -------------------------------------------------------------------------------------

    def _edit(self, path: str, query: _Form, form: _Form | None = None, *, problem: str = "") -> Reply:
        page, disk, expects = self._on_disk(path)
        if page is None:
            return self._pages.missing("") if form is None else self._gone(path, form)
        wanted = (form or query).get("section", "")
        number = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 4 else 0
        own = [(each.heading.lstrip("#").strip(), each.body.strip("\n")) for each in disk.sections]
        heading, body = own[number - 1] if 0 < number <= len(own) else ("", "")
        typed = form or {"heading": heading, "body": body}
        return self._render(
            "edit.html",
            status=409 if problem else 200,
            page=page,
            sections=own,
            number=number if number <= len(own) else 0,
            now=(heading, body),
            typed={name: typed.get(name, "") for name in ("heading", "body", "other", "titles", "pins")},
            expects=expects,
            problem=problem,
            stale=problem == self._pages.pages.say("stale"),
            retired=self._retired_of(page),
        )

    def _restore(self, path: str, form: _Form) -> Reply:
        """Show a retired fact again, on a page that may have gone with it."""
        key, id = form.get("key", ""), form.get("statement", "")
        try:
            with self._writing:
                landed = restore(self._care.root, self._care.options(), key, id)
        except UsageError as error:
            return self._edit(path, {}, form, problem=sentence(str(error)))
        name = layout.stem(path).replace("-", " ")
        unmade = self._care.committed(landed.files, f"Show a retired fact of {name} again")
        return self._done(self._page(path), self._to.page(path, id), list(landed.notices), unmade)

    def _change_page(self, path: str, form: _Form) -> Reply:
        page = self._page(path)
        if page is None:
            return self._gone(path, form)
        do = form.get("do", "")
        try:
            if do in (JOIN, PART):
                preview = self._reshaping.preview(path, do, form)
                if preview.mark != form.get("mark"):
                    again = bool(form.get("mark"))
                    return self._render(
                        "preview.html", page=page, form=form, do=do, preview=preview, again=again
                    )
                with self._writing:
                    files, lines = self._reshaping.carry_out(path, do, form)
                unmade = self._care.committed(files, preview.reason)
                return self._done(page, self._to.page(path), lines, unmade, always=True)
            landed = self._land(path, form, partial(_written, path=path, form=form))
        except FormatError:
            raise
        except WikicError as error:
            # What commands say of their options, the form has said beside its fields.
            words = said(error) if do == _SECTION else sentence(str(error))
            return self._edit(path, {}, form, problem=words)
        if landed.stale:
            return self._edit(path, {}, form, problem=self._pages.pages.say("stale"))
        unmade = self._care.committed(landed.files, f"Edit a section of {page.title}")
        return self._done(page, self._to.page(path), list(landed.notices), unmade)

    def _retired_of(self, page: ReaderPage) -> list[tuple[str, Statement]]:
        """The retired facts of the page's sources that are about it, each with the key of its source."""
        library = self._pages.library
        found: list[tuple[str, Statement]] = []
        for source in page.sources:
            digest = library.whole_digest(source.digest)
            if digest is None or all(not each.retired for each in digest.statements):
                continue
            about = {each.id for each in digest.entities if library.resolve(each.title).path == page.path}
            found += [(digest.key, each) for each in digest.statements if each.retired and each.of in about]
        return found

    # --- what they share ----------------------------------------------------------------------------

    def _page(self, path: str) -> ReaderPage | None:
        self._pages.open()
        if layout.path_fault(path) is not None or not layout.is_knowledge_page(path) or layout.is_index(path):
            return None
        return self._pages.reader.page(path)

    def _on_disk(self, path: str) -> tuple[ReaderPage | None, PageOnDisk, str]:
        """The page as shown, as it stands, and the hash of its file."""
        page = self._page(path)
        data = Tree(self._care.root).read(layout.page_file(path)) if page is not None else None
        if page is None or data is None:
            return None, page_read.parse(b"", path), ""
        return page, page_read.parse(data, path), layout.content_hash(data)

    def _land(
        self,
        path: str,
        form: _Form,
        change: Callable[[bytes], bytes],
        why: tuple[str, str] | None = None,
    ) -> Landed:
        seen = path, form.get("expects", "")
        with self._writing:
            return change_page(self._care.root, self._care.options(), seen, change, why=why)

    def _render(self, template: str, status: int = 200, **values: Any) -> Reply:
        return Reply.html(self._pages.pages.tended(template, self._to, **values), status)

    def _done(
        self,
        page: ReaderPage | None,
        place: str,
        lines: list[str],
        unmade: str,
        *,
        undo: tuple[str, ...] = (),
        always: bool = False,
    ) -> Reply:
        """Back to where it shows; by way of a page that says what a person should know, if anything.

        undo: path of the page, id of the fact and key of the source that show it again.
        """
        if unmade:
            lines = [*lines, self._pages.pages.say("no_commit", reason=unmade)]
        if not lines and not always:
            return Reply(303, headers=(("location", place),))
        heading = self._pages.pages.say("saved")
        values: dict[str, Any] = {"page": page, "place": place, "lines": lines, "heading": heading}
        return self._render("done.html", typed="", undo=undo, **values)

    def _refused(self, error: WikicError, form: _Form) -> Reply:
        """Why nothing was changed, with what was typed, so that it is not lost."""
        heading = self._pages.pages.say("not_saved")
        values = {"page": None, "place": self._to.root, "lines": [said(error)], "heading": heading}
        return self._render("done.html", 409, typed=_typed(form), **values)

    def _gone(self, path: str, form: _Form) -> Reply:
        """What was edited is not there any more: what was typed is shown, so that it is not lost."""
        lines = [self._pages.pages.say("gone")]
        page = self._page(path)
        place = self._to.page(path) if page is not None else self._to.root
        values = {
            "page": page,
            "place": place,
            "lines": lines,
            "heading": self._pages.pages.say("not_saved"),
            "typed": _typed(form),
        }
        return self._render("done.html", 409, **values)


def _fact_of(path: str) -> tuple[str, str]:
    page, _, id = path.removeprefix(FACT).rpartition("/")
    return page, id


def _shown(page: ReaderPage, id: str) -> ShownFact | None:
    return next((fact for section in page.sections for fact in section.facts if fact.id == id), None)


def _typed(form: _Form) -> str:
    return "\n".join(form[name] for name in ("heading", "words", "body") if form.get(name))


def _written(data: bytes, path: str, form: _Form) -> bytes:
    number = form.get("section", "0")
    at = int(number) if number.isascii() and number.isdigit() and len(number) < 4 else 0
    return by_hand.write_section(data, path, at, form.get("heading", ""), form.get("body", ""))
