// A layer norm that was spelled out, as exporters and other quantizers do, is one operation again, and so is an RMS norm. Only then can it become one
// integer kernel.

!f = tensor<3x4xf32>
!row = tensor<3x1xf32>
func.func @main(%x: !f) -> !f {
  %mean = aten.mean %x {dims = [1], keepdim = true} : (!f) -> !row
  %centred = aten.sub %x, %mean : (!f, !row) -> !f
  %squares = aten.pow_scalar %centred {value = 2.0} : (!f) -> !f
  %variance = aten.mean %squares {dims = [1], keepdim = true} : (!f) -> !row
  %kept = aten.add_scalar %variance {value = 1.0e-05} : (!row) -> !row
  %inverse = aten.rsqrt %kept : (!row) -> !row
  %y = aten.mul %centred, %inverse : (!f, !row) -> !f
  func.return %y : !f
}
