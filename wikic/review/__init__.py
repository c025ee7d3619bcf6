"""What waits for a person: listing it, showing one document fact by fact, accepting and rejecting.

Values in, values out, nothing is printed; the faces show them. ``compile --review`` puts sources there
(``compiler/put_aside.py``), ``wiki/review_folder.py`` knows the files.
"""
