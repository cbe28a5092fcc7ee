"""Windows over images whose channels lie behind the spatial axes (NHWC).

``padding`` is what stands before the first row and column; what stands behind the last ones
follows from the result's shape.  Numbers along (height, width) are in this order.

With ``band_rows`` the kernel makes so many rows of the result at a time, from the first row on or
``from_last``: then input and result may overlap (see ``bands``).  Codes have 8 bits or, without
bands, 16.
"""

from __future__ import annotations

from xdsl.dialects.builtin import I64, DenseArrayBase, IntegerAttr, UnitAttr, i64
from xdsl.ir import SSAValue
from xdsl.irdl import opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import ClampAttr
from cmlir.dialects.cortex_m.bands import Band, Overlap, Window, overlap_of
from cmlir.dialects.cortex_m.codes import CODES, is_wide, require_clamp
from cmlir.dialects.cortex_m.kernel import KernelOp
from cmlir.dialects.cortex_m.target import Target
from cmlir.dialects.shapes import element_of, require_element, require_shape, shape_of

LARGEST_EXTENT = 65535
"""CMSIS-NN keeps sizes, strides and padding in 16 bits."""


class ImageOp(KernelOp):
    """Base class: windows over an image [N, H, W, C], the operand ``input``."""

    strides = prop_def(DenseArrayBase.constr(i64))
    padding = prop_def(DenseArrayBase.constr(i64))
    clamp = prop_def(ClampAttr)
    band_rows = opt_prop_def(IntegerAttr[I64])
    from_last = opt_prop_def(UnitAttr)

    @property
    def kernel_shape(self) -> tuple[int, int]:
        """Height and width of a window."""
        raise NotImplementedError

    @property
    def extent(self) -> int:
        """Rows from the first to the last one of a window."""
        return self.kernel_shape[0]

    def in_rows(self, image: SSAValue) -> tuple[int, int, int, int]:
        """The shape of the input or the result of which bands are rows."""
        images, height, width, channels = shape_of(image)
        return images, height, width, channels

    def fitting_band_rows(self) -> int | None:
        """Rows of a band with which the kernel is about as fast; None if it has no bands."""
        return 1 if self._is_single else None

    @property
    def image(self) -> SSAValue:
        (image,) = self.operand_groups()["input"]
        return image

    @property
    def _is_single(self) -> bool:
        """Whether there is one image of 8-bit codes, and something of it."""
        is_one = shape_of(self.image)[0] == 1 and not is_wide(self.image)
        return is_one and min(shape_of(self.destination)) > 0

    def bands(self) -> tuple[Band, ...]:
        """In the order of execution; the whole result if there are no bands."""
        height = self.in_rows(self.destination)[1]
        rows = max(1, height) if self.band_rows is None else self.band_rows.value.data
        window = Window(
            self.in_rows(self.image)[1],
            self.extent,
            self.strides.get_values()[0],
            self.padding.get_values()[0],
        )
        bands = tuple(window.bands(rows, height))
        return bands if self.from_last is None else bands[::-1]

    def overlap(self) -> Overlap | None:
        if self.band_rows is None:
            return None
        image, _, width, channels = self.image, *self.in_rows(self.image)[1:]
        _, _, out_width, out_channels = self.in_rows(self.destination)
        row_bytes = (width * channels, out_width * out_channels)
        return overlap_of(image, row_bytes, self.bands())

    def set_band_rows(self, rows: int | None) -> None:
        """Work in bands of so many rows, or in none."""
        self.band_rows = None if rows is None else IntegerAttr(rows, i64)

    def in_bands(self, target: Target) -> tuple[Overlap, int] | None:
        """How the result could overlap the image, and the scratch that is needed then.

        None if it cannot, or if the op works in bands already.
        """
        rows = self.fitting_band_rows()
        if rows is None or self.band_rows is not None:
            return None
        self.set_band_rows(rows)
        overlap, scratch = self.overlap(), self.scratch_bytes(target)
        self.set_band_rows(None)
        return None if overlap is None else (overlap, scratch)

    def _in_bands(self, kernel: str, banded: str) -> str:
        return kernel if self.band_rows is None else banded

    def _verify_bands(self) -> None:
        if self.band_rows is None:
            if self.from_last is not None:
                raise VerifyException("from_last belongs to bands, but there is no band_rows")
            return
        rows = self.band_rows.value.data
        if rows < 1:
            raise VerifyException(f"band_rows must be a number from 1 up, but is {rows}")
        if self.fitting_band_rows() is None:
            raise VerifyException(f"'{self.kernel}' has no bands: one image, and sums, are needed")

    def verify_image(self, image: SSAValue, channels: int) -> None:
        """Raises VerifyException unless input and result are images of one batch."""
        require_element(image, CODES, "input")
        require_element(self.destination, [element_of(image)], "out")
        require_clamp(self.clamp, self.destination)
        shape, out = shape_of(image), shape_of(self.destination)
        if len(shape) != 4 or len(out) != 4:
            raise VerifyException(f"input and out must be [N, H, W, C], but are {shape}, {out}")
        require_shape(self.destination, (shape[0], *out[1:3], channels), "out")
        for name, least in (("strides", 1), ("padding", 0)):
            numbers = tuple(getattr(self, name).get_values())
            if len(numbers) != 2 or min(numbers) < least:
                raise VerifyException(f"{name} must be two numbers from {least} up: {numbers}")
        sizes = (*shape[1:], *out[1:], *self.kernel_shape)
        if max(sizes) > LARGEST_EXTENT:
            raise VerifyException(f"sizes beyond {LARGEST_EXTENT}: {shape}, {out}")
        self._verify_bands()
