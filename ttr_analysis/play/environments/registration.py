"""The name under which Gymnasium finds the environment: ``gymnasium.make("ttr_analysis/TicketToRide-v0")``.

Importing this module registers it; importing ``ttr_analysis`` does so if Gymnasium is imported before. In
``gymnasium.make("ttr_analysis.play.environments.registration:ttr_analysis/TicketToRide-v0")`` Gymnasium imports it.
"""

import importlib

from ttr_analysis import errors

NAME = "ttr_analysis/TicketToRide-v0"
_ROOM = "ttr_analysis.play.environments"


def register() -> None:
    """Tell Gymnasium about the environment, unless it knows it.

    Raises
    ------
    MissingTool
        If Gymnasium is not installed.
    """
    try:
        registry = importlib.import_module("gymnasium.envs.registration")
    except ImportError as error:
        raise errors.MissingTool('this needs gymnasium: pip install "ttr_analysis[learning]"') from error
    if NAME not in registry.registry:
        registry.register(
            NAME, f"{_ROOM}.gymnasium:TicketToRide", vector_entry_point=f"{_ROOM}.vector:TicketToRideVector"
        )


register()
