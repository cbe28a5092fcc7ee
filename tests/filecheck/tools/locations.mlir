// RUN: cmlir-opt %s --print-debuginfo | filecheck %s
// RUN: cmlir-opt --split-input-file %s --print-debuginfo | filecheck %s

// CHECK: func.func @f
func.func @f(%x: f32) -> !quant.uniform<i8:f32, 0.5> {
  // CHECK: quant.qcast %x : f32 to {{.*}} loc("{{.*}}locations.mlir":7:3)
  %0 = quant.qcast %x : f32 to !quant.uniform<i8:f32, 0.5>
  // CHECK: func.return %0 : {{.*}} loc("model.py":12:34)
  func.return %0 : !quant.uniform<i8:f32, 0.5> loc("model.py":12:34)
}
