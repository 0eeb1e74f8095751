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
/// nothing, the common case, are one atomicrmw, or two of the parts of a
/// complex number.
///
//===----------------------------------------------------------------------===//
#include "AtomicOps.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"

#include "flang/Optimizer/Builder/Complex.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

constexpr auto Relaxed = LLVM::AtomicOrdering::monotonic;

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
  bool tryWideComplex(acc::AtomicUpdateOp Update);
  /// Old and new value.
  std::pair<Value, Value> exchange(Value Address, Type T,
                                   llvm::function_ref<Value(Value)> NewValue);
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
  else if (auto Complex = dyn_cast<ComplexType>(T))
    Bits = 2 * Complex.getElementType().getIntOrFloatBitWidth();
  else if (T.isIntOrFloat())
    Bits = T.getIntOrFloatBitWidth();
  return Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64 ? Bits : 0;
}

LogicalResult AtomicLowering::checkType(Value Address) {
  if (width(fir::unwrapRefType(Address.getType())))
    return success();
  return Op->emitError("atomic operation on a variable of a type that is not "
                       "supported: it has more than 8 bytes or is not a "
                       "number");
}

Value AtomicLowering::toBits(Value V) {
  Type T = V.getType();
  Type Bits = Builder.getIntegerType(width(T));
  if (isa<FloatType>(T))
    return arith::BitcastOp::create(Builder, Loc, Bits, V);
  if (auto Complex = dyn_cast<ComplexType>(T)) {
    Type Half = Builder.getIntegerType(width(T) / 2);
    fir::factory::Complex Parts(Builder, Loc);
    auto Part = [&](bool Imaginary) -> Value {
      Value P = Parts.extractComplexPart(V, Imaginary);
      return arith::ExtUIOp::create(
          Builder, Loc, Bits, arith::BitcastOp::create(Builder, Loc, Half, P));
    };
    Value High = arith::ShLIOp::create(
        Builder, Loc, Part(true),
        Builder.createIntegerConstant(Loc, Bits, width(T) / 2));
    return arith::OrIOp::create(Builder, Loc, High, Part(false));
  }
  return Builder.createConvert(Loc, Bits, V);
}

Value AtomicLowering::fromBits(Value Bits, Type T) {
  if (isa<FloatType>(T))
    return arith::BitcastOp::create(Builder, Loc, T, Bits);
  if (auto Complex = dyn_cast<ComplexType>(T)) {
    unsigned HalfWidth = width(T) / 2;
    Type Half = Builder.getIntegerType(HalfWidth);
    auto Part = [&](Value From) -> Value {
      return arith::BitcastOp::create(
          Builder, Loc, Complex.getElementType(),
          arith::TruncIOp::create(Builder, Loc, Half, From));
    };
    Value High = arith::ShRUIOp::create(
        Builder, Loc, Bits,
        Builder.createIntegerConstant(Loc, Bits.getType(), HalfWidth));
    return fir::factory::Complex(Builder, Loc)
        .createComplex(T, Part(Bits), Part(High));
  }
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

std::pair<Value, Value>
AtomicLowering::exchange(Value Address, Type T,
                         llvm::function_ref<Value(Value)> NewValue) {
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

/// x = x + value, x = value + x or x = x - value of a complex(8) variable, part
/// by part: there is no other atomic operation that could see one without the
/// other.
bool AtomicLowering::tryWideComplex(acc::AtomicUpdateOp Update) {
  Block &Body = Update.getRegion().front();
  Value Old = Body.getArgument(0);
  auto T = dyn_cast<ComplexType>(Old.getType());
  Operation *Add = Body.getTerminator()->getOperand(0).getDefiningOp();
  if (!T || !T.getElementType().isF64() || !Old.hasOneUse() ||
      !isa_and_nonnull<fir::AddcOp, fir::SubcOp>(Add))
    return false;
  bool IsSum = isa<fir::AddcOp>(Add);
  Value Other;
  if (Add->getOperand(0) == Old)
    Other = Add->getOperand(1);
  else if (IsSum && Add->getOperand(1) == Old)
    Other = Add->getOperand(0);
  else
    return false;
  IRMapping Map;
  for (Operation &Inner : Body.without_terminator())
    if (&Inner != Add)
      Builder.clone(Inner, Map);
  Other = Map.lookupOrDefault(Other);
  Value Base = pointer(Update.getX());
  for (int Part = 0; Part < 2; ++Part) {
    Value Addend = fir::factory::Complex(Builder, Loc)
                       .extractComplexPart(Other, /*isImagPart=*/Part != 0);
    if (!IsSum)
      Addend = arith::NegFOp::create(Builder, Loc, Addend);
    Value At =
        LLVM::GEPOp::create(Builder, Loc, Base.getType(), T.getElementType(),
                            Base, llvm::ArrayRef<LLVM::GEPArg>{Part});
    LLVM::AtomicRMWOp::create(Builder, Loc, LLVM::AtomicBinOp::fadd, At, Addend,
                              Relaxed);
  }
  return true;
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
      return Capture.emitError("this form of atomic capture is not supported");
    }
  }
  if (!Read || (!Write && !Update))
    return Capture.emitError("this form of atomic capture is not supported");
  Value X = Read.getX();
  if (failed(checkType(X)))
    return failure();
  Type T = fir::unwrapRefType(X.getType());
  auto [Old, New] = exchange(X, T, [&](Value Was) -> Value {
    if (Update)
      return inlineUpdate(Update, Was);
    return Builder.createConvert(Loc, T, Write.getExpr());
  });
  Value Result = ReadFirst ? Old : New;
  Type To = fir::unwrapRefType(Read.getV().getType());
  fir::StoreOp::create(Builder, Loc, Builder.createConvert(Loc, To, Result),
                       Read.getV());
  return success();
}

LogicalResult AtomicLowering::run() {
  Builder.setInsertionPoint(Op);
  if (auto Read = dyn_cast<acc::AtomicReadOp>(Op)) {
    if (failed(checkType(Read.getX())))
      return failure();
    Value Loaded = load(Read.getX(), fir::unwrapRefType(Read.getX().getType()));
    Type To = fir::unwrapRefType(Read.getV().getType());
    fir::StoreOp::create(Builder, Loc, Builder.createConvert(Loc, To, Loaded),
                         Read.getV());
  } else if (auto Write = dyn_cast<acc::AtomicWriteOp>(Op)) {
    if (failed(checkType(Write.getX())))
      return failure();
    Type T = fir::unwrapRefType(Write.getX().getType());
    store(Builder.createConvert(Loc, T, Write.getExpr()), Write.getX());
  } else if (auto Update = dyn_cast<acc::AtomicUpdateOp>(Op)) {
    bool IsDone = tryWideComplex(Update);
    if (!IsDone && failed(checkType(Update.getX())))
      return failure();
    if (!IsDone && !tryAddition(Update))
      exchange(Update.getX(), fir::unwrapRefType(Update.getX().getType()),
               [&](Value Old) { return inlineUpdate(Update, Old); });
  } else if (failed(capture(cast<acc::AtomicCaptureOp>(Op)))) {
    return failure();
  }
  Op->erase();
  return success();
}

} // namespace

LogicalResult lowerAtomic(fir::FirOpBuilder &Builder, Operation *Op) {
  return AtomicLowering(Builder, Op).run();
}

} // namespace warpfort::openacc
