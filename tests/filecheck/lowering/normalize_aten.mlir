// RUN: cmlir-opt %s --normalize-aten | filecheck %s

!q = !quant.uniform<i8:f32, 0.5:1>

ml_program.global private @number(dense<0.25> : tensor<1xf32>) : tensor<1xf32>
ml_program.global private @weights(dense<1.0> : tensor<3x4xf32>) : tensor<3x4xf32>
ml_program.global private @turned(dense<1.0> : tensor<4x3xf32>) : tensor<4x3xf32>

// A tensor of one number is that number, wherever it was made; the full stays for other users.
// CHECK-LABEL: @numbers
func.func @numbers(%x: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<1xf32>) {
  %full = aten.full {value = 0.5} : () -> tensor<1xf32>
  %clone = aten.clone %full : (tensor<1xf32>) -> tensor<1xf32>
  %view = aten.view %clone : (tensor<1xf32>) -> tensor<f32>
  %constant = aten.constant @number : () -> tensor<1xf32>
  %0 = aten.mul %x, %view : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %1 = aten.div %0, %full : (tensor<2x4xf32>, tensor<1xf32>) -> tensor<2x4xf32>
  %2 = aten.add %1, %constant : (tensor<2x4xf32>, tensor<1xf32>) -> tensor<2x4xf32>
  %3 = aten.sub %2, %clone : (tensor<2x4xf32>, tensor<1xf32>) -> tensor<2x4xf32>
  func.return %0, %1, %2, %3, %full : tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<1xf32>
}
// CHECK-NEXT: [[FULL:%.*]] = aten.full {value = 5.000000e-01}
// CHECK-NEXT: [[A:%.*]] = aten.mul_scalar %x {value = 5.000000e-01}
// CHECK-NEXT: [[B:%.*]] = aten.div_scalar [[A]] {value = 5.000000e-01}
// CHECK-NEXT: [[C:%.*]] = aten.add_scalar [[B]] {value = 2.500000e-01}
// CHECK-NEXT: [[D:%.*]] = aten.sub_scalar [[C]] {value = 5.000000e-01}
// CHECK-NEXT: func.return [[A]], [[B]], [[C]], [[D]], [[FULL]]

// CHECK-LABEL: @numbers_on_the_left
func.func @numbers_on_the_left(%x: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %c = aten.full {value = 3.0} : () -> tensor<f32>
  %0 = aten.sub %c, %x : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = aten.mul %c, %0 : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = aten.add %c, %1 : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = aten.div %c, %2 : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return %2, %3 : tensor<2x4xf32>, tensor<2x4xf32>
}
// CHECK-NEXT: [[C:%.*]] = aten.full
// CHECK-NEXT: [[A:%.*]] = aten.rsub_scalar %x {value = 3.000000e+00}
// CHECK-NEXT: [[B:%.*]] = aten.mul_scalar [[A]] {value = 3.000000e+00}
// CHECK-NEXT: [[D:%.*]] = aten.add_scalar [[B]] {value = 3.000000e+00}
// CHECK-NEXT: aten.div [[C]], [[D]]

// A full of many elements is no number, nor one that gives the result its shape.
// CHECK-LABEL: @no_numbers
func.func @no_numbers(%x: tensor<2x4xf32>, %one: tensor<1xf32>, %n: tensor<1xi64>) -> (tensor<2x4xf32>, tensor<1x1xf32>) {
  %many = aten.full {value = 3.0} : () -> tensor<4xf32>
  %0 = aten.mul %x, %many : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %wide = aten.full {value = 3.0} : () -> tensor<1x1xf32>
  %1 = aten.mul %one, %wide : (tensor<1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  func.return %0, %1 : tensor<2x4xf32>, tensor<1x1xf32>
}
// CHECK-NEXT: [[MANY:%.*]] = aten.full
// CHECK-NEXT: aten.mul %x, [[MANY]]
// CHECK-NEXT: [[WIDE:%.*]] = aten.full
// CHECK-NEXT: aten.mul %one, [[WIDE]]

// The number that a quantized full stands for: 0.6 has code 2, which is 0.5.
// CHECK-LABEL: @quantized_full
func.func @quantized_full(%x: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<1x!q>) {
  %full = aten.full {value = 0.6} : () -> tensor<1xf32>
  %0 = quant.qcast %full : tensor<1xf32> to tensor<1x!q>
  %1 = quant.dcast %0 : tensor<1x!q> to tensor<1xf32>
  %2 = aten.mul %x, %1 : (tensor<2x4xf32>, tensor<1xf32>) -> tensor<2x4xf32>
  func.return %2, %0 : tensor<2x4xf32>, tensor<1x!q>
}
// CHECK-NEXT: [[FULL:%.*]] = aten.full {value = 6.000000e-01}
// CHECK-NEXT: [[Q:%.*]] = quant.qcast [[FULL]]
// CHECK-NEXT: [[Y:%.*]] = aten.mul_scalar %x {value = 5.000000e-01}
// CHECK-NEXT: func.return [[Y]], [[Q]]

// CHECK-LABEL: @full_like
// CHECK-NEXT: aten.full {value = 2.000000e+00} : () -> tensor<2x4xf32>
func.func @full_like(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = aten.full_like %x {value = 2.0} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: @addmm
// CHECK-NEXT: aten.linear %x, %w bias(%b)
func.func @addmm(%x: tensor<2x4xf32>, %w: tensor<3x4xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = aten.permute %w {dims = [1, 0]} : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %1 = aten.addmm %b, %x, %0 : (tensor<3xf32>, tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  func.return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: @addmm_of_turned_constant
// CHECK-NEXT: [[W:%.*]] = aten.constant @turned
// CHECK-NEXT: [[P:%.*]] = aten.permute [[W]] {dims = [1, 0]}
// CHECK-NEXT: aten.linear %x, [[P]] bias(%b)
func.func @addmm_of_turned_constant(%x: tensor<2x4xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %w = aten.constant @turned : () -> tensor<4x3xf32>
  %0 = aten.addmm %b, %x, %w : (tensor<3xf32>, tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  func.return %0 : tensor<2x3xf32>
}

// A bias of its own for each row, and a computed factor that is not turned.
// CHECK-LABEL: @addmm_stays
// CHECK-NEXT: aten.permute
// CHECK-NEXT: aten.addmm
// CHECK-NEXT: aten.addmm
func.func @addmm_stays(%x: tensor<2x4xf32>, %w: tensor<3x4xf32>, %t: tensor<4x3xf32>, %b: tensor<2x3xf32>, %c: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = aten.permute %w {dims = [1, 0]} : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %1 = aten.addmm %b, %x, %0 : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  %2 = aten.addmm %c, %x, %t : (tensor<3xf32>, tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  func.return %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: @products_with_constants
// CHECK-NEXT: [[W:%.*]] = aten.constant @weights
// CHECK-NEXT: [[A:%.*]] = aten.linear %x, [[W]]
// CHECK-NEXT: [[T:%.*]] = aten.constant @turned
// CHECK-NEXT: [[P:%.*]] = aten.permute [[T]] {dims = [1, 0]}
// CHECK-NEXT: [[B:%.*]] = aten.linear %z, [[P]] : (tensor<5x2x4xf32>, tensor<3x4xf32>) -> tensor<5x2x3xf32>
// CHECK-NEXT: func.return [[A]], [[B]]
func.func @products_with_constants(%x: tensor<2x4xf32>, %z: tensor<5x2x4xf32>) -> (tensor<2x3xf32>, tensor<5x2x3xf32>) {
  %w = aten.constant @weights : () -> tensor<3x4xf32>
  %0 = aten.permute %w {dims = [1, 0]} : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %1 = aten.mm %x, %0 : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  %t = aten.constant @turned : () -> tensor<4x3xf32>
  %2 = aten.matmul %z, %t : (tensor<5x2x4xf32>, tensor<4x3xf32>) -> tensor<5x2x3xf32>
  func.return %1, %2 : tensor<2x3xf32>, tensor<5x2x3xf32>
}

// CHECK-LABEL: @products_of_activations
// CHECK-NEXT: aten.permute
// CHECK-NEXT: aten.mm
func.func @products_of_activations(%x: tensor<2x4xf32>, %w: tensor<3x4xf32>) -> tensor<2x3xf32> {
  %0 = aten.permute %w {dims = [1, 0]} : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %1 = aten.mm %x, %0 : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  func.return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: @nothing
// CHECK-NEXT: func.return %x
func.func @nothing(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = aten.clone %x : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = aten.permute %0 {dims = [0, 1]} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = aten.view %1 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = aten.expand %2 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %4 = aten.expand %3 : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
  %5 = aten.view %4 : (tensor<1x2x4xf32>) -> tensor<8xf32>
  %6 = aten.view %5 : (tensor<8xf32>) -> tensor<2x4xf32>
  func.return %6 : tensor<2x4xf32>
}

// CHECK-LABEL: @something
// CHECK-NEXT: aten.permute %x {dims = [1, 0]}
// CHECK-NEXT: aten.expand {{.*}} -> tensor<3x4x4xf32>
// CHECK-NEXT: aten.view {{.*}} -> tensor<48xf32>
// CHECK-NEXT: func.return
func.func @something(%x: tensor<4x4xf32>) -> tensor<48xf32> {
  %0 = aten.permute %x {dims = [1, 0]} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = aten.expand %0 : (tensor<4x4xf32>) -> tensor<3x4x4xf32>
  %2 = aten.view %1 : (tensor<3x4x4xf32>) -> tensor<3x16xf32>
  %3 = aten.view %2 : (tensor<3x16xf32>) -> tensor<48xf32>
  func.return %3 : tensor<48xf32>
}
