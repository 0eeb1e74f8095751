//===-- TileLoops.cpp - Kernels whose blocks compute tiles ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See TileLoops.h.
///
//===----------------------------------------------------------------------===//
#include "TileLoops.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort {
namespace {

/// Elements of a thread along x and y of a product's tile, and along y of a
/// transposed one's.
constexpr int64_t Side = WARPDEV_TILE_ROWS;
/// Threads along x and y of a product's block, at most, which is also how many
/// terms are in shared memory at a time.
constexpr int64_t MostThreads = 16;
/// A thread reads its elements of a row in words of this many bytes.
constexpr uint64_t WordBytes = 16;
/// The side of a transposed tile.
constexpr int64_t TransposedSide = 32;
/// One more element keeps threads that read along the other side in different
/// banks.
constexpr int64_t TransposedStride = TransposedSide + 1;
/// Static shared memory that every GPU has.
constexpr uint64_t MostShared = 48 * 1024;
/// Extents of results for which tiles are not mostly empty.
constexpr int64_t LeastExtent = 32;
/// What stands in the kernel a number of times.
constexpr unsigned MostOperations = 150;

/// What a value differs with.
enum Dependence : unsigned {
  None = 0,
  OnX = 1,
  OnY = 2,
  OnTerm = 4,
  OnSums = 8,
  Unknown = 16
};

/// What is in shared memory: of the left operand, which differs with x, of the
/// right one, or the elements that are read at transposed subscripts.
struct Part {
  Value Of; ///< in the kernel without tiles
  Type Element;
  bool IsAlongTerms = false; ///< neighbouring terms are neighbours in memory
  int64_t Stride = 0;        ///< between rows in shared memory
  Value Memory = {};
};

class Tiling {
public:
  Tiling(fir::FirOpBuilder &Builder, cuf::KernelOp Kernel)
      : Builder(Builder), Loc(Kernel.getLoc()), Kernel(Kernel) {}

  bool find();
  void create();

private:
  Block *body() { return &Kernel.getRegion().front(); }
  bool findProduct();
  bool findTransposed();
  bool hasRoom();
  unsigned dependenceOf(Value V);
  bool isFirstSubscriptOn(Value V, unsigned Of, unsigned Depth = 0);
  bool isOfElement(Operation &Op);
  bool addPart(Value V);

  void createProduct();
  void createTransposed();
  void createElement(Value X, Value Y, IRMapping &Map);
  llvm::SmallVector<Value> beginElements();
  void copyParts(Value First);
  llvm::SmallVector<llvm::SmallVector<Value>>
  loadRow(llvm::ArrayRef<Part> Parts, Value Term, llvm::ArrayRef<Value> Places);
  fir::DoLoopOp addTerms(Value Terms, ValueRange Sums);
  Value copyOf(Value V, IRMapping &Map);
  void allocate(Part &P);
  Value elementOf(const Part &P, Value At);
  Value load(const Part &P, uint64_t N, Value At);
  llvm::SmallVector<Value> readParts(llvm::ArrayRef<Part> Parts, unsigned Along,
                                     Value First);

  Value index(int64_t N) {
    return Builder.createIntegerConstant(Loc, Builder.getIndexType(), N);
  }
  Value add(Value A, Value B) {
    return arith::AddIOp::create(Builder, Loc, A, B);
  }
  Value mul(Value A, Value B) {
    return arith::MulIOp::create(Builder, Loc, A, B);
  }
  Value least(Value A, Value B) {
    return arith::MinSIOp::create(Builder, Loc, A, B);
  }
  Value isAtMost(Value A, Value B) {
    return arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::sle, A, B);
  }
  Value call(llvm::StringRef Name, llvm::ArrayRef<int32_t> Dim,
             llvm::ArrayRef<Value> Arguments = {});

  fir::FirOpBuilder &Builder;
  Location Loc;
  cuf::KernelOp Kernel;
  fir::DoLoopOp Loop; ///< of a product's terms
  llvm::SmallVector<Part> Left, Right, Transposed;
  llvm::DenseMap<Value, unsigned> Known;

  unsigned NumTiles = 0; ///< in shared memory

  // In the kernel with tiles. Subscripts count from 0.
  Value X, Y;             ///< block arguments of the kernel without
  Value ExtentX, ExtentY; ///< of the result
  Value FirstX, FirstY;   ///< of the tile
  Value ThreadX, ThreadY;
  // Of a product.
  Value Threads;                          ///< along each side of the block
  llvm::SmallVector<Value> Columns, Rows; ///< of the thread in the tile
  llvm::SmallVector<IRMapping> Elements;  ///< of the thread
};

//===-- What a kernel is --------------------------------------------------===//

unsigned Tiling::dependenceOf(Value V) {
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  Operation *Op = V.getDefiningOp();
  Region *In = V.getParentRegion();
  if (!Kernel.getRegion().isAncestor(In))
    return Known[V] = None;
  if (!Op || Op->getNumRegions() ||
      !(isa<fir::LoadOp, hlfir::DesignateOp>(Op) || isMemoryEffectFree(Op)))
    return Known[V] = Unknown;
  unsigned All = None;
  for (Value Operand : Op->getOperands())
    All |= dependenceOf(Operand);
  return Known[V] = All;
}

/// Whether the first subscript of an element from which \p V is computed
/// differs with \p Of.
bool Tiling::isFirstSubscriptOn(Value V, unsigned Of, unsigned Depth) {
  constexpr unsigned MaxDepth = 12;
  Operation *Op = V.getDefiningOp();
  if (!Op || Depth > MaxDepth ||
      !Kernel.getRegion().isAncestor(V.getParentRegion()))
    return false;
  if (auto Element = dyn_cast<hlfir::DesignateOp>(Op))
    if (!Element.getIndices().empty())
      return dependenceOf(Element.getIndices().front()) & Of;
  return llvm::any_of(Op->getOperands(), [&](Value Operand) {
    return isFirstSubscriptOn(Operand, Of, Depth + 1);
  });
}

/// Whether \p Op, in the loop, is computed for each element and term.
bool Tiling::isOfElement(Operation &Op) {
  unsigned Of = dependenceOf(Op.getResult(0));
  return (Of & OnSums) || (Of & (OnX | OnY)) == (OnX | OnY);
}

/// Notes what shared memory has to hold of \p V.
bool Tiling::addPart(Value V) {
  Type T = V.getType();
  if (!fir::isa_trivial(T) || T.isInteger(1) || isa<IndexType>(T))
    return false;
  unsigned Of = dependenceOf(V);
  auto &Parts = Of & OnX ? Left : Right;
  for (const Part &P : Parts)
    if (P.Of == V)
      return true;
  Parts.push_back({V, T, isFirstSubscriptOn(V, OnTerm)});
  return true;
}

/// A loop over terms of the sums, what is added up from values that differ with
/// x and the term, and with y and the term.
bool Tiling::findProduct() {
  for (Operation &Op : *body())
    if (auto Found = dyn_cast<fir::DoLoopOp>(Op)) {
      if (Loop)
        return false;
      Loop = Found;
    }
  if (!Loop || fir::getIntIfConstant(Loop.getLowerBound()) != 1 ||
      fir::getIntIfConstant(Loop.getStep()) != 1 || Loop.getFinalValue() ||
      dependenceOf(Loop.getUpperBound()) != None)
    return false;
  Known[Loop.getInductionVar()] = OnTerm;
  for (Value Sum : Loop.getRegionIterArgs())
    Known[Sum] = OnSums;
  for (Value Begin : Loop.getInitArgs())
    if (dependenceOf(Begin) & Unknown)
      return false;
  for (Operation &Op : Loop.getBody()->without_terminator()) {
    if (Op.getNumResults() == 0)
      return false;
    if (dependenceOf(Op.getResult(0)) & Unknown)
      return false;
    if (!isOfElement(Op))
      continue;
    if (isa<fir::LoadOp>(Op))
      return false;
    for (Value Operand : Op.getOperands()) {
      unsigned From = dependenceOf(Operand);
      bool IsShared = From == (OnX | OnTerm) || From == (OnY | OnTerm);
      if ((IsShared && !addPart(Operand)) || From == OnTerm)
        return false;
    }
  }
  for (Value Next : Loop.getBody()->getTerminator()->getOperands())
    if (!(dependenceOf(Next) & OnSums))
      return false;
  return !Left.empty() && !Right.empty();
}

/// Elements whose first subscript differs with y, and another one with x.
bool Tiling::findTransposed() {
  for (Operation &Op : *body()) {
    auto Load = dyn_cast<fir::LoadOp>(Op);
    auto Element = Load ? Load.getMemref().getDefiningOp<hlfir::DesignateOp>()
                        : hlfir::DesignateOp();
    if (!Element || Element.getIndices().size() < 2 ||
        dependenceOf(Load) != (OnX | OnY) || !fir::isa_trivial(Load.getType()))
      continue;
    Operation::operand_range Subscripts = Element.getIndices();
    if (dependenceOf(Subscripts.front()) == OnY &&
        llvm::any_of(Subscripts.drop_front(),
                     [&](Value V) { return dependenceOf(V) == OnX; }))
      Transposed.push_back({Load, Load.getType()});
  }
  return !Transposed.empty();
}

/// Bytes of an element; none where it is no number that memory may hold.
uint64_t bytesOf(fir::FirOpBuilder &Builder, Type T) {
  if (auto Complex = dyn_cast<ComplexType>(T))
    return 2 * bytesOf(Builder, Complex.getElementType());
  if (auto Logical = dyn_cast<fir::LogicalType>(T))
    return Builder.getKindMap().getLogicalBitsize(Logical.getFKind()) / 8;
  return isa<IntegerType, FloatType>(T) ? T.getIntOrFloatBitWidth() / 8 : 0;
}

bool Tiling::hasRoom() {
  uint64_t All = 0;
  for (llvm::SmallVector<Part> *Parts : {&Left, &Right, &Transposed})
    for (Part &P : *Parts) {
      uint64_t Bytes = bytesOf(Builder, P.Element);
      if (!Bytes)
        return false;
      // Threads that write along the other side share few banks, and rows
      // begin with a word.
      P.Stride =
          Loop ? Side * MostThreads + std::max<int64_t>(1, WordBytes / Bytes)
               : TransposedStride;
      All += Bytes * P.Stride * (Loop ? MostThreads : TransposedSide);
    }
  return All <= MostShared;
}

bool Tiling::find() {
  if (body()->getNumArguments() != 2 || !Kernel.getReduceOperands().empty() ||
      SharedLoopAttr.get(Kernel) || !Kernel.getRegion().hasOneBlock())
    return false;
  Y = body()->getArgument(0);
  X = body()->getArgument(1);
  Known[X] = OnX;
  Known[Y] = OnY;
  unsigned Operations = 0;
  Kernel.getRegion().walk([&](Operation *) { ++Operations; });
  if (Operations > MostOperations)
    return false;
  return (findProduct() || (!Loop && findTransposed())) && hasRoom();
}

//===-- The kernel with tiles ---------------------------------------------===//

Value Tiling::call(llvm::StringRef Name, llvm::ArrayRef<int32_t> Dim,
                   llvm::ArrayRef<Value> Arguments) {
  Type I32 = Builder.getI32Type(), I64 = Builder.getI64Type();
  llvm::SmallVector<Value> All;
  llvm::SmallVector<Type> Types;
  for (int32_t D : Dim) {
    All.push_back(Builder.createIntegerConstant(Loc, I32, D));
    Types.push_back(I32);
  }
  for (Value V : Arguments) {
    All.push_back(Builder.createConvert(Loc, I64, V));
    Types.push_back(I64);
  }
  func::FuncOp Function = getOrDeclareFunction(
      Builder, Loc, (WARPDEV_TILE_PREFIX + Name).str(),
      FunctionType::get(Builder.getContext(), Types,
                        Dim.empty() ? TypeRange() : TypeRange(I64)));
  auto Call = fir::CallOp::create(Builder, Loc, Function, All);
  return Dim.empty() ? Value()
                     : Builder.createConvert(Loc, Builder.getIndexType(),
                                             Call.getResult(0));
}

/// \p V, which stands in the kernel without tiles, for what \p Map says.
Value Tiling::copyOf(Value V, IRMapping &Map) {
  if (Value Copy = Map.lookupOrNull(V))
    return Copy;
  Operation *Op = V.getDefiningOp();
  if (!Op || !Kernel.getRegion().isAncestor(V.getParentRegion()))
    return V;
  for (Value Operand : Op->getOperands())
    copyOf(Operand, Map);
  return Builder.clone(*Op, Map)->getResult(
      cast<OpResult>(V).getResultNumber());
}

void Tiling::allocate(Part &P) {
  int64_t Rows = Loop ? MostThreads : TransposedSide;
  auto T = fir::SequenceType::get({Rows * P.Stride}, P.Element);
  // Equal operations would become one.
  std::string Name = "tile" + std::to_string(++NumTiles);
  auto Memory = cuf::SharedMemoryOp::create(Builder, Loc, T, Name, Name);
  Memory.setIsStatic(true);
  P.Memory = Memory.getPtr();
}

Value Tiling::elementOf(const Part &P, Value At) {
  return fir::CoordinateOp::create(Builder, Loc, Builder.getRefType(P.Element),
                                   P.Memory, At);
}

/// Number \p N of neighbouring elements, of which the first begins with a word.
/// The alignment lets LLVM read whole words.
Value Tiling::load(const Part &P, uint64_t N, Value At) {
  Value Address = elementOf(P, At);
  if (!isa<IntegerType, FloatType>(P.Element))
    return fir::LoadOp::create(Builder, Loc, Address);
  uint64_t Bytes = bytesOf(Builder, P.Element);
  uint64_t Offset = N ? N * Bytes : Side * Bytes;
  Address = Builder.createConvert(
      Loc, LLVM::LLVMPointerType::get(Builder.getContext()), Address);
  return LLVM::LoadOp::create(
      Builder, Loc, P.Element, Address,
      static_cast<unsigned>(std::min(WordBytes, Offset & -Offset)));
}

/// What the thread copies of operands that differ with \p Along and the term,
/// the first of which is number \p First, to shared memory. All of it is read
/// before anything is written. What is beyond the operands' ends is not used,
/// and is what is there.
llvm::SmallVector<Value> Tiling::readParts(llvm::ArrayRef<Part> Parts,
                                           unsigned Along, Value First) {
  llvm::SmallVector<Value> Read;
  Value Start = Along == OnX ? FirstX : FirstY;
  Value Last = Along == OnX ? ExtentX : ExtentY;
  // Neighbouring threads read neighbours in memory: a row of threads those
  // along the terms, or four rows those along the tile's side. The number of
  // threads along a side is a multiple of four.
  Value Quarter = arith::RemUIOp::create(Builder, Loc, ThreadY, index(Side));
  Value Row = arith::DivUIOp::create(Builder, Loc, ThreadY, index(Side));
  Value Step = arith::DivUIOp::create(Builder, Loc, Threads, index(Side));
  for (const Part &P : Parts)
    for (int64_t N = 0; N < Side; ++N) {
      Value Term = P.IsAlongTerms ? ThreadX : add(Row, mul(Step, index(N)));
      Value Place = P.IsAlongTerms ? add(ThreadY, mul(Threads, index(N)))
                                   : add(mul(Quarter, Threads), ThreadX);
      IRMapping Map;
      Map.map(Along == OnX ? X : Y,
              least(add(add(Start, Place), index(1)), Last));
      Map.map(Loop.getInductionVar(),
              least(add(add(First, Term), index(1)), Loop.getUpperBound()));
      Read.push_back(copyOf(P.Of, Map));
      Read.push_back(add(mul(Term, index(P.Stride)), Place));
    }
  return Read;
}

/// The kernel's statement for one element, unless it is beyond the result.
void Tiling::createElement(Value AtX, Value AtY, IRMapping &Map) {
  Map.map(X, AtX);
  Map.map(Y, AtY);
  Value IsElement = arith::AndIOp::create(Builder, Loc, isAtMost(AtX, ExtentX),
                                          isAtMost(AtY, ExtentY));
  auto Guard = OpBuilder::InsertionGuard(Builder);
  auto If = fir::IfOp::create(Builder, Loc, IsElement, /*withElse=*/false);
  Builder.setInsertionPointToStart(&If.getThenRegion().front());
  for (Operation &Op : body()->without_terminator())
    if (Op.getNumResults() == 0 || !Map.contains(Op.getResult(0)))
      Builder.clone(Op, Map);
}

/// What each element of the thread begins with, and what its terms take from
/// outside of the loop over them.
llvm::SmallVector<Value> Tiling::beginElements() {
  // Neighbours, which are one word or two in shared memory.
  auto PlaceOf = [&](Value Thread, int64_t N) {
    return add(mul(Thread, index(Side)), index(N));
  };
  for (int64_t N = 0; N < Side; ++N) {
    Columns.push_back(PlaceOf(ThreadX, N));
    Rows.push_back(PlaceOf(ThreadY, N));
  }
  // Beyond the result the last element is repeated.
  auto Within = [&](Value First, Value Place, Value Extent) {
    return least(add(add(First, Place), index(1)), Extent);
  };
  llvm::SmallVector<Value> Initial;
  for (int64_t N = 0; N < Side * Side; ++N) {
    IRMapping &Element = Elements.emplace_back();
    Element.map(X, Within(FirstX, Columns[N % Side], ExtentX));
    Element.map(Y, Within(FirstY, Rows[N / Side], ExtentY));
    for (Value Begin : Loop.getInitArgs())
      Initial.push_back(copyOf(Begin, Element));
    for (Operation &Op : Loop.getBody()->without_terminator())
      if (isOfElement(Op))
        for (Value Operand : Op.getOperands())
          if (!(dependenceOf(Operand) & (OnTerm | OnSums)))
            copyOf(Operand, Element);
  }
  return Initial;
}

/// Copies the operands' parts to shared memory, from term \p First on.
void Tiling::copyParts(Value First) {
  llvm::SmallVector<Value> Read = readParts(Left, OnX, First);
  Read.append(readParts(Right, OnY, First));
  auto *Next = Read.begin();
  for (auto *Parts : {&Left, &Right})
    for (const Part &P : *Parts)
      for (int64_t N = 0; N < Side; ++N, Next += 2)
        fir::StoreOp::create(Builder, Loc, Next[0], elementOf(P, Next[1]));
}

/// The thread's elements of a row of \p Parts, which is a term's.
llvm::SmallVector<llvm::SmallVector<Value>>
Tiling::loadRow(llvm::ArrayRef<Part> Parts, Value Term,
                llvm::ArrayRef<Value> Places) {
  llvm::SmallVector<llvm::SmallVector<Value>> All;
  for (auto [N, Place] : llvm::enumerate(Places)) {
    All.emplace_back();
    for (const Part &P : Parts)
      All.back().push_back(load(P, N, add(mul(Term, index(P.Stride)), Place)));
  }
  return All;
}

/// The loop over \p Terms in shared memory, which goes on from \p Sums.
fir::DoLoopOp Tiling::addTerms(Value Terms, ValueRange Sums) {
  auto Inner = fir::DoLoopOp::create(
      Builder, Loc, index(0),
      arith::SubIOp::create(Builder, Loc, Terms, index(1)), index(1),
      /*unordered=*/false, /*finalCountValue=*/false, Sums);
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Builder.setInsertionPointToStart(Inner.getBody());
  auto Lefts = loadRow(Left, Inner.getInductionVar(), Columns);
  auto Rights = loadRow(Right, Inner.getInductionVar(), Rows);
  llvm::SmallVector<Value> New;
  unsigned NumSums = Loop.getNumResults();
  for (int64_t N = 0; N < Side * Side; ++N) {
    IRMapping Map = Elements[N];
    for (auto [P, V] : llvm::zip_equal(Left, Lefts[N % Side]))
      Map.map(P.Of, V);
    for (auto [P, V] : llvm::zip_equal(Right, Rights[N / Side]))
      Map.map(P.Of, V);
    for (unsigned S = 0; S < NumSums; ++S)
      Map.map(Loop.getRegionIterArgs()[S],
              Inner.getRegionIterArgs()[N * NumSums + S]);
    for (Value Sum : Loop.getBody()->getTerminator()->getOperands())
      New.push_back(copyOf(Sum, Map));
  }
  fir::ResultOp::create(Builder, Loc, New);
  return Inner;
}

void Tiling::createProduct() {
  for (auto *Parts : {&Left, &Right})
    for (Part &P : *Parts)
      allocate(P);
  Value Length = Loop.getUpperBound();
  llvm::SmallVector<Value> Initial = beginElements();
  auto Tiles = fir::DoLoopOp::create(
      Builder, Loc, index(0),
      arith::SubIOp::create(Builder, Loc, Length, index(1)), Threads,
      /*unordered=*/false, /*finalCountValue=*/false, Initial);
  auto AfterTiles = Builder.saveInsertionPoint();
  Builder.setInsertionPointToStart(Tiles.getBody());
  Value First = Tiles.getInductionVar();
  copyParts(First);
  call("wait", {});
  Value Terms =
      least(arith::SubIOp::create(Builder, Loc, Length, First), Threads);
  fir::DoLoopOp Inner = addTerms(Terms, Tiles.getRegionIterArgs());
  call("wait", {});
  fir::ResultOp::create(Builder, Loc, Inner.getResults());

  Builder.restoreInsertionPoint(AfterTiles);
  unsigned NumSums = Loop.getNumResults();
  for (int64_t N = 0; N < Side * Side; ++N) {
    IRMapping Map;
    for (unsigned S = 0; S < NumSums; ++S)
      Map.map(Loop.getResult(S), Tiles.getResult(N * NumSums + S));
    createElement(add(add(FirstX, Columns[N % Side]), index(1)),
                  add(add(FirstY, Rows[N / Side]), index(1)), Map);
  }
}

void Tiling::createTransposed() {
  for (Part &P : Transposed)
    allocate(P);
  auto RowOf = [&](int64_t N) {
    return add(ThreadY, index(N * (TransposedSide / Side)));
  };
  llvm::SmallVector<Value> Read;
  for (int64_t N = 0; N < Side; ++N) {
    IRMapping Map;
    Map.map(X, least(add(add(FirstX, RowOf(N)), index(1)), ExtentX));
    Map.map(Y, least(add(add(FirstY, ThreadX), index(1)), ExtentY));
    for (const Part &P : Transposed)
      Read.push_back(copyOf(P.Of, Map));
  }
  auto *Next = Read.begin();
  for (int64_t N = 0; N < Side; ++N)
    for (const Part &P : Transposed)
      fir::StoreOp::create(
          Builder, Loc, *Next++,
          elementOf(P, add(mul(RowOf(N), index(TransposedStride)), ThreadX)));
  call("wait", {});
  for (int64_t N = 0; N < Side; ++N) {
    IRMapping Map;
    for (const Part &P : Transposed)
      Map.map(P.Of, fir::LoadOp::create(
                        Builder, Loc,
                        elementOf(P, add(mul(ThreadX, index(TransposedStride)),
                                         RowOf(N)))));
    createElement(add(add(FirstX, ThreadX), index(1)),
                  add(add(FirstY, RowOf(N)), index(1)), Map);
  }
  call("wait", {});
}

void Tiling::create() {
  auto Guard = OpBuilder::InsertionGuard(Builder);
  ExtentY = Kernel.getUpperbound()[0];
  ExtentX = Kernel.getUpperbound()[1];
  Builder.setInsertionPoint(Kernel);
  Value Pays =
      arith::AndIOp::create(Builder, Loc, isAtMost(index(LeastExtent), ExtentX),
                            isAtMost(index(LeastExtent), ExtentY));
  auto Choice = fir::IfOp::create(Builder, Loc, Pays, /*withElse=*/true);
  Builder.setInsertionPointToStart(&Choice.getThenRegion().front());
  auto Tiled = cast<cuf::KernelOp>(Builder.clone(*Kernel));
  Kernel->moveBefore(Choice.getElseRegion().front().getTerminator());

  // As it was where a thread has whole loops, else by tiles.
  Block &Body = Tiled.getRegion().front();
  Builder.setInsertionPointToStart(&Body);
  func::FuncOp Question = getOrDeclareFunction(
      Builder, Loc, WARPDEV_LOOPS_USE_THREADS,
      FunctionType::get(Builder.getContext(), {}, {Builder.getI32Type()}));
  Value UsesTiles = Builder.createConvert(
      Loc, Builder.getI1Type(),
      fir::CallOp::create(Builder, Loc, Question, ValueRange{}).getResult(0));
  auto If = fir::IfOp::create(Builder, Loc, UsesTiles, /*withElse=*/true);
  Block &Plain = If.getElseRegion().front();
  Plain.getOperations().splice(Plain.begin(), Body.getOperations(),
                               std::next(If->getIterator()),
                               Body.getTerminator()->getIterator());

  Builder.setInsertionPointToStart(&If.getThenRegion().front());
  int64_t PerThreadX = Loop ? Side : 1;
  FirstX = call("first", 0, {Body.getArgument(1), index(PerThreadX)});
  FirstY = call("first", 1, {Body.getArgument(0), index(Side)});
  ThreadX = call("thread", 0);
  ThreadY = call("thread", 1);
  if (Loop) {
    Threads = call("threads", 0);
    createProduct();
  } else {
    createTransposed();
  }
  TileColumnsAttr.set(Tiled, static_cast<int32_t>(PerThreadX));
}

} // namespace

void tileLoops(fir::FirOpBuilder &Builder, cuf::KernelOp Kernel) {
  Tiling Found(Builder, Kernel);
  if (Found.find())
    Found.create();
}

} // namespace warpfort
