//===-- DeclaredData.cpp - Data of declare directives ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See DeclaredData.h. Flang describes what happens to declared globals by
/// constructors and by functions to call where they are allocated; neither is
/// used: the device program holds the variable from its beginning, and the
/// runtime compares the descriptors of declared allocatables with what it made
/// of them, so that it sees every way in which they change.
///
//===----------------------------------------------------------------------===//
#include "DeclaredData.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "warprt/Image.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

fir::GlobalOp globalOf(ModuleOp Module, Value Address) {
  Value Root = rootOf(Address);
  auto Op = Root ? Root.getDefiningOp<fir::AddrOfOp>() : fir::AddrOfOp();
  return Op ? Module.lookupSymbol<fir::GlobalOp>(Op.getSymbol())
            : fir::GlobalOp();
}

bool isDescriptor(Value Address) {
  return fir::isa_ref_type(Address.getType()) &&
         isa<fir::BaseBoxType>(fir::unwrapRefType(Address.getType()));
}

bool isAllocatableOrPointer(Type T) {
  auto Box = dyn_cast<fir::BaseBoxType>(T);
  return Box && isa<fir::HeapType, fir::PointerType>(Box.getEleTy());
}

uint32_t kindOf(fir::GlobalOp Global, acc::DataClause Clause) {
  bool Descriptor = isAllocatableOrPointer(Global.getType());
  if (Clause == acc::DataClause::acc_declare_link)
    return Descriptor ? WARPRT_VAR_DESCRIPTOR : WARPRT_VAR_LINK;
  if (!Descriptor)
    return WARPRT_VAR_DEVICE;
  auto Box = cast<fir::BaseBoxType>(Global.getType());
  return isa<fir::HeapType>(Box.getEleTy()) ? WARPRT_VAR_ALLOCATABLE
                                            : WARPRT_VAR_DESCRIPTOR;
}

void mark(fir::GlobalOp Global, acc::DataClause Clause) {
  DeclaredDataAttr.set(Global, kindOf(Global, Clause));
}

/// Whether a LINK clause declares what \p Global is or describes: it comes to
/// the device by data clauses, and ALLOCATE has no part in that.
bool isLinked(fir::GlobalOp Global) {
  auto Declare =
      Global->getAttrOfType<acc::DeclareAttr>(acc::getDeclareAttrName());
  return Declare && Declare.getDataClause().getValue() ==
                        acc::DataClause::acc_declare_link;
}

/// The kind of a declared global behind an address.
std::optional<uint32_t> declaredKind(ModuleOp Module, Value Address) {
  if (fir::GlobalOp Global = globalOf(Module, Address))
    return DeclaredDataAttr.get(Global);
  return std::nullopt;
}

/// Marks the globals that the directives of modules, and of C's files, declare,
/// and removes what Flang made about them. Flang gives the attribute to globals
/// that only a procedure's directive names, too, but no constructor: they are
/// on the device while the procedure runs.
void markGlobals(ModuleOp Module) {
  llvm::SmallVector<Operation *> Dead;
  llvm::StringSet<> Constructed, OfProcedures;
  for (auto Constructor : Module.getOps<acc::GlobalConstructorOp>())
    Constructed.insert(Constructor.getSymName());
  Module.walk([&](acc::DeclareEnterOp Enter) {
    for (Value AccVar : Enter.getDataClauseOperands())
      if (auto Global = globalOf(Module, acc::getVar(AccVar.getDefiningOp())))
        if (Enter->getParentOfType<func::FuncOp>())
          OfProcedures.insert(Global.getSymName());
  });
  auto IsOfProcedures = [&](fir::GlobalOp Global) {
    return Global.isInitialized() &&
           OfProcedures.contains(Global.getSymName()) &&
           !Constructed.contains((Global.getSymName() + "_acc_ctor").str());
  };
  for (Operation &Op : Module.getOps()) {
    if (auto Global = dyn_cast<fir::GlobalOp>(Op)) {
      auto Declare =
          Global->getAttrOfType<acc::DeclareAttr>(acc::getDeclareAttrName());
      if (Declare && !IsOfProcedures(Global))
        mark(Global, Declare.getDataClause().getValue());
    } else if (isa<acc::GlobalConstructorOp, acc::GlobalDestructorOp>(Op)) {
      Dead.push_back(&Op);
    } else if (auto Function = dyn_cast<func::FuncOp>(Op)) {
      llvm::StringRef Name = Function.getSymName();
      if (Function.isPrivate() && (Name.ends_with("_acc_declare_post_alloc") ||
                                   Name.ends_with("_acc_declare_pre_dealloc") ||
                                   Name.ends_with("_acc_declare_post_dealloc")))
        Dead.push_back(&Op);
    }
  }
  for (Operation *Op : Dead)
    Op->erase();
}

/// A saved variable that a procedure declares with create keeps its place on
/// the device from call to call, as a module's does. Returns whether the
/// directive has nothing else to do, and is gone.
bool promoteSaved(ModuleOp Module, acc::DeclareEnterOp Enter) {
  for (Value AccVar : llvm::to_vector(Enter.getDataClauseOperands())) {
    Operation *Entry = AccVar.getDefiningOp();
    if (!isa<acc::CreateOp, acc::DeclareDeviceResidentOp>(Entry) ||
        !acc::getBounds(Entry).empty())
      continue;
    fir::GlobalOp Global = globalOf(Module, acc::getVar(Entry));
    if (!Global || Global.getConstant().value_or(false))
      continue;
    if (!DeclaredDataAttr.isOn(Global))
      mark(Global, acc::DataClause::acc_create);
    // The clause and its ends.
    for (Operation *User : llvm::make_early_inc_range(AccVar.getUsers())) {
      if (isa<ACC_DATA_EXIT_OPS>(User)) {
        User->erase();
        continue;
      }
      for (unsigned I = User->getNumOperands(); I-- > 0;)
        if (User->getOperand(I) == AccVar) {
          if (auto In = dyn_cast<acc::DeclareEnterOp>(User))
            In.getDataClauseOperandsMutable().erase(I);
          else if (auto Out = dyn_cast<acc::DeclareExitOp>(User))
            Out.getDataClauseOperandsMutable().erase(I -
                                                     (Out.getToken() ? 1 : 0));
        }
    }
    if (AccVar.use_empty())
      Entry->erase();
  }
  if (!Enter.getDataClauseOperands().empty())
    return false;
  for (Operation *Exit : llvm::make_early_inc_range(Enter->getUsers()))
    Exit->erase();
  Enter->erase();
  return true;
}

/// Whether the variable ends with the procedure or BLOCK construct, and frees
/// what it has then.
bool isLocalAllocatable(Value Address) {
  Value Root = rootOf(Address);
  auto Box = dyn_cast<fir::BaseBoxType>(fir::unwrapRefType(Address.getType()));
  return Root && Root.getDefiningOp<fir::AllocaOp>() && Box &&
         isa<fir::HeapType>(Box.getEleTy());
}

/// Allocatables and pointers come and go while a declare region is open: they
/// count as enter and exit data do. What a local allocatable has at the end is
/// what leaves.
void useDynamicCounters(acc::DeclareEnterOp Enter) {
  for (Value AccVar : Enter.getDataClauseOperands()) {
    if (!isDescriptor(AccVar))
      continue;
    auto SetDynamic = [&](Operation *Op) {
      Op->setAttr("structured", BoolAttr::get(Op->getContext(), false));
    };
    Operation *Entry = AccVar.getDefiningOp();
    SetDynamic(Entry);
    Value Variable = acc::getVar(Entry);
    for (Operation *User : llvm::make_early_inc_range(AccVar.getUsers())) {
      if (!isa<ACC_DATA_EXIT_OPS>(User))
        continue;
      SetDynamic(User);
      if (!isLocalAllocatable(Variable))
        continue;
      OpBuilder Builder(User);
      auto AtEnd = acc::GetDevicePtrOp::create(
          Builder, User->getLoc(), Variable, /*structured=*/false,
          /*implicit=*/true, acc::getVariableName(Variable));
      User->replaceUsesOfWith(AccVar, AtEnd.getAccVar());
    }
  }
}

/// The descriptor that an operation with a declare action works on.
Value descriptorOf(Operation *Op) {
  if (auto Store = dyn_cast<fir::StoreOp>(Op))
    return Store.getMemref();
  Value V;
  if (auto Address = dyn_cast<fir::BoxAddrOp>(Op))
    V = Address.getVal();
  else if (auto Call = dyn_cast<fir::CallOp>(Op); Call && Call.getNumOperands())
    V = Call.getOperand(0);
  while (V && !isDescriptor(V)) {
    Operation *Source = V.getDefiningOp();
    if (auto Load = dyn_cast_or_null<fir::LoadOp>(Source))
      V = Load.getMemref();
    else
      return {};
  }
  // The run-time library's functions take any descriptor.
  while (auto Convert = V ? V.getDefiningOp<fir::ConvertOp>() : nullptr)
    V = Convert.getValue();
  return V && isDescriptor(V) ? V : Value();
}

/// Whether ALLOCATE changes the device's data where `Op` is. Flang gives
/// actions to all uses of what a directive names anywhere in the file: other
/// procedures than the directive's have no part in a module's variable, and
/// PRESENT makes nothing.
bool isDeclaredAt(Operation *Op, fir::GlobalOp Global,
                  llvm::ArrayRef<acc::DeclareEnterOp> Enters) {
  if (DeclaredDataAttr.isOn(Global))
    return true;
  auto Name = fir::NameUniquer::deconstruct(Global.getSymName()).second;
  bool IsOfModule = !Name.modules.empty() && Name.procs.empty();
  auto Module = Global->getParentOfType<ModuleOp>();
  return llvm::any_of(Enters, [&](acc::DeclareEnterOp Enter) {
    if (IsOfModule && Enter->getParentOfType<func::FuncOp>() !=
                          Op->getParentOfType<func::FuncOp>())
      return false;
    return llvm::any_of(Enter.getDataClauseOperands(), [&](Value AccVar) {
      Operation *Entry = AccVar.getDefiningOp();
      return !isa<acc::PresentOp>(Entry) &&
             globalOf(Module, acc::getVar(Entry)) == Global;
    });
  });
}

/// What ALLOCATE and DEALLOCATE mean for a declared pointer, or a local
/// allocatable; a module's allocatables are the runtime's.
void makeActions(ModuleOp Module, llvm::ArrayRef<acc::DeclareEnterOp> Enters) {
  llvm::SmallVector<Operation *> Ops;
  Module.walk([&](Operation *Op) {
    if (Op->hasAttr(acc::getDeclareActionAttrName()))
      Ops.push_back(Op);
  });
  for (Operation *Op : Ops) {
    auto Action = Op->getAttrOfType<acc::DeclareActionAttr>(
        acc::getDeclareActionAttrName());
    Op->removeAttr(acc::getDeclareActionAttrName());
    Value Descriptor = descriptorOf(Op);
    if (!Descriptor ||
        declaredKind(Module, Descriptor) == WARPRT_VAR_ALLOCATABLE)
      continue;
    fir::GlobalOp Global = globalOf(Module, Descriptor);
    if (Global && (isLinked(Global) || !isDeclaredAt(Op, Global, Enters)))
      continue;
    Location Loc = Op->getLoc();
    OpBuilder Builder(Op);
    std::string Name = acc::getVariableName(Descriptor);
    if (Action.getPreDealloc()) {
      auto Entry = acc::GetDevicePtrOp::create(Builder, Loc, Descriptor,
                                               /*structured=*/false,
                                               /*implicit=*/true, Name);
      acc::ExitDataOp::create(Builder, Loc, Value(), Value(), false, Value(),
                              ValueRange{}, false,
                              ValueRange{Entry.getAccVar()});
      acc::DeleteOp::create(Builder, Loc, Entry.getAccVar(),
                            /*structured=*/false, /*implicit=*/true, Name,
                            ValueRange{});
    }
    if (Action.getPostAlloc()) {
      Builder.setInsertionPointAfter(Op);
      auto Entry = acc::CreateOp::create(Builder, Loc, Descriptor,
                                         /*structured=*/false,
                                         /*implicit=*/true, Name);
      acc::EnterDataOp::create(Builder, Loc, Value(), Value(), false, Value(),
                               ValueRange{}, false,
                               ValueRange{Entry.getAccVar()});
    }
  }
}

bool isOnlyPrivate(Value V, Region &Body) {
  return llvm::all_of(V.getUsers(), [&](Operation *User) {
    return !Body.isAncestor(User->getParentRegion()) ||
           isa<acc::PrivateOp>(User);
  });
}

void replaceInside(Value V, Value New, Region &Body) {
  V.replaceUsesWithIf(New, [&](OpOperand &Use) {
    Operation *User = Use.getOwner();
    return Body.isAncestor(User->getParentRegion()) &&
           !isa<acc::PrivateOp>(User);
  });
}

/// A scalar of CUDA Fortran's device data: it must not become a private copy.
bool isCUDAScalar(Value V) {
  if (!fir::isa_trivial(fir::unwrapRefType(V.getType())))
    return false;
  auto Declare = V.getDefiningOp<fir::DeclareOp>();
  auto Attr = Declare ? Declare.getDataAttr() : std::nullopt;
  return Attr && *Attr != cuf::DataAttribute::Pinned &&
         *Attr != cuf::DataAttribute::Shared;
}

/// Adds a present clause for each declared variable, and each of CUDA
/// Fortran's, that a compute construct uses and that none of its clauses names.
template <typename Construct>
void addPresent(ModuleOp Module, Construct Op,
                const llvm::DenseSet<Value> &Local) {
  Region &Body = Op.getRegion();
  llvm::SetVector<Value> Used;
  getUsedValuesDefinedAbove(Body, Used);
  for (Value V : Used) {
    if (!fir::isa_ref_type(V.getType()) ||
        !isa_and_nonnull<fir::DeclareOp, fir::AddrOfOp>(V.getDefiningOp()) ||
        isOnlyPrivate(V, Body))
      continue;
    fir::GlobalOp Global = globalOf(Module, V);
    bool IsDeclared =
        Global && DeclaredDataAttr.isOn(Global) && !isLinked(Global);
    if (!isCUDAScalar(V) && !Local.contains(V) && !IsDeclared)
      continue;
    OpBuilder Builder(Op);
    std::string Name = acc::getVariableName(V);
    auto Entry = acc::PresentOp::create(Builder, Op.getLoc(), V,
                                        /*structured=*/true,
                                        /*implicit=*/false, Name);
    Op.getDataClauseOperandsMutable().append(Entry.getAccVar());
    replaceInside(V, Entry.getAccVar(), Body);
    Builder.setInsertionPointAfter(Op);
    auto Exit = acc::DeleteOp::create(Builder, Op.getLoc(), Entry.getAccVar(),
                                      /*structured=*/true, /*implicit=*/false,
                                      Name, ValueRange{});
    Exit.setDataClause(acc::DataClause::acc_present);
  }
}

/// A constant whose address a region uses, with what declares it.
fir::AddrOfOp constantBehind(ModuleOp Module, Value V) {
  auto Address = goBack(V, NameSteps).getDefiningOp<fir::AddrOfOp>();
  if (!Address)
    return {};
  auto Global = Module.lookupSymbol<fir::GlobalOp>(Address.getSymbol());
  return Global && Global.getConstant().value_or(false) ? Address
                                                        : fir::AddrOfOp();
}

} // namespace

/// A copy of what DEALLOCATE leaves: no address, or a constant shape; or of a
/// constant that stands for an address, as ALLOCATE passes one. Null for what
/// is no such value.
static Value copyOfDescription(OpBuilder &Builder, Value V) {
  Operation *Op = V.getDefiningOp();
  if (!isa_and_nonnull<fir::ZeroOp, fir::ShapeOp, fir::ShiftOp,
                       fir::ShapeShiftOp, fir::ConvertOp>(Op) ||
      !llvm::all_of(Op->getOperands(), [](Value Operand) {
        return Operand.getDefiningOp<arith::ConstantOp>();
      }))
    return {};
  IRMapping Copies;
  for (Value Operand : Op->getOperands())
    if (!Copies.contains(Operand))
      Builder.clone(*Operand.getDefiningOp(), Copies);
  return Builder.clone(*Op, Copies)->getResult(0);
}

void moveConstantsInside(ModuleOp Module) {
  Module.walk([&](Operation *Op) {
    if (!isa<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>(Op))
      return;
    Region &Body = Op->getRegion(0);
    llvm::SetVector<Value> Used;
    getUsedValuesDefinedAbove(Body, Used);
    OpBuilder Builder = OpBuilder::atBlockBegin(&Body.front());
    for (Value V : Used) {
      if (Value Copy = copyOfDescription(Builder, V)) {
        replaceInside(V, Copy, Body);
        continue;
      }
      fir::AddrOfOp Address = constantBehind(Module, V);
      if (!Address)
        continue;
      Value Copy = Builder.clone(*Address)->getResult(0);
      if (Copy.getType() != V.getType())
        Copy = Builder.createOrFold<fir::ConvertOp>(Op->getLoc(), V.getType(),
                                                    Copy);
      replaceInside(V, Copy, Body);
    }
  });
}

void prepareDeclaredData(ModuleOp Module) {
  markGlobals(Module);
  llvm::SmallVector<acc::DeclareEnterOp> Enters;
  Module.walk([&](acc::DeclareEnterOp Enter) { Enters.push_back(Enter); });
  llvm::erase_if(Enters, [&](acc::DeclareEnterOp Enter) {
    useDynamicCounters(Enter);
    return promoteSaved(Module, Enter);
  });
  makeActions(Module, Enters);
  for (auto Function : Module.getOps<func::FuncOp>()) {
    // Scalars count as private of a construct unless a clause names them.
    llvm::DenseSet<Value> Local;
    Function.walk([&](acc::DeclareEnterOp Enter) {
      for (Value AccVar : Enter.getDataClauseOperands())
        if (!isa<acc::DevicePtrOp, acc::DeclareLinkOp>(AccVar.getDefiningOp()))
          Local.insert(acc::getVar(AccVar.getDefiningOp()));
    });
    Function.walk([&](Operation *Op) {
      llvm::TypeSwitch<Operation *, void>(Op)
          .Case<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>(
              [&](auto Construct) { addPresent(Module, Construct, Local); });
    });
  }
}

} // namespace warpfort::openacc
