// What no pass reads is refused: other names, values and places.
//
// RUN: %warpfort-opt --split-input-file --verify-diagnostics %s

// expected-error @below {{internal: no pass knows the attribute 'warpfort.acc.kernels'}}
func.func private @name() attributes {warpfort.acc.kernels}

// -----

// expected-error @below {{internal: no pass knows the attribute 'warpfort.kernel'}}
module attributes {warpfort.kernel} {
}

// -----

// expected-error @below {{internal: the attribute 'warpfort.acc.kernel' must be a unit attribute}}
func.func private @flag() attributes {warpfort.acc.kernel = true}

// -----

// expected-error @below {{internal: the attribute 'warpfort.acc.used' must be a 32-bit integer}}
func.func private @width() attributes {warpfort.acc.used = 4 : i64}

// -----

// expected-error @below {{internal: the attribute 'warpfort.display_name' must be a string}}
func.func private @text() attributes {warpfort.display_name = @text}

// -----

func.func private @callee()
func.func @symbol() {
  // expected-error @below {{internal: the attribute 'warpfort.acc.bind' must be the name of a symbol}}
  fir.call @callee() {warpfort.acc.bind = "callee"} : () -> ()
  return
}

// -----

// expected-error @below {{internal: the attribute 'warpfort.block_shape' must be three 32-bit integers}}
func.func private @shape() attributes {warpfort.block_shape = array<i32: 128, 1>}

// -----

// expected-error @below {{internal: the attribute 'warpfort.finalized_types' must be an array of strings}}
module attributes {warpfort.finalized_types = ["_QMmTt", 1]} {
}

// -----

// expected-error @below {{internal: the attribute 'warpfort.acc.lines' must be a dictionary of pairs of lines}}
module attributes {warpfort.acc.lines = {"a.f90:3" = array<i64: 4>}} {
}

// -----

// expected-error @below {{internal: the attribute 'warpfort.device_components' must be a dictionary of attributes of data}}
module attributes {warpfort.device_components = {"_QMmTt.x" = "device"}} {
}

// -----

// expected-error @below {{internal: the attribute 'warpfort.acc.messages' must be an array of messages, each of which is a procedure, two lines and a text}}
module attributes {warpfort.acc.messages = [["main", 3, "Generating Tesla code"]]} {
}

// -----

func.func @parameters(%x: !fir.ref<i32>) {
  // expected-error @below {{internal: the attribute 'warpfort.acc.parameters' must be an array of kernels, each before the number of a parameter}}
  %0 = acc.copyin varPtr(%x : !fir.ref<i32>) -> !fir.ref<i32> {warpfort.acc.parameters = [@kernel]}
  return
}

// -----

acc.reduction.recipe @sum : !fir.ref<!fir.array<4xi32>> reduction_operator <add> init {
^bb0(%v: !fir.ref<!fir.array<4xi32>>):
  acc.yield %v : !fir.ref<!fir.array<4xi32>>
} combiner {
^bb0(%a: !fir.ref<!fir.array<4xi32>>, %b: !fir.ref<!fir.array<4xi32>>):
  acc.yield %a : !fir.ref<!fir.array<4xi32>>
}
func.func @how(%a: !fir.ref<!fir.array<4xi32>>) {
  // expected-error @below {{internal: the attribute 'warpfort.acc.array' must be "private" or "atomic"}}
  %0 = acc.reduction varPtr(%a : !fir.ref<!fir.array<4xi32>>) recipe(@sum) -> !fir.ref<!fir.array<4xi32>> {warpfort.acc.array = "shared"}
  return
}

// -----

// expected-error @below {{internal: the attribute 'warpfort.acc.grid' has no meaning on 'func.func', only on 'acc.loop'}}
func.func private @holder() attributes {warpfort.acc.grid}

// -----

// expected-error @below {{internal: the attribute 'warpfort.acc.kernel' has no meaning on 'builtin.module', only on 'func.func', 'llvm.func'}}
module attributes {warpfort.acc.kernel} {
}

// -----

// expected-error @below {{internal: the attribute 'warpfort.kernel_loop' has no meaning on an argument}}
func.func private @argument(i32 {warpfort.kernel_loop})

// -----

// expected-error @below {{internal: the attribute 'warpfort.kernel_loop' has no meaning on a result}}
func.func private @result() -> (i32 {warpfort.kernel_loop})
