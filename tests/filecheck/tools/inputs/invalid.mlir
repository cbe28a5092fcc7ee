func.func @f(%x: f64) {
  // The expressed type is f32.
  %0 = quant.qcast %x : f64 to !quant.uniform<i8:f32, 0.5>
  func.return
}
