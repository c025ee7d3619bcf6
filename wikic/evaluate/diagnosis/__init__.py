"""Why a wiki does not answer: how healthy its graph is for questions, and what each failed one lacks.

Files without a test of their name are held by test_diagnosis.py.
"""
