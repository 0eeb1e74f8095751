//===-- WhereKernels.cpp - WHERE constructs that are kernels --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An iteration of the kernel does for one element what the construct says of
/// all of them, statement by statement:
///
///   where (a > 0)                  do i = 1, n
///     a = sqrt(a)                    if (a(i) > 0) then
///   elsewhere (b > 0)      ->          a(i) = sqrt(a(i))
///     b = a                          else if (b(i) > 0) then
///   end where                          b(i) = a(i)
///
/// The language has each mask and each right-hand side evaluated for all
/// elements before the next assignment. That is the same where an iteration
/// reads no element of an assigned array but its own, and no assigned array is
/// part of another one. The mask of an ELSEWHERE is asked for elements that the
/// statements before it left alone.
///
//===----------------------------------------------------------------------===//
#include "WhereKernels.h"
#include "DeviceKernels.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "warpfort/IR/Values.h"

using namespace mlir;

namespace warpfort {
namespace {

class WhereKernel {
public:
  WhereKernel(const DeviceData &Data, fir::FirOpBuilder &Builder,
              hlfir::WhereOp Where)
      : Data(Data), Builder(Builder), Where(Where), Loc(Where.getLoc()) {
    // The construct's own place is less sure.
    Where->walk([&](hlfir::RegionAssignOp Assign) {
      Loc = Assign.getLoc();
      return WalkResult::interrupt();
    });
  }
  bool run();

private:
  bool hasForm();
  bool isAssignable(hlfir::RegionAssignOp Assign);
  bool mayMove(Operation &Op, bool IsFirst) const;
  bool mayMovePart(Region &Part, bool IsFirst) const;
  bool makeKernel();
  Value moved(Region &Part);
  void emitMasked(ElementKernel &Kernel, Value Mask, Region &Body);
  void emitBody(ElementKernel &Kernel, Region &Body);
  bool keepsOrder(const ElementKernel &Kernel);

  const DeviceData &Data;
  fir::FirOpBuilder &Builder;
  hlfir::WhereOp Where;
  Location Loc;
  /// What the construct's parts compute, in front of it.
  IRMapping Map;
  llvm::SmallVector<Operation *> Copies;
  llvm::SmallVector<hlfir::Entity> Targets;
};

} // namespace

/// Assigns a whole array or a section, in device memory, by the language's own
/// assignment.
bool WhereKernel::isAssignable(hlfir::RegionAssignOp Assign) {
  if (!Assign.getUserDefinedAssignment().empty())
    return false;
  auto Left =
      dyn_cast<hlfir::YieldOp>(Assign.getLhsRegion().front().getTerminator());
  if (!Left || !Left.getCleanup().empty())
    return false;
  hlfir::Entity Target{Left.getEntity()};
  auto Attr = Data.attributeOf(Target);
  Type Element = Target.getFortranElementType();
  auto Right =
      cast<hlfir::YieldOp>(Assign.getRhsRegion().front().getTerminator());
  return Target.isArray() && !Target.isMutableBox() &&
         fir::isa_trivial(Element) && Data.isDeviceOnly(Target) && Attr &&
         *Attr != cuf::DataAttribute::Constant &&
         fir::isa_trivial(
             hlfir::Entity{Right.getEntity()}.getFortranElementType());
}

/// Reductions of arrays to one value.
static bool isReduction(Operation &Op) {
  return isa<hlfir::SumOp, hlfir::ProductOp, hlfir::MaxvalOp, hlfir::MinvalOp,
             hlfir::CountOp, hlfir::AnyOp, hlfir::AllOp, hlfir::DotProductOp>(
             Op) &&
         fir::isa_trivial(Op.getResult(0).getType());
}

/// Whether what a part of the construct computes may be computed in front of
/// it: addresses, scalars, expressions that are applied in the kernel; and what
/// reads device data, if the part comes before all assignments (\p IsFirst).
bool WhereKernel::mayMove(Operation &Op, bool IsFirst) const {
  if (isa<hlfir::ElementalOp, hlfir::YieldOp, hlfir::DestroyOp>(Op))
    return true;
  if (auto Once = dyn_cast<hlfir::ExactlyOnceOp>(Op))
    return mayMovePart(Once.getBody(), IsFirst);
  if (auto Load = dyn_cast<fir::LoadOp>(Op))
    return IsFirst || isa<fir::BaseBoxType>(Load.getType()) ||
           !Data.isOnDevice(Load.getMemref());
  if (isReduction(Op))
    return IsFirst;
  return Op.getNumRegions() == 0 && isMemoryEffectFree(&Op) &&
         llvm::none_of(Op.getResultTypes(), llvm::IsaPred<hlfir::ExprType>);
}

bool WhereKernel::mayMovePart(Region &Part, bool IsFirst) const {
  auto Yield = dyn_cast<hlfir::YieldOp>(Part.front().getTerminator());
  auto IsDestroyed = [](Operation &Op) { return isa<hlfir::DestroyOp>(Op); };
  return Yield &&
         llvm::all_of(Part.front(),
                      [&](Operation &Op) { return mayMove(Op, IsFirst); }) &&
         (Yield.getCleanup().empty() ||
          llvm::all_of(Yield.getCleanup().front().without_terminator(),
                       IsDestroyed));
}

bool WhereKernel::hasForm() {
  bool Fits = true, IsFirst = true;
  auto CheckMask = [&](Region &Mask) {
    Fits &= Mask.empty() || mayMovePart(Mask, IsFirst);
  };
  Where->walk<WalkOrder::PreOrder>([&](Operation *Op) {
    if (auto Inner = dyn_cast<hlfir::WhereOp>(Op)) {
      CheckMask(Inner.getMaskRegion());
    } else if (auto Else = dyn_cast<hlfir::ElseWhereOp>(Op)) {
      CheckMask(Else.getMaskRegion());
    } else if (auto Assign = dyn_cast<hlfir::RegionAssignOp>(Op)) {
      Fits = Fits && isAssignable(Assign) &&
             mayMovePart(Assign.getRhsRegion(), IsFirst) &&
             mayMovePart(Assign.getLhsRegion(), IsFirst);
      IsFirst = false;
    } else if (isa<hlfir::ForallOp, hlfir::ForallMaskOp>(Op)) {
      Fits = false;
    }
    return Fits ? WalkResult::advance() : WalkResult::interrupt();
  });
  return Fits;
}

/// The value of a part of the construct, computed in front of it.
Value WhereKernel::moved(Region &Part) {
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Builder.setInsertionPoint(Where);
  for (Operation &Op : Part.front().without_terminator())
    if (auto Once = dyn_cast<hlfir::ExactlyOnceOp>(Op))
      Map.map(Once.getResult(), moved(Once.getBody()));
    else if (!isa<hlfir::DestroyOp>(Op))
      Copies.push_back(Builder.clone(Op, Map));
  auto Yield = cast<hlfir::YieldOp>(Part.front().getTerminator());
  Value Result = Map.lookupOrDefault(Yield.getEntity());
  // A mask that is an allocatable or a pointer.
  if (!hlfir::Entity{Result}.isMutableBox())
    return Result;
  auto Load = fir::LoadOp::create(Builder, Loc, Result);
  Copies.push_back(Load);
  return Load;
}

void WhereKernel::emitMasked(ElementKernel &Kernel, Value Mask, Region &Body) {
  Value Holds = Builder.createConvert(Loc, Builder.getI1Type(),
                                      Kernel.element(Mask, Kernel.indices()));
  auto If = fir::IfOp::create(Builder, Loc, Holds, /*withElseRegion=*/true);
  auto Guard = OpBuilder::InsertionGuard(Builder);
  for (Operation &Op : Body.front())
    if (auto Else = dyn_cast<hlfir::ElseWhereOp>(Op)) {
      Builder.setInsertionPointToStart(&If.getElseRegion().front());
      if (Else.getMaskRegion().empty())
        emitBody(Kernel, Else.getBody());
      else
        emitMasked(Kernel, moved(Else.getMaskRegion()), Else.getBody());
    }
  Builder.setInsertionPointToStart(&If.getThenRegion().front());
  emitBody(Kernel, Body);
}

/// All but the ELSEWHERE at the end.
void WhereKernel::emitBody(ElementKernel &Kernel, Region &Body) {
  for (Operation &Op : Body.front()) {
    if (auto Inner = dyn_cast<hlfir::WhereOp>(Op)) {
      emitMasked(Kernel, moved(Inner.getMaskRegion()), Inner.getBody());
      continue;
    }
    auto Assign = dyn_cast<hlfir::RegionAssignOp>(Op);
    if (!Assign)
      continue;
    Value Right =
        Kernel.element(moved(Assign.getRhsRegion()), Kernel.indices());
    hlfir::Entity Target{moved(Assign.getLhsRegion())};
    Targets.push_back(Target);
    storeElement(Builder, Assign.getLoc(), Right, Target, Kernel.indices());
  }
}

/// Whether elements do not depend on each other.
bool WhereKernel::keepsOrder(const ElementKernel &Kernel) {
  for (hlfir::Entity Target : Targets) {
    if (Kernel.readsOtherElements(Target))
      return false;
    for (hlfir::Entity Other : Targets)
      if (!isSameValue(Target, Other) && Data.mayAlias(Target, Other))
        return false;
  }
  return true;
}

bool WhereKernel::makeKernel() {
  Value Mask = moved(Where.getMaskRegion());
  if (!hlfir::Entity{Mask}.isArray())
    return false;
  Builder.setInsertionPoint(Where);
  llvm::SmallVector<Value> Extents = extentsOf(Builder, Loc, Mask);
  ElementKernel Kernel(Data, Builder, Loc, Extents);
  emitMasked(Kernel, Mask, Where.getBody());
  // What the kernel uses has been computed behind its beginning; not the mask
  // of the whole construct, which its extents may come from.
  for (Operation *Op : Copies)
    if (Kernel.op()->isBeforeInBlock(Op))
      Op->moveBefore(Kernel.op());
  if (!Kernel.resolve() || !keepsOrder(Kernel))
    return false;
  bool Applies = false; // what the host would have to evaluate
  Kernel.op().getRegion().walk([&](hlfir::ApplyOp) { Applies = true; });
  if (Applies)
    return false;
  Kernel.finish();
  return true;
}

bool WhereKernel::run() {
  if (!hasForm())
    return false;
  bool Made = makeKernel();
  Operation *Old = Made ? Where.getOperation() : nullptr;
  if (Old)
    Old->erase();
  // The kernel has copies of the expressions that it applies.
  for (Operation *Op : llvm::reverse(Copies))
    if (Op->use_empty())
      Op->erase();
  return Made;
}

bool makeWhereKernel(const DeviceData &Data, fir::FirOpBuilder &Builder,
                     hlfir::WhereOp Where) {
  return WhereKernel(Data, Builder, Where).run();
}

} // namespace warpfort
