// RUN: cmlir-opt %s -t elided | filecheck %s
// RUN: cmlir-opt %s --canonicalize --cse --print-ir-after-all 2>&1 >/dev/null | filecheck %s --check-prefix TRACE
// RUN: cmlir-opt --help | filecheck %s --check-prefix HELP
// RUN: cat %s | cmlir-opt --fold-qdq | filecheck %s --check-prefix WHOLE

// Long constants are named, short ones printed.
// CHECK: ml_program.global private @long(dense_resource<__elided__> : tensor<32xi8>) : tensor<32xi8>
// CHECK-NEXT: ml_program.global private @short(dense<[1, 2]> : tensor<2xi8>) : tensor<2xi8>

// TRACE: // -----// IR after canonicalize //----- //
// TRACE: @long(dense_resource<__elided__>
// TRACE: // -----// IR after cse //----- //
// TRACE: @long(dense_resource<__elided__>

// HELP: --fold-qdq {{ *}}Absorb quantize and dequantize

// WHOLE: @long(dense<7> : tensor<32xi8>)
ml_program.global private @long(dense<7> : tensor<32xi8>) : tensor<32xi8>
ml_program.global private @short(dense<[1, 2]> : tensor<2xi8>) : tensor<2xi8>
func.func @main(%x : tensor<2xf32>) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}
