// RUN: not cmlir-opt %s -t c 2>&1 | filecheck %s

// CHECK: error: C is emitted from stage 'plan', but the module is at stage 'lower'
// CHECK-NEXT: help: add --plan-memory before -t c
builtin.module attributes {cmlir.stage = "lower"} {
  func.func @main() {
    func.return
  }
}
