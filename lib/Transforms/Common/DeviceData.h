//===-- DeviceData.h - Where the data of HLFIR lie --------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Questions about values of host code on HLFIR: which attribute their data
/// have, which variable they belong to, whether two may be the same memory.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_COMMON_DEVICEDATA_H
#define WARPFORT_LIB_TRANSFORMS_COMMON_DEVICEDATA_H

#include "flang/Optimizer/Dialect/CUF/Attributes/CUFAttr.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/IR/BuiltinOps.h"
#include <optional>

namespace warpfort {

class DeviceData {
public:
  explicit DeviceData(mlir::ModuleOp Module);

  /// Attribute of the data that an address or descriptor leads to; for the
  /// address of a descriptor, of the data that it describes.
  std::optional<cuf::DataAttribute> attributeOf(mlir::Value V) const;

  /// Device or constant memory: the host cannot load from it.
  bool isDeviceOnly(mlir::Value V) const;
  /// Kernels can use the data: device, constant, managed or unified memory.
  bool isOnDevice(mlir::Value V) const;

  /// Whether loading \p Address reads device memory. Descriptors of device
  /// data are on the host, unless they are components of device data.
  bool loadsFromDevice(mlir::Value Address) const;

  /// Whether the way to the data passes a component with an attribute of its
  /// own, which later passes do not know of.
  bool isDeviceComponent(mlir::Value V) const;

  /// Whether the data are of a record that is declared as the device's, but is
  /// in managed memory for its components.
  bool isInDeviceRecord(mlir::Value V) const;

  /// Whether records of the type own allocatable components in device memory.
  bool hasDeviceAllocatable(fir::RecordType Type) const;
  /// Whether records of the type have components with an attribute.
  bool hasComponentsWithAttributes(fir::RecordType Type) const;

  /// Whether this host code may find memory of one through the other.
  bool mayAlias(mlir::Value A, mlir::Value B) const;

private:
  std::optional<cuf::DataAttribute>
  componentAttribute(hlfir::DesignateOp Designate) const;
  bool isDeclaredForDevice(mlir::Operation *Variable) const;
  bool anyComponent(
      fir::RecordType Type,
      llvm::function_ref<bool(mlir::Type, std::optional<cuf::DataAttribute>)>
          Is) const;

  mlir::DictionaryAttr Components;
  /// See DeviceRecordsAttr.
  llvm::DenseSet<mlir::Attribute> Records;
  /// Those with an attribute, which none gets or loses meanwhile.
  llvm::DenseMap<mlir::StringAttr, cuf::DataAttribute> Globals;
};

/// Attribute of a procedure's dummy argument; none for other values.
std::optional<cuf::DataAttribute> argumentAttribute(mlir::Value V);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_COMMON_DEVICEDATA_H
