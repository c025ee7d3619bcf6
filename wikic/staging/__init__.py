"""Documents that do not lie in a folder of this machine: in a bucket, on the web, in a zip file.

They are copied to the user's cache, where everything else reads them as files. ``stage.py`` is the way in.
"""
