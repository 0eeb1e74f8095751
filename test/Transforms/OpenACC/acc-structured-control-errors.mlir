// RUN: %warpfort-opt --warpfort-acc-structured-control --verify-diagnostics %s

func.func @results(%c: i1, %a: i32, %b: i32) -> i32 {
  // expected-error @below {{internal: condition with results in OpenACC code}}
  %r = scf.if %c -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  return %r : i32
}
