//===-- ACCPrepare.cpp - Before the upstream passes -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `self(c)` is `if(.not. c)`: both send the construct to the host, which gets
/// a version of it. Loops that sum up in a scalar get the clause that says so.
/// Array statements are loops. Tiles are collapsed. Declared data and constants
/// are made explicit.
///
//===----------------------------------------------------------------------===//
#include "ArrayLoops.h"
#include "ArrayReductions.h"
#include "DeclaredData.h"
#include "HostAssociation.h"
#include "HostConstructs.h"
#include "ImplicitScalars.h"
#include "LoopFacts.h"
#include "PrivateVariables.h"
#include "RecordAddresses.h"
#include "RecordArrays.h"
#include "RecordComponents.h"
#include "Routines.h"
#include "SharedScalars.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace warpfort {
namespace {

template <typename Construct> void joinConditions(Construct Op) {
  bool Always = static_cast<bool>(Op.getSelfAttr());
  if (!Always && !Op.getSelfCond())
    return;
  OpBuilder Builder(Op);
  Location Loc = Op.getLoc();
  Value True =
      arith::ConstantOp::create(Builder, Loc, Builder.getBoolAttr(true));
  Value OnDevice;
  if (Always)
    OnDevice =
        arith::ConstantOp::create(Builder, Loc, Builder.getBoolAttr(false));
  else
    OnDevice = arith::XOrIOp::create(Builder, Loc, Op.getSelfCond(), True);
  if (Value If = Op.getIfCond())
    OnDevice = arith::AndIOp::create(Builder, Loc, If, OnDevice);
  Op.getIfCondMutable().assign(OnDevice);
  Op.getSelfCondMutable().clear();
  Op.setSelfAttr(false);
}

/// Inside a construct, a variable of a COMMON block or of an EQUIVALENCE names
/// the storage that it shares with others on the host. No code reads that, but
/// the construct would take all of the storage along.
static void dropSharedStorage(fir::DeclareOp Declare) {
  if (!Declare.getStorage() ||
      !acc::getEnclosingComputeOp(*Declare->getParentRegion()))
    return;
  Declare.getStorageMutable().clear();
  Declare.setStorageOffset(0);
}

/// Flang names the variables of a module that some clause in it lists in every
/// procedure of it. In a routine, upstream would declare them on the device,
/// and kernels take them from there.
static void dropUnusedNames(ModuleOp Module) {
  for (auto Function : Module.getOps<func::FuncOp>()) {
    if (!Function->hasAttr(acc::getRoutineInfoAttrName()))
      continue;
    llvm::SmallVector<fir::AddrOfOp> Addresses;
    Function.walk([&](fir::AddrOfOp Op) { Addresses.push_back(Op); });
    for (fir::AddrOfOp Op : Addresses) {
      for (Operation *User : llvm::make_early_inc_range(Op->getUsers()))
        if (isa<fir::DeclareOp>(User) && User->use_empty())
          User->erase();
      if (Op->use_empty())
        Op->erase();
    }
  }
}

/// A BLOCK construct saves the stack, which matters to nothing but arrays whose
/// size is known at run time. Each part of a kernels construct is a kernel.
void dropStackSaves(acc::KernelsOp Construct) {
  llvm::SmallVector<LLVM::StackSaveOp> Saves;
  Construct.walk([&](LLVM::StackSaveOp Save) {
    if (llvm::all_of(Save->getBlock()->getOps<fir::AllocaOp>(),
                     [](fir::AllocaOp Variable) {
                       return Variable->getNumOperands() == 0;
                     }))
      Saves.push_back(Save);
  });
  for (LLVM::StackSaveOp Save : Saves) {
    for (Operation *Restore : llvm::make_early_inc_range(Save->getUsers()))
      Restore->erase();
    Save.erase();
  }
}

/// A condition that is known to be false takes a directive away before this
/// pass, but not its clauses. (Of clauses that compute constructs and loops
/// have, nothing is taken away.)
void dropClausesOfNothing(ModuleOp Module) {
  llvm::SmallVector<Operation *> Entries;
  Module.walk([&](Operation *Op) {
    if (isa<acc::CopyinOp, acc::CreateOp, acc::PresentOp, acc::NoCreateOp,
            acc::AttachOp, acc::DevicePtrOp, acc::GetDevicePtrOp,
            acc::UpdateDeviceOp, acc::UseDeviceOp>(Op))
      Entries.push_back(Op);
  });
  for (Operation *Op : Entries) {
    Value AccVar = acc::getAccVar(Op);
    if (llvm::any_of(AccVar.getUsers(), [](Operation *User) {
          return isa<acc::ParallelOp, acc::KernelsOp, acc::SerialOp,
                     acc::DataOp, acc::HostDataOp, acc::EnterDataOp,
                     acc::ExitDataOp, acc::UpdateOp, acc::DeclareOp,
                     acc::DeclareEnterOp, acc::DeclareExitOp>(User);
        }))
      continue;
    for (Operation *User : llvm::make_early_inc_range(AccVar.getUsers()))
      if (isa<ACC_DATA_EXIT_OPS>(User))
        User->erase();
    AccVar.replaceAllUsesWith(acc::getVar(Op));
    Op->erase();
  }
}

/// The loops of a tile clause become one over the product of their iterations,
/// as those of a collapse clause: a grid of that many dimensions is tiled.
/// (Upstream's pass takes every step for positive, and knows no reductions.)
void collapseTiles(acc::LoopOp Loop) {
  if (Loop.getTileOperands().empty())
    return;
  Loop.getTileOperandsMutable().clear();
  Loop.removeTileOperandsSegmentsAttr();
  Loop.removeTileOperandsDeviceTypeAttr();
}

/// Whether a variable is only loaded, apart from \p Clause naming it.
bool isOnlyRead(Value Variable, Operation *Clause) {
  return llvm::all_of(Variable.getUsers(), [&](Operation *User) {
    if (auto Declare = dyn_cast<fir::DeclareOp>(User))
      return isOnlyRead(Declare.getResult(), Clause);
    return User == Clause || isa<fir::LoadOp>(User);
  });
}

/// The device has no addresses of the host's procedures, and a pointer to one
/// no data for a clause.
LogicalResult refuseProcedurePointers(ModuleOp Module) {
  bool Failed = false;
  Module.walk([&](Operation *Op) {
    if (!isa<ACC_COMPUTE_CONSTRUCT_OPS>(Op))
      return;
    Region &Body = Op->getRegion(0);
    llvm::SetVector<Value> Used;
    getUsedValuesDefinedAbove(Body, Used);
    for (Value V : Used) {
      if (!fir::isa_ref_type(V.getType()) ||
          !isa<fir::BoxProcType>(fir::unwrapRefType(V.getType())))
        continue;
      for (Operation *User : V.getUsers())
        if (Body.isAncestor(User->getParentRegion())) {
          User->emitError("procedure pointers are not supported in OpenACC "
                          "compute constructs");
          Failed = true;
          break;
        }
    }
  });
  return failure(Failed);
}

/// A private scalar that the loop only reads would have no value. Codes name
/// the variables of all loops on the innermost one: what they read is the
/// variable of the loop around it.
void dropUnassignedPrivates(acc::LoopOp Loop) {
  for (unsigned I = Loop.getPrivateOperands().size(); I-- > 0;) {
    Value Operand = Loop.getPrivateOperands()[I];
    auto Private = Operand.getDefiningOp<acc::PrivateOp>();
    if (!Private || acc::getVar(Private).getType() != Operand.getType() ||
        !fir::isa_trivial(fir::unwrapRefType(Operand.getType())) ||
        !isOnlyRead(Operand, Loop))
      continue;
    Loop.getPrivateOperandsMutable().erase(I);
    Operand.replaceAllUsesWith(acc::getVar(Private));
    Private.erase();
  }
}

/// Upstream's pass takes no notice of scalars, or of a procedure's declared
/// data, where a construct has DEFAULT(NONE). What has no clause and needs one
/// the front end has refused.
template <typename Construct> void dropDefaultNone(Construct Op) {
  if (Op.getDefaultAttr() == acc::ClauseDefaultValue::None)
    Op.removeDefaultAttrAttr();
}

class ACCPrepare : public PassWrapper<ACCPrepare, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ACCPrepare)

  llvm::StringRef getArgument() const override {
    return "warpfort-acc-prepare";
  }
  llvm::StringRef getDescription() const override {
    return "Bring OpenACC constructs into the form that the passes expect";
  }
  void getDependentDialects(DialectRegistry &Registry) const override {
    Registry.insert<arith::ArithDialect, acc::OpenACCDialect,
                    fir::FIROpsDialect, scf::SCFDialect>();
  }
  void runOnOperation() override {
    llvm::SmallVector<acc::LoopOp> Loops;
    getOperation().walk([&](Operation *Op) {
      llvm::TypeSwitch<Operation *, void>(Op)
          .Case<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>(
              [](auto Construct) {
                joinConditions(Construct);
                dropDefaultNone(Construct);
              })
          .Case(dropSharedStorage)
          .Case([&](acc::LoopOp Loop) { Loops.push_back(Loop); });
    });
    openacc::initializePrivateRecords(getOperation());
    for (acc::LoopOp Loop : Loops) {
      std::optional<int64_t> Dim = openacc::gangDim(Loop);
      if (!Dim || *Dim < 1 || *Dim > 3) {
        Loop.emitError("the dimension of gang(dim:n) must be 1, 2 or 3");
        return signalPassFailure();
      }
      collapseTiles(Loop);
      dropUnassignedPrivates(Loop);
    }
    dropClausesOfNothing(getOperation());
    openacc::addImplicitRoutines(getOperation());
    if (failed(openacc::passHostVariables(getOperation())))
      return signalPassFailure();
    dropUnusedNames(getOperation());
    getOperation().walk(dropStackSaves);
    openacc::addFirstPrivateScalars(getOperation());
    if (failed(openacc::makeHostVersions(getOperation())))
      return signalPassFailure();
    if (failed(refuseProcedurePointers(getOperation())))
      return signalPassFailure();
    openacc::moveAddressesInside(getOperation());
    openacc::copyFirstPrivateArrays(getOperation());
    openacc::MovedRecords Moved =
        openacc::moveRecordAddressesOutside(getOperation());
    openacc::addComponentClauses(getOperation(), Moved);
    openacc::addElementClauses(getOperation(), Moved);
    openacc::makeArrayLoops(getOperation());
    openacc::moveConstantsInside(getOperation());
    openacc::prepareDeclaredData(getOperation());
    openacc::nameReducedArrays(getOperation());
    openacc::copyReductions(getOperation());
    openacc::addReductions(getOperation());
    openacc::copyExposedReductions(getOperation());
  }
};

} // namespace

std::unique_ptr<Pass> createACCPreparePass() {
  return std::make_unique<ACCPrepare>();
}

void registerACCTransformPasses() {
  registerPass([] { return createACCPreparePass(); });
  registerPass([] { return createACCRoutinesPass(); });
  registerPass([] { return createACCImplicitCopiesPass(); });
  registerPass([] { return createACCReportDataPass(); });
  registerPass([] { return createACCOutlinePass(); });
  registerPass([] { return createACCLowerKernelsPass(); });
  registerPass([] { return createACCLowerDataPass(); });
  registerPass([] { return createACCStructuredControlPass(); });
}

} // namespace warpfort
