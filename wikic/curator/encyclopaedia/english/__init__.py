"""English documents: ``extract.extract(article, blocks, schema)``."""
