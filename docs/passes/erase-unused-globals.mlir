// Constants that nothing reads any more are not stored.

ml_program.global private @read(dense<1> : tensor<2xi8>) : tensor<2xi8>
ml_program.global private @unread(dense<2> : tensor<2xi8>) : tensor<2xi8>
func.func @main() -> tensor<2xi8> {
  %0 = aten.constant @read : () -> tensor<2xi8>
  func.return %0 : tensor<2xi8>
}
