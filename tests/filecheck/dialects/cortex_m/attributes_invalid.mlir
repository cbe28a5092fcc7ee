// RUN: cmlir-opt %s --split-input-file --parsing-diagnostics | filecheck %s

// CHECK: rescale needs as many shifts as multipliers, at least one
"test.op"() {a = #cortex_m.rescale<[], []>} : () -> ()
// -----
// CHECK: rescale needs as many shifts as multipliers, at least one
"test.op"() {a = #cortex_m.rescale<[1073741824, 1073741824], [0]>} : () -> ()
// -----
// CHECK: rescale needs as many shifts as multipliers, at least one
"test.op"() {a = #cortex_m.rescale<[1073741824, 1073741824], 0>} : () -> ()
// -----
// CHECK: multiplier -1073741824 is not in [0, 2^31)
"test.op"() {a = #cortex_m.rescale<[1073741824, -1073741824], [0, 0]>} : () -> ()
// -----
// CHECK: multiplier -2147483648 is not in [0, 2^31)
"test.op"() {a = #cortex_m.rescale<2147483648, 0>} : () -> ()
// -----
// CHECK: Integer value 99999999999 is out of range for type i32
"test.op"() {a = #cortex_m.rescale<99999999999, 0>} : () -> ()
// -----
// CHECK: shift 31 is not in [-31, 30]
"test.op"() {a = #cortex_m.rescale<1073741824, 31>} : () -> ()
// -----
// CHECK: shift -32 is not in [-31, 30]
"test.op"() {a = #cortex_m.rescale<1073741824, -32>} : () -> ()
// -----
// CHECK: shift 31 is not in [-31, 30]
"test.op"() {a = #cortex_m.rescale<0, 31>} : () -> ()
// -----
// CHECK: Expected ','
"test.op"() {a = #cortex_m.rescale<1073741824>} : () -> ()
// -----
// CHECK: Expected integer literal
"test.op"() {a = #cortex_m.rescale<1.5, 0>} : () -> ()
// -----
// CHECK: '<' expected
"test.op"() {a = #cortex_m.rescale} : () -> ()
// -----
// CHECK: [1, 0] is no range of 16-bit codes
"test.op"() {a = #cortex_m.clamp<1, 0>} : () -> ()
// -----
// CHECK: [-32769, 0] is no range of 16-bit codes
"test.op"() {a = #cortex_m.clamp<-32769, 0>} : () -> ()
// -----
// CHECK: [0, 32768] is no range of 16-bit codes
"test.op"() {a = #cortex_m.clamp<0, 32768>} : () -> ()
// -----
// CHECK: Integer value 99999999999999999999 is out of range for type i64
"test.op"() {a = #cortex_m.clamp<0, 99999999999999999999>} : () -> ()
// -----
// CHECK: Expected ','
"test.op"() {a = #cortex_m.clamp<0>} : () -> ()
// -----
// CHECK: '>' expected
"test.op"() {a = #cortex_m.clamp<0, 1, 2>} : () -> ()
// -----
// CHECK: 'cortex_m.clamps' is not registered
"test.op"() {a = #cortex_m.clamps<0, 1>} : () -> ()
