"""Who listens hears how far the work is."""

from __future__ import annotations

from cmlir import progress


def test_told_items_are_counted_as_they_are_done():
    heard: list[tuple[str, int, int | None]] = []
    with progress.listening(lambda *said: heard.append(said)):
        assert list(progress.told("w", "ab", 2)) == ["a", "b"]
    assert heard == [("w", 0, 2), ("w", 1, 2), ("w", 2, 2)]


def test_nobody_hears_outside_of_it():
    heard: list[tuple[str, int, int | None]] = []
    with progress.listening(lambda *said: heard.append(said)):
        teller = progress.teller()
    progress.tell("w", 1)
    progress.teller()("w", 1, None)
    assert heard == []
    teller("later", 1, None)
    assert heard == [("later", 1, None)]
