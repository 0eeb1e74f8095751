//===-- DeviceKernels.h - Kernel loops of host expressions ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernel loops (cuf.kernel) over the elements of an array expression. A
/// kernel is built from values of the host code around it, as if they could be
/// used there, and then made fit for the device: the elemental expressions that
/// it applies are copied into it, host arrays that it reads are copied to the
/// device, and what cannot be made fit is found.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_DEVICEKERNELS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_DEVICEKERNELS_H

#include "Transforms/CUF/Host/HostCopies.h"
#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIRAttr.h"
#include "llvm/ADT/SetVector.h"

namespace warpfort {

/// One scalar of the host that a kernel reduces into.
struct KernelReduction {
  mlir::Value Variable;
  fir::ReduceOperationEnum Operator;
};

/// Builds one kernel loop; erases it again unless it is finished.
class ElementKernel {
public:
  /// Opens a loop over \p Extents at the insertion point, which then is in its
  /// body.
  ElementKernel(const DeviceData &Data, fir::FirOpBuilder &Builder,
                mlir::Location Loc, llvm::ArrayRef<mlir::Value> Extents,
                llvm::ArrayRef<KernelReduction> Reductions = {});
  ~ElementKernel();
  ElementKernel(const ElementKernel &) = delete;

  /// One-based indices of the iteration, in the order of dimensions.
  llvm::ArrayRef<mlir::Value> indices() const { return Indices; }

  /// The element of an array or array expression at \p At; a scalar itself.
  mlir::Value element(mlir::Value Array, mlir::ValueRange At);

  /// Copies applied expressions into the body. False if the body holds what
  /// the device cannot execute.
  bool resolve();

  /// Whether an element of \p Variable may be read in an iteration that does
  /// not define it.
  bool readsOtherElements(mlir::Value Variable) const;
  /// Whether \p Variable may be read at all.
  bool reads(mlir::Value Variable) const;

  /// Has threads share the loops of reductions, if that is safe where the
  /// kernel defines \p Target, which may be null: memory of its own. After
  /// resolve().
  void shareLoops(mlir::Value Target);

  /// Ends the body: the element of \p Target, an array, becomes \p V.
  void store(mlir::Value V, hlfir::Entity Target);

  /// Makes the kernel final: copies host arrays to the device. The insertion
  /// point is after the loop and the release of the copies.
  void finish();

  mlir::Block *body() { return &Kernel.getRegion().front(); }
  cuf::KernelOp op() { return Kernel; }

private:
  bool inlineApplies();
  bool isExecutable(mlir::Operation *Op) const;
  void forEachRead(llvm::function_ref<void(fir::LoadOp)> Visit) const;
  bool readsSameElement(fir::LoadOp Load, mlir::Value Variable) const;
  llvm::SmallVector<hlfir::AssociateOp> evaluateOnHost();
  llvm::SetVector<mlir::Value> accessedRoots();
  mlir::Value redeclareComponent(mlir::Value Root);

  const DeviceData &Data;
  fir::FirOpBuilder &Builder;
  mlir::Location Loc;
  cuf::KernelOp Kernel;
  llvm::SmallVector<mlir::Value> Indices;
  mlir::Value Stores; ///< whether the thread stores the element; null: it does
  bool Finished = false;
};

/// Whether evaluating the expression reads device data: in the elemental
/// expressions that it is made of, or as a variable.
bool dependsOnDevice(const DeviceData &Data, mlir::Value Expr);

/// Whether an array expression reads arrays of the host.
bool dependsOnHostArrays(const DeviceData &Data, mlir::Value Expr);

/// Extents of an array or array expression, as values of index type.
llvm::SmallVector<mlir::Value> extentsOf(fir::FirOpBuilder &Builder,
                                         mlir::Location Loc, mlir::Value Array);

/// An array, or an expression in a temporary, that a call of Flang's run-time
/// library has by its descriptor.
struct ArrayOperand {
  explicit ArrayOperand(mlir::Value Argument);
  /// Erases what made the descriptor, once the call is gone.
  void erase();

  mlir::Value Array;

private:
  llvm::SmallVector<mlir::Operation *> Descriptors;
  hlfir::AssociateOp Temporary;
};

/// Stores \p V, converted to the type of the elements, in the element of \p
/// Target with these indices, which begin with 1.
void storeElement(fir::FirOpBuilder &Builder, mlir::Location Loc, mlir::Value V,
                  hlfir::Entity Target, mlir::ValueRange Indices);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_DEVICEKERNELS_H
