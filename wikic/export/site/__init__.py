"""The wiki as a static site: pages and a search that needs no server."""
