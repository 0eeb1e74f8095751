//===-- global-addresses.mlir - Canary --------------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: awk 'BEGIN { n = 30000; for (i = 1; i <= n; ++i) printf "fir.global @g%%d : i32\n", i; print "func.func @f() {"; for (i = 1; i <= n; ++i) printf "%%%%%%d = fir.address_of(@g%%d) : !fir.ref<i32>\n", i, i; print "return\n}" }' > %t.mlir
// RUN: %{canary} lib/Flang/GlobalAddresses.cpp "slow" "(ulimit -t 3; %{llvm-tools}/fir-opt --fir-to-llvm-ir %t.mlir -o /dev/null) || echo slow"
//
// Stock Flang searches the module for each address of a global when it
// converts FIR to LLVM's dialect: a multiple of this limit of the processor's
// time, and reading alone takes a fifth of it.
//
//===----------------------------------------------------------------------===//
