"""The wiki as a static site: pages, sources and search as files that need no server."""
