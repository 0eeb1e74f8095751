//===-- KernelLowering.h - The code of one kernel or routine ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What ACCLowerKernels does to one function: its loops are distributed over
/// the levels of parallelism, and what is between them is done once. The code
/// is in KernelLowering.cpp, KernelLibrary.cpp, KernelPrivates.cpp and
/// KernelReductions.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_KERNELS_KERNELLOWERING_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_KERNELS_KERNELLOWERING_H

#include "Transforms/Common/KernelLoopScalars.h"
#include "Transforms/OpenACC/Clauses/ReductionKinds.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "llvm/ADT/StringMap.h"

namespace warpfort::openacc {

class KernelLowering {
public:
  /// The device library's functions that a module calls, by name.
  using LibraryFunctions = llvm::StringMap<mlir::func::FuncOp>;

  KernelLowering(mlir::ModuleOp Module, mlir::func::FuncOp Function,
                 LibraryFunctions &Library)
      : Module(Module), Function(Function), Plain(Module.getContext()),
        Builder(Plain, Module), Library(Library),
        IsKernel(AccKernelAttr.isOn(Function)) {}
  /// \p Active levels are taken before the code starts; \p Levels is what a
  /// routine's callers bring; \p UsedLevels those of its loops and calls.
  mlir::LogicalResult run(unsigned Active, unsigned Levels,
                          unsigned UsedLevels);

private:
  struct Reduction {
    mlir::acc::ReductionOp Op;
    ReductionKind Kind;
    mlir::Type Element;
    mlir::Value Accumulator, Target;
    /// Null for a scalar.
    fir::SequenceType Array;
    /// Levels of loops inside, whose threads have parts of the value.
    unsigned Inner = 0;
  };

  mlir::LogicalResult makePrivate(mlir::acc::PrivateOp Op);
  void goToDefinition(mlir::acc::PrivateOp Op, mlir::acc::LoopOp Loop);
  void destroyPrivate(mlir::acc::PrivateOp Op, mlir::Region &Destroy,
                      mlir::acc::LoopOp Loop, mlir::Value Original,
                      mlir::Value Made);
  void renewRecords(mlir::acc::PrivateOp Op, mlir::Region &Destroy,
                    mlir::Value Original, mlir::Value Made);
  mlir::Value placeArray(mlir::acc::PrivateOp Op, mlir::Type Wanted,
                         mlir::Value Original);
  mlir::LogicalResult findReduction(mlir::Value Operand, Reduction &Result);
  mlir::LogicalResult lowerBlocks(mlir::Region &Body, unsigned Active);
  mlir::LogicalResult lowerOperation(mlir::Operation *Op, unsigned Active);
  mlir::LogicalResult lowerLoop(mlir::acc::LoopOp Loop, unsigned Active);
  /// What takes the place of an acc.loop: the counters of its loops, and the
  /// outermost operation.
  struct NewLoops {
    llvm::SmallVector<mlir::Value> Counters;
    mlir::Operation *Outermost = nullptr;
  };
  mlir::LogicalResult
  startReductions(mlir::acc::LoopOp Loop,
                  llvm::SmallVectorImpl<Reduction> &Reductions);
  void addFor(NewLoops &Made, mlir::Value Counter);
  void makeGridLoops(mlir::Location Loc,
                     llvm::ArrayRef<std::pair<unsigned, mlir::Value>> Dims,
                     NewLoops &Made);
  void makeNest(mlir::Location Loc, llvm::ArrayRef<mlir::Value> Trips,
                NewLoops &Made);
  mlir::Value product(mlir::Location Loc, llvm::ArrayRef<mlir::Value> Trips);
  void divideCounter(mlir::Location Loc, mlir::Value Linear,
                     llvm::ArrayRef<mlir::Value> Trips, NewLoops &Made);
  llvm::SmallVector<mlir::Operation *>
  makeFlatLoop(mlir::acc::LoopOp Loop, llvm::ArrayRef<mlir::Value> Trips,
               NewLoops &Made);
  void makeSharedLoop(mlir::acc::LoopOp Loop, llvm::ArrayRef<mlir::Value> Trips,
                      NewLoops &Made);
  mlir::Value createIndex(mlir::acc::LoopOp Loop, unsigned D,
                          mlir::Value Counter);
  llvm::SmallVector<mlir::Operation *>
  copyBody(mlir::acc::LoopOp Loop, llvm::ArrayRef<mlir::Value> Counters);
  llvm::SmallVector<mlir::Operation *>
  moveBody(mlir::acc::LoopOp Loop, llvm::ArrayRef<mlir::Value> Counters);
  mlir::LogicalResult lowerContainer(mlir::acc::LoopOp Loop, unsigned Active);
  /// A chunk of a loop's iterations: its first, and how many they are.
  struct Chunk {
    mlir::Value Begin, Count;
  };
  Chunk makeChunks(mlir::Location Loc, mlir::Value Size, mlir::Value Total,
                   mlir::Value Over);
  mlir::Value makeFor(mlir::Location Loc, mlir::Value Begin, mlir::Value End,
                      mlir::Value Stride);
  mlir::Value tripCount(mlir::acc::LoopOp Loop, unsigned Dimension,
                        mlir::Location Loc);
  void startReduction(mlir::Location Loc, Reduction &R);
  mlir::LogicalResult endReduction(mlir::Location Loc, Reduction &R,
                                   unsigned Levels, unsigned Active,
                                   bool IsOnce);
  mlir::LogicalResult
  forEachElement(mlir::Location Loc, Reduction &R,
                 llvm::function_ref<mlir::LogicalResult(Reduction &)> Body);
  void replaceByAccumulator(Reduction &R, mlir::Operation *Except);
  void reduceOverGangs(mlir::Location Loc, Reduction &R, unsigned Contributing,
                       bool IsOnce);
  void combineForCaller(mlir::Location Loc, Reduction &R, unsigned Active);
  void combineInto(mlir::Location Loc, Reduction &R, mlir::Value Target);
  mlir::Value maskedAccumulator(mlir::Location Loc, Reduction &R,
                                unsigned Contributing);
  void guard(mlir::Operation *Op, unsigned Active, unsigned Levels);
  mlir::LogicalResult captureForAll(mlir::Operation *Op, unsigned Active);
  void copyText(mlir::LLVM::MemmoveOp Move);
  void repeat(mlir::Operation *Op, unsigned Active);
  mlir::LogicalResult lowerCall(fir::CallOp Call, unsigned Active);
  mlir::LogicalResult callByFirst(fir::CallOp Call, unsigned Active,
                                  unsigned Levels, bool IsRoutineCall);
  mlir::LogicalResult takeArguments(fir::CallOp Call, unsigned Active);
  mlir::LogicalResult takeArgument(mlir::Value Arg, fir::CallOp Call,
                                   unsigned Active);
  bool canTake(mlir::Value Arg);
  mlir::Value resultForAll(fir::CallOp Call);
  mlir::LogicalResult shareScalars(fir::CallOp Call, unsigned Active);
  mlir::Value ownScalar(mlir::Value Arg);
  bool mayPointToOwn(mlir::Value Arg);
  mlir::LogicalResult takeFromFirst(mlir::Value Address, mlir::Operation *For,
                                    unsigned Active);
  void spreadSum(mlir::Location Loc, Reduction &R, unsigned Active);
  mlir::LogicalResult callLibrary(fir::CallOp Call, unsigned Active);
  mlir::LogicalResult takeChanged(mlir::Value Changed, fir::CallOp Call,
                                  unsigned Active);
  mlir::LogicalResult takeDescribed(mlir::Value Box, fir::CallOp Call,
                                    unsigned Active);
  void takeBytes(mlir::Value Address, mlir::Value Bytes, unsigned Active);
  void takeBytes(mlir::Value Address, int64_t Bytes, unsigned Active);
  std::optional<int64_t> knownBytes(mlir::Type T);
  void shareArrays();
  mlir::Value shareArray(fir::AllocaOp Op);
  template <typename Op> mlir::Value allocatedBytes(Op Memory);
  mlir::Value allocateShared(mlir::Location Loc, mlir::Value Bytes);
  void releaseShared(mlir::Location Loc, mlir::Value Shared);
  mlir::LogicalResult
  makePrivates(llvm::function_ref<bool(mlir::acc::PrivateOp)> Which);
  mlir::LogicalResult startWholeReductions();
  void finishWholeReductions();
  void hoistVariables();
  void eraseClauses();
  bool isOwn(mlir::Value Address);
  /// Levels whose threads all run this code, of those that the block has.
  unsigned idle(unsigned Active) const {
    return Used & ~Active & (Worker | Vector);
  }
  mlir::Value call(llvm::StringRef Name, mlir::Type Result,
                   llvm::ArrayRef<mlir::Value> Args, mlir::Location Loc);
  mlir::Value i32(int64_t N, mlir::Location Loc) {
    return Builder.createIntegerConstant(Loc, Builder.getI32Type(), N);
  }
  void sync(mlir::Location Loc, unsigned Active) {
    if (Used & (Worker | Vector))
      call(WARPDEV_ACC_PREFIX "sync", {}, {i32(rowOnly(Active), Loc)}, Loc);
  }
  static bool rowOnly(unsigned Active) { return (Active & Worker) != 0; }
  mlir::Value entryAlloca(mlir::Type T, mlir::Location Loc) {
    auto Guard = mlir::OpBuilder::InsertionGuard(Builder);
    Builder.setInsertionPointToStart(&Function.getBody().front());
    return fir::AllocaOp::create(Builder, Loc, T);
  }
  std::string typedName(llvm::StringRef Prefix, const Reduction &R) {
    return (WARPDEV_ACC_PREFIX + Prefix + getReductionName(R.Kind) + "_" +
            getReductionTypeSuffix(Builder, R.Kind, R.Element))
        .str();
  }
  /// A condition, in which the builder continues: true in one thread of the
  /// levels, or in all others.
  fir::IfOp ifFirst(mlir::Location Loc, unsigned Levels, bool Others = false);
  mlir::Value scratch();
  /// Makes the runtime launch no more gangs than are good for sums.
  void wantFewGangs() { WantsFewGangs = IsKernel; }

  mlir::ModuleOp Module;
  mlir::func::FuncOp Function;
  mlir::OpBuilder Plain;
  fir::FirOpBuilder Builder;
  LibraryFunctions &Library;
  unsigned Used = 0;
  unsigned Above = 0;
  bool IsRoutine = false;
  bool IsKernel;
  unsigned NumGridReductions = 0;
  bool WantsFewGangs = false;
  /// Those of inner loops that a loop around them ends.
  llvm::SmallPtrSet<mlir::Operation *, 4> LeftToOuter;
  /// Reductions of the construct itself.
  llvm::SmallVector<Reduction> Whole;
};

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_KERNELS_KERNELLOWERING_H
