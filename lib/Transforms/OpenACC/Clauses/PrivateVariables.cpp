//===-- PrivateVariables.cpp - What recipes leave out ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See PrivateVariables.h.
///
//===----------------------------------------------------------------------===//
#include "PrivateVariables.h"
#include "Transforms/Common/DeviceRecords.h"
#include "Transforms/Common/TypeSize.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/IR/Attributes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/Runtime/Assign.h"
#include "flang/Optimizer/Builder/Runtime/Derived.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Dialect/Support/FIRContext.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/IR/IRMapping.h"
#include "warprt/EntryPoints.h"

using namespace mlir;

namespace warpfort::openacc {

bool givesOriginal(Region &Init) {
  return llvm::hasSingleElement(Init) &&
         Init.front().getTerminator()->getNumOperands() == 1 &&
         Init.front().getTerminator()->getOperand(0) ==
             Init.front().getArgument(0);
}

/// A variable for a reference of type \p T; null if it would need more than
/// memory.
static Value createPlainVariable(OpBuilder &Builder, Location Loc, Type T,
                                 ModuleOp Module) {
  Type Pointee = fir::unwrapRefType(T);
  auto Array = dyn_cast<fir::SequenceType>(Pointee);
  auto Record = dyn_cast<fir::RecordType>(fir::unwrapSequenceType(Pointee));
  if (!fir::isa_ref_type(T) || !Array || Array.hasDynamicExtents() || !Record ||
      factsOfRecord(Record).HasAllocatable)
    return {};
  // Components may have initial values.
  auto Info = Module.lookupSymbol<fir::TypeInfoOp>(Record.getName());
  if (!Info || !Info.getNoInit())
    return {};
  return fir::AllocaOp::create(Builder, Loc, Pointee);
}

/// \p Var with a descriptor, if it has none.
static Value withDescriptor(OpBuilder &Builder, Location Loc, Value Var) {
  if (isa<fir::BaseBoxType>(Var.getType()))
    return Var;
  auto Array = cast<fir::SequenceType>(fir::unwrapRefType(Var.getType()));
  llvm::SmallVector<Value> Extents;
  for (int64_t Extent : Array.getShape())
    Extents.push_back(arith::ConstantIndexOp::create(Builder, Loc, Extent));
  Value Shape = fir::ShapeOp::create(Builder, Loc, Extents);
  return fir::EmboxOp::create(Builder, Loc, fir::BoxType::get(Array), Var,
                              Shape);
}

/// \p Made, or its descriptor where \p Wanted is one: Flang's recipe for an
/// array of constant size with other lower bounds than 1 gives the array.
static Value asWanted(OpBuilder &Builder, Location Loc, Value Made,
                      Type Wanted) {
  auto Box = dyn_cast<fir::BoxType>(fir::unwrapRefType(Wanted));
  auto Array = dyn_cast<fir::SequenceType>(fir::unwrapRefType(Made.getType()));
  if (!Box || !Array || Array.hasDynamicExtents())
    return Made;
  Value Descriptor =
      withDescriptor(Builder, Loc,
                     fir::ConvertOp::create(
                         Builder, Loc, fir::ReferenceType::get(Array), Made));
  if (Descriptor.getType() != Box)
    Descriptor = fir::ConvertOp::create(Builder, Loc, Box, Descriptor);
  if (isa<fir::BoxType>(Wanted))
    return Descriptor;
  Value Slot = fir::AllocaOp::create(Builder, Loc, Box);
  fir::StoreOp::create(Builder, Loc, Descriptor, Slot);
  return Slot;
}

Value likeOriginal(OpBuilder &Builder, Location Loc, Value Original,
                   Value Address) {
  Type Pointer = Address.getType(), Index = Builder.getIndexType();
  Value Number = fir::ConvertOp::create(
      Builder, Loc, Index,
      fir::BoxAddrOp::create(Builder, Loc, Pointer, Original));
  Value Zero = arith::ConstantIndexOp::create(Builder, Loc, 0);
  Value Exists = arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::ne,
                                       Number, Zero);
  return arith::SelectOp::create(Builder, Loc, Exists, Address,
                                 fir::ZeroOp::create(Builder, Loc, Pointer));
}

/// Gives the private copy of an allocatable or pointer array, whose descriptor
/// is at \p Made, the lower bounds of the one at \p Original, where Flang's
/// recipe gives it ones, and no address if that has none. Of other variables
/// nothing is done.
static void keepLowerBounds(OpBuilder &Builder, Location Loc, Value Original,
                            Value Made) {
  auto Box = dyn_cast<fir::BoxType>(fir::unwrapRefType(Made.getType()));
  if (!Box || !fir::isa_ref_type(Made.getType()) ||
      !isa<fir::HeapType, fir::PointerType>(Box.getEleTy()) ||
      fir::unwrapRefType(Original.getType()) != Box)
    return;
  auto Array =
      dyn_cast<fir::SequenceType>(fir::unwrapPassByRefType(Box.getEleTy()));
  if (!Array)
    return;
  Value Outer = fir::LoadOp::create(Builder, Loc, Original);
  Value Inner = fir::LoadOp::create(Builder, Loc, Made);
  Type Index = Builder.getIndexType();
  llvm::SmallVector<Value> Bounds;
  for (unsigned D = 0; D < Array.getDimension(); ++D) {
    Value Dim = arith::ConstantIndexOp::create(Builder, Loc, D);
    auto Dims =
        fir::BoxDimsOp::create(Builder, Loc, Index, Index, Index, Outer, Dim);
    Bounds.append({Dims.getLowerBound(), Dims.getExtent()});
  }
  Value Shape = fir::ShapeShiftOp::create(
      Builder, Loc,
      fir::ShapeShiftType::get(Builder.getContext(), Array.getDimension()),
      Bounds);
  Type Pointer = Box.getEleTy();
  fir::StoreOp::create(
      Builder, Loc,
      fir::EmboxOp::create(
          Builder, Loc, Box,
          likeOriginal(Builder, Loc, Outer,
                       fir::BoxAddrOp::create(Builder, Loc, Pointer, Inner)),
          Shape)
          .getResult(),
      Made);
}

Value inlineRecipe(OpBuilder &Builder, Region &Part, ValueRange Arguments) {
  Block &Body = Part.front();
  IRMapping Local;
  Local.map(Body.getArguments(), Arguments);
  for (Operation &Op : Body.without_terminator())
    Builder.clone(Op, Local);
  Operation *End = Body.getTerminator();
  return End->getNumOperands() ? Local.lookupOrDefault(End->getOperand(0))
                               : Value();
}

Value makeVariable(OpBuilder &Builder, Location Loc, Region &Init,
                   Value Original, Type Wanted, ModuleOp Module) {
  if (givesOriginal(Init))
    return createPlainVariable(Builder, Loc, Wanted, Module);
  Value Made =
      asWanted(Builder, Loc, inlineRecipe(Builder, Init, Original), Wanted);
  keepLowerBounds(Builder, Loc, Original, Made);
  return Made;
}

/// Of first-private arrays, in all.
static constexpr uint64_t MaxParameterBytes = 2048;

/// The array that an allocatable's or pointer's descriptor, which may be in
/// memory, describes.
static Value asPlainArray(OpBuilder &Builder, Location Loc, Value Box) {
  if (!isa<fir::BaseBoxType>(Box.getType()))
    Box = fir::LoadOp::create(Builder, Loc, Box);
  Type Array = fir::unwrapRefType(cast<fir::BoxType>(Box.getType()).getEleTy());
  auto Plain = fir::BoxType::get(Array);
  if (Box.getType() == Plain)
    return Box;
  return fir::ReboxOp::create(Builder, Loc, Plain, Box, Value(), Value());
}

/// to = from, element by element; \p ByLanes: together, in a compute construct.
static void copyArray(OpBuilder &Builder, Location Loc, Value From, Value To,
                      bool ByLanes) {
  From = asPlainArray(Builder, Loc, From);
  To = asPlainArray(Builder, Loc, To);
  auto Array =
      cast<fir::SequenceType>(fir::dyn_cast_ptrOrBoxEleTy(From.getType()));
  Type Index = Builder.getIndexType();
  Type Element = fir::ReferenceType::get(Array.getEleTy());
  unsigned Rank = Array.getDimension();
  Value One = arith::ConstantIndexOp::create(Builder, Loc, 1);
  llvm::SmallVector<Value> Subscripts(Rank), Extents;
  auto Guard = OpBuilder::InsertionGuard(Builder);
  for (unsigned D = 0; D < Rank; ++D) {
    Value Dim = arith::ConstantIndexOp::create(Builder, Loc, D);
    Extents.push_back(
        fir::BoxDimsOp::create(Builder, Loc, Index, Index, Index, From, Dim)
            .getResult(1));
  }
  if (ByLanes) {
    llvm::SmallVector<Value> Ones(Rank, One), Bounds(llvm::reverse(Extents));
    auto Loop = acc::LoopOp::create(Builder, Loc, Ones, Bounds, Ones,
                                    acc::LoopParMode::loop_independent);
    Loop.setInclusiveUpperbound(llvm::SmallVector<bool>(Rank, true));
    Loop.addEmptyVector(Builder.getContext(), {});
    PrivateCopyAttr.set(Loop);
    Loop.getRegion().getBlocks().clear();
    Block *Body = Builder.createBlock(&Loop.getRegion());
    for (unsigned D = Rank; D-- > 0;)
      Subscripts[D] = Body->addArgument(Index, Loc);
    acc::YieldOp::create(Builder, Loc);
    Builder.setInsertionPointToStart(Body);
  } else {
    for (unsigned D = Rank; D-- > 0;) {
      auto Loop = fir::DoLoopOp::create(Builder, Loc, One, Extents[D], One);
      Subscripts[D] = Loop.getInductionVar();
      Builder.setInsertionPointToStart(Loop.getBody());
    }
  }
  auto At = [&](Value Box) {
    return fir::ArrayCoorOp::create(Builder, Loc, Element, Box, Value(),
                                    Value(), Subscripts, ValueRange());
  };
  fir::StoreOp::create(Builder, Loc,
                       fir::LoadOp::create(Builder, Loc, At(From)), At(To));
}

/// The loops of a construct for more threads than one a gang. What is inside a
/// vector loop is for one.
static llvm::SmallVector<acc::LoopOp> parallelLoops(Operation *Construct) {
  llvm::SmallVector<acc::LoopOp> Loops;
  Construct->walk<WalkOrder::PreOrder>([&](acc::LoopOp Loop) {
    if (isSeq(Loop))
      return WalkResult::advance();
    Loops.push_back(Loop);
    return forDevice([&](acc::DeviceType T) {
      return Loop.hasVector(T) || Loop.getVectorValue(T);
    })
               ? WalkResult::skip()
               : WalkResult::advance();
  });
  return Loops;
}

/// What a construct does with \p Array, of which it has copies, other than to
/// compute addresses.
static llvm::SmallVector<Operation *> usersIn(Region &Body, Value Array) {
  llvm::SmallVector<Operation *> Users;
  llvm::SmallVector<Value> Names = {Array};
  while (!Names.empty())
    for (Operation *User : Names.pop_back_val().getUsers()) {
      if (!Body.isAncestor(User->getParentRegion()))
        continue;
      if (isa<fir::DeclareOp, fir::ConvertOp, fir::CoordinateOp,
              fir::ArrayCoorOp, fir::EmboxOp, fir::ReboxOp, fir::BoxAddrOp>(
              User))
        Names.append(User->result_begin(), User->result_end());
      else
        Users.push_back(User);
    }
  return Users;
}

bool isChangedTogether(Operation *Construct, Value Array) {
  llvm::SmallVector<acc::LoopOp> Loops = parallelLoops(Construct);
  if (Loops.empty())
    return false;
  auto IsRead = [](Operation *User) { return isa<fir::LoadOp>(User); };
  llvm::SmallVector<Operation *> Users =
      usersIn(Construct->getRegion(0), Array);
  if (llvm::all_of(Users, IsRead))
    return false;
  auto IsInside = [](Operation *User) {
    return [=](acc::LoopOp Loop) { return Loop->isAncestor(User); };
  };
  return llvm::any_of(Users, [&](Operation *User) {
    return !IsInside(User)(Loops.front()) ||
           (!IsRead(User) &&
            llvm::any_of(llvm::drop_begin(Loops), IsInside(User)));
  });
}

/// The array that a first-private variable begins with: the host's at this
/// moment, which the device's need not be where the variable is present. If
/// that is not allocated, the array is empty and has no address.
static Value createSnapshot(OpBuilder &Builder, Location Loc, Value Var) {
  auto Box = cast<fir::BoxType>(Var.getType());
  auto Array = cast<fir::SequenceType>(fir::unwrapRefType(Box.getEleTy()));
  bool MayBeMissing = isa<fir::HeapType, fir::PointerType>(Box.getEleTy());
  Type Index = Builder.getIndexType();
  Value Zero = arith::ConstantIndexOp::create(Builder, Loc, 0);
  Value Exists;
  if (MayBeMissing)
    Exists = arith::CmpIOp::create(
        Builder, Loc, arith::CmpIPredicate::ne,
        fir::ConvertOp::create(
            Builder, Loc, Index,
            fir::BoxAddrOp::create(Builder, Loc, Box.getEleTy(), Var)),
        Zero);
  llvm::SmallVector<Value> Extents, Bounds;
  for (unsigned D = 0; D < Array.getDimension(); ++D) {
    Value Dim = arith::ConstantIndexOp::create(Builder, Loc, D);
    auto Dims =
        fir::BoxDimsOp::create(Builder, Loc, Index, Index, Index, Var, Dim);
    Value Extent = Dims.getExtent();
    if (Exists)
      Extent = arith::SelectOp::create(Builder, Loc, Exists, Extent, Zero);
    Bounds.append({Dims.getLowerBound(), Extent});
    if (Array.getShape()[D] == fir::SequenceType::getUnknownExtent())
      Extents.push_back(Extent);
  }
  Value Memory =
      fir::AllocMemOp::create(Builder, Loc, Array, ValueRange(), Extents);
  Memory = fir::ConvertOp::create(
      Builder, Loc,
      MayBeMissing ? Box.getEleTy() : fir::ReferenceType::get(Array), Memory);
  // With the variable's bounds: the recipe takes them from here.
  Value Shape = fir::ShapeShiftOp::create(
      Builder, Loc,
      fir::ShapeShiftType::get(Builder.getContext(), Array.getDimension()),
      Bounds);
  Value Snapshot = fir::EmboxOp::create(Builder, Loc, Box, Memory, Shape);
  copyArray(Builder, Loc, Var, Snapshot, /*ByLanes=*/false);
  if (!Exists)
    return Snapshot;
  auto If = fir::IfOp::create(Builder, Loc, Box, Exists, /*withElse=*/true);
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Builder.setInsertionPointToStart(&If.getThenRegion().front());
  fir::ResultOp::create(Builder, Loc, Snapshot);
  Builder.setInsertionPointToStart(&If.getElseRegion().front());
  fir::FreeMemOp::create(
      Builder, Loc,
      fir::ConvertOp::create(Builder, Loc, fir::HeapType::get(Array), Memory));
  Value Null = fir::ZeroOp::create(Builder, Loc, Box.getEleTy());
  fir::ResultOp::create(
      Builder, Loc,
      fir::EmboxOp::create(Builder, Loc, Box, Null, Shape).getResult());
  return If.getResult(0);
}

/// Waits for the queue of the construct \p Op, if it has one.
template <typename Construct>
static void waitForConstruct(OpBuilder &Builder, Location Loc, Construct Op) {
  Value Queue =
      forDevice([&](acc::DeviceType T) { return Op.getAsyncValue(T); });
  if (!Queue &&
      forDevice([&](acc::DeviceType T) { return Op.hasAsyncOnly(T); }))
    Queue =
        arith::ConstantIntOp::create(Builder, Loc, WARPRT_ACC_ASYNC_NOVAL, 32);
  if (Queue)
    acc::WaitOp::create(Builder, Loc, Queue, /*asyncOperand=*/Value(),
                        /*waitDevnum=*/Value(), /*async=*/false,
                        /*ifCond=*/Value());
}

/// At the end of the construct \p Op, when nothing reads it any more.
template <typename Construct>
static void releaseSnapshot(OpBuilder &Builder, Location Loc, Construct Op,
                            Value Snapshot) {
  waitForConstruct(Builder, Loc, Op);
  Type Pointer = cast<fir::BoxType>(Snapshot.getType()).getEleTy();
  Type Array = fir::unwrapRefType(Pointer);
  if (Pointer == Array)
    Pointer = fir::ReferenceType::get(Array);
  Value Memory = fir::BoxAddrOp::create(Builder, Loc, Pointer, Snapshot);
  fir::FreeMemOp::create(
      Builder, Loc,
      fir::ConvertOp::create(Builder, Loc, fir::HeapType::get(Array), Memory));
}

/// A recipe for private variables that are made as \p From makes them.
static StringRef getPrivateRecipe(ModuleOp Module,
                                  acc::FirstprivateRecipeOp From) {
  std::string Name = ("warpfort_private_" + From.getSymName()).str();
  if (auto Known = Module.lookupSymbol<acc::PrivateRecipeOp>(Name))
    return Known.getSymName();
  OpBuilder Builder(From);
  auto Recipe = acc::PrivateRecipeOp::create(Builder, From.getLoc(), Name,
                                             From.getType());
  IRMapping Init, Destroy;
  From.getInitRegion().cloneInto(&Recipe.getInitRegion(), Init);
  From.getDestroyRegion().cloneInto(&Recipe.getDestroyRegion(), Destroy);
  return Recipe.getSymName();
}

/// Arrays of constant size go to the kernel by value while its parameters, of
/// which there are 4 KB, have room: \p Left bytes.
static bool fitsParameters(ModuleOp Module, Location Loc, Type T,
                           uint64_t &Left) {
  std::optional<TypeSize> Size =
      sizeOfType(Loc, T, DataLayout(Module), fir::getKindMapping(Module));
  if (!Size || Size->Bytes > Left)
    return false;
  Left -= Size->Bytes;
  return true;
}

/// The array that an allocatable or pointer is, whose descriptor's address has
/// this type; null if it is none.
static fir::SequenceType allocatedArray(Type T) {
  auto Box = fir::isa_ref_type(T)
                 ? dyn_cast<fir::BoxType>(fir::unwrapRefType(T))
                 : fir::BoxType();
  return Box && isa<fir::HeapType, fir::PointerType>(Box.getEleTy())
             ? dyn_cast<fir::SequenceType>(fir::unwrapRefType(Box.getEleTy()))
             : fir::SequenceType();
}

static bool isCopiedByElement(Type Element) {
  auto Text = dyn_cast<fir::CharacterType>(Element);
  return fir::isa_trivial(Element) || isa<fir::RecordType>(Element) ||
         (Text && Text.hasConstantLen());
}

/// Whether each thread may have a copy of \p Record for itself: what a parallel
/// loop changes nothing uses outside of that loop.
static bool isChangedAlone(Operation *Construct, Value Record) {
  llvm::SmallVector<acc::LoopOp> Loops = parallelLoops(Construct);
  Region &Body = Construct->getRegion(0);
  llvm::SmallVector<Operation *> Users, Changes;
  llvm::SmallVector<Value> Names = {Record};
  while (!Names.empty())
    for (Operation *User : Names.pop_back_val().getUsers()) {
      if (!Body.isAncestor(User->getParentRegion()))
        continue;
      auto Load = dyn_cast<fir::LoadOp>(User);
      bool IsAddress =
          isa<fir::DeclareOp, fir::ConvertOp, fir::CoordinateOp,
              fir::ArrayCoorOp, fir::EmboxOp, fir::ReboxOp, fir::BoxAddrOp>(
              User);
      if (IsAddress || (Load && isa<fir::BaseBoxType>(Load.getType())))
        Names.append(User->result_begin(), User->result_end());
      if (IsAddress)
        continue;
      Users.push_back(User);
      if (!Load && !isa<fir::BoxDimsOp, fir::BoxEleSizeOp>(User))
        Changes.push_back(User);
    }
  return llvm::all_of(Changes, [&](Operation *Change) {
    acc::LoopOp Innermost;
    for (acc::LoopOp Loop : Loops)
      if (Loop->isAncestor(Change) &&
          (!Innermost || Innermost->isAncestor(Loop)))
        Innermost = Loop;
    return !Innermost || llvm::all_of(Users, [&](Operation *User) {
      return Innermost->isAncestor(User);
    });
  });
}

/// Copies \p Snapshot, what a variable has before \p Op, to the device for the
/// time of the construct. Leaves \p Builder behind it.
template <typename Construct>
static Value enterSnapshot(OpBuilder &Builder, Location Loc, Construct Op,
                           Value Snapshot, llvm::StringRef Name) {
  auto In = acc::CopyinOp::create(Builder, Loc, Snapshot, /*structured=*/true,
                                  /*implicit=*/true, Name);
  Op.getDataClauseOperandsMutable().append(In.getAccVar());
  Builder.setInsertionPointAfter(Op);
  auto Out =
      acc::DeleteOp::create(Builder, Loc, In.getAccVar(), /*structured=*/true,
                            /*implicit=*/true, Name, ValueRange{});
  Out.setDataClause(acc::DataClause::acc_copyin);
  return In.getAccVar();
}

/// A thread's own variable like \p Shared. Leaves \p Builder at the begin of
/// the construct, behind it.
template <typename Construct>
static Value createOwn(OpBuilder &Builder, Location Loc, Construct Op,
                       Value Shared, acc::FirstprivateRecipeOp Recipe,
                       llvm::StringRef Name) {
  auto Module = Op->template getParentOfType<ModuleOp>();
  Builder.setInsertionPointToStart(&Op.getRegion().front());
  auto Own = acc::PrivateOp::create(Builder, Loc, Shared, /*structured=*/true,
                                    /*implicit=*/true, Name);
  Own.setRecipeAttr(
      SymbolRefAttr::get(Op.getContext(), getPrivateRecipe(Module, Recipe)));
  return Own.getAccVar();
}

/// Has the construct use \p Own in place of what its clause \p Number has.
template <typename Construct>
static void replaceClause(Construct Op, acc::FirstprivateOp Clause,
                          unsigned Number, Value Own) {
  for (Value Old : {Value(Clause.getAccVar()), Value(acc::getVar(Clause))})
    Old.replaceUsesWithIf(Own, [&](OpOperand &Use) {
      return Op.getRegion().isAncestor(Use.getOwner()->getParentRegion());
    });
  Op.getFirstprivateOperandsMutable().erase(Number);
  Clause.erase();
}

/// The host's value of a record with allocatable components, and copies of it
/// that each thread makes for itself.
template <typename Construct>
static void copyFirstPrivateRecord(Construct Op, acc::FirstprivateOp Clause,
                                   unsigned Number) {
  auto Module = Op->template getParentOfType<ModuleOp>();
  auto Recipe = SymbolTable::lookupNearestSymbolFrom<acc::FirstprivateRecipeOp>(
      Op, acc::getRecipe(Clause));
  Value Operand = Clause.getAccVar(), Var = acc::getVar(Clause);
  if (!Recipe || !isChangedAlone(Op, Operand))
    return;
  Location Loc = Clause.getLoc();
  fir::FirOpBuilder Builder(Clause, fir::getKindMapping(Module));
  std::string Name = acc::getVarName(Clause).value_or("").str();
  auto Describe = [&](Value Record) {
    return fir::EmboxOp::create(
               Builder, Loc,
               fir::BoxType::get(fir::unwrapRefType(Record.getType())), Record)
        .getResult();
  };
  Value Snapshot =
      Builder.createTemporary(Loc, fir::unwrapRefType(Operand.getType()));
  fir::runtime::genDerivedTypeInitialize(Builder, Loc, Describe(Snapshot));
  Value Box = Describe(Snapshot);
  Value Slot = Builder.createTemporary(Loc, Box.getType());
  fir::StoreOp::create(Builder, Loc, Box, Slot);
  fir::runtime::genAssign(Builder, Loc, Slot, Describe(Var));
  Value Shared = enterSnapshot(Builder, Loc, Op, Snapshot, Name);
  waitForConstruct(Builder, Loc, Op);
  fir::runtime::genDerivedTypeDestroy(Builder, Loc, Describe(Snapshot));
  Value Own = createOwn(Builder, Loc, Op, Shared, Recipe, Name);
  // A kernel has its variables at its top.
  Box = Describe(Own);
  Slot = fir::AllocaOp::create(Builder, Loc, Box.getType());
  fir::StoreOp::create(Builder, Loc, Box, Slot);
  fir::runtime::genAssign(Builder, Loc, Slot, Describe(Shared));
  replaceClause(Op, Clause, Number, Own);
}

/// The array of \p Clause if the host copies it, rather than passing it to the
/// kernel; null for other variables. \p Left: what parameters have room for.
template <typename Construct>
static fir::SequenceType arrayToCopy(Construct Op, acc::FirstprivateOp Clause,
                                     uint64_t &Left) {
  Type T = Clause.getAccVar().getType();
  if (!acc::getBounds(Clause).empty())
    return {};
  if (auto Allocated = allocatedArray(T))
    return isCopiedByElement(Allocated.getEleTy()) ? Allocated
                                                   : fir::SequenceType();
  auto Array =
      dyn_cast_or_null<fir::SequenceType>(fir::dyn_cast_ptrOrBoxEleTy(T));
  if (!Array || isa<fir::BoxType>(T))
    return Array;
  if (!isa<fir::ReferenceType>(T) || Array.hasDynamicExtents() ||
      !isCopiedByElement(Array.getEleTy()))
    return {};
  // What the lanes of a gang change must be one array.
  auto Module = Op->template getParentOfType<ModuleOp>();
  return isChangedTogether(Op, Clause.getAccVar()) ||
                 !fitsParameters(Module, Clause.getLoc(), Array, Left)
             ? Array
             : fir::SequenceType();
}

/// The same for an array. \p HasLoops: the construct has parallel loops.
template <typename Construct>
static void copyFirstPrivateArray(Construct Op, acc::FirstprivateOp Clause,
                                  acc::FirstprivateRecipeOp Recipe,
                                  unsigned Number, bool HasLoops) {
  Value Var = acc::getVar(Clause);
  Type T = Clause.getAccVar().getType();
  bool IsAllocated = static_cast<bool>(allocatedArray(T));
  Location Loc = Clause.getLoc();
  OpBuilder Builder(Clause);
  std::string Name = acc::getVarName(Clause).value_or("").str();
  Value Described = IsAllocated
                        ? fir::LoadOp::create(Builder, Loc, Var).getResult()
                        : withDescriptor(Builder, Loc, Var);
  Value Snapshot = createSnapshot(Builder, Loc, Described);
  Value Copied = Snapshot;
  if (IsAllocated) {
    Copied = fir::AllocaOp::create(Builder, Loc, Snapshot.getType());
    fir::StoreOp::create(Builder, Loc, Snapshot, Copied);
    if (Copied.getType() != Var.getType())
      Copied = fir::ConvertOp::create(Builder, Loc, Var.getType(), Copied);
  } else if (!isa<fir::BoxType>(T)) {
    Copied = fir::BoxAddrOp::create(Builder, Loc, Var.getType(), Snapshot);
  }
  Value Shared = enterSnapshot(Builder, Loc, Op, Copied, Name);
  releaseSnapshot(Builder, Loc, Op, Snapshot);
  Value Own = createOwn(Builder, Loc, Op, Shared, Recipe, Name);
  if (IsAllocated)
    copyArray(Builder, Loc, Shared, Own, HasLoops);
  else
    copyArray(Builder, Loc, withDescriptor(Builder, Loc, Shared),
              withDescriptor(Builder, Loc, Own), HasLoops);
  replaceClause(Op, Clause, Number, Own);
}

template <typename Construct> static void copyFirstPrivateArrays(Construct Op) {
  uint64_t Left = MaxParameterBytes;
  bool HasLoops = !parallelLoops(Op).empty();
  for (unsigned I = Op.getFirstprivateOperands().size(); I-- > 0;) {
    Value Operand = Op.getFirstprivateOperands()[I];
    auto Clause = Operand.getDefiningOp<acc::FirstprivateOp>();
    if (!Clause)
      continue;
    if (auto Record =
            dyn_cast<fir::RecordType>(fir::unwrapRefType(Operand.getType()))) {
      if (RecordFacts Facts = factsOfRecord(Record);
          Facts.HasAllocatable && !Facts.HasPolymorphic)
        copyFirstPrivateRecord(Op, Clause, I);
      continue;
    }
    fir::SequenceType Array = arrayToCopy(Op, Clause, Left);
    if (!Array || factsOfRecord(Array).HasAllocatable)
      continue;
    if (auto Recipe =
            SymbolTable::lookupNearestSymbolFrom<acc::FirstprivateRecipeOp>(
                Op, acc::getRecipe(Clause)))
      copyFirstPrivateArray(Op, Clause, Recipe, I, HasLoops);
  }
}

void copyFirstPrivateArrays(ModuleOp Module) {
  Module.walk([](Operation *Op) {
    if (auto Parallel = dyn_cast<acc::ParallelOp>(Op))
      copyFirstPrivateArrays(Parallel);
    else if (auto Serial = dyn_cast<acc::SerialOp>(Op))
      copyFirstPrivateArrays(Serial);
  });
}

} // namespace warpfort::openacc
