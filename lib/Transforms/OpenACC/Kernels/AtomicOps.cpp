//===-- AtomicOps.cpp - OpenACC atomics in device code --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Any update is a loop with compare-and-swap on the integer of the value's
/// width, which gives old and new value for a capture. Additions that capture
/// nothing, the common case, are one atomicrmw. Values that no instruction
/// exchanges (integers of 16 bytes; complex numbers, which are aligned as their
/// parts are) are read and changed under a lock of the device library:
///
///   %old, %new = scf.while : () -> ... {
///     %got = fir.call @__warpdev_acc_try_lock(%x)
///     scf.if %got { load, update, store; fir.call @__warpdev_acc_unlock(%x) }
///     scf.condition(not %got)
///   }
///
/// Where the module does no more with complex variables than add and subtract,
/// that is done part by part, without a lock.
///
/// The dialect drops updates that change nothing, and makes writes of those
/// whose value does not depend on the variable, also in a capture, which is not
/// valid without its update. On HLFIR, the values of captures get an operation
/// that nothing folds.
///
//===----------------------------------------------------------------------===//
#include "AtomicOps.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/OpenACC/Passes.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Builder/Complex.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

constexpr auto Relaxed = LLVM::AtomicOrdering::monotonic;

/// The variable of an atomic operation other than a capture, or null.
Value addressOf(Operation *Op) {
  return llvm::TypeSwitch<Operation *, Value>(Op)
      .Case<acc::AtomicReadOp, acc::AtomicWriteOp, acc::AtomicUpdateOp>(
          [](auto Atomic) { return Atomic.getX(); })
      .Default(Value());
}

/// Whether values are changed under a lock.
bool needsLock(Type T) {
  auto Complex = dyn_cast<ComplexType>(T);
  return (Complex && (Complex.getElementType().isF32() ||
                      Complex.getElementType().isF64())) ||
         T.isInteger(128);
}

class AtomicLowering {
public:
  AtomicLowering(fir::FirOpBuilder &Builder, Operation *Op)
      : Builder(Builder), Loc(Op->getLoc()), Op(Op) {}
  LogicalResult run();

private:
  /// Width in bits of a value that can be exchanged, or 0.
  unsigned width(Type T) const;
  Value toBits(Value V);
  Value fromBits(Value Bits, Type T);
  Value pointer(Value Address) {
    return Builder.createConvert(
        Loc, LLVM::LLVMPointerType::get(Builder.getContext()), Address);
  }
  Value load(Value Address, Type T);
  void store(Value Value, mlir::Value Address);
  bool tryAddition(acc::AtomicUpdateOp Update);
  void addParts(acc::AtomicUpdateOp Update);
  using Change = llvm::function_ref<Value(Value)>;
  /// Old and new value, which is \p NewValue of the old one.
  std::pair<Value, Value> exchange(Value Address, Type T, Change NewValue) {
    return needsLock(T) ? changeUnderLock(Address, T, NewValue)
                        : compareAndSwap(Address, T, NewValue);
  }
  std::pair<Value, Value> compareAndSwap(Value Address, Type T,
                                         Change NewValue);
  std::pair<Value, Value> changeUnderLock(Value Address, Type T,
                                          Change NewValue);
  Value inlineUpdate(acc::AtomicUpdateOp Update, Value Old);
  LogicalResult checkType(Value Address);
  LogicalResult capture(acc::AtomicCaptureOp Capture);

  fir::FirOpBuilder &Builder;
  Location Loc;
  Operation *Op;
};

unsigned AtomicLowering::width(Type T) const {
  unsigned Bits = 0;
  if (auto Logical = dyn_cast<fir::LogicalType>(T))
    Bits = Builder.getKindMap().getLogicalBitsize(Logical.getFKind());
  else if (T.isIntOrFloat())
    Bits = T.getIntOrFloatBitWidth();
  return Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64 ? Bits : 0;
}

LogicalResult AtomicLowering::checkType(Value Address) {
  Type T = fir::unwrapRefType(Address.getType());
  if (width(T) || needsLock(T))
    return success();
  return emitUserError(Op,
                       "atomic operation on a variable of a type that is not "
                       "supported: it is not a number");
}

Value AtomicLowering::toBits(Value V) {
  Type Bits = Builder.getIntegerType(width(V.getType()));
  if (isa<FloatType>(V.getType()))
    return arith::BitcastOp::create(Builder, Loc, Bits, V);
  return Builder.createConvert(Loc, Bits, V);
}

Value AtomicLowering::fromBits(Value Bits, Type T) {
  if (isa<FloatType>(T))
    return arith::BitcastOp::create(Builder, Loc, T, Bits);
  return Builder.createConvert(Loc, T, Bits);
}

Value AtomicLowering::load(Value Address, Type T) {
  Type Bits = Builder.getIntegerType(width(T));
  Value Loaded = LLVM::LoadOp::create(
      Builder, Loc, Bits, pointer(Address), /*alignment=*/width(T) / 8,
      /*isVolatile=*/false, /*isNonTemporal=*/false, /*isInvariant=*/false,
      /*isInvariantGroup=*/false, Relaxed);
  return fromBits(Loaded, T);
}

void AtomicLowering::store(Value V, Value Address) {
  LLVM::StoreOp::create(Builder, Loc, toBits(V), pointer(Address),
                        /*alignment=*/width(V.getType()) / 8,
                        /*isVolatile=*/false, /*isNonTemporal=*/false,
                        /*isInvariantGroup=*/false, Relaxed);
}

/// A thread that has not got the lock asks again after those of its warp that
/// have it, so the work is done inside the loop.
std::pair<Value, Value> AtomicLowering::changeUnderLock(Value Address, Type T,
                                                        Change NewValue) {
  Type Pointer = getAbiPointerType(Builder.getContext());
  Type Int = Builder.getI32Type();
  Address = Builder.createConvert(Loc, Builder.getRefType(T), Address);
  auto Call = [&](llvm::StringRef Name, TypeRange Results) {
    auto Fn = getOrDeclareFunction(
        Builder, Loc, Name,
        FunctionType::get(Builder.getContext(), Pointer, Results));
    return callRuntime(Builder, Loc, Fn, Address);
  };
  auto While =
      scf::WhileOp::create(Builder, Loc, TypeRange{T, T}, ValueRange{});
  Builder.createBlock(&While.getBefore());
  Value Got = Builder.createConvert(
      Loc, Builder.getI1Type(), Call(WARPDEV_ACC_TRY_LOCK, Int).getResult(0));
  auto If = scf::IfOp::create(Builder, Loc, TypeRange{T, T}, Got,
                              /*withElseRegion=*/true);
  Builder.setInsertionPointToStart(If.thenBlock());
  Value Old = fir::LoadOp::create(Builder, Loc, Address);
  Value New = NewValue(Old);
  if (New != Old)
    fir::StoreOp::create(Builder, Loc, New, Address);
  Call(WARPDEV_ACC_UNLOCK, {});
  scf::YieldOp::create(Builder, Loc, ValueRange{Old, New});
  Builder.setInsertionPointToStart(If.elseBlock());
  Value None = fir::UndefOp::create(Builder, Loc, T);
  scf::YieldOp::create(Builder, Loc, ValueRange{None, None});
  Builder.setInsertionPointAfter(If);
  Value Again =
      arith::XOrIOp::create(Builder, Loc, Got, Builder.createBool(Loc, true));
  scf::ConditionOp::create(Builder, Loc, Again, If.getResults());
  Builder.createBlock(&While.getAfter(), {}, {T, T}, {Loc, Loc});
  scf::YieldOp::create(Builder, Loc);
  Builder.setInsertionPointAfter(While);
  return {While.getResult(0), While.getResult(1)};
}

std::pair<Value, Value> AtomicLowering::compareAndSwap(Value Address, Type T,
                                                       Change NewValue) {
  Type Bits = Builder.getIntegerType(width(T));
  Value Pointer = pointer(Address);
  Value First = toBits(load(Address, T));
  // while: compare and swap; again with what was found instead.
  auto While = scf::WhileOp::create(Builder, Loc, TypeRange{Bits, Bits},
                                    ValueRange{First});
  Block *Before = Builder.createBlock(&While.getBefore(), {}, {Bits}, {Loc});
  Value Old = Before->getArgument(0);
  Value New = toBits(NewValue(fromBits(Old, T)));
  Value Pair = LLVM::AtomicCmpXchgOp::create(Builder, Loc, Pointer, Old, New,
                                             Relaxed, Relaxed);
  Value Found = LLVM::ExtractValueOp::create(Builder, Loc, Pair,
                                             llvm::ArrayRef<int64_t>{0});
  Value Again =
      arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::ne, Found, Old);
  scf::ConditionOp::create(Builder, Loc, Again, ValueRange{Found, New});
  Block *After =
      Builder.createBlock(&While.getAfter(), {}, {Bits, Bits}, {Loc, Loc});
  scf::YieldOp::create(Builder, Loc, ValueRange{After->getArgument(0)});
  Builder.setInsertionPointAfter(While);
  return {fromBits(While.getResult(0), T), fromBits(While.getResult(1), T)};
}

Value AtomicLowering::inlineUpdate(acc::AtomicUpdateOp Update, Value Old) {
  Block &Body = Update.getRegion().front();
  IRMapping Map;
  Map.map(Body.getArgument(0), Old);
  for (Operation &Inner : Body.without_terminator())
    Builder.clone(Inner, Map);
  return Map.lookupOrDefault(Body.getTerminator()->getOperand(0));
}

/// x = x + value of an integer or real variable.
bool AtomicLowering::tryAddition(acc::AtomicUpdateOp Update) {
  Block &Body = Update.getRegion().front();
  Operation *Add = Body.getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::AddFOp>(Add))
    return false;
  Value Old = Body.getArgument(0), Other;
  if (Add->getOperand(0) == Old)
    Other = Add->getOperand(1);
  else if (Add->getOperand(1) == Old)
    Other = Add->getOperand(0);
  else
    return false;
  Type T = Old.getType();
  if (!T.isInteger(32) && !T.isInteger(64) && !T.isF32() && !T.isF64())
    return false;
  if (!Old.hasOneUse())
    return false;
  IRMapping Map;
  for (Operation &Inner : Body.without_terminator())
    if (&Inner != Add)
      Builder.clone(Inner, Map);
  LLVM::AtomicRMWOp::create(
      Builder, Loc,
      isa<FloatType>(T) ? LLVM::AtomicBinOp::fadd : LLVM::AtomicBinOp::add,
      pointer(Update.getX()), Map.lookupOrDefault(Other), Relaxed);
  return true;
}

/// The sum or difference that updates a complex variable, and what is added or
/// taken away; nothing for other updates.
std::pair<Operation *, Value> complexSum(acc::AtomicUpdateOp Update) {
  Block &Body = Update.getRegion().front();
  Value Old = Body.getArgument(0);
  Operation *Sum = Body.getTerminator()->getOperand(0).getDefiningOp();
  if (!needsLock(Old.getType()) || !Old.hasOneUse() ||
      !isa_and_nonnull<fir::AddcOp, fir::SubcOp>(Sum))
    return {};
  if (Sum->getOperand(0) == Old)
    return {Sum, Sum->getOperand(1)};
  if (isa<fir::AddcOp>(Sum) && Sum->getOperand(1) == Old)
    return {Sum, Sum->getOperand(0)};
  return {};
}

/// x = x + value, x = value + x or x = x - value of a complex variable.
void AtomicLowering::addParts(acc::AtomicUpdateOp Update) {
  auto [Sum, Other] = complexSum(Update);
  IRMapping Map;
  for (Operation &Inner : Update.getRegion().front().without_terminator())
    if (&Inner != Sum)
      Builder.clone(Inner, Map);
  Other = Map.lookupOrDefault(Other);
  Value Base = pointer(Update.getX());
  for (int Part = 0; Part < 2; ++Part) {
    Value Addend = fir::factory::Complex(Builder, Loc)
                       .extractComplexPart(Other, /*isImagPart=*/Part != 0);
    if (isa<fir::SubcOp>(Sum))
      Addend = arith::NegFOp::create(Builder, Loc, Addend);
    Value At =
        LLVM::GEPOp::create(Builder, Loc, Base.getType(), Addend.getType(),
                            Base, llvm::ArrayRef<LLVM::GEPArg>{Part});
    LLVM::AtomicRMWOp::create(Builder, Loc, LLVM::AtomicBinOp::fadd, At, Addend,
                              Relaxed);
  }
}

LogicalResult AtomicLowering::capture(acc::AtomicCaptureOp Capture) {
  acc::AtomicReadOp Read;
  acc::AtomicWriteOp Write;
  acc::AtomicUpdateOp Update;
  bool ReadFirst = false;
  for (Operation &Inner : Capture.getRegion().front()) {
    if (auto R = dyn_cast<acc::AtomicReadOp>(Inner)) {
      Read = R;
      ReadFirst = !Write && !Update;
    } else if (auto W = dyn_cast<acc::AtomicWriteOp>(Inner)) {
      Write = W;
    } else if (auto U = dyn_cast<acc::AtomicUpdateOp>(Inner)) {
      Update = U;
    } else if (!Inner.hasTrait<OpTrait::IsTerminator>()) {
      return emitUserError(Capture,
                           "this form of atomic capture is not supported");
    }
  }
  if (!Read || (!Write && !Update))
    return emitUserError(Capture,
                         "this form of atomic capture is not supported");
  Value X = Read.getX();
  if (failed(checkType(X)))
    return failure();
  Type T = fir::unwrapRefType(X.getType());
  auto [Old, New] = exchange(X, T, [&](Value Was) -> Value {
    if (Update)
      return inlineUpdate(Update, Was);
    return Builder.convertWithSemantics(Loc, T, Write.getExpr());
  });
  Value Result = ReadFirst ? Old : New;
  Type To = fir::unwrapRefType(Read.getV().getType());
  fir::StoreOp::create(
      Builder, Loc, Builder.convertWithSemantics(Loc, To, Result), Read.getV());
  return success();
}

LogicalResult AtomicLowering::run() {
  Builder.setInsertionPoint(Op);
  if (auto Capture = dyn_cast<acc::AtomicCaptureOp>(Op)) {
    if (failed(capture(Capture)))
      return failure();
    Op->erase();
    return success();
  }
  Value X = addressOf(Op);
  if (failed(checkType(X)))
    return failure();
  Type T = fir::unwrapRefType(X.getType());
  if (auto Read = dyn_cast<acc::AtomicReadOp>(Op)) {
    Value Loaded = needsLock(T)
                       ? exchange(X, T, [](Value Old) { return Old; }).first
                       : load(X, T);
    Type To = fir::unwrapRefType(Read.getV().getType());
    fir::StoreOp::create(Builder, Loc,
                         Builder.convertWithSemantics(Loc, To, Loaded),
                         Read.getV());
  } else if (auto Write = dyn_cast<acc::AtomicWriteOp>(Op)) {
    Value New = Builder.convertWithSemantics(Loc, T, Write.getExpr());
    if (needsLock(T))
      exchange(X, T, [New](Value) { return New; });
    else
      store(New, X);
  } else {
    auto Update = cast<acc::AtomicUpdateOp>(Op);
    if (ByPartsAttr.isOn(Update))
      addParts(Update);
    else if (!tryAddition(Update))
      exchange(X, T, [&](Value Old) { return inlineUpdate(Update, Old); });
  }
  Op->erase();
  return success();
}

} // namespace

void chooseComplexSums(ModuleOp Module) {
  llvm::SmallVector<acc::AtomicUpdateOp> Sums;
  bool HasOthers = false;
  Module.walk([&](Operation *Op) {
    Value X = addressOf(Op);
    if (!X || !needsLock(fir::unwrapRefType(X.getType())))
      return;
    auto Update = dyn_cast<acc::AtomicUpdateOp>(Op);
    if (Update && !isa<acc::AtomicCaptureOp>(Op->getParentOp()) &&
        complexSum(Update).first)
      Sums.push_back(Update);
    else if (!fir::unwrapRefType(X.getType()).isInteger())
      HasOthers = true;
  });
  if (!HasOthers)
    for (acc::AtomicUpdateOp Sum : Sums)
      ByPartsAttr.set(Sum);
}

LogicalResult lowerAtomic(fir::FirOpBuilder &Builder, Operation *Op) {
  return AtomicLowering(Builder, Op).run();
}

} // namespace warpfort::openacc
