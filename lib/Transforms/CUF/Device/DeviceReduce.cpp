//===-- DeviceReduce.cpp - REDUCE in device code --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeviceReduce.h"
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Builder/BoxValue.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "flang/Optimizer/Dialect/Support/FIRContext.h"
#include "flang/Optimizer/Dialect/Support/KindMapping.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace warpfort {
namespace {

bool isAbsent(Value V) { return V.getDefiningOp<fir::AbsentOp>() != nullptr; }

/// What the functions for REDUCE are given, in their order.
struct Operands {
  Value Result; ///< where it goes, or a descriptor; null: it is returned
  Value Array, Operation, File, Line, Dim, Mask, Identity;
};

class ReduceExpander {
public:
  ReduceExpander(fir::CallOp Call, bool OnDevice)
      : OnDevice(OnDevice), Call(Call), Loc(Call.getLoc()),
        Builder(Call.getOperation(),
                fir::getKindMapping(Call->getParentOfType<ModuleOp>())) {}

  bool run();

private:
  bool understand(llvm::StringRef Name);
  bool findOperation();
  void reduceAll();
  void reduceAlong(int64_t Dim);
  void reduceDim();
  void line(ValueRange Begin, llvm::ArrayRef<unsigned> Dims);
  void loops(llvm::ArrayRef<unsigned> Dims,
             llvm::SmallVectorImpl<Value> &Indices,
             llvm::function_ref<void()> Body);
  void add(ValueRange Indices);
  void combine(Value Element);
  void stop(const char *Message);
  void copy(Value From, Value To);
  Value address(Value Box, ValueRange Indices);
  Value extent(unsigned Dim);
  Value index(int64_t N) {
    return Builder.createIntegerConstant(Loc, Builder.getIndexType(), N);
  }
  Value boolean(bool B) { return Builder.createBool(Loc, B); }

  bool OnDevice;
  fir::CallOp Call;
  Location Loc;
  fir::FirOpBuilder Builder;
  Operands In;
  bool AlongDim = false, ByReference = true;
  fir::SequenceType Sequence;
  Type Element;
  FunctionType Signature;
  SymbolRefAttr Callee; ///< the operation, or
  Value Pointer;        ///< its address
  Value Total, Next, Seen;
};

/// Reads the name and the operands of the call.
bool ReduceExpander::understand(llvm::StringRef Name) {
  if (!Name.consume_front("_FortranAReduce") &&
      !Name.consume_front("_FortranACppReduce"))
    return false;
  ByReference = !Name.consume_back("Value");
  if (ByReference)
    Name.consume_back("Ref");
  AlongDim = Name.consume_back("Dim");
  bool Returns = Call.getNumResults() == 1;
  auto Arguments = Call.getArgs();
  unsigned At = Returns ? 0 : 1;
  if (Arguments.size() != At + 8)
    return false;
  if (!Returns)
    In.Result = withoutConversions(Arguments[0]);
  In.Array = withoutConversions(Arguments[At]);
  In.Operation = Arguments[At + 1];
  In.File = Arguments[At + 2];
  In.Line = Arguments[At + 3];
  In.Dim = Arguments[At + 4];
  In.Mask = withoutConversions(Arguments[At + 5]);
  In.Identity = withoutConversions(Arguments[At + 6]);
  auto Box = dyn_cast<fir::BoxType>(In.Array.getType());
  Sequence =
      Box ? dyn_cast<fir::SequenceType>(fir::unwrapRefType(Box.getEleTy()))
          : fir::SequenceType();
  if (!Sequence || Sequence.hasUnknownShape())
    return false;
  Element = Sequence.getEleTy();
  if (auto Text = dyn_cast<fir::CharacterType>(Element))
    if (!Text.hasConstantLen())
      return false;
  if (auto Record = dyn_cast<fir::RecordType>(Element))
    if (fir::isRecordWithAllocatableMember(Record) ||
        Record.getNumLenParams() > 0)
      return false;
  return findOperation();
}

/// The procedure and how it is called.
bool ReduceExpander::findOperation() {
  auto *Context = Builder.getContext();
  Type Dummy = ByReference ? fir::ReferenceType::get(Element) : Element;
  Signature = FunctionType::get(Context, {Dummy, Dummy}, {Element});
  if (auto Text = dyn_cast<fir::CharacterType>(Element)) {
    Type Box = fir::BoxCharType::get(Context, Text.getFKind());
    Signature = FunctionType::get(
        Context,
        {fir::ReferenceType::get(Element), Builder.getIndexType(), Box, Box},
        {Box});
  }
  Value Operation = withoutConversions(In.Operation);
  if (auto Unboxed = Operation.getDefiningOp<fir::BoxAddrOp>()) {
    Value Box = Unboxed.getVal();
    if (auto Part = Box.getDefiningOp<fir::ExtractValueOp>())
      if (auto Inserted = Part.getAdt().getDefiningOp<fir::InsertValueOp>())
        for (; Inserted;
             Inserted = Inserted.getAdt().getDefiningOp<fir::InsertValueOp>())
          if (Inserted.getCoor() == Part.getCoor()) {
            Box = Inserted.getVal();
            break;
          }
    auto Made = Box.getDefiningOp<fir::EmboxProcOp>();
    bool IsInternal = Made && Made.getHost();
    if (IsInternal && OnDevice)
      return false;
    if (Made && !IsInternal)
      Operation = withoutConversions(Made.getFunc());
  }
  if (auto Known = Operation.getDefiningOp<fir::AddrOfOp>()) {
    Callee = Known.getSymbol();
    return Known.getType() == Signature;
  }
  // A dummy procedure, a pointer, or an internal procedure.
  if (!Operation.getDefiningOp<fir::BoxAddrOp>())
    return false;
  Pointer = Operation;
  return true;
}

void ReduceExpander::copy(Value From, Value To) {
  if (fir::isa_trivial(Element))
    fir::StoreOp::create(Builder, Loc, fir::LoadOp::create(Builder, Loc, From),
                         To);
  else
    fir::CopyOp::create(Builder, Loc, From, To, /*no_overlap=*/true);
}

Value ReduceExpander::address(Value Box, ValueRange Indices) {
  Type T = fir::unwrapSequenceType(
      fir::unwrapRefType(cast<fir::BoxType>(Box.getType()).getEleTy()));
  return fir::ArrayCoorOp::create(Builder, Loc, fir::ReferenceType::get(T), Box,
                                  /*shape=*/Value{}, /*slice=*/Value{}, Indices,
                                  /*typeparams=*/ValueRange{});
}

Value ReduceExpander::extent(unsigned Dim) {
  Type Index = Builder.getIndexType();
  return fir::BoxDimsOp::create(Builder, Loc, Index, Index, Index, In.Array,
                                index(Dim))
      .getExtent();
}

/// Total = operation(Total, element)
void ReduceExpander::combine(Value At) {
  llvm::SmallVector<Value> Arguments;
  Type Text = isa<fir::CharacterType>(Element) ? Signature.getInput(2) : Type();
  if (Text) {
    Value Length = index(cast<fir::CharacterType>(Element).getLen());
    Arguments = {Next, Length};
    for (Value V : {Total, At})
      Arguments.push_back(
          fir::EmboxCharOp::create(Builder, Loc, Text, V, Length));
  } else if (ByReference) {
    Arguments = {Total, At};
  } else {
    Arguments = {fir::LoadOp::create(Builder, Loc, Total),
                 fir::LoadOp::create(Builder, Loc, At)};
  }
  fir::CallOp Combined;
  if (Pointer) {
    Arguments.insert(Arguments.begin(),
                     Builder.createConvert(Loc, Signature, Pointer));
    Combined = fir::CallOp::create(Builder, Loc, Signature.getResults(),
                                   Arguments, llvm::ArrayRef<NamedAttribute>{});
  } else {
    Combined = fir::CallOp::create(Builder, Loc, Callee, Signature.getResults(),
                                   Arguments);
  }
  if (Text)
    return copy(Next, Total);
  if (fir::isa_trivial(Element)) {
    fir::StoreOp::create(Builder, Loc, Combined.getResult(0), Total);
    return;
  }
  fir::SaveResultOp::create(Builder, Loc, Combined.getResult(0), Next, Value{},
                            ValueRange{});
  copy(Next, Total);
}

/// The body of the loops.
void ReduceExpander::add(ValueRange Indices) {
  Value Chosen = boolean(true);
  if (!isAbsent(In.Mask)) {
    Value IsThere =
        fir::IsPresentOp::create(Builder, Loc, Builder.getI1Type(), In.Mask);
    Chosen =
        Builder
            .genIfOp(Loc, {Builder.getI1Type()}, IsThere,
                     /*withElseRegion=*/true)
            .genThen([&] {
              bool IsScalar = !isa<fir::SequenceType>(fir::unwrapRefType(
                  cast<fir::BoxType>(In.Mask.getType()).getEleTy()));
              Value At = IsScalar
                             ? fir::BoxAddrOp::create(Builder, Loc, In.Mask)
                                   .getResult()
                             : address(In.Mask, Indices);
              Value Bit =
                  Builder.createConvert(Loc, Builder.getI1Type(),
                                        fir::LoadOp::create(Builder, Loc, At));
              fir::ResultOp::create(Builder, Loc, Bit);
            })
            .genElse(
                [&] { fir::ResultOp::create(Builder, Loc, boolean(true)); })
            .getResults()[0];
  }
  Builder.genIfThen(Loc, Chosen)
      .genThen([&] {
        Value At = address(In.Array, Indices);
        Builder.genIfThenElse(Loc, fir::LoadOp::create(Builder, Loc, Seen))
            .genThen([&] { combine(At); })
            .genElse([&] {
              copy(At, Total);
              fir::StoreOp::create(Builder, Loc, boolean(true), Seen);
            })
            .end();
      })
      .end();
}

/// Loops over some dimensions, the first one innermost.
void ReduceExpander::loops(llvm::ArrayRef<unsigned> Dims,
                           llvm::SmallVectorImpl<Value> &Indices,
                           llvm::function_ref<void()> Body) {
  if (Dims.empty())
    return Body();
  unsigned Dim = Dims.back();
  auto Loop =
      fir::DoLoopOp::create(Builder, Loc, index(1), extent(Dim), index(1));
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Builder.setInsertionPointToStart(Loop.getBody());
  Indices[Dim] = Loop.getInductionVar();
  loops(Dims.drop_back(), Indices, Body);
}

/// Reduces what the dimensions span into Total.
void ReduceExpander::line(ValueRange Begin, llvm::ArrayRef<unsigned> Dims) {
  fir::StoreOp::create(Builder, Loc, boolean(false), Seen);
  llvm::SmallVector<Value> Indices(Begin);
  loops(Dims, Indices, [&] { add(Indices); });
  Value Known = fir::LoadOp::create(Builder, Loc, Seen);
  Builder.genIfThenElse(Loc, Known)
      .genThen([] {})
      .genElse([&] {
        constexpr const char *Message =
            "REDUCE of no elements without IDENTITY= has no result";
        if (isAbsent(In.Identity))
          return stop(Message);
        Value IsThere = fir::IsPresentOp::create(
            Builder, Loc, Builder.getI1Type(), In.Identity);
        Builder.genIfThenElse(Loc, IsThere)
            .genThen([&] {
              copy(Builder.createConvert(Loc, Total.getType(), In.Identity),
                   Total);
            })
            .genElse([&] { stop(Message); })
            .end();
      })
      .end();
}

void ReduceExpander::stop(const char *Message) {
  Type Bytes = fir::ReferenceType::get(Builder.getI8Type());
  auto Function = FunctionType::get(Builder.getContext(),
                                    {Bytes, Bytes, Builder.getI32Type()}, {});
  func::FuncOp Fail =
      Builder.createFunction(Loc, "_FortranAReportFatalUserError", Function);
  Value Text = fir::getBase(fir::factory::createStringLiteral(
      Builder, Loc, std::string(Message) + '\0'));
  fir::CallOp::create(Builder, Loc, Fail,
                      ValueRange{Builder.createConvert(Loc, Bytes, Text),
                                 Builder.createConvert(Loc, Bytes, In.File),
                                 In.Line});
}

void ReduceExpander::reduceAll() {
  llvm::SmallVector<unsigned> Dims =
      llvm::to_vector(llvm::seq<unsigned>(0, Sequence.getDimension()));
  line(llvm::SmallVector<Value>(Dims.size()), Dims);
  if (In.Result) {
    copy(Total, Builder.createConvert(Loc, Total.getType(), In.Result));
    return;
  }
  Call.getResult(0).replaceAllUsesWith(
      Builder.createConvert(Loc, Call.getResult(0).getType(),
                            fir::LoadOp::create(Builder, Loc, Total)));
}

/// Makes the result an allocated array and reduces the lines along \p Dim, from
/// 0.
void ReduceExpander::reduceAlong(int64_t Dim) {
  llvm::SmallVector<unsigned> Others;
  llvm::SmallVector<Value> Extents;
  for (unsigned D = 0; D < Sequence.getDimension(); ++D)
    if (D != Dim) {
      Others.push_back(D);
      Extents.push_back(extent(D));
    }
  auto Box = cast<fir::BoxType>(fir::unwrapRefType(In.Result.getType()));
  auto Heap = cast<fir::HeapType>(Box.getEleTy());
  Value Storage = fir::AllocMemOp::create(Builder, Loc, Heap.getEleTy(),
                                          ".reduced", ValueRange{}, Extents);
  Value Shape = fir::ShapeOp::create(Builder, Loc, Extents);
  Value Target = fir::EmboxOp::create(Builder, Loc, Box, Storage, Shape);
  fir::StoreOp::create(Builder, Loc, Target, In.Result);
  llvm::SmallVector<Value> Indices(Sequence.getDimension());
  loops(Others, Indices, [&] {
    line(Indices, {static_cast<unsigned>(Dim)});
    llvm::SmallVector<Value> Place;
    for (unsigned D : Others)
      Place.push_back(Indices[D]);
    Value To = fir::ArrayCoorOp::create(Builder, Loc, Total.getType(), Storage,
                                        Shape, /*slice=*/Value{}, Place,
                                        /*typeparams=*/ValueRange{});
    copy(Total, To);
  });
}

void ReduceExpander::reduceDim() {
  if (auto Dim = fir::getIntIfConstant(In.Dim))
    if (*Dim >= 1 && *Dim <= Sequence.getDimension())
      return reduceAlong(*Dim - 1);
  Type T = In.Dim.getType();
  auto Guard = OpBuilder::InsertionGuard(Builder);
  for (int64_t Dim = 1; Dim <= Sequence.getDimension(); ++Dim) {
    Value Is =
        arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::eq, In.Dim,
                              Builder.createIntegerConstant(Loc, T, Dim));
    auto If = fir::IfOp::create(Builder, Loc, Is, /*withElseRegion=*/true);
    Builder.setInsertionPointToStart(&If.getThenRegion().front());
    reduceAlong(Dim - 1);
    Builder.setInsertionPointToStart(&If.getElseRegion().front());
  }
  stop("DIM= of REDUCE is not a dimension of its array");
}

bool ReduceExpander::run() {
  auto Callee = Call.getCallee();
  if (!Callee || !understand(Callee->getRootReference().getValue()))
    return false;
  Builder.setInsertionPoint(Call);
  Total = Builder.createTemporary(Loc, Element);
  Next = fir::isa_trivial(Element) ? Value()
                                   : Builder.createTemporary(Loc, Element);
  Seen = Builder.createTemporary(Loc, Builder.getI1Type());
  if (AlongDim)
    reduceDim();
  else
    reduceAll();
  Call.erase();
  return true;
}

} // namespace

bool expandReduce(fir::CallOp Call, bool OnDevice) {
  return ReduceExpander(Call, OnDevice).run();
}

bool isFaultyReduce(llvm::StringRef Name) {
  return Name.consume_front("_FortranAReduceLogical") && !Name.contains("Dim");
}

} // namespace warpfort
