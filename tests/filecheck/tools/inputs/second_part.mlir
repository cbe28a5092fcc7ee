func.func @f() {
  func.return
}
// -----

func.func @g(%x: i8) {
  %0 = quant.qcast %x : i8 to !quant.uniform<i8:f32, 0.5>
  func.return
}
