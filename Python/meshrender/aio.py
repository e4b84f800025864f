"""The functions of meshrender as coroutines, with the same arguments.

    picture = await meshrender.aio.render("photo.png", mesh="flag")
    async for frame in meshrender.aio.animate("photo.png", mesh="wave"): ...
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, AsyncIterator, Callable, Iterable, Iterator, Mapping, Optional, TypeVar

import meshrender

from ._calls import listening, warn

if TYPE_CHECKING:
    from .results import Fit, Passes, Result

Value = TypeVar("Value")


async def render(content: Any = None, **arguments: Any) -> Any:
    """`meshrender.render`."""
    return await _call(meshrender.render, content, **arguments)


async def map(content: Any = None, **arguments: Any) -> Any:
    """`meshrender.map`."""
    return await _call(meshrender.map, content, **arguments)


async def passes(content: Any = None, passes: Any = None, **arguments: Any) -> Passes:
    """`meshrender.passes`."""
    return await _call(meshrender.passes, content, passes, **arguments)


async def project(content: Any = None, points: Any = None, **arguments: Any) -> Any:
    """`meshrender.project`."""
    return await _call(meshrender.project, content, points, **arguments)


async def hit(scene: Any, points: Any, **arguments: Any) -> list[Any]:
    """`meshrender.hit`."""
    return await _call(meshrender.hit, scene, points, **arguments)


async def fit(points: Any, size: Any = None, **arguments: Any) -> Fit:
    """`meshrender.fit`."""
    return await _call(meshrender.fit, points, size, **arguments)


async def info() -> Mapping[str, Any]:
    """`meshrender.info`."""
    return await _call(meshrender.info)


def animate(content: Any = None, **arguments: Any) -> Any:
    """`meshrender.animate`: an asynchronous iterator of pictures, or a coroutine if there is a `format` or an `output`."""
    make: Callable[..., Any] = meshrender.animate
    if arguments.get("output") is not None or arguments.get("format") is not None:
        return _call(make, content, **arguments)
    return _each(lambda: make(content, **arguments))


def batch(jobs: Iterable[Mapping[str, Any]], *, workers: Optional[int] = None) -> AsyncIterator[Result]:
    """`meshrender.batch`, as an asynchronous iterator."""
    return _each(lambda: meshrender.batch(jobs, workers=workers, progress=False))


async def _call(function: Callable[..., Value], *arguments: Any, **named: Any) -> Value:
    """Calls a function in a thread, and warns in the coroutine."""

    def call() -> tuple[list[str], Value]:
        with listening() as sentences:
            return sentences, function(*arguments, **named)

    sentences, value = await asyncio.to_thread(call)
    for sentence in sentences:
        warn(sentence)
    return value


async def _each(make: Callable[[], Iterator[Value]]) -> AsyncIterator[Value]:
    end = object()
    values = await asyncio.to_thread(make)
    try:
        while (value := await asyncio.to_thread(next, values, end)) is not end:
            yield value  # type: ignore[misc]
    finally:
        close = getattr(values, "close", None)
        if close is not None:
            await asyncio.to_thread(close)
