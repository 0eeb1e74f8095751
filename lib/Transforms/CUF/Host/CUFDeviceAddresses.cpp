//===-- CUFDeviceAddresses.cpp - Device variables where they are used -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every device has its own copy of a module's device and constant variables,
/// and cudaSetDevice says whose is meant. Flang's cuf-convert asks for the
/// address once, where a host procedure declares the variable: before the
/// procedure can choose a device. This pass declares the variable anew in front
/// of each operation that uses it, with the operations in between that only
/// compute an address:
///
///     %a = fir.declare (fir.address_of(@table))
///     %b = fir.embox %a
///     fir.call @cudaSetDevice(...)
///     cuf.data_transfer %x to %b
///  -> fir.call @cudaSetDevice(...)
///     %a = fir.declare (fir.address_of(@table))
///     %b = fir.embox %a
///     cuf.data_transfer %x to %b
///
//===----------------------------------------------------------------------===//
#include "Transforms/Common/DeviceData.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Dialect/CUF/Attributes/CUFAttr.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFDEVICEADDRESSESPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

/// Operations between a variable's declaration and its uses.
using Chain = llvm::SetVector<Operation *>;

/// Whether the operation computes an address, and can stand anywhere that its
/// operands reach. Extents and the like are computed once, where they are: what
/// is made of them may be wanted before the uses of other values.
bool computesOnly(Operation *Op) {
  if (!llvm::all_of(Op->getResultTypes(), [](Type T) {
        return fir::isa_ref_type(T) || isa<fir::BaseBoxType>(T);
      }))
    return false;
  return isa<fir::DeclareOp>(Op) ||
         (Op->getNumRegions() == 0 && isMemoryEffectFree(Op) &&
          !Op->hasTrait<OpTrait::IsTerminator>());
}

/// The whole way from the declaration in front of \p User.
void repeatFor(Operation *User, const Chain &Way) {
  llvm::SmallVector<Operation *> Wanted;
  llvm::SmallPtrSet<Operation *, 8> Seen;
  auto Want = [&](Operation *Of) {
    for (Value Operand : Of->getOperands())
      if (Operation *Definer = Operand.getDefiningOp();
          Definer && Way.contains(Definer) && Seen.insert(Definer).second)
        Wanted.push_back(Definer);
  };
  Want(User);
  for (size_t I = 0; I < Wanted.size(); ++I)
    Want(Wanted[I]);
  OpBuilder Builder(User);
  IRMapping Copies;
  // In the order of the chain, where definitions come before uses.
  for (Operation *Op : Way)
    if (Seen.contains(Op))
      Builder.clone(*Op, Copies);
  for (OpOperand &Operand : User->getOpOperands())
    Operand.set(Copies.lookupOrDefault(Operand.get()));
}

class CUFDeviceAddresses
    : public impl::CUFDeviceAddressesPassBase<CUFDeviceAddresses> {
public:
  void runOnOperation() override {
    llvm::SmallVector<fir::DeclareOp> Declarations;
    SymbolTable Symbols(getOperation());
    getOperation().walk([&](fir::DeclareOp Declare) {
      if (isHostCode(Declare) && isOfEachDevice(Declare, Symbols))
        Declarations.push_back(Declare);
    });
    for (fir::DeclareOp &Declare : Declarations)
      if (auto Cast = Declare.getMemref().getDefiningOp<fir::VolatileCastOp>())
        Declare = declarePlain(Declare, Cast);
    DominanceInfo Dominance;
    for (fir::DeclareOp Declare : Declarations)
      useDeclared(Declare, Dominance);
    for (fir::DeclareOp Declare : Declarations)
      moveToUses(Declare);
  }

private:
  /// Whether this is a variable of modules that lies on the device; descriptors
  /// of such data are the host's.
  static bool isOfEachDevice(fir::DeclareOp Declare,
                             const SymbolTable &Symbols) {
    Value Memory = Declare.getMemref();
    if (auto Cast = Memory.getDefiningOp<fir::VolatileCastOp>())
      Memory = Cast.getValue();
    auto Address = Memory.getDefiningOp<fir::AddrOfOp>();
    auto Global = Address ? Symbols.lookup<fir::GlobalOp>(
                                Address.getSymbol().getRootReference())
                          : fir::GlobalOp();
    if (!Global || isa<fir::BaseBoxType>(Global.getType()))
      return false;
    auto Attribute = Global.getDataAttr();
    return Attribute == cuf::DataAttribute::Device ||
           Attribute == cuf::DataAttribute::Constant;
  }

  static fir::DeclareOp declarePlain(fir::DeclareOp Declare,
                                     fir::VolatileCastOp Cast);
  static void useDeclared(fir::DeclareOp Declare, DominanceInfo &Dominance);
  void moveToUses(fir::DeclareOp Declare);
};

/// Flang's cuf-convert knows a variable that is declared by its own address: of
/// a VOLATILE one it is the declaration's result that has the attribute.
fir::DeclareOp CUFDeviceAddresses::declarePlain(fir::DeclareOp Declare,
                                                fir::VolatileCastOp Cast) {
  OpBuilder Builder(Declare);
  auto Plain = cast<fir::DeclareOp>(Builder.clone(*Declare));
  Plain.getMemrefMutable().assign(Cast.getValue());
  Plain.getResult().setType(Cast.getValue().getType());
  auto Attrs =
      Declare.getFortranAttrs().value_or(fir::FortranVariableFlagsEnum::None) &
      ~fir::FortranVariableFlagsEnum::fortran_volatile;
  Plain.setFortranAttrs(Attrs);
  auto Again = fir::VolatileCastOp::create(Builder, Declare.getLoc(),
                                           Declare.getType(), Plain);
  Declare.replaceAllUsesWith(Again.getResult());
  Declare.erase();
  return Plain;
}

/// Flang's C_LOC and C_DEVLOC take the address of the global itself, which is
/// that of the host's shadow.
void CUFDeviceAddresses::useDeclared(fir::DeclareOp Declare,
                                     DominanceInfo &Dominance) {
  for (OpOperand &Use :
       llvm::make_early_inc_range(Declare.getMemref().getUses()))
    if (!isa<fir::DeclareOp>(Use.getOwner()) &&
        Declare.getType() == Use.get().getType() &&
        Dominance.properlyDominates(Declare.getOperation(), Use.getOwner()))
      Use.set(Declare.getResult());
}

void CUFDeviceAddresses::moveToUses(fir::DeclareOp Declare) {
  Chain Way, Users;
  Way.insert(Declare.getMemref().getDefiningOp());
  Way.insert(Declare);
  llvm::SmallVector<Operation *> Work{Declare};
  while (!Work.empty())
    for (Operation *User : Work.pop_back_val()->getUsers())
      if (!computesOnly(User))
        Users.insert(User);
      else if (Way.insert(User))
        Work.push_back(User);
  // Definitions before uses.
  Way = topologicalSort(Way);
  for (Operation *User : Users)
    repeatFor(User, Way);
  for (Operation *Op : llvm::reverse(Way))
    if (Op->use_empty())
      Op->erase();
}

} // namespace

} // namespace warpfort
