// Each of these fails with exit code 1 and a short message on stderr.
// RUN: not cmlir-opt %S/inputs/syntax.mlir 2>&1 | filecheck %s --check-prefix SYNTAX
// RUN: not cmlir-opt %S/inputs/invalid.mlir 2>&1 | filecheck %s --check-prefix INVALID
// RUN: not cmlir-opt %S/inputs/unregistered.mlir 2>&1 | filecheck %s --check-prefix UNREGISTERED
// RUN: not cmlir-opt %S/inputs/invalid.mlir --split-input-file 2>&1 | filecheck %s --check-prefix INVALID
// RUN: not cmlir-opt %S/inputs/second_part.mlir --split-input-file 2>&1 | filecheck %s --check-prefix PART
// RUN: not cmlir-opt %S/inputs/missing.mlir 2>&1 | filecheck %s --check-prefix MISSING
// RUN: not cmlir-opt %S 2>&1 | filecheck %s --check-prefix DIRECTORY
// RUN: not cmlir-opt %s --passes no-such-pass 2>&1 | filecheck %s --check-prefix PASS
// RUN: not cmlir-opt %s --cse=no-such-option=1 2>&1 | filecheck %s --check-prefix OPTION
// RUN: not cmlir-opt %s -p 'cse{' 2>&1 | filecheck %s --check-prefix PIPELINE
// RUN: not cmlir-opt %s --no-such-flag 2>&1 | filecheck %s --check-prefix FLAG
// RUN: not cmlir-opt %s -t no-such-target 2>&1 | filecheck %s --check-prefix TARGET
// RUN: not cmlir-opt %S/inputs/unknown.extension 2>&1 | filecheck %s --check-prefix EXTENSION
// RUN: not cmlir-opt --frontend mlir %S/inputs/unknown.extension 2>&1 | filecheck %s --check-prefix BINARY

// SYNTAX-NOT: Traceback
// SYNTAX: inputs/syntax.mlir:2:30: error: Expected '>' after builtin parameter list
// SYNTAX-NEXT: func.func @f(%x: tensor<2xf32) {
// SYNTAX-NEXT:                             ^
// SYNTAX-NOT: {{.}}

// INVALID-NOT: Traceback
// INVALID: inputs/invalid.mlir:3:3: error: 'quant.qcast': expressed type in quantized type expected to match float type
// INVALID-NOT: {{.}}

// UNREGISTERED-NOT: Traceback
// UNREGISTERED: inputs/unregistered.mlir:1:14: error: Operation test.unknown is not registered

// PART-NOT: Traceback
// PART: inputs/second_part.mlir:7:3: error: 'quant.qcast': operand #0 must be scalar or tensor of floating-point, but got i8

// MISSING: error: [Errno 2] No such file or directory: '{{.*}}missing.mlir'
// DIRECTORY: error: [Errno 21] Is a directory
// PASS: error: Unrecognized passes: ['no-such-pass']
// OPTION: error: Provided arguments ["no_such_option"] not found in expected arguments []
// PIPELINE: error: Error parsing pass pipeline specification
// FLAG: error: unrecognized arguments: --no-such-flag
// TARGET: invalid choice: 'no-such-target'
// EXTENSION: error: Unrecognized file extension 'extension'
// EXTENSION: help: name the file
// BINARY: error: not a text file
