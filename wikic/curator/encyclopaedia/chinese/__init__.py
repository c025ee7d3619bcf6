"""Chinese documents: ``extract.extract(article, blocks, schema)``."""
