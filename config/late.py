"""Keep a process from loading modules that libraries import and the site hardly ever uses, which saves it 5 MB.

A stand-in takes the place of each. It loads the module when anything of it is used, and then answers for it. Celery
takes what it uses of some others when it is imported, so their stand-ins leave again once it is.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import ModuleSpec
from threading import Lock
from types import ModuleType
from typing import Any

LATE = {  # each with the functions that its importers take from it at once
    "django.contrib.admindocs.views": ("simplify_regex",),  # for DRF's schemas; with all of Django's admin
    "sqlparse": (),  # for Django's introspection
    "uvicorn.main": ("Server", "main", "run"),  # uvicorn's command line, with click and multiprocessing
    "yaml": ("safe_dump", "safe_load"),  # for kombu and DRF
}
OF_CELERY = {"cffi": (), "dateutil.parser": ("isoparse",), "dateutil.tz": ()}
ERRORS_OF_CLICK = {"click": "ClickException", "click.exceptions": "Exit"}  # raised by Celery's command line alone
_leaving = Lock()


class StandIn(ModuleType):
    """A module that isn't loaded yet."""

    def __init__(self, name: str, functions: Sequence[str]) -> None:
        super().__init__(name)
        self.__spec__ = ModuleSpec(name, None)
        for each in functions:
            setattr(self, each, _late_function(name, each))

    def __getattr__(self, name: str) -> Any:
        if name == "__path__" and "." in self.__name__:  # what `from` asks for first; these are no packages
            raise AttributeError(name)
        return getattr(_loaded(self.__name__), name)


def stand_in() -> None:
    """Put a stand-in in the place of each module that isn't loaded."""
    for name, functions in LATE.items():
        if name not in sys.modules:
            sys.modules[name] = StandIn(name, functions)


@contextmanager
def importing_celery() -> Iterator[None]:
    """Keep Celery from loading what its command line and its calendar need, unless the process has that."""
    modules = [StandIn(*each) for each in OF_CELERY.items()] + [_of_errors(*each) for each in ERRORS_OF_CLICK.items()]
    missing = {each.__name__: each for each in modules if each.__name__ not in sys.modules}
    sys.modules.update(missing)
    try:
        yield
    finally:
        for name, module in missing.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]


def _of_errors(module: str, name: str) -> ModuleType:
    made = ModuleType(module)
    setattr(made, name, type(name, (Exception,), {}))
    return made


def _late_function(module: str, name: str) -> Callable[..., Any]:
    def call(*given: Any, **named: Any) -> Any:
        return getattr(_loaded(module), name)(*given, **named)

    return call


def _loaded(name: str) -> ModuleType:
    with _leaving:
        if isinstance(sys.modules.get(name), StandIn):
            del sys.modules[name]
    return import_module(name)
