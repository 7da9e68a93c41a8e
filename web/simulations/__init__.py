"""Whole seasons in simulated time, one module each: `run(*, write, **options)` gives what went wrong, in words."""
