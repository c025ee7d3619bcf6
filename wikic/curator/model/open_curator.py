"""The curator of one run, from its models; a model is reached when it is first asked something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wikic.curator.model.curator import ModelCurator
from wikic.curator.offline import OfflineCurator
from wikic.errors import ConfigError
from wikic.llm.open_models import Models
from wikic.llm.protocol import Reply, Request, Role


@dataclass(frozen=True, slots=True)
class _OnDemand:
    """The model of a role. Its name is known without a key or a model library: ``status`` needs only that."""

    models: Models
    role: Role

    @property
    def name(self) -> str:
        return self.models.name(self.role)

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """As the model does; raises CredentialsError and MissingExtraError where it cannot be used."""
        return self.models.model(self.role).complete(request, on_text)

    def keep(self, request: Request, reply: Reply) -> None:
        self.models.model(self.role).keep(request, reply)


def open_curator(models: Models, fallback: OfflineCurator | None = None) -> ModelCurator:
    """The curator that asks the models of ``extract`` and ``verify``; ``fallback`` as it has it.

    Raises ConfigError when no model is configured to extract.
    """
    extractor = _OnDemand(models, "extract")
    models.name("extract")
    writer = _OnDemand(models, "write") if models.has("write") else None
    try:
        models.name("verify")
    except ConfigError:  # verify = "offline"
        return ModelCurator(extractor, None, fallback, models.work, writer)
    return ModelCurator(extractor, _OnDemand(models, "verify"), fallback, models.work, writer)
