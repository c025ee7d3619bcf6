"""The values wikic passes around: frozen, slotted, compared by content."""
