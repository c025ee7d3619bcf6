"""Many knowledge bases, one command: each initialised, compiled, linted and mirrored in processes of its own.

WikiKV builds one wiki per author in parallel; nothing is shared between them, so neither is
anything here: a base that kills its process takes no other with it.
"""
