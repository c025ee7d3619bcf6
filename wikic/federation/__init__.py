"""One question over many wikis.

``members`` says which there are and keeps those in use open, ``registry`` which of them may answer,
``ask`` asks them and ``merge`` puts their answers in one order. Nothing is joined across wikis: a name
of one says nothing of the same name in another.
"""
