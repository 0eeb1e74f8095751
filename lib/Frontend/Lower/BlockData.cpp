//===-- BlockData.cpp - declare directives of BLOCK constructs ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowering ends the data of every DECLARE directive where the procedure ends.
/// Those of a BLOCK construct end with the construct: it may be in a loop, or
/// in a branch that does not reach the end of the procedure. Lowering saves the
/// stack where a BLOCK construct begins and restores it on each way out of it,
/// whichever statement leaves, so what ends the data goes there:
///
///     %stack = llvm.intr.stacksave
///     %z = acc.create varPtr(%a)
///     %in = acc.declare_enter dataOperands(%z)
///     ...
///     acc.declare_exit token(%in) dataOperands(%z)
///     acc.delete accPtr(%z)
///     llvm.intr.stackrestore %stack
///
/// Lowering enters the data of all directives of a procedure by one operation
/// behind the last of them; here each construct has its own.
///
/// Before that, lowering frees the allocatables of the construct that are
/// allocated, without what it says of DEALLOCATE statements: the data must be
/// gone by then.
///
//===----------------------------------------------------------------------===//
#include "BlockData.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlir;

namespace warpfort {
namespace {

/// Data of the directives of one BLOCK construct, or of the procedure.
struct ScopeData {
  llvm::SmallVector<Value> Variables = {};

  bool has(Value Variable) const {
    return llvm::any_of(Variables, [&](Value AccVar) {
      return acc::getVar(AccVar.getDefiningOp()) == Variable;
    });
  }
  /// What lowering made to end them, in its order.
  llvm::SmallVector<Operation *> exits() const {
    llvm::SmallVector<Operation *> Exits;
    for (Value AccVar : Variables)
      for (Operation *User : AccVar.getUsers())
        if (isa<ACC_DATA_EXIT_OPS>(User))
          Exits.push_back(User);
    llvm::sort(Exits, [](Operation *A, Operation *B) {
      return A != B && A->isBeforeInBlock(B);
    });
    return Exits;
  }
};

/// The start of the BLOCK construct whose specification part has \p Entry: the
/// stack is saved before it, and not restored again. Null for a directive of a
/// procedure.
LLVM::StackSaveOp blockOf(Operation *Entry) {
  for (Operation *Op = Entry->getPrevNode(); Op; Op = Op->getPrevNode())
    if (auto Save = dyn_cast<LLVM::StackSaveOp>(Op))
      if (llvm::none_of(Save->getUsers(), [&](Operation *User) {
            return User->getBlock() == Op->getBlock() &&
                   User->isBeforeInBlock(Entry);
          }))
        return Save;
  return {};
}

/// Whether \p Op frees an allocatable of the directive where the construct
/// ends: it says what comes after that, and nothing says what comes before.
bool freesAtEnd(Operation &Op, const ScopeData &Data) {
  auto ActionOf = [](Operation &Op) {
    return Op.getAttrOfType<acc::DeclareActionAttr>(
        acc::getDeclareActionAttrName());
  };
  acc::DeclareActionAttr Action = ActionOf(Op);
  if (!Action || !Action.getPostDealloc() ||
      llvm::any_of(*Op.getBlock(), [&](Operation &Other) {
        return ActionOf(Other) && ActionOf(Other).getPreDealloc();
      }))
    return false;
  auto Store = dyn_cast<fir::StoreOp>(Op);
  Value Freed = Store ? Store.getMemref() : Op.getOperand(0);
  if (auto Convert = Freed.getDefiningOp<fir::ConvertOp>())
    Freed = Convert.getValue();
  return Data.has(Freed);
}

/// Where the data end on the way out of a BLOCK construct that restores the
/// stack by \p Restore.
Operation *placeOfEnd(const ScopeData &Data, Operation *Restore) {
  Operation *Place = Restore;
  for (Operation *Op = Restore; Op; Op = Op->getPrevNode())
    if (auto If = dyn_cast<fir::IfOp>(Op);
        If && llvm::any_of(If.getThenRegion().front(),
                           [&](Operation &In) { return freesAtEnd(In, Data); }))
      Place = Op;
  return Place;
}

acc::DeclareEnterOp enter(const ScopeData &Data, Location Loc) {
  Operation *Last = Data.Variables.back().getDefiningOp();
  OpBuilder Builder(Last->getContext());
  Builder.setInsertionPointAfter(Last);
  return acc::DeclareEnterOp::create(
      Builder, Loc, acc::DeclareTokenType::get(Builder.getContext()),
      Data.Variables);
}

void endAt(Operation *Place, const ScopeData &Data, acc::DeclareEnterOp Enter) {
  OpBuilder Builder(Place);
  acc::DeclareExitOp::create(Builder, Enter.getLoc(), Enter, Data.Variables);
}

/// Gives each BLOCK construct, and the procedure, an operation of its own in
/// the place of \p All.
void split(acc::DeclareEnterOp All,
           llvm::MapVector<Operation *, ScopeData> &Scopes) {
  llvm::SmallVector<Operation *> AllExits(All->getUsers());
  for (auto &[Save, Data] : Scopes) {
    acc::DeclareEnterOp Enter = enter(Data, All.getLoc());
    if (!Save) {
      for (Operation *Exit : AllExits)
        endAt(Exit, Data, Enter);
      continue;
    }
    llvm::SmallVector<Operation *> Exits = Data.exits();
    for (Operation *Restore : Save->getUsers()) {
      Operation *Place = placeOfEnd(Data, Restore);
      endAt(Place, Data, Enter);
      OpBuilder Builder(Place);
      for (Operation *Exit : Exits)
        Builder.clone(*Exit);
    }
    for (Operation *Exit : Exits)
      Exit->erase();
  }
  for (Operation *Exit : AllExits)
    Exit->erase();
  All.erase();
}

} // namespace

void endBlockData(ModuleOp Module) {
  Module.walk([](acc::DeclareEnterOp Enter) {
    llvm::MapVector<Operation *, ScopeData> Scopes;
    for (Value AccVar : Enter.getDataClauseOperands())
      Scopes[blockOf(AccVar.getDefiningOp())].Variables.push_back(AccVar);
    if (llvm::any_of(Scopes, [](auto &Scope) { return Scope.first; }))
      split(Enter, Scopes);
  });
}

} // namespace warpfort
