# ruff: noqa: E501 - XML wraps badly
"""The smallest PDF, Word, OpenDocument and e-book files that say something, made by hand."""

from __future__ import annotations

import io
import zipfile

_XML = '<?xml version="1.0" encoding="UTF-8"?>'
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_ODF = "urn:oasis:names:tc:opendocument:xmlns"


def _zip(files: dict[str, str], mimetype: str = "") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        if mimetype:
            archive.writestr("mimetype", mimetype, zipfile.ZIP_STORED)
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def _relations(target: str) -> str:
    return (
        f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{_OFFICE}/officeDocument" Target="{target}"/></Relationships>'
    )


def _types(part: str, kind: str) -> str:
    return (
        f'{_XML}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="{part}" ContentType="application/vnd.openxmlformats-officedocument.{kind}"/></Types>'
    )


def docx(title: str, words: str, more: str = "") -> bytes:
    """more: XML behind the words, in their paragraph."""
    return _zip(
        {
            "[Content_Types].xml": _types("/word/document.xml", "wordprocessingml.document.main+xml"),
            "_rels/.rels": _relations("word/document.xml"),
            "word/document.xml": (
                f'{_XML}<w:document xmlns:w="{_WORD}"><w:body>'
                f'<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>{title}</w:t></w:r></w:p>'
                f'<w:p><w:r><w:t xml:space="preserve">{words}</w:t></w:r>{more}</w:p></w:body></w:document>'
            ),
        }
    )


def xlsx(cells: list[list[str]]) -> bytes:
    rows = "".join(
        "<row>" + "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in row) + "</row>"
        for row in cells
    )
    return _zip(
        {
            "[Content_Types].xml": _types("/xl/workbook.xml", "spreadsheetml.sheet.main+xml"),
            "_rels/.rels": _relations("xl/workbook.xml"),
            "xl/workbook.xml": (
                f'{_XML}<workbook xmlns="{_SHEET}" xmlns:r="{_OFFICE}">'
                '<sheets><sheet name="Mills" sheetId="1" r:id="s1"/></sheets></workbook>'
            ),
            "xl/_rels/workbook.xml.rels": (
                f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">'
                f'<Relationship Id="s1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
            ),
            "xl/worksheets/sheet1.xml": (
                f'{_XML}<worksheet xmlns="{_SHEET}"><sheetData>{rows}</sheetData></worksheet>'
            ),
        }
    )


def pptx(slides: list[tuple[str, str, str]]) -> bytes:
    """slides: title, words and notes of each."""
    draw = "http://schemas.openxmlformats.org/drawingml/2006/main"
    show = "http://schemas.openxmlformats.org/presentationml/2006/main"
    spaces = f'xmlns:a="{draw}" xmlns:p="{show}" xmlns:r="{_OFFICE}"'

    def shape(kind: str, words: str) -> str:
        return (
            f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr>'
            f"<p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>{words}</a:t></a:r></a:p></p:txBody></p:sp>"
        )

    files = {
        "[Content_Types].xml": _types("/ppt/presentation.xml", "presentationml.presentation.main+xml"),
        "_rels/.rels": _relations("ppt/presentation.xml"),
        "ppt/presentation.xml": (
            f"{_XML}<p:presentation {spaces}><p:sldIdLst>"
            + "".join(f'<p:sldId id="{255 + n}" r:id="s{n}"/>' for n in range(1, len(slides) + 1))
            + "</p:sldIdLst></p:presentation>"
        ),
        "ppt/_rels/presentation.xml.rels": (
            f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">'
            + "".join(
                f'<Relationship Id="s{n}" Type="{_OFFICE}/slide" Target="slides/slide{n}.xml"/>'
                for n in range(1, len(slides) + 1)
            )
            + "</Relationships>"
        ),
    }
    for number, (title, words, notes) in enumerate(slides, 1):
        tree = shape("title", title) + shape("body", words)
        files[f"ppt/slides/slide{number}.xml"] = (
            f"{_XML}<p:sld {spaces}><p:cSld><p:spTree>{tree}</p:spTree></p:cSld></p:sld>"
        )
        files[f"ppt/slides/_rels/slide{number}.xml.rels"] = (
            f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">'
            f'<Relationship Id="n" Type="{_OFFICE}/notesSlide" Target="../notesSlides/notesSlide{number}.xml"/></Relationships>'
        )
        files[f"ppt/notesSlides/notesSlide{number}.xml"] = (
            f"{_XML}<p:notes {spaces}><p:cSld><p:spTree>{shape('body', notes)}</p:spTree></p:cSld></p:notes>"
        )
    return _zip(files)


def odt(title: str, words: str) -> bytes:
    return _zip(
        {
            "META-INF/manifest.xml": (
                f'{_XML}<manifest:manifest xmlns:manifest="{_ODF}:manifest:1.0">'
                '<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>'
                '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
            ),
            "content.xml": (
                f'{_XML}<office:document-content xmlns:office="{_ODF}:office:1.0" xmlns:text="{_ODF}:text:1.0">'
                f'<office:body><office:text><text:h text:outline-level="1">{title}</text:h>'
                f"<text:p>{words}</text:p></office:text></office:body></office:document-content>"
            ),
        },
        "application/vnd.oasis.opendocument.text",
    )


def epub(title: str, words: str) -> bytes:
    return _zip(
        {
            "META-INF/container.xml": (
                f'{_XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
                '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
            ),
            "book.opf": (
                f'{_XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i">'
                '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
                f'<dc:identifier id="i">x</dc:identifier><dc:title>{title}</dc:title><dc:language>en</dc:language>'
                '</metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest>'
                '<spine><itemref idref="c"/></spine></package>'
            ),
            "c.xhtml": (
                f'{_XML}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>c</title></head>'
                f"<body><h1>{title}</h1><p>{words}</p></body></html>"
            ),
        },
        "application/epub+zip",
    )


def pdf(words: str) -> bytes:
    stream = b"BT /F1 12 Tf 72 720 Td (" + words.encode("latin-1") + b") Tj ET"
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    out, offsets = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return out + (
        b"xref\n0 6\n0000000000 65535 f \n%strailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (table, len(out))
    )
