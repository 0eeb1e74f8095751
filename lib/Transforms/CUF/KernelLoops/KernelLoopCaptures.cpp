//===-- KernelLoopCaptures.cpp - What kernel loops use from outside -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How the values that a kernel loop uses reach its kernel: arrays in device
/// memory by address, descriptors by value, host scalars and derived types by
/// value (each thread has its copy), those that a pointer or subscript leads to
/// where these do not change in the loop. Anything else in host memory is an
/// error here; the checker has usually reported it before.
///
//===----------------------------------------------------------------------===//
#include "KernelLoopOutliner.h"
#include "Transforms/Common/DeviceData.h"
#include "Transforms/Common/OptionalArguments.h"
#include "Transforms/Common/TypeSize.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Builder/BoxValue.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Support/DataLayout.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort {

/// Parameters of a kernel have 4 KB in all.
constexpr uint64_t MaxRecordBytes = 2048;
constexpr unsigned MaxPassedDescriptorBytes = 1536;

/// Attribute of the data that an address or descriptor refers to.
std::optional<cuf::DataAttribute> dataAttribute(Value V) {
  while (Operation *Op = V.getDefiningOp()) {
    // fir.declare and cuf.alloc name it so; procedure arguments use
    // cuf::getDataAttrName().
    if (auto Attr = Op->getAttrOfType<cuf::DataAttributeAttr>("data_attr"))
      return Attr.getValue();
    if (auto Address = dyn_cast<fir::AddrOfOp>(Op)) {
      auto Global = Op->getParentOfType<ModuleOp>().lookupSymbol<fir::GlobalOp>(
          Address.getSymbol());
      return Global ? Global.getDataAttr() : std::nullopt;
    }
    if (!isa<fir::DeclareOp, fir::ConvertOp, fir::LoadOp, fir::BoxAddrOp,
             fir::ReboxOp, fir::ReboxAssumedRankOp, fir::EmboxOp,
             fir::CoordinateOp, fir::ArrayCoorOp, fir::BoxOffsetOp>(Op))
      return std::nullopt;
    V = Op->getOperand(0);
  }
  return argumentAttribute(V);
}

bool isOnDevice(std::optional<cuf::DataAttribute> Attr) {
  return Attr && *Attr != cuf::DataAttribute::Pinned &&
         *Attr != cuf::DataAttribute::Shared;
}

/// Name of the variable behind a value, for messages.
std::string variableName(Value V) {
  while (Operation *Op = V.getDefiningOp()) {
    if (auto Declare = dyn_cast<fir::DeclareOp>(Op)) {
      auto [Kind, Name] = fir::NameUniquer::deconstruct(Declare.getUniqName());
      return Name.name;
    }
    if (auto Address = dyn_cast<fir::AddrOfOp>(Op)) {
      auto [Kind, Name] = fir::NameUniquer::deconstruct(
          Address.getSymbol().getRootReference().getValue());
      return Name.name;
    }
    if (Op->getNumOperands() == 0)
      break;
    V = Op->getOperand(0);
  }
  return "a temporary";
}

/// An address of a derived type with pointer or allocatable components: these
/// lead to device data, wherever the variable itself is.
static bool isRecordAddress(Type T) {
  auto Record = dyn_cast<fir::RecordType>(fir::unwrapRefType(T));
  return fir::isa_ref_type(T) && Record &&
         (fir::isRecordWithAllocatableMember(Record) ||
          fir::isRecordWithDescriptorMember(Record));
}

/// Flang gives variables of types with device components the managed
/// attribute; only the others tell that the host cannot reach them.
static bool isHostReadable(std::optional<cuf::DataAttribute> Attr) {
  return !Attr || *Attr == cuf::DataAttribute::Managed ||
         *Attr == cuf::DataAttribute::Unified ||
         *Attr == cuf::DataAttribute::Pinned;
}

static bool isRecomputed(Operation *Op) {
  return Op->hasTrait<OpTrait::ConstantLike>() ||
         isa<arith::ConstantOp, fir::ShapeOp, fir::ShapeShiftOp, fir::ShiftOp,
             fir::SliceOp, fir::UndefOp, fir::AbsentOp, fir::ZeroOp,
             fir::DummyScopeOp, fir::AssumedSizeExtentOp, fir::FieldIndexOp,
             fir::ConvertOp, fir::EmboxOp, fir::ReboxOp, fir::BoxAddrOp,
             fir::BoxDimsOp, fir::EmboxCharOp>(Op);
}

//===-- Optional arguments of the host ------------------------------------===//

/// The declaration of an optional argument behind a value; null if that is of
/// something else.
static fir::DeclareOp optionalBehind(Value V) {
  while (Operation *Op = V.getDefiningOp()) {
    if (auto Declare = dyn_cast<fir::DeclareOp>(Op))
      return isOptional(V) ? Declare : fir::DeclareOp();
    // A descriptor with other bounds, where there is one.
    if (auto If = dyn_cast<fir::IfOp>(Op))
      V = If.getThenRegion().back().getTerminator()->getOperand(
          cast<OpResult>(V).getResultNumber());
    else if (isa<fir::ReboxOp, fir::ConvertOp>(Op))
      V = Op->getOperand(0);
    else
      break;
  }
  return {};
}

/// Whether the loop has a copy of the argument at \p V that may be absent.
static bool isCopiedOptional(Value V) {
  Type T = fir::unwrapRefType(V.getType());
  return fir::isa_ref_type(V.getType()) &&
         (fir::isa_trivial(T) || isa<fir::RecordType>(T)) &&
         !isOnDevice(dataAttribute(V)) && optionalBehind(V);
}

void passOptionalsOn(cuf::KernelOp Kernel) {
  llvm::SmallVector<fir::IfOp> Found;
  Kernel.getRegion().walk([&](fir::IfOp If) {
    auto IsThere = If.getCondition().getDefiningOp<fir::IsPresentOp>();
    if (!IsThere || If.getNumResults() != 1 ||
        !isCopiedOptional(IsThere.getVal()))
      return;
    Value Then = If.getThenRegion().back().getTerminator()->getOperand(0);
    Value Else = If.getElseRegion().back().getTerminator()->getOperand(0);
    if (Then == IsThere.getVal() && Else.getDefiningOp<fir::AbsentOp>())
      Found.push_back(If);
  });
  for (fir::IfOp If : Found) {
    If.getResult(0).replaceAllUsesWith(
        If.getCondition().getDefiningOp<fir::IsPresentOp>().getVal());
    If.erase();
  }
}

/// Replaces what the loop uses of an argument that may be absent by a copy of
/// which there is always one.
void KernelLoopOutliner::provideOptional(Value V, fir::DeclareOp Declare) {
  Type T = fir::unwrapRefType(V.getType());
  bool IsDescriptor = isa<fir::BaseBoxType>(T);
  // Of data in device memory the kernel gets the address, if only null.
  if (!IsDescriptor && (isOnDevice(dataAttribute(V)) ||
                        (!fir::isa_trivial(T) && !isa<fir::RecordType>(T))))
    return;
  Host.setInsertionPoint(Kernel);
  Value IsPresent;
  Value From = IsDescriptor ? presentOrZeros(Host, Loc, V)
                            : orNothing(Host, Loc, V, IsPresent);
  if (IsDescriptor)
    IsPresent = fir::IsPresentOp::create(Host, Loc, Host.getI1Type(), V);
  Value Own = fir::DeclareOp::create(
      Host, Loc, From.getType(), From, /*shape=*/Value(),
      /*typeparams=*/ValueRange(), /*dummy_scope=*/Value(),
      /*storage=*/Value(), /*storage_offset=*/0, Declare.getUniqName(),
      fir::FortranVariableFlagsAttr(), Declare.getDataAttrAttr(),
      /*dummy_arg_no=*/IntegerAttr());
  if (isa<fir::BaseBoxType>(V.getType()))
    Own = fir::LoadOp::create(Host, Loc, Own);
  // Parameters of kernels have whole bytes.
  Value Number =
      arith::ExtUIOp::create(Host, Loc, Host.getI32Type(), IsPresent);
  V.replaceUsesWithIf(Own, [&](OpOperand &Use) {
    return Use.getOwner() == Kernel || isInBody(Use.getOwner());
  });
  for (LastValue &Last : LastValues)
    if (Last.Target == V)
      Last.Target = Own;
  Host.setInsertionPointToStart(&Kernel.getRegion().front());
  Value Zero = Host.createIntegerConstant(Loc, Number.getType(), 0);
  Value InBody =
      arith::CmpIOp::create(Host, Loc, arith::CmpIPredicate::ne, Number, Zero);
  // What is passed on is absent where the argument is: see passPresence.
  for (Operation *User : llvm::make_early_inc_range(Own.getUsers())) {
    auto If = dyn_cast<fir::IfOp>(User->getParentOp());
    if (!isa<fir::ResultOp>(User) || !If || !isInBody(If) ||
        If.getNumResults() != 1 ||
        !If.getElseRegion()
             .back()
             .getTerminator()
             ->getOperand(0)
             .getDefiningOp<fir::AbsentOp>())
      continue;
    If.getResult(0).replaceAllUsesWith(Own);
    If.erase();
  }
  answerPresence(Own, InBody, Kernel.getRegion());
  Optionals.emplace_back(Own, InBody);
}

void KernelLoopOutliner::provideOptionals() {
  llvm::SetVector<Value> Used;
  getUsedValuesDefinedAbove(Kernel.getRegion(), Used);
  Used.insert_range(Kernel.getReduceOperands());
  for (Value V : Used)
    if (fir::DeclareOp Declare = optionalBehind(V))
      provideOptional(V, Declare);
}

//===-- Derived types of the host -----------------------------------------===//

/// The same before the loop and in every iteration, and known on the host.
bool KernelLoopOutliner::isInvariant(Value V) {
  if (!Kernel.getRegion().isAncestor(V.getParentRegion()))
    return true;
  Operation *Op = V.getDefiningOp();
  if (!Op || Op->getNumRegions())
    return false;
  if (auto Load = dyn_cast<fir::LoadOp>(Op)) {
    Value From = Load.getMemref();
    bool IsDescriptor = isa<fir::BaseBoxType>(V.getType());
    auto Attr = dataAttribute(From);
    if (IsDescriptor ? !isHostReadable(Attr) : isOnDevice(Attr))
      return false;
    // No pointer is assigned in a loop. Other values are looked at where they
    // are variables of the host.
    if (!IsDescriptor && (!From.getDefiningOp<fir::DeclareOp>() ||
                          llvm::any_of(From.getUsers(), [&](Operation *User) {
                            return isInBody(User) && !isa<fir::LoadOp>(User);
                          })))
      return false;
  } else if (!isMemoryEffectFree(Op)) {
    return false;
  }
  return llvm::all_of(Op->getOperands(),
                      [&](Value Operand) { return isInvariant(Operand); });
}

void KernelLoopOutliner::hoist(Value V) {
  Operation *Op = V.getDefiningOp();
  if (!Op || !isInBody(Op))
    return;
  for (Value Operand : Op->getOperands())
    hoist(Operand);
  Op->moveBefore(Kernel);
}

/// Moves the addresses of derived types in front of the loop, if they are the
/// same for all iterations.
void KernelLoopOutliner::hoistRecords() {
  llvm::SmallVector<fir::CoordinateOp> Components;
  llvm::DenseMap<Value, Value> Addresses; // of polymorphic variables
  Kernel.getRegion().walk(
      [&](fir::CoordinateOp Op) { Components.push_back(Op); });
  for (fir::CoordinateOp Op : Components) {
    Value Base = Op.getRef();
    auto Box = dyn_cast<fir::BaseBoxType>(Base.getType());
    Type Record = Box ? fir::dyn_cast_ptrOrBoxEleTy(Base.getType())
                      : fir::unwrapRefType(Base.getType());
    if (!isa_and_nonnull<fir::RecordType>(Record) ||
        !isRecordAddress(fir::ReferenceType::get(Record)) ||
        !isHostReadable(dataAttribute(Base)) || !isInvariant(Base))
      continue;
    hoist(Base);
    if (!Box)
      continue;
    Value &Address = Addresses[Base];
    if (!Address) {
      Host.setInsertionPoint(Kernel);
      Address = fir::BoxAddrOp::create(Host, Loc,
                                       fir::ReferenceType::get(Record), Base);
    }
    Op.getRefMutable().assign(Address);
    Op.setBaseType(Address.getType());
  }
}

/// Whether an address from outside the loop is that of a derived type which
/// the kernel gets a copy of.
bool KernelLoopOutliner::isCopiedRecord(Value V) {
  if (!isRecordAddress(V.getType()) || !isHostReadable(dataAttribute(V)))
    return false;
  auto Layout =
      fir::support::getOrSetMLIRDataLayout(Module, /*allowDefaultLayout=*/true);
  auto Size = sizeOfType(Loc, fir::unwrapRefType(V.getType()), *Layout,
                         Host.getKindMap());
  return Size && Size->Bytes <= MaxRecordBytes;
}

/// A variable of a BLOCK or temporary of the body: Flang puts it in the
/// procedure's frame.
bool KernelLoopOutliner::isOfBody(Value Address) {
  auto Alloca = Address.getDefiningOp<fir::AllocaOp>();
  return Alloca && !Alloca.hasShapeOperands() && !Alloca.hasLenParams() &&
         llvm::all_of(Address.getUsers(),
                      [&](Operation *User) { return isInBody(User); });
}

void KernelLoopOutliner::addParameter(Value V, CaptureKind Kind) {
  Captured.insert({V, Kind});
  Parameters.push_back(V);
}

/// Tells the device linker of a scalar that it must check.
void KernelLoopOutliner::createCheckMark(Value V, Value Copy) {
  Type Address = fir::LLVMPointerType::get(Device.getI8Type());
  Type I32 = Device.getI32Type();
  auto Mark = Device.getNamedFunction(WARPDEV_LOOP_SCALAR);
  if (!Mark) {
    Mark = Device.createFunction(
        Loc, WARPDEV_LOOP_SCALAR,
        FunctionType::get(Device.getContext(),
                          {Address, Address, Address, I32, I32}, {}));
    Mark.setPrivate();
    Mark->setAttr(cuf::getProcAttrName(),
                  cuf::ProcAttributeAttr::get(Device.getContext(),
                                              cuf::ProcAttribute::Device));
  }
  auto TextAddress = [&](llvm::StringRef Text) {
    Value Literal = fir::getBase(fir::factory::createStringLiteral(
        Device, Loc, (Text + llvm::Twine('\0')).str()));
    return Device.createConvert(Loc, Address, Literal);
  };
  auto Place = Loc->findInstanceOf<FileLineColLoc>();
  bool IsUsedAfter =
      !Assumed.lookup(V) && llvm::any_of(LastValues, [&](const LastValue &X) {
        return X.Target == V;
      });
  Value Args[] = {
      Device.createConvert(Loc, Address, Copy), TextAddress(variableName(V)),
      TextAddress(Place ? Place.getFilename().getValue() : "?"),
      Device.createIntegerConstant(Loc, I32, Place ? Place.getLine() : 0),
      Device.createIntegerConstant(Loc, I32, IsUsedAfter)};
  fir::CallOp::create(Device, Loc, Mark, Args);
}

/// Whether the kernel gets a copy of a module allocatable's descriptor: the
/// array's address is then known when the kernel begins, not after a load. No
/// device code allocates such an array.
bool KernelLoopOutliner::isPassedAllocatable(Value V) {
  auto Box = dyn_cast<fir::BaseBoxType>(fir::unwrapRefType(V.getType()));
  if (!Box || !isa<fir::HeapType>(Box.getEleTy()) ||
      !llvm::all_of(V.getUsers(), [&](Operation *User) {
        return isa<fir::LoadOp>(User) || !isInBody(User);
      }))
    return false;
  auto Array =
      dyn_cast<fir::SequenceType>(fir::unwrapPassByRefType(Box.getEleTy()));
  unsigned Bytes = 24 + 24 * (Array ? Array.getDimension() : 0);
  if (PassedDescriptorBytes + Bytes > MaxPassedDescriptorBytes)
    return false;
  PassedDescriptorBytes += Bytes;
  return true;
}

LogicalResult KernelLoopOutliner::captureDeclared(Value V,
                                                  fir::DeclareOp Declare) {
  auto Attr = dataAttribute(V);
  if (auto Address = Declare.getMemref().getDefiningOp<fir::AddrOfOp>()) {
    auto Global = Module.lookupSymbol<fir::GlobalOp>(Address.getSymbol());
    bool Constant = Global && Global.getConstant().value_or(false);
    if (isOnDevice(Attr) && isPassedAllocatable(V)) {
      addParameter(V, CaptureKind::Descriptor);
      return success();
    }
    if (isOnDevice(Attr) || Constant) {
      Captured.insert({V, CaptureKind::Clone});
      return success();
    }
  }
  Type Pointee = fir::unwrapRefType(V.getType());
  if (isCopiedRecord(V)) {
    addParameter(V, CaptureKind::Scalar);
    return success();
  }
  if (isOnDevice(Attr)) {
    bool IsDescriptor =
        fir::isa_ref_type(V.getType()) && isa<fir::BaseBoxType>(Pointee);
    addParameter(V,
                 IsDescriptor ? CaptureKind::Descriptor : CaptureKind::Value);
    return success();
  }
  if (fir::isa_ref_type(V.getType()) &&
      (fir::isa_trivial(Pointee) ||
       (isa<fir::RecordType>(Pointee) &&
        !fir::isRecordWithAllocatableMember(Pointee) &&
        !fir::isRecordWithDescriptorMember(Pointee)))) {
    addParameter(V, CaptureKind::Scalar);
    return success();
  }
  if (isRecordAddress(V.getType()))
    return refuse(V, "is a host variable of a derived type that is too large "
                     "to be copied for a kernel loop");
  return refuse(V, "is in host memory and cannot be used in a kernel loop");
}

LogicalResult KernelLoopOutliner::capture(Value V) {
  if (Captured.count(V))
    return success();
  Operation *Op = V.getDefiningOp();
  if (auto Declare = dyn_cast_or_null<fir::DeclareOp>(Op))
    return captureDeclared(V, Declare);
  if (isOfBody(V)) {
    Captured.insert({V, CaptureKind::Private});
    return success();
  }
  if (isCopiedRecord(V)) {
    addParameter(V, CaptureKind::Scalar);
    return success();
  }
  if (isa_and_nonnull<fir::AddrOfOp>(Op)) {
    auto Global =
        Module.lookupSymbol<fir::GlobalOp>(cast<fir::AddrOfOp>(Op).getSymbol());
    if (isOnDevice(dataAttribute(V)) ||
        (Global && Global.getConstant().value_or(false))) {
      Captured.insert({V, CaptureKind::Clone});
      return success();
    }
  }
  // The extents of a host procedure's data come in boxes of the host.
  auto Dims = dyn_cast_or_null<fir::BoxDimsOp>(Op);
  bool OfHostBox = Dims && !isOnDevice(dataAttribute(Dims.getVal()));
  if (Op && isRecomputed(Op) && !OfHostBox) {
    for (Value Operand : Op->getOperands())
      if (failed(capture(Operand)))
        return failure();
    for (Value Result : Op->getResults())
      Captured.insert({Result, CaptureKind::Clone});
    return success();
  }
  Type T = V.getType();
  if (fir::isa_trivial(T) || isa<IndexType>(T)) {
    addParameter(V, CaptureKind::Value);
    return success();
  }
  auto Attr = dataAttribute(V);
  if (isa<fir::BaseBoxType>(T)) {
    if (!isOnDevice(Attr))
      return refuse(V, "is in host memory and cannot be used in a kernel loop");
    addParameter(V, CaptureKind::Value);
    return success();
  }
  if (fir::isa_ref_type(T)) {
    Type Pointee = fir::unwrapRefType(T);
    if (isOnDevice(Attr)) {
      addParameter(V, isa<fir::BaseBoxType>(Pointee) ? CaptureKind::Descriptor
                                                     : CaptureKind::Value);
      return success();
    }
    if (fir::isa_trivial(Pointee)) {
      addParameter(V, CaptureKind::Scalar);
      return success();
    }
  }
  return refuse(V, "is in host memory and cannot be used in a kernel loop");
}

Value KernelLoopOutliner::hostValueOf(Value V, CaptureKind Kind) {
  if (Kind == CaptureKind::Value)
    return V;
  // The loop may be written so that it does not look at a null pointer.
  if (isRecordAddress(V.getType()) && !V.getDefiningOp<fir::DeclareOp>()) {
    Type I64 = Host.getI64Type();
    Value Empty = Host.createTemporary(Loc, fir::unwrapRefType(V.getType()));
    Value IsNull = arith::CmpIOp::create(
        Host, Loc, arith::CmpIPredicate::eq, Host.createConvert(Loc, I64, V),
        Host.createIntegerConstant(Loc, I64, 0));
    V = arith::SelectOp::create(Host, Loc, IsNull, Empty,
                                Host.createConvert(Loc, Empty.getType(), V));
  }
  return fir::LoadOp::create(Host, Loc, V);
}

} // namespace warpfort
