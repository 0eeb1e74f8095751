//===-- KernelLoopOutliner.h - Kernel of a kernel loop ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes the kernel of one `!$cuf kernel do`; see CUFOutlineKernelLoops.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_KERNELLOOPS_KERNELLOOPOUTLINER_H
#define WARPFORT_LIB_TRANSFORMS_CUF_KERNELLOOPS_KERNELLOOPOUTLINER_H

#include "KernelLoopLastValues.h"
#include "Transforms/Common/KernelLoopScalars.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <optional>

namespace warpfort {

/// How a value from outside the loop reaches the kernel.
enum class CaptureKind {
  Clone,      ///< computed again in the kernel
  Value,      ///< parameter (address of device data, number, descriptor)
  Scalar,     ///< host scalar: parameter, stored to a variable of the thread
  Descriptor, ///< host address of a descriptor of device data: likewise
  Private,    ///< variable of the body: one of the thread's own
};

/// Of a `reduce` clause, or found in the body.
struct LoopReduction {
  mlir::Value Target; ///< address of the variable, on the host side
  ReductionKind Kind;
  mlir::Type ElementType;
  bool OnDevice;
};

/// Attribute of the data that an address or descriptor refers to.
std::optional<cuf::DataAttribute> dataAttribute(mlir::Value V);

/// Whether kernels can use the data; shared memory is not the loop's.
bool isOnDevice(std::optional<cuf::DataAttribute> Attr);

/// Name of the variable behind a value, for messages.
std::string variableName(mlir::Value V);

/// Has calls in the loop name the host's optional arguments themselves, which
/// lowering hands on only where they are present. The outliner hands its copies
/// on likewise, when all has been found out about them.
void passOptionalsOn(cuf::KernelOp Kernel);

/// Makes one kernel and its launch in place of \p Kernel.
class KernelLoopOutliner {
public:
  KernelLoopOutliner(mlir::ModuleOp Module, cuf::KernelOp Kernel,
                     unsigned Number, llvm::ArrayRef<LastValue> LastValues)
      : Module(Module), Kernel(Kernel), Number(Number),
        LastValues(LastValues.begin(), LastValues.end()),
        Host(Kernel, fir::getKindMapping(Module)), Plain(Module.getContext()),
        Device(Plain, Module), Loc(Kernel.getLoc()), Keeper(Host, Device, Loc) {
  }

  mlir::LogicalResult run();

private:
  mlir::LogicalResult checkShape();
  void provideOptionals();
  void provideOptional(mlir::Value V, fir::DeclareOp Declare);
  void hoistRecords();
  bool isInvariant(mlir::Value V);
  void hoist(mlir::Value V);
  bool isCopiedRecord(mlir::Value V);
  bool isOfBody(mlir::Value Address);
  mlir::LogicalResult collectReductions();
  void chooseLastValues();
  mlir::LogicalResult capture(mlir::Value V);
  bool isPassedAllocatable(mlir::Value V);
  mlir::LogicalResult captureDeclared(mlir::Value V, fir::DeclareOp Declare);
  mlir::LogicalResult refuse(mlir::Value V, llvm::StringRef Why);
  void addParameter(mlir::Value V, CaptureKind Kind);
  void createCheckMark(mlir::Value V, mlir::Value Copy);
  void cloneCaptured();
  void createKernel();
  /// The kernel's loop over a dimension, or over several loops.
  struct DeviceLoop {
    mlir::Value Trips, Begin, End, Stride, Counter;
    mlir::Block *Header = nullptr, *Exit = nullptr;
  };
  /// Lower bound, step and trip count of a loop.
  mlir::Value loopParameter(unsigned Loop, unsigned Which);
  void setIndex(unsigned Loop, mlir::Value Counter);
  void createRanges();
  void createHeader(DeviceLoop &Loop);
  void createLatch(const DeviceLoop &Loop);
  void createBody(mlir::Value Iteration);
  bool onlyReduces();
  void createFlatLoop();
  void createNest(mlir::Block *Entry);
  void createLoops(mlir::Block *Entry);
  void createReductionCalls(mlir::Value Slots, mlir::Value Scratch);
  mlir::Value createShape(mlir::OperandRange Given);
  llvm::SmallVector<mlir::Value> reductionWords();
  void createLaunch();
  void setIndices();
  mlir::Value tripCount(unsigned Loop);
  mlir::Value constantOr(mlir::Value Bound, mlir::Value Parameter);
  mlir::Value hostValueOf(mlir::Value V, CaptureKind Kind);
  mlir::Value callLibrary(llvm::StringRef Name, mlir::Type Result,
                          llvm::ArrayRef<mlir::Value> Args);
  bool isInBody(mlir::Operation *Op) {
    return Kernel.getRegion().isAncestor(Op->getParentRegion());
  }
  /// Loops that share the last dimension.
  unsigned numShared() const { return NumLoops - NumDimensions + 1; }

  mlir::ModuleOp Module;
  cuf::KernelOp Kernel;
  unsigned Number;
  llvm::SmallVector<LastValue> LastValues;
  fir::FirOpBuilder Host;
  mlir::OpBuilder Plain;
  fir::FirOpBuilder Device;
  mlir::Location Loc;
  LastValueKeeper Keeper;
  unsigned NumLoops = 0, NumDimensions = 0;
  std::string Name;
  mlir::func::FuncOp Function;
  llvm::SmallVector<LoopReduction> Reductions;
  llvm::SmallVector<mlir::Value> Accumulators;
  /// The loop's copies of optional arguments, and whether these are present.
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> Optionals;
  unsigned PassedDescriptorBytes = 0;
  /// In the order in which they are made available.
  llvm::MapVector<mlir::Value, CaptureKind> Captured;
  /// ScalarInfo::IsAssumed, and IsKnown
  llvm::DenseMap<mlir::Value, bool> Assumed;
  llvm::SetVector<mlir::Value> Guarded; ///< ScalarInfo::IsGuarded
  llvm::SmallVector<mlir::Value> Parameters;
  mlir::IRMapping Map;
  unsigned FirstLoopParameter = 0;
  llvm::SmallVector<DeviceLoop> DeviceLoops; ///< the outermost first
};

} // namespace warpfort

#endif
