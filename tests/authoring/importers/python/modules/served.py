"""Functions as web frameworks have them: what callers give is said by `Field`."""

from dataclasses import dataclass
from typing import Annotated, Required, TypedDict

from pydantic import Field


@dataclass
class Depends:
    """Stands in for that of FastAPI."""

    dependency: object


class Place(TypedDict, total=False):
    """A place."""

    name: "Required[str]"
    country: str


def search_items(
    text: str = Field(min_length=3, description="Words to look for."),
    sort: str = Field("name", alias="sort_by"),
    tags: list[str] = Field(default_factory=list),  # noqa: B008
    shop: str | None = Field(None, max_length=40),
    page: Annotated[int, Field(ge=1)] = 1,
    place: Place | None = None,
    *,
    store: Annotated[object, Depends(None)],
    user: object = Depends(None),  # noqa: B008
) -> list[str]:
    """Search the items of a shop."""
    return [text, sort, *tags, str((shop, page, place, store, user))]
