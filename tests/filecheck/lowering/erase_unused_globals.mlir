// RUN: cmlir-opt %s --erase-unused-globals | filecheck %s

// CHECK: builtin.module
// CHECK-NEXT: @read_by_aten
// CHECK-NEXT: @read_by_cortex_m
// CHECK-NEXT: func.func
ml_program.global private @unread(dense<1> : tensor<2xi8>) : tensor<2xi8>
ml_program.global private @read_by_aten(dense<2> : tensor<2xi8>) : tensor<2xi8>
ml_program.global private @read_by_cortex_m(dense<3> : tensor<2xi8>) : tensor<2xi8>
ml_program.global private @unread_too(dense<4> : tensor<2xi8>) : tensor<2xi8>
func.func @main() -> (tensor<2xi8>, tensor<2xi8>) {
  %0 = aten.constant @read_by_aten : () -> tensor<2xi8>
  %1 = cortex_m.constant @read_by_cortex_m : () -> tensor<2xi8>
  func.return %0, %1 : tensor<2xi8>, tensor<2xi8>
}
