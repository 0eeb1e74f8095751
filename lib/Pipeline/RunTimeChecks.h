//===-- RunTimeChecks.h - What checks of programs share ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How -Mbounds and -Mchkptr name variables and report what is wrong.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_PIPELINE_RUNTIMECHECKS_H
#define WARPFORT_LIB_PIPELINE_RUNTIMECHECKS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Value.h"
#include <string>

namespace fir {
class FirOpBuilder;
} // namespace fir

namespace warpfort {

/// The variable as the program names it, without subscripts; empty for what
/// has no name.
std::string nameOfVariable(mlir::Value V);

/// Which code reports: of the host, of the device, of a kernel.
struct ReportPlace {
  bool IsDevice = false, IsKernel = false;
};

/// Calls warprt_report_ + \p What (warprt/BoundsCheck.h), or the device's
/// function, with the variable, the place and \p Values.
void callReport(fir::FirOpBuilder &Builder, mlir::Location Loc,
                llvm::StringRef What, mlir::FunctionType Signature,
                ReportPlace Place, llvm::StringRef Variable,
                llvm::ArrayRef<mlir::Value> Values);

/// Device code has calls for host code: they become the device's.
void reportOnDevice(mlir::ModuleOp Device, llvm::StringRef What);

} // namespace warpfort

#endif // WARPFORT_LIB_PIPELINE_RUNTIMECHECKS_H
