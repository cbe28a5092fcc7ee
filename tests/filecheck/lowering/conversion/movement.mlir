// RUN: cmlir-opt %s --convert-aten-to-cortex-m | filecheck %s

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:3>
!u = !quant.uniform<u8:f32, 0.5:131>
!v = !quant.uniform<u8:f32, 0.25:131>

// Views of the same elements in the same order move nothing.
// CHECK-LABEL: @views
// CHECK-NEXT: cortex_m.view %x {offset = 0} : (tensor<2x1x6xi8>) -> tensor<3x4xi8>
// CHECK-NEXT: cortex_m.view %x {offset = 6} : (tensor<2x1x6xi8>) -> tensor<6xi8>
// CHECK-NEXT: cortex_m.view %x {offset = 2} : (tensor<2x1x6xi8>) -> tensor<3xi8>
// CHECK-NEXT: func.return
func.func @views(%x: tensor<2x1x6x!a>) -> (tensor<3x4x!a>, tensor<6x!a>, tensor<3x!a>) {
  %0 = aten.permute %x {dims = [1, 0, 2]} : (tensor<2x1x6x!a>) -> tensor<1x2x6x!a>
  %1 = aten.clone %0 : (tensor<1x2x6x!a>) -> tensor<1x2x6x!a>
  %2 = aten.view %1 : (tensor<1x2x6x!a>) -> tensor<3x4x!a>
  %3 = aten.select %1 {dim = 1, index = 1} : (tensor<1x2x6x!a>) -> tensor<1x6x!a>
  %4 = aten.view %3 : (tensor<1x6x!a>) -> tensor<6x!a>
  %5 = aten.select %x {dim = 0, index = 0} : (tensor<2x1x6x!a>) -> tensor<1x6x!a>
  %6 = aten.select %5 {dim = 0, index = 0} : (tensor<1x6x!a>) -> tensor<6x!a>
  %7 = aten.slice %6 {dim = 0, start = 2, step = 1} : (tensor<6x!a>) -> tensor<3x!a>
  func.return %2, %4, %7 : tensor<3x4x!a>, tensor<6x!a>, tensor<3x!a>
}

// Two permutes that undo each other are none; a head split is one transpose of four axes.
// CHECK-LABEL: @permutes
// CHECK-NEXT: [[V:%.*]] = cortex_m.view %x {offset = 0} : (tensor<1x8x6xi8>) -> tensor<8x2x3xi8>
// CHECK-NEXT: [[T:%.*]] = cortex_m.transpose [[V]] {permutation = [1, 0, 2]} : (tensor<8x2x3xi8>) -> tensor<2x8x3xi8>
// CHECK-NEXT: [[R:%.*]] = cortex_m.view [[T]] {offset = 0} : (tensor<2x8x3xi8>) -> tensor<1x2x8x3xi8>
// CHECK-NEXT: func.return %x, [[R]]
func.func @permutes(%x: tensor<1x8x6x!a>) -> (tensor<1x8x6x!a>, tensor<1x2x8x3x!a>) {
  %0 = aten.permute %x {dims = [2, 0, 1]} : (tensor<1x8x6x!a>) -> tensor<6x1x8x!a>
  %1 = aten.permute %0 {dims = [1, 2, 0]} : (tensor<6x1x8x!a>) -> tensor<1x8x6x!a>
  %2 = aten.view %x : (tensor<1x8x6x!a>) -> tensor<1x8x2x3x!a>
  %3 = aten.permute %2 {dims = [0, 2, 1, 3]} : (tensor<1x8x2x3x!a>) -> tensor<1x2x8x3x!a>
  func.return %1, %3 : tensor<1x8x6x!a>, tensor<1x2x8x3x!a>
}

// A part is transposed out of the whole: a chain of movements is one copy at most.
// CHECK-LABEL: @part
// CHECK-NEXT: [[V:%.*]] = cortex_m.view %x {offset = 12} : (tensor<3x4x3xi8>) -> tensor<4x3xi8>
// CHECK-NEXT: [[T:%.*]] = cortex_m.transpose [[V]] {permutation = [1, 0]}
// CHECK-NEXT: func.return [[T]]
func.func @part(%x: tensor<3x4x3x!a>) -> tensor<3x4x!a> {
  %0 = aten.select %x {dim = 0, index = 1} : (tensor<3x4x3x!a>) -> tensor<4x3x!a>
  %1 = aten.permute %0 {dims = [1, 0]} : (tensor<4x3x!a>) -> tensor<3x4x!a>
  func.return %1 : tensor<3x4x!a>
}

// What transpose cannot say: repeated and skipped elements, and elements that are not bytes.
// CHECK-LABEL: @copies
// CHECK-NEXT: cortex_m.copy %x {offset = 0, strides = [0, 1]} : (tensor<1x6xi8>) -> tensor<4x6xi8>
// CHECK-NEXT: cortex_m.copy %x {offset = 1, strides = [2]} : (tensor<1x6xi8>) -> tensor<3xi8>
// CHECK: cortex_m.copy %f {offset = 0, strides = [1, 3]} : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: func.return
func.func @copies(%x: tensor<1x6x!a>, %f: tensor<2x3xf32>) -> (tensor<4x6x!a>, tensor<1x3x!a>, tensor<3x2xf32>) {
  %0 = aten.expand %x : (tensor<1x6x!a>) -> tensor<4x6x!a>
  %1 = aten.slice %x {dim = 1, start = 1, step = 2} : (tensor<1x6x!a>) -> tensor<1x3x!a>
  %2 = aten.permute %f {dims = [1, 0]} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return %0, %1, %2 : tensor<4x6x!a>, tensor<1x3x!a>, tensor<3x2xf32>
}

// A view across permuted axes needs the elements in order first.
// CHECK-LABEL: @view_of_permuted
// CHECK-NEXT: [[T:%.*]] = cortex_m.transpose %x {permutation = [1, 0]} : (tensor<4x6xi8>) -> tensor<6x4xi8>
// CHECK-NEXT: [[V:%.*]] = cortex_m.view [[T]] {offset = 0} : (tensor<6x4xi8>) -> tensor<8x3xi8>
// CHECK-NEXT: cortex_m.transpose [[V]] {permutation = [1, 0]} : (tensor<8x3xi8>) -> tensor<3x8xi8>
func.func @view_of_permuted(%x: tensor<4x6x!a>) -> tensor<3x8x!a> {
  %0 = aten.permute %x {dims = [1, 0]} : (tensor<4x6x!a>) -> tensor<6x4x!a>
  %1 = aten.view %0 : (tensor<6x4x!a>) -> tensor<8x3x!a>
  %2 = aten.permute %1 {dims = [1, 0]} : (tensor<8x3x!a>) -> tensor<3x8x!a>
  func.return %2 : tensor<3x8x!a>
}

// Other parameters for the same codes are nothing; unsigned codes are 128 less all along.
// CHECK-LABEL: @relabel
// CHECK-NEXT: func.return %x, %u, %x
func.func @relabel(%x: tensor<4x!a>, %u: tensor<4x!u>) -> (tensor<4x!b>, tensor<4x!v>, tensor<4xi8>) {
  %0 = quant.scast %x : tensor<4x!a> to tensor<4xi8>
  %1 = quant.scast %0 : tensor<4xi8> to tensor<4x!b>
  %2 = quant.scast %u : tensor<4x!u> to tensor<4xi8>
  %3 = quant.scast %2 : tensor<4xi8> to tensor<4x!v>
  func.return %1, %3, %0 : tensor<4x!b>, tensor<4x!v>, tensor<4xi8>
}
