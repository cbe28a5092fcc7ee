// RUN: cmlir-opt < %s | filecheck %s
// RUN: cmlir-opt - < %s | filecheck %s
// RUN: cat %s | cmlir-opt --canonicalize | filecheck %s
// RUN: echo 'func.func @f(' | not cmlir-opt 2>&1 | filecheck %s --check-prefix ERROR

// CHECK: builtin.module
// CHECK: func.func @f()
func.func @f() {
  func.return
}

// ERROR: stdin:2:1: error:
