//===-- ACCLowerData.cpp - Data constructs to runtime calls ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs after the compute constructs became kernels. Each operation of a data
/// clause is one call of the runtime; an entry's result becomes the device
/// address, or a copy of the descriptor that holds it. Regions of data and
/// host_data constructs become part of what encloses them. What is left of
/// loops and atomic operations is host code (orphaned in a routine).
///
//===----------------------------------------------------------------------===//
#include "OverlappingData.h"
#include "Transforms/OpenACC/Facts/RuntimeData.h"
#include "Transforms/OpenACC/Outline/KernelOutliner.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "warpfort/Transforms/OpenACC/Passes.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ACCLOWERDATAPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"
} // namespace warpfort

namespace warpfort::openacc {
namespace {

/// Of the device library: what adds the gangs' results to a variable, whose
/// address is this operand.
constexpr llvm::StringLiteral GridReduction = WARPDEV_ACC_PREFIX "grid_";
constexpr unsigned GridReductionTarget = 1;

class DataLowering {
public:
  DataLowering(ModuleOp Module, func::FuncOp Function, SymbolTable &Symbols)
      : Module(Module), Function(Function), Plain(Module.getContext()),
        Builder(Plain, fir::getKindMapping(Module), &Symbols) {}
  LogicalResult run();

private:
  LogicalResult expectOverlaps(llvm::ArrayRef<Operation *> Ops);
  llvm::SmallVector<llvm::SmallVector<Operation *>>
  groupClauses(llvm::ArrayRef<Operation *> Ops,
               llvm::function_ref<bool(Operation &)> Separates);
  void enterWrittenFirst();
  LogicalResult expectAllOverlaps();
  void findLeavingOverlaps();
  void announceLeaving(Operation *First);
  std::optional<HostVariable> describe(Operation *Op);
  LogicalResult lowerEntry(Operation *Op);
  void waitOnce(Value AccVar);
  void lowerExit(Operation *Op);
  LogicalResult lowerDirective(Operation *Op);
  Value flagsFor(Operation *Op, Value AccVar, const HostVariable &Host,
                 int64_t Flags = 0);
  Value createDeviceAddress(Operation *Op, const HostVariable &Host);
  Operation *constructOf(Value AccVar);
  Value asyncOf(Operation *Op);
  bool isResult(Operation *Op);
  static bool inlineRegion(Operation *Op);
  void testPresence();

  ModuleOp Module;
  func::FuncOp Function;
  OpBuilder Plain;
  fir::FirOpBuilder Builder;
  llvm::DenseMap<Value, HostVariable> Variables;
  llvm::DenseMap<Operation *, HostVariable> Expected;
  /// By the first of each group.
  llvm::DenseMap<Operation *, llvm::SmallVector<Operation *>> LeavingTogether;
  llvm::SmallVector<Operation *> Entries, Exits, Directives;
};

/// The construct or directive that a clause's result belongs to.
Operation *DataLowering::constructOf(Value AccVar) {
  for (Operation *User : AccVar.getUsers())
    if (isa<acc::DataOp, acc::EnterDataOp, acc::ExitDataOp, acc::UpdateOp,
            acc::HostDataOp, acc::DeclareEnterOp, acc::DeclareOp>(User))
      return User;
  return nullptr;
}

bool isStructured(Operation *Op) {
  auto Attr = Op->getAttrOfType<BoolAttr>("structured");
  return !Attr || Attr.getValue();
}

Value DataLowering::flagsFor(Operation *Op, Value AccVar,
                             const HostVariable &Host, int64_t Flags) {
  Location Loc = Op->getLoc();
  Type I64 = Builder.getI64Type();
  if (isStructured(Op))
    Flags |= WARPRT_ACC_STRUCTURED;
  if (Host.IsAssumedSize || PartPresentAttr.isOn(Op))
    Flags |= WARPRT_ACC_PART;
  Operation *Construct = constructOf(AccVar);
  Value Condition;
  if (Construct)
    llvm::TypeSwitch<Operation *, void>(Construct)
        .Case<acc::DataOp, acc::EnterDataOp, acc::ExitDataOp, acc::UpdateOp,
              acc::HostDataOp>([&](auto C) { Condition = C.getIfCond(); });
  if (auto Exit = dyn_cast_or_null<acc::ExitDataOp>(Construct);
      Exit && Exit.getFinalize())
    Flags |= WARPRT_ACC_FINALIZE;
  if (auto HostData = dyn_cast_or_null<acc::HostDataOp>(Construct);
      HostData && HostData.getIfPresent())
    Flags |= WARPRT_ACC_IF_PRESENT;
  if (auto Update = dyn_cast_or_null<acc::UpdateOp>(Construct);
      Update && Update.getIfPresent())
    Flags |= WARPRT_ACC_IF_PRESENT;
  Value Plain = Builder.createIntegerConstant(Loc, I64, Flags);
  if (!Condition)
    return Plain;
  return arith::SelectOp::create(
      Builder, Loc, Condition, Plain,
      Builder.createIntegerConstant(Loc, I64, Flags | WARPRT_ACC_SKIP));
}

/// Clauses repeat the async clause of their construct.
Value DataLowering::asyncOf(Operation *Op) {
  Location Loc = Op->getLoc();
  Type I64 = Builder.getI64Type();
  auto Operands = acc::getAsyncOperands(Op);
  if (!Operands.empty())
    return Builder.createConvert(Loc, I64, Operands.front());
  ArrayAttr Only = acc::getAsyncOnly(Op);
  return Builder.createIntegerConstant(
      Loc, I64,
      Only && !Only.empty() ? WARPRT_ACC_ASYNC_NOVAL : WARPRT_ACC_ASYNC_SYNC);
}

/// The wait clause of a clause's directive comes before its first clause.
void DataLowering::waitOnce(Value AccVar) {
  Operation *Construct = constructOf(AccVar);
  if (!Construct || WaitedAttr.isOn(Construct))
    return;
  createWaits(Builder, AccVar.getLoc(), Construct);
  WaitedAttr.set(Construct);
}

/// Whether a clause allocates or copies what it names.
bool needsSize(Operation *Op) {
  if (acc::getImplicitFlag(Op))
    return false;
  if (isa<acc::GetDevicePtrOp>(Op)) {
    auto Clause = acc::getDataClause(Op);
    return Clause == acc::DataClause::acc_copyout ||
           Clause == acc::DataClause::acc_update_host ||
           Clause == acc::DataClause::acc_update_self;
  }
  return isa<acc::CopyinOp, acc::CreateOp, acc::DeclareDeviceResidentOp,
             acc::UpdateDeviceOp>(Op);
}

/// Whether kernels do nothing with a scalar but add what the gangs have to it,
/// which one thread does at the end, and the host waits for them.
bool DataLowering::isResult(Operation *Op) {
  auto Parameters = CopyParametersAttr.get(Op);
  if (!Parameters || !isStructured(Op) || !acc::getAsyncOperands(Op).empty())
    return false;
  if (ArrayAttr Only = acc::getAsyncOnly(Op); Only && !Only.empty())
    return false;
  for (size_t I = 0; I < Parameters.size(); I += 2) {
    auto Kernel =
        Module.lookupSymbol<func::FuncOp>(cast<SymbolRefAttr>(Parameters[I]));
    Value Parameter = Kernel.getArgument(
        cast<IntegerAttr>(Parameters[I + 1]).getValue().getZExtValue());
    for (Operation *User : Parameter.getUsers()) {
      if (isa<acc::ReductionOp>(User) && User->use_empty())
        continue;
      if (!isa<fir::ConvertOp>(User))
        return false;
      for (OpOperand &Use : User->getUses()) {
        auto Call = dyn_cast<fir::CallOp>(Use.getOwner());
        if (!Call || !Call.getCallee() ||
            !Call.getCallee()->getRootReference().getValue().starts_with(
                GridReduction) ||
            Use.getOperandNumber() != GridReductionTarget)
          return false;
      }
    }
  }
  return true;
}

/// How the variable of a clause enters; none for a clause of another kind.
static std::optional<int32_t> howEnters(Operation *Op) {
  if (isa<acc::CopyinOp>(Op))
    return WARPRT_ACC_COPYIN;
  if (isa<acc::CreateOp, acc::DeclareDeviceResidentOp>(Op))
    return WARPRT_ACC_CREATE;
  if (isa<acc::NoCreateOp>(Op))
    return WARPRT_ACC_NO_CREATE;
  if (!isa<acc::PresentOp>(Op))
    return std::nullopt;
  // What the compiler took for present may not be: a data construct with a
  // condition.
  return acc::getImplicitFlag(Op) &&
                 !Op->hasAttr(acc::getFromDefaultClauseAttrName())
             ? WARPRT_ACC_COPYIN
             : WARPRT_ACC_PRESENT;
}

/// How the variable of a clause leaves.
static int32_t leavesBy(Operation *Op, const HostVariable &Host) {
  auto Delete = dyn_cast<acc::DeleteOp>(Op);
  // As howEnters() has it.
  bool MayHaveEntered =
      Delete && Delete.getImplicit() &&
      Delete.getDataClause() == acc::DataClause::acc_present &&
      !Op->hasAttr(acc::getFromDefaultClauseAttrName());
  bool Copies =
      !Host.IsAssumedSize && (isa<acc::CopyoutOp>(Op) || MayHaveEntered);
  return Copies ? WARPRT_ACC_COPYOUT : WARPRT_ACC_DELETE;
}

/// The call of a clause at the begin of a region, or of a directive; the result
/// is null for an update and for a clause that is not lowered.
Value DataLowering::createDeviceAddress(Operation *Op,
                                        const HostVariable &Host) {
  Location Loc = Op->getLoc();
  Value Result = acc::getAccVar(Op);
  int64_t Flags = 0;
  std::optional<int32_t> How = howEnters(Op);
  // What the program does not name must be present as a whole.
  if (Host.IsAssumedSize &&
      (How == WARPRT_ACC_COPYIN || How == WARPRT_ACC_CREATE)) {
    How = WARPRT_ACC_PRESENT;
    if (acc::getImplicitFlag(Op) && StandardParallelismAttr.isOn(Module))
      Flags |= WARPRT_ACC_OR_HOST;
  }
  auto Clause = acc::getDataClause(Op);
  if (Clause == acc::DataClause::acc_create_zero ||
      Clause == acc::DataClause::acc_copyout_zero)
    Flags |= WARPRT_ACC_ZERO;
  if (isResult(Op))
    Flags |= WARPRT_ACC_RESULT;
  ClauseValues Values = {flagsFor(Op, Result, Host, Flags), asyncOf(Op)};
  if (How)
    return createEnter(Builder, Loc, Host, Values, *How);
  if (isa<acc::AttachOp>(Op))
    return createAttach(Builder, Loc, Host, Values);
  if (isa<acc::UseDeviceOp>(Op))
    return createLookUp(Builder, Loc, Host, Values);
  if (isa<acc::UpdateDeviceOp>(Op))
    createDataCall(
        Builder, Loc, Host, Values,
        WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_update_device_data));
  return {};
}

std::optional<HostVariable> DataLowering::describe(Operation *Op) {
  if (auto It = Expected.find(Op); It != Expected.end())
    return It->second;
  return describeVariable(Builder, Op->getLoc(), Op, acc::getVar(Op),
                          acc::getBounds(Op),
                          acc::getVarName(Op).value_or("").str());
}

/// Whether entries before an operation do not move behind it: it belongs to
/// another construct, or is a call of the runtime about data that have entered.
static bool separatesEntries(Operation &Op) {
  return isa<ACC_DATA_EXIT_OPS, fir::CallOp>(Op) || Op.getNumRegions();
}

/// Whether an operation between the two, which stand close to each other in one
/// block, uses the first. (To ask for the order of the block numbers all of it:
/// it changes with each construct.)
static bool isUsedBefore(Operation *Op, Operation *Last) {
  if (Op == Last)
    return false;
  for (Operation *Next = Op->getNextNode(); Next && Next != Last;
       Next = Next->getNextNode())
    if (llvm::any_of(Next->getOperands(),
                     [&](Value V) { return V.getDefiningOp() == Op; }))
      return true;
  return false;
}

/// Tells the runtime of data that may overlap, and that no clause names, before
/// they enter in the order in which the construct uses them.
LogicalResult DataLowering::expectOverlaps(llvm::ArrayRef<Operation *> Ops) {
  llvm::SmallVector<Operation *> Overlapping = findOverlaps(Ops);
  if (Overlapping.empty())
    return success();
  // All that the descriptions need is known before the last.
  Operation *Last = Overlapping.back();
  for (Operation *Op : Overlapping) {
    if (isUsedBefore(Op, Last))
      return success();
    if (Op != Last)
      Op->moveBefore(Last);
  }
  Operation *First = Overlapping.front();
  Operation *Construct = constructOf(acc::getAccVar(First));
  Builder.setInsertionPoint(
      Construct && Construct->getBlock() == First->getBlock() ? Construct
                                                              : First);
  Overlaps Data;
  for (Operation *Op : Overlapping) {
    auto Host = describe(Op);
    if (!Host)
      return failure();
    Expected[Op] = *Host;
    if (!Host->IsAssumedSize)
      Data.push_back(
          {*Host, {flagsFor(Op, acc::getAccVar(Op), *Host, 0), asyncOf(Op)}});
  }
  if (Data.size() > 1)
    createExpect(Builder, First->getLoc(), Data);
  return success();
}

/// The runs of \p Ops that belong to one construct and stand in one block
/// without anything between them that \p Separates.
llvm::SmallVector<llvm::SmallVector<Operation *>>
DataLowering::groupClauses(llvm::ArrayRef<Operation *> Ops,
                           llvm::function_ref<bool(Operation &)> Separates) {
  llvm::SmallVector<llvm::SmallVector<Operation *>> Groups;
  Operation *Previous = nullptr;
  for (Operation *Op : Ops) {
    bool Continues =
        Previous && Previous->getBlock() == Op->getBlock() &&
        constructOf(acc::getAccVar(Op)) ==
            constructOf(acc::getAccVar(Previous)) &&
        llvm::none_of(llvm::make_range(std::next(Previous->getIterator()),
                                       Op->getIterator()),
                      Separates);
    if (!Continues)
      Groups.emplace_back();
    Groups.back().push_back(Op);
    Previous = Op;
  }
  return Groups;
}

/// Moves an operation of a block before a former one, with what it uses; false
/// if it uses that one.
static bool moveWithOperands(Operation *Op, Operation *Before) {
  llvm::SetVector<Operation *> Needed;
  Needed.insert(Op);
  for (Operation *Each = Op; Each != Before; Each = Each->getPrevNode())
    if (Needed.contains(Each))
      for (Value Operand : Each->getOperands())
        if (Operation *Definer = Operand.getDefiningOp())
          Needed.insert(Definer);
  if (Needed.contains(Before))
    return false;
  for (Operation *Each = Before; Each != Op;) {
    Operation *Next = Each->getNextNode();
    if (Needed.contains(Each))
      Each->moveBefore(Before);
    Each = Next;
  }
  Op->moveBefore(Before);
  return true;
}

/// Has the data of written clauses enter before the copies of what REDUCTION
/// names, of which no clause says how large it is: a part is present then.
void DataLowering::enterWrittenFirst() {
  llvm::SmallPtrSet<Operation *, 8> Moved;
  for (const auto &Ops : groupClauses(Entries, separatesEntries))
    for (auto [I, Own] : llvm::enumerate(Ops)) {
      auto OfReduction = dyn_cast<acc::CopyinOp>(Own);
      if (!OfReduction ||
          OfReduction.getDataClause() != acc::DataClause::acc_reduction)
        continue;
      for (Operation *Written : llvm::drop_begin(Ops, I + 1))
        if (isa<acc::CopyinOp, acc::CreateOp>(Written) &&
            !acc::getImplicitFlag(Written) && !Moved.contains(Written) &&
            !findOverlaps({Own, Written}).empty() &&
            moveWithOperands(Written, Own))
          Moved.insert(Written);
    }
}

LogicalResult DataLowering::expectAllOverlaps() {
  llvm::SmallVector<Operation *> Implicit;
  for (Operation *Op : Entries)
    if (acc::getImplicitFlag(Op) && howEnters(Op) == WARPRT_ACC_COPYIN)
      Implicit.push_back(Op);
  for (const auto &Ops : groupClauses(Implicit, separatesEntries))
    if (failed(expectOverlaps(Ops)))
      return failure();
  return success();
}

/// Finds the data that leave a region together, by a clause or without, and may
/// overlap, while the entries say what the variables are.
void DataLowering::findLeavingOverlaps() {
  llvm::SmallVector<Operation *> Leaving;
  for (Operation *Op : Exits)
    if (isa<acc::CopyoutOp, acc::DeleteOp>(Op) &&
        isa_and_nonnull<ACC_DATA_ENTRY_OPS>(acc::getAccVar(Op).getDefiningOp()))
      Leaving.push_back(Op);
  auto Separates = [](Operation &Between) {
    return isa<ACC_DATA_ENTRY_OPS>(Between) || Between.getNumRegions();
  };
  for (const auto &Ops : groupClauses(Leaving, Separates)) {
    auto EntryOf = [](Operation *Op) {
      return acc::getAccVar(Op).getDefiningOp();
    };
    llvm::SmallVector<Operation *> Overlapping =
        findOverlaps(llvm::map_to_vector(Ops, EntryOf));
    llvm::SmallVector<Operation *> Data =
        llvm::filter_to_vector(Ops, [&](Operation *Op) {
          return llvm::is_contained(Overlapping, EntryOf(Op));
        });
    if (llvm::any_of(Data, llvm::IsaPred<acc::CopyoutOp>))
      LeavingTogether[Data.front()] = Data;
  }
}

/// Tells the runtime of them before the first leaves.
void DataLowering::announceLeaving(Operation *First) {
  auto It = LeavingTogether.find(First);
  if (It == LeavingTogether.end())
    return;
  Overlaps Copied, Others;
  for (Operation *Op : It->second) {
    Value AccVar = acc::getAccVar(Op);
    auto Host = Variables.find(AccVar);
    if (Host == Variables.end())
      continue;
    (leavesBy(Op, Host->second) == WARPRT_ACC_COPYOUT ? Copied : Others)
        .push_back({Host->second,
                    {flagsFor(Op, AccVar, Host->second, 0), asyncOf(Op)}});
  }
  if (Copied.size() + Others.size() > 1)
    createLeaveTogether(Builder, First->getLoc(), Copied, Others);
}

LogicalResult DataLowering::lowerEntry(Operation *Op) {
  Value Var = acc::getVar(Op), Result = acc::getAccVar(Op);
  // A directive's conditions may come after its clauses.
  Operation *Construct = constructOf(Result);
  Builder.setInsertionPoint(
      Construct && Construct->getBlock() == Op->getBlock() ? Construct : Op);
  // The variables themselves, where no device is concerned.
  if (isa<acc::FirstprivateOp, acc::PrivateOp, acc::ReductionOp,
          acc::FirstprivateMapInitialOp>(Op)) {
    Result.replaceAllUsesWith(Var);
    return success();
  }
  if (isa<acc::DevicePtrOp>(Op)) {
    Result.replaceAllUsesWith(Var);
    return success();
  }
  if (isa<acc::DeclareLinkOp>(Op))
    return emitUserError(Op, "declare link of '")
           << acc::getVarName(Op).value_or("?")
           << "', which is no global variable, is not supported";
  std::string Name = acc::getVarName(Op).value_or("").str();
  auto Host = describe(Op);
  if (!Host)
    return failure();
  if (Host->IsAssumedSize && needsSize(Op)) {
    // Where data of unknown size are present already, nothing is copied.
    if (!isStructured(Op))
      return emitUserError(Op, "'")
             << Name
             << "' has assumed size and needs a section with an upper bound";
    if (!isa<acc::GetDevicePtrOp>(Op))
      emitUserWarning(Op, "'")
          << Name
          << "' has assumed size and no upper bound: it must "
             "be present already";
  }
  waitOnce(Result);
  // What is there for the operation at the end only.
  if (isa<acc::GetDevicePtrOp>(Op)) {
    Variables[Result] = *Host;
    return success();
  }
  Value Device = createDeviceAddress(Op, *Host);
  // Of an update's result only the directive knows.
  if (isa<acc::UpdateDeviceOp>(Op))
    return success();
  if (!Device)
    return Op->emitError("internal: data clause is not lowered");
  Variables[Device] = *Host;
  Result.replaceAllUsesWith(Device);
  return success();
}

void DataLowering::lowerExit(Operation *Op) {
  Value AccVar = acc::getAccVar(Op);
  auto It = Variables.find(AccVar);
  // Of first-private and device addresses nothing is left to do.
  if (It == Variables.end())
    return;
  Builder.setInsertionPoint(Op);
  announceLeaving(Op);
  Location Loc = Op->getLoc();
  const HostVariable &Host = It->second;
  ClauseValues Values = {flagsFor(Op, AccVar, Host), asyncOf(Op)};
  if (isa<acc::DetachOp>(Op))
    return createDataCall(
        Builder, Loc, Host, Values,
        WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_detach_data));
  if (isa<acc::UpdateHostOp>(Op) && !Host.IsAssumedSize)
    return createDataCall(
        Builder, Loc, Host, Values,
        WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_update_host_data));
  createExit(Builder, Loc, Host, Values, leavesBy(Op, Host));
}

LogicalResult DataLowering::lowerDirective(Operation *Op) {
  Location Loc = Op->getLoc();
  Type I64 = Builder.getI64Type(), I32 = Builder.getI32Type();
  Builder.setInsertionPoint(Op);
  auto Guarded = [&](Value Condition, llvm::function_ref<void()> Body) {
    if (!Condition)
      return Body();
    auto If = fir::IfOp::create(Builder, Loc, TypeRange{}, Condition,
                                /*withElse=*/false);
    Builder.setInsertionPointToStart(&If.getThenRegion().front());
    Body();
    Builder.setInsertionPointAfter(If);
  };
  auto Constant = [&](Type T, int64_t N) {
    return Builder.createIntegerConstant(Loc, T, N);
  };
  if (auto Wait = dyn_cast<acc::WaitOp>(Op)) {
    Guarded(Wait.getIfCond(), [&] {
      Value Async = createAsyncArgument(Builder, Loc, Op);
      if (Wait.getWaitOperands().empty())
        createWait(Builder, Loc, Constant(I64, WARPRT_ACC_ASYNC_ALL), Async,
                   Wait.getWaitDevnum());
      for (Value Queue : Wait.getWaitOperands())
        createWait(Builder, Loc, Builder.createConvert(Loc, I64, Queue), Async,
                   Wait.getWaitDevnum());
    });
    return success();
  }
  auto Set = [&](Value Condition, Value DeviceNum, Value Async, int32_t Type) {
    Guarded(Condition, [&] {
      callRuntime(Builder, Loc,
                  WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_set),
                  {Constant(I32, Type),
                   DeviceNum ? Builder.createConvert(Loc, I64, DeviceNum)
                             : Constant(I64, -1),
                   Async ? Builder.createConvert(Loc, I64, Async)
                         : Constant(I64, WARPRT_ACC_ASYNC_UNSET)});
    });
  };
  if (auto S = dyn_cast<acc::SetOp>(Op))
    Set(S.getIfCond(), S.getDeviceNum(), S.getDefaultAsync(), 0);
  else if (auto I = dyn_cast<acc::InitOp>(Op))
    Set(I.getIfCond(), I.getDeviceNum(), {}, 1);
  else if (auto S = dyn_cast<acc::ShutdownOp>(Op))
    Set(S.getIfCond(), S.getDeviceNum(), {}, 2);
  return success();
}

/// Puts the operations of a region in the place of its operation.
bool DataLowering::inlineRegion(Operation *Op) {
  Region &Body = Op->getRegion(0);
  if (Body.empty())
    return true;
  Block *Parent = Op->getBlock();
  if (llvm::hasSingleElement(Body)) {
    Body.front().getTerminator()->erase();
    Parent->getOperations().splice(Op->getIterator(),
                                   Body.front().getOperations());
    return true;
  }
  // Branches inside: the blocks go between two halves of the parent's.
  Block *After = Parent->splitBlock(Op);
  OpBuilder Builder(Op);
  Builder.setInsertionPointToEnd(Parent);
  Block *First = &Body.front();
  llvm::SmallVector<Block *> Blocks;
  for (Block &B : Body)
    Blocks.push_back(&B);
  After->getParent()->getBlocks().splice(After->getIterator(),
                                         Body.getBlocks());
  cf::BranchOp::create(Builder, Op->getLoc(), First);
  for (Block *B : Blocks) {
    Operation *End = B->getTerminator();
    if (!isa<acc::TerminatorOp, acc::YieldOp>(End))
      continue;
    Builder.setInsertionPoint(End);
    cf::BranchOp::create(Builder, End->getLoc(), After);
    End->erase();
  }
  return true;
}

/// A kernel gets the descriptor of an absent argument with a null address.
void DataLowering::testPresence() {
  if (!AccKernelAttr.isOn(Function))
    return;
  llvm::SmallVector<fir::IsPresentOp> Tests;
  Function.walk([&](fir::IsPresentOp Op) {
    if (isa<fir::BaseBoxType>(fir::unwrapRefType(Op.getVal().getType())))
      Tests.push_back(Op);
  });
  for (fir::IsPresentOp Op : Tests) {
    Builder.setInsertionPoint(Op);
    Value Box = Op.getVal();
    if (fir::isa_ref_type(Box.getType()))
      Box = fir::LoadOp::create(Builder, Op.getLoc(), Box);
    Value Address = fir::BoxAddrOp::create(Builder, Op.getLoc(), Box);
    Op.replaceAllUsesWith(Builder.genIsNotNullAddr(Op.getLoc(), Address));
    Op.erase();
  }
}

LogicalResult DataLowering::run() {
  llvm::SmallVector<Operation *> Regions;
  bool Ok = true;
  Function.walk<WalkOrder::PreOrder>([&](Operation *Op) {
    if (isa<ACC_DATA_ENTRY_OPS>(Op))
      Entries.push_back(Op);
    else if (isa<ACC_DATA_EXIT_OPS>(Op))
      Exits.push_back(Op);
    else if (isa<acc::DataOp, acc::HostDataOp, acc::DeclareOp>(Op))
      Regions.push_back(Op);
    else if (isa<acc::EnterDataOp, acc::ExitDataOp, acc::UpdateOp, acc::WaitOp,
                 acc::SetOp, acc::InitOp, acc::ShutdownOp, acc::DeclareEnterOp,
                 acc::DeclareExitOp, acc::DataBoundsOp>(Op))
      Directives.push_back(Op);
    else if (isa<acc::LoopOp, acc::AtomicReadOp, acc::AtomicWriteOp,
                 acc::AtomicUpdateOp, acc::AtomicCaptureOp>(Op)) {
      Op->emitError("internal: OpenACC operation is left on the host: ")
          << Op->getName().getStringRef();
      Ok = false;
    }
  });
  if (!Ok)
    return failure();
  enterWrittenFirst();
  findLeavingOverlaps();
  Ok = succeeded(expectAllOverlaps());
  for (Operation *Op : Entries)
    Ok &= succeeded(lowerEntry(Op));
  if (!Ok)
    return failure();
  for (Operation *Op : Exits)
    lowerExit(Op);
  for (Operation *Op : Directives)
    Ok &= succeeded(lowerDirective(Op));
  for (Operation *Op : Exits)
    Op->erase();
  for (Operation *Op : llvm::reverse(Directives))
    if (!isa<acc::DataBoundsOp>(Op)) {
      Op->dropAllUses();
      Op->erase();
    }
  for (Operation *Op : llvm::reverse(Regions)) {
    inlineRegion(Op);
    Op->erase();
  }
  for (Operation *Op : llvm::reverse(Entries))
    Op->erase();
  testPresence();
  Function.walk([&](acc::DataBoundsOp Op) {
    if (Op->use_empty())
      Op->erase();
  });
  return success(Ok);
}

class ACCLowerData : public impl::ACCLowerDataPassBase<ACCLowerData> {
public:
  void runOnOperation() override {
    ModuleOp Module = getOperation();
    llvm::SmallVector<func::FuncOp> Functions(Module.getOps<func::FuncOp>());
    // Each variable of a clause has a name in the module: a search through all
    // of its operations for each takes minutes in large ones.
    SymbolTable Symbols(Module);
    for (func::FuncOp Function : Functions)
      if (!Function.isExternal() &&
          failed(DataLowering(Module, Function, Symbols).run()))
        signalPassFailure();
    llvm::SmallVector<Operation *> Left;
    for (Operation &Op : Module.getOps())
      if (isa<acc::PrivateRecipeOp, acc::FirstprivateRecipeOp,
              acc::ReductionRecipeOp, acc::RoutineOp, acc::GlobalConstructorOp,
              acc::GlobalDestructorOp>(Op))
        Left.push_back(&Op);
    for (Operation *Op : Left)
      Op->erase();
    for (func::FuncOp Function : Functions)
      Function->removeAttr(acc::getRoutineInfoAttrName());
  }
};

} // namespace
} // namespace warpfort::openacc
