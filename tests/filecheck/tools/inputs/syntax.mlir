// An angle bracket is missing.
func.func @f(%x: tensor<2xf32) {
  func.return
}
