//===-- CheckBounds.cpp - Subscripts that are out of bounds ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// -Mbounds. Which subscripts the program wrote is known in HLFIR; where they
/// are tested must not change what is found out about loops in between. So the
/// work is done in two steps:
///
///     hlfir.designate %a (%i)                  loc(a.f90:3:1)
///  -> hlfir.designate %a (%i)                  loc("subscripts of a"(...))
///  -> fir.array_coor %a(%shape) %i             loc("subscripts of a"(...))
///  -> %bad = %i < lower or %i > upper
///     fir.if %bad { call warprt_report_bounds(...) }
///     fir.array_coor %a(%shape) %i
///
/// The second step is taken on the host's and on the device's module each.
///
//===----------------------------------------------------------------------===//
#include "RunTimeChecks.h"
#include "warpfort/Pipeline/Passes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Transforms/Common/DeviceCode.h"
#include "warprt/BoundsCheck.h"
#include "warprt/CpuCheck.h"

#include "flang/Optimizer/Builder/BoxValue.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_MARKSUBSCRIPTSPASS
#define GEN_PASS_DEF_CHECKBOUNDSPASS
#define GEN_PASS_DEF_NAMEACCESSESPASS
#include "warpfort/Pipeline/Passes.h.inc"

static constexpr llvm::StringLiteral Mark = "subscripts of ";

namespace {

//===-- What is to be checked ---------------------------------------------===//

/// Subscripts that an array operation counts itself are right.
bool areCounted(hlfir::DesignateOp Op) {
  return llvm::all_of(Op.getIndices(), [](Value Index) {
    auto Counter = dyn_cast<BlockArgument>(Index);
    return Counter && isa<hlfir::ElementalOp, hlfir::ElementalAddrOp>(
                          Counter.getOwner()->getParentOp());
  });
}

struct MarkSubscripts : impl::MarkSubscriptsPassBase<MarkSubscripts> {
  using MarkSubscriptsPassBase::MarkSubscriptsPassBase;
  void runOnOperation() override {
    getOperation().walk([&](hlfir::DesignateOp Op) {
      if (!areCounted(Op) && (Scalars || !Op.getIndices().empty()))
        mark(Op, Op.getResult());
    });
    if (!Scalars)
      return;
    auto IsScalar = [](Value Address) {
      return fir::isa_trivial(fir::unwrapRefType(Address.getType()));
    };
    getOperation().walk([&](Operation *Op) {
      if (auto Load = dyn_cast<fir::LoadOp>(Op)) {
        if (IsScalar(Load.getMemref()))
          mark(Op, Load.getMemref());
      } else if (auto Assign = dyn_cast<hlfir::AssignOp>(Op)) {
        if (IsScalar(Assign.getLhs()))
          mark(Op, Assign.getLhs());
      }
    });
  }

private:
  void mark(Operation *Op, Value Variable) {
    std::string Name = nameOfVariable(Variable);
    if (!Name.empty())
      Op->setLoc(NameLoc::get(StringAttr::get(&getContext(), Mark + Name),
                              Op->getLoc()));
  }
};

std::optional<StringRef> markedName(Operation *Op) {
  std::optional<StringRef> Name;
  Op->getLoc()->walk([&](Location Loc) {
    auto Named = dyn_cast<NameLoc>(Loc);
    if (!Named || !Named.getName().getValue().starts_with(Mark))
      return WalkResult::advance();
    Name = Named.getName().getValue().drop_front(Mark.size());
    return WalkResult::interrupt();
  });
  return Name;
}

/// The folder of a scope's file says that the file is a variable's name.
struct NameAccesses : impl::NameAccessesPassBase<NameAccesses> {
  void runOnOperation() override {
    getOperation().walk([&](LLVM::LLVMFuncOp Function) {
      auto Fused = Function->getLoc()
                       ->findInstanceOf<FusedLocWith<LLVM::DISubprogramAttr>>();
      if (!Fused)
        return;
      Function.walk([&](Operation *Op) {
        Value Address;
        if (auto Load = dyn_cast<LLVM::LoadOp>(Op))
          Address = Load.getAddr();
        else if (auto Store = dyn_cast<LLVM::StoreOp>(Op))
          Address = Store.getAddr();
        else
          return;
        if (auto Name = nameOfAccess(Op, Address))
          setName(Op, *Name, Fused.getMetadata());
      });
    });
  }

private:
  /// That of the address comes first: a statement's is not of all it accesses.
  static std::optional<StringRef> nameOfAccess(Operation *Op, Value Address) {
    while (Operation *Definition = Address.getDefiningOp()) {
      if (auto Name = markedName(Definition))
        return Name;
      if (auto Element = dyn_cast<LLVM::GEPOp>(Definition))
        Address = Element.getBase();
      else if (auto Cast = dyn_cast<LLVM::AddrSpaceCastOp>(Definition))
        Address = Cast.getArg();
      else
        break;
    }
    return markedName(Op);
  }

  void setName(Operation *Op, StringRef Name, LLVM::DISubprogramAttr Scope) {
    MLIRContext *Context = &getContext();
    auto File =
        LLVM::DIFileAttr::get(Context, Name, WARPRT_CHECK_VARIABLE_SCOPE);
    auto Named = LLVM::DILexicalBlockFileAttr::get(Context, Scope, File, 0);
    if (auto Place = Op->getLoc()->findInstanceOf<FileLineColLoc>())
      Op->setLoc(FusedLoc::get({Place}, Named, Context));
  }
};

//===-- The checks --------------------------------------------------------===//

class Checker {
public:
  Checker(Operation *Op, StringRef Name, bool IsDevice, bool IsKernel)
      : Builder(Op, fir::getKindMapping(Op->getParentOfType<ModuleOp>())),
        Loc(Op->getLoc()), Name(Name), IsDevice(IsDevice), IsKernel(IsKernel) {}

  void check(fir::ArrayCoorOp Op);
  void checkSection(Value Array, Value Shape, Value Slice);

private:
  struct Dimension {
    Value Lower, Extent;
  };
  bool findBounds(Value Array, Value Shape);
  void checkSubscript(unsigned Number, Value Index, Value Condition);
  void report(unsigned Number, Value Index, Value Lower, Value Upper);
  Value integer(Value V) {
    return Builder.createConvert(Loc, Builder.getI64Type(), V);
  }
  Value constant(int64_t V) {
    return Builder.createIntegerConstant(Loc, Builder.getI64Type(), V);
  }
  Value compare(arith::CmpIPredicate P, Value A, Value B) {
    return arith::CmpIOp::create(Builder, Loc, P, A, B);
  }

  fir::FirOpBuilder Builder;
  Location Loc;
  StringRef Name;
  bool IsDevice, IsKernel;
  llvm::SmallVector<Dimension> Dimensions;
};

/// Whether all bounds of the array are known here.
bool Checker::findBounds(Value Array, Value Shape) {
  Operation *Op = Shape ? Shape.getDefiningOp() : nullptr;
  if (Shape && !Op)
    return false;
  auto AddFromBox = [&](ValueRange Lowers) {
    auto Box = dyn_cast<fir::BaseBoxType>(Array.getType());
    if (!Box)
      return false;
    auto Sequence =
        dyn_cast<fir::SequenceType>(fir::unwrapPassByRefType(Box.getEleTy()));
    if (!Sequence || Sequence.hasUnknownShape())
      return false;
    Type Index = Builder.getIndexType();
    for (unsigned D = 0; D < Sequence.getDimension(); ++D) {
      Value Number = Builder.createIntegerConstant(Loc, Index, D);
      auto Dims = fir::BoxDimsOp::create(Builder, Loc, Index, Index, Index,
                                         Array, Number);
      Dimensions.push_back(
          {Lowers.empty() ? constant(1) : Lowers[D], Dims.getResult(1)});
    }
    return true;
  };
  if (!Op)
    return AddFromBox({});
  if (auto Shift = dyn_cast<fir::ShiftOp>(Op))
    return AddFromBox(Shift.getOrigins());
  if (auto Extents = dyn_cast<fir::ShapeOp>(Op)) {
    for (Value Extent : Extents.getExtents())
      Dimensions.push_back({constant(1), Extent});
    return true;
  }
  if (auto Bounds = dyn_cast<fir::ShapeShiftOp>(Op)) {
    for (auto [Lower, Extent] :
         llvm::zip(Bounds.getOrigins(), Bounds.getExtents()))
      Dimensions.push_back({Lower, Extent});
    return true;
  }
  return false;
}

void Checker::report(unsigned Number, Value Index, Value Lower, Value Upper) {
  callReport(
      Builder, Loc, "bounds",
      AbiFunction<decltype(warprt_report_bounds)>::get(Builder.getContext()),
      {IsDevice, IsKernel}, Name,
      {Builder.createIntegerConstant(Loc, Builder.getI32Type(), Number + 1),
       Index, Lower, Upper});
}

/// \p Condition: whether there is such an element; null: always.
void Checker::checkSubscript(unsigned Number, Value Index, Value Condition) {
  auto [LowerBound, Size] = Dimensions[Number];
  auto ConstantIndex = fir::getIntIfConstant(Index);
  auto ConstantLower = fir::getIntIfConstant(LowerBound);
  auto ConstantSize = fir::getIntIfConstant(Size);
  if (ConstantIndex && ConstantLower && ConstantSize && *ConstantSize >= 0 &&
      *ConstantIndex >= *ConstantLower &&
      *ConstantIndex < *ConstantLower + *ConstantSize)
    return;
  using arith::CmpIPredicate;
  Value I = integer(Index), Lower = integer(LowerBound), Extent = integer(Size);
  Value Upper = arith::SubIOp::create(
      Builder, Loc, arith::AddIOp::create(Builder, Loc, Lower, Extent),
      constant(1));
  Value Low = compare(CmpIPredicate::slt, I, Lower);
  Value High = compare(CmpIPredicate::sgt, I, Upper);
  // The last dimension of an assumed-size array has the extent -1.
  Value IsKnown = compare(CmpIPredicate::sge, Extent, constant(0));
  High = arith::AndIOp::create(Builder, Loc, High, IsKnown);
  Value Bad = arith::OrIOp::create(Builder, Loc, Low, High);
  if (Condition)
    Bad = arith::AndIOp::create(Builder, Loc, Bad, Condition);
  Builder.genIfThen(Loc, Bad)
      .genThen([&] { report(Number, I, Lower, Upper); })
      .end();
}

void Checker::check(fir::ArrayCoorOp Op) {
  if (Op.getSlice() || !findBounds(Op.getMemref(), Op.getShape()) ||
      Dimensions.size() != Op.getIndices().size())
    return;
  for (auto [Number, Index] : llvm::enumerate(Op.getIndices()))
    checkSubscript(Number, Index, Value());
}

void Checker::checkSection(Value Array, Value Shape, Value Slice) {
  auto Triplets = Slice ? Slice.getDefiningOp<fir::SliceOp>() : fir::SliceOp();
  if (!Triplets || !findBounds(Array, Shape) ||
      Dimensions.size() * 3 != Triplets.getTriples().size())
    return;
  for (unsigned D = 0; D < Dimensions.size(); ++D) {
    Value First = Triplets.getTriples()[3 * D];
    Value End = Triplets.getTriples()[3 * D + 1];
    if (End.getDefiningOp<fir::UndefOp>()) {
      checkSubscript(D, First, Value());
      continue;
    }
    Value Begin = integer(First), Stop = integer(End);
    Value Step = integer(Triplets.getTriples()[3 * D + 2]);
    Value Steps = arith::DivSIOp::create(
        Builder, Loc, arith::SubIOp::create(Builder, Loc, Stop, Begin), Step);
    Value Last = arith::AddIOp::create(
        Builder, Loc, Begin, arith::MulIOp::create(Builder, Loc, Steps, Step));
    // The number of elements, as Fortran counts them, is positive.
    Value Count = arith::DivSIOp::create(
        Builder, Loc,
        arith::AddIOp::create(Builder, Loc,
                              arith::SubIOp::create(Builder, Loc, Stop, Begin),
                              Step),
        Step);
    Value HasAny = compare(arith::CmpIPredicate::sgt, Count, constant(0));
    checkSubscript(D, Begin, HasAny);
    checkSubscript(D, Last, HasAny);
  }
}

struct CheckBounds : impl::CheckBoundsPassBase<CheckBounds> {
  using CheckBoundsPassBase::CheckBoundsPassBase;
  void runOnOperation() override;
};

void CheckBounds::runOnOperation() {
  if (Device) {
    reportOnDevice(getOperation(), "substring");
    reportOnDevice(getOperation(), "outside");
  }
  llvm::SmallVector<std::pair<Operation *, StringRef>> Marked;
  for (auto Function : getOperation().getOps<func::FuncOp>())
    Function.walk([&](Operation *Op) {
      if (isa<fir::ArrayCoorOp, fir::EmboxOp, fir::ReboxOp>(Op))
        if (auto Name = markedName(Op))
          Marked.push_back({Op, *Name});
    });
  for (auto [Op, Name] : Marked) {
    bool IsKernel = Device && isKernel(Op->getParentOfType<func::FuncOp>());
    Checker Check(Op, Name, Device, IsKernel);
    if (auto Element = dyn_cast<fir::ArrayCoorOp>(Op))
      Check.check(Element);
    else if (auto Section = dyn_cast<fir::EmboxOp>(Op))
      Check.checkSection(Section.getMemref(), Section.getShape(),
                         Section.getSlice());
    else if (auto Section = dyn_cast<fir::ReboxOp>(Op))
      Check.checkSection(Section.getBox(), Section.getShape(),
                         Section.getSlice());
  }
}

} // namespace

} // namespace warpfort
