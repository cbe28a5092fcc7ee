"""Settings for parts of a model that differ from those of the whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from torch.fx import Graph, Node

from cmlir.errors import InvalidInputError
from cmlir.quantizer.locations import module_path
from cmlir.quantizer.ranges import OBSERVERS

A16W8 = "a16w8"
"""Activations of 16 bits for a linear layer or convolution: what it reads and what it gives."""

_BITS = {"int8": (8, 8), "int16": (16, None), "a8w4": (8, 4), A16W8: (None, 8)}
"""Of a value, and of the weights of a linear layer or convolution."""

_HOW = (
    "give the path of a module as in model.named_modules(), or the name of a value as in "
    "cmlir.quantization_summary; * stands for anything"
)


@dataclass(frozen=True)
class Override:
    """Another observer, another width, or both, for the values that a pattern fits.

    `weight_bits`: that of the weights of linear layers and convolutions.
    """

    pattern: str
    observer: str | None = None
    bits: int | None = None
    weight_bits: int | None = None
    wide_activations: bool = False

    @staticmethod
    def parse(pattern: str, settings: str) -> Override:
        """From words with commas between them, each a width or an observer.

        Raises InvalidInputError for any other word.
        """
        observer, bits, weight_bits, wide_activations = None, None, None, False
        for word in (part.strip() for part in settings.split(",")):
            if word in _BITS:
                bits, weight_bits = _BITS[word]
                wide_activations = word == A16W8
            elif word in OBSERVERS:
                observer = word
            else:
                words = ", ".join((*_BITS, *OBSERVERS))
                raise InvalidInputError(
                    f"no setting {word!r}, for {pattern!r}",
                    advice=f"one of {words}, or several with commas",
                )
        return Override(pattern, observer, bits, weight_bits, wide_activations)

    def fits(self, node: Node) -> bool:
        """Whether the pattern is the node's name, its module's path, or that of a module around."""
        path = module_path(node)
        names = (node.name, path, *_around(path))
        return any(name and fnmatchcase(name, self.pattern) for name in names)


@dataclass(frozen=True)
class Settings:
    """How each value of a graph is quantized: the setting of the whole, and what differs."""

    observer: str = "minmax"
    overrides: tuple[Override, ...] = ()

    @staticmethod
    def parse(observer: str, overrides: Mapping[str, str]) -> Settings:
        """Raises InvalidInputError for an unknown observer or setting."""
        if observer not in OBSERVERS:
            raise InvalidInputError(
                f"no observer {observer!r}", advice=f"one of {', '.join(OBSERVERS)}"
            )
        parsed = (Override.parse(pattern, words) for pattern, words in overrides.items())
        return Settings(observer, tuple(parsed))

    def observer_of(self, node: Node) -> str:
        """What chooses the ranges of the value that a node makes; the last override counts."""
        fitting = [o.observer for o in self.overrides if o.observer and o.fits(visible(node))]
        return fitting[-1] if fitting else self.observer

    def bits_of(self, node: Node) -> int | None:
        """The width that an override gives the node's value; the last one counts."""
        fitting = [o.bits for o in self.overrides if o.bits and o.fits(visible(node))]
        return fitting[-1] if fitting else None

    def has_wide_activations(self, layer: Node, usual: bool) -> bool:
        """Whether a linear layer or convolution reads and gives 16 bits: where no override fits,
        as `usual`; "int8" takes it back."""
        node = visible(layer)
        fitting = [
            o for o in self.overrides if (o.wide_activations or o.bits == 8) and o.fits(node)
        ]
        return fitting[-1].wide_activations if fitting else usual

    def weight_bits_of(self, node: Node) -> int:
        """The width of the weights that the node reads; the last override counts."""
        fitting = [o.weight_bits for o in self.overrides if o.weight_bits and o.fits(node)]
        return fitting[-1] if fitting else 8

    def check_used(self, graph: Graph, able: Iterable[Node], weighted: Iterable[Node]) -> None:
        """Raises InvalidInputError for a pattern that fits nothing, or asks 16 bits of nothing
        that can have them (`able`), or 4 bits of no weights that can (those of `weighted`)."""
        wide, narrow = [visible(origin) for origin in able], list(weighted)
        for override in self.overrides:
            if not any(override.fits(node) for node in graph.nodes):
                raise InvalidInputError(f"nothing fits {override.pattern!r}", advice=_HOW)
            if override.weight_bits == 4 and not any(override.fits(node) for node in narrow):
                names = ", ".join(node.name for node in narrow[:20]) or "none of this model"
                raise InvalidInputError(
                    f"no linear layer or convolution that {override.pattern!r} fits has weights "
                    "that can have 4 bits",
                    advice=f"those that can: {names}",
                )
            if override.bits == 16 and not any(override.fits(node) for node in wide):
                names = ", ".join(node.name for node in wide[:20]) or "none of this model"
                raise InvalidInputError(
                    f"no value that {override.pattern!r} fits can have 16 bits",
                    advice=f"those that can: {names}",
                )


def visible(origin: Node) -> Node:
    """What an override names a value by: the node that makes it, of a constant what reads it."""
    return next(iter(origin.users), origin) if origin.op == "get_attr" else origin


def _around(path: str) -> Iterable[str]:
    """The paths of the modules around one."""
    parts = path.split(".")
    return (".".join(parts[:count]) for count in range(1, len(parts)))
