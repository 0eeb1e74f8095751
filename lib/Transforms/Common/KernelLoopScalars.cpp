//===-- KernelLoopScalars.cpp - Scalars of a kernel loop ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A reduction is recognised from its updates. Flang gives `r = r + a(i)` as
/// load, add, store; `r = max(r, a(i))` as load, compare, select, store; and
/// `if (a(i) > r) r = a(i)` as a compare and a conditional store. All updates
/// of a variable must use the same operator, and its value must have no other
/// use: then each thread can start from the neutral element and the partial
/// results be combined in any order.
///
//===----------------------------------------------------------------------===//
#include "KernelLoopScalars.h"
#include "ScalarAccesses.h"
#include "flang/Optimizer/Builder/Complex.h"
#include "flang/Optimizer/Dialect/FIRAttr.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace warpfort {

llvm::StringRef getReductionName(ReductionKind Kind) {
  switch (Kind) {
  case ReductionKind::Add:
    return "add";
  case ReductionKind::Mul:
    return "mul";
  case ReductionKind::Min:
    return "min";
  case ReductionKind::Max:
    return "max";
  case ReductionKind::UMin:
    return "umin";
  case ReductionKind::UMax:
    return "umax";
  case ReductionKind::IAnd:
    return "iand";
  case ReductionKind::IOr:
    return "ior";
  case ReductionKind::IEor:
    return "ieor";
  case ReductionKind::LAnd:
    return "land";
  case ReductionKind::LOr:
    return "lor";
  case ReductionKind::LEqv:
    return "leqv";
  case ReductionKind::LNeqv:
    return "lneqv";
  }
  llvm_unreachable("all kinds handled");
}

std::optional<ReductionKind> getReductionKind(Attribute Attr) {
  auto Reduce = dyn_cast<fir::ReduceAttr>(Attr);
  if (!Reduce)
    return std::nullopt;
  using Op = fir::ReduceOperationEnum;
  switch (Reduce.getReduceOperation()) {
  case Op::Add:
    return ReductionKind::Add;
  case Op::Multiply:
    return ReductionKind::Mul;
  case Op::AND:
    return ReductionKind::LAnd;
  case Op::OR:
    return ReductionKind::LOr;
  case Op::EQV:
    return ReductionKind::LEqv;
  case Op::NEQV:
    return ReductionKind::LNeqv;
  case Op::MAX:
    return ReductionKind::Max;
  case Op::MIN:
    return ReductionKind::Min;
  case Op::IAND:
    return ReductionKind::IAnd;
  case Op::IOR:
    return ReductionKind::IOr;
  case Op::IEOR:
    return ReductionKind::IEor;
  }
  return std::nullopt;
}

static bool isLogicalOperator(ReductionKind Kind) {
  return Kind == ReductionKind::LAnd || Kind == ReductionKind::LOr ||
         Kind == ReductionKind::LEqv || Kind == ReductionKind::LNeqv;
}

std::string getReductionTypeSuffix(fir::FirOpBuilder &Builder,
                                   ReductionKind Kind, Type ElementType) {
  if (auto Logical = dyn_cast<fir::LogicalType>(ElementType)) {
    if (!isLogicalOperator(Kind))
      return "";
    unsigned Bits = Builder.getKindMap().getLogicalBitsize(Logical.getFKind());
    return "l" + std::to_string(Bits);
  }
  // C has `&&` and `||` of numbers, of which all but zero are true.
  bool IsOfTruth = Kind == ReductionKind::LAnd || Kind == ReductionKind::LOr;
  if (isLogicalOperator(Kind) && !IsOfTruth)
    return "";
  if (auto Integer = dyn_cast<IntegerType>(ElementType)) {
    unsigned Bits = Integer.getWidth();
    if (IsOfTruth)
      return Bits <= 64 ? "l" + std::to_string(Bits) : "";
    return Bits <= 128 ? "i" + std::to_string(Bits) : "";
  }
  if (Kind == ReductionKind::IAnd || Kind == ReductionKind::IOr ||
      Kind == ReductionKind::IEor || Kind == ReductionKind::UMin ||
      Kind == ReductionKind::UMax)
    return "";
  if ((ElementType.isF16() && !IsOfTruth) || ElementType.isF32() ||
      ElementType.isF64())
    return "f" + std::to_string(ElementType.getIntOrFloatBitWidth());
  if (auto Complex = dyn_cast<ComplexType>(ElementType)) {
    if (Kind != ReductionKind::Add && Kind != ReductionKind::Mul && !IsOfTruth)
      return "";
    if (Complex.getElementType().isF32())
      return "c32";
    if (Complex.getElementType().isF64())
      return "c64";
  }
  return "";
}

Value createIdentity(fir::FirOpBuilder &Builder, Location Loc,
                     ReductionKind Kind, Type ElementType) {
  if (isa<fir::LogicalType>(ElementType)) {
    bool True = Kind == ReductionKind::LAnd || Kind == ReductionKind::LEqv;
    return Builder.createConvert(Loc, ElementType,
                                 Builder.createBool(Loc, True));
  }
  if (auto Integer = dyn_cast<IntegerType>(ElementType)) {
    unsigned Bits = Integer.getWidth();
    llvm::APInt Neutral(Bits, 0);
    if (Kind == ReductionKind::Mul || Kind == ReductionKind::LAnd)
      Neutral = llvm::APInt(Bits, 1);
    else if (Kind == ReductionKind::Min)
      Neutral = llvm::APInt::getSignedMaxValue(Bits);
    else if (Kind == ReductionKind::Max)
      Neutral = llvm::APInt::getSignedMinValue(Bits);
    else if (Kind == ReductionKind::IAnd || Kind == ReductionKind::UMin)
      Neutral = llvm::APInt::getAllOnes(Bits);
    return arith::ConstantOp::create(Builder, Loc, ElementType,
                                     IntegerAttr::get(ElementType, Neutral));
  }
  auto RealConstant = [&](FloatType Type) -> Value {
    const auto &Semantics = Type.getFloatSemantics();
    llvm::APFloat Neutral = llvm::APFloat::getZero(Semantics);
    if (Kind == ReductionKind::Mul || Kind == ReductionKind::LAnd)
      Neutral = llvm::APFloat(Semantics, 1);
    else if (Kind == ReductionKind::Min)
      Neutral = llvm::APFloat::getInf(Semantics);
    else if (Kind == ReductionKind::Max)
      Neutral = llvm::APFloat::getInf(Semantics, /*Negative=*/true);
    return arith::ConstantOp::create(Builder, Loc, Type,
                                     FloatAttr::get(Type, Neutral));
  };
  if (auto Complex = dyn_cast<ComplexType>(ElementType)) {
    auto Part = cast<FloatType>(Complex.getElementType());
    Value Zero = arith::ConstantOp::create(
        Builder, Loc, Part,
        FloatAttr::get(Part, llvm::APFloat::getZero(Part.getFloatSemantics())));
    return fir::factory::Complex{Builder, Loc}.createComplex(
        ElementType, RealConstant(Part), Zero);
  }
  return RealConstant(cast<FloatType>(ElementType));
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

namespace {

/// Looks at the updates of one variable.
class UpdateMatcher {
public:
  UpdateMatcher(Value Address, Region &Body) : Address(Address), Body(Body) {}

  /// The operator of all updates, or none if the variable is no reduction.
  /// \p Updates, if given, knows that of users that are no stores.
  std::optional<ReductionKind>
  match(llvm::function_ref<std::optional<ReductionKind>(Operation *)> Updates);

  /// The operator of one, whatever else is done with the variable.
  std::optional<ReductionKind> match(fir::StoreOp Store) {
    return isUpdate(Store) ? Kind : std::nullopt;
  }

private:
  bool isUpdate(fir::StoreOp Store) {
    return matchConditionalStore(Store) || matchValue(Store.getValue());
  }
  bool isLoadOfVariable(Value V) const {
    auto Load = V.getDefiningOp<fir::LoadOp>();
    return Load && Load.getMemref() == Address;
  }
  bool dependsOnVariable(Value V) const;
  bool setKind(ReductionKind K) {
    if (Kind && *Kind != K)
      return false;
    Kind = K;
    return true;
  }
  bool matchValue(Value V);
  bool matchSelect(arith::SelectOp Select);
  bool matchConditionalStore(fir::StoreOp Store);
  bool consume(Value Load) {
    Consumed.insert(Load.getDefiningOp());
    return true;
  }
  /// Whether an operation only changes bits above those that the variable has.
  bool keepsLowBits(Operation *Op) const;
  /// Strips conversions and parentheses and notes them as part of an update.
  Value descend(Value V);
  /// True if values of updates are used by nothing but the updates.
  bool updatesAreClosed(llvm::ArrayRef<fir::StoreOp> Stores) const;

  Value Address;
  Region &Body;
  std::optional<ReductionKind> Kind;
  /// C computes in `int` what a narrower variable gets the low bits of.
  bool IsOfLowBits = false;
  /// Loads of the variable that are part of a recognised update.
  llvm::SmallPtrSet<Operation *, 4> Consumed;
  /// Operations between those loads and the stores.
  llvm::SmallPtrSet<Operation *, 16> Tree;
};

/// Operand and operator that a comparison selects.
std::optional<ReductionKind> extremumOf(Operation *Compare, bool &FirstWins) {
  if (auto Float = dyn_cast<arith::CmpFOp>(Compare)) {
    switch (Float.getPredicate()) {
    case arith::CmpFPredicate::OGT:
    case arith::CmpFPredicate::OGE:
    case arith::CmpFPredicate::UGT:
    case arith::CmpFPredicate::UGE:
      FirstWins = true;
      return ReductionKind::Max;
    case arith::CmpFPredicate::OLT:
    case arith::CmpFPredicate::OLE:
    case arith::CmpFPredicate::ULT:
    case arith::CmpFPredicate::ULE:
      FirstWins = true;
      return ReductionKind::Min;
    default:
      return std::nullopt;
    }
  }
  if (auto Integer = dyn_cast<arith::CmpIOp>(Compare)) {
    switch (Integer.getPredicate()) {
    case arith::CmpIPredicate::sgt:
    case arith::CmpIPredicate::sge:
      FirstWins = true;
      return ReductionKind::Max;
    case arith::CmpIPredicate::slt:
    case arith::CmpIPredicate::sle:
      FirstWins = true;
      return ReductionKind::Min;
    case arith::CmpIPredicate::ugt:
    case arith::CmpIPredicate::uge:
      FirstWins = true;
      return ReductionKind::UMax;
    case arith::CmpIPredicate::ult:
    case arith::CmpIPredicate::ule:
      FirstWins = true;
      return ReductionKind::UMin;
    default:
      return std::nullopt;
    }
  }
  return std::nullopt;
}

ReductionKind opposite(ReductionKind Kind) {
  switch (Kind) {
  case ReductionKind::UMin:
    return ReductionKind::UMax;
  case ReductionKind::UMax:
    return ReductionKind::UMin;
  case ReductionKind::Max:
    return ReductionKind::Min;
  default:
    return ReductionKind::Max;
  }
}

/// Whether an operation gives its operand again, but for the kind: parentheses,
/// and conversions that do not round to integers. (What is rounded in each
/// iteration is no sum.)
bool keepsNumber(Operation *Op) {
  auto Convert = dyn_cast<fir::ConvertOp>(Op);
  return isa<fir::NoReassocOp>(Op) ||
         (Convert && isa<FloatType>(Convert.getValue().getType()) ==
                         isa<FloatType>(Convert.getType()));
}

/// Strips conversions and parentheses.
Value strip(Value V) {
  while (Operation *Op = V.getDefiningOp()) {
    if (!keepsNumber(Op))
      break;
    V = Op->getOperand(0);
  }
  return V;
}

/// Same value: the same SSA value, or the same pure operation or load of
/// equivalent operands. The caller makes sure that no store lies between.
bool equivalent(Value A, Value B, unsigned Depth = 0) {
  A = strip(A);
  B = strip(B);
  if (A == B)
    return true;
  Operation *OpA = A.getDefiningOp(), *OpB = B.getDefiningOp();
  if (!OpA || !OpB || Depth > 24 || OpA->getName() != OpB->getName() ||
      OpA->getAttrDictionary() != OpB->getAttrDictionary() ||
      OpA->getNumOperands() != OpB->getNumOperands() || OpA->getNumRegions() ||
      A.getType() != B.getType())
    return false;
  if (!isMemoryEffectFree(OpA) && !isa<fir::LoadOp>(OpA))
    return false;
  for (auto [X, Y] : llvm::zip(OpA->getOperands(), OpB->getOperands()))
    if (!equivalent(X, Y, Depth + 1))
      return false;
  return true;
}

/// Whether low bits of results depend on nothing but those of operands.
bool isOfLowBits(ReductionKind Kind) {
  return Kind == ReductionKind::Add || Kind == ReductionKind::Mul ||
         Kind == ReductionKind::IAnd || Kind == ReductionKind::IOr ||
         Kind == ReductionKind::IEor;
}

bool UpdateMatcher::keepsLowBits(Operation *Op) const {
  auto Integer = dyn_cast<IntegerType>(fir::unwrapRefType(Address.getType()));
  return Integer && (isa<arith::ExtUIOp, arith::ExtSIOp>(Op) ||
                     (isa<arith::TruncIOp>(Op) &&
                      Op->getResult(0).getType().getIntOrFloatBitWidth() >=
                          Integer.getWidth()));
}

Value UpdateMatcher::descend(Value V) {
  while (Operation *Op = V.getDefiningOp()) {
    if (keepsLowBits(Op))
      IsOfLowBits = true;
    else if (!keepsNumber(Op))
      break;
    Tree.insert(Op);
    V = Op->getOperand(0);
  }
  return V;
}

bool UpdateMatcher::dependsOnVariable(Value V) const {
  llvm::SmallVector<Value> Work{V};
  llvm::SmallPtrSet<Operation *, 16> Seen;
  while (!Work.empty()) {
    Operation *Op = Work.pop_back_val().getDefiningOp();
    if (!Op || !Body.isAncestor(Op->getParentRegion()) ||
        !Seen.insert(Op).second)
      continue;
    if (auto Load = dyn_cast<fir::LoadOp>(Op))
      if (Load.getMemref() == Address)
        return true;
    bool Depends = false;
    Op->walk([&](Operation *Inner) {
      for (Value Operand : Inner->getOperands()) {
        if (Operand == Address && Inner != Op)
          Depends = true;
        if (Inner == Op)
          Work.push_back(Operand);
      }
    });
    if (Depends)
      return true;
  }
  return false;
}

bool UpdateMatcher::matchSelect(arith::SelectOp Select) {
  Operation *Compare = Select.getCondition().getDefiningOp();
  if (!Compare)
    return false;
  bool FirstWins = false;
  auto K = extremumOf(Compare, FirstWins);
  if (!K || IsOfLowBits)
    return false;
  Value A = Compare->getOperand(0), B = Compare->getOperand(1);
  Value T = Select.getTrueValue(), F = Select.getFalseValue();
  if (equivalent(A, T) && equivalent(B, F))
    ;
  else if (equivalent(A, F) && equivalent(B, T))
    K = opposite(*K);
  else
    return false;
  Value Old = dependsOnVariable(T) ? T : F;
  Value New = Old == T ? F : T;
  if (dependsOnVariable(New) || !setKind(*K))
    return false;
  Tree.insert(Select);
  Tree.insert(Compare);
  // The comparison may hold a copy of the old value's operations.
  for (Value Operand : {A, B})
    if (dependsOnVariable(Operand) && !matchValue(Operand))
      return false;
  return matchValue(Old);
}

/// \p V is the new value: an operator tree in which the old value occurs once,
/// reached through one operator only.
bool UpdateMatcher::matchValue(Value V) {
  V = descend(V);
  if (isLoadOfVariable(V))
    return consume(V);
  Operation *Op = V.getDefiningOp();
  if (!Op)
    return false;
  if (auto Select = dyn_cast<arith::SelectOp>(Op))
    return matchSelect(Select);

  std::optional<ReductionKind> K;
  bool LeftOnly = false;
  bool Bit = V.getType().isInteger(1);
  if (isa<arith::AddFOp, arith::AddIOp, fir::AddcOp>(Op))
    K = ReductionKind::Add;
  else if (isa<arith::SubFOp, arith::SubIOp, fir::SubcOp>(Op)) {
    K = ReductionKind::Add;
    LeftOnly = true;
  } else if (isa<arith::MulFOp, arith::MulIOp, fir::MulcOp>(Op))
    K = ReductionKind::Mul;
  else if (isa<arith::MaxSIOp, arith::MaximumFOp, arith::MaxNumFOp>(Op))
    K = ReductionKind::Max;
  else if (isa<arith::MinSIOp, arith::MinimumFOp, arith::MinNumFOp>(Op))
    K = ReductionKind::Min;
  else if (isa<arith::AndIOp>(Op))
    K = Bit ? ReductionKind::LAnd : ReductionKind::IAnd;
  else if (isa<arith::OrIOp>(Op))
    K = Bit ? ReductionKind::LOr : ReductionKind::IOr;
  else if (isa<arith::XOrIOp>(Op))
    K = Bit ? ReductionKind::LNeqv : ReductionKind::IEor;
  else if (auto Compare = dyn_cast<arith::CmpIOp>(Op)) {
    if (!Compare.getLhs().getType().isInteger(1))
      return false;
    if (Compare.getPredicate() == arith::CmpIPredicate::eq)
      K = ReductionKind::LEqv;
    else if (Compare.getPredicate() == arith::CmpIPredicate::ne)
      K = ReductionKind::LNeqv;
  }
  if (!K || (IsOfLowBits && !isOfLowBits(*K)) || !setKind(*K))
    return false;
  Tree.insert(Op);
  Value Left = Op->getOperand(0), Right = Op->getOperand(1);
  if (!dependsOnVariable(Right))
    return matchValue(Left);
  if (LeftOnly || dependsOnVariable(Left))
    return false;
  return matchValue(Right);
}

/// `if (x > r) r = x`, with nothing else under the condition.
bool UpdateMatcher::matchConditionalStore(fir::StoreOp Store) {
  auto If = dyn_cast<fir::IfOp>(Store->getParentOp());
  if (!If || If.getNumResults() || !If.getElseRegion().empty())
    return false;
  for (Operation &Op : *Store->getBlock())
    if (&Op != Store.getOperation() && !isa<fir::ResultOp>(Op) &&
        !isMemoryEffectFree(&Op) && !isa<fir::LoadOp>(Op))
      return false;
  // Where this is no such statement, its condition is not part of an update.
  Operation *Compare = strip(If.getCondition()).getDefiningOp();
  if (!Compare)
    return false;
  bool FirstWins = false;
  auto K = extremumOf(Compare, FirstWins);
  if (!K)
    return false;
  // No store may stand between the comparison's operands and the condition.
  for (Operation *Op = If->getPrevNode(); Op; Op = Op->getPrevNode()) {
    if (Op == Compare->getOperand(0).getDefiningOp() ||
        Op == Compare->getOperand(1).getDefiningOp())
      break;
    if (!isMemoryEffectFree(Op) && !isa<fir::LoadOp>(Op))
      return false;
  }
  Value New = Compare->getOperand(0), Old = Compare->getOperand(1);
  if (isLoadOfVariable(strip(New))) {
    std::swap(New, Old);
    K = opposite(*K);
  }
  if (!isLoadOfVariable(strip(Old)) || dependsOnVariable(New) ||
      !equivalent(New, Store.getValue()))
    return false;
  descend(If.getCondition());
  Tree.insert(Compare);
  Tree.insert(If);
  consume(descend(Old));
  return setKind(*K);
}

bool UpdateMatcher::updatesAreClosed(
    llvm::ArrayRef<fir::StoreOp> Stores) const {
  auto UsedByUpdatesOnly = [&](Operation *Op) {
    return llvm::all_of(Op->getUsers(), [&](Operation *User) {
      auto Store = dyn_cast<fir::StoreOp>(User);
      return Tree.contains(User) ||
             (Store && llvm::is_contained(Stores, Store));
    });
  };
  return llvm::all_of(Consumed, UsedByUpdatesOnly) &&
         llvm::all_of(Tree, UsedByUpdatesOnly);
}

std::optional<ReductionKind> UpdateMatcher::match(
    llvm::function_ref<std::optional<ReductionKind>(Operation *)> Updates) {
  llvm::SmallVector<fir::StoreOp> Stores;
  llvm::SmallVector<Operation *> Others;
  for (Operation *User : Address.getUsers()) {
    if (!Body.isAncestor(User->getParentRegion()))
      continue;
    if (auto Store = dyn_cast<fir::StoreOp>(User);
        Store && Store.getMemref() == Address)
      Stores.push_back(Store);
    else if (auto K = Updates ? Updates(User) : std::nullopt; !K)
      Others.push_back(User);
    else if (!setKind(*K))
      return std::nullopt;
  }
  for (fir::StoreOp Store : Stores)
    if (!isUpdate(Store))
      return std::nullopt;
  for (Operation *User : Others)
    if (!Consumed.contains(User))
      return std::nullopt;
  return updatesAreClosed(Stores) ? Kind : std::nullopt;
}

} // namespace

ScalarInfo classifyScalar(Value Address, Region &Body, bool IsCopied) {
  ScalarInfo Info{.Loc = Address.getLoc()};
  ScalarAccesses Accesses(Address, &Body);
  llvm::SmallVector<ScalarAccess> Assignments = Accesses.assignments();
  if (Assignments.empty())
    return Info;
  ScalarFlow Flow = Accesses.follow();
  Operation *Read = Flow.FirstRead;
  if (Read) {
    if (auto Kind = reductionOf(Address, Body)) {
      Info.Use = ScalarUse::Reduction;
      Info.Kind = *Kind;
      return Info;
    }
    using Trust = ScalarAccesses::Trust;
    Flow = Accesses.follow(IsCopied ? Trust::Branches : Trust::Guards);
  }
  if (Flow.FirstRead) {
    Info.Use = ScalarUse::Carried;
    Info.Loc = Read->getLoc();
    return Info;
  }
  Info.Use = ScalarUse::Private;
  Info.IsAssumed = Flow.IsAssumed;
  Info.IsKnown = Flow.Known == ScalarAccess::Whole;
  Info.IsGuarded = Read || (Flow.Surely != ScalarAccess::Whole &&
                            llvm::any_of(Assignments, [](const auto &A) {
                              return A.Surely != ScalarAccess::Whole;
                            }));
  return Info;
}

std::optional<ReductionKind> reductionOf(
    Value Address, Region &Body,
    llvm::function_ref<std::optional<ReductionKind>(Operation *)> Updates) {
  return UpdateMatcher(Address, Body).match(Updates);
}

std::optional<ReductionKind> updateOf(fir::StoreOp Store, Region &Body) {
  return UpdateMatcher(Store.getMemref(), Body).match(Store);
}

} // namespace warpfort
