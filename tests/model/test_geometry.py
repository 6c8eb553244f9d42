"""Directions, their turns, and what words and leaps mean on every lattice."""

import pytest

from rulec.model.geometry import LEVEL_HEXES, LEVELS, SQUARES, UPRIGHT_HEXES, Geometry, geometry

ALL = (SQUARES, UPRIGHT_HEXES, LEVEL_HEXES, LEVELS)
HEXES = (UPRIGHT_HEXES, LEVEL_HEXES)


def meant(lattice: Geometry, word: str, course: str, *, later: bool = False) -> list[str]:
    """The short names of the directions that a word means, seen from a course."""
    words = lattice.course_words if later else lattice.words
    found = [
        lattice.turned(lattice.by_word[course], heading.turn) if heading.relative else heading.turn
        for heading in words[word]
    ]
    return [lattice.directions[one].short for one in found if one is not None]


@pytest.mark.parametrize("name", ALL)
def test_directions_have_names_of_their_own_and_opposites(name: str) -> None:
    lattice = geometry(name)
    names = [direction.name for direction in lattice.directions]
    shorts = [direction.short for direction in lattice.directions]
    assert len(set(names) | set(shorts)) == len(names) + len(shorts) - names.count("")
    for direction in lattice.directions:
        opposite = tuple(-part for part in direction.vector)
        assert lattice.directions[lattice.direction_of[opposite]].kind == direction.kind


@pytest.mark.parametrize("name", ALL)
def test_turning_in_the_plane_comes_round(name: str) -> None:
    lattice = geometry(name)
    right = lattice.quarter
    for i, direction in enumerate(lattice.directions[:8]):
        here: int | None = i
        for _ in range(4):
            assert here is not None
            here = lattice.turned(here, right)
        assert here == i
        back = meant(lattice, "backward", direction.short)
        vector = lattice.directions[lattice.by_word[back[0]]].vector
        assert vector == tuple(-part for part in direction.vector)


@pytest.mark.parametrize(
    ("name", "orthogonal", "diagonal"),
    [
        (SQUARES, "n e s w", "ne se sw nw"),
        (UPRIGHT_HEXES, "n ne se s sw nw", "nne e sse ssw w nnw"),
        (LEVEL_HEXES, "ne e se sw w nw", "n ene ese s wsw wnw"),
    ],
)
def test_kinds_of_directions(name: str, orthogonal: str, diagonal: str) -> None:
    lattice = geometry(name)
    assert meant(lattice, "orthogonal", "n") == orthogonal.split()
    assert meant(lattice, "diagonal", "n") == diagonal.split()
    assert len(meant(lattice, "any", "n")) == len(lattice.directions)


def test_kinds_of_directions_between_levels() -> None:
    lattice = geometry(LEVELS)
    counts = {word: len(lattice.words[word]) for word in ("orthogonal", "diagonal", "triagonal")}
    assert counts == {"orthogonal": 6, "diagonal": 12, "triagonal": 8}
    assert meant(lattice, "flat", "n") == ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
    assert meant(lattice, "up", "n") == ["u"]


@pytest.mark.parametrize("name", HEXES)
def test_forward_right_crosses_a_side_and_its_diagonal_a_corner(name: str) -> None:
    """Whichever kind of direction forward is."""
    lattice = geometry(name)
    for course in (direction.short for direction in lattice.directions):
        for word in ("forward-left", "forward-right", "backward-left", "backward-right"):
            (side,), (corner,) = (
                meant(lattice, word, course),
                meant(lattice, f"diagonal-{word}", course),
            )
            assert lattice.directions[lattice.by_word[side]].kind == "orthogonal"
            assert lattice.directions[lattice.by_word[corner]].kind == "diagonal"


@pytest.mark.parametrize(
    ("name", "course", "ways"),
    [
        (SQUARES, "n", ["nw", "ne"]),
        (SQUARES, "ne", ["n", "e"]),
        (UPRIGHT_HEXES, "n", ["nnw", "nne"]),
        (UPRIGHT_HEXES, "nne", ["n", "ne"]),
        (LEVEL_HEXES, "n", ["nw", "ne"]),
        (LEVEL_HEXES, "e", ["ene", "ese"]),
        (LEVELS, "n", ["nw", "ne"]),
        (LEVELS, "nu", ["nwu", "neu"]),
        (LEVELS, "u", []),
    ],
)
def test_outward_is_the_nearest_on_either_side(name: str, course: str, ways: list[str]) -> None:
    assert meant(geometry(name), "outward", course, later=True) == ways


@pytest.mark.parametrize(
    ("name", "leap", "images"),
    [
        (SQUARES, (2, 1), 8),
        (SQUARES, (2, 2), 4),
        (SQUARES, (3, 0), 4),
        (UPRIGHT_HEXES, (2, 1), 12),
        (LEVEL_HEXES, (1, 1), 6),
        (LEVEL_HEXES, (2, 0), 6),
        (LEVELS, (2, 1), 24),
        (LEVELS, (1, 1, 1), 8),
        (LEVELS, (3, 2, 1), 48),
    ],
)
def test_leaps_have_all_images(name: str, leap: tuple[int, ...], images: int) -> None:
    lattice = geometry(name)
    found = lattice.images(leap)
    assert len(found) == len(set(found)) == images
    lengths = {
        sum(weight * part * part for weight, part in zip(lattice.weights, vector, strict=True))
        for vector in found
    }
    assert len(lengths) == 1


@pytest.mark.parametrize("name", HEXES)
def test_a_leap_of_one_and_one_is_a_diagonal_step(name: str) -> None:
    lattice = geometry(name)
    steps = {one.vector for one in lattice.directions if one.kind == "diagonal"}
    assert set(lattice.images((1, 1))) == steps
