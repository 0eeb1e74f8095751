//===-- SplitInitialValues.cpp - Initial values of large arrays -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The initial value of an array of records or characters is an insertion for
/// each element, and the translation to LLVM IR makes a constant of the whole
/// array at each: a time that grows with the square of their number. Large
/// arrays become variables of few elements. What stands where in the value of
/// the array is an attribute; joinInitialValues() makes the constant once.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Flang/Passes.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/UserErrors.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_SPLITINITIALVALUESPASS
#include "warpfort/Flang/Passes.h.inc"

namespace {

/// Arrays of more scalars than this are split, into parts of so many elements.
constexpr int64_t MostScalars = 1000, PartElements = 256;

/// What no memory of a compiler should hold.
constexpr int64_t MostElements = 1 << 28;

/// The scalars in a value of the type; a descriptor counts as one.
int64_t countScalars(Type T) {
  auto sum = [](auto &&Types) {
    int64_t Sum = 0;
    for (Type Each : Types)
      Sum += countScalars(Each);
    return Sum;
  };
  if (auto Array = dyn_cast<fir::SequenceType>(T))
    return Array.hasDynamicExtents()
               ? 0
               : Array.getConstantArraySize() * countScalars(Array.getEleTy());
  if (auto Record = dyn_cast<fir::RecordType>(T))
    return sum(llvm::make_second_range(Record.getTypeList()));
  if (auto Tuple = dyn_cast<TupleType>(T))
    return sum(Tuple.getTypes());
  return 1;
}

/// Elements that follow each other in memory and have the same value.
struct Run {
  int64_t Count;
  Value Element;
};

/// The place of an element, counted in the order of memory.
int64_t placeOf(fir::SequenceType Array, llvm::ArrayRef<int64_t> Subscripts) {
  int64_t Place = 0, Stride = 1;
  for (auto [Subscript, Extent] : llvm::zip(Subscripts, Array.getShape())) {
    Place += Subscript * Stride;
    Stride *= Extent;
  }
  return Place;
}

/// The subscripts of an insertion of a whole element.
std::optional<llvm::SmallVector<int64_t>>
subscriptsOf(fir::InsertValueOp Insertion, fir::SequenceType Array) {
  llvm::SmallVector<int64_t> Subscripts;
  for (Attribute Each : Insertion.getCoor())
    if (auto Number = dyn_cast<IntegerAttr>(Each))
      Subscripts.push_back(Number.getInt());
    else
      return std::nullopt;
  if (Subscripts.size() != Array.getDimension())
    return std::nullopt;
  return Subscripts;
}

/// The elements of an array in the order of memory; none if they are not
/// inserted in this order, each once.
llvm::SmallVector<Run> runsOf(Value Whole) {
  auto Array = cast<fir::SequenceType>(Whole.getType());
  llvm::SmallVector<Run> Reversed;
  int64_t End = Array.getConstantArraySize();
  while (End > 0) {
    int64_t First, Last;
    if (auto Range = Whole.getDefiningOp<fir::InsertOnRangeOp>()) {
      llvm::SmallVector<int64_t> From, To;
      for (auto [I, Bound] :
           llvm::enumerate(Range.getCoor().getValues<int64_t>()))
        (I % 2 ? To : From).push_back(Bound);
      First = placeOf(Array, From);
      Last = placeOf(Array, To);
      Reversed.push_back({Last - First + 1, Range.getVal()});
      Whole = Range.getSeq();
    } else if (auto One = Whole.getDefiningOp<fir::InsertValueOp>()) {
      auto Subscripts = subscriptsOf(One, Array);
      if (!Subscripts)
        return {};
      First = Last = placeOf(Array, *Subscripts);
      Reversed.push_back({1, One.getVal()});
      Whole = One.getAdt();
    } else {
      return {};
    }
    if (Last != End - 1)
      return {};
    End = First;
  }
  return llvm::SmallVector<Run>(llvm::reverse(Reversed));
}

class Splitter {
public:
  Splitter(fir::GlobalOp Global, SymbolTable &Symbols)
      : Global(Global), Symbols(Symbols), Builder(Global.getContext()) {}

  LogicalResult run();
  llvm::ArrayRef<fir::GlobalOp> parts() const { return Made; }

private:
  LogicalResult split(OpOperand &Use, llvm::ArrayRef<int64_t> Path);
  LogicalResult splitComponents(Value Record, llvm::ArrayRef<int64_t> Path);
  void splitArray(OpOperand &Use, llvm::ArrayRef<Run> Runs,
                  llvm::ArrayRef<int64_t> Path);
  fir::GlobalOp makePart(llvm::ArrayRef<Run> Elements, Type Element);
  void cloneElements(llvm::ArrayRef<Run> Elements, IRMapping &Map);
  void eraseUnused();

  fir::GlobalOp Global;
  SymbolTable &Symbols;
  OpBuilder Builder;
  llvm::SmallVector<fir::GlobalOp> Made;
  llvm::SmallVector<Attribute> Parts;
};

/// A variable that has these elements, or is the only one.
fir::GlobalOp Splitter::makePart(llvm::ArrayRef<Run> Elements, Type Element) {
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Builder.setInsertionPointAfter(Global);
  bool IsOne = Elements.size() == 1;
  Type T = IsOne ? Element
                 : fir::SequenceType::get(
                       {static_cast<int64_t>(Elements.size())}, Element);
  // No name of Fortran's: passes change those.
  std::string Name =
      ("part." + llvm::Twine(Made.size()) + ".of." + Global.getSymName()).str();
  auto Part =
      fir::GlobalOp::create(Builder, Global.getLoc(), Name,
                            /*isConstant=*/true, /*isTarget=*/false, T,
                            Attribute(), Builder.getStringAttr("internal"));
  Symbols.insert(Part);
  Builder.createBlock(&Part.getRegion());
  IRMapping Map;
  cloneElements(Elements, Map);
  Value Whole = IsOne ? Map.lookup(Elements.front().Element)
                      : fir::UndefOp::create(Builder, Global.getLoc(), T);
  for (size_t I = 0; !IsOne && I < Elements.size(); ++I)
    Whole = fir::InsertValueOp::create(
        Builder, Global.getLoc(), T, Whole, Map.lookup(Elements[I].Element),
        Builder.getArrayAttr(Builder.getIndexAttr(I)));
  fir::HasValueOp::create(Builder, Global.getLoc(), Whole);
  Made.push_back(Part);
  return Part;
}

/// What the elements are made of.
void Splitter::cloneElements(llvm::ArrayRef<Run> Elements, IRMapping &Map) {
  llvm::SetVector<Operation *> Needed;
  for (const Run &Each : Elements) {
    BackwardSliceOptions Options;
    Options.inclusive = true;
    (void)getBackwardSlice(Each.Element, &Needed, Options);
  }
  Block &Body = Global.getRegion().front();
  for (Operation *Op : topologicalSort(Needed))
    if (Op->getBlock() == &Body)
      Builder.clone(*Op, Map);
}

void Splitter::splitArray(OpOperand &Use, llvm::ArrayRef<Run> Runs,
                          llvm::ArrayRef<int64_t> Path) {
  auto Array = cast<fir::SequenceType>(Use.get().getType());
  // Elements that differ share a variable, unless that were the array again.
  bool IsWhole = Runs.size() <= PartElements &&
                 llvm::all_of(Runs, [](const Run &R) { return R.Count == 1; });
  size_t Most = IsWhole ? 1 : PartElements;
  for (size_t First = 0; First < Runs.size();) {
    size_t Count = 1;
    while (Runs[First].Count == 1 && First + Count < Runs.size() &&
           Runs[First + Count].Count == 1 && Count < Most)
      ++Count;
    fir::GlobalOp Part = makePart(Runs.slice(First, Count), Array.getEleTy());
    llvm::SmallVector<int64_t> Where{Count > 1 ? 0 : Runs[First].Count};
    Where.append(Path.begin(), Path.end());
    Parts.push_back(Builder.getArrayAttr(
        {FlatSymbolRefAttr::get(Part), Builder.getDenseI64ArrayAttr(Where)}));
    First += Count;
  }
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Builder.setInsertionPoint(Use.getOwner());
  Use.set(fir::ZeroOp::create(Builder, Global.getLoc(), Array));
}

/// Goes through the insertions that make a record, or a COMMON block.
LogicalResult Splitter::splitComponents(Value Record,
                                        llvm::ArrayRef<int64_t> Path) {
  while (auto Insertion = Record.getDefiningOp<fir::InsertValueOp>()) {
    Record = Insertion.getAdt();
    llvm::SmallVector<int64_t> Inner(Path);
    auto Type = dyn_cast<fir::RecordType>(Record.getType());
    Attribute First = *Insertion.getCoor().begin();
    if (auto Number = dyn_cast<IntegerAttr>(First);
        Number && Insertion.getCoor().size() == 1)
      Inner.push_back(Number.getInt());
    else if (auto Name = dyn_cast<StringAttr>(First);
             Name && Type && Insertion.getCoor().size() == 2)
      Inner.push_back(Type.getFieldIndex(Name));
    else
      continue;
    if (failed(split(Insertion.getValMutable(), Inner)))
      return failure();
  }
  return success();
}

/// Splits the arrays in the value that is used there, which is at the place
/// \p Path of the variable.
LogicalResult Splitter::split(OpOperand &Use, llvm::ArrayRef<int64_t> Path) {
  Value Whole = Use.get();
  if (countScalars(Whole.getType()) <= MostScalars)
    return success();
  auto Array = dyn_cast<fir::SequenceType>(Whole.getType());
  if (!Array)
    return splitComponents(Whole, Path);
  llvm::SmallVector<Run> Runs = runsOf(Whole);
  if (Runs.empty())
    return success();
  if (static_cast<int64_t>(Array.getConstantArraySize()) > MostElements)
    return emitUserError(Global.getLoc(),
                         "the initial value of '" +
                             demangleName(Global.getSymName()) +
                             "' has more than ")
           << MostElements << " elements; assign them in a loop";
  splitArray(Use, Runs, Path);
  return success();
}

void Splitter::eraseUnused() {
  for (Operation &Op :
       llvm::make_early_inc_range(llvm::reverse(Global.getRegion().front())))
    if (isOpTriviallyDead(&Op))
      Op.erase();
}

LogicalResult Splitter::run() {
  auto Value =
      cast<fir::HasValueOp>(Global.getRegion().front().getTerminator());
  if (failed(split(Value.getResvalMutable(), {})))
    return failure();
  if (Parts.empty())
    return success();
  InitialPartsAttr.set(Global, Builder.getArrayAttr(Parts));
  eraseUnused();
  return success();
}

class SplitInitialValues
    : public impl::SplitInitialValuesPassBase<SplitInitialValues> {
public:
  void runOnOperation() override {
    SymbolTable Symbols(getOperation());
    llvm::SmallVector<fir::GlobalOp> Left(
        getOperation().getOps<fir::GlobalOp>());
    while (!Left.empty()) {
      fir::GlobalOp Global = Left.pop_back_val();
      if (!Global.hasInitializationBody())
        continue;
      Splitter Work(Global, Symbols);
      if (failed(Work.run()))
        return signalPassFailure();
      // Elements may have large arrays.
      llvm::append_range(Left, Work.parts());
    }
  }
};

} // namespace
} // namespace warpfort
