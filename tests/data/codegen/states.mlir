// A window of rows and a delayed row are kept; what of the window is old enough is masked.
builtin.module attributes {cmlir.stage = "lower", cortex_m.target = "cortex-m55", cortex_m.kernels = "fast"} {
  ml_program.global private @window(dense<-7> : tensor<4x3xi8>) : tensor<4x3xi8>
  ml_program.global private @delayed(dense<[1, -2, 3]> : tensor<3xi8>) : tensor<3xi8>
  ml_program.global private @places(dense<[2, -1]> : tensor<2xi32>) : tensor<2xi32>
  ml_program.global private @ages(dense<[0, 1, 2]> : tensor<3xi64>) : tensor<3xi64>
  func.func @main(%x: tensor<2x3xi8> {cmlir.name = "x", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 3>}, %n: tensor<3xi64> {cmlir.name = "n", cmlir.dtype = "int64", cmlir.shape = array<i64: 3>}, %m: tensor<2xi32> {cmlir.name = "m", cmlir.dtype = "int32", cmlir.shape = array<i64: 2>}, %s: tensor<4x3xi8> {cmlir.state = "window", cmlir.initial = @window}, %t: tensor<3xi8> {cmlir.state = "blk.delayed", cmlir.initial = @delayed}) -> (tensor<4x3xi8> {cmlir.name = "y", cmlir.dtype = "int8", cmlir.shape = array<i64: 4, 3>}, tensor<3xi8> {cmlir.name = "before", cmlir.dtype = "int8", cmlir.shape = array<i64: 3>}, tensor<3xi1> {cmlir.name = "old", cmlir.dtype = "bool", cmlir.shape = array<i64: 3>}, tensor<2xi1> {cmlir.name = "equal", cmlir.dtype = "bool", cmlir.shape = array<i64: 2>}, tensor<4x3xi8> {cmlir.state = "window"}, tensor<3xi8> {cmlir.state = "blk.delayed"}) {
    %places = cortex_m.constant @places : () -> tensor<2xi32> loc("places|"("model.py":21:0))
    %ages = cortex_m.constant @ages : () -> tensor<3xi64> loc("ages|"("model.py":22:0))
    %window = cortex_m.index_copy %s, %places, %x {dim = 0} : (tensor<4x3xi8>, tensor<2xi32>, tensor<2x3xi8>) -> tensor<4x3xi8> loc("window|"("model.py":23:0))
    %y = cortex_m.requantize %window {input_offset = 7, output_offset = -3, rescale = #cortex_m.rescale<1518500250, 0>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x3xi8>) -> tensor<4x3xi8> loc("y|"("model.py":24:0))
    %row = cortex_m.view %window {offset = 6} : (tensor<4x3xi8>) -> tensor<3xi8> loc("row|"("model.py":25:0))
    %old = cortex_m.compare_elements %n, %ages {predicate = "le"} : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1> loc("old|"("model.py":26:0))
    %equal = cortex_m.compare_elements %m, %places {predicate = "eq"} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1> loc("equal|"("model.py":27:0))
    func.return %y, %t, %old, %equal, %window, %row : tensor<4x3xi8>, tensor<3xi8>, tensor<3xi1>, tensor<2xi1>, tensor<4x3xi8>, tensor<3xi8> loc("output|"("model.py":28:0))
  } loc("main|"("model.py":1:0))
}
