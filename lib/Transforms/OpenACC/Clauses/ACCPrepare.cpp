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
#include "OptionalVariables.h"
#include "PrivateVariables.h"
#include "RecordAddresses.h"
#include "RecordArrays.h"
#include "RecordComponents.h"
#include "ReducedScalars.h"
#include "ReductionUpdates.h"
#include "SharedScalars.h"
#include "Transforms/Common/SharedNames.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "Transforms/OpenACC/Facts/Routines.h"
#include "warpfort/Support/UserErrors.h"
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
#include <string_view>

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ACCPREPAREPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"

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

void joinAllConditions(ModuleOp Module) {
  Module.walk([](Operation *Op) {
    llvm::TypeSwitch<Operation *, void>(Op)
        .Case<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>(
            [](auto Construct) { joinConditions(Construct); });
  });
}

/// Inside a construct, a variable of a COMMON block or of an EQUIVALENCE names
/// the storage that it shares with others on the host. No code reads that, but
/// the construct would take all of the storage along.
void dropSharedStorage(ModuleOp Module) {
  Module.walk([](fir::DeclareOp Declare) {
    if (!Declare.getStorage() ||
        !acc::getEnclosingComputeOp(*Declare->getParentRegion()))
      return;
    Declare.getStorageMutable().clear();
    Declare.setStorageOffset(0);
  });
}

/// Flang names the variables of a module that some clause in it lists in every
/// procedure of it. In a routine, upstream would declare them on the device,
/// and kernels take them from there.
void dropUnusedNames(ModuleOp Module) {
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

/// A BLOCK construct, and each DO CONCURRENT, saves the stack, which matters to
/// nothing but arrays whose size is known at run time. Each part of a kernels
/// construct is a kernel, and loops with nothing between become one.
void dropStackSaves(ModuleOp Module) {
  llvm::SmallVector<LLVM::StackSaveOp> Saves;
  Module.walk([&](LLVM::StackSaveOp Save) {
    if ((Save->getParentOfType<acc::KernelsOp>() ||
         Save->getParentOfType<acc::ParallelOp>()) &&
        llvm::all_of(Save->getBlock()->getOps<fir::AllocaOp>(),
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
void dropUnusedClauses(ModuleOp Module) {
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
void collapseTiles(ModuleOp Module) {
  Module.walk([](acc::LoopOp Loop) {
    if (Loop.getTileOperands().empty())
      return;
    Loop.getTileOperandsMutable().clear();
    Loop.removeTileOperandsSegmentsAttr();
    Loop.removeTileOperandsDeviceTypeAttr();
  });
}

LogicalResult checkGangDimensions(ModuleOp Module) {
  WalkResult Result = Module.walk([](acc::LoopOp Loop) {
    std::optional<int64_t> Dim = openacc::gangDim(Loop);
    if (Dim && *Dim >= 1 && *Dim <= 3)
      return WalkResult::advance();
    emitUserError(Loop, "the dimension of gang(dim:n) must be 1, 2 or 3");
    return WalkResult::interrupt();
  });
  return failure(Result.wasInterrupted());
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
          emitUserError(User, "procedure pointers are not supported in OpenACC "
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

void dropAllUnassignedPrivates(ModuleOp Module) {
  llvm::SmallVector<acc::LoopOp> Loops;
  Module.walk([&](acc::LoopOp Loop) { Loops.push_back(Loop); });
  llvm::for_each(Loops, dropUnassignedPrivates);
}

/// Upstream's pass takes no notice of scalars, or of a procedure's declared
/// data, where a construct has DEFAULT(NONE). What has no clause and needs one
/// the front end has refused.
void dropDefaultNone(ModuleOp Module) {
  Module.walk([](Operation *Op) {
    llvm::TypeSwitch<Operation *, void>(Op)
        .Case<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>(
            [](auto Construct) {
              if (Construct.getDefaultAttr() == acc::ClauseDefaultValue::None)
                Construct.removeDefaultAttrAttr();
            });
  });
}

/// The addresses of parts of records move out of the constructs, which then get
/// clauses for these parts, and those of clauses are found where there are
/// none.
void addRecordClauses(ModuleOp Module) {
  openacc::MovedRecords Moved = openacc::moveRecordAddressesOutside(Module);
  openacc::addComponentClauses(Module, Moved);
  openacc::addElementClauses(Module, Moved);
  openacc::provideNamedRecords(Module);
}

template <void (*Function)(ModuleOp)> LogicalResult run(ModuleOp Module) {
  Function(Module);
  return success();
}

struct Step {
  std::string_view Name;
  LogicalResult (*Run)(ModuleOp);
  /// The next step that must not run earlier than this one.
  std::string_view Before = {};
};

/// All steps in their order. What must not be swapped is named as data, so that
/// it cannot be: comments say why. test/Transforms/OpenACC/acc-prepare has a
/// test for each step; acc-prepare.mlir beside it shows what goes wrong in
/// another order, where that is marked with a T here.
constexpr Step Steps[] = {
    // Must run before make-host-versions, which has each statement twice.
    {"warn-about-reductions", run<openacc::warnAboutReductions>,
     "make-host-versions"},
    // T: Must run before make-host-versions, which knows one condition only.
    {"join-conditions", run<joinAllConditions>, "make-host-versions"},
    {"drop-default-none", run<dropDefaultNone>},
    // Must run before steps that look at what a construct uses: the storage
    // is no variable of it.
    {"drop-shared-storage", run<dropSharedStorage>, "pass-host-variables"},
    // Must run before join-shared-names: variables of the host become the
    // construct's, under names that it has no clause for.
    {"pass-host-variables", openacc::passHostVariables, "join-shared-names"},
    // Must run before drop-unassigned-privates: a loop may assign its variable
    // by another name.
    {"join-shared-names", run<joinSharedNames>, "drop-unassigned-privates"},
    // Must run before drop-unassigned-privates: a record gets values here.
    {"initialize-private-records", run<openacc::initializePrivateRecords>,
     "drop-unassigned-privates"},
    {"check-gang-dimensions", checkGangDimensions},
    {"collapse-tiles", run<collapseTiles>},
    {"drop-unassigned-privates", run<dropAllUnassignedPrivates>},
    // Must run before steps that add clauses to constructs: they count what
    // has one as known.
    {"drop-unused-clauses", run<dropUnusedClauses>,
     "add-first-private-scalars"},
    // T: Must run before drop-unused-names, which looks into routines.
    {"add-implicit-routines", run<openacc::addImplicitRoutines>,
     "drop-unused-names"},
    {"drop-unused-names", run<dropUnusedNames>},
    // Must run before make-array-loops, which wants loops beside each other.
    {"drop-stack-saves", run<dropStackSaves>, "make-array-loops"},
    // Must run before add-first-private-scalars, which copies the values that
    // this provides where an argument is absent.
    {"provide-optional-arguments", run<openacc::provideOptionalArguments>,
     "add-first-private-scalars"},
    // Must run before make-host-versions: the host's copy is one of the value.
    {"pass-first-private-values", run<openacc::passFirstPrivateValues>,
     "make-host-versions"},
    // T: Must run before make-host-versions: there first-private scalars are
    // variables of their own, too.
    {"add-first-private-scalars", run<openacc::addFirstPrivateScalars>,
     "make-host-versions"},
    // Must run before steps that are for device code only.
    {"make-host-versions", openacc::makeHostVersions,
     "refuse-procedure-pointers"},
    {"refuse-procedure-pointers", refuseProcedurePointers},
    // Must run before add-record-clauses, which looks at the addresses that a
    // construct forms.
    {"move-addresses-inside", run<openacc::moveAddressesInside>,
     "add-record-clauses"},
    {"copy-first-private-arrays", run<openacc::copyFirstPrivateArrays>},
    {"add-record-clauses", run<addRecordClauses>},
    // T: Must run before add-reductions: SUM and the like become loops for
    // which it adds the clause.
    {"make-array-loops", run<openacc::makeArrayLoops>, "add-reductions"},
    {"move-constants-inside", run<openacc::moveConstantsInside>},
    {"prepare-declared-data", run<openacc::prepareDeclaredData>},
    // T: Must run before copy-reductions, which copies what the clause names.
    {"name-reduced-arrays", run<openacc::nameReducedArrays>, "copy-reductions"},
    // Must run before copy-reductions, too: a copied descriptor's scalar would
    // not come back.
    {"name-reduced-scalars", run<openacc::nameReducedScalars>,
     "copy-reductions"},
    // Must run before add-reductions, which knows scalars by their clauses.
    {"copy-reductions", run<openacc::copyReductions>, "add-reductions"},
    // T: Must run before copy-exposed-reductions, which looks at these clauses.
    {"add-reductions", run<openacc::addReductions>, "copy-exposed-reductions"},
    {"copy-exposed-reductions", run<openacc::copyExposedReductions>},
};

constexpr bool isInOrder() {
  for (size_t I = 0; I < std::size(Steps); ++I) {
    bool Follows = Steps[I].Before.empty();
    for (size_t J = I + 1; J < std::size(Steps); ++J)
      Follows = Follows || Steps[J].Name == Steps[I].Before;
    if (!Follows)
      return false;
  }
  return true;
}
static_assert(isInOrder(), "a step runs after the one that it must precede");

class ACCPrepare : public impl::ACCPreparePassBase<ACCPrepare> {
public:
  using ACCPreparePassBase::ACCPreparePassBase;

  void runOnOperation() override {
    if (OnlySteps.empty()) {
      for (const Step &Each : Steps)
        if (failed(runStep(Each)))
          return signalPassFailure();
      return;
    }
    for (llvm::StringRef Name : OnlySteps) {
      const Step *Found = llvm::find_if(Steps, [&](const Step &S) {
        return Name == llvm::StringRef(S.Name);
      });
      if (Found == std::end(Steps)) {
        getOperation().emitError("no step is called '") << Name << "'";
        return signalPassFailure();
      }
      if (failed(runStep(*Found)))
        return signalPassFailure();
    }
  }

private:
  LogicalResult runStep(const Step &S) {
    LogicalResult Result = S.Run(getOperation());
    if (DumpAfter == S.Name) {
      llvm::errs() << "// after " << S.Name << "\n";
      getOperation()->print(llvm::errs(), OpPrintingFlags().enableDebugInfo());
    }
    return Result;
  }
};

} // namespace

llvm::SmallVector<llvm::StringRef> accPrepareSteps() {
  return llvm::map_to_vector(
      Steps, [](const Step &S) -> llvm::StringRef { return S.Name; });
}

} // namespace warpfort
