//===-- CUFSplitDevice.cpp - Host and device modules apart ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds the device module of a source file: every procedure with a device
/// attribute, the device data defined here, and declarations of what else they
/// name. In the host module device-only procedures lose their bodies.
///
/// Names stay those of FIR in the device program: Flang's conversion of
/// external names (foo to foo_) is not run on it, in any file.
///
//===----------------------------------------------------------------------===//
#include "DeviceObjects.h"
#include "Transforms/Common/DeviceRecords.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "warprt/Image.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFSPLITDEVICEPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

/// No Fortran name has a period.
static constexpr llvm::StringLiteral DeviceModuleName = "warpfort.device";

namespace {

class Splitter {
public:
  Splitter(ModuleOp Host, DevicePart &Part) : Host(Host), Part(Part) {}
  LogicalResult run();

private:
  void addProcedure(func::FuncOp Function);
  void addGlobal(fir::GlobalOp Global, bool Define);
  void addTypeTable(Type T);
  void addTypeTables(Operation *Root);
  void addBoundTypes();
  void addClause(Operation *Clause, StringAttr Name);
  void noteNames(Operation *First);
  LogicalResult addReferences(Operation *Op);
  LogicalResult checkTypes(func::FuncOp Function);
  void noteTypes();
  void indirectManaged();
  void cleanHost();
  void noteVariable(fir::GlobalOp Global);

  ModuleOp Host;
  SymbolTable HostSymbols{Host};
  DevicePart &Part;
  ModuleOp Device;
  /// Names of the device module: a search through all of its operations for
  /// each reference takes minutes in large ones.
  llvm::DenseSet<StringAttr> DeviceNames;
  llvm::SmallVector<Operation *> Work;
  bool Failed = false;
};

/// Kind of what an OpenACC declare directive puts on the device.
std::optional<uint32_t> declaredKind(fir::GlobalOp Global) {
  return DeclaredDataAttr.get(Global);
}

/// A COMMON block of plain Fortran that is device code (SharedBlocks.cpp).
bool isSharedBlock(fir::GlobalOp Global) {
  return Global.getDataAttr() == cuf::DataAttribute::Shared;
}

bool isDeviceData(fir::GlobalOp Global) {
  if (declaredKind(Global))
    return true;
  auto Attr = Global.getDataAttr();
  return Attr && *Attr != cuf::DataAttribute::Pinned &&
         *Attr != cuf::DataAttribute::Shared;
}

/// Variables that the device program has the address of only.
bool isManagedStorage(fir::GlobalOp Global) {
  if (auto Declared = declaredKind(Global))
    return *Declared == WARPRT_VAR_LINK;
  auto Attr = Global.getDataAttr();
  return Attr &&
         (*Attr == cuf::DataAttribute::Managed ||
          *Attr == cuf::DataAttribute::Unified) &&
         !isa<fir::BaseBoxType>(Global.getType());
}

void Splitter::noteVariable(fir::GlobalOp Global) {
  uint32_t Kind = WARPRT_VAR_DEVICE;
  if (auto Declared = declaredKind(Global))
    Kind = *Declared;
  else if (isa<fir::BaseBoxType>(Global.getType()))
    Kind = WARPRT_VAR_DESCRIPTOR;
  else if (isManagedStorage(Global))
    Kind = WARPRT_VAR_MANAGED;
  else if (*Global.getDataAttr() == cuf::DataAttribute::Constant)
    Kind = WARPRT_VAR_CONSTANT;
  bool IsCVariable = !declaredKind(Global) &&
                     !Global.getSymName().starts_with("_Q") &&
                     (Kind == WARPRT_VAR_DEVICE || Kind == WARPRT_VAR_CONSTANT);
  Part.Variables.push_back(
      {Global.getSymName().str(), Kind, TextureAttr.isOn(Global), IsCVariable});
}

/// The operation that does something with a variable: Flang puts its address
/// at the top of the procedure, with the place of its declaration.
Operation *firstUse(Operation *Op) {
  while (isa<fir::AddrOfOp, fir::DeclareOp, fir::ConvertOp>(Op) &&
         !Op->use_empty()) {
    // The list of users begins with the last one.
    Operation *First = Op;
    for (Operation *User : Op->getUsers())
      First = User;
    Op = First;
  }
  return Op;
}

/// Flang declares every variable of a module that a procedure can see. Those
/// that it does not use must not count as references.
void eraseUnused(func::FuncOp Function) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    Function.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *Op) {
      if ((isa<fir::DeclareOp>(Op) && Op->use_empty()) ||
          isOpTriviallyDead(Op)) {
        Op->erase();
        Changed = true;
      }
    });
  }
}

/// A type's table of bindings holds the addresses of host procedures, too,
/// which no device code calls.
void dropHostBindings(fir::GlobalOp Table, const SymbolTable &Host) {
  llvm::SmallVector<Operation *> Work;
  Table.walk([&](fir::AddrOfOp Address) {
    auto Function =
        Host.lookup<func::FuncOp>(Address.getSymbol().getRootReference());
    if (Function && !isDeviceProcedure(Function))
      Work.push_back(Address);
  });
  // Each after the one that it uses.
  llvm::SetVector<Operation *> Unused;
  while (!Work.empty()) {
    Operation *Op = Work.pop_back_val();
    Unused.remove(Op);
    Unused.insert(Op);
    if (isa<fir::ConvertOp>(Op) && Op->getResult(0).getType().isInteger(64)) {
      OpBuilder Builder(Op);
      Op->getResult(0).replaceAllUsesWith(arith::ConstantOp::create(
          Builder, Op->getLoc(), Builder.getI64IntegerAttr(0)));
    } else if (isa<fir::AddrOfOp, fir::EmboxProcOp, fir::BoxAddrOp,
                   fir::ConvertOp>(Op)) {
      Work.append(Op->user_begin(), Op->user_end());
    }
  }
  for (Operation *Op : llvm::reverse(Unused))
    if (Op->use_empty())
      Op->erase();
}

/// Notes the names of what is in the device module from there on.
void Splitter::noteNames(Operation *First) {
  for (Operation &Op :
       llvm::make_range(First->getIterator(), Device.getBody()->end()))
    if (StringAttr Name = SymbolTable::getSymbolName(&Op))
      DeviceNames.insert(Name);
}

void Splitter::addProcedure(func::FuncOp Function) {
  if (DeviceNames.contains(Function.getSymNameAttr()))
    return;
  OpBuilder Builder = OpBuilder::atBlockEnd(Device.getBody());
  auto Copy = cast<func::FuncOp>(Builder.clone(*Function));
  if (!Copy.isExternal()) {
    eraseUnused(Copy);
    Failed |= failed(initializeObjects(Copy, Host)) ||
              failed(handleRecords(Copy, Host));
    Work.push_back(Copy);
    if (isKernel(Copy)) {
      // The runtime finds a kernel by its name, an internal procedure's too.
      Copy->removeAttr("llvm.linkage");
      auto Display = DisplayNameAttr.get(Copy);
      Part.Kernels.push_back(
          {Copy.getSymName().str(),
           Display ? Display->str() : demangleName(Copy.getSymName()),
           KernelLoopAttr.isOn(Copy), /*IsOutlined=*/Display.has_value(),
           OneThreadAttr.isOn(Copy)});
      DeviceKernel &Kernel = Part.Kernels.back();
      Kernel.IsCooperative =
          procedureAttribute(Copy) == cuf::ProcAttribute::GridGlobal;
      if (auto Dims = Copy->getAttrOfType<cuf::ClusterDimsAttr>(
              cuf::getClusterDimsAttrName()))
        Kernel.Cluster = {uint32_t(Dims.getX().getInt()),
                          uint32_t(Dims.getY().getInt()),
                          uint32_t(Dims.getZ().getInt())};
      if (auto Count = AccReductionsAttr.get(Copy))
        Kernel.Reductions = *Count;
    }
  }
  noteNames(Copy);
}

void Splitter::addGlobal(fir::GlobalOp Global, bool Define) {
  if (!DeviceNames.insert(Global.getSymNameAttr()).second)
    return;
  OpBuilder Builder = OpBuilder::atBlockEnd(Device.getBody());
  auto Copy = cast<fir::GlobalOp>(Builder.clone(*Global));
  if (Global.getDataAttr() == cuf::DataAttribute::Constant)
    Part.Constants.push_back(Global.getSymName().str());
  if (fir::NameUniquer::isSpecialSymbol(
          fir::NameUniquer::deconstruct(Global.getSymName()).second.name)) {
    dropHostBindings(Copy, HostSymbols);
    // Device code of other files counts on it.
    if (Copy.getLinkName() == "linkonce_odr")
      Copy.setLinkName("weak");
  }
  // The runtime finds device data by name, that of one procedure as well.
  if (isDeviceData(Global) && Copy.getLinkName() != "common")
    Copy.removeLinkNameAttr();
  bool Defined = Copy.hasInitializationBody() || Copy.getInitVal();
  if (Defined && Define)
    Work.push_back(Copy);
}

/// The description of a derived type: what a polymorphic variable says about
/// its dynamic type.
void Splitter::addTypeTable(Type T) {
  auto Record = dyn_cast_or_null<fir::RecordType>(fir::getDerivedType(T));
  if (!Record)
    return;
  if (auto Table = HostSymbols.lookup<fir::GlobalOp>(
          fir::NameUniquer::getTypeDescriptorName(Record.getName())))
    addGlobal(Table, true);
}

/// SAME_TYPE_AS and EXTENDS_TYPE_OF, of objects that need not be polymorphic.
bool asksForTypes(Operation *Op) {
  auto Call = dyn_cast<fir::CallOp>(Op);
  if (!Call || !Call.getCallee())
    return false;
  llvm::StringRef Name = Call.getCallee()->getRootReference().getValue();
  return Name == "_FortranASameTypeAs" || Name == "_FortranAExtendsTypeOf";
}

/// The types that become dynamic ones, and those that calls are looked up in.
void Splitter::addTypeTables(Operation *Root) {
  Root->walk([&](Operation *Op) {
    if (auto Dispatch = dyn_cast<fir::DispatchOp>(Op))
      addTypeTable(Dispatch.getObject().getType());
    if (isa<fir::SelectTypeOp>(Op))
      for (Attribute Case :
           Op->getAttrOfType<ArrayAttr>(fir::SelectTypeOp::getCasesAttr())) {
        if (auto Exact = dyn_cast<fir::ExactTypeAttr>(Case))
          addTypeTable(Exact.getType());
        else if (auto Class = dyn_cast<fir::SubclassAttr>(Case))
          addTypeTable(Class.getType());
      }
    if (asksForTypes(Op))
      for (Value Object : Op->getOperands()) {
        Object = withoutConversions(Object);
        addTypeTable(Object.getType());
      }
    for (Type T : Op->getResultTypes())
      if (isa<fir::ClassType>(T))
        for (Value Operand : Op->getOperands())
          if (isa<fir::EmboxOp, fir::ReboxOp, fir::ConvertOp>(Op))
            addTypeTable(Operand.getType());
  });
}

/// Types with device procedures bound to them: the files that use a module
/// count on its types' tables.
void Splitter::addBoundTypes() {
  for (auto Info : Host.getOps<fir::TypeInfoOp>()) {
    bool HasDeviceBinding = false;
    Info.walk([&](fir::DTEntryOp Entry) {
      auto Function =
          HostSymbols.lookup<func::FuncOp>(Entry.getProc().getRootReference());
      HasDeviceBinding |= Function && isDeviceProcedure(Function);
    });
    if (HasDeviceBinding)
      addTypeTable(Info.getType());
  }
}

/// What a locality clause of DO CONCURRENT means.
void Splitter::addClause(Operation *Clause, StringAttr Name) {
  if (!DeviceNames.insert(Name).second)
    return;
  OpBuilder Builder = OpBuilder::atBlockEnd(Device.getBody());
  Work.push_back(Builder.clone(*Clause));
}

LogicalResult Splitter::addReferences(Operation *Root) {
  bool Ok = true;
  if (isa<func::FuncOp>(Root))
    addTypeTables(Root);
  Root->walk([&](Operation *Op) {
    auto ReferTo = [&](SymbolRefAttr Symbol) {
      Operation *Target = HostSymbols.lookup(Symbol.getRootReference());
      if (!Target)
        return;
      if (auto Global = dyn_cast<fir::GlobalOp>(Target)) {
        bool Constant = Global.getConstant().value_or(false);
        auto [Kind, Parts] = fir::NameUniquer::deconstruct(Global.getSymName());
        bool Predefined =
            !Parts.modules.empty() && llvm::StringRef(Parts.modules.front())
                                          .starts_with("__fortran_builtins");
        if (!isDeviceData(Global) && !isSharedBlock(Global) && !Constant &&
            !Predefined && !Global.getSymName().starts_with("_QQ")) {
          auto Message = emitUserError(firstUse(Op), "host variable '")
                         << Parts.name
                         << "' cannot be used in device code: it needs the "
                            "device attribute";
          if (AccDirectivesAttr.isOn(Host))
            Message << ", or '!$acc declare create(" << Parts.name << ")'";
          Ok = false;
          return;
        }
        addGlobal(Global, true);
        return;
      }
      if (auto Function = dyn_cast<func::FuncOp>(Target)) {
        if (!Function.isExternal() && !isDeviceProcedure(Function)) {
          emitUserError(Op, "host procedure '")
              << demangleName(Function.getSymName())
              << "' cannot be called in device code";
          Ok = false;
          return;
        }
        addProcedure(Function);
      }
      if (isa<fir::LocalitySpecifierOp, fir::DeclareReductionOp>(Target))
        addClause(Target, Symbol.getRootReference());
    };
    for (NamedAttribute Attr : Op->getAttrs())
      if (Op != Root)
        Attr.getValue().walk([&](SymbolRefAttr S) { ReferTo(S); });
  });
  return success(Ok);
}

/// Replaces a managed variable by a pointer to it: its storage is the host's.
/// One with declare link has its storage where a data clause says so.
void Splitter::indirectManaged() {
  llvm::SmallVector<fir::GlobalOp> Managed;
  for (auto Global : Device.getOps<fir::GlobalOp>())
    if (isManagedStorage(Global))
      Managed.push_back(Global);
  for (fir::GlobalOp Global : Managed) {
    Location Loc = Global.getLoc();
    Type Pointer = fir::LLVMPointerType::get(
        Global.getContext(), IntegerType::get(Global.getContext(), 8));
    bool Defined = Global.hasInitializationBody() || Global.getInitVal();
    std::string Name = Global.getSymName().str();
    llvm::SmallVector<fir::AddrOfOp> Users;
    Device.walk([&](fir::AddrOfOp Op) {
      if (Op.getSymbol().getRootReference() == Name)
        Users.push_back(Op);
    });
    Global.erase();
    OpBuilder Plain(Device.getContext());
    fir::FirOpBuilder Builder(Plain, Device);
    Builder.setInsertionPointToStart(Device.getBody());
    auto Indirect = fir::GlobalOp::create(Builder, Loc, Name, Pointer,
                                          llvm::ArrayRef<NamedAttribute>{});
    if (Defined) {
      Block *Init = Builder.createBlock(&Indirect.getRegion());
      Builder.setInsertionPointToStart(Init);
      Value Null = Builder.createNullConstant(Loc, Pointer);
      fir::HasValueOp::create(Builder, Loc, Null);
    }
    for (fir::AddrOfOp Op : Users) {
      Builder.setInsertionPoint(Op);
      Value Slot = fir::AddrOfOp::create(
          Builder, Op.getLoc(), Builder.getRefType(Pointer), Op.getSymbol());
      Value Address = fir::LoadOp::create(Builder, Op.getLoc(), Slot);
      Op.getResult().replaceAllUsesWith(Builder.createConvert(
          Op.getLoc(), Op.getResult().getType(), Address));
      Op.erase();
    }
  }
}

/// Kernels and device-only procedures have no code on the host. One whose
/// address is taken (cudaFuncSetAttribute, type-bound tables) keeps a body
/// that stops the program.
void Splitter::cleanHost() {
  llvm::SmallVector<func::FuncOp> DeviceOnly;
  for (auto Function : Host.getOps<func::FuncOp>()) {
    if (isDeviceOnlyProcedure(Function) && !Function.isExternal())
      DeviceOnly.push_back(Function);
  }
  for (func::FuncOp Function : DeviceOnly) {
    Function.getBody().dropAllReferences();
    Function.getBody().getBlocks().clear();
  }
  if (DeviceOnly.empty())
    return;
  // Asked for one by one, each would go through the whole module.
  SymbolTableCollection Tables;
  SymbolUserMap Users(Tables, Host);
  for (func::FuncOp Function : DeviceOnly) {
    if (Users.useEmpty(Function)) {
      Function.erase();
      continue;
    }
    OpBuilder Plain(Host.getContext());
    fir::FirOpBuilder Builder(Plain, Host);
    Location Loc = Function.getLoc();
    Builder.setInsertionPointToStart(Function.addEntryBlock());
    auto Abort = Builder.getNamedFunction("abort");
    if (!Abort) {
      Abort = Builder.createFunction(
          Loc, "abort", FunctionType::get(Builder.getContext(), {}, {}));
      Abort.setPrivate();
    }
    fir::CallOp::create(Builder, Loc, Abort, ValueRange{});
    fir::UnreachableOp::create(Builder, Loc);
  }
}

/// Descriptions of types stay with the host; what the device must know of them
/// goes along as a list of names.
void Splitter::noteTypes() {
  llvm::SmallVector<llvm::StringRef> Finalized;
  for (auto Info : Host.getOps<fir::TypeInfoOp>())
    if (!Info.getNoFinal())
      Finalized.push_back(Info.getSymName());
  FinalizedTypesAttr.set(Device,
                         Builder(Host.getContext()).getStrArrayAttr(Finalized));
}

LogicalResult Splitter::run() {
  Device = ModuleOp::create(Host.getLoc());
  Part.Module = Device;
  for (NamedAttribute Attr : Host->getAttrs())
    if (Attr.getName().strref().starts_with("fir."))
      Device->setAttr(Attr.getName(), Attr.getValue());
  for (auto Function : Host.getOps<func::FuncOp>())
    if (isDeviceProcedure(Function) && !Function.isExternal())
      addProcedure(Function);
  for (auto Global : Host.getOps<fir::GlobalOp>())
    if (isDeviceData(Global) &&
        (Global.hasInitializationBody() || Global.getInitVal())) {
      addGlobal(Global, true);
      noteVariable(Global);
    }
  addBoundTypes();
  bool Ok = !Failed;
  while (!Work.empty())
    Ok &= succeeded(addReferences(Work.pop_back_val()));
  if (!Ok)
    return failure();
  noteTypes();
  indirectManaged();
  // FIR's code generation would give constant data an address space that its
  // address-of does not have; prepareDeviceBitcode() moves it instead.
  for (auto Global : Device.getOps<fir::GlobalOp>()) {
    if (!isSharedBlock(Global))
      Global.removeDataAttrAttr();
    TextureAttr.remove(Global);
    DeclaredDataAttr.remove(Global);
  }
  cleanHost();
  if (Device.getBody()->empty()) {
    Part.Module = nullptr;
    return success();
  }
  OpBuilder Builder = OpBuilder::atBlockEnd(Device.getBody());
  for (auto Info : Host.getOps<fir::TypeInfoOp>())
    Builder.clone(*Info);
  return success();
}

class CUFSplitDevice : public impl::CUFSplitDevicePassBase<CUFSplitDevice> {
public:
  CUFSplitDevice() = default;
  explicit CUFSplitDevice(DevicePart &Part) : Part(&Part) {}

  void runOnOperation() override {
    DevicePart Unused;
    DevicePart &Found = Part ? *Part : Unused;
    if (failed(Splitter(getOperation(), Found).run()))
      return signalPassFailure();
    if (!Found.Module)
      return;
    ModuleOp Device = Found.Module.release();
    Device.setSymName(DeviceModuleName);
    getOperation().push_back(Device);
  }

private:
  DevicePart *Part = nullptr;
};

} // namespace

std::unique_ptr<Pass> createCUFSplitDevicePass(DevicePart &Part) {
  return std::make_unique<CUFSplitDevice>(Part);
}

ModuleOp findDeviceModule(ModuleOp Host) {
  return Host.lookupSymbol<ModuleOp>(DeviceModuleName);
}

OwningOpRef<ModuleOp> takeDeviceModule(ModuleOp Host) {
  ModuleOp Device = findDeviceModule(Host);
  if (!Device)
    return nullptr;
  Device->remove();
  Device.removeSymNameAttr();
  return Device;
}

} // namespace warpfort
