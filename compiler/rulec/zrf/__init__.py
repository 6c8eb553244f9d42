"""Reading, checking and running Zillions rule files (ZRF).

The language, its limits and the readings chosen where its reference is silent are in docs/zrf.md.
"""
