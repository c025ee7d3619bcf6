"""Chinese documents: ``wikic.curator.offline.chinese.extract.extract(article, blocks, schema)``."""
