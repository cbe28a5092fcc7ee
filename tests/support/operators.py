"""PyTorch's operators beyond those of usual layers, and operands to try them on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Model(nn.Module):
    """All operators of a group, of the same operands."""

    def __init__(self, operators: dict[str, Callable[..., object]]):
        super().__init__()
        self.operators = operators

    def forward(self, *operands: Tensor) -> list[object]:
        return [operator(*operands) for operator in self.operators.values()]


@dataclass(frozen=True)
class Group:
    """Operators by name, and the operands that all of them take."""

    operands: tuple[Tensor, ...]
    operators: dict[str, Callable[..., object]] = field(default_factory=dict)

    @property
    def model(self) -> Model:
        return Model(self.operators)


def _random(*shape: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(sum(shape)))


_ROWS = torch.tensor([[0, 2, 1, 0, 2, 1, 0, 1]])
_WEIGHTS, _BIAS = _random(4, 2, 3, 3), _random(4)
_VARIANCE = _BIAS.abs() + 0.5
_WEIGHTS_1D = _random(4, 4, 3)

OF_FLOATS = Group(
    (_random(3, 8), _random(3, 8).abs() + 0.1),
    {
        "floor_divide": lambda x, y: x // y,
        "trunc_divide": lambda x, y: torch.div(x, y, rounding_mode="trunc"),
        "remainder": lambda x, y: torch.remainder(x, -y),
        "remainder_number": lambda x, y: x % 0.3,
        "fmod": lambda x, y: torch.fmod(x, y),
        "frac": lambda x, y: torch.frac(x),
        "atan2": lambda x, y: torch.atan2(x, y),
        "copysign": lambda x, y: torch.copysign(y, x),
        "hypot": lambda x, y: torch.hypot(x, y),
        "fmax": lambda x, y: torch.fmax(x, y),
        "signbit": lambda x, y: torch.signbit(x),
        "cumsum": lambda x, y: x.cumsum(1),
        "cumprod": lambda x, y: x.cumprod(0),
        "prod": lambda x, y: x.prod(),
        "prod_dim": lambda x, y: x.prod(1, keepdim=True),
        "sort": lambda x, y: x.sort(0),
        "sort_descending": lambda x, y: x.sort(1, descending=True),
        "argsort": lambda x, y: x.argsort(1),
        "topk": lambda x, y: x.topk(3, 1),
        "topk_smallest": lambda x, y: x.topk(2, 0, largest=False),
        "kthvalue": lambda x, y: x.kthvalue(2, 1),
        "median": lambda x, y: x.median(),
        "median_dim": lambda x, y: x.median(1, keepdim=True),
        "tril": lambda x, y: x.tril(-1),
        "triu": lambda x, y: x.triu(1),
        "diagonal": lambda x, y: x.diagonal(1),
        "diag_embed": lambda x, y: torch.diag_embed(x),
        "trace": lambda x, y: torch.trace(x),
        "unfold": lambda x, y: x.unfold(1, 4, 2),
        "as_strided": lambda x, y: torch.as_strided(x, (6, 4), (2, 1), 1),
        "repeat": lambda x, y: x.repeat(2, 1, 3),
        "tile": lambda x, y: torch.tile(x, (2, 2)),
        "repeat_interleave": lambda x, y: torch.repeat_interleave(x, 3, 1),
        "roll": lambda x, y: torch.roll(x, (1, 2), (0, 1)),
        "rot90": lambda x, y: torch.rot90(x),
        "norm_3": lambda x, y: torch.linalg.vector_norm(x, 3, 1),
        "logical_or": lambda x, y: torch.logical_or(x, y > 0.5),
        "any": lambda x, y: x.any(1),
        "masked_fill": lambda x, y: x.masked_fill(x > 0, 1.0),
        "index_put_mask": lambda x, y: torch.index_put(x, (x > 0,), torch.tensor(0.5)),
        "scatter_constant": lambda x, y: x.scatter(0, _ROWS, y),
        "prelu": lambda x, y: F.prelu(x, y[0]),
        "hsplit": lambda x, y: torch.hsplit(x, 2),
        "cat_mixed": lambda x, y: torch.cat([x, (x > 0).long()]),
    },
)
OF_IMAGES = Group(
    (_random(1, 4, 7, 6),),
    {
        "conv": lambda x: F.conv2d(x, _WEIGHTS, _BIAS, (2, 1), (1, 2), (1, 2), 2),
        "conv_depthwise": lambda x: F.conv2d(x, _WEIGHTS[:, :1], groups=4, padding="same"),
        "conv1d": lambda x: F.conv1d(x[:, :, 0], _WEIGHTS_1D, stride=2),
        "max_pool": lambda x: F.max_pool2d(x, 3, 2, 1, dilation=2),
        "max_pool1d": lambda x: F.max_pool1d(x[0], 3, 2, 1),
        "avg_pool": lambda x: F.avg_pool2d(x, 3, 2, 1),
        "avg_pool_inside": lambda x: F.avg_pool2d(x, (3, 2), 2, 1, count_include_pad=False),
        "avg_pool_divisor": lambda x: F.avg_pool2d(x, 2, divisor_override=3),
        "adaptive_avg_pool": lambda x: F.adaptive_avg_pool2d(x, (3, 4)),
        "adaptive_max_pool": lambda x: F.adaptive_max_pool2d(x, (7, 3)),
        "batch_norm": lambda x: F.batch_norm(x, _BIAS, _VARIANCE),
        "pad": lambda x: F.pad(x, (1, 2, 0, 1), value=0.5),
        "upsample_nearest": lambda x: F.interpolate(x, scale_factor=2),
        "upsample_bilinear": lambda x: F.interpolate(x, scale_factor=2, mode="bilinear"),
        "unfold": lambda x: F.unfold(x, 2),
        "local_response_norm": lambda x: F.local_response_norm(x[:, :, 0], 3),
    },
)
OF_INTEGERS = Group(
    (torch.tensor([7, -7, 0, 5, -1, 3]), torch.tensor([2, 2, -3, -2, 4, 1])),
    {
        "floor_divide": lambda a, b: a // b,
        "trunc_divide": lambda a, b: torch.div(a, b, rounding_mode="trunc"),
        "remainder": lambda a, b: a % b,
        "fmod": lambda a, b: torch.fmod(a, b),
        "and": lambda a, b: a & b,
        "or_number": lambda a, b: a | 5,
        "xor": lambda a, b: a ^ b,
        "not": lambda a, b: ~a,
        "shift_left": lambda a, b: a << 3,
        "shift_right": lambda a, b: a >> 1,
        "clamp": lambda a, b: a.clamp(-2, 3),
        "sign": lambda a, b: torch.sign(a),
        "relu": lambda a, b: torch.relu(a),
        "power": lambda a, b: a**5,
        "largest": lambda a, b: a.max(),
        "smallest": lambda a, b: a.view(2, 3).amin((0, 1), keepdim=True),
        "argmax": lambda a, b: a.view(2, 3).argmax(1),
        "argmin": lambda a, b: a.argmin(),
        "cumsum": lambda a, b: a.to(torch.int32).cumsum(0),
        "cumsum_of_truth": lambda a, b: (a > 0).cumsum(0),
        "prod": lambda a, b: b.prod(),
        "sort": lambda a, b: a.sort(),
        "sort_small": lambda a, b: a.to(torch.int8).sort(descending=True),
        "one_hot": lambda a, b: F.one_hot(a.abs(), 8),
    },
)
OF_INDICES = Group(
    (_random(3, 4, 8), torch.tensor([[2, -1, 0]]), torch.tensor([[[7, 0, 3, 3]] * 2] * 2)),
    {
        "rows": lambda x, i, j: x[i],
        "columns": lambda x, i, j: x[:, :, i[0]],
        "both": lambda x, i, j: x[i, i + 1],
        "apart": lambda x, i, j: x[i[0], :, i[0] + 1],
        "behind": lambda x, i, j: x[:, i[:, :2], j[0, 0, :2]],
        "gather": lambda x, i, j: torch.gather(x, 2, j),
        "take_along_dim": lambda x, i, j: torch.take_along_dim(x[:2, :2], j, 2),
        "take": lambda x, i, j: torch.take(x, i),
        "scatter": lambda x, i, j: x.scatter(2, j[:, :, :2], x + 1),
        "scatter_number": lambda x, i, j: x.scatter(2, j, 5.0),
        "scatter_add": lambda x, i, j: x.scatter_add(2, j, x[:2, :2, :4]),
        "scatter_add_integers": lambda x, i, j: j.scatter_add(2, j // 2, j),
        "index_add": lambda x, i, j: x.index_add(2, j[0, 0], x[:, :, :4]),
        "index_put": lambda x, i, j: torch.index_put(x, (i, i), x[:1, :3]),
        "index_put_added": lambda x, i, j: torch.index_put(x, (i[0],), x, accumulate=True),
        "index_fill": lambda x, i, j: x.index_fill(0, i[0].abs(), 3.0),
    },
)
GROUPS = {
    "floats": OF_FLOATS,
    "images": OF_IMAGES,
    "integers": OF_INTEGERS,
    "indices": OF_INDICES,
}
