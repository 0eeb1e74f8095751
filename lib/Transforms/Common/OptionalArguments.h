//===-- OptionalArguments.h - Dummy arguments that may be absent -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernels get copies of the scalars and descriptors of a procedure's optional
/// arguments. Of an argument that is absent the copy holds nothing, and what
/// asks for its presence gets the answer that the host had.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_COMMON_OPTIONALARGUMENTS_H
#define WARPFORT_LIB_TRANSFORMS_COMMON_OPTIONALARGUMENTS_H

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Value.h"

namespace warpfort {

/// Whether the variable behind an address is an optional dummy argument.
bool isOptional(mlir::Value Variable);

/// Whether an address or a descriptor is that of a dummy argument that may be
/// absent, or of a construct's copy of one: it must not be read then. (A
/// descriptor that was read, or made of an address, is there.)
bool mayBeAbsent(mlir::Value Var);

/// What is chosen where an optional argument is present; of it, lowering passes
/// another descriptor, or none. Null for other values.
mlir::Value givenIfPresent(mlir::Value V);

/// Where \p V is an allocatable's or a pointer's descriptor for an optional
/// argument, which is absent without memory: the choice. Null for others.
mlir::arith::SelectOp choiceOfPresent(mlir::Value V);

/// The descriptor (where \p Var is its address, its value), or that of an empty
/// array at no address where there is none.
mlir::Value createBoxOrEmpty(fir::FirOpBuilder &Builder, mlir::Location Loc,
                             mlir::Value Var);

/// What a copy of an optional argument is made of where it may be missing; the
/// body of the construct then asks \p IsPresent.
mlir::Value orNothing(fir::FirOpBuilder &Builder, mlir::Location Loc,
                      mlir::Value V, mlir::Value &IsPresent);

/// The body's questions whether an optional argument is there, of the body's
/// own copy of it.
void answerPresence(mlir::Value Own, mlir::Value IsPresent, mlir::Region &Body);

/// Passes the body's own copy of an optional argument on as what it is: absent
/// where the argument is.
void passPresence(mlir::Value Own, mlir::Value IsPresent, mlir::Region &Body);

/// The address of a copy of an optional argument's descriptor for a kernel. Of
/// one that is absent it has no version.
mlir::Value presentOrZeros(fir::FirOpBuilder &Builder, mlir::Location Loc,
                           mlir::Value Arg);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_COMMON_OPTIONALARGUMENTS_H
