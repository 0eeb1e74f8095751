//===-- ScalarAccesses.h - What code does with a scalar ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one record of all accesses to a scalar variable: by whichever name, to
/// the whole or to a part of a complex one, by statements, directives and
/// procedures that get its address. What becomes of a scalar of a parallel loop
/// (private, last value, reduction, shared) is decided from it.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_COMMON_SCALARACCESSES_H
#define WARPFORT_LIB_TRANSFORMS_COMMON_SCALARACCESSES_H

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Region.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace warpfort {

/// What one operation does. The two parts of a complex variable are a bit each;
/// any other variable is both bits.
struct ScalarAccess {
  static constexpr unsigned Whole = 3;

  mlir::Operation *Op = nullptr;
  unsigned Reads = 0;      ///< what it may read as it was before
  unsigned ReadsFirst = 0; ///< of that, what it assigns on no way to the read
  unsigned Assigns = 0;    ///< what it may assign
  unsigned Surely = 0;     ///< what it assigns whenever it runs
  bool IsAtomic = false;   ///< threads share the variable on purpose
  bool IsUnknown = false;  ///< a procedure whose code is not here, and which is
                           ///< taken to assign the variable
  bool IsByIntent = false; ///< likewise, but its INTENT is known

  /// It may assign the variable, or leave it as it is.
  bool mayLeave() const { return Assigns & ~Surely; }
  void add(const ScalarAccess &Other);
  bool isLike(const ScalarAccess &Other) const {
    return Reads == Other.Reads && ReadsFirst == Other.ReadsFirst &&
           Assigns == Other.Assigns && Surely == Other.Surely &&
           IsUnknown == Other.IsUnknown;
  }
};

/// The way through a body, as far as reads of a scalar are concerned.
struct ScalarFlow {
  /// The first read that may see the value from before the body.
  mlir::Operation *FirstRead = nullptr;
  unsigned Surely = 0;    ///< what is assigned at the end, on all ways
  unsigned Known = 0;     ///< of that, what not only IsUnknown says
  bool IsAssumed = false; ///< an access that IsUnknown decides
};

class ScalarAccesses {
public:
  /// Which reads count as preceded by an assignment.
  enum class Trust {
    None,
    Guards,  ///< those under a condition in a loop that assigns the variable,
             ///< and those of procedures of which nothing is known
    Branches ///< and those behind a branch or a loop that assigns it
  };

  /// Of the variable at \p Address in \p Body, or everywhere.
  explicit ScalarAccesses(mlir::Value Address, mlir::Region *Body = nullptr)
      : ScalarAccesses(Address, Body, 0, OwnCallees) {}
  ScalarAccesses(const ScalarAccesses &) = delete;

  llvm::ArrayRef<ScalarAccess> all() const & { return Accesses; }
  llvm::ArrayRef<ScalarAccess> all() && = delete;
  const ScalarAccess *of(mlir::Operation *Op) const {
    auto It = Index.find(Op);
    return It == Index.end() ? nullptr : &Accesses[It->second];
  }
  llvm::SmallVector<ScalarAccess> assignments() const;
  /// Goes through the body.
  ScalarFlow follow(Trust Trusted = Trust::None) const;
  /// Whether the body assigns all of it on all ways.
  bool isAlwaysAssigned() const {
    return follow().Surely == ScalarAccess::Whole;
  }
  /// Lets what assigns \p Parts of the variable, but in the block \p Except,
  /// store the i64 \p What at \p Where, too. Procedures that may leave them as
  /// they are get forms of their own, which do so.
  void mark(unsigned Parts, mlir::Value Where, mlir::Value What,
            mlir::Block *Except = nullptr) const;

private:
  /// What is known of a dummy argument, or assumed while it is found out.
  struct DummyUse {
    ScalarAccess Use;
    bool IsAsked = false;
  };
  using Callees = llvm::DenseMap<mlir::Value, DummyUse>;

  ScalarAccesses(mlir::Value Address, mlir::Region *Body, unsigned CallDepth,
                 Callees &Known);
  void collect(mlir::Value Name, unsigned Parts, mlir::Type T);
  void add(mlir::OpOperand &Use, unsigned Parts, mlir::Type T);
  ScalarAccess useBy(fir::CallOp Call, unsigned Argument);
  ScalarAccess useOf(mlir::func::FuncOp Function, unsigned Argument);

  mlir::Region *Body;
  unsigned CallDepth;
  Callees OwnCallees, &Known;
  llvm::SmallVector<ScalarAccess> Accesses;
  llvm::DenseMap<mlir::Operation *, unsigned> Index;
  llvm::DenseMap<mlir::Value, unsigned> Names; ///< and the parts that they are
};

/// The variable that \p Address is the whole or a part of, if it is a scalar.
mlir::Value scalarBehind(mlir::Value Address);

/// Computes the names of the variable at \p Address that \p Body uses in it.
void moveNamesInside(mlir::Value Address, mlir::Region &Body);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_COMMON_SCALARACCESSES_H
