// The passes run in the order in which their flags and -p lists stand.
// RUN: cmlir-opt %s --time-passes --cse --canonicalize -p dce --licm | filecheck %s --check-prefix FIRST
// RUN: cmlir-opt --licm -p dce,canonicalize %s --time-passes --cse | filecheck %s --check-prefix SECOND
// RUN: cmlir-opt %s --passes=dce --cse --passes dce --time-passes | filecheck %s --check-prefix THIRD

func.func @f() {
  func.return
}

// FIRST: Pass cse took
// FIRST-NEXT: Pass canonicalize took
// FIRST-NEXT: Pass dce took
// FIRST-NEXT: Pass licm took

// SECOND: Pass licm took
// SECOND-NEXT: Pass dce took
// SECOND-NEXT: Pass canonicalize took
// SECOND-NEXT: Pass cse took

// THIRD: Pass dce took
// THIRD-NEXT: Pass cse took
// THIRD-NEXT: Pass dce took
