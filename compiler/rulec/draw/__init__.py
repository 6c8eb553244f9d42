"""Pictures: boards, pieces and moves as vector drawings, written as SVG, PNG and BMP."""
