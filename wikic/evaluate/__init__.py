"""Does a wiki answer the questions its keeper has?

``question.py`` reads the questions and finds their documents in the wiki, ``arms/`` are the ways to
answer, ``run.py`` asks every arm every question and keeps the replies in a file, ``metrics.py`` scores a
reply, ``summary.py`` makes means with intervals of the scores.

Files without a test of their name are held by test_run.py.
"""
