"""What a person changes on a page without an editor: one fact or one section, as they saw it."""
