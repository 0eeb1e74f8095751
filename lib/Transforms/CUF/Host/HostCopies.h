//===-- HostCopies.h - Copies between host and device -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whole variables copied to the other side, and the release of the copies.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOST_HOSTCOPIES_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOST_HOSTCOPIES_H

#include "Transforms/Common/DeviceData.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"

namespace warpfort {

enum class Side { Host, Device };

/// A copy of a variable, in contiguous memory.
struct Copy {
  mlir::Value Replacement; ///< of the same type as the original
  mlir::Value Descriptor;  ///< address of the copy's descriptor
  mlir::Value Original;    ///< address of the original's descriptor
  Side Where;
};

/// The last operation of the block that needs what \p Op needs: expressions
/// may be evaluated where they are used, and what begins an input or output
/// statement needs it until that ends.
mlir::Operation *lastUse(mlir::Operation *Op);

/// Whether \p V is a whole array of assumed size: nothing says where it ends.
bool isOfAssumedSize(mlir::Value V);

/// Copies the variable \p V, an address or descriptor, at the insertion point.
/// Fails for what no descriptor can be made of, and for arrays of assumed size.
std::optional<Copy> createCopy(fir::FirOpBuilder &Builder, mlir::Location Loc,
                               mlir::Value V, Side Where);
void writeBack(fir::FirOpBuilder &Builder, mlir::Location Loc, const Copy &C);
void freeCopy(fir::FirOpBuilder &Builder, mlir::Location Loc, const Copy &C);

/// Makes the host wait for the kernels and copies so far.
void waitForDevice(fir::FirOpBuilder &Builder, mlir::Location Loc);

/// Has a section of device data that must be contiguous copied on the device,
/// not by the host, to device or managed memory.
llvm::LogicalResult lowerCopyIn(fir::FirOpBuilder &Builder,
                                hlfir::CopyInOp CopyIn,
                                cuf::DataAttribute Memory);

/// A new device array for the elements of an expression: the variable's
/// declaration and, to be released, its copy record.
struct DeviceArray {
  mlir::Value Variable; ///< address of the descriptor, declared
  Copy Storage;
};
DeviceArray createDeviceArray(fir::FirOpBuilder &Builder, mlir::Location Loc,
                              mlir::Type ElementType,
                              llvm::ArrayRef<mlir::Value> Extents);

/// Address of a descriptor of the variable \p V, an address or descriptor; null
/// for what no descriptor can be made of.
mlir::Value descriptorOf(fir::FirOpBuilder &Builder, mlir::Location Loc,
                         mlir::Value V);

/// Has the run-time library allocate in the memory of \p Attr what is not
/// allocated: the descriptors of components do not say where they belong.
void useAllocator(fir::FirOpBuilder &Builder, mlir::Location Loc,
                  mlir::Value Allocatable, cuf::DataAttribute Attr);

/// Gives an allocatable the shape of \p Extents.
void reallocate(fir::FirOpBuilder &Builder, mlir::Location Loc,
                mlir::Value Allocatable, mlir::Type ElementType,
                llvm::ArrayRef<mlir::Value> Extents, cuf::DataAttribute Attr);

/// A variable of the host whose descriptor is the same as that at \p Box, and
/// whose declaration says that its data are on the device. \p IsContiguous is
/// false for sections: the code on the elements has to ask for their strides.
mlir::Value declareOnDevice(fir::FirOpBuilder &Builder, mlir::Location Loc,
                            mlir::Value Descriptor, cuf::DataAttribute Attr,
                            bool IsContiguous = true);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_HOST_HOSTCOPIES_H
