//===-- smooth_from_cpp.cpp - C++ that calls OpenACC -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// smooth_from_cpp.f90 has the subroutine, which runs on the device.
//
//===----------------------------------------------------------------------===//

#include <iostream>
#include <numeric>
#include <vector>

extern "C" void smooth(int n, double *a, int sweeps,
                       void (*report)(int sweep, double largest));

static void report(int sweep, double largest) {
  std::cout << "sweep " << sweep << ": largest " << largest << '\n';
}

int main() {
  std::vector<double> a(101, 0.0);
  a[50] = 1;
  smooth(static_cast<int>(a.size()), a.data(), 3, report);
  std::cout << "sum: " << std::accumulate(a.begin(), a.end(), 0.0) << '\n';
}
