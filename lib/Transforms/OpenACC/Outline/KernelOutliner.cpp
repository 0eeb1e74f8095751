//===-- KernelOutliner.cpp - The kernel of some operations ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel and its launch, of operations of one block:
///
///     kernel(captured..., [trip counts of the grid's loops], [scratch])
///     warprt_acc_launch(&warprt.kernel.k, shape, async, args)
///
/// Data clauses stay on the host side; the kernel gets what their operations
/// give: addresses and descriptors of device memory. First-private scalars
/// come by value. The kernel still holds acc.loop and the clauses on it, for
/// ACCLowerKernels.
///
//===----------------------------------------------------------------------===//
#include "KernelOutliner.h"
#include "Transforms/Common/DeviceData.h"
#include "Transforms/Common/DeviceRecords.h"
#include "Transforms/Common/LoopKernel.h"
#include "Transforms/Common/TypeSize.h"
#include "Transforms/Common/UnaliasedParameters.h"
#include "Transforms/OpenACC/Clauses/ArrayReductions.h"
#include "Transforms/OpenACC/Clauses/SharedScalars.h"
#include "Transforms/OpenACC/Facts/RuntimeData.h"
#include "Transforms/OpenACC/Plan/LaunchMemory.h"
#include "Transforms/OpenACC/Plan/LoopPlan.h"
#include "TripCounts.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "warprt/AccBlock.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

enum class CaptureKind {
  Clone,     ///< computed again in the kernel
  Value,     ///< parameter: number, device address, descriptor
  Scalar,    ///< address of a host scalar or descriptor: the value is the
             ///< parameter, stored to a variable of the thread
  Private,   ///< variable of the thread, made by a recipe
  Reduction, ///< likewise, combined over the gangs at the end
};

bool isDataEntry(Operation *Op) {
  return isa_and_nonnull<acc::CopyinOp, acc::CreateOp, acc::PresentOp,
                         acc::NoCreateOp, acc::AttachOp, acc::DevicePtrOp,
                         acc::GetDevicePtrOp, acc::UseDeviceOp,
                         acc::DeclareDeviceResidentOp, acc::DeclareLinkOp>(Op);
}

bool isRecomputed(Operation *Op) {
  return Op->hasTrait<OpTrait::ConstantLike>() ||
         isa<arith::ConstantOp, fir::ShapeOp, fir::ShapeShiftOp, fir::ShiftOp,
             fir::SliceOp, fir::UndefOp, fir::AbsentOp, fir::ZeroOp,
             fir::DummyScopeOp, fir::AssumedSizeExtentOp, fir::FieldIndexOp,
             fir::ConvertOp, fir::EmboxOp, fir::ReboxOp, fir::BoxAddrOp,
             fir::BoxDimsOp, fir::DeclareOp, fir::CoordinateOp,
             fir::ArrayCoorOp, acc::DataBoundsOp>(Op);
}

/// Device data of CUDA Fortran behind a value.
bool isCUDADeviceData(Value V) {
  auto IsDevice = [](cuf::DataAttribute Attr) {
    return Attr != cuf::DataAttribute::Pinned &&
           Attr != cuf::DataAttribute::Shared;
  };
  while (Operation *Op = V.getDefiningOp()) {
    if (auto Attr = Op->getAttrOfType<cuf::DataAttributeAttr>("data_attr"))
      return IsDevice(Attr.getValue());
    if (Op->getNumOperands() == 0)
      return false;
    V = Op->getOperand(0);
  }
  auto Attr = argumentAttribute(V);
  return Attr && IsDevice(*Attr);
}

std::string variableName(Value V) {
  if (Operation *Op = V.getDefiningOp())
    if (auto Name = acc::getVarName(Op))
      return Name->str();
  std::string Name = acc::getVariableName(V);
  // Saved variables of a BLOCK construct in the loop: only their addresses are
  // outside of it.
  if (auto Address = V.getDefiningOp<fir::AddrOfOp>(); Address && Name.empty())
    Name = fir::NameUniquer::deconstruct(
               Address.getSymbol().getRootReference().getValue())
               .second.name;
  return Name.empty() ? "a temporary" : Name;
}

/// The line that a kernel is known by: of its loop in a construct that may have
/// several, else of the construct.
static Location locationOf(Operation *Construct,
                           llvm::ArrayRef<Operation *> Ops) {
  if (isa<acc::KernelsOp>(Construct) || SplitConstructAttr.isOn(Construct))
    for (Operation *Op : Ops)
      if (isa<acc::LoopOp, fir::DoLoopOp>(Op) &&
          Op->getLoc()->findInstanceOf<FileLineColLoc>())
        return Op->getLoc();
  return Construct->getLoc();
}

/// What the launch says of the sizes, as values of the host.
struct LaunchShape {
  unsigned NumLoops = 0; ///< of the grid
  std::array<Value, 3> Trips, Gangs;
  bool TripsAreExact = false;
  Value Workers, Vectors; ///< null where the program leaves them open
};

/// Makes one kernel of some operations of one block.
class Outliner {
  /// Where the program leaves it open, of the second and third dimension.
  static constexpr int64_t MostGangsOfDimension = 1024;

public:
  /// The launch goes before \p Before, which is the construct or in a loop that
  /// the host runs.
  Outliner(ModuleOp Module, Operation *Construct,
           llvm::ArrayRef<Operation *> Ops, Operation *Before, std::string Name,
           const TripCountMode &TripCounts)
      : Module(Module), Construct(Construct), Ops(Ops), Before(Before),
        Name(std::move(Name)), TripCounts(TripCounts),
        Host(Construct, fir::getKindMapping(Module)),
        Plain(Module.getContext()), Device(Plain, Module),
        Loc(locationOf(Construct, Ops)) {}
  /// \p AreMany as for planLoops().
  void plan(bool AreMany);
  const LoopPlan &loopPlan() const { return Plan; }
  /// How often the loop runs, at the insertion point of the launch; null if the
  /// host does not know.
  Value iterationsOnHost(acc::LoopOp Loop);
  /// Makes the kernel and its launch, before \p Where.
  LogicalResult finish(Operation *Where);
  void report() { reportLoops(Construct, Ops, Plan); }

private:
  LogicalResult capture(Value V);
  void captureDeviceData(Value V);
  LogicalResult captureFirstPrivate(Value V);
  LogicalResult captureReduction(Value V);
  LogicalResult captureRecomputed(Operation *Op);
  LogicalResult captureReduction(Value V, acc::ReductionOp Op);
  LogicalResult refuse(Value V, llvm::StringRef Why) {
    return emitUserError(Construct, "'" + variableName(V) + "' " + Why.str());
  }
  void addParameter(Value V, CaptureKind Kind) {
    Captured.insert({V, Kind});
    Parameters.push_back(V);
  }
  LogicalResult captureUsed();
  void takeTripCounts();
  void compareTripCounts();
  void placeArrays();
  void createKernel();
  void fixBlockShape(Value Workers, Value Vectors);
  llvm::SmallVector<Value> launchArguments();
  Value iterationHint(acc::LoopOp Loop);
  void takeIterations(LaunchShape &Shape);
  void takeLoopSizes(LaunchShape &Shape);
  void takeSizes(LaunchShape &Shape);
  bool hasOneThread(const LaunchShape &Shape);
  void createLaunch();
  void noteCopies();
  Value hostHint(Value V, unsigned Depth = 0);
  Value hostBox(Value Box);
  bool isInKernel(Value V);
  void useOnHost(Value V);
  Value tripHint(acc::LoopOp Loop, unsigned Dimension);
  acc::LoopOp gridLoop();
  acc::LoopOp gangLoop(unsigned Dimension);
  Value hostConstant(int64_t N) {
    return Host.createIntegerConstant(Loc, Host.getI64Type(), N);
  }

  ModuleOp Module;
  Operation *Construct;
  llvm::ArrayRef<Operation *> Ops;
  Operation *Before;
  std::string Name;
  TripCountMode TripCounts;
  fir::FirOpBuilder Host;
  OpBuilder Plain;
  fir::FirOpBuilder Device;
  Location Loc;
  LoopPlan Plan;
  func::FuncOp Function;
  llvm::MapVector<Value, CaptureKind> Captured;
  llvm::SmallVector<Value> Parameters;
  /// Those of private clauses that lie in memory of the launch, for which there
  /// are two more parameters each; and how they do.
  llvm::SmallVector<acc::PrivateOp> Arrays;
  llvm::SmallVector<unsigned> ArrayLevels;
  unsigned NumReductions = 0;
  /// Those that the kernel compares with the host's, which are parameters.
  llvm::SmallVector<std::pair<DeviceTripCount, Value>> Compared;
  /// False once a hint is not the value that the kernel computes with.
  bool HintsAreExact = true;
  IRMapping Map;
};

/// Of the 4 KB that a kernel's parameters have.
constexpr uint64_t MaxFirstPrivateBytes = 2048;

/// A descriptor in memory is passed as what is in it.
void Outliner::captureDeviceData(Value V) {
  Type T = V.getType();
  bool IsDescriptor =
      fir::isa_ref_type(T) && isa<fir::BaseBoxType>(fir::unwrapRefType(T));
  addParameter(V, IsDescriptor ? CaptureKind::Scalar : CaptureKind::Value);
}

LogicalResult Outliner::captureFirstPrivate(Value V) {
  Type Pointee = fir::unwrapRefType(V.getType());
  if (!fir::isa_ref_type(V.getType()) ||
      !(fir::isa_trivial(Pointee) || isa<fir::RecordType>(Pointee) ||
        (isa<fir::CharacterType>(Pointee) &&
         cast<fir::CharacterType>(Pointee).hasConstantLen()) ||
        (isa<fir::SequenceType>(Pointee) &&
         !cast<fir::SequenceType>(Pointee).hasDynamicExtents())))
    return refuse(V, "is firstprivate and of a type for which that is not "
                     "supported yet");
  if (factsOfRecord(Pointee).HasAllocatable)
    return refuse(V, "is firstprivate and has allocatable components, which "
                     "is not supported for arrays, with polymorphic "
                     "components, or where a loop changes what is used "
                     "outside of it");
  auto Size =
      sizeOfType(Loc, Pointee, DataLayout(Module), fir::getKindMapping(Module));
  if (!Size || Size->Bytes > MaxFirstPrivateBytes)
    return refuse(V, "is firstprivate and too large for that: kernels have "
                     "room for 2048 bytes");
  addParameter(V, CaptureKind::Scalar);
  return success();
}

/// A reduction of the construct: where the gangs' results meet.
LogicalResult Outliner::captureReduction(Value V) {
  Value Var = acc::getVar(V.getDefiningOp());
  if (isDataEntry(rootOf(Var).getDefiningOp()) && failed(capture(Var)))
    return failure();
  Captured.insert({V, CaptureKind::Reduction});
  return success();
}

/// A value that the kernel computes as the host does.
LogicalResult Outliner::captureRecomputed(Operation *Op) {
  for (Value Operand : Op->getOperands())
    if (failed(capture(Operand)))
      return failure();
  for (Value Result : Op->getResults())
    Captured.insert({Result, CaptureKind::Clone});
  return success();
}

LogicalResult Outliner::capture(Value V) {
  if (Captured.count(V))
    return success();
  Operation *Op = V.getDefiningOp();
  Type T = V.getType();
  if (isDataEntry(Op)) {
    captureDeviceData(V);
    return success();
  }
  if (isa_and_nonnull<acc::FirstprivateOp>(Op))
    return captureFirstPrivate(V);
  if (isa_and_nonnull<acc::PrivateOp>(Op)) {
    Captured.insert({V, CaptureKind::Private});
    return success();
  }
  if (isa_and_nonnull<acc::ReductionOp>(Op))
    return captureReduction(V);
  if (fir::isa_trivial(T) || isa<IndexType>(T)) {
    // (A slice's undefined bound says that it has one dimension less.)
    if (Op && (Op->hasTrait<OpTrait::ConstantLike>() || isa<fir::UndefOp>(Op)))
      Captured.insert({V, CaptureKind::Clone});
    else
      addParameter(V, CaptureKind::Value);
    return success();
  }
  if (isCUDADeviceData(V)) {
    if (auto Declare = dyn_cast<fir::DeclareOp>(Op);
        Declare && Declare.getMemref().getDefiningOp<fir::AddrOfOp>()) {
      Captured.insert({Declare.getMemref(), CaptureKind::Clone});
      Captured.insert({V, CaptureKind::Clone});
    } else {
      captureDeviceData(V);
    }
    return success();
  }
  if (auto Address = dyn_cast_or_null<fir::AddrOfOp>(Op)) {
    auto Global = Module.lookupSymbol<fir::GlobalOp>(Address.getSymbol());
    if (Global && Global.getConstant().value_or(false)) {
      Captured.insert({V, CaptureKind::Clone});
      return success();
    }
  }
  if (Op && isRecomputed(Op))
    return captureRecomputed(Op);
  return refuse(V, "is in host memory and cannot be used in this compute "
                   "construct");
}

/// What the operations use from outside of them.
LogicalResult Outliner::captureUsed() {
  llvm::SmallPtrSet<Operation *, 32> Own(Ops.begin(), Ops.end());
  auto IsInside = [&](Operation *Op) {
    for (; Op; Op = Op->getParentOp())
      if (Own.contains(Op))
        return true;
    return false;
  };
  llvm::SetVector<Value> Used;
  auto Use = [&](Value V) {
    Operation *Definer = V.getDefiningOp();
    if (!Definer)
      Definer = cast<BlockArgument>(V).getOwner()->getParentOp();
    if (!IsInside(Definer))
      Used.insert(V);
  };
  for (Operation *Op : Ops)
    Op->walk([&](Operation *Inner) {
      // Of what a private variable is made from, only descriptors matter.
      if (isa<acc::PrivateOp>(Inner) &&
          !isa<fir::BaseBoxType>(
              fir::unwrapRefType(acc::getVar(Inner).getType())))
        return;
      for (Value Operand : Inner->getOperands())
        Use(Operand);
    });
  for (Value V : Used) {
    if (auto Private = V.getDefiningOp<acc::PrivateOp>()) {
      Value Var = acc::getVar(Private);
      if (isa<fir::BaseBoxType>(fir::unwrapRefType(Var.getType())))
        addParameter(Var, CaptureKind::Scalar);
    }
    if (fir::isa_ref_type(V.getType()) &&
        isa<fir::BaseBoxType>(fir::unwrapRefType(V.getType())) &&
        llvm::all_of(V.getUsers(), [&](Operation *User) {
          return isa<acc::PrivateOp>(User) || !IsInside(User);
        })) {
      // A host descriptor that only gives a private array its shape.
      if (!Captured.count(V))
        addParameter(V, CaptureKind::Scalar);
      continue;
    }
    if (failed(capture(V)))
      return failure();
  }
  return success();
}

/// -gpu=tripcount:host: loops get the host's bounds. Counts that are compared
/// become parameters.
void Outliner::takeTripCounts() {
  if (!TripCounts.OnHost && TripCounts.Compare == TripComparison::None)
    return;
  Host.setInsertionPoint(Before);
  for (const DeviceTripCount &Count :
       findDeviceTripCounts(Host, Construct, Ops)) {
    if (TripCounts.Compare != TripComparison::None)
      Compared.push_back({Count, createHostTripCount(Host, Count)});
    if (TripCounts.OnHost)
      useHostValues(Count);
  }
}

void Outliner::compareTripCounts() {
  for (auto &[Count, OnHost] : Compared)
    createTripComparison(Device, Map, Count, Construct, Map.lookup(OnHost),
                         TripCounts.Compare == TripComparison::Check);
}

/// Decides where the arrays of private clauses lie, and notes that on their
/// operations, which the kernel gets copies of.
void Outliner::placeArrays() {
  constexpr unsigned Threads = WARPDEV_ACC_WORKER | WARPDEV_ACC_VECTOR;
  llvm::SmallVector<acc::PrivateOp> Privates;
  for (auto &[V, Kind] : Captured)
    if (Kind == CaptureKind::Private)
      Privates.push_back(V.getDefiningOp<acc::PrivateOp>());
  for (Operation *Op : Ops)
    Op->walk([&](acc::PrivateOp Private) { Privates.push_back(Private); });
  for (acc::PrivateOp Private : Privates) {
    // Another kernel of the construct may have left its own.
    MemoryParameterAttr.remove(Private);
    if (!canLieInLaunchMemory(Private, Construct))
      continue;
    unsigned Levels = 0;
    for (Operation *User : Private->getUsers()) {
      auto Loop = dyn_cast<acc::LoopOp>(User);
      if (!Loop)
        continue;
      for (; Loop; Loop = Loop->getParentOfType<acc::LoopOp>())
        Levels |= levelsOf(Loop) & Threads;
      break;
    }
    if ((Levels & WARPDEV_ACC_VECTOR) || !(Plan.Used & ~Levels & Threads)) {
      Levels = Threads;
    } else if (Plan.UsesDims) {
      continue;
    }
    std::optional<uint64_t> Bytes = constantBytes(Private);
    int32_t Parameter = -1;
    if (Levels != Threads || !Bytes || *Bytes > MostVariableBytes ||
        hasAtomicUse(Private)) {
      Parameter = static_cast<int32_t>(Parameters.size() + 2 * Arrays.size());
      Arrays.push_back(Private);
      ArrayLevels.push_back(Levels);
    }
    MemoryParameterAttr.set(Private, Parameter);
    MemoryLevelsAttr.set(Private, Levels);
  }
}

/// The launch has the queue of the construct: its clauses in the kernel name
/// none, which would be a value of the host.
template <typename Op> static void dropQueue(Operation *Clause) {
  auto Named = dyn_cast<Op>(Clause);
  if (!Named)
    return;
  Named.getAsyncOperandsMutable().clear();
  Named.removeAsyncOperandsDeviceTypeAttr();
  Named.removeAsyncOnlyAttr();
}

void Outliner::createKernel() {
  llvm::SmallVector<Type> Types;
  for (Value V : Parameters)
    Types.push_back(Captured[V] == CaptureKind::Value
                        ? V.getType()
                        : fir::unwrapRefType(V.getType()));
  for (unsigned I = 0; I < Arrays.size(); ++I)
    Types.append({getAbiPointerType(Device.getContext()), Device.getI64Type()});
  auto Parent = Construct->getParentOfType<func::FuncOp>();
  Function = createLoopKernel(Device, Module, Loc, Name, Types, Parent);
  AccKernelAttr.set(Function);
  UsedLevelsAttr.set(Function, Plan.Used);

  // Records that a kernel takes without an attribute are passed by value.
  for (auto [I, T] : llvm::enumerate(Types))
    if (fir::isa_ref_type(T) && isa<fir::RecordType>(fir::unwrapRefType(T)))
      Function.setArgAttr(I, cuf::getDataAttrName(),
                          cuf::DataAttributeAttr::get(
                              Device.getContext(), cuf::DataAttribute::Device));

  mapParameters(
      Device, Function, Parameters,
      [&](Value V) { return Captured[V] == CaptureKind::Value; }, Map);
  for (auto &[V, Kind] : Captured) {
    if (Map.contains(V))
      continue;
    Operation *Op = V.getDefiningOp();
    if (Kind == CaptureKind::Private || Kind == CaptureKind::Reduction) {
      // Kept as an operation: ACCLowerKernels makes the variable.
      Value Var = acc::getVar(Op);
      IRMapping Local;
      if (Map.contains(Var))
        Local.map(Var, Map.lookup(Var));
      else
        Local.map(Var, fir::UndefOp::create(Device, Loc, Var.getType()));
      Operation *Copy = Device.clone(*Op, Local);
      dropQueue<acc::PrivateOp>(Copy);
      dropQueue<acc::ReductionOp>(Copy);
      Map.map(V, Copy->getResult(0));
      continue;
    }
    Device.clone(*Op, Map);
  }
  compareTripCounts();
  for (Operation *Op : Ops) {
    if (Op->hasTrait<OpTrait::IsTerminator>())
      continue;
    // A private variable needs no host variable.
    Op->walk([&](acc::PrivateOp Private) {
      Value Var = acc::getVar(Private);
      if (!Map.contains(Var) && !Function->isAncestor(Private) &&
          !llvm::any_of(Ops, [&](Operation *Own) {
            return Var.getDefiningOp() && Own->isAncestor(Var.getDefiningOp());
          }))
        Map.map(Var, fir::UndefOp::create(Device, Loc, Var.getType()));
    });
    Device.clone(*Op, Map);
  }
  func::ReturnOp::create(Device, Loc);
  markUnaliasedParameters(Function, Parameters);
}

acc::LoopOp Outliner::gridLoop() {
  for (Operation *Op : Ops)
    if (auto Loop = dyn_cast<acc::LoopOp>(Op); Loop && GridAttr.isOn(Loop))
      return Loop;
  return {};
}

/// The first loop that is distributed over gangs of a dimension.
acc::LoopOp Outliner::gangLoop(unsigned Dimension) {
  acc::LoopOp Found;
  for (Operation *Op : Ops)
    Op->walk<WalkOrder::PreOrder>([&](acc::LoopOp Loop) {
      unsigned Dims = dimsOf(Loop);
      if (!Found && (levelsOf(Loop) & WARPDEV_ACC_GANG) &&
          (Dims ? llvm::countr_zero(Dims) : 0u) == Dimension)
        Found = Loop;
    });
  return Found;
}

bool Outliner::isInKernel(Value V) {
  Operation *Op = V.getDefiningOp();
  Operation *Scope = Op ? Op : cast<BlockArgument>(V).getOwner()->getParentOp();
  return llvm::any_of(Ops, [&](Operation *O) { return O->isAncestor(Scope); });
}

/// A hint depends on \p V, a value of the host.
void Outliner::useOnHost(Value V) {
  Operation *Op = V.getDefiningOp();
  auto Known = Captured.find(V);
  if (!(Op && Op->hasTrait<OpTrait::ConstantLike>()) &&
      (Known == Captured.end() || Known->second != CaptureKind::Value))
    HintsAreExact = false;
}

/// A descriptor on the host with the extents of \p Box, one in the kernel: the
/// launch passes it, or what is in it.
Value Outliner::hostBox(Value Box) {
  if (!isInKernel(Box)) {
    useOnHost(Box);
    return Box;
  }
  Operation *Op = Box.getDefiningOp();
  if (auto Declare = dyn_cast_or_null<fir::DeclareOp>(Op))
    return hostBox(Declare.getMemref());
  if (auto Rebox = dyn_cast_or_null<fir::ReboxOp>(Op))
    return Rebox.getSlice() ? Value() : hostBox(Rebox.getBox());
  auto Load = dyn_cast_or_null<fir::LoadOp>(Op);
  if (!Load)
    return {};
  Value Memory = Load.getMemref();
  while (auto Declare = Memory.getDefiningOp<fir::DeclareOp>()) {
    if (!isInKernel(Memory))
      break;
    Memory = Declare.getMemref();
  }
  // The kernel has what is in the descriptor, or a descriptor of the device.
  auto Known = Captured.find(Memory);
  if (isInKernel(Memory) || Known == Captured.end() ||
      Known->second != CaptureKind::Scalar)
    return {};
  return fir::LoadOp::create(Host, Loc, Memory);
}

/// The value on the host, where it is known before the kernel runs; only for
/// the size of the launch, so that a stale copy does no harm.
Value Outliner::hostHint(Value V, unsigned Depth) {
  Operation *Op = V.getDefiningOp();
  if (Depth > 16)
    return {};
  if (!isInKernel(V)) {
    useOnHost(V);
    return V;
  }
  if (!Op)
    return {};
  if (auto Dims = dyn_cast<fir::BoxDimsOp>(Op)) {
    Value Dim = hostHint(Dims.getDim(), Depth + 1);
    Value Box = V == Dims.getExtent() && Dim ? hostBox(Dims.getVal()) : Value();
    Type Index = Host.getIndexType();
    return Box ? fir::BoxDimsOp::create(Host, Loc, Index, Index, Index, Box,
                                        Dim)
                     .getExtent()
               : Value();
  }
  if (auto Load = dyn_cast<fir::LoadOp>(Op)) {
    Value Root = rootOf(Load.getMemref());
    Operation *Clause = Root.getDefiningOp();
    if (!Clause || !fir::isa_trivial(Load.getType()) ||
        !isa<acc::FirstprivateOp, acc::CopyinOp>(Clause))
      return {};
    Value Var = acc::getVar(Clause);
    if (!Var || fir::unwrapRefType(Var.getType()) != Load.getType())
      return {};
    // A first-private variable is loaded here for the kernel, too.
    if (!isa<acc::FirstprivateOp>(Clause))
      HintsAreExact = false;
    return fir::LoadOp::create(Host, Loc, Var);
  }
  if (!isa<fir::ConvertOp>(Op) &&
      !isa_and_nonnull<arith::ArithDialect>(Op->getDialect()))
    return {};
  if (Op->getNumRegions() || Op->getNumResults() != 1)
    return {};
  IRMapping Local;
  for (Value Operand : Op->getOperands()) {
    Value Known = hostHint(Operand, Depth + 1);
    if (!Known)
      return {};
    Local.map(Operand, Known);
  }
  return Host.clone(*Op, Local)->getResult(0);
}

Value Outliner::tripHint(acc::LoopOp Loop, unsigned Dimension) {
  Value Lb = hostHint(Loop.getLowerbound()[Dimension]);
  Value Ub = hostHint(Loop.getUpperbound()[Dimension]);
  Value Step = hostHint(Loop.getStep()[Dimension]);
  if (!Lb || !Ub || !Step)
    return Host.createIntegerConstant(Loc, Host.getI64Type(), 0);
  return createTripCount(Host, Loop, Dimension, {Lb, Ub, Step});
}

/// What the kernel's parameters are on the host.
llvm::SmallVector<Value> Outliner::launchArguments() {
  llvm::SmallVector<Value> Args;
  for (Value V : Parameters) {
    if (Captured[V] == CaptureKind::Value) {
      Args.push_back(V);
      continue;
    }
    Operation *Op = V.getDefiningOp();
    Value From = isa_and_nonnull<acc::FirstprivateOp>(Op) ? acc::getVar(Op) : V;
    Args.push_back(fir::LoadOp::create(Host, Loc, From));
  }
  // Of memory the runtime makes the address.
  for (auto [Array, Levels] : llvm::zip(Arrays, ArrayLevels)) {
    Args.push_back(
        Host.createNullConstant(Loc, getAbiPointerType(Host.getContext())));
    Args.push_back(arith::OrIOp::create(
        Host, Loc, createCopyBytes(Host, Loc, Array, Construct),
        hostConstant(Levels)));
  }
  return Args;
}

/// The product of the iterations of a loop's dimensions.
Value Outliner::iterationHint(acc::LoopOp Loop) {
  Value Product = hostConstant(1);
  for (unsigned D = 0; D < Loop.getLowerbound().size(); ++D)
    Product = arith::MulIOp::create(Host, Loc, Product, tripHint(Loop, D));
  return Product;
}

void Outliner::takeIterations(LaunchShape &Shape) {
  if (acc::LoopOp Grid = gridLoop()) {
    Shape.NumLoops = Grid.getLowerbound().size();
    for (unsigned D = 0; D < Shape.NumLoops; ++D)
      Shape.Trips[Shape.NumLoops - 1 - D] = tripHint(Grid, D);
    Shape.TripsAreExact = HintsAreExact;
  } else if (acc::LoopOp Gang = gangLoop(0)) {
    // Iterations; the runtime divides by what one gang takes.
    Shape.Trips[0] = iterationHint(Gang);
    Shape.Trips[1] = hostConstant(levelsOf(Gang));
  }
}

/// NUM_GANGS, NUM_WORKERS and VECTOR_LENGTH of the construct.
template <typename Op>
static void takeClauses(Op Construct, llvm::MutableArrayRef<Value> Gangs,
                        Value &Workers, Value &Vectors) {
  for (acc::DeviceType T : {acc::DeviceType::Nvidia, acc::DeviceType::Star,
                            acc::DeviceType::None}) {
    auto Given = Construct.getNumGangsValues(T);
    if (Given.empty())
      continue;
    for (auto [Slot, G] : llvm::zip(Gangs, Given))
      Slot = G;
    break;
  }
  Workers = forDevice(
      [&](acc::DeviceType T) { return Construct.getNumWorkersValue(T); });
  Vectors = forDevice(
      [&](acc::DeviceType T) { return Construct.getVectorLengthValue(T); });
}

/// GANG(NUM:n), WORKER(n) and VECTOR(n) on the loops of a kernels construct.
void Outliner::takeLoopSizes(LaunchShape &Shape) {
  auto Take = [&](Value &Slot, Value Given) {
    if (!Given)
      return;
    if (Value Known = hostHint(Given))
      Slot = Known;
  };
  for (Operation *Op : Ops)
    Op->walk([&](acc::LoopOp Loop) {
      Take(Shape.Workers, forDevice([&](acc::DeviceType T) {
             return Loop.getWorkerValue(T);
           }));
      Take(Shape.Vectors, forDevice([&](acc::DeviceType T) {
             return Loop.getVectorValue(T);
           }));
      if (isa<acc::KernelsOp>(Construct))
        Take(Shape.Gangs[0], forDevice([&](acc::DeviceType T) {
               return Loop.getGangValue(acc::GangArgType::Num, T);
             }));
    });
}

void Outliner::takeSizes(LaunchShape &Shape) {
  if (auto Parallel = dyn_cast<acc::ParallelOp>(Construct))
    takeClauses(Parallel, Shape.Gangs, Shape.Workers, Shape.Vectors);
  else if (auto Kernels = dyn_cast<acc::KernelsOp>(Construct))
    takeClauses(Kernels, Shape.Gangs, Shape.Workers, Shape.Vectors);
  takeLoopSizes(Shape);
  if (Plan.Lanes && !Shape.Vectors && !Shape.Workers) {
    Shape.Vectors = hostConstant(Plan.Lanes);
    Shape.Workers = hostConstant(Plan.Workers);
  }
  if (llvm::all_equal(Shape.Gangs))
    for (unsigned D = 1; D < 3; ++D)
      if (acc::LoopOp Loop = gangLoop(D))
        Shape.Gangs[D] = arith::MinSIOp::create(
            Host, Loc, iterationHint(Loop), hostConstant(MostGangsOfDimension));
  if (Plan.Serial ||
      (!(Plan.Used & WARPDEV_ACC_GANG) && isa<acc::KernelsOp>(Construct)))
    Shape.Gangs.fill(hostConstant(1));
}

/// Whether the kernel only ever has one thread.
bool Outliner::hasOneThread(const LaunchShape &Shape) {
  auto IsOne = [](Value V) { return V && fir::getIntIfConstant(V) == 1; };
  auto IsOneAt = [&](unsigned Level, Value V) {
    return !(Plan.Used & Level) || IsOne(V);
  };
  // Gangs of dimensions that are not used count 0.
  return IsOne(Shape.Gangs[0]) &&
         llvm::all_of(Shape.Gangs,
                      [](Value V) {
                        return fir::getIntIfConstant(V).value_or(2) <= 1;
                      }) &&
         IsOneAt(WARPDEV_ACC_WORKER, Shape.Workers) &&
         IsOneAt(WARPDEV_ACC_VECTOR, Shape.Vectors);
}

void Outliner::createLaunch() {
  Host.setInsertionPoint(Before);
  llvm::SmallVector<Value> Args = launchArguments();
  Value Zero = hostConstant(0);
  LaunchShape Shape;
  Shape.Trips.fill(Zero);
  Shape.Gangs.fill(Zero);
  takeIterations(Shape);
  takeSizes(Shape);
  if (hasOneThread(Shape))
    OneThreadAttr.set(Function);
  if (Shape.NumLoops == 0)
    fixBlockShape(Shape.Workers, Shape.Vectors);
  Value Async = createAsyncArgument(Host, Loc, Construct);
  // struct WarprtAccLaunch, as 64-bit words.
  llvm::SmallVector<Value> Words = {hostConstant(Shape.NumLoops)};
  llvm::append_range(Words, Shape.Trips);
  llvm::append_range(Words, Shape.Gangs);
  Words.push_back(Shape.Workers ? Shape.Workers : Zero);
  Words.push_back(Shape.Vectors ? Shape.Vectors : Zero);
  Words.push_back(hostConstant(Plan.Used));
  Words.push_back(Async);
  Words.push_back(hostConstant(Shape.TripsAreExact));
  Words.push_back(hostConstant(Arrays.size()));
  Words.push_back(hostConstant(Parameters.size()));
  static_assert(sizeof(WarprtAccLaunch) == 14 * 8, "fourteen words");
  auto [File, Procedure, Line] = placeOf(Host, Loc);
  callRuntime(Host, Loc,
              WARPFORT_RUNTIME_FUNCTION(Host, Loc, warprt_acc_launch),
              {createKernelHandle(Host, Loc, Name),
               createValueArray(Host, Loc, Host.getI64Type(), Words),
               createArgumentArray(Host, Loc, Args), File, Procedure, Line});
}

/// Notes on the kernel which blocks the runtime will choose, if the program
/// leaves nothing open until the launch.
void Outliner::fixBlockShape(Value Workers, Value Vectors) {
  auto Known = [](Value Given) {
    return Given ? fir::getIntIfConstant(Given) : std::optional<int64_t>(0);
  };
  std::optional<int64_t> NumWorkers = Known(Workers), Length = Known(Vectors);
  if (!(Plan.Used & WARPDEV_ACC_VECTOR) || !NumWorkers || !Length)
    return;
  int64_t X, Y;
  warprt_acc_block(Plan.Used, *NumWorkers, *Length, WARPRT_USUAL_BLOCK_LIMITS,
                   &X, &Y);
  BlockShapeAttr.set(Function, static_cast<int32_t>(X), static_cast<int32_t>(Y),
                     1);
}

/// Notes on the clauses of scalars that are copied in which parameters they
/// are.
void Outliner::noteCopies() {
  for (auto [I, V] : llvm::enumerate(Parameters)) {
    auto Copy = V.getDefiningOp<acc::CopyinOp>();
    if (!Copy || Captured[V] != CaptureKind::Value ||
        !fir::isa_trivial(fir::unwrapRefType(V.getType())))
      continue;
    llvm::SmallVector<Attribute> Known;
    if (auto Attr = CopyParametersAttr.get(Copy))
      llvm::append_range(Known, Attr);
    Known.push_back(FlatSymbolRefAttr::get(Function));
    Known.push_back(Plain.getI32IntegerAttr(static_cast<int32_t>(I)));
    CopyParametersAttr.set(Copy, Plain.getArrayAttr(Known));
  }
}

void Outliner::plan(bool AreMany) {
  Plan = planLoops(Construct, Ops, /*Active=*/0, AreMany);
  Ops = Plan.Ops;
}

Value Outliner::iterationsOnHost(acc::LoopOp Loop) {
  Host.setInsertionPoint(Before);
  // What the kernel gets by value is not known yet.
  llvm::SaveAndRestore Exact(HintsAreExact);
  Value Product;
  for (unsigned D = 0; D < Loop.getLowerbound().size(); ++D) {
    Value Trips = tripHint(Loop, D);
    if (fir::getIntIfConstant(Trips) == 0)
      return {};
    Product = Product
                  ? arith::MulIOp::create(Host, Loc, Product, Trips).getResult()
                  : Trips;
  }
  return Product;
}

LogicalResult Outliner::finish(Operation *Where) {
  Before = Where;
  takeTripCounts();
  if (failed(captureUsed()))
    return failure();
  for (auto &[Count, OnHost] : Compared)
    addParameter(OnHost, CaptureKind::Value);
  placeArrays();
  createKernel();
  createLaunch();
  noteCopies();
  return success();
}

/// Whether a loop has another inside, and neither names a level: who gets the
/// lanes may depend on how many iterations there are.
bool mayAskForMany(llvm::ArrayRef<Operation *> Ops) {
  return llvm::any_of(Ops, [](Operation *Op) {
    auto Outer = dyn_cast<acc::LoopOp>(Op);
    return Outer && writtenLevels(Outer) == 0 &&
           Outer.getRegion()
               .walk([](acc::LoopOp Inner) {
                 return writtenLevels(Inner) == 0 ? WalkResult::interrupt()
                                                  : WalkResult::advance();
               })
               .wasInterrupted();
  });
}

/// Operations that can leave their block, and come back. Outside of it they use
/// nothing that is in the program: who looks for the users of a variable does
/// not find them.
class Movable {
public:
  explicit Movable(llvm::SmallVector<Operation *> Given)
      : Ops(std::move(Given)), Set(Ops.begin(), Ops.end()) {}

  /// Whether \p Op is one of them, or in one.
  bool contains(Operation *Op) const {
    while (Op && !Set.contains(Op))
      Op = Op->getParentOp();
    return Op;
  }

  void forgetOutside() {
    OpBuilder Builder(Ops.front()->getContext());
    auto IsOwn = [&](Value V) {
      Operation *Maker = V.getDefiningOp();
      return contains(Maker ? Maker
                            : cast<BlockArgument>(V).getOwner()->getParentOp());
    };
    for (Operation *Op : Ops)
      Op->walk([&](Operation *Inner) {
        for (OpOperand &Use : Inner->getOpOperands()) {
          Value V = Use.get();
          if (IsOwn(V))
            continue;
          UnrealizedConversionCastOp &Placeholder = Outside[V];
          if (!Placeholder)
            Placeholder = UnrealizedConversionCastOp::create(
                Builder, V.getLoc(), V.getType(), ValueRange{});
          Use.set(Placeholder.getResult(0));
        }
      });
  }

  void findOutside() {
    for (auto &[V, Placeholder] : Outside) {
      Placeholder.getResult(0).replaceAllUsesWith(V);
      Placeholder->destroy();
    }
    Outside.clear();
  }

  void destroy() {
    for (Operation *Op : llvm::reverse(Ops))
      Op->destroy();
    for (auto &[V, Placeholder] : Outside)
      Placeholder->destroy();
  }

  const llvm::SmallVector<Operation *> Ops;

private:
  llvm::SmallPtrSet<Operation *, 16> Set;
  llvm::MapVector<Value, UnrealizedConversionCastOp> Outside;
};

/// Copies of operations of a block, which stand in their place when they are
/// asked to: what plans a loop changes it, and looks at what is around it.
class Copies {
public:
  explicit Copies(llvm::ArrayRef<Operation *> Given)
      : Originals(withoutTerminator(Given)), Others(cloned(Originals.Ops)) {
    Others.forgetOutside();
  }
  ~Copies() { Others.destroy(); }
  Copies(const Copies &) = delete;
  Copies &operator=(const Copies &) = delete;

  llvm::ArrayRef<Operation *> operations() const { return Others.Ops; }
  void takePlace() { replace(Originals, Others); }
  void giveBack() { replace(Others, Originals); }

private:
  static llvm::SmallVector<Operation *>
  withoutTerminator(llvm::ArrayRef<Operation *> Ops) {
    bool HasOne = Ops.back()->hasTrait<OpTrait::IsTerminator>();
    return llvm::to_vector(HasOne ? Ops.drop_back() : Ops);
  }
  static llvm::SmallVector<Operation *>
  cloned(llvm::ArrayRef<Operation *> Ops) {
    IRMapping Map;
    return llvm::map_to_vector(Ops,
                               [&](Operation *Op) { return Op->clone(Map); });
  }
  static void replace(Movable &Old, Movable &New) {
    New.findOutside();
    for (auto [From, To] : llvm::zip(Old.Ops, New.Ops)) {
      From->getBlock()->getOperations().insert(From->getIterator(), To);
      From->remove();
    }
    // What else is in the block uses those that are there.
    for (auto [From, To] : llvm::zip(Old.Ops, New.Ops))
      for (auto [V, Other] : llvm::zip(From->getResults(), To->getResults()))
        V.replaceUsesWithIf(Other, [&](OpOperand &Use) {
          return !Old.contains(Use.getOwner());
        });
    Old.forgetOutside();
  }

  Movable Originals, Others;
};

/// Two kernels, and a launch of one of them.
LogicalResult finishVersions(Outliner &General, Outliner &Many,
                             Value Iterations, Copies &OfMany,
                             Operation *Construct, Operation *Before) {
  OpBuilder Host(Before);
  Location Loc = Construct->getLoc();
  Value Least = arith::ConstantIntOp::create(Host, Loc, Iterations.getType(),
                                             General.loopPlan().Many);
  Value AreMany = arith::CmpIOp::create(Host, Loc, arith::CmpIPredicate::sge,
                                        Iterations, Least);
  auto If = scf::IfOp::create(Host, Loc, AreMany, /*withElseRegion=*/true);
  if (failed(General.finish(If.elseYield())))
    return failure();
  OfMany.takePlace();
  LogicalResult Result = Many.finish(If.thenYield());
  OfMany.giveBack();
  return Result;
}

} // namespace

LogicalResult outlineKernel(ModuleOp Module, Operation *Construct,
                            llvm::ArrayRef<Operation *> Ops, Operation *Before,
                            std::string Name, const TripCountMode &TripCounts) {
  std::optional<Copies> OfMany;
  if (mayAskForMany(Ops))
    OfMany.emplace(Ops);
  Outliner General(Module, Construct, Ops, Before, Name, TripCounts);
  General.plan(/*AreMany=*/false);
  General.report();
  acc::LoopOp Asks = General.loopPlan().IfMany;
  Value Iterations = OfMany && Asks ? General.iterationsOnHost(Asks) : Value();
  if (!Iterations)
    return General.finish(Before);
  Outliner Many(Module, Construct, OfMany->operations(), Before, Name + "_many",
                TripCounts);
  OfMany->takePlace();
  Many.plan(/*AreMany=*/true);
  OfMany->giveBack();
  if (Many.loopPlan().Serial)
    return General.finish(Before);
  reportMany(Construct, Asks, General.loopPlan().Many, Many.loopPlan());
  return finishVersions(General, Many, Iterations, *OfMany, Construct, Before);
}

} // namespace warpfort::openacc
