"""Envelopes."""


def envelope(name, phone):
    return f"{name} ({'on file' if phone else ''})"
