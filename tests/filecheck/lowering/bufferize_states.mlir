// RUN: cmlir-opt %s --split-input-file --bufferize --assign-addresses --verify-plan | filecheck %s

// What nothing of the old state is read behind is made in its place.
// CHECK:       cmlir.state_bytes = 16
// CHECK-LABEL: @in_place
// CHECK-SAME:    %s: memref<4x2xi8> {cmlir.state = "s", cmlir.initial = @s, cmlir.role = "state", cmlir.offset = 0 : i64}, %out0: memref<1x2xi8> {cmlir.role = "output"}
// CHECK-NEXT:    cortex_m.copy %s out(%{{.*}})
// CHECK-NEXT:    cortex_m.index_copy %s, %i, %x out(%s)
// CHECK-NEXT:    return
ml_program.global private @s(dense<0> : tensor<4x2xi8>) : tensor<4x2xi8>
func.func @in_place(%x : tensor<1x2xi8>, %i : tensor<1xi64>, %s : tensor<4x2xi8> {cmlir.state = "s", cmlir.initial = @s}) -> (tensor<1x2xi8>, tensor<4x2xi8> {cmlir.state = "s"}) {
  %0 = cortex_m.copy %s {offset = 6, strides = array<i64: 2, 1>} : (tensor<4x2xi8>) -> tensor<1x2xi8>
  %1 = cortex_m.index_copy %s, %i, %x {dim = 0} : (tensor<4x2xi8>, tensor<1xi64>, tensor<1x2xi8>) -> tensor<4x2xi8>
  func.return %0, %1 : tensor<1x2xi8>, tensor<4x2xi8>
}
// -----
// Rows of parts are joined in the state's memory, once the old one has been read.
// CHECK-LABEL: @joined
// CHECK:         cortex_m.copy %s out([[OLD:%.*]]) {offset = 1
// CHECK-NEXT:    [[PART:%.*]] = cortex_m.view [[OLD]]
// CHECK-NEXT:    cortex_m.concat [[PART]], %x out(%s) {axis = 1}
// CHECK-NEXT:    return
ml_program.global private @s(dense<0> : tensor<2x4xi8>) : tensor<2x4xi8>
func.func @joined(%x : tensor<2x1xi8>, %s : tensor<2x4xi8> {cmlir.state = "s", cmlir.initial = @s}) -> (tensor<2x4xi8> {cmlir.state = "s"}) {
  %0 = cortex_m.copy %s {offset = 1, strides = array<i64: 4, 1>} : (tensor<2x4xi8>) -> tensor<2x3xi8>
  %1 = cortex_m.view %0 {offset = 0} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  %2 = cortex_m.concat %1, %x {axis = 1} : (tensor<2x3xi8>, tensor<2x1xi8>) -> tensor<2x4xi8>
  func.return %2 : tensor<2x4xi8>
}
// -----
// Where the old state is read later, the new one is copied at the end.
// CHECK-LABEL: @read_later
// CHECK:         %0 = cortex_m.buffer {region = "arena"
// CHECK-NEXT:    cortex_m.index_copy %s, %i, %x out(%0)
// CHECK-NEXT:    cortex_m.copy %s out(%{{.*}})
// CHECK:         cortex_m.copy %0 out(%{{.*}})
// CHECK-NEXT:    return
ml_program.global private @s(dense<0> : tensor<4x2xi8>) : tensor<4x2xi8>
func.func @read_later(%x : tensor<1x2xi8>, %i : tensor<1xi64>, %s : tensor<4x2xi8> {cmlir.state = "s", cmlir.initial = @s}) -> (tensor<1x2xi8>, tensor<4x2xi8> {cmlir.state = "s"}) {
  %0 = cortex_m.index_copy %s, %i, %x {dim = 0} : (tensor<4x2xi8>, tensor<1xi64>, tensor<1x2xi8>) -> tensor<4x2xi8>
  %1 = cortex_m.copy %s {offset = 6, strides = array<i64: 2, 1>} : (tensor<4x2xi8>) -> tensor<1x2xi8>
  func.return %1, %0 : tensor<1x2xi8>, tensor<4x2xi8>
}
// -----
// States that change places are read before either is written.
// CHECK:       cmlir.state_bytes = 32
// CHECK-LABEL: @swapped
// CHECK-SAME:    cmlir.offset = 0 : i64
// CHECK-SAME:    cmlir.offset = 16 : i64
// CHECK:         cortex_m.copy %t out([[T:%.*]])
// CHECK:         cortex_m.copy %s out([[S:%.*]])
// CHECK:         cortex_m.copy {{.*}} out(
// CHECK:         cortex_m.copy {{.*}} out(
// CHECK-NEXT:    return
ml_program.global private @s(dense<0> : tensor<4xi8>) : tensor<4xi8>
func.func @swapped(%s : tensor<4xi8> {cmlir.state = "s", cmlir.initial = @s}, %t : tensor<4xi8> {cmlir.state = "t", cmlir.initial = @s}) -> (tensor<4xi8> {cmlir.state = "s"}, tensor<4xi8> {cmlir.state = "t"}) {
  func.return %t, %s : tensor<4xi8>, tensor<4xi8>
}
