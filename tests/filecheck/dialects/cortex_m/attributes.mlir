// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK: #cortex_m.rescale<1518500250, -8>
"test.op"() {one_pair = #cortex_m.rescale<1518500250, -8>} : () -> ()
// CHECK: #cortex_m.rescale<1518500250, -8>
"test.op"() {list_of_one = #cortex_m.rescale<[1518500250], [-8]>} : () -> ()
// CHECK: #cortex_m.rescale<[1, 0, 2147483647], [-31, 0, 30]>
"test.op"() {limits = #cortex_m.rescale<[1, 0, 2147483647], [-31, 0, 30]>} : () -> ()
// CHECK: #cortex_m.clamp<-128, 127>
"test.op"() {int8 = #cortex_m.clamp<-128, 127>} : () -> ()
// CHECK: #cortex_m.clamp<-32768, 32767>
"test.op"() {int16 = #cortex_m.clamp<-32768, 32767>} : () -> ()
// CHECK: #cortex_m.clamp<5, 5>
"test.op"() {one_code = #cortex_m.clamp<5, 5>} : () -> ()
