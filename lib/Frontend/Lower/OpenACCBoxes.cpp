//===-- OpenACCBoxes.cpp - Descriptors of variables of clauses ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In a TYPE IS block the selector is known by a descriptor. A data clause has
/// the address in it, and Flang declares the object of the compute construct
/// with that address converted to a descriptor, which no conversion can do:
///
///     fir.convert %copy : (!fir.ref<T>) -> !fir.box<T>   ->   fir.embox %copy
///
/// A name that ASSOCIATE gives a pointer's target has a descriptor in the
/// clause but was declared with the pointer's, for which Flang takes the
/// address of the former, as a descriptor; the former itself is meant:
///
///     fir.box_addr %copy : (!fir.box<A>) -> !fir.box<!fir.ptr<A>>   ->   %copy
///
/// Clauses of character scalars whose length is not constant get the address
/// and the length, which the OpenACC dialect does not take (LLVM issue 136406).
/// They get the address; the length is known where the variable is declared:
///
///     acc.copyin varPtr(%text#0 : !fir.boxchar<1>)
///  -> acc.copyin varPtr(%text#1 : !fir.ref<!fir.char<1,?>>)
///
//===----------------------------------------------------------------------===//
#include "OpenACCBoxes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

/// The address in what Flang knows a character scalar by.
static mlir::Value addressOfCharacter(mlir::Operation *Before,
                                      mlir::Value Character) {
  auto Declare = Character.getDefiningOp<hlfir::DeclareOp>();
  if (Declare && !mlir::isa<fir::BoxCharType>(Declare.getResult(1).getType()))
    return Declare.getResult(1);
  mlir::OpBuilder Builder(Before);
  auto Text = fir::CharacterType::getUnknownLen(
      Builder.getContext(),
      mlir::cast<fir::BoxCharType>(Character.getType()).getKind());
  return fir::UnboxCharOp::create(Builder, Before->getLoc(),
                                  fir::ReferenceType::get(Text),
                                  Builder.getIndexType(), Character)
      .getResult(0);
}

/// Gives a clause's operation the address of a character scalar.
template <typename Clause> static void takeAddress(Clause Op) {
  mlir::Value Address = addressOfCharacter(Op, Op.getVar());
  Op.getVarMutable().set(Address);
  Op.setVarType(fir::unwrapRefType(Address.getType()));
}

static void takeCharacterAddresses(mlir::ModuleOp Module) {
  llvm::SmallVector<mlir::Operation *> Clauses;
  Module.walk([&](mlir::Operation *Op) {
    if (mlir::isa<ACC_DATA_CLAUSE_OPS>(Op))
      Clauses.push_back(Op);
  });
  auto IsCharacter = [](mlir::Value V) {
    return mlir::isa<fir::BoxCharType>(V.getType());
  };
  for (mlir::Operation *Op : Clauses)
    llvm::TypeSwitch<mlir::Operation *, void>(Op)
        .Case<mlir::acc::CopyoutOp, mlir::acc::UpdateHostOp>([&](auto Exit) {
          if (IsCharacter(Exit.getVar()))
            takeAddress(Exit);
        })
        .Case<ACC_DATA_ENTRY_OPS>([&](auto Entry) {
          if (!IsCharacter(Entry.getVar()))
            return;
          takeAddress(Entry);
          mlir::Value Copy = Entry.getAccVar();
          Copy.setType(Entry.getVar().getType());
          for (mlir::Operation *User :
               llvm::make_early_inc_range(Copy.getUsers()))
            if (auto Convert = mlir::dyn_cast<fir::ConvertOp>(User);
                Convert && Convert.getType() == Copy.getType()) {
              Convert.getResult().replaceAllUsesWith(Copy);
              Convert.erase();
            }
        });
  // A scalar has no bounds; Flang gives it its length.
  for (mlir::Operation *Op : Clauses)
    llvm::TypeSwitch<mlir::Operation *, void>(Op).Case<ACC_DATA_CLAUSE_OPS>(
        [](auto Clause) {
          if (fir::isa_char(fir::unwrapRefType(Clause.getAccVar().getType())))
            Clause.getBoundsMutable().clear();
        });
}

void warpfort::makeBoxes(mlir::ModuleOp Module) {
  takeCharacterAddresses(Module);
  llvm::SmallVector<fir::ConvertOp> Found;
  Module.walk([&](fir::ConvertOp Op) {
    auto From = mlir::dyn_cast<fir::ReferenceType>(Op.getValue().getType());
    auto To = mlir::dyn_cast<fir::BoxType>(Op.getType());
    if (From && To && mlir::isa<fir::RecordType>(From.getEleTy()) &&
        From.getEleTy() == To.getEleTy())
      Found.push_back(Op);
  });
  for (fir::ConvertOp Op : Found) {
    mlir::OpBuilder Builder(Op);
    Op.getResult().replaceAllUsesWith(fir::EmboxOp::create(
        Builder, Op.getLoc(), Op.getType(), Op.getValue()));
    Op.erase();
  }
  llvm::SmallVector<fir::BoxAddrOp> Pointers;
  Module.walk([&](fir::BoxAddrOp Op) {
    if (mlir::isa<fir::BaseBoxType>(Op.getType()))
      Pointers.push_back(Op);
  });
  for (fir::BoxAddrOp Op : Pointers) {
    Op.getResult().replaceAllUsesWith(Op.getVal());
    Op.erase();
  }
}
