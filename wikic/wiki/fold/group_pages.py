"""What page each group of entities is to have: its title, its stem, its directory, and the page itself.

``Fold`` says when a group is named again and what people changed; here stands what the digests give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from wikic import layout
from wikic.model import attachment
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.page import NO_OVERLAY, Fact, Head, Overlay, Page
from wikic.model.placing import TopicPlacer
from wikic.model.schema import Placer, Schema
from wikic.text.normalise import fold_name
from wikic.wiki import document_body, document_page, link_form
from wikic.wiki.documents import stated_links
from wikic.wiki.fold import overlays, page_facts, page_head, written_articles, written_on_page
from wikic.wiki.fold.differing import differing, differing_statements
from wikic.wiki.fold.overlays import KnownPages
from wikic.wiki.fold.people_edits import Expected
from wikic.wiki.fold.resolve import GroupId, Member, Resolver
from wikic.wiki.fold.stems import Stems
from wikic.wiki.fold.tables import Kind, Table
from wikic.wiki.fold.terms import Terms
from wikic.wiki.fold.written_articles import Articles, ShownArticle, Subject
from wikic.wiki.page_render import borrows_stamp, stamp

_AT_ONCE: Final = 10_000  # groups
_HOMES: Final[Kind[str]] = Kind.of(str)
_TITLES: Final[Kind[page_head.Title]] = Kind.of(page_head.Title, weight=300)


class GroupPages:
    """The groups that have a page, and what the fold gives for each of them.

    titles: what the page of each group that has one is called without people's changes.
    former: titles of groups that have no page any more.
    """

    def __init__(
        self,
        schema: Schema,
        resolver: Resolver,
        terms: Terms,
        load: Callable[[str], Digest],
        load_article: Callable[[str], Article],
        known: KnownPages,
    ) -> None:
        """``load``, ``load_article``: digest and article of a key the resolver holds.

        known: the pages on disk, kept in step.
        """
        overflow = known.overflow
        self._schema = schema
        self._placer = Placer(schema)
        self._topics = TopicPlacer(schema)
        self._resolver = resolver
        self._terms = terms
        self._load = load
        self._load_article = load_article
        self._led: dict[GroupId, list[str]] = {}  # group → stems that identity.yaml leads to it
        for redirect in resolver.identity.redirects:
            self._led.setdefault(fold_name(redirect.title), []).append(redirect.stem)
        self.stems = Stems(overflow)
        self.titles: Table[page_head.Title] = Table(overflow, _TITLES)
        self._homes: Table[str] = Table(overflow, _HOMES)  # directories, as the digests give them
        self._known = known
        self.articles = Articles(resolver)
        self.former: dict[GroupId, str] = {}

    # --- names ------------------------------------------------------------------------------------

    def restored(self) -> None:
        """Name every group that has a page."""
        for number, root in enumerate(self._resolver.roots()):
            if number % _AT_ONCE == 0:  # in steps, or it would hold all that changed
                self.stems.settle()
            members = self._resolver.all_members(root)
            if page_head.exists(self._resolver, self._terms, members):
                self._name(root, members)
        self.stems.settle()
        self._resolver.forget_answers()

    def name_again(self, groups: Iterable[GroupId]) -> set[GroupId]:
        """Name the groups again; returns those that links name otherwise than before, that came or went."""
        groups = list(groups)
        before = {group: self.place(group) for group in groups}
        for group in groups:
            members = self._resolver.all_members(group) if self._resolver.root(group) == group else []
            if members and page_head.exists(self._resolver, self._terms, members):
                self._name(group, members)
            elif group in self.titles:
                self.former[group] = self.titles.pop(group).text
                self.stems.remove(group)
        changed = self.stems.settle()
        for group in {*groups, *changed}:
            if group in self.titles:
                members = self._resolver.all_members(group)
                tags = page_head.tags(self._resolver, members)
                self._homes[group] = self._directory(group, members, tags)
        return changed | {group for group in groups if self.place(group) != before[group]}

    def _name(self, group: GroupId, members: list[Member]) -> None:
        known = self._known.get(group)
        title = self.titles[group] = page_head.title(self._resolver, group, members)
        given = known.overlay.title if known is not None else None
        fixed = None
        if known is not None and given is not None:
            stem = layout.stem(known.path)
            fixed = stem if layout.page_stem(stem).casefold() == layout.page_stem(given).casefold() else None
        document = self.document(members)
        since = f"{self._resolver.digests[document].ingested} {document}" if document else ""
        self.stems.put(group, given or title.text, title.disambiguator, fixed, since)

    def stem_of(self, group: GroupId) -> str | None:
        """The stem of a group's page, None when it has none."""
        return self.stems.stem(group)

    def place(self, group: GroupId) -> tuple[str, str] | None:
        """Page path and title by which links lead to a group's page; None when it has none."""
        stem = self.stem_of(group)
        if stem is None or group not in self.titles:
            return None
        known, overlay = self._known.get(group), self._overlay(group)
        given = self._homes.get(group)
        home = overlay.home or (given if given is not None else layout.directory(known.path if known else ""))
        return f"{home}/{stem}", overlay.title or self.titles[group].text

    def target(self, group: GroupId) -> str | None:
        """The page path a group's page is to have, None when it has none."""
        place = self.place(group)
        return place[0] if place is not None else None

    def path_of(self, group: GroupId) -> str | None:
        """The page path at which a group's page is on disk, None when there is none."""
        known = self._known.get(group)
        return known.path if known is not None else None

    def _overlay(self, group: GroupId) -> Overlay:
        """What people changed on a group's page."""
        known = self._known.get(group)
        return known.overlay if known is not None else NO_OVERLAY

    def title_of(self, group: GroupId) -> str:
        """The title a group's page has without people's changes. Raises KeyError when it has none."""
        return self.titles[group].text

    def names_of(self, group: GroupId) -> tuple[str, tuple[str, ...]]:
        """Title and aliases of a group's page, as the fold and people have them; KeyError without one."""
        title, overlay = self.titles[group], self._overlay(group)
        head = self._head(group, self._resolver.all_members(group))
        return overlay.title or title.text, page_head.shown_head(head, overlay).aliases

    # --- pages ------------------------------------------------------------------------------------

    def expected(self, group: GroupId) -> Expected | None:
        """What the fold gives for a group before people's changes; None when it has no page."""
        if group not in self.titles:
            return None
        members = self._resolver.all_members(group)
        document = self.document(members)
        title = self.titles[group]
        taken = page_facts.statements_from(self._resolver, members)
        borrowed = page_facts.borrowed_from(self._resolver, members)
        borrows = {each for ids in borrowed.values() for each in ids}
        borrows |= {each.id for each in self._differing(members)}
        generated = self._head(group, members)
        return Expected(
            title=title.text,
            stem=layout.page_stem(title.text),
            directory=self._directory(group, members, generated.tags),
            generated=generated,
            statements={layout.digest_path(key): ids for key, ids in taken.items()},
            redirects=self._redirects(group),
            names=frozenset(self._resolver.symbol(member).title for member in members),
            borrowed=frozenset(borrows),
            headings=frozenset(each for key, _ in members for each in self._resolver.digests[key].headings),
            document=layout.digest_path(document) if document else "",
            leaves=partial(self._shown_leaves, document)
            if document
            else partial(self._article_leaves, group),
            said=partial(self._said, document),
        )

    def document(self, members: Sequence[Member]) -> str:
        """The key of the document of a library whose page the members are on, "" where it is none's."""
        key = self._resolver.document(members)
        return key if key is not None and self._schema.layout_of(key) == "library" else ""

    def _said(self, key: str) -> dict[str, str]:
        """The text of each statement of a document."""
        return {each.id: each.text for each in self._load(key).statements}

    def _shown_leaves(self, key: str) -> tuple[tuple[str, str], ...]:
        """Address and words of the leaves of a document that its page shows."""
        article = document_body.Parted.of(self._load_article(key).text)
        removed = set(self._resolver.digests[key].removed)
        shown = ((document_body.address(leaf), leaf.text) for leaf in article.parts)
        return tuple(each for each in shown if each[0] not in removed)

    def _differing(
        self, members: Sequence[Member], load: Callable[[str], Digest] | None = None
    ) -> tuple[Fact, ...]:
        """Where documents differ on the thing of a page, as its lines say it."""
        return differing(self._resolver, members, self.titles.__contains__, load)

    def article(self, group: GroupId) -> ShownArticle | None:
        """What of a written article stands on a group's page, None where none does."""
        file = self.articles.chosen(group)
        if file is None:
            return None
        return written_articles.shown_article(file, self.articles.files[file], self._resolver, self._load)

    def _article_leaves(self, group: GroupId) -> tuple[tuple[str, str], ...]:
        found = self.article(group)
        return written_on_page.leaves(found.text) if found is not None else ()

    def subject(self, group: GroupId) -> Subject | None:
        """What an article about a group's thing can be composed of; None where that is too little.

        Two documents have to speak of it, and it is none itself.
        """
        members = self._resolver.all_members(group)
        if self.document(members) or len({key for key, _ in members}) < 2:
            return None
        units = tuple(written_articles.evidence(self._resolver, members, self._load))
        place = {(each.unit.key, each.unit.statement): at for at, each in enumerate(units)}
        disputed = differing_statements(self._resolver, members)
        groups = (
            tuple((place[key, id], value) for key, id, value in told if (key, id) in place)
            for told in disputed
        )
        keys = {each.unit.key for each in units}
        telling = [member for member in members if member[0] in keys]  # an article goes with these alone
        overlay = self._overlay(group)
        title = overlay.title or self.titles[group].text
        aliases = page_head.shown_head(self._head(group, telling), overlay).aliases
        things = ((member[0], self._resolver.symbol(member).title) for member in telling)
        two = tuple(each for each in groups if len(each) > 1)
        found = Subject(group, title, aliases, tuple(dict.fromkeys(things)), units, two)
        return found if found.is_told_of else None

    def page(self, group: GroupId) -> Page:
        """The page of a group that has one, people's changes laid over it."""
        overlay = self._overlay(group)
        members = self._resolver.all_members(group)
        document = self.document(members)
        if document:
            return self._document_page(group, document, members, overlay)
        title = self.titles[group]
        facts = page_facts.facts(self._resolver, members, self._load, overlay)
        facts += page_facts.borrowed(self._resolver, members, self._load, overlay)
        told = self._differing(members, self._load)
        facts += tuple(each for each in told if each.id not in overlay.refused)
        article = self.article(group)
        written = written_on_page.put_on_page(article.text if article is not None else "", overlay)
        overlay = overlays.orphans_kept(written.overlay, {fact.id for fact in facts})
        overlay = overlays.settled(overlay, [fact.id for fact in facts])
        led, stem = self._redirects(group), self.stem_of(group)
        overlay = overlays.led(overlay, layout.page_stem(title.text), (*led, stem or ""))
        generated = self._head(group, members)
        directory = self._directory(group, members, generated.tags)
        head = page_head.shown_head(generated, overlay)
        return Page(
            path=f"{overlay.home or directory}/{stem}",
            type=directory,
            title=overlay.title or title.text,
            created=min(self._resolver.digests[key].ingested for key, _ in members),
            head=head,
            stamp=stamp(head),
            facts=facts,
            sources=page_facts.source_lines(
                self._resolver, members, article.keys if article is not None else ()
            ),
            overlay=overlay,
            redirects=led,
            borrows=borrows_stamp(fact.id for fact in facts if fact.borrowed),
            body=written.body,
            note=written.note,
            article=article.file if article is not None else "",
            sentences=article.sentences if article is not None else (),
            written=article.label if article is not None else "",
            leads=tuple(self._leads(members, head)),
            wikilinks=self._schema.links == "wikilinks",
        )

    def _document_page(self, group: GroupId, key: str, members: Sequence[Member], overlay: Overlay) -> Page:
        """The page of a document: its Markdown, with what people changed."""
        title = self.titles[group]
        led, stem = self._redirects(group), self.stem_of(group)
        overlay = overlays.led(overlay, layout.page_stem(title.text), (*led, stem or ""))
        generated = self._head(group, members)
        directory = self._directory(group, members, generated.tags)
        head = page_head.shown_head(generated, overlay)
        path = f"{overlay.home or directory}/{stem}"
        named = overlay.title or title.text
        article = self._load_article(key)
        parted = document_body.Parted.of(article.text)
        where = partial(self._target, key, path)
        overlay = document_page.settled(overlay, parted)
        removed = self._resolver.digests[key].removed
        edits = document_body.Edits(dict(overlay.rewordings), removed, overlay.bullets)
        titles = {self.titles[group].text, article.title, named}
        body = document_body.write_body(parted, titles, where, edits)
        told = self._differing(members, self._load)
        facts = tuple(each for each in told if each.id not in overlay.refused)
        plain = document_body.Edits({}, edits.removed, ())
        changed = edits.rewordings or edits.own
        written = document_body.write_body(parted, titles, where, plain) if changed else body
        return Page(
            path=path,
            type=directory,
            title=named,
            created=min(self._resolver.digests[each].ingested for each, _ in members),
            head=head,
            stamp=stamp(replace(head, summary="")),
            facts=facts,
            sources=page_facts.source_lines(self._resolver, members),
            overlay=overlay,
            redirects=led,
            leads=tuple(self._leads(members, head)),
            wikilinks=self._schema.links == "wikilinks",
            document=key,
            borrows=borrows_stamp(fact.id for fact in facts),
            body=body,
            note=document_page.noted(written, edits.own, parted),
        )

    def _target(self, key: str, page: str, target: str) -> str | None:
        """What the page of a document links to where the document links to ``target``.

        None where the target holds for the page too; "" where it leads nowhere from there.
        """
        if target.startswith("[["):
            name, _, place = target[2:-2].partition("#")
            place = (
                place.removeprefix("^")
                if place.startswith("^")
                else link_form.anchor(place.rpartition("#")[2])
            )
            if not name:
                return f"#{place}"
            link = stated_links.named(name, key)
        else:
            if stated_links.is_elsewhere(target) or f"{attachment.FOLDER}/" in target:
                return None
            place = target.partition("#")[2]
            link = stated_links.addressed(target, key)
        meant = self._resolver.links.meant(key, link) if link else None
        own = self._resolver.own(meant) if meant is not None else None
        known = self.place(self._resolver.root_of(own)) if own is not None else None
        if known is None:
            return ""
        return link_form.relative(layout.page_file(known[0]), page) + (f"#{place}" if place else "")

    def _leads(self, members: Sequence[Member], head: Head) -> Iterator[tuple[str, str, str]]:
        """Stem, page path and title of the pages that the head's lines name."""
        named = {link_form.by_stem(line).partition("]]")[0].removeprefix("[[") for line in head.related}
        for other in sorted(page_head.neighbours(self._resolver, members)) if named else ():
            stem = self.stem_of(other)
            place = self.place(other) if stem in named else None
            if stem is not None and place is not None:
                yield stem, *place

    def _head(self, group: GroupId, members: Sequence[Member]) -> Head:
        return page_head.generated_head(self._resolver, group, members, self.titles[group], self.stem_of)

    def _directory(self, group: GroupId, members: Sequence[Member], tags: tuple[str, ...]) -> str:
        if document := self.document(members):
            return page_head.topic(self._resolver.digests[document], self._topics)
        return page_head.directory(
            self._resolver, self._schema, self._placer, members, self.stem_of(group) or "", tags
        )

    def _redirects(self, group: GroupId) -> tuple[str, ...]:
        """Stems that were other pages' once and lead here now."""
        if not self._led:
            return ()
        names = {each.split("\0")[0] for each in (group, *self._resolver.joiners(group))}
        return tuple(sorted(stem for name in names for stem in self._led.get(name, ())))
