//===-- RecordAddresses.cpp - Records behind pointers, elements -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See RecordAddresses.h.
///
//===----------------------------------------------------------------------===//
#include "RecordAddresses.h"
#include "SharedScalars.h"
#include "Transforms/Common/DeviceData.h"
#include "Transforms/Common/OptionalArguments.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Support/Names.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace warpfort::openacc {

Type objectAt(Type T) {
  if (auto Box = dyn_cast<fir::BaseBoxType>(T))
    T = Box.getEleTy();
  return fir::unwrapRefType(T);
}

static bool hasDescriptors(Type T, llvm::SmallPtrSetImpl<Type> &Seen) {
  T = fir::unwrapSequenceType(T);
  if (isa<fir::BaseBoxType>(T))
    return true;
  auto Record = dyn_cast<fir::RecordType>(T);
  return Record && Seen.insert(T).second &&
         llvm::any_of(Record.getTypeList(), [&](const auto &Component) {
           return hasDescriptors(Component.second, Seen);
         });
}

bool hasDescriptors(Type T) {
  llvm::SmallPtrSet<Type, 8> Seen;
  return hasDescriptors(T, Seen);
}

bool isDeclaredData(ModuleOp Module, Value Variable) {
  while (auto Declare = Variable.getDefiningOp<fir::DeclareOp>()) {
    if (Declare->hasAttr(acc::getDeclareAttrName()))
      return true;
    Variable = Declare.getMemref();
  }
  if (Operation *Owner = Variable.getDefiningOp();
      Owner && Owner->hasAttr(acc::getDeclareAttrName()))
    return true;
  auto Address = Variable.getDefiningOp<fir::AddrOfOp>();
  auto Global = Address
                    ? Module.lookupSymbol<fir::GlobalOp>(Address.getSymbol())
                    : fir::GlobalOp();
  return Global && Global->hasAttr(acc::getDeclareAttrName());
}

bool isDeviceAddress(Value Address) {
  for (; Address; Address = addressSource(Address)) {
    Operation *Op = Address.getDefiningOp();
    if (Op &&
        (isa<ACC_DATA_ENTRY_OPS>(Op) || Op->hasAttr(cuf::getDataAttrName())))
      return true;
    if (!Op && argumentAttribute(Address))
      return true;
  }
  return false;
}

/// The record type behind an address or the descriptor of one object.
static fir::RecordType recordAt(Type T) {
  return dyn_cast<fir::RecordType>(objectAt(T));
}

/// The address of a record of zeros: its components are not there.
static Value emptyRecord(fir::FirOpBuilder &Builder, Location Loc,
                         Type Reference) {
  fir::RecordType T = recordAt(Reference);
  std::string Symbol = ("warpfort.acc.no_record." + T.getName()).str();
  auto Global = Builder.getNamedGlobal(Symbol);
  if (!Global)
    Global = Builder.createGlobal(
        Loc, T, Symbol, /*isConst=*/false, /*isTarget=*/false,
        [&](fir::FirOpBuilder &B) {
          fir::HasValueOp::create(B, Loc, fir::ZeroOp::create(B, Loc, T));
        },
        Builder.createInternalLinkage());
  return Builder.createConvert(Loc, Reference,
                               fir::AddrOfOp::create(Builder, Loc,
                                                     Global.resultType(),
                                                     Global.getSymbol()));
}

/// The record that \p Find gives where the address \p Of is one.
static Value recordOrEmpty(fir::FirOpBuilder &Builder, Location Loc, Value Of,
                           Type T, llvm::function_ref<Value()> Find) {
  Value Present =
      fir::IsPresentOp::create(Builder, Loc, Builder.getI1Type(), Of);
  return Builder.genIfOp(Loc, {T}, Present, /*withElseRegion=*/true)
      .genThen([&] { fir::ResultOp::create(Builder, Loc, Find()); })
      .genElse([&] {
        auto Box = dyn_cast<fir::BaseBoxType>(T);
        Value Empty = emptyRecord(
            Builder, Loc, Box ? fir::ReferenceType::get(recordAt(T)) : T);
        if (Box)
          Empty = fir::EmboxOp::create(Builder, Loc, T, Empty);
        fir::ResultOp::create(Builder, Loc, Empty);
      })
      .getResults()[0];
}

Value recordOrEmpty(fir::FirOpBuilder &Builder, Location Loc, Value Record) {
  return recordOrEmpty(Builder, Loc, Record, Record.getType(),
                       [&] { return Record; });
}

/// What a clause of the host names is computed from. Outside of constructs, and
/// of what branches compute, where the program asks what is there.
static void collectOrigins(Operation *Clause,
                           llvm::SetVector<Operation *> &Found) {
  auto Add = [&](Operation *Of) {
    for (Value Operand : Of->getOperands())
      if (Operation *Op = Operand.getDefiningOp();
          Op && !Op->getNumRegions() && !isa<ACC_DATA_ENTRY_OPS>(Op) &&
          (isa<fir::LoadOp, acc::DataBoundsOp>(Op) || isMemoryEffectFree(Op)))
        Found.insert(Op);
  };
  size_t Next = Found.size();
  Add(Clause);
  for (; Next < Found.size(); ++Next)
    Add(Found[Next]);
}

/// Whether a directive that has \p Clause does nothing if a condition is false.
static bool hasCondition(Operation *Clause) {
  return llvm::any_of(Clause->getUsers(), [](Operation *User) {
    return llvm::TypeSwitch<Operation *, bool>(User)
        .Case<acc::DataOp, acc::EnterDataOp, acc::ExitDataOp, acc::UpdateOp,
              acc::HostDataOp, acc::ParallelOp, acc::SerialOp, acc::KernelsOp>(
            [](auto Directive) { return bool(Directive.getIfCond()); })
        .Default(false);
  });
}

/// The address that is null if the record at \p Address, or the array of
/// records, is not there: an argument that may be absent or, if \p Conditional,
/// what a pointer or allocatable refers to. Null if it surely is there.
static Value addressToAsk(fir::FirOpBuilder &Builder, Location Loc,
                          Value Address, bool Conditional) {
  if (mayBeAbsent(Address))
    return Address;
  if (!Conditional)
    return {};
  Type T = Address.getType();
  if (auto Box = dyn_cast<fir::BaseBoxType>(T))
    return Box.isPointerOrAllocatable()
               ? fir::BoxAddrOp::create(Builder, Loc, Address).getResult()
               : Value();
  return isa<fir::PointerType, fir::HeapType>(T) ? Address : Value();
}

static void provideRecord(Operation *Op, bool Conditional) {
  Location Loc = Op->getLoc();
  fir::FirOpBuilder Builder(
      Op, fir::getKindMapping(Op->getParentOfType<ModuleOp>()));
  if (auto Part = dyn_cast<fir::CoordinateOp>(Op);
      Part && recordAt(Part.getRef().getType())) {
    Value Record = Part.getRef();
    if (Value Asked = addressToAsk(Builder, Loc, Record, Conditional))
      Part.getRefMutable().assign(recordOrEmpty(
          Builder, Loc, Asked, Record.getType(), [&] { return Record; }));
    return;
  }
  auto Element = dyn_cast<fir::ArrayCoorOp>(Op);
  if (!Element || !recordAt(Element.getType()))
    return;
  Value Asked = addressToAsk(Builder, Loc, Element.getMemref(), Conditional);
  if (!Asked)
    return;
  Value Instead = recordOrEmpty(Builder, Loc, Asked, Element.getType(), [&] {
    return Builder.clone(*Element)->getResult(0);
  });
  Element.replaceAllUsesWith(Instead);
  Element.erase();
}

void provideNamedRecords(ModuleOp Module) {
  llvm::SetVector<Operation *> Origins, Conditional;
  Module.walk([&](Operation *Op) {
    if (!isa<ACC_DATA_ENTRY_OPS>(Op) ||
        acc::getEnclosingComputeOp(*Op->getParentRegion()))
      return;
    collectOrigins(Op, Origins);
    if (hasCondition(Op))
      collectOrigins(Op, Conditional);
  });
  for (Operation *Op : Origins)
    provideRecord(Op, Conditional.contains(Op));
}

namespace {

class Mover {
public:
  Mover(ModuleOp Module, Operation *Construct, MovedRecords &Records)
      : Module(Module), Construct(Construct), Body(Construct->getRegion(0)),
        All(Records), Names(Records.Names),
        Builder(Construct, fir::getKindMapping(Module)) {}
  void run();

private:
  bool isInside(Operation *Op) {
    return Body.isAncestor(Op->getParentRegion());
  }
  bool isKnown(Value V);
  bool isKnownVariable(fir::LoadOp Load);
  bool isRecord(Operation *Op);
  bool onlyNamesComponents(Value Record);
  bool allElementsKnown(Value Array, llvm::SmallPtrSetImpl<Value> &Seen);
  Value outside(Value V);
  Value boxAddress(Location Loc, Value Box);
  Value exists(Operation *Op, Value Address);
  Value original(Value V);
  Value outsidePresent(Value V);
  std::string nameOf(Value V);
  bool moveOne();

  ModuleOp Module;
  Operation *Construct;
  Region &Body;
  MovedRecords &All;
  llvm::DenseMap<Value, std::string> &Names;
  fir::FirOpBuilder Builder;
  IRMapping Moved;
  /// What was computed outside, and the records that were found there.
  llvm::SmallVector<Operation *> Made;
  llvm::DenseMap<Value, Value> Records;
  /// What stands for arguments that may be absent.
  llvm::DenseMap<Value, Value> OrEmpty;
  llvm::SmallPtrSet<Operation *, 8> Done;
};

/// Whether a load gives the same value all over the construct, which the host
/// has as well.
bool Mover::isKnownVariable(fir::LoadOp Load) {
  Type T = Load.getType();
  bool IsScalar = fir::isa_trivial(T);
  if (!IsScalar && !isa<fir::BaseBoxType>(T))
    return false;
  // Of components, and elements of arrays, the device may have other values;
  // and what is behind a pointer may not be there.
  Value Root = Load.getMemref();
  while (Operation *Op = Root.getDefiningOp()) {
    if (!isa<fir::DeclareOp, fir::ConvertOp>(Op) &&
        (IsScalar || !isInside(Op) || !isa<fir::CoordinateOp>(Op)))
      break;
    Root = Op->getOperand(0);
  }
  if (Body.isAncestor(Root.getParentRegion()))
    return false;
  if (IsScalar) {
    Operation *Op = Root.getDefiningOp();
    if (!isa_and_nonnull<acc::FirstprivateOp>(Op) &&
        ((Op && !isa<fir::AllocaOp, fir::AddrOfOp>(Op)) ||
         isDeviceAddress(Load.getMemref())))
      return false;
  } else if (!isKnown(Load.getMemref()) || isDeviceAddress(Root)) {
    return false;
  }
  if (isDeclaredData(Module, Load.getMemref()))
    return false;
  Root = rootOf(Root);
  // A procedure changes what it gets the address of: no other variable of the
  // host has a name there. Internal ones get it in a tuple.
  auto IsPlace = [&](Value V) {
    return !fir::isa_trivial(V.getType()) && rootOf(V) == Root;
  };
  bool Changes = false;
  Body.walk([&](Operation *Op) {
    if (auto Store = dyn_cast<fir::StoreOp>(Op))
      Changes |= IsScalar
                     ? IsPlace(Store.getMemref()) || IsPlace(Store.getValue())
                     : Store.getValue().getType() == T;
    else if (isa<fir::CallOp, acc::AtomicReadOp, acc::AtomicWriteOp,
                 acc::AtomicUpdateOp, acc::ReductionOp, acc::PrivateOp>(Op))
      Changes |= IsScalar && llvm::any_of(Op->getOperands(), IsPlace);
  });
  return !Changes;
}

/// Whether the host can compute a value of the construct in front of it.
bool Mover::isKnown(Value V) {
  Operation *Op = V.getDefiningOp();
  if (!Op)
    return !Body.isAncestor(V.getParentRegion());
  if (!isInside(Op))
    return true;
  if (Moved.contains(V))
    return true;
  if (auto Load = dyn_cast<fir::LoadOp>(Op))
    return isKnownVariable(Load);
  // (Of an argument, not of what stands for it.)
  if (isa<fir::IsPresentOp>(Op) &&
      Body.isAncestor(Op->getOperand(0).getParentRegion()))
    return false;
  if (isa<ACC_DATA_ENTRY_OPS>(Op) || Op->getNumRegions() ||
      !isMemoryEffectFree(Op) || mayTrap(Op))
    return false;
  return llvm::all_of(Op->getOperands(), [&](Value V) { return isKnown(V); });
}

/// Whether nothing but components of a record is used, and of components that
/// are records likewise.
bool Mover::onlyNamesComponents(Value Record) {
  return llvm::all_of(Record.getUsers(), [&](Operation *User) {
    if (!isInside(User) || isa<fir::IsPresentOp>(User))
      return true;
    if (auto Address = dyn_cast<fir::BoxAddrOp>(User))
      return onlyNamesComponents(Address);
    auto Component = dyn_cast<fir::CoordinateOp>(User);
    return Component && Component.getRef() == Record &&
           Component.getCoor().empty() && Component.getFieldIndices() &&
           (!isa<fir::RecordType>(fir::unwrapRefType(Component.getType())) ||
            onlyNamesComponents(Component));
  });
}

/// Whether the construct takes nothing from an array but elements that are the
/// same for all threads; and from the array that it is a part of.
bool Mover::allElementsKnown(Value V, llvm::SmallPtrSetImpl<Value> &Seen) {
  if (!Seen.insert(V).second)
    return true;
  return llvm::all_of(V.getUsers(), [&](Operation *User) {
    if (auto Element = dyn_cast<fir::ArrayCoorOp>(User))
      return !isInside(User) || Element.getMemref() != V ||
             (isKnown(Element.getResult()) && onlyNamesComponents(Element));
    if (isa<fir::DeclareOp, fir::ConvertOp, fir::BoxAddrOp, fir::ReboxOp>(User))
      return allElementsKnown(User->getResult(0), Seen);
    if (auto Load = dyn_cast<fir::LoadOp>(User))
      return !isa<fir::BaseBoxType>(Load.getType()) ||
             allElementsKnown(Load.getResult(), Seen);
    return !isInside(User) || isa<fir::BoxDimsOp, fir::IsPresentOp>(User);
  });
}

/// What names an array that is found by a descriptor.
static Value arrayBehind(Value V) {
  for (;;) {
    Operation *Op = V.getDefiningOp();
    if (!isa_and_nonnull<fir::BoxAddrOp, fir::LoadOp, fir::ConvertOp,
                         fir::ReboxOp, fir::DeclareOp>(Op))
      return V;
    V = Op->getOperand(0);
  }
}

/// The record that an array is part of, not by a descriptor; null if it is
/// none.
static Value recordAround(Value Array) {
  Value Record;
  while (Operation *Op = Array.getDefiningOp()) {
    if (auto Component = dyn_cast<fir::CoordinateOp>(Op))
      Record = Component.getRef();
    else if (!isa<fir::ConvertOp, fir::EmboxOp, fir::ReboxOp, fir::BoxAddrOp>(
                 Op))
      break;
    Array = Op->getOperand(0);
  }
  return Record;
}

/// Whether \p Op gives a record that can be found outside.
bool Mover::isRecord(Operation *Op) {
  if (Done.contains(Op) || Op->getNumResults() != 1)
    return false;
  Value Result = Op->getResult(0);
  fir::RecordType Type = recordAt(Result.getType());
  if (!Type || !hasDescriptors(Type) || Result.use_empty())
    return false;
  if (auto Load = dyn_cast<fir::LoadOp>(Op)) {
    auto Box = dyn_cast<fir::BaseBoxType>(Load.getType());
    return Box && isa<fir::PointerType, fir::HeapType>(Box.getEleTy()) &&
           isKnown(Load) && onlyNamesComponents(Load);
  }
  auto Element = dyn_cast<fir::ArrayCoorOp>(Op);
  if (!Element || Element.getSlice() || isDeviceAddress(Element.getMemref()))
    return false;
  Value Array = arrayBehind(Element.getMemref());
  llvm::SmallPtrSet<Value, 8> Seen;
  if (isDeclaredData(Module, rootOf(Array)) || !isKnown(Element) ||
      !onlyNamesComponents(Element) || !allElementsKnown(Array, Seen))
    return false;
  if (Value Around = recordAround(Element.getMemref());
      Around && !onlyNamesComponents(Around))
    return false;
  // A component of a record is named anew by each statement.
  bool AllKnown = true;
  if (auto Component = Array.getDefiningOp<fir::CoordinateOp>())
    Body.walk([&](fir::CoordinateOp Other) {
      if (Other.getFieldIndices() == Component.getFieldIndices() &&
          Other.getRef().getType() == Component.getRef().getType())
        AllKnown &= allElementsKnown(Other.getResult(), Seen);
    });
  return AllKnown;
}

/// What stands for an argument that may be absent.
Value Mover::outsidePresent(Value V) {
  bool IsBox = isa<fir::BaseBoxType>(fir::unwrapRefType(V.getType()));
  if ((!IsBox && !recordAt(V.getType())) || !mayBeAbsent(V))
    return V;
  Value &Known = OrEmpty[V];
  if (!Known)
    Known = recordAt(V.getType()) && !fir::isBoxAddress(V.getType())
                ? recordOrEmpty(Builder, V.getLoc(), V)
                : createBoxOrEmpty(Builder, V.getLoc(), V);
  return Known;
}

/// The argument that a value stands for, or the value.
Value Mover::original(Value V) {
  for (auto [Argument, Instead] : OrEmpty)
    if (Instead == V)
      return Argument;
  return V;
}

/// A value of the construct, computed in front of it.
Value Mover::outside(Value V) {
  Operation *Op = V.getDefiningOp();
  if (!Op || !isInside(Op))
    return fir::isBoxAddress(V.getType()) ? V : outsidePresent(V);
  if (Value Known = Moved.lookupOrNull(V))
    return Known;
  auto Load = dyn_cast<fir::LoadOp>(Op);
  if (Load && isa<fir::BaseBoxType>(V.getType()))
    if (Value From = outside(Load.getMemref()); mayBeAbsent(From)) {
      Moved.map(V, outsidePresent(From));
      return Moved.lookup(V);
    }
  IRMapping Map;
  for (Value Operand : Op->getOperands()) {
    Value Host = isa<fir::IsPresentOp>(Op) ? Operand : outside(Operand);
    if (auto Own = Host.getDefiningOp<acc::FirstprivateOp>())
      Host = acc::getVar(Own);
    Map.map(Operand, Host);
  }
  Operation *Copy = Builder.clone(*Op, Map);
  // Each mention of a record is to be the same one.
  auto Same = llvm::find_if(Made, [&](Operation *Other) {
    return OperationEquivalence::isEquivalentTo(
        Copy, Other, OperationEquivalence::IgnoreLocations);
  });
  if (Same != Made.end()) {
    Copy->erase();
    Copy = *Same;
  } else {
    Made.push_back(Copy);
  }
  for (auto [Old, New] : llvm::zip(Op->getResults(), Copy->getResults()))
    Moved.map(Old, New);
  return Moved.lookup(V);
}

/// The address in a descriptor outside.
Value Mover::boxAddress(Location Loc, Value Box) {
  for (Operation *Op : Made)
    if (isa<fir::BoxAddrOp>(Op) && Op->getOperand(0) == Box)
      return Op->getResult(0);
  Made.push_back(fir::BoxAddrOp::create(Builder, Loc, Box));
  return Made.back()->getResult(0);
}

/// Whether what the host computed is the address of a record.
Value Mover::exists(Operation *Op, Value Address) {
  Location Loc = Op->getLoc();
  auto Element = dyn_cast<fir::ArrayCoorOp>(Op);
  if (!Element)
    return Builder.genIsNotNullAddr(Loc, Address);
  Type Index = Builder.getIndexType();
  Value Array = outside(Element.getMemref());
  Value One = Builder.createIntegerConstant(Loc, Index, 1);
  Value Base = isa<fir::BaseBoxType>(Array.getType())
                   ? fir::BoxAddrOp::create(Builder, Loc, Array).getResult()
                   : Array;
  Value Result = Builder.genIsNotNullAddr(Loc, Base);
  Value Shape = Element.getShape() ? outside(Element.getShape()) : Value();
  auto Lowers = originsOf(Shape), Extents = extentsOf(Shape);
  for (auto [D, Subscript] : llvm::enumerate(Element.getIndices())) {
    Value At = Builder.createConvert(Loc, Index, outside(Subscript));
    Value Lower =
        D < Lowers.size() ? Builder.createConvert(Loc, Index, Lowers[D]) : One;
    Value Extent;
    if (D < Extents.size())
      Extent = Builder.createConvert(Loc, Index, Extents[D]);
    else if (isa<fir::BaseBoxType>(Array.getType()))
      Extent =
          fir::BoxDimsOp::create(Builder, Loc, Index, Index, Index, Array,
                                 Builder.createIntegerConstant(Loc, Index, D))
              .getResult(1);
    Value Offset = arith::SubIOp::create(Builder, Loc, At, Lower);
    Value Zero = Builder.createIntegerConstant(Loc, Index, 0);
    Result = arith::AndIOp::create(
        Builder, Loc, Result,
        arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::sge, Offset,
                              Zero));
    // Of an array of assumed size, the program knows the end.
    if (!Extent || (D < Extents.size() &&
                    Extents[D].getDefiningOp<fir::AssumedSizeExtentOp>()))
      continue;
    Result = arith::AndIOp::create(
        Builder, Loc, Result,
        arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::slt, Offset,
                              Extent));
  }
  return Result;
}

/// The source's name of a record or array.
std::string Mover::nameOf(Value V) {
  if (auto Known = Names.find(V); Known != Names.end())
    return Known->second;
  Operation *Op = V.getDefiningOp();
  if (isa_and_nonnull<fir::LoadOp, fir::BoxAddrOp, fir::ConvertOp,
                      fir::ReboxOp>(Op))
    return nameOf(Op->getOperand(0));
  if (auto Element = dyn_cast_or_null<fir::ArrayCoorOp>(Op)) {
    std::string Name = nameOf(Element.getMemref()) + "(";
    for (auto [I, Subscript] : llvm::enumerate(Element.getIndices())) {
      Value From = withoutConversions(Subscript);
      auto Load = From.getDefiningOp<fir::LoadOp>();
      auto Constant = fir::getIntIfConstant(From);
      Name += I ? "," : "";
      Name += Constant ? std::to_string(*Constant)
              : Load   ? sourceNameOf(Load.getMemref())
                       : ":";
    }
    return Name + ")";
  }
  if (auto Component = dyn_cast_or_null<fir::CoordinateOp>(Op)) {
    std::string Name = nameOf(Component.getRef());
    Type T = Component.getRef().getType();
    if (auto Fields = Component.getFieldIndices())
      for (int32_t I : *Fields) {
        fir::RecordType Record = recordAt(T);
        if (!Record)
          break;
        Name += ("%" + componentName(Record.getTypeList()[I].first)).str();
        T = Record.getTypeList()[I].second;
      }
    return Name;
  }
  return sourceNameOf(V);
}

bool Mover::moveOne() {
  Operation *Found = nullptr;
  Body.walk([&](Operation *Op) {
    if (!isRecord(Op))
      return WalkResult::advance();
    Found = Op;
    return WalkResult::interrupt();
  });
  if (!Found)
    return false;
  Done.insert(Found);
  Builder.setInsertionPoint(Construct);
  Location Loc = Found->getLoc();
  Value Inside = Found->getResult(0);
  std::string Name = nameOf(Inside);
  Value Address = outside(Inside);
  if (isa<fir::BaseBoxType>(Address.getType()))
    Address = boxAddress(Loc, Address);
  Value &Record = Records[Address];
  if (!Record) {
    Record =
        arith::SelectOp::create(Builder, Loc, exists(Found, Address), Address,
                                emptyRecord(Builder, Loc, Address.getType()));
    Names[Record] = Name;
  }
  if (auto Element = dyn_cast<fir::ArrayCoorOp>(Found))
    if (Value Around = recordAround(outside(Element.getMemref())))
      All.Around.insert(original(Around));
  Address = Record;
  for (OpOperand &Use : llvm::make_early_inc_range(Inside.getUses())) {
    auto Box = dyn_cast<fir::BoxAddrOp>(Use.getOwner());
    if (!Box) {
      Use.set(Address);
      continue;
    }
    if (Box.getType() != Address.getType()) {
      Builder.setInsertionPoint(Box);
      Box.replaceAllUsesWith(
          Builder.createConvert(Loc, Box.getType(), Address));
    } else {
      Box.replaceAllUsesWith(Address);
    }
    Moved.erase(Box.getResult());
    Box.erase();
  }
  return true;
}

void Mover::run() {
  bool Any = false;
  while (moveOne())
    Any = true;
  // The size of an array, or whether there is one, is no use of the array.
  if (Any)
    Body.walk([&](Operation *Op) {
      if (!isa<fir::BoxDimsOp, fir::IsPresentOp>(Op))
        return;
      Type T = fir::unwrapRefType(Op->getOperand(0).getType());
      if (!hasDescriptors(objectAt(T)) || !isKnown(Op->getResult(0)))
        return;
      Builder.setInsertionPoint(Construct);
      for (Value Result : Op->getResults())
        Result.replaceAllUsesWith(outside(Result));
    });
  // Names that nothing uses any more would count as uses.
  if (Any)
    eraseUnused(Body, [](Operation *Op) {
      return isa<fir::CoordinateOp, fir::ArrayCoorOp, fir::BoxAddrOp,
                 fir::BoxDimsOp, fir::IsPresentOp, fir::ShapeOp,
                 fir::ShapeShiftOp, fir::ShiftOp, fir::LoadOp, fir::ConvertOp>(
          Op);
    });
}

} // namespace

MovedRecords moveRecordAddressesOutside(ModuleOp Module) {
  MovedRecords Records;
  llvm::SmallVector<Operation *> Constructs;
  Module.walk([&](Operation *Op) {
    if (isa<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>(Op))
      Constructs.push_back(Op);
  });
  for (Operation *Op : Constructs)
    Mover(Module, Op, Records).run();
  return Records;
}

} // namespace warpfort::openacc
