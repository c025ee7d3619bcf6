"""Questions for a wiki that has none: drafts by rules, with gold, for people to choose from and edit."""
