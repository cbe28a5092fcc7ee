"""The PT2E quantizer for Cortex-M: where a graph is quantized, and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import torch
from torch.fx import GraphModule, Node
from torchao.quantization.pt2e import ObserverOrFakeQuantize
from torchao.quantization.pt2e.quantizer import (
    EdgeOrNode,
    FixedQParamsQuantizationSpec,
    QuantizationAnnotation,
    QuantizationSpec,
    QuantizationSpecBase,
    Quantizer,
    SharedQuantizationSpec,
)
from torchao.quantization.pt2e.quantizer.quantizer import Q_ANNOTATION_KEY

from cmlir.errors import UnsupportedError
from cmlir.quantizer.canonical_graph import (
    multiply_out_alpha,
    refuse_unreadable,
    remove_identities,
    store_parameters,
    use_linear,
    use_numbers,
    use_reshape,
)
from cmlir.quantizer.decompose_attention import decompose_attention, use_safe_softmax
from cmlir.quantizer.decompose_gates import decompose_gates
from cmlir.quantizer.equalization import Channels, equalize
from cmlir.quantizer.fuse_norms import fuse_norms
from cmlir.quantizer.fuse_unit_rows import fuse_unit_rows
from cmlir.quantizer.gathers import use_rows
from cmlir.quantizer.locations import describe_value, name_by_operators, place_of
from cmlir.quantizer.observers import (
    INT8_MAX,
    INT8_MIN,
    INT16_MAX,
    INT16_MIN,
    ActivationObserver,
    CellObserver,
    NarrowedObserver,
    ScaledObserver,
    ScaledWideObserver,
    WideObserver,
)
from cmlir.quantizer.op_families import (
    GRU_HIDDEN,
    RECURRENT,
    RECURRENT_WIDE,
    SOFTMAXES,
    WIDE_RECURRENT,
    is_transposed,
    scale_factor,
)
from cmlir.quantizer.overrides import Settings
from cmlir.quantizer.pixel_convolutions import use_pixel_convolutions
from cmlir.quantizer.recipes import (
    check_recipe,
    has_narrow_kernel,
    of_recipe,
    reads_wide,
    wide_values,
)
from cmlir.quantizer.recurrent_layers import use_recurrences
from cmlir.quantizer.separate_masks import separate_masks, split_products_with_addends
from cmlir.quantizer.values import Values, constant_weights, is_fused, is_mask
from cmlir.quantizer.weight_observers import (
    WEIGHT_MAX,
    PerChannelWeightObserver,
    WeightObserver,
)
from cmlir.quantizer.wide_layers import WideLayers

PROBABILITY = FixedQParamsQuantizationSpec(
    torch.int8, 1 / 256, INT8_MIN, INT8_MIN, INT8_MAX, torch.per_tensor_affine
)
"""Softmax results, as CMSIS-NN's softmax gives them."""

WIDE = QuantizationSpec(torch.int16, WideObserver, INT16_MIN, INT16_MAX, torch.per_tensor_symmetric)
CELL = QuantizationSpec(torch.int16, CellObserver, INT16_MIN, INT16_MAX, torch.per_tensor_symmetric)
"""What LSTMs and GRUs keep from step to step."""
NARROWED_CELL = QuantizationSpec(
    torch.int8, NarrowedObserver, INT8_MIN, INT8_MAX, torch.per_tensor_affine
)
"""What a GRU keeps, where it is multiplied by weights and where others read it."""


def _wide(factor: float | None) -> QuantizationSpec:
    """int16: of y = x * factor with the codes of x."""
    if factor is None:
        return WIDE
    made = ScaledWideObserver.with_args(factor=factor)
    return QuantizationSpec(torch.int16, made, INT16_MIN, INT16_MAX, torch.per_tensor_symmetric)


def activation(observer: str, **options: object) -> QuantizationSpec:
    """int8 with parameters from calibration, by an observer of `ranges.OBSERVERS`."""
    made = (ScaledObserver if options else ActivationObserver).with_args(method=observer, **options)
    return QuantizationSpec(torch.int8, made, INT8_MIN, INT8_MAX, torch.per_tensor_affine)


def weight(observer: str, per_channel: bool, axis: int = 0, bits: int = 8) -> QuantizationSpec:
    """int8 in [-127, 127], of 4 bits in [-7, 7]; "auto" is "mse", since all of a weight is known.

    So are all observers with 4 bits, whose range is worth a search. `axis`: that of the output
    channels.
    """
    most = WEIGHT_MAX[bits]
    method = "mse" if bits == 4 or observer in ("mse", "auto") else "minmax"
    if not per_channel:
        made = WeightObserver.with_args(method=method)
        return QuantizationSpec(torch.int8, made, -most, most, torch.per_tensor_symmetric)
    made = PerChannelWeightObserver.with_args(method=method)
    scheme = torch.per_channel_symmetric
    return QuantizationSpec(torch.int8, made, -most, most, scheme, ch_axis=axis)


class CortexMQuantizer(Quantizer):
    """Quantizes linear, matmul, softmax, layer and RMS norm, add, sub, mul, div, cat, functions of
    one number such as gelu to int8, for prepare_pt2e.

        exported = torch.export.export(model.eval(), inputs)
        prepared = prepare_pt2e(exported.module(check_guards=False), CortexMQuantizer())
        ...                                        # calibrate: prepared(*sample)
        quantized = torch.export.export(convert_pt2e(prepared), inputs)

    `cmlir.quantize` does this in one call, and checks the samples.

    One value has one quantization, placed right behind the op that makes it:

    - activations: int8, asymmetric, per tensor, by the smallest and largest value seen, or as the
      observer of `settings` chooses;
    - softmax results: scale 1/256, zero point -128; masks stand between the quantized scores and
      softmax, as `where(keep, scores, -inf)`;
    - `y = x * c` with a number c > 0: scale s_x * c, zero point z_x, so that the multiplication
      changes no code and costs nothing;
    - views, transposes, slices and other data movement: that of the value they move; the
      operands of a concatenation share one, unless one of them has a fixed scale;
    - a clamp (relu, relu6, hardtanh) that alone reads another op's result, but not a softmax's
      or cat's: only the clamp's own result is quantized;
    - functions of one number (gelu, exp, x + 1) that follow one another: only the last result is
      quantized;
    - weights: int8 in [-127, 127], symmetric, per output channel (per_channel=False: per tensor);
      of linear layers and convolutions with the setting "a8w4" 4 bits, in [-7, 7];
    - the parameters of norms stay in float;
    - biases stay in float: the compiler rounds them to int32 with scale s_x * s_w.

    Any other op stays in float between a dequantize and, if an int8 op reads its result, a
    quantize.
    """

    def __init__(
        self,
        *,
        per_channel: bool = True,
        recipe: str = "int8",
        noisy: frozenset[str] = frozenset(),
        settings: Settings | None = None,
        channels: Mapping[str, Channels] | None = None,
    ):
        check_recipe(recipe)
        self.recipe = recipe
        self.noisy = noisy
        self.per_channel = per_channel
        self.settings = of_recipe(recipe, settings or Settings())
        self.channels = channels or {}
        self.equalized: tuple[str, ...] = ()

    def transform_for_annotation(self, model: GraphModule) -> GraphModule:
        """Rewrite attention, norms and scalar operands into the forms that are annotated.

        Raises UnsupportedError for fused transformer layers, in-place ops and active dropout.
        """
        refuse_unreadable(model.graph)
        use_recurrences(model.graph)
        remove_identities(model.graph)
        use_reshape(model.graph)
        use_rows(model)
        decompose_attention(model.graph)
        use_safe_softmax(model.graph)
        split_products_with_addends(model)
        decompose_gates(model.graph)
        multiply_out_alpha(model.graph)
        use_numbers(model)
        separate_masks(model)
        use_pixel_convolutions(model)
        fuse_norms(model.graph)
        fuse_unit_rows(model.graph)
        use_linear(model.graph)
        store_parameters(model)
        if self.channels:
            self.equalized = tuple(equalize(model, self.channels))
        model.graph.eliminate_dead_code()
        name_by_operators(model.graph)
        model.graph.lint()
        model.recompile()
        return model

    def annotate(self, model: GraphModule) -> GraphModule:
        """Write the specifications of all operands and results to the nodes."""
        values = Values.of(model.graph)
        wide = wide_values(model.graph, values, self.recipe, self.noisy, self.settings)
        every = self.recipe == "a16w8"
        wide_layers = WideLayers.of(model.graph, values, every, self.settings)
        wide |= wide_layers.origins
        cells = {values.origins[n] for n in model.graph.nodes if n.target in WIDE_RECURRENT}
        annotator = _Annotator(
            values, self.settings, self.per_channel, wide, wide_layers.layers, frozenset(cells)
        )
        for node in model.graph.nodes:
            annotator.annotate(node)
        return model

    def validate(self, model: GraphModule) -> None:
        """Raise UnsupportedError if an annotated op has tensors among its keyword arguments."""
        for node in model.graph.nodes:
            in_keywords = any(isinstance(value, Node) for value in node.kwargs.values())
            if Q_ANNOTATION_KEY in node.meta and in_keywords:
                raise UnsupportedError(
                    f"{node.target} with a tensor as keyword argument",
                    where=place_of(node),
                    advice="pass the tensor as a positional argument",
                )

    def prepare_obs_or_fq_callback(
        self,
        model: GraphModule,
        edge_or_node_to_obs_or_fq: dict[EdgeOrNode, ObserverOrFakeQuantize],
    ) -> None:
        """Tell each observer what it observes."""
        values = Values.of(model.graph)
        origins = values.origins
        observers: dict[Node, ObserverOrFakeQuantize] = {}
        constant: dict[ActivationObserver | WeightObserver, bool] = {}
        for edge_or_node, observer in edge_or_node_to_obs_or_fq.items():
            node = edge_or_node[0] if isinstance(edge_or_node, tuple) else edge_or_node
            if isinstance(observer, ActivationObserver | WeightObserver):
                observer.value, observer.place = describe_value(node), place_of(node)
                constant[observer] = constant.get(observer, True) and node in values.constants
            if isinstance(observer, ActivationObserver):
                observer.origin = origins[node].name
            if not isinstance(observer, WeightObserver):
                observers[origins[node]] = observer
        for observer, is_constant in constant.items():
            observer.constant = is_constant
        for node in model.graph.nodes:
            observer = observers.get(origins[node])
            if isinstance(observer, ScaledObserver) and origins[node] is node:
                source = node.args[0]
                assert isinstance(source, Node)
                on_edge = edge_or_node_to_obs_or_fq.get((source, node))
                observer.scale(on_edge or observers[origins[source]])  # pyright: ignore[reportArgumentType]
            if isinstance(observer, ActivationObserver):
                observer.is_score |= any(u.target in SOFTMAXES or is_mask(u) for u in node.users)


@dataclass
class _Annotator:
    """Annotates the nodes of one graph, in graph order."""

    values: Values
    settings: Settings
    per_channel: bool
    wide: frozenset[Node]
    """The origins of values with 16 bits; what cannot read them reads 8 bits of them."""
    wide_layers: frozenset[Node]
    """Nodes that read 16 bits, also of a value that was made with 8."""
    cells: frozenset[Node]
    """Those of what recurrent layers keep, likewise with 16 bits."""
    first_narrow: dict[Node, EdgeOrNode] = field(default_factory=dict)
    """Where the value of each of these origins is quantized to 8 bits first."""
    first_widened: dict[Node, EdgeOrNode] = field(default_factory=dict)
    """Where the value of each of these origins, of 8 bits, is quantized to 16 first."""
    first: dict[Node, EdgeOrNode] = field(default_factory=dict)
    """Where the value of each origin is quantized first."""
    first_weight: dict[Node, EdgeOrNode] = field(default_factory=dict)
    """The first linear that each weight serves."""

    def annotate(self, node: Node) -> None:
        operands = self.values.operands(node)
        computes = self.values.computes(node)
        if not operands and not computes:
            return
        specs: dict[Node, QuantizationSpecBase | None] = {
            operand: spec
            for operand in operands
            if (spec := self._operand_spec(operand, node)) is not None
        }
        for constant in constant_weights(node, self.values.constants):
            specs[constant] = self._weight_spec((constant, node))
        quantized = computes and not is_fused(node)
        node.meta[Q_ANNOTATION_KEY] = QuantizationAnnotation(
            specs,
            self._spec(node, node) if quantized else None,
            allow_implicit_sharing=False,
            _annotated=True,
        )

    def _operand_spec(self, operand: Node, reader: Node) -> QuantizationSpecBase | None:
        """How a reader quantizes what it reads; None where it takes it as it was made."""
        origin, edge = self.values.origins[operand], (operand, reader)
        if self._is_narrowed(origin, operand, reader):
            first = self.first_narrow.setdefault(origin, edge)
            return self._activation(origin) if first is edge else SharedQuantizationSpec(first)
        if reader in self.wide_layers and origin not in self.wide:
            first = self.first_widened.setdefault(origin, edge)
            return WIDE if first is edge else SharedQuantizationSpec(first)
        return self._spec(operand, edge) if self._is_float_source(operand) else None

    def _weight_spec(self, edge: tuple[Node, Node]) -> QuantizationSpecBase:
        first = self.first_weight.setdefault(edge[0], edge)
        if first is not edge:
            return SharedQuantizationSpec(first)
        axis = 1 if is_transposed(edge[1]) else 0
        bits = self.settings.weight_bits_of(edge[1]) if has_narrow_kernel(edge[1]) else 8
        return weight(self.settings.observer_of(edge[1]), self.per_channel, axis, bits)

    def _activation(self, origin: Node, **options: object) -> QuantizationSpec:
        return activation(self.settings.observer_of(origin), **options)

    def _is_narrowed(self, origin: Node, operand: Node, reader: Node) -> bool:
        """Whether a value of 16 bits is read in 8."""
        if origin not in self.wide | self.cells or self.values.moves(reader):
            return False
        if reader.target in RECURRENT:
            wide = RECURRENT_WIDE.get(reader.target)
            return wide is None or reader.args[wide] is not operand
        if reader in self.wide_layers:
            return False
        is_scaled = scale_factor(reader) is not None and reader in self.wide
        return not (is_scaled or reads_wide(reader))

    def _is_float_source(self, node: Node) -> bool:
        """Whether the node gives a float value to quantize: an input, constant or float result."""
        if self.values.computes(node) or self.values.moves(node):
            return False
        return not is_fused(node)

    def _spec(self, node: Node, place: EdgeOrNode) -> QuantizationSpecBase:
        origin = self.values.origins[node]
        first = self.first.setdefault(origin, place)
        if first is not place:
            return SharedQuantizationSpec(first)
        if origin.target in SOFTMAXES:
            return PROBABILITY
        if origin in self.cells:
            return CELL
        if origin.target is GRU_HIDDEN:
            return NARROWED_CELL
        if origin in self.wide:
            return _wide(scale_factor(origin))
        if self.values.computes(origin) and (factor := scale_factor(origin)) is not None:
            return self._activation(origin, factor=factor)
        return self._activation(origin)
