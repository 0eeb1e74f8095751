//===-- DeviceRecords.cpp - Allocatable components in device code ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See DeviceRecords.h.
///
//===----------------------------------------------------------------------===//
#include "DeviceRecords.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Support/UserErrors.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace warpfort {

/// A type's list of special procedures has codes for those that assign.
static bool hasBoundAssignment(fir::RecordType T, ModuleOp Host) {
  std::string Name = fir::NameUniquer::getTypeDescriptorName(T.getName());
  size_t Kind = Name.rfind(".dt.");
  if (Kind == std::string::npos)
    return false;
  auto List = Host.lookupSymbol<fir::GlobalOp>(
      Name.replace(Kind, strlen(".dt."), ".s."));
  if (!List)
    return false;
  constexpr int64_t ScalarAssignment = 1, ElementalAssignment = 2;
  bool Found = false;
  List.walk([&](fir::InsertValueOp Op) {
    auto Field = Op.getCoor().empty()
                     ? StringAttr()
                     : dyn_cast<StringAttr>(Op.getCoor().getValue().front());
    std::optional<int64_t> Code = fir::getIntIfConstant(Op.getVal());
    Found |= Field && Field.getValue() == "which" && Code &&
             (*Code == ScalarAssignment || *Code == ElementalAssignment);
  });
  return Found;
}

RecordFacts factsOfRecord(Type T, ModuleOp Host) {
  RecordFacts Facts;
  auto Whole = dyn_cast<fir::RecordType>(fir::unwrapSequenceType(T));
  if (!Whole)
    return Facts;
  llvm::SmallVector<fir::RecordType> Work = {Whole};
  llvm::SmallPtrSet<Type, 8> Seen;
  while (!Work.empty()) {
    fir::RecordType Record = Work.pop_back_val();
    if (!Seen.insert(Record).second)
      continue;
    Facts.HasBoundAssignment |=
        Host && Record != Whole && hasBoundAssignment(Record, Host);
    for (auto &[Name, Component] : Record.getTypeList()) {
      Type Inner = Component;
      if (auto Box = dyn_cast<fir::BaseBoxType>(Component)) {
        if (!isa<fir::HeapType>(Box.getEleTy()))
          continue;
        Facts.HasAllocatable = true;
        Facts.HasPolymorphic |= isa<fir::ClassType>(Box);
        Inner = fir::unwrapRefType(Box.getEleTy());
      }
      if (auto Next = dyn_cast<fir::RecordType>(fir::unwrapSequenceType(Inner)))
        Work.push_back(Next);
    }
  }
  return Facts;
}

namespace {

/// What a procedure of a type does.
enum class Job { Own, Destroy, Keep, Assign, AssignTemporary };

llvm::StringRef prefixOf(Job What) {
  switch (What) {
  case Job::Own:
    return WARPDEV_PREFIX "own.";
  case Job::Destroy:
    return WARPDEV_PREFIX "destroy.";
  case Job::Keep:
    return WARPDEV_PREFIX "keep.";
  case Job::Assign:
    return WARPDEV_PREFIX "assign.";
  case Job::AssignTemporary:
    return WARPDEV_PREFIX "assign_temporary.";
  }
  llvm_unreachable("all jobs are listed");
}

/// Whether objects of the type are their bytes, in number known. Pointers would
/// be as well; Flang's library copies their descriptors.
bool isPlain(Type T) {
  if (fir::isa_trivial(T))
    return true;
  if (auto Text = dyn_cast<fir::CharacterType>(T))
    return Text.hasConstantLen();
  if (auto Array = dyn_cast<fir::SequenceType>(T))
    return !Array.hasDynamicExtents() && !Array.hasUnknownShape() &&
           isPlain(Array.getEleTy());
  auto Record = dyn_cast<fir::RecordType>(T);
  return Record && Record.getNumLenParams() == 0 &&
         llvm::all_of(Record.getTypeList(), [](auto &Component) {
           return isPlain(Component.second);
         });
}

/// Copies a plain object part by part, as each part is aligned for its type and
/// the whole, for all that LLVM knows, is not. Loads come before stores: what
/// is loaded after a store that it may overlap has to wait for it.
class RecordCopy {
public:
  RecordCopy(fir::FirOpBuilder &Builder, Location Loc)
      : Builder(Builder), Loc(Loc) {}
  void copy(Value To, Value From, Type T) {
    part(To, From, T);
    store();
  }

private:
  /// The most parts of an array without a loop, and values at a time.
  static constexpr int64_t Most = 16;
  static int64_t partsOf(Type T);
  void part(Value To, Value From, Type T);
  void store();

  fir::FirOpBuilder &Builder;
  Location Loc;
  /// Values and where they go.
  llvm::SmallVector<std::pair<Value, Value>> Loaded;
};

int64_t RecordCopy::partsOf(Type T) {
  if (auto Array = dyn_cast<fir::SequenceType>(T))
    return std::min<int64_t>(Array.getConstantArraySize(), Most + 1) *
           partsOf(Array.getEleTy());
  auto Record = dyn_cast<fir::RecordType>(T);
  if (!Record)
    return 1;
  int64_t Sum = 0;
  for (auto &[Name, Component] : Record.getTypeList())
    Sum = std::min(Sum + partsOf(Component), Most + 1);
  return Sum;
}

void RecordCopy::store() {
  for (auto &[Value, To] : Loaded)
    fir::StoreOp::create(Builder, Loc, Value, To);
  Loaded.clear();
}

void RecordCopy::part(Value To, Value From, Type T) {
  if (auto Record = dyn_cast<fir::RecordType>(T)) {
    for (auto &[Name, Component] : Record.getTypeList()) {
      Value Field = fir::FieldIndexOp::create(
          Builder, Loc, fir::FieldType::get(Builder.getContext()), Name, Record,
          ValueRange{});
      Type Address = Builder.getRefType(Component);
      part(fir::CoordinateOp::create(Builder, Loc, Address, To, Field),
           fir::CoordinateOp::create(Builder, Loc, Address, From, Field),
           Component);
    }
    return;
  }
  if (auto Array = dyn_cast<fir::SequenceType>(T)) {
    int64_t Size = Array.getConstantArraySize();
    Type Element = Array.getEleTy();
    // All elements in one dimension.
    Type Flat = Builder.getRefType(fir::SequenceType::get({Size}, Element));
    To = Builder.createConvert(Loc, Flat, To);
    From = Builder.createConvert(Loc, Flat, From);
    auto element = [&](Value Index) {
      Type Address = Builder.getRefType(Element);
      part(fir::CoordinateOp::create(Builder, Loc, Address, To, Index),
           fir::CoordinateOp::create(Builder, Loc, Address, From, Index),
           Element);
    };
    Type Index = Builder.getIndexType();
    if (partsOf(T) <= Most) {
      for (int64_t I = 0; I < Size; ++I)
        element(Builder.createIntegerConstant(Loc, Index, I));
      return;
    }
    store();
    Value One = Builder.createIntegerConstant(Loc, Index, 1);
    auto Loop = fir::DoLoopOp::create(
        Builder, Loc, Builder.createIntegerConstant(Loc, Index, 0),
        Builder.createIntegerConstant(Loc, Index, Size - 1), One);
    auto Guard = OpBuilder::InsertionGuard(Builder);
    Builder.setInsertionPointToStart(Loop.getBody());
    element(Loop.getInductionVar());
    store();
    return;
  }
  if (isa<fir::CharacterType>(T)) {
    fir::CopyOp::create(Builder, Loc, From, To, /*noOverlap=*/false);
    return;
  }
  if (Loaded.size() == Most)
    store();
  Loaded.push_back({fir::LoadOp::create(Builder, Loc, From), To});
}

class RecordHandler {
public:
  RecordHandler(func::FuncOp Function, ModuleOp Host)
      : Function(Function), Host(Host),
        Module(Function->getParentOfType<ModuleOp>()), Plain(Module),
        Builder(Plain, Module) {}
  LogicalResult run();

private:
  LogicalResult handle(fir::CallOp Call, llvm::StringRef Name);
  /// False, with nothing changed, if \p Call assigns anything else.
  bool copyPlainRecord(fir::CallOp Call);
  func::FuncOp procedure(Job What, fir::RecordType T);
  Value procedureAddress(Location Loc, Job What, Type T);
  void callLibrary(Location Loc, llvm::StringRef Name, ValueRange Arguments);
  void handleComponents(Location Loc, Job What, fir::RecordType T,
                        ValueRange Objects);
  void eachElement(Location Loc, Job What, llvm::ArrayRef<Value> Boxes,
                   fir::RecordType T);

  func::FuncOp Function;
  ModuleOp Host, Module;
  OpBuilder Plain;
  fir::FirOpBuilder Builder;
};

/// Null if it is none that has allocatable components, or is polymorphic.
fir::RecordType recordOf(Value Box) {
  Type T = fir::unwrapRefType(withoutConversions(Box).getType());
  if (!isa<fir::BoxType>(T))
    return {};
  auto Record = dyn_cast<fir::RecordType>(fir::getFortranElementType(T));
  return Record && factsOfRecord(Record).HasAllocatable ? Record
                                                        : fir::RecordType();
}

void RecordHandler::callLibrary(Location Loc, llvm::StringRef Name,
                                ValueRange Arguments) {
  Type None = fir::BoxType::get(NoneType::get(Builder.getContext()));
  llvm::SmallVector<Value> Converted;
  llvm::SmallVector<Type> Inputs;
  for (Value Argument : Arguments) {
    Type T = Argument.getType();
    if (isa<fir::BaseBoxType>(T))
      T = None;
    else if (isa<fir::BaseBoxType>(fir::unwrapRefType(T)))
      T = Builder.getRefType(None);
    Inputs.push_back(T);
    Converted.push_back(Builder.createConvert(Loc, T, Argument));
  }
  func::FuncOp Callee = Builder.getNamedFunction(Name);
  if (!Callee) {
    Callee = Builder.createFunction(
        Loc, Name, FunctionType::get(Builder.getContext(), Inputs, {}));
    Callee.setPrivate();
  }
  for (auto [Argument, Type] :
       llvm::zip(Converted, Callee.getFunctionType().getInputs()))
    Argument = Builder.createConvert(Loc, Type, Argument);
  fir::CallOp::create(Builder, Loc, Callee, Converted);
}

/// Null, as an address, for a type whose objects are bytes.
Value RecordHandler::procedureAddress(Location Loc, Job What, Type T) {
  Type Address = fir::LLVMPointerType::get(Builder.getContext(),
                                           Builder.getIntegerType(8));
  auto Record = T ? dyn_cast<fir::RecordType>(fir::unwrapSequenceType(T))
                  : fir::RecordType();
  if (!Record || !factsOfRecord(Record).HasAllocatable)
    return Builder.createNullConstant(Loc, Address);
  func::FuncOp Callee = procedure(What, Record);
  return Builder.createConvert(
      Loc, Address,
      fir::AddrOfOp::create(Builder, Loc, Callee.getFunctionType(),
                            SymbolRefAttr::get(Callee)));
}

void RecordHandler::eachElement(Location Loc, Job What,
                                llvm::ArrayRef<Value> Boxes,
                                fir::RecordType T) {
  llvm::SmallVector<Value> Arguments;
  for (Value Box : Boxes)
    Arguments.push_back(fir::isa_ref_type(Box.getType())
                            ? fir::LoadOp::create(Builder, Loc, Box).getResult()
                            : Box);
  Arguments.push_back(procedureAddress(Loc, What, T));
  callLibrary(Loc,
              What == Job::Keep ? WARPDEV_PREFIX "each_pair"
                                : WARPDEV_PREFIX "each_record",
              Arguments);
}

/// Of one object, or the same components of two.
void RecordHandler::handleComponents(Location Loc, Job What, fir::RecordType T,
                                     ValueRange Objects) {
  for (auto &[ComponentName, ComponentType] : T.getTypeList()) {
    auto Box = dyn_cast<fir::BaseBoxType>(ComponentType);
    auto Inner =
        dyn_cast<fir::RecordType>(fir::unwrapSequenceType(ComponentType));
    if (Box ? !isa<fir::HeapType>(Box.getEleTy())
            : !Inner || !factsOfRecord(Inner).HasAllocatable)
      continue;
    llvm::SmallVector<Value> Components;
    for (Value Object : Objects) {
      Value Field = fir::FieldIndexOp::create(
          Builder, Loc, fir::FieldType::get(Builder.getContext()),
          ComponentName, T, ValueRange{});
      Components.push_back(fir::CoordinateOp::create(
          Builder, Loc, Builder.getRefType(ComponentType), Object, Field));
    }
    if (Box) {
      Components.push_back(
          procedureAddress(Loc, What, fir::unwrapRefType(Box.getEleTy())));
      callLibrary(Loc,
                  What == Job::Own    ? WARPDEV_PREFIX "own_component"
                  : What == Job::Keep ? WARPDEV_PREFIX "keep_component"
                                      : WARPDEV_PREFIX "destroy_component",
                  Components);
    } else if (auto Array = dyn_cast<fir::SequenceType>(ComponentType)) {
      llvm::SmallVector<Value> Extents;
      for (int64_t Extent : Array.getShape())
        Extents.push_back(
            Builder.createIntegerConstant(Loc, Builder.getIndexType(), Extent));
      for (Value &Component : Components)
        Component =
            fir::EmboxOp::create(Builder, Loc, fir::BoxType::get(Array),
                                 Component, Builder.genShape(Loc, Extents));
      eachElement(Loc, What, Components, Inner);
    } else {
      fir::CallOp::create(Builder, Loc, procedure(What, Inner), Components);
    }
  }
}

/// The procedure of a type. It is not inlined: loops over components in loops
/// over components cost ptxas more time than they are worth.
func::FuncOp RecordHandler::procedure(Job What, fir::RecordType T) {
  std::string Name = (prefixOf(What) + T.getName()).str();
  if (auto Known = Module.lookupSymbol<func::FuncOp>(Name))
    return Known;
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Location Loc = Function.getLoc();
  MLIRContext *Context = Builder.getContext();
  llvm::SmallVector<Type> Inputs = {Builder.getRefType(T)};
  if (What == Job::Keep)
    Inputs.push_back(Inputs.front());
  bool Assigns = What == Job::Assign || What == Job::AssignTemporary;
  if (Assigns) {
    Type Box = fir::BoxType::get(NoneType::get(Context));
    Inputs = {Builder.getRefType(Box), Box,
              Builder.getRefType(Builder.getI8Type()), Builder.getI32Type()};
  }
  auto Made =
      Builder.createFunction(Loc, Name, FunctionType::get(Context, Inputs, {}));
  Made->setAttr("llvm.linkage",
                LLVM::LinkageAttr::get(Context, LLVM::Linkage::Internal));
  Made->setAttr("passthrough",
                Builder.getArrayAttr({Builder.getStringAttr("noinline")}));
  Builder.setInsertionPointToStart(Made.addEntryBlock());
  if (Assigns)
    callLibrary(Loc, WARPDEV_PREFIX "assign_records",
                {Made.getArgument(0), Made.getArgument(1),
                 procedureAddress(Loc, Job::Own, T),
                 // A temporary has nothing in it yet.
                 procedureAddress(Loc, Job::Destroy,
                                  What == Job::Assign ? Type(T) : Type()),
                 procedureAddress(Loc, Job::Keep,
                                  What == Job::Assign ? Type(T) : Type()),
                 Made.getArgument(2), Made.getArgument(3)});
  else
    handleComponents(Loc, What, T, Made.getArguments());
  func::ReturnOp::create(Builder, Loc);
  return Made;
}

/// Flang finalizes array results of functions, whatever their type.
static bool finalizesNothing(fir::CallOp Call, llvm::StringRef Name,
                             ModuleOp Host) {
  if (Name != "_FortranAFinalize")
    return false;
  Value Object = withoutConversions(Call.getArgs()[0]);
  if (!isa<fir::BoxType>(Object.getType()))
    return false;
  auto Record =
      dyn_cast<fir::RecordType>(fir::getFortranElementType(Object.getType()));
  auto Info =
      Record ? Host.lookupSymbol<fir::TypeInfoOp>(Record.getName()) : nullptr;
  return Info && Info.getNoFinal() && !factsOfRecord(Record).HasPolymorphic;
}

/// The descriptor in the local variable at \p Address when \p Call runs; null
/// if not known. What is to be assigned to is described in such a variable,
/// which calls of the library leave as it is.
static Value storedDescriptor(Value Address, fir::CallOp Call) {
  auto Slot = Address.getDefiningOp<fir::AllocaOp>();
  if (!Slot)
    return {};
  bool IsKnown = llvm::all_of(Slot->getUsers(), [&](Operation *User) {
    if (auto Store = dyn_cast<fir::StoreOp>(User))
      return Store.getMemref() == Address;
    return isa<fir::ConvertOp>(User) &&
           llvm::all_of(User->getUsers(), [&](Operation *Use) {
             auto Assign = dyn_cast<fir::CallOp>(Use);
             return Assign && Assign.getCallee() == Call.getCallee();
           });
  });
  if (!IsKnown)
    return {};
  for (Operation *Op = Call->getPrevNode(); Op && Op->getNumRegions() == 0;
       Op = Op->getPrevNode())
    if (auto Store = dyn_cast<fir::StoreOp>(Op);
        Store && Store.getMemref() == Address)
      return Store.getValue();
  return {};
}

/// The address of the one record that \p Box describes; null if that is an
/// array, volatile, polymorphic or may be allocated by an assignment.
static Value addressOfRecord(fir::FirOpBuilder &Builder, Location Loc,
                             Value Box) {
  auto Type = dyn_cast<fir::BoxType>(Box.getType());
  if (!Type || !isa<fir::RecordType>(Type.getEleTy()) ||
      fir::isa_volatile_type(Type))
    return {};
  if (auto Embox = Box.getDefiningOp<fir::EmboxOp>();
      Embox && !Embox.getSlice() && !Embox.getShape() &&
      fir::unwrapRefType(Embox.getMemref().getType()) == Type.getEleTy())
    return fir::isa_volatile_type(Embox.getMemref().getType())
               ? Value()
               : Embox.getMemref();
  return fir::BoxAddrOp::create(Builder, Loc, Box);
}

/// Erases \p V and what only it uses, with the stores to local variables that
/// nothing else uses: type descriptions that device code need not have.
static void eraseUnused(Value V) {
  Operation *Op = V.getDefiningOp();
  if (!Op)
    return;
  if (isa<fir::AllocaOp>(Op)) {
    if (!llvm::all_of(Op->getUsers(), llvm::IsaPred<fir::StoreOp>))
      return;
    llvm::SmallSetVector<Value, 2> Stored;
    for (Operation *Store : llvm::make_early_inc_range(Op->getUsers())) {
      Stored.insert(cast<fir::StoreOp>(Store).getValue());
      Store->erase();
    }
    Op->erase();
    llvm::for_each(Stored, eraseUnused);
  } else if (Op->use_empty() &&
             isa<fir::ConvertOp, fir::EmboxOp, fir::AddrOfOp>(Op)) {
    llvm::SmallVector<Value> Operands(Op->getOperands());
    Op->erase();
    llvm::for_each(Operands, eraseUnused);
  }
}

bool RecordHandler::copyPlainRecord(fir::CallOp Call) {
  Value Slot = withoutConversions(Call.getArgs()[0]);
  Value Source = withoutConversions(Call.getArgs()[1]);
  Value Target = storedDescriptor(Slot, Call);
  if (!Target || Target.getType() != Source.getType())
    return false;
  auto Type = dyn_cast<fir::BoxType>(Target.getType());
  auto T =
      Type ? dyn_cast<fir::RecordType>(Type.getEleTy()) : fir::RecordType();
  auto Info = T ? Host.lookupSymbol<fir::TypeInfoOp>(T.getName()) : nullptr;
  if (!Info || !Info.getNoFinal() || !isPlain(T))
    return false;
  Builder.setInsertionPoint(Call);
  Location Loc = Call.getLoc();
  Value To = addressOfRecord(Builder, Loc, Target);
  Value From = To ? addressOfRecord(Builder, Loc, Source) : Value();
  if (!From)
    return false;
  RecordCopy(Builder, Loc).copy(To, From, T);
  llvm::SmallVector<Value> Arguments(Call.getArgs());
  Call.erase();
  llvm::for_each(Arguments, eraseUnused);
  return true;
}

LogicalResult RecordHandler::handle(fir::CallOp Call, llvm::StringRef Name) {
  if (finalizesNothing(Call, Name, Host)) {
    Call.erase();
    return success();
  }
  bool Pushes = Name == "_FortranAPushArrayConstructorValue";
  Value Object = withoutConversions(Call.getArgs()[Pushes ? 1 : 0]);
  fir::RecordType T = recordOf(Object);
  Location Loc = Call.getLoc();
  bool Assigns = Name == "_FortranAAssign";
  if (Assigns) {
    auto Record = dyn_cast_or_null<fir::RecordType>(
        fir::getFortranElementType(fir::unwrapRefType(Object.getType())));
    if (Record && factsOfRecord(Record, Host).HasBoundAssignment)
      return emitUserError(Call, "assignment of objects of derived type '")
             << fir::NameUniquer::deconstruct(Record.getName()).second.name
             << "', which has a component with a type-bound assignment, is not "
                "supported in device code";
  }
  if ((Assigns || Name == "_FortranAAssignTemporary") && copyPlainRecord(Call))
    return success();
  if (!T || factsOfRecord(T).HasPolymorphic)
    return success();
  auto Info = Host.lookupSymbol<fir::TypeInfoOp>(T.getName());
  if (!Info || !Info.getNoFinal())
    return success();
  Builder.setInsertionPoint(Call);
  if (Assigns || Name == "_FortranAAssignTemporary") {
    func::FuncOp Callee =
        procedure(Assigns ? Job::Assign : Job::AssignTemporary, T);
    fir::CallOp::create(Builder, Loc, Callee, Call.getArgs());
    Call.erase();
  } else if (Pushes) {
    callLibrary(Loc, WARPDEV_PREFIX "push_records",
                {Call.getArgs()[0], Call.getArgs()[1],
                 procedureAddress(Loc, Job::Own, T)});
    Call.erase();
  } else if (Name == "_FortranADestroy" ||
             Name == "_FortranADestroyWithoutFinalization") {
    eachElement(Loc, Job::Destroy, {Object}, T);
    Call.erase();
  } else if (Name == "_FortranAAllocatableDeallocate" ||
             Name == "_FortranAPointerDeallocate" ||
             Name == "_FortranAMoveAlloc") {
    eachElement(Loc, Job::Destroy, {Object}, T);
  } else if (Name == "_FortranAAllocatableAllocateSource" ||
             Name == "_FortranAPointerAllocateSource") {
    Builder.setInsertionPointAfter(Call);
    Value Status = Call.getResult(0);
    Value Ok = arith::CmpIOp::create(
        Builder, Loc, arith::CmpIPredicate::eq, Status,
        Builder.createIntegerConstant(Loc, Status.getType(), 0));
    auto If = fir::IfOp::create(Builder, Loc, Ok, /*withElseRegion=*/false);
    Builder.setInsertionPointToStart(&If.getThenRegion().front());
    eachElement(Loc, Job::Own, {Object}, T);
  }
  return success();
}

LogicalResult RecordHandler::run() {
  llvm::SmallVector<std::pair<fir::CallOp, llvm::StringRef>> Calls;
  Function.walk([&](fir::CallOp Call) {
    llvm::StringRef Name =
        Call.getCallee() ? Call.getCallee()->getRootReference().getValue() : "";
    if (Name.starts_with("_FortranA") && !Call.getArgs().empty())
      Calls.push_back({Call, Name});
  });
  bool Ok = true;
  for (auto [Call, Name] : Calls)
    Ok &= succeeded(handle(Call, Name));
  return success(Ok);
}

} // namespace

LogicalResult handleRecords(func::FuncOp Function, ModuleOp Host) {
  return RecordHandler(Function, Host).run();
}

} // namespace warpfort
