"""A frozen dataclass of the site behaves like the standard library's."""

import copy
import dataclasses
import pickle
from dataclasses import KW_ONLY, FrozenInstanceError, field
from inspect import signature
from typing import Any

import pytest

from rulesets.core.records import dataclass

Made = Any  # a class of either kind


@dataclasses.dataclass(frozen=True)
class Usual:
    place: str
    strength: int = 3
    names: list[str] = field(default_factory=list)
    hidden: int = field(default=0, repr=False, compare=False)
    _: KW_ONLY
    kept: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "seen", True)


@dataclass(frozen=True)
class Quick:
    place: str
    strength: int = 3
    names: list[str] = field(default_factory=list)
    hidden: int = field(default=0, repr=False, compare=False)
    _: KW_ONLY
    kept: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "seen", True)


@dataclass(frozen=True)
class Nearer(Quick):
    """A subclass with a field and an order of its own."""

    miles: int = 1
    made: dict[str, int] = field(default_factory=dict, init=False)

    def __lt__(self, other: "Nearer") -> bool:
        return self.miles < other.miles

    def __hash__(self) -> int:
        return 7


@dataclass(frozen=True, eq=False)
class Itself:
    place: str


@dataclass(frozen=True)
class Empty:
    pass


BOTH = pytest.mark.parametrize("kind", [Usual, Quick])
ARGUMENTS = [
    (("Corinth",), {}),
    (("Corinth", 5, ["Beauregard"], 9), {}),
    ((), {"strength": 4, "place": "Shiloh", "kept": (1, 2)}),
]


@pytest.mark.parametrize(("given", "named"), ARGUMENTS)
def test_instances_look_and_compare_alike(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    usual: Any = Usual(*given, **named)
    quick = Quick(*given, **named)
    assert repr(quick) == repr(usual).replace("Usual", "Quick")
    assert dataclasses.asdict(quick) == dataclasses.asdict(usual)
    assert vars(quick) == vars(usual)
    assert quick == Quick(*given, **named) != Quick("elsewhere")
    assert quick != usual


@BOTH
@pytest.mark.parametrize(("given", "named"), [((), {}), (("a", 1, [], 0, ()), {}), (("a",), {"place": "b"})])
def test_wrong_arguments_are_refused(kind: Made, given: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        kind(*given, **named)


@BOTH
def test_nothing_can_be_changed(kind: Made) -> None:
    one = kind("Corinth")
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'place'"):
        one.place = "Shiloh"
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'place'"):
        del one.place
    assert one == kind("Corinth")


@BOTH
def test_each_instance_has_its_own_list(kind: Made) -> None:
    assert kind("a").names is not kind("a").names


@BOTH
def test_replaced_copied_and_pickled_instances_are_equal(kind: Made) -> None:
    one = kind("Corinth", kept=(1,))
    assert dataclasses.replace(one, place="Shiloh") == kind("Shiloh", kept=(1,))
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one


def test_hash_follows_the_fields_that_are_compared() -> None:
    @dataclass(frozen=True)
    class Hashed:
        place: str
        note: str = field(default="", compare=False)

    assert {Hashed("a", "x"), Hashed("a", "y"), Hashed("b")} == {Hashed("a"), Hashed("b")}
    assert hash(Empty()) == hash(Empty())
    assert Empty() == Empty()


def test_own_methods_and_inherited_fields_stay() -> None:
    near, far = Nearer("Corinth", miles=1), Nearer("Corinth", miles=2)
    assert near < far
    assert hash(near) == 7
    assert near.made == {}
    assert [each.name for each in dataclasses.fields(Nearer)] == [
        "place", "strength", "names", "hidden", "kept", "miles", "made",
    ]  # fmt: skip
    match near:
        case Nearer(place, strength):
            assert (place, strength) == ("Corinth", 3)


def test_instances_without_comparison_equal_only_themselves() -> None:
    one = Itself("a")
    assert one == one != Itself("a")
    assert hash(one) != hash(Itself("a"))


def test_methods_are_compiled_once_and_at_their_first_call() -> None:
    @dataclass(frozen=True)
    class Fresh:
        place: str

    early = vars(Fresh)["__init__"]
    one = Fresh("Corinth")
    compiled = dict(vars(Fresh))
    assert compiled["__init__"] is not early
    early(one, "Shiloh")  # by a thread that found it before
    assert one == Fresh("Shiloh")
    assert {name: vars(Fresh)[name] for name in ("__init__", "__eq__", "__hash__")}.items() <= compiled.items()


def test_methods_of_a_base_class_can_be_called_first() -> None:
    far = Nearer.__new__(Nearer)
    Quick.__init__(far, "Corinth", 4)
    assert vars(far)["strength"] == 4
    assert "miles" not in vars(far)


def taken(made: Made) -> list[tuple[str, object, bool]]:
    """Return the arguments of a class: name, kind, and whether it can be left out."""
    return [(each.name, each.kind, each.default is not each.empty) for each in signature(made).parameters.values()]


def test_class_tells_what_it_takes_before_and_after_its_first_instance() -> None:
    @dataclass(frozen=True)
    class Fresh(Quick):
        miles: int = 1

        def __call__(self, pace: int) -> int:
            return self.miles // pace

    usual = taken(Usual)
    fresh = [*usual[:-1], ("miles", *usual[1][1:]), usual[-1]]
    assert taken(Fresh) == fresh
    assert taken(Fresh("Shiloh")) == [("pace", *usual[0][1:])]
    assert taken(Fresh) == fresh
    assert taken(Quick) == usual
