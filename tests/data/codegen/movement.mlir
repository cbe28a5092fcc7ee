// What moves data, in all element sizes, and outputs that no kernel computes.
builtin.module attributes {cmlir.stage = "lower", cortex_m.target = "cortex-m55"} {
  ml_program.global private @wide(dense<[-9223372036854775808, 1, -2, 9223372036854775807]> : tensor<4xi64>) : tensor<4xi64>
  ml_program.global private @mask(dense<[true, false, true]> : tensor<3xi1>) : tensor<3xi1>
  ml_program.global private @reals(dense<"0xCDCCCC3D000020C00000807F000080FFC21601000000C07F"> : tensor<6xf32>) : tensor<6xf32>
  ml_program.global private @least(dense<[-2147483648, 7]> : tensor<2xi32>) : tensor<2xi32>
  func.func @main(
    %x: tensor<2x3x4xi8> {cmlir.name = "x/*evil*/??/\\\22", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 3, 4>, cmlir.scale = 1.0, cmlir.zero_point = 0},
    %ids: tensor<2x2xi64> {cmlir.name = "ids", cmlir.dtype = "int64", cmlir.shape = array<i64: 2, 2>},
    %s: tensor<f32> {cmlir.name = "scalar", cmlir.dtype = "float32", cmlir.shape = array<i64>}
  ) -> (tensor<2x2x3x2xi8>, tensor<3x5xi8>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<f32>, tensor<4xi64>, tensor<3xi1>,
        tensor<3xf32>, tensor<2xi32>, tensor<2x3xf32>, tensor<4xi16>, tensor<2xi64>, tensor<3xi1>, tensor<12xi8>, tensor<4x3x2xi8>, tensor<f32>, tensor<2x3x8xi8>, tensor<4x2xi64>) {
    // Every second column, reversed rows, repeated twice.
    %a = cortex_m.copy %x {offset = 8, strides = [0, 12, -4, 2]} : (tensor<2x3x4xi8>) -> tensor<2x2x3x2xi8> loc("slice|"("model.py":3:0))
    %b = cortex_m.copy %x {offset = 4, strides = [4, 1]} : (tensor<2x3x4xi8>) -> tensor<3x5xi8> loc("unfold|"("model.py":4:0))
    %t = cortex_m.copy %ids {offset = 0, strides = [1, 2]} : (tensor<2x2xi64>) -> tensor<2x2xi64> loc("t|"("model.py":5:0))
    %c = cortex_m.constant @wide : () -> tensor<4xi64> loc("wide|"("model.py":6:0))
    %m = cortex_m.constant @mask : () -> tensor<3xi1> loc("mask|"("model.py":6:0))
    %r = cortex_m.constant @reals : () -> tensor<6xf32> loc("reals|"("model.py":6:0))
    %part = cortex_m.view %r {offset = 2} : (tensor<6xf32>) -> tensor<3xf32> loc("slice_1|"("model.py":7:0))
    %l = cortex_m.constant @least : () -> tensor<2xi32> loc("least|"("model.py":6:0))
    %f = cortex_m.fill {value = -0.3} : () -> tensor<2x3xf32> loc("full|"("model.py":8:0))
    %g = cortex_m.fill {value = -32768.0} : () -> tensor<4xi16> loc("full_1|"("model.py":9:0))
    %h = cortex_m.fill {value = 5.0} : () -> tensor<2xi64> loc("full_2|"("model.py":10:0))
    %i = cortex_m.fill {value = 1.0} : () -> tensor<3xi1> loc("full_3|"("model.py":11:0))
    %second = cortex_m.view %x {offset = 12} : (tensor<2x3x4xi8>) -> tensor<12xi8> loc("select|"("model.py":12:0))
    %xt = cortex_m.transpose %x {permutation = [2, 1, 0]} : (tensor<2x3x4xi8>) -> tensor<4x3x2xi8> loc("permute|"("model.py":13:0))
    %one = cortex_m.copy %r {offset = 1, strides = []} : (tensor<6xf32>) -> tensor<f32> loc("select_1|"("model.py":14:0))
    %j = cortex_m.concat %x, %x {axis = 2} : (tensor<2x3x4xi8>, tensor<2x3x4xi8>) -> tensor<2x3x8xi8> loc("cat|"("model.py":14:0))
    %n = cortex_m.concat %ids, %t {axis = 0} : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<4x2xi64> loc("cat_1|"("model.py":14:0))
    func.return %a, %b, %ids, %t, %s, %c, %m, %part, %l, %f, %g, %h, %i, %second, %xt, %one, %j, %n :
      tensor<2x2x3x2xi8>, tensor<3x5xi8>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<f32>, tensor<4xi64>, tensor<3xi1>,
      tensor<3xf32>, tensor<2xi32>, tensor<2x3xf32>, tensor<4xi16>, tensor<2xi64>, tensor<3xi1>, tensor<12xi8>, tensor<4x3x2xi8>, tensor<f32>, tensor<2x3x8xi8>, tensor<4x2xi64> loc("output|"("model.py":15:0))
  } loc("main|"("model.py":1:0))
}
