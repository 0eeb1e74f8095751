//===-- AllocationChecks.cpp - ALLOCATE and DEALLOCATE that cannot be -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang allocates and frees variables of intrinsic types inline, without
/// looking at their status: a second ALLOCATE loses the first array, a second
/// DEALLOCATE frees a null pointer (seen in Flang 22). Here every object of a
/// statement without STAT= is checked just before it is lowered:
///
///     allocate(x%a(n))     if (allocated(x%a)) error "ALLOCATE: 'x%a' is
///                            already allocated"
///     deallocate(p)        if (.not. associated(p)) error "DEALLOCATE: 'p' is
///                            not associated"
///
/// With STAT= Flang calls its run-time library, which checks.
///
/// Neither of them looks whether the number of bytes is one: a product that
/// wraps gets memory for what is left of it. In floating point no product of
/// extents overflows, however many of them are zero. Inline, the program ends
/// where it is too large or where there is no memory; before the library is
/// called, bounds that no memory can have replace those of the statement, and
/// the library fails as it does for want of memory:
///
///     allocate(x(n,m))     bytes = 4. * max(n,0) * max(m,0)
///                          x = malloc(4*n*m)
///                          if (bytes > 2.**60 .or. .not. allocated(x))
///                            error "ALLOCATE: not enough memory for 'x'"
///
/// Lowering asks for the descriptors of the objects one after the other, by
/// expressions that belong to the statement. The checks are made there, so that
/// an object may depend on those before it. What looks for memory is built when
/// the statement is done: DECLARE directives attach what they do to the last
/// operation of an allocation.
///
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"
#include "warpfort/IR/Sizes.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Support/Limits.h"

#include "flang/Lower/AbstractConverter.h"
#include "flang/Lower/Allocatable.h"
#include "flang/Lower/ConvertExprToHLFIR.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/MutableBox.h"
#include "flang/Optimizer/Builder/Runtime/RTBuilder.h"
#include "flang/Optimizer/Builder/Runtime/Stop.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/tools.h"
#include "flang/Runtime/allocatable.h"
#include "flang/Runtime/pointer.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <string>
#include <utility>

using namespace Fortran;

namespace {

enum class Statement { Allocate, Deallocate };

/// An inline allocation that no check follows yet.
struct Allocation {
  mlir::Operation *Last; ///< of its operations
  mlir::Location Loc;
  fir::MutableBoxValue Box;
  llvm::SmallVector<mlir::Value> Extents;
  const parser::AllocateObject *Object;
};

/// The statement that is being lowered, and what is checked of its objects.
struct CheckedStatement {
  explicit CheckedStatement(Statement Kind) : Kind(Kind) {}
  void add(const parser::AllocateObject &Object) {
    Objects[semantics::GetExpr(Object)] = &Object;
  }

  Statement Kind;
  const parser::AllocateObject *Last = nullptr; ///< the one being lowered
  llvm::SmallDenseMap<const lower::SomeExpr *, const parser::AllocateObject *>
      Objects;
  llvm::SmallVector<Allocation, 1> Allocations;
};
/// Null outside of such statements. A process lowers one file at a time.
CheckedStatement *Current = nullptr;

/// As the program writes it, in a message that the run-time library takes for a
/// format.
std::string nameOf(const parser::AllocateObject &Object) {
  const parser::Name &First = common::visit(
      [](const auto &Part) -> const parser::Name & {
        return parser::GetFirstName(Part);
      },
      Object.u);
  parser::CharBlock Name = First.source;
  Name.ExtendToCover(parser::GetLastName(Object).source);
  std::string Format;
  for (char C : Name)
    Format.append(C == '%' ? 2 : 1, C);
  return Format;
}

void check(mlir::Location Loc, fir::FirOpBuilder &Builder,
           const fir::MutableBoxValue &Box,
           const parser::AllocateObject &Object) {
  bool IsAllocate = Current->Kind == Statement::Allocate;
  // A pointer may get other memory at any time.
  if (IsAllocate && Box.isPointer())
    return;
  std::string Message =
      std::string(IsAllocate ? "ALLOCATE: '" : "DEALLOCATE: '") +
      nameOf(Object) + "' is " +
      (IsAllocate        ? "already allocated"
       : Box.isPointer() ? "not associated"
                         : "not allocated");
  mlir::Value Has =
      fir::factory::genIsAllocatedOrAssociatedTest(Builder, Loc, Box);
  auto Report = [&] {
    fir::runtime::genReportFatalUserError(Builder, Loc, Message);
  };
  auto If = Builder.genIfOp(Loc, {}, Has, /*withElseRegion=*/!IsAllocate);
  if (IsAllocate)
    If.genThen(Report);
  else
    If.genElse(Report);
  If.end();
}

/// The descriptor that a function of the run-time library gets, as it was
/// before; null if it is not an array's.
mlir::Value descriptorOf(fir::CallOp Call) {
  mlir::Value Address = warpfort::withoutConversions(Call.getArgs().front());
  auto Box =
      llvm::dyn_cast<fir::BaseBoxType>(fir::unwrapRefType(Address.getType()));
  return Box && llvm::isa<fir::SequenceType>(fir::unwrapRefType(Box.getEleTy()))
             ? Address
             : mlir::Value();
}

/// Gives an array with too many bytes bounds for which the library finds no
/// memory.
void limitBounds(fir::FirOpBuilder &Builder, fir::CallOp Call) {
  using namespace Fortran::runtime;
  mlir::Value Address = descriptorOf(Call);
  if (!Address)
    return;
  mlir::Location Loc = Call.getLoc();
  mlir::OpBuilder::InsertionGuard Guard(Builder);
  Builder.setInsertionPoint(Call);
  mlir::Value Box = fir::LoadOp::create(Builder, Loc, Address);
  mlir::Type Index = Builder.getIndexType(), I64 = Builder.getI64Type();
  int Rank = llvm::cast<fir::SequenceType>(
                 fir::unwrapRefType(
                     llvm::cast<fir::BaseBoxType>(Box.getType()).getEleTy()))
                 .getDimension();
  llvm::SmallVector<mlir::Value> Extents;
  for (int D = 0; D < Rank; ++D)
    Extents.push_back(
        fir::BoxDimsOp::create(Builder, Loc, Index, Index, Index, Box,
                               Builder.createIntegerConstant(Loc, Index, D))
            .getExtent());
  mlir::Value Element = fir::BoxEleSizeOp::create(Builder, Loc, I64, Box);
  Builder
      .genIfThen(Loc, warpfort::hasTooManyBytes(Builder, Loc, Element, Extents))
      .genThen([&] {
        bool IsPointer = fir::isPointerType(Address.getType());
        mlir::func::FuncOp SetBounds =
            IsPointer
                ? fir::runtime::getRuntimeFunc<mkRTKey(PointerSetBounds)>(
                      Loc, Builder)
                : fir::runtime::getRuntimeFunc<mkRTKey(AllocatableSetBounds)>(
                      Loc, Builder);
        mlir::Value One = Builder.createIntegerConstant(Loc, I64, 1);
        mlir::Value Many = mlir::arith::DivUIOp::create(
            Builder, Loc,
            Builder.createIntegerConstant(Loc, I64, warpfort::MaxObjectBytes),
            mlir::arith::MaxUIOp::create(Builder, Loc, Element, One));
        Many = mlir::arith::MaxSIOp::create(Builder, Loc, Many, One);
        for (int D = 0; D < Rank; ++D)
          fir::CallOp::create(
              Builder, Loc, SetBounds,
              fir::runtime::createArguments(
                  Builder, Loc, SetBounds.getFunctionType(), Address,
                  Builder.createIntegerConstant(Loc, Builder.getI32Type(), D),
                  One, D == 0 ? Many : One));
      })
      .end();
}

/// Ends the program where an allocation got no memory.
void checkMemory(fir::FirOpBuilder &Builder, const Allocation &A) {
  mlir::OpBuilder::InsertionGuard Guard(Builder);
  Builder.setInsertionPointAfter(A.Last);
  mlir::Value Fails = Builder.createBool(A.Loc, false);
  if (!A.Extents.empty()) {
    mlir::Value Descriptor =
        fir::factory::getMutableIRBox(Builder, A.Loc, A.Box);
    mlir::Value Element = fir::BoxEleSizeOp::create(
        Builder, A.Loc, Builder.getI64Type(),
        fir::LoadOp::create(Builder, A.Loc, Descriptor));
    Fails = warpfort::hasTooManyBytes(Builder, A.Loc, Element, A.Extents);
  }
  // The device's heap reports what it cannot give.
  if (!Builder.getFunction()->hasAttr(cuf::getProcAttrName()))
    Fails = mlir::arith::OrIOp::create(
        Builder, A.Loc, Fails,
        Builder.createConvert(A.Loc, Builder.getI1Type(),
                              fir::factory::genIsNotAllocatedOrAssociatedTest(
                                  Builder, A.Loc, A.Box)));
  Builder.genIfThen(A.Loc, Fails)
      .genThen([&] {
        fir::runtime::genReportFatalUserError(
            Builder, A.Loc,
            "ALLOCATE: not enough memory for '" + nameOf(*A.Object) + "'");
      })
      .end();
}

/// Whether a function of the run-time library allocates.
bool allocates(fir::CallOp Call) {
  std::optional<mlir::SymbolRefAttr> Callee = Call.getCallee();
  llvm::StringRef Name =
      Callee ? Callee->getRootReference().getValue() : llvm::StringRef();
  return (Name.consume_front("_FortranAPointer") ||
          Name.consume_front("_FortranAAllocatable")) &&
         (Name == "Allocate" || Name == "AllocateSource");
}

} // namespace

WARPFORT_WRAP(fir::MutableBoxValue, ConvertExprToMutableBox,
              "_ZN7Fortran5lower23convertExprToMutableBoxEN4mlir8LocationERNS0_"
              "17AbstractConverterERKNS_8evaluate4ExprINS5_8SomeTypeEEERNS0_"
              "6SymMapE",
              (mlir::Location Loc, lower::AbstractConverter &Converter,
               const lower::SomeExpr &Expr, lower::SymMap &Symbols)) {
  fir::MutableBoxValue Box =
      realConvertExprToMutableBox(Loc, Converter, Expr, Symbols);
  if (const auto *Object = Current ? Current->Objects.lookup(&Expr) : nullptr) {
    check(Loc, Converter.getFirOpBuilder(), Box, *Object);
    Current->Last = Object;
  }
  return Box;
}

WARPFORT_WRAP(void, GenInlinedAllocation,
              "_ZN3fir7factory20genInlinedAllocationERNS_12FirOpBuilderEN4mlir8"
              "LocationERKNS_15MutableBoxValueENS3_10ValueRangeES8_S8_N4llvm9"
              "StringRefEb",
              (fir::FirOpBuilder & Builder, mlir::Location Loc,
               const fir::MutableBoxValue &Box, mlir::ValueRange Lower,
               mlir::ValueRange Extents, mlir::ValueRange Lengths,
               llvm::StringRef Name, bool OnHeap)) {
  realGenInlinedAllocation(Builder, Loc, Box, Lower, Extents, Lengths, Name,
                           OnHeap);
  if (Current && Current->Last)
    Current->Allocations.push_back(
        {&*std::prev(Builder.getInsertionPoint()), Loc, Box,
         llvm::SmallVector<mlir::Value>(Extents), Current->Last});
}

WARPFORT_WRAP(void, GenAllocateStmt,
              "_ZN7Fortran5lower15genAllocateStmtERNS0_17AbstractConverterERKNS"
              "_6parser12AllocateStmtEN4mlir8LocationE",
              (lower::AbstractConverter & Converter,
               const parser::AllocateStmt &Stmt, mlir::Location Loc)) {
  CheckedStatement Checked(Statement::Allocate);
  bool HasStat = llvm::any_of(
      std::get<std::list<parser::AllocOpt>>(Stmt.t),
      [](const parser::AllocOpt &Option) {
        auto *StatOrErrmsg = std::get_if<parser::StatOrErrmsg>(&Option.u);
        return StatOrErrmsg &&
               std::holds_alternative<parser::StatVariable>(StatOrErrmsg->u);
      });
  if (!HasStat)
    for (const auto &One : std::get<std::list<parser::Allocation>>(Stmt.t))
      Checked.add(std::get<parser::AllocateObject>(One.t));
  llvm::SaveAndRestore Scope(Current, &Checked);
  fir::FirOpBuilder &Builder = Converter.getFirOpBuilder();
  mlir::Block *Block = Builder.getInsertionBlock();
  auto End = Builder.getInsertionPoint();
  mlir::Operation *Before = End == Block->begin() ? nullptr : &*std::prev(End);
  realGenAllocateStmt(Converter, Stmt, Loc);
  llvm::SmallVector<fir::CallOp> Calls;
  for (auto Op = Before ? std::next(Before->getIterator()) : Block->begin();
       Op != End; ++Op)
    Op->walk([&](fir::CallOp Call) {
      if (allocates(Call))
        Calls.push_back(Call);
    });
  for (fir::CallOp Call : Calls)
    limitBounds(Builder, Call);
  for (const Allocation &Each : Checked.Allocations)
    checkMemory(Builder, Each);
}

WARPFORT_WRAP(void, GenDeallocateStmt,
              "_ZN7Fortran5lower17genDeallocateStmtERNS0_17AbstractConverterERK"
              "NS_6parser14DeallocateStmtEN4mlir8LocationE",
              (lower::AbstractConverter & Converter,
               const parser::DeallocateStmt &Stmt, mlir::Location Loc)) {
  CheckedStatement Checked(Statement::Deallocate);
  bool HasStat = llvm::any_of(
      std::get<std::list<parser::StatOrErrmsg>>(Stmt.t),
      [](const parser::StatOrErrmsg &Option) {
        return std::holds_alternative<parser::StatVariable>(Option.u);
      });
  if (!HasStat)
    for (const auto &One : std::get<std::list<parser::AllocateObject>>(Stmt.t))
      Checked.add(One);
  llvm::SaveAndRestore Scope(Current, &Checked);
  realGenDeallocateStmt(Converter, Stmt, Loc);
}
