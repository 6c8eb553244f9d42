"""Measurements, one command."""
