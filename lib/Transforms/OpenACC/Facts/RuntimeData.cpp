//===-- RuntimeData.cpp - Data clauses as runtime calls -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See RuntimeData.h.
///
//===----------------------------------------------------------------------===//
#include "RuntimeData.h"
#include "LoopFacts.h"
#include "Transforms/Common/OptionalArguments.h"
#include "warpfort/IR/Values.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/Common/AccMessages.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace warpfort::openacc {

/// Bytes from one element of type \p T to the next, as index.
static Value bytesOf(fir::FirOpBuilder &Builder, Location Loc, Type T) {
  Type Array =
      fir::SequenceType::get({fir::SequenceType::getUnknownExtent()}, T);
  Value Null = Builder.createNullConstant(Loc, Builder.getRefType(Array));
  Value One = Builder.createIntegerConstant(Loc, Builder.getIndexType(), 1);
  Value Next = fir::CoordinateOp::create(Builder, Loc, Builder.getRefType(T),
                                         Null, ValueRange{One});
  return Builder.createConvert(Loc, Builder.getIndexType(), Next);
}

Value createElementBytes(fir::FirOpBuilder &Builder, Location Loc, Type T) {
  return Builder.createConvert(Loc, Builder.getI64Type(),
                               bytesOf(Builder, Loc, T));
}

Value createName(fir::FirOpBuilder &Builder, Location Loc,
                 llvm::StringRef Name) {
  std::string Symbol = "warprt.acc.name." + Name.str();
  auto Type = fir::CharacterType::get(Builder.getContext(), 1, Name.size() + 1);
  // Only this function makes such names: a table has them all.
  SymbolTable *Symbols = Builder.getMLIRSymbolTable();
  auto Global = Symbols ? Symbols->lookup<fir::GlobalOp>(Symbol)
                        : Builder.getNamedGlobal(Symbol);
  if (!Global) {
    Global = Builder.createGlobalConstant(
        Loc, Type, Symbol,
        [&](fir::FirOpBuilder &B) {
          Value Text = B.createStringLitOp(
              Loc, llvm::StringRef((Name + llvm::StringRef("\0", 1)).str()));
          fir::HasValueOp::create(B, Loc, Text);
        },
        Builder.createLinkOnceLinkage());
  }
  return Builder.createConvert(Loc, getAbiPointerType(Builder.getContext()),
                               fir::AddrOfOp::create(Builder, Loc,
                                                     Global.resultType(),
                                                     Global.getSymbol()));
}

static llvm::SmallVector<Value> declaredExtents(fir::DeclareOp Declare) {
  return extentsOf(Declare ? Declare.getShape() : Value());
}

/// Whether the array that \p Var is, or has the descriptor of, is a dummy
/// argument of assumed size.
static bool isAssumedSize(Value Var) {
  llvm::SmallVector<Value> Extents;
  if (auto Embox = Var.getDefiningOp<fir::EmboxOp>())
    Extents = extentsOf(Embox.getShape());
  else
    Extents = declaredExtents(Var.getDefiningOp<fir::DeclareOp>());
  return !Extents.empty() &&
         Extents.back().getDefiningOp<fir::AssumedSizeExtentOp>();
}

/// Whether a bound is computed from the extent that such an array does not
/// have.
static bool isUnknownEnd(Value Bound) {
  Operation *Op = Bound.getDefiningOp();
  if (isa_and_nonnull<fir::AssumedSizeExtentOp>(Op))
    return true;
  if (auto Dims = dyn_cast_or_null<fir::BoxDimsOp>(Op))
    return Bound == Dims.getExtent() && isAssumedSize(Dims.getVal());
  return isa_and_nonnull<arith::SubIOp, arith::AddIOp, arith::SelectOp,
                         fir::ConvertOp>(Op) &&
         llvm::any_of(Op->getOperands(), isUnknownEnd);
}

namespace {

/// Describes one variable or section for the runtime.
class VariableDescriber {
public:
  VariableDescriber(fir::FirOpBuilder &Builder, Location Loc, Operation *At,
                    Value Var, llvm::StringRef Name)
      : Builder(Builder), Loc(Loc), At(At), Var(Var), Name(Name),
        Index(Builder.getIndexType()) {}
  std::optional<HostVariable> run(llvm::ArrayRef<Value> Bounds);

private:
  /// Offset, extent and stride in bytes.
  using Dimension = std::array<Value, 3>;

  LogicalResult refuse(llvm::StringRef Why) {
    return emitUserError(At, "'") << Name << "' " << Why;
  }
  Value constant(int64_t N) {
    return Builder.createIntegerConstant(Loc, Index, N);
  }
  Value times(Value A, Value B) {
    return arith::MulIOp::create(Builder, Loc, A, B);
  }
  LogicalResult findDescriptor();
  void takeRank(Type Pointee);
  void describeBox();
  LogicalResult findElementBytes(Type Element);
  LogicalResult describeAddress();
  llvm::SmallVector<Value> knownExtents();
  LogicalResult takeWhole();
  LogicalResult takeSection(llvm::ArrayRef<Value> Bounds);

  fir::FirOpBuilder &Builder;
  Location Loc;
  Operation *At;
  Value Var;
  llvm::StringRef Name;
  Type Index;
  HostVariable Result;
  llvm::SmallVector<Dimension> Dims;
};

LogicalResult VariableDescriber::findDescriptor() {
  Type T = Var.getType();
  bool IsAddress = fir::isa_ref_type(T);
  if (IsAddress && isa<fir::BaseBoxType>(fir::unwrapRefType(T)))
    Result.DescriptorAddress = Var;
  else if (!isa<fir::BaseBoxType>(T))
    return IsAddress ? success()
                     : refuse("has a type that data clauses do not support "
                              "yet");
  if (cast<fir::BaseBoxType>(fir::unwrapRefType(T)).isAssumedRank())
    return refuse("is of assumed rank, which data clauses do not support: "
                  "name it where SELECT RANK knows the rank");
  if (mayBeAbsent(Var))
    Result.Descriptor = createBoxOrEmpty(Builder, Loc, Var);
  else if (Result.DescriptorAddress)
    Result.Descriptor = fir::LoadOp::create(Builder, Loc, Var);
  else
    Result.Descriptor = Var;
  return success();
}

void VariableDescriber::takeRank(Type Pointee) {
  auto Sequence = dyn_cast<fir::SequenceType>(Pointee);
  if (Sequence && !Result.IsAssumedSize)
    Result.Rank = Sequence.getDimension();
}

void VariableDescriber::describeBox() {
  Value Box = Result.Descriptor;
  Type Pointee = fir::dyn_cast_ptrOrBoxEleTy(Box.getType());
  takeRank(fir::unwrapRefType(Pointee));
  Result.Base = fir::BoxAddrOp::create(
      Builder, Loc,
      isa<fir::ReferenceType, fir::HeapType, fir::PointerType>(Pointee)
          ? Pointee
          : Builder.getRefType(Pointee),
      Box);
  Result.ElementBytes = fir::BoxEleSizeOp::create(Builder, Loc, Index, Box);
  for (int D = 0; D < Result.Rank; ++D) {
    auto Dim = fir::BoxDimsOp::create(Builder, Loc, Index, Index, Index, Box,
                                      constant(D));
    Dims.push_back({constant(0), Dim.getResult(1), Dim.getResult(2)});
  }
}

LogicalResult VariableDescriber::findElementBytes(Type Element) {
  auto Char = dyn_cast<fir::CharacterType>(Element);
  if (!Char || Char.hasConstantLen()) {
    Result.ElementBytes = bytesOf(Builder, Loc, Element);
    return success();
  }
  auto Declare = Var.getDefiningOp<fir::DeclareOp>();
  if (!Declare || Declare.getTypeparams().empty())
    return refuse("is a character variable whose length is not known here, "
                  "which data clauses do not support");
  Result.ElementBytes = times(
      Builder.createConvert(Loc, Index, Declare.getTypeparams()[0]),
      constant(Builder.getKindMap().getCharacterBitsize(Char.getFKind()) / 8));
  return success();
}

/// The extents of a contiguous array, where its declaration says so.
llvm::SmallVector<Value> VariableDescriber::knownExtents() {
  auto Sequence =
      dyn_cast<fir::SequenceType>(fir::unwrapRefType(Var.getType()));
  if (!Sequence || Sequence.hasDynamicExtents())
    return declaredExtents(Var.getDefiningOp<fir::DeclareOp>());
  llvm::SmallVector<Value> Extents;
  for (int64_t Known : Sequence.getShape())
    Extents.push_back(constant(Known));
  return Extents;
}

LogicalResult VariableDescriber::describeAddress() {
  Type Pointee = fir::unwrapRefType(Var.getType());
  Result.Base = Var;
  if (failed(findElementBytes(fir::unwrapSequenceType(Pointee))))
    return failure();
  takeRank(Pointee);
  return success();
}

/// What the clause's bounds say in place of the whole array.
LogicalResult VariableDescriber::takeSection(llvm::ArrayRef<Value> Bounds) {
  if (Bounds.size() != static_cast<size_t>(Result.Rank))
    return refuse("has a section of another rank");
  Dims.resize(Result.Rank);
  bool IsContiguous = !Result.Descriptor;
  llvm::SmallVector<Value> Extents;
  if (IsContiguous)
    Extents = knownExtents();
  Value Stride = Result.ElementBytes;
  for (auto [D, Bound] : llvm::enumerate(Bounds)) {
    auto Op = Bound.getDefiningOp<acc::DataBoundsOp>();
    if (!Op || !Op.getLowerbound() || (!Op.getUpperbound() && !Op.getExtent()))
      return refuse("has bounds that are not supported yet");
    Value Offset = Builder.createConvert(Loc, Index, Op.getLowerbound());
    Value Extent;
    if (Op.getUpperbound()) {
      Value Upper = Builder.createConvert(Loc, Index, Op.getUpperbound());
      Extent = arith::AddIOp::create(
          Builder, Loc, arith::SubIOp::create(Builder, Loc, Upper, Offset),
          constant(1));
    } else {
      Extent = Builder.createConvert(Loc, Index, Op.getExtent());
    }
    // The descriptor knows its strides; else arrays are contiguous.
    Dims[D] = {Offset, Extent, IsContiguous ? Stride : Dims[D][2]};
    // The clause's extent is the section's where that is one element.
    Value Whole = D < Extents.size() ? Extents[D]
                  : Op.getExtent()   ? Op.getExtent()
                                     : Extent;
    Stride = times(Stride, Builder.createConvert(Loc, Index, Whole));
  }
  return success();
}

/// A contiguous array without bounds.
LogicalResult VariableDescriber::takeWhole() {
  if (Result.Rank == 0)
    return success();
  llvm::SmallVector<Value> Extents = knownExtents();
  if (Extents.size() != static_cast<size_t>(Result.Rank))
    return refuse("has no bounds that are known here");
  Value Stride = Result.ElementBytes;
  for (Value Extent : Extents) {
    Extent = Builder.createConvert(Loc, Index, Extent);
    Dims.push_back({constant(0), Extent, Stride});
    Stride = times(Stride, Extent);
  }
  return success();
}

std::optional<HostVariable>
VariableDescriber::run(llvm::ArrayRef<Value> Bounds) {
  Result.Name = Name.str();
  Result.Type = Var.getType();
  if (failed(findDescriptor()))
    return std::nullopt;
  // The bounds of an implicit clause are the array's, or of the clause around
  // that says what is present.
  if (isAssumedSize(Var) && acc::getImplicitFlag(At) && !Bounds.empty()) {
    auto Last = Bounds.back().getDefiningOp<acc::DataBoundsOp>();
    if (!Last || !Last.getUpperbound() || isUnknownEnd(Last.getUpperbound()))
      Bounds = {};
  }
  Result.IsAssumedSize = Bounds.empty() && isAssumedSize(Var);
  if (Result.Descriptor)
    describeBox();
  else if (failed(describeAddress()))
    return std::nullopt;
  if (!Bounds.empty() && failed(takeSection(Bounds)))
    return std::nullopt;
  if (Bounds.empty() && !Result.Descriptor && failed(takeWhole()))
    return std::nullopt;
  llvm::SmallVector<Value> Words;
  for (const Dimension &Dim : Dims)
    Words.append(Dim.begin(), Dim.end());
  Result.Section = createValueArray(Builder, Loc, Builder.getI64Type(), Words);
  return std::move(Result);
}

} // namespace

std::optional<HostVariable> describeVariable(fir::FirOpBuilder &Builder,
                                             Location Loc, Operation *At,
                                             Value Var,
                                             llvm::ArrayRef<Value> Bounds,
                                             llvm::StringRef Name) {
  return VariableDescriber(Builder, Loc, At, Var, Name).run(Bounds);
}

static Value lineOf(fir::FirOpBuilder &Builder, Location Loc) {
  auto Place = Loc->findInstanceOf<FileLineColLoc>();
  return Builder.createIntegerConstant(Loc, Builder.getI32Type(),
                                       Place ? Place.getLine() : 0);
}

static Value fileOf(fir::FirOpBuilder &Builder, Location Loc) {
  auto Place = Loc->findInstanceOf<FileLineColLoc>();
  return createName(Builder, Loc, Place ? Place.getFilename().getValue() : "?");
}

PlaceValues placeOf(fir::FirOpBuilder &Builder, Location Loc) {
  return {fileOf(Builder, Loc),
          createName(Builder, Loc, sourceProcedure(Builder.getFunction())),
          lineOf(Builder, Loc)};
}

AccDataWords describeClause(fir::FirOpBuilder &Builder, Location Loc,
                            llvm::StringRef Name, const ClauseValues &Clause) {
  AccDataWords Data;
  Data.Flags = Clause.Flags;
  Data.Async = Clause.Async;
  Data.Name = createName(Builder, Loc, Name);
  auto [File, Procedure, Line] = placeOf(Builder, Loc);
  Data.File = File;
  Data.Function = Procedure;
  Data.Line = Line;
  return Data;
}

/// The struct for \p Var; \p Descriptor: the address of the one that gets the
/// device's address, or null; \p Number: among those of one call.
static Value createData(fir::FirOpBuilder &Builder, Location Loc,
                        const HostVariable &Var, const ClauseValues &Clause,
                        Value Descriptor = {}, unsigned Number = 0) {
  AccDataWords Data = describeClause(Builder, Loc, Var.Name, Clause);
  Data.Base = Var.Base;
  Data.ElementBytes = Var.ElementBytes;
  Data.Rank =
      Builder.createIntegerConstant(Loc, Builder.getI64Type(), Var.Rank);
  Data.Section = Var.Section;
  Data.Descriptor = Descriptor;
  Data.DescriptorAddress = Var.DescriptorAddress;
  return createAccData(Builder, Loc, Data, Number);
}

/// Calls \p Fn, whose result is the device's address; returns that, or the
/// descriptor that has it.
static Value createAddressCall(fir::FirOpBuilder &Builder, Location Loc,
                               const HostVariable &Var,
                               const ClauseValues &Clause, func::FuncOp Fn,
                               llvm::ArrayRef<Value> More = {}) {
  Value Copy;
  if (Var.Descriptor) {
    Copy = Builder.createTemporary(Loc, Var.Descriptor.getType());
    fir::StoreOp::create(Builder, Loc, Var.Descriptor, Copy);
  }
  llvm::SmallVector<Value> Args = {createData(Builder, Loc, Var, Clause, Copy)};
  llvm::append_range(Args, More);
  Value Result = callRuntime(Builder, Loc, Fn, Args).getResult(0);
  if (Var.DescriptorAddress)
    return Builder.createConvert(Loc, Var.Type, Copy);
  if (Copy)
    return fir::LoadOp::create(Builder, Loc, Copy);
  return Builder.createConvert(Loc, Var.Type, Result);
}

/// The addresses of the structs, as an array.
static Value createDescriptions(fir::FirOpBuilder &Builder, Location Loc,
                                const Overlaps &Data) {
  llvm::SmallVector<Value> Structs;
  for (const auto &[Var, Clause] : Data)
    Structs.push_back(
        createData(Builder, Loc, Var, Clause, {}, Structs.size()));
  return createValueArray(Builder, Loc, getAbiPointerType(Builder.getContext()),
                          Structs);
}

void createExpect(fir::FirOpBuilder &Builder, Location Loc,
                  const Overlaps &Data) {
  Value Count =
      Builder.createIntegerConstant(Loc, Builder.getI64Type(), Data.size());
  callRuntime(Builder, Loc,
              WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_expect_data),
              {Count, createDescriptions(Builder, Loc, Data)});
}

Value createAreApart(fir::FirOpBuilder &Builder, Location Loc,
                     const HostVariable &Left, const HostVariable &Right) {
  Type I64 = Builder.getI64Type();
  llvm::SmallVector<Value> Structs;
  for (const HostVariable *Var : {&Left, &Right})
    Structs.push_back(createData(
        Builder, Loc, *Var,
        {Builder.createIntegerConstant(
             Loc, I64, Var->IsAssumedSize ? WARPRT_ACC_PART : 0),
         Builder.createIntegerConstant(Loc, I64, WARPRT_ACC_ASYNC_SYNC)},
        {}, Structs.size()));
  Value Result =
      callRuntime(Builder, Loc,
                  WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_are_apart),
                  Structs)
          .getResult(0);
  return Builder.createConvert(Loc, Builder.getI1Type(), Result);
}

void createLeaveTogether(fir::FirOpBuilder &Builder, Location Loc,
                         const Overlaps &Copied, const Overlaps &Others) {
  Overlaps All = Copied;
  llvm::append_range(All, Others);
  Type I64 = Builder.getI64Type();
  callRuntime(
      Builder, Loc,
      WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_leave_together),
      {Builder.createIntegerConstant(Loc, I64, All.size()),
       createDescriptions(Builder, Loc, All),
       Builder.createIntegerConstant(Loc, I64, Copied.size())});
}

static Value createHow(fir::FirOpBuilder &Builder, Location Loc, int32_t How) {
  return Builder.createIntegerConstant(Loc, Builder.getI32Type(), How);
}

Value createEnter(fir::FirOpBuilder &Builder, Location Loc,
                  const HostVariable &Var, const ClauseValues &Clause,
                  int32_t How) {
  return createAddressCall(
      Builder, Loc, Var, Clause,
      WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_enter_data),
      createHow(Builder, Loc, How));
}

Value createLookUp(fir::FirOpBuilder &Builder, Location Loc,
                   const HostVariable &Var, const ClauseValues &Clause) {
  return createAddressCall(
      Builder, Loc, Var, Clause,
      WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_look_up_data));
}

Value createAttach(fir::FirOpBuilder &Builder, Location Loc,
                   const HostVariable &Var, const ClauseValues &Clause) {
  return createAddressCall(
      Builder, Loc, Var, Clause,
      WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_attach_data));
}

void createDataCall(fir::FirOpBuilder &Builder, Location Loc,
                    const HostVariable &Var, const ClauseValues &Clause,
                    func::FuncOp Function) {
  callRuntime(Builder, Loc, Function, createData(Builder, Loc, Var, Clause));
}

void createExit(fir::FirOpBuilder &Builder, Location Loc,
                const HostVariable &Var, const ClauseValues &Clause,
                int32_t How) {
  callRuntime(
      Builder, Loc,
      WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_exit_data),
      {createData(Builder, Loc, Var, Clause), createHow(Builder, Loc, How)});
}

Value createAsyncArgument(fir::FirOpBuilder &Builder, Location Loc,
                          Operation *Construct) {
  Type I64 = Builder.getI64Type();
  Value Queue;
  bool Only = false;
  auto Take = [&](auto Op) {
    Queue = forDevice([&](acc::DeviceType T) { return Op.getAsyncValue(T); });
    Only = forDevice([&](acc::DeviceType T) { return Op.hasAsyncOnly(T); });
  };
  auto TakeOne = [&](auto Op) {
    Queue = Op.getAsyncOperand();
    Only = Op.getAsync();
  };
  llvm::TypeSwitch<Operation *, void>(Construct)
      .Case<acc::ParallelOp, acc::KernelsOp, acc::SerialOp, acc::DataOp,
            acc::UpdateOp>(Take)
      .Case<acc::EnterDataOp, acc::ExitDataOp, acc::WaitOp>(TakeOne);
  if (Queue)
    return Builder.createConvert(Loc, I64, Queue);
  return Builder.createIntegerConstant(
      Loc, I64, Only ? WARPRT_ACC_ASYNC_NOVAL : WARPRT_ACC_ASYNC_SYNC);
}

void createWait(fir::FirOpBuilder &Builder, Location Loc, Value Queue,
                Value Async, Value Device) {
  auto [File, Procedure, Line] = placeOf(Builder, Loc);
  if (Device) {
    callRuntime(Builder, Loc,
                WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_wait_device),
                {Builder.createConvert(Loc, Builder.getI64Type(), Device),
                 Queue, Async, File, Procedure, Line});
    return;
  }
  callRuntime(Builder, Loc,
              WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_wait),
              {Queue, Async, File, Procedure, Line});
}

/// What the wait clause of a construct says.
struct WaitClause {
  bool All = false;
  llvm::SmallVector<Value> Queues;
  Value Device; ///< null: the current one

  bool isGiven() const { return All || !Queues.empty(); }
};

/// Whether the wait clause for \p T names a device: getWaitDevnum() of MLIR
/// gives the first queue where it does not.
template <typename Op>
static bool namesDevice(Op Construct, acc::DeviceType T) {
  ArrayAttr Types = Construct.getWaitOperandsDeviceTypeAttr(),
            Named = Construct.getHasWaitDevnumAttr();
  if (!Types || !Named)
    return false;
  for (auto [Type, HasDevice] : llvm::zip(Types, Named))
    if (cast<acc::DeviceTypeAttr>(Type).getValue() == T)
      return cast<BoolAttr>(HasDevice).getValue();
  return false;
}

static WaitClause waitsOf(Operation *Construct) {
  WaitClause Result;
  auto &[All, Queues, Device] = Result;
  auto Take = [&](auto Op) {
    for (acc::DeviceType T : {acc::DeviceType::Nvidia, acc::DeviceType::Star,
                              acc::DeviceType::None}) {
      auto Given = Op.getWaitValues(T);
      Queues.append(Given.begin(), Given.end());
      All |= Op.hasWaitOnly(T);
      if (namesDevice(Op, T))
        Device = Op.getWaitDevnum(T);
      if (Result.isGiven())
        break;
    }
  };
  auto TakeOne = [&](auto Op) {
    Queues.append(Op.getWaitOperands().begin(), Op.getWaitOperands().end());
    All = Op.getWait();
    Device = Op.getWaitDevnum();
  };
  llvm::TypeSwitch<Operation *, void>(Construct)
      .Case<acc::ParallelOp, acc::KernelsOp, acc::SerialOp, acc::DataOp,
            acc::UpdateOp>(Take)
      .Case<acc::EnterDataOp, acc::ExitDataOp>(TakeOne);
  return Result;
}

void createWaits(fir::FirOpBuilder &Builder, Location Loc,
                 Operation *Construct) {
  WaitClause Clause = waitsOf(Construct);
  Type I64 = Builder.getI64Type();
  Value Sync = Builder.createIntegerConstant(Loc, I64, WARPRT_ACC_ASYNC_SYNC);
  if (Clause.All)
    createWait(Builder, Loc,
               Builder.createIntegerConstant(Loc, I64, WARPRT_ACC_ASYNC_ALL),
               Sync, Clause.Device);
  for (Value Queue : Clause.Queues)
    createWait(Builder, Loc, Builder.createConvert(Loc, I64, Queue), Sync,
               Clause.Device);
}

void createWaitsBeforeData(fir::FirOpBuilder &Builder, Operation *Construct) {
  WaitClause Clause = waitsOf(Construct);
  if (!Clause.isGiven())
    return;
  OpBuilder::InsertionGuard Guard(Builder);
  ValueRange Data;
  llvm::TypeSwitch<Operation *, void>(Construct)
      .Case<acc::ParallelOp, acc::KernelsOp>(
          [&](auto Op) { Data = Op.getDataClauseOperands(); });
  // A declared variable's clause is of the procedure, for one.
  auto IsOwn = [&](Operation *Entry) {
    return llvm::all_of(Entry->getUsers(), [&](Operation *User) {
      return Construct->isAncestor(User) || isa<ACC_DATA_EXIT_OPS>(User);
    });
  };
  Block *Here = Construct->getBlock();
  llvm::SmallVector<Operation *> Entries;
  for (Operation &Op :
       llvm::make_range(Here->begin(), Construct->getIterator()))
    if (isa<ACC_DATA_ENTRY_OPS>(Op) &&
        llvm::is_contained(Data, acc::getAccVar(&Op)) && IsOwn(&Op))
      Entries.push_back(&Op);
  // Clauses are evaluated as they are written: a queue may be known behind the
  // first entries only, which move behind it then.
  Operation *Place = Entries.empty() ? Construct : Entries.front();
  llvm::SmallVector<Value> Operands = Clause.Queues;
  if (Clause.Device)
    Operands.push_back(Clause.Device);
  for (Value Operand : Operands)
    if (Operation *Known = Operand.getDefiningOp();
        Known && Known->getBlock() == Here && Place->isBeforeInBlock(Known))
      Place = Known->getNextNode();
  Builder.setInsertionPoint(Place);
  createWaits(Builder, Construct->getLoc(), Construct);
  for (Operation *Entry : Entries)
    if (Entry->isBeforeInBlock(Place))
      Entry->moveBefore(Place);
}

} // namespace warpfort::openacc
