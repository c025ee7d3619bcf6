"""The structure of a document: one tree, read from Markdown by one parser and written as Markdown again.

Its leaves are what a page shows, a digest names and a question finds.
"""
