//===-- main.cpp - The warpfort-info command ------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/SystemReport.h"

int main(int argc, char **argv) {
  return warpfort::systemReportMain(argc, argv);
}
