"""Libraries that are imported when they are first used: most runs play games before they need a table."""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any


class _Later(ModuleType):
    """Stands in for a library until one of its names is asked for; the import system lets only one thread import it."""

    def __getattr__(self, name: str) -> Any:
        value = getattr(import_module(self.__name__), name)
        setattr(self, name, value)  # next time it is found without this method
        return value


if TYPE_CHECKING:
    import pandas as pandas  # noqa: PLC0414 # says that the name is to be imported from here
else:
    pandas = _Later("pandas")
