//===-- RecordAssignments.cpp - Records with device components ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See RecordAssignments.h.
///
//===----------------------------------------------------------------------===//
#include "RecordAssignments.h"
#include "Transforms/CUF/Host/HostCopies.h"
#include "Transforms/CUF/Host/ManagedComponents.h"
#include "Transforms/Common/DeviceData.h"
#include "Transforms/Common/FortranRuntime.h"
#include "warpfort/IR/Values.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Builder/BoxValue.h"
#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/Builder/Runtime/RTBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "flang/Runtime/allocatable.h"
#include "flang/Runtime/pointer.h"

using namespace mlir;
using namespace Fortran::runtime;

namespace warpfort {
namespace {

class RecordAssigner {
public:
  RecordAssigner(const DeviceData &Data, fir::FirOpBuilder &Builder)
      : Data(Data), Builder(Builder) {}

  LogicalResult run(func::FuncOp Function);

private:
  /// The type of such records; null for others.
  fir::RecordType recordType(Value V) const;
  LogicalResult check(Operation *Op);
  void lower(hlfir::AssignOp Assign);
  void lower(cuf::AllocateOp Allocate);
  void lower(fir::CallOp AllocateSource);
  void assign(Location Loc, Value To, Value From, fir::RecordType Type,
              int32_t Target);
  void assignIfAllocated(Operation *Allocate, Value To, Value From,
                         fir::RecordType Type);

  const DeviceData &Data;
  fir::FirOpBuilder &Builder;
};

fir::RecordType RecordAssigner::recordType(Value V) const {
  V = withoutConversions(V);
  auto Type = dyn_cast<fir::RecordType>(
      hlfir::getFortranElementType(fir::unwrapRefType(V.getType())));
  return Type && Data.hasDeviceAllocatable(Type) ? Type : fir::RecordType();
}

llvm::StringRef calleeOf(Operation *Op) {
  auto Call = dyn_cast<fir::CallOp>(Op);
  return Call && Call.getCallee()
             ? Call.getCallee()->getRootReference().getValue()
             : llvm::StringRef();
}

bool isAllocateSource(Operation *Op) {
  llvm::StringRef Name = calleeOf(Op);
  return Name == RTNAME_STRING(AllocatableAllocateSource) ||
         Name == RTNAME_STRING(PointerAllocateSource);
}

bool isPolymorphic(Value V) {
  return isa<fir::ClassType>(
      fir::unwrapRefType(withoutConversions(V).getType()));
}

/// Refuses copies that Flang's run-time library would make.
LogicalResult RecordAssigner::check(Operation *Op) {
  if (auto Assign = dyn_cast<hlfir::RegionAssignOp>(Op)) {
    auto Left =
        dyn_cast<hlfir::YieldOp>(Assign.getLhsRegion().back().getTerminator());
    Value Target = Left ? Left.getEntity() : Value();
    if (auto Elements = dyn_cast<hlfir::ElementalAddrOp>(
            Assign.getLhsRegion().back().getTerminator()))
      Target = Elements.getYieldOp().getEntity();
    if (Target && recordType(Target))
      return emitUserError(
          Op,
          "assignment of records with device components is not supported in "
          "WHERE and FORALL constructs and to vector subscripts");
    return success();
  }
  if (isAllocateSource(Op) || isa<cuf::AllocateOp>(Op)) {
    auto Allocate = dyn_cast<cuf::AllocateOp>(Op);
    Value Object = Op->getOperand(0);
    if (!recordType(Object) || (Allocate && !Allocate.getSource()) ||
        !(isPolymorphic(Object) || Data.isDeviceOnly(Object)))
      return success();
    return emitUserError(
        Op,
        Data.isDeviceOnly(Object)
            ? "records with device components cannot be copied to device "
              "memory by SOURCE="
            : "SOURCE= is not supported for polymorphic records with device "
              "components");
  }
  Value Copied;
  if (Op->getNumResults() == 1 &&
      isa<hlfir::ExprType>(Op->getResult(0).getType())) {
    // Functions make their results where they are.
    auto AsExpr = dyn_cast<hlfir::AsExprOp>(Op);
    if (!isa<hlfir::EvaluateInMemoryOp>(Op) && !(AsExpr && AsExpr.isMove()))
      Copied = Op->getResult(0);
  } else if (movesElements(calleeOf(Op))) {
    for (Value Operand : Op->getOperands())
      if (recordType(Operand))
        Copied = Operand;
  }
  if (!Copied || !recordType(Copied))
    return success();
  return emitUserError(Op, "a copy of records with device components is needed "
                           "here, which is not supported: use a variable");
}

void RecordAssigner::assign(Location Loc, Value To, Value From,
                            fir::RecordType Type, int32_t Target) {
  if (Data.isInDeviceRecord(To) || Data.isInDeviceRecord(From))
    waitForDevice(Builder, Loc);
  Value Components = fir::getBase(fir::factory::createStringLiteral(
      Builder, Loc,
      sharedComponents(Builder.getModule(), Type) + std::string(1, '\0')));
  callRuntime(
      Builder, Loc,
      WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_assign_records),
      {descriptorOf(Builder, Loc, To), descriptorOf(Builder, Loc, From),
       Builder.createIntegerConstant(Loc, Builder.getI32Type(), Target),
       Components, fir::factory::locationToFilename(Builder, Loc),
       fir::factory::locationToLineNo(Builder, Loc, Builder.getI32Type())});
}

void RecordAssigner::lower(hlfir::AssignOp Assign) {
  Location Loc = Assign.getLoc();
  Builder.setInsertionPoint(Assign);
  hlfir::Entity Left{Assign.getLhs()}, Right{Assign.getRhs()};
  fir::RecordType Type = recordType(Left);
  std::optional<hlfir::AssociateOp> Associate;
  if (!Right.isVariable() && isa<hlfir::ExprType>(Right.getType())) {
    // Else the association would be with a copy. Such types have no FINAL.
    for (Operation *User : Right.getUsers())
      if (auto Destroy = dyn_cast<hlfir::DestroyOp>(User))
        Destroy.setFinalize(false);
    Associate = hlfir::genAssociateExpr(Loc, Builder, Right, Right.getType(),
                                        ".cuf_record");
    Right = hlfir::Entity{Associate->getBase()};
  }
  bool Reallocates = Assign.getRealloc() && Left.isMutableBox();
  if (!Reallocates)
    Left = hlfir::derefPointersAndAllocatables(Loc, Builder, Left);
  Right = hlfir::derefPointersAndAllocatables(Loc, Builder, Right);
  assign(Loc, Left, Right, Type,
         Reallocates                ? WARPRT_RECORDS_ALLOCATABLE
         : Assign.getTemporaryLhs() ? WARPRT_RECORDS_FRESH
                                    : WARPRT_RECORDS_VARIABLE);
  if (Associate)
    hlfir::EndAssociateOp::create(Builder, Loc, *Associate);
  Assign.erase();
}

/// Behind an allocation with a status.
void RecordAssigner::assignIfAllocated(Operation *Allocate, Value To,
                                       Value From, fir::RecordType Type) {
  Location Loc = Allocate->getLoc();
  Builder.setInsertionPointAfter(Allocate);
  Value Status = Allocate->getResult(0);
  Value Ok = arith::CmpIOp::create(
      Builder, Loc, arith::CmpIPredicate::eq, Status,
      Builder.createIntegerConstant(Loc, Status.getType(), 0));
  Builder.genIfThen(Loc, Ok)
      .genThen([&] { assign(Loc, To, From, Type, WARPRT_RECORDS_VARIABLE); })
      .end();
}

void RecordAssigner::lower(cuf::AllocateOp Allocate) {
  Value Source = Allocate.getSource();
  Allocate.getSourceMutable().clear();
  assignIfAllocated(Allocate, Allocate.getBox(), Source,
                    recordType(Allocate.getBox()));
}

void RecordAssigner::lower(fir::CallOp Call) {
  Location Loc = Call.getLoc();
  Builder.setInsertionPoint(Call);
  auto Args = Call.getArgs();
  bool IsPointer = calleeOf(Call) == RTNAME_STRING(PointerAllocateSource);
  func::FuncOp Function =
      IsPointer
          ? fir::runtime::getRuntimeFunc<mkRTKey(PointerAllocate)>(Loc, Builder)
          : fir::runtime::getRuntimeFunc<mkRTKey(AllocatableAllocate)>(Loc,
                                                                       Builder);
  llvm::SmallVector<Value> New;
  FunctionType Type = Function.getFunctionType();
  New.push_back(Args[0]);
  if (!IsPointer) // no stream
    New.push_back(Builder.createNullConstant(Loc, Type.getInput(1)));
  llvm::append_range(New, Args.drop_front(2));
  // No function that copies memory, as in other allocations.
  while (New.size() < Type.getNumInputs())
    New.push_back(Builder.createNullConstant(Loc, Type.getInput(New.size())));
  for (auto [I, Argument] : llvm::enumerate(New))
    Argument = Builder.createConvert(Loc, Type.getInput(I), Argument);
  auto Allocate = fir::CallOp::create(Builder, Loc, Function, New);
  Call.replaceAllUsesWith(Allocate);
  Value To = withoutConversions(Args[0]), From = withoutConversions(Args[1]);
  fir::RecordType Records = recordType(To);
  Call.erase();
  assignIfAllocated(Allocate, To, From, Records);
}

LogicalResult RecordAssigner::run(func::FuncOp Function) {
  llvm::SmallVector<Operation *> Copies;
  LogicalResult Result = success();
  walkHostCode(Function, [&](Operation *Op) {
    if (failed(check(Op)))
      Result = failure();
    auto Allocate = dyn_cast<cuf::AllocateOp>(Op);
    if (isa<hlfir::AssignOp>(Op) ? recordType(Op->getOperand(1)) != nullptr
        : Allocate
            ? Allocate.getSource() && recordType(Allocate.getBox())
            : isAllocateSource(Op) && recordType(Op->getOperand(0)) != nullptr)
      Copies.push_back(Op);
  });
  if (failed(Result))
    return Result;
  for (Operation *Op : Copies) {
    if (auto Assign = dyn_cast<hlfir::AssignOp>(Op))
      lower(Assign);
    else if (auto Allocate = dyn_cast<cuf::AllocateOp>(Op))
      lower(Allocate);
    else
      lower(cast<fir::CallOp>(Op));
  }
  return success();
}

} // namespace

LogicalResult assignRecords(const DeviceData &Data, fir::FirOpBuilder &Builder,
                            func::FuncOp Function) {
  return RecordAssigner(Data, Builder).run(Function);
}

} // namespace warpfort
