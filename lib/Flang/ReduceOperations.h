//===-- ReduceOperations.h - The operation of REDUCE ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang asks the type of REDUCE's operation whether its arguments are passed
/// by reference or by value. A dummy procedure and a dummy procedure pointer
/// have a type without arguments, at which Flang ends; a function's result is
/// not asked, and taken for one by reference.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FLANG_REDUCEOPERATIONS_H
#define WARPFORT_LIB_FLANG_REDUCEOPERATIONS_H

#include "flang/Optimizer/Builder/BoxValue.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "llvm/ADT/SmallVector.h"

namespace Fortran::lower {
class AbstractConverter;
}

namespace warpfort {

/// The arguments of REDUCE, of which the second is a procedure that Flang
/// knows the arguments of.
llvm::SmallVector<fir::ExtendedValue>
withKnownOperation(fir::FirOpBuilder &Builder, mlir::Location Loc,
                   llvm::ArrayRef<fir::ExtendedValue> Arguments,
                   Fortran::lower::AbstractConverter *Converter);

} // namespace warpfort

#endif // WARPFORT_LIB_FLANG_REDUCEOPERATIONS_H
