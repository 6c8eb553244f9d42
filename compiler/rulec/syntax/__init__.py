"""Text to tree: sources and spans, diagnostics, the parser."""
