"""The table of all checks of a model's reply, each with its error type of the paper (LLM-Wiki, Table 6)."""

from __future__ import annotations

from typing import Final

from wikic.curator.model.bounds import one_line
from wikic.model.extraction import Slip
from wikic.model.finding import Category

_EXAMPLE: Final = 160  # characters of the case that are kept

# Rule, the paper's category, message: the same for equal causes. A category is used for what Table 6 says of
# it, so that shares can stand beside the paper's: "index inconsistency" is a directory or page that index and
# disk know differently, "malformed reference" a citation; what none of the seven means is "other".
RULES: Final[tuple[tuple[str, Category, str], ...]] = (
    # the reply
    ("malformed-reply", Category.MALFORMED_REPLY, "a reply that is not the JSON asked for"),
    ("no-statements", Category.INCOMPLETE_PAGE, "a reply without any statement that can be used"),
    ("lost-part", Category.INCOMPLETE_PAGE, "a part of a document of which no reply could be used"),
    ("few-blocks-cited", Category.INCOMPLETE_PAGE, "most sentences of the document gave no statement"),
    # entities
    ("empty-title", Category.INCOMPLETE_PAGE, "an entity without a title"),
    ("duplicate-entity", Category.OTHER, "one thing declared as two entities"),
    ("reused-id", Category.MALFORMED_REF, "one id given to two entities"),
    ("unknown-dimension", Category.INDEX_INCONSISTENCY, "an entity in a directory that does not exist"),
    ("vague-name", Category.OTHER, "a pronoun or description given as a name"),
    ("outside-title", Category.UNSUPPORTED_FACT, "a title that the document does not hold"),
    ("outside-alias", Category.UNSUPPORTED_FACT, "an alias that the document does not hold"),
    ("unsupported-line", Category.UNSUPPORTED_FACT, "a line with names or numbers that are not there"),
    ("path-in-name", Category.UNSEEN_OVERWRITE, "a path where a name belongs"),
    # statements
    ("no-entity", Category.DANGLING_LINK, "a statement without an entity"),
    ("undeclared-entity", Category.DANGLING_LINK, "a statement of an entity that was not declared"),
    ("empty-statement", Category.INCOMPLETE_PAGE, "an empty statement"),
    ("long-statement", Category.OTHER, "a statement as long as a paragraph"),
    ("unknown-kind", Category.OTHER, "a statement of an unknown kind"),
    ("no-holder", Category.INCOMPLETE_PAGE, "a claim or judgement that names nobody who holds it"),
    ("held-fact", Category.OTHER, "a fact with a holder"),
    ("outside-holder", Category.UNSUPPORTED_FACT, "a holder that the document does not name"),
    ("unknown-block", Category.MALFORMED_REF, "a statement that cites a sentence that does not exist"),
    ("no-block", Category.MALFORMED_REF, "a statement that cites nothing"),
    ("many-blocks", Category.MALFORMED_REF, "a statement that cites half the document"),
    ("uncited-name", Category.MALFORMED_REF, "a statement that does not cite the sentence with its name"),
    ("unsupported-name", Category.UNSUPPORTED_FACT, "names or numbers that the cited sentences do not hold"),
    ("order", Category.UNSUPPORTED_FACT, "an order to the reader taken for a statement"),
    ("opposed", Category.UNSUPPORTED_FACT, "a statement that says the opposite of what it cites"),
    ("claim-as-fact", Category.UNSUPPORTED_FACT, "a fact that the cited sentences only report as said"),
    ("altered-code", Category.UNSUPPORTED_FACT, "code that is not as the cited sentences have it"),
    ("ungrounded", Category.UNSUPPORTED_FACT, "a statement that shares no words with what it cites"),
    ("prompt-leak", Category.OTHER, "the instructions given out as a text"),
    ("wrong-language", Category.OTHER, "a text in another language than the document's"),
    ("unnamed-thing", Category.UNSUPPORTED_FACT, "a sentence given for a thing that it does not name"),
    # relations
    ("unknown-relation", Category.DANGLING_LINK, "a relation with a label that is not on the list"),
    ("dangling-relation", Category.DANGLING_LINK, "a relation to an entity that was not declared"),
    ("relation-type", Category.UNSUPPORTED_FACT, "a relation between things that it cannot join"),
    ("unsupported-relation", Category.UNSUPPORTED_FACT, "a relation to what the cited sentences do not name"),
    ("self-relation", Category.DANGLING_LINK, "a relation of an entity to itself"),
    # any text
    ("link-in-text", Category.DANGLING_LINK, "a link written into a text"),
    ("markup-in-text", Category.OTHER, "markup written into a text"),
    ("path-in-text", Category.UNSUPPORTED_FACT, "a path or address that the cited sentences do not hold"),
)
_RULES: Final = {rule: (category, message) for rule, category, message in RULES}


def slip(rule: str, example: str = "") -> Slip:
    """The slip that check ``rule`` reports; ``example`` is the case."""
    category, message = _RULES[rule]
    return Slip(category, rule, message, one_line(example, _EXAMPLE))
