//===-- CUFHostExpressions.cpp - Host code on device data -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's lowering is told nothing of device data (FlangHooks.cpp), so here
/// the host's code uses them as if they were its own. In order of preference:
///
///   d = h; h = d; d = e           cuf.data_transfer
///   sum(d*e), any(d > 0)          a kernel loop with a reduction
///   d = a*e + f, h = a*d + e      a kernel loop over the elements; for a host
///                                 array it fills a temporary that is copied
///   where (d > 0) d = sqrt(d)     a kernel loop, the whole construct
///   if (d > 0), print *, d(3)     the scalar is copied to the host
///   print *, d; pack(d, ...)      the array is copied to the host, whole
///   x = y, with components in     the runtime's work: RecordAssignments.h
///   device memory
///   h = x%f, x of the device with the host waits: RecordWaits.h
///   such components
///
/// Copies are also what is done where a kernel cannot, for example for an
/// elemental function of the host. What is left, is an error where it stands.
///
//===----------------------------------------------------------------------===//
#include "AssignmentCalls.h"
#include "DeviceIntrinsics.h"
#include "DeviceResults.h"
#include "IntentOut.h"
#include "ManagedArguments.h"
#include "RecordAssignments.h"
#include "RecordWaits.h"
#include "RuntimeFunctions.h"
#include "SplitWhere.h"
#include "Transforms/Common/FortranRuntime.h"
#include "Transforms/Common/OptionalArguments.h"
#include "WhereKernels.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "warpfort/Transforms/Common/AccMessages.h"

#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFHOSTEXPRESSIONSPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

class HostExpressions {
public:
  explicit HostExpressions(ModuleOp Module)
      : Data(Module), Builder(Module, fir::getKindMapping(Module)) {}

  LogicalResult run(func::FuncOp Function);

private:
  /// Variables that a tree of assignments uses, and whether they are assigned.
  using Roots = llvm::MapVector<Value, bool>;

  void lowerConstructs(func::FuncOp Function);
  void lowerStatements(func::FuncOp Function);
  void markSources(func::FuncOp Function);
  LogicalResult copySections(func::FuncOp Function);
  LogicalResult copyForRest(func::FuncOp Function);
  bool lowerAssign(hlfir::AssignOp Assign);
  void transfer(hlfir::AssignOp Assign, cuf::DataTransferKind Kind);
  bool assignByKernel(hlfir::AssignOp Assign);
  bool mayOverlap(Operation *Tree, const Roots &In);
  Roots rootsOf(Operation *Tree);
  bool isCopiedAlone(hlfir::DesignateOp Part);
  LogicalResult hoistParts(Operation *Tree);
  LogicalResult copyForTree(Operation *Tree);
  LogicalResult copyForElemental(hlfir::ElementalOp Elemental);
  void copyForLoad(fir::LoadOp Load);
  void transferStored(fir::StoreOp Store);
  LogicalResult copyForCall(fir::CallOp Call);
  LogicalResult copyOperands(Operation *Op,
                             llvm::function_ref<bool(OpOperand &)> Writes);
  LogicalResult copyOperands(Operation *Op, bool Writes) {
    return copyOperands(Op, [=](OpOperand &) { return Writes; });
  }
  LogicalResult copyForOperation(Operation *Op);
  std::optional<Value> copyToHost(Operation *Anchor, Value V, bool WritesBack);

  DeviceData Data;
  fir::FirOpBuilder Builder;
};

bool isOrderedTree(Operation *Op) {
  return isa<hlfir::OrderedAssignmentTreeOpInterface>(Op);
}

/// Whether what is in the operation belongs to the same statement: a WHERE or
/// FORALL tree, an elemental expression.
bool holdsStatement(Operation *Op) {
  return isa<hlfir::ElementalOp, hlfir::ExactlyOnceOp,
             hlfir::EvaluateInMemoryOp>(Op) ||
         isOrderedTree(Op);
}

//===-- Transfers ---------------------------------------------------------===//

/// The load whose memory still has the value that \p Assign stores: not that of
/// a function's result, which is freed in between.
fir::LoadOp sourceLoad(hlfir::AssignOp Assign) {
  auto Load = Assign.getRhs().getDefiningOp<fir::LoadOp>();
  if (!Load || Load->getBlock() != Assign->getBlock())
    return nullptr;
  for (Operation *Op = Load->getNextNode(); Op != Assign;
       Op = Op->getNextNode())
    if (!isMemoryEffectFree(Op) && !hasSingleEffect<MemoryEffects::Read>(Op) &&
        !hasSingleEffect<MemoryEffects::Allocate>(Op))
      return nullptr;
  return Load;
}

/// The memory that a transfer names, as cuf.data_transfer wants it.
Value transferMemory(fir::FirOpBuilder &Builder, Location Loc, Value V) {
  if (auto Load = V.getDefiningOp<fir::LoadOp>())
    return Load.getMemref();
  if (!isa<fir::BaseBoxType>(V.getType()))
    return V;
  auto Declare = V.getDefiningOp<hlfir::DeclareOp>();
  if (Declare && Declare.getShape() &&
      isa<fir::ReferenceType>(Declare.getMemref().getType()))
    return Declare.getResults()[1];
  // Of an optional dummy the descriptor may be absent, and becomes a branch's
  // result, which is taken for an address. Here it is present.
  if (Declare && cast<fir::FortranVariableOpInterface>(*Declare).isOptional())
    return fir::ReboxOp::create(Builder, Loc, V.getType(), V, Value(), Value())
        .getResult();
  return V;
}

/// The extents of a variable in whose descriptor they need not be looked up.
/// (A dummy of assumed shape may have lower bounds alone.) The name that
/// ASSOCIATE gives an allocatable has a shape and is transferred by descriptor.
Value transferShape(Value V) {
  auto Declare = V.getDefiningOp<hlfir::DeclareOp>();
  Value Shape = isa<fir::BaseBoxType>(V.getType()) && Declare &&
                        !isa<fir::HeapType, fir::PointerType>(
                            Declare.getMemref().getType())
                    ? Declare.getShape()
                    : Value();
  return Shape && !isa<fir::ShiftType>(Shape.getType()) ? Shape : Value();
}

void HostExpressions::transfer(hlfir::AssignOp Assign,
                               cuf::DataTransferKind Kind) {
  Location Loc = Assign.getLoc();
  Builder.setInsertionPoint(Assign);
  hlfir::Entity Left{Assign.getLhs()}, Right{Assign.getRhs()};
  auto Attr = cuf::DataTransferKindAttr::get(Builder.getContext(), Kind);
  bool IsLoad = sourceLoad(Assign) != nullptr;
  bool IsVariable =
      Right.isVariable() || (IsLoad && !isa<hlfir::ExprType>(Right.getType()));
  Value Base = Right;
  if (auto Convert = Right.getDefiningOp<fir::ConvertOp>())
    Base = Convert.getValue();
  bool IsConstant =
      !IsVariable && Base.getDefiningOp() && matchPattern(Base, m_Constant());
  std::optional<hlfir::AssociateOp> Associate;
  Value From = IsVariable ? Value(Right) : Base;
  if (!IsVariable && !IsConstant) {
    Associate = hlfir::genAssociateExpr(Loc, Builder, Right, Right.getType(),
                                        ".cuf_host_tmp");
    From = Associate->getBase();
  }
  Value To = Left, Shape;
  Type Element = Left.getFortranElementType();
  bool FillsWithRecord =
      isa<fir::RecordType>(Element) && Right.isScalar() && Left.isArray();
  // Of the result of a function whose interface says no shape.
  bool IsDescribed = Associate && isa<fir::BaseBoxType>(From.getType());
  if (isa<fir::CharacterType>(Element) || FillsWithRecord || IsDescribed) {
    // Lengths are in descriptors only, and so are shapes that differ.
    From = descriptorOf(Builder, Loc, From);
    To = descriptorOf(Builder, Loc, To);
  } else {
    Shape = transferShape(Right);
    if (!Shape)
      Shape = transferShape(Left);
    if (IsVariable)
      From = transferMemory(Builder, Loc, From);
    To = transferMemory(Builder, Loc, To);
  }
  cuf::DataTransferOp::create(Builder, Loc, From, To, Shape, Attr);
  if (Associate)
    hlfir::EndAssociateOp::create(Builder, Loc, *Associate);
  Assign.erase();
}

//===-- Assignments -------------------------------------------------------===//

/// Computes an array expression with device operands by a kernel.
bool HostExpressions::assignByKernel(hlfir::AssignOp Assign) {
  Location Loc = Assign.getLoc();
  Value Right = Assign.getRhs(), Left = Assign.getLhs();
  hlfir::Entity Expr{Right};
  Type ElementType = Expr.getFortranElementType();
  if (!fir::isa_trivial(ElementType) || Expr.getRank() < 1)
    return false;
  auto Attr = Data.attributeOf(Left);
  bool ToDevice = Attr && (*Attr == cuf::DataAttribute::Device ||
                           *Attr == cuf::DataAttribute::Constant);
  bool IsAllocatable = hlfir::Entity{Left}.isMutableBox();
  Builder.setInsertionPoint(Assign);
  llvm::SmallVector<Value> Extents = extentsOf(Builder, Loc, Right);
  ElementKernel Kernel(Data, Builder, Loc, Extents);
  // Keeps track of the value while expressions are copied in.
  auto Marker = hlfir::NoReassocOp::create(
      Builder, Loc, Kernel.element(Right, Kernel.indices()));
  if (!Kernel.resolve())
    return false;
  Kernel.shareLoops(Left);
  Type LeftElement = hlfir::getFortranElementType(Left.getType());
  bool Direct = ToDevice && *Attr != cuf::DataAttribute::Constant &&
                LeftElement == ElementType && !Kernel.readsOtherElements(Left);
  Value Element = Marker.getVal();
  Marker.erase();
  Builder.setInsertionPoint(Kernel.op());
  if (Direct) {
    hlfir::Entity Target{Left};
    if (IsAllocatable) {
      // An array that the expression reads element by element has its shape.
      if (Assign.getRealloc() && !Kernel.reads(Left))
        reallocate(Builder, Loc, Left, LeftElement, Extents, *Attr);
      Target = hlfir::derefPointersAndAllocatables(Loc, Builder, Target);
    }
    Kernel.store(Element, Target);
    Kernel.finish();
  } else {
    DeviceArray Temporary =
        createDeviceArray(Builder, Loc, ElementType, Extents);
    Kernel.store(Element, hlfir::derefPointersAndAllocatables(
                              Loc, Builder, hlfir::Entity{Temporary.Variable}));
    Kernel.finish();
    cuf::DataTransferOp::create(
        Builder, Loc, Temporary.Variable, transferMemory(Builder, Loc, Left),
        Value{},
        cuf::DataTransferKindAttr::get(
            Builder.getContext(), ToDevice
                                      ? cuf::DataTransferKind::DeviceDevice
                                      : cuf::DataTransferKind::DeviceHost));
    freeCopy(Builder, Loc, Temporary.Storage);
  }
  Assign.erase();
  return true;
}

/// Returns false if the assignment stays one of the host.
bool HostExpressions::lowerAssign(hlfir::AssignOp Assign) {
  Value Left = Assign.getLhs(), Right = Assign.getRhs();
  bool ToDevice = Data.isDeviceOnly(Left);
  if (Assign.getRealloc() && !ToDevice && Data.isDeviceComponent(Left) &&
      hlfir::Entity{Left}.isMutableBox())
    if (auto Attr = Data.attributeOf(Left)) {
      Builder.setInsertionPoint(Assign);
      useAllocator(Builder, Assign.getLoc(), Left, *Attr);
    }
  bool IsArrayExpr =
      isa<hlfir::ExprType>(Right.getType()) && hlfir::Entity{Right}.isArray();
  if (IsArrayExpr) {
    if (!dependsOnDevice(Data, Right)) {
      if (ToDevice)
        transfer(Assign, cuf::DataTransferKind::HostDevice);
      return ToDevice;
    }
    // For a host array, copying the operands is as good if one is there.
    if (ToDevice || !dependsOnHostArrays(Data, Right))
      if (assignByKernel(Assign))
        return true;
    if (ToDevice)
      transfer(Assign, cuf::DataTransferKind::HostDevice);
    return ToDevice;
  }
  Value Source = Right;
  fir::LoadOp Load = sourceLoad(Assign);
  if (Load)
    Source = Load.getMemref();
  bool FromDevice = !isa<hlfir::ExprType>(Right.getType()) &&
                    (hlfir::Entity{Right}.isVariable() || Load) &&
                    Data.isDeviceOnly(Source);
  if (ToDevice)
    transfer(Assign, FromDevice ? cuf::DataTransferKind::DeviceDevice
                                : cuf::DataTransferKind::HostDevice);
  else if (FromDevice && hlfir::Entity{Right}.isVariable())
    transfer(Assign, cuf::DataTransferKind::DeviceHost);
  else
    return false;
  return true;
}

//===-- Copies to the host ------------------------------------------------===//

/// Makes a copy of \p V before \p Anchor that lives as long as it is needed.
std::optional<Value> HostExpressions::copyToHost(Operation *Anchor, Value V,
                                                 bool WritesBack) {
  Location Loc = Anchor->getLoc();
  Builder.setInsertionPoint(Anchor);
  auto C = createCopy(Builder, Loc, V, Side::Host);
  if (!C)
    return std::nullopt;
  if (hlfir::isFortranEntity(V) && hlfir::Entity(V).isArray())
    addAccMessage(Anchor, Loc,
                  "Array is copied to the host, which runs this statement");
  Builder.setInsertionPointAfter(lastUse(Anchor));
  if (WritesBack)
    writeBack(Builder, Loc, *C);
  freeCopy(Builder, Loc, *C);
  return C->Replacement;
}

/// A copy that is written back is of the whole array: what other threads have
/// assigned in the meantime would be lost.
LogicalResult checkThreads(Operation *Op) {
  for (Operation *Parent = Op->getParentOp(); Parent;
       Parent = Parent->getParentOp())
    if (isa<omp::OpenMPDialect>(Parent->getDialect()))
      return emitUserError(
          Op, "this changes device data by way of a copy of the whole array, "
              "which threads of an OpenMP construct may not do: use "
              "assignments that become kernels, or a kernel loop");
  return success();
}

/// Allocatable components of different names are different arrays.
static bool areDifferentComponents(Value A, Value B) {
  auto Name = [](Value V) {
    auto Designate = V.getDefiningOp<hlfir::DesignateOp>();
    auto Attrs = Designate ? Designate.getFortranAttrs() : std::nullopt;
    bool IsAllocatable =
        Attrs &&
        bitEnumContainsAny(*Attrs, fir::FortranVariableFlagsEnum::allocatable);
    return IsAllocatable ? Designate.getComponentAttr() : StringAttr();
  };
  return Name(A) && Name(B) && Name(A) != Name(B);
}

/// Moves a component's address in front of \p Scope, with those that it is
/// computed from; false if it depends on what is computed there. Subscripts
/// may be constants and scalars that the assignments in \p Scope leave alone.
static bool hoistComponent(Value V, Operation *Scope,
                           llvm::function_ref<bool(Value)> IsAssigned) {
  if (!Scope->isAncestor(V.getParentRegion()->getParentOp()))
    return true;
  Operation *Op = V.getDefiningOp();
  if (!Op || Op->getNumRegions())
    return false;
  auto Load = dyn_cast<fir::LoadOp>(Op);
  bool MayMove = Load ? !IsAssigned(Load.getMemref()) : isMemoryEffectFree(Op);
  if (!MayMove || !llvm::all_of(Op->getOperands(), [&](Value Operand) {
        return hoistComponent(Operand, Scope, IsAssigned);
      }))
    return false;
  Op->moveBefore(Scope);
  return true;
}

/// The variables in front of \p Tree of which its assignments change parts.
static llvm::SmallVector<Value> assignedIn(Operation *Tree) {
  llvm::SmallVector<Value> Found;
  Tree->walk([&](hlfir::RegionAssignOp Assign) {
    Operation *End = Assign.getLhsRegion().front().getTerminator();
    Value Left;
    if (auto Yield = dyn_cast<hlfir::YieldOp>(End))
      Left = Yield.getEntity();
    else if (auto Address = dyn_cast<hlfir::ElementalAddrOp>(End))
      Left = Address.getYieldOp().getEntity();
    if (Value Root = Left ? rootOutside(Left, Tree) : Value())
      Found.push_back(Root);
  });
  return Found;
}

LogicalResult refuseUse(Operation *Op, Value Of) {
  std::string Name;
  for (Value V = Of; V; V = addressSource(V))
    if (auto Variable = V.getDefiningOp<hlfir::DeclareOp>())
      Name = " '" +
             fir::NameUniquer::deconstruct(Variable.getUniqName()).second.name +
             "'";
  if (isOfAssumedSize(Of))
    return emitUserError(Op, "array")
           << Name
           << " of assumed size cannot be copied to the host, which runs this "
              "statement: declare its last extent";
  return emitUserError(Op, "device data")
         << Name << " may not be used here by the host: use a host variable";
}

bool isSingleAssignment(Operation *Tree) {
  unsigned Assignments = 0;
  Tree->walk([&](hlfir::RegionAssignOp) { ++Assignments; });
  return Assignments == 1;
}

HostExpressions::Roots HostExpressions::rootsOf(Operation *Tree) {
  Roots Found;
  Tree->walk([&](Operation *Op) {
    if (Op == Tree)
      return;
    for (Value Operand : Op->getOperands()) {
      if (!hlfir::isFortranVariableType(Operand.getType()) ||
          !Data.isDeviceOnly(Operand))
        continue;
      if (Value Root = rootOutside(Operand, Tree))
        Found.insert({Root, false});
    }
  });
  for (Value Root : assignedIn(Tree))
    if (Found.count(Root))
      Found[Root] = true;
  return Found;
}

/// A copy of what is assigned must be the only one, unless there is just one
/// assignment: the others then have what was there before it.
bool HostExpressions::mayOverlap(Operation *Tree, const Roots &In) {
  if (isSingleAssignment(Tree))
    return false;
  for (auto [Root, Assigned] : In)
    for (auto [Other, OtherAssigned] : In)
      if (Assigned && Root != Other && !areDifferentComponents(Root, Other) &&
          Data.mayAlias(Root, Other))
        return true;
  return false;
}

/// Whether \p Part is copied for a construct, and not the variable that it is a
/// part of: a device component of a record on the host, and a section of an
/// array of assumed size, which has no copy.
bool HostExpressions::isCopiedAlone(hlfir::DesignateOp Part) {
  if (!Data.isDeviceOnly(Part))
    return false;
  if (Part.getComponent())
    return !Data.isDeviceOnly(Part.getMemref());
  return hlfir::Entity{Part.getResult()}.isArray() &&
         isOfAssumedSize(Part.getMemref());
}

/// Moves in front of \p Tree what is copied for it.
LogicalResult HostExpressions::hoistParts(Operation *Tree) {
  llvm::SmallVector<hlfir::DesignateOp> Parts;
  Tree->walk([&](hlfir::DesignateOp Part) {
    if (isCopiedAlone(Part))
      Parts.push_back(Part);
  });
  llvm::SmallVector<Value> Assigned = assignedIn(Tree);
  auto IsAssigned = [&](Value Address) {
    Value Root = rootOutside(Address, Tree);
    return !Root || llvm::any_of(Assigned, [&](Value Other) {
      return Root == Other || Data.mayAlias(Root, Other);
    });
  };
  llvm::SmallVector<hlfir::DesignateOp> Hoisted;
  for (hlfir::DesignateOp Part : Parts) {
    if (!hoistComponent(Part, Tree, IsAssigned)) {
      if (!Part.getComponent())
        return refuseUse(Part, Part.getMemref());
      return emitUserError(Part, "this device component is not supported in a "
                                 "WHERE or FORALL on the host");
    }
    auto Same = llvm::find_if(Hoisted, [&](hlfir::DesignateOp Known) {
      return isSameValue(Known, Part);
    });
    if (Same == Hoisted.end())
      Hoisted.push_back(Part);
    else
      Part.replaceAllUsesWith(Same->getResult());
  }
  return success();
}

/// WHERE, FORALL and assignments to vector subscripts.
LogicalResult HostExpressions::copyForTree(Operation *Tree) {
  if (failed(hoistParts(Tree)))
    return failure();
  Roots In = rootsOf(Tree);
  if (mayOverlap(Tree, In)) {
    // The construct's own place is less sure.
    Location At = Tree->getLoc();
    Tree->walk([&](hlfir::RegionAssignOp Assign) {
      At = Assign.getLoc();
      return WalkResult::interrupt();
    });
    return emitUserError(At,
                         "WHERE and FORALL constructs are not supported on the "
                         "host for device data that may overlap");
  }
  for (auto [Root, Assigned] : In) {
    if (Assigned && failed(checkThreads(Tree)))
      return failure();
    auto Replacement = copyToHost(Tree, Root, Assigned);
    if (!Replacement)
      return refuseUse(Tree, Root);
    Root.replaceUsesWithIf(*Replacement, [&](OpOperand &Use) {
      return Tree->isProperAncestor(Use.getOwner());
    });
  }
  return success();
}

LogicalResult HostExpressions::copyForElemental(hlfir::ElementalOp Elemental) {
  llvm::SetVector<Value> Roots;
  Elemental->walk([&](Operation *Op) {
    if (Op == Elemental || isa<hlfir::DesignateOp, hlfir::DeclareOp>(Op))
      return;
    for (Value Operand : Op->getOperands()) {
      if (!hlfir::isFortranVariableType(Operand.getType()) ||
          !Data.isDeviceOnly(Operand))
        continue;
      if (Value Root = rootOutside(Operand, Elemental))
        Roots.insert(Root);
    }
  });
  for (Value Root : Roots) {
    auto Replacement = copyToHost(Elemental, Root, false);
    if (!Replacement)
      return refuseUse(Elemental, Root);
    Root.replaceUsesWithIf(*Replacement, [&](OpOperand &Use) {
      return Elemental->isProperAncestor(Use.getOwner());
    });
  }
  return success();
}

/// Loads from a copy of what \p Load names on the device. A logical variable
/// may be taken for one bit, which has no bytes to copy.
void HostExpressions::copyForLoad(fir::LoadOp Load) {
  Value Address = Load.getMemref();
  if (!Data.loadsFromDevice(Address))
    return;
  Location Loc = Load.getLoc();
  Builder.setInsertionPoint(Load);
  if (auto Convert = Address.getDefiningOp<fir::ConvertOp>();
      Convert && Load.getType().isInteger(1))
    Address = Convert.getValue();
  Value Temporary =
      Builder.createTemporary(Loc, fir::unwrapRefType(Address.getType()));
  cuf::DataTransferOp::create(
      Builder, Loc, Address, Temporary, Value{},
      cuf::DataTransferKindAttr::get(Builder.getContext(),
                                     cuf::DataTransferKind::DeviceHost));
  Load.getMemrefMutable().assign(Builder.createConvert(
      Loc, Builder.getRefType(Load.getType()), Temporary));
}

/// Whether a value is stored that READ has made of a logical item's byte.
static bool storesLogical(fir::StoreOp Store) {
  auto Convert = Store.getValue().getDefiningOp<fir::ConvertOp>();
  return Convert && isa<fir::LogicalType>(Convert.getType()) &&
         Convert.getValue().getType().isInteger(1) &&
         Convert.getValue().getDefiningOp<fir::LoadOp>();
}

/// Stores a value of the host by way of a variable of the host.
void HostExpressions::transferStored(fir::StoreOp Store) {
  Location Loc = Store.getLoc();
  Builder.setInsertionPoint(Store);
  Value Temporary = Builder.createTemporary(Loc, Store.getValue().getType());
  fir::StoreOp::create(Builder, Loc, Store.getValue(), Temporary);
  cuf::DataTransferOp::create(
      Builder, Loc, Temporary, Store.getMemref(), Value{},
      cuf::DataTransferKindAttr::get(Builder.getContext(),
                                     cuf::DataTransferKind::HostDevice));
  Store.erase();
}

/// Gives \p Op copies of its operands in device memory.
LogicalResult
HostExpressions::copyOperands(Operation *Op,
                              llvm::function_ref<bool(OpOperand &)> Writes) {
  for (OpOperand &Operand : Op->getOpOperands()) {
    Value V = Operand.get();
    if (!Data.isDeviceOnly(V))
      continue;
    // The assignment's target is dealt with before.
    llvm::SmallVector<fir::ConvertOp> Conversions;
    while (auto Convert = V.getDefiningOp<fir::ConvertOp>()) {
      Conversions.push_back(Convert);
      V = Convert.getValue();
    }
    bool IsWritten = Writes(Operand);
    if (IsWritten && failed(checkThreads(Op)))
      return failure();
    Value IsPresent;
    if (arith::SelectOp Choice = choiceOfPresent(V)) {
      IsPresent = Choice.getCondition();
      V = Choice.getTrueValue();
    }
    if (isa<fir::BaseBoxType>(V.getType()) && mayBeAbsent(V)) {
      Builder.setInsertionPoint(Op);
      if (!IsPresent)
        IsPresent = fir::IsPresentOp::create(Builder, Op->getLoc(),
                                             Builder.getI1Type(), V);
      V = createBoxOrEmpty(Builder, Op->getLoc(), V);
    }
    auto Replacement = copyToHost(Op, V, IsWritten);
    if (!Replacement)
      return refuseUse(Op, V);
    Builder.setInsertionPoint(Op);
    Value New = *Replacement;
    if (IsPresent)
      New = arith::SelectOp::create(
          Builder, Op->getLoc(), IsPresent, New,
          fir::AbsentOp::create(Builder, Op->getLoc(), New.getType()));
    if (!Conversions.empty())
      New = Builder.createConvert(Op->getLoc(), Operand.get().getType(), New);
    Operand.set(New);
  }
  return success();
}

LogicalResult HostExpressions::copyForCall(fir::CallOp Call) {
  if (!Call.getCallee())
    return success();
  // The front end checks arguments of the program's procedures.
  switch (runtimeUse(Call.getCallee()->getRootReference())
              .value_or(RuntimeUse::Inquires)) {
  case RuntimeUse::Inquires:
    return success();
  case RuntimeUse::Reads:
    return copyOperands(Call, /*Writes=*/false);
  case RuntimeUse::Writes:
    return copyOperands(Call, /*Writes=*/true);
  case RuntimeUse::Unknown:
    // The first argument may be an internal file.
    if (beginsIO(Call)) {
      bool IsOutput =
          Call.getCallee()->getRootReference().getValue().ends_with("Output");
      return copyOperands(Call, [=](OpOperand &Argument) {
        return IsOutput && Argument.getOperandNumber() == 0;
      });
    }
    for (Value Operand : Call->getOperands())
      if (Data.isDeviceOnly(Operand))
        return refuseUse(Call, Operand);
    return success();
  }
  llvm_unreachable("all uses are above");
}

/// Operations outside of elemental expressions that read device data.
LogicalResult HostExpressions::copyForOperation(Operation *Op) {
  if (auto Load = dyn_cast<fir::LoadOp>(Op)) {
    copyForLoad(Load);
    return success();
  }
  if (auto Call = dyn_cast<fir::CallOp>(Op))
    return copyForCall(Call);
  if (isa_and_nonnull<hlfir::hlfirDialect>(Op->getDialect()) &&
      !isa<fir::FortranVariableOpInterface, hlfir::ShapeOfOp,
           hlfir::GetExtentOp, hlfir::GetLengthOp, hlfir::DestroyOp,
           hlfir::EndAssociateOp, hlfir::CopyInOp, hlfir::CopyOutOp,
           hlfir::ParentComponentOp>(Op))
    return copyOperands(Op, /*Writes=*/false);
  if (auto Store = dyn_cast<fir::StoreOp>(Op);
      Store && Data.isDeviceOnly(Store.getMemref()) &&
      !isa<fir::BaseBoxType>(Store.getValue().getType())) {
    if (!storesLogical(Store))
      return refuseUse(Op, Store.getMemref());
    transferStored(Store);
  }
  return success();
}

/// Erases the expressions that kernels have taken over, and the ends of their
/// lives. An outer one stands behind those that it reads, and so goes first:
/// what only it used would otherwise be evaluated by the host, on copies.
llvm::DenseSet<Operation *>
eraseUnusedExpressions(llvm::ArrayRef<Operation *> Operations) {
  llvm::DenseSet<Operation *> Erased;
  // An expression's shape is known without it.
  for (Operation *Op : Operations)
    if (auto ShapeOf = dyn_cast<hlfir::ShapeOfOp>(Op))
      if (auto Of = ShapeOf.getExpr().getDefiningOp<hlfir::ElementalOp>()) {
        ShapeOf.getResult().replaceAllUsesWith(Of.getShape());
        Erased.insert(Op);
        Op->erase();
      }
  for (Operation *Op : llvm::reverse(Operations)) {
    if (Erased.contains(Op) || !isa<hlfir::ElementalOp>(Op) ||
        !llvm::all_of(Op->getUsers(), llvm::IsaPred<hlfir::DestroyOp>))
      continue;
    llvm::SmallPtrSet<Operation *, 2> Ends(Op->user_begin(), Op->user_end());
    for (Operation *End : Ends) {
      Erased.insert(End);
      End->erase();
    }
    Erased.insert(Op);
    Op->erase();
  }
  return Erased;
}

//===-- A procedure -------------------------------------------------------===//

/// Makes kernels of WHERE constructs, or parts that become kernels.
void HostExpressions::lowerConstructs(func::FuncOp Function) {
  llvm::SmallVector<hlfir::WhereOp> Constructs;
  walkHostCode(
      Function,
      [&](Operation *Op) {
        if (auto Where = dyn_cast<hlfir::WhereOp>(Op))
          Constructs.push_back(Where);
      },
      holdsStatement);
  for (hlfir::WhereOp Where : Constructs)
    if (!makeWhereKernel(Data, Builder, Where) &&
        mayOverlap(Where, rootsOf(Where)))
      splitWhere(Builder, Where); // or an error follows
}

/// Whether a function of arrays is one of device data.
bool isOfDeviceData(const DeviceData &Data, Operation *Op) {
  if (RuntimeFunction::find(Op))
    return RuntimeOperands(Op).areOnDevice(Data);
  return llvm::any_of(Op->getOperands(), [&](Value V) {
    return hlfir::isFortranEntity(V) && dependsOnDevice(Data, V);
  });
}

/// Makes kernels and transfers of intrinsic functions and assignments.
void HostExpressions::lowerStatements(func::FuncOp Function) {
  llvm::SmallVector<Operation *> Functions;
  llvm::SmallVector<hlfir::AssignOp> Assignments;
  walkHostCode(
      Function,
      [&](Operation *Op) {
        if (auto Assign = dyn_cast<hlfir::AssignOp>(Op))
          Assignments.push_back(Assign);
        else if (RuntimeFunction::find(Op) ||
                 (isa_and_nonnull<hlfir::hlfirDialect>(Op->getDialect()) &&
                  !isa<hlfir::ElementalOp, hlfir::AsExprOp>(Op) &&
                  Op->getNumResults() == 1))
          Functions.push_back(Op);
      },
      holdsStatement);
  llvm::SmallVector<Operation *> Reductions;
  for (Operation *Op : Functions)
    if (isOfDeviceData(Data, Op) && !makeElemental(Data, Builder, Op))
      Reductions.push_back(Op);
  for (Operation *Op : Reductions)
    if (!lowerReduction(Data, Builder, Op) && !lowerLocation(Data, Builder, Op))
      lowerNorm(Data, Builder, Op);
  for (hlfir::AssignOp Assign : Assignments)
    lowerAssign(Assign);
}

/// Lowering asks the last name of SOURCE= alone whether it is device data: not
/// that of a component's record, nor whether the value is one that the host
/// computes.
void HostExpressions::markSources(func::FuncOp Function) {
  Function.walk([&](cuf::AllocateOp Allocate) {
    Value Source = Allocate.getSource();
    if (!Source || !isHostCode(Allocate))
      return;
    if (Data.isDeviceOnly(Source))
      Allocate.setDeviceSource(true);
    else if (goBack(Source, PartSteps).getDefiningOp<hlfir::AssociateOp>())
      Allocate.setDeviceSource(false);
  });
}

LogicalResult HostExpressions::copySections(func::FuncOp Function) {
  llvm::SmallVector<std::pair<hlfir::CopyInOp, cuf::DataAttribute>> Sections;
  Function.walk([&](hlfir::CopyInOp CopyIn) {
    if (!isHostCode(CopyIn))
      return;
    if (Data.isDeviceOnly(CopyIn.getVar()))
      Sections.push_back({CopyIn, cuf::DataAttribute::Device});
    else if (!CopyIn.getVarIsPresent() &&
             isForManagedDummy(CopyIn.getCopiedIn()))
      Sections.push_back({CopyIn, cuf::DataAttribute::Managed});
  });
  LogicalResult Result = success();
  for (auto [CopyIn, Memory] : Sections)
    if (failed(lowerCopyIn(Builder, CopyIn, Memory)))
      Result = failure();
  return Result;
}

/// What is left becomes work of the host on copies.
LogicalResult HostExpressions::copyForRest(func::FuncOp Function) {
  llvm::SmallVector<Operation *> Rest;
  Function.walk<WalkOrder::PreOrder>([&](Operation *Op) {
    if (Op == Function)
      return WalkResult::advance();
    Rest.push_back(Op);
    return isa<hlfir::ElementalOp>(Op) || isOrderedTree(Op) ||
                   isDeviceConstruct(Op)
               ? WalkResult::skip()
               : WalkResult::advance();
  });
  llvm::erase_if(Rest, [Dead = eraseUnusedExpressions(Rest)](Operation *Op) {
    return Dead.contains(Op);
  });
  LogicalResult Result = success();
  for (Operation *Op : Rest) {
    if (isOrderedTree(Op)) {
      if (failed(copyForTree(Op)))
        Result = failure();
    } else if (auto Elemental = dyn_cast<hlfir::ElementalOp>(Op)) {
      if (failed(copyForElemental(Elemental)))
        Result = failure();
    } else if (failed(copyForOperation(Op)))
      Result = failure();
  }
  return Result;
}

LogicalResult HostExpressions::run(func::FuncOp Function) {
  returnToHost(Data, Builder, Function);
  deallocateIntentOut(Data, Builder, Function);
  holdManagedArguments(Builder, Function);
  markSources(Function);
  if (failed(callForDeviceData(Function)))
    return failure();
  lowerConstructs(Function);
  if (failed(assignRecords(Data, Builder, Function)))
    return failure();
  lowerStatements(Function);
  // Both report all that they find.
  LogicalResult Sections = copySections(Function);
  LogicalResult Rest = copyForRest(Function);
  Function.walk([](fir::DoLoopOp Loop) { FoldsAttr.remove(Loop); });
  waitForDeviceRecords(Data, Builder, Function);
  return success(succeeded(Sections) && succeeded(Rest));
}

class CUFHostExpressions
    : public impl::CUFHostExpressionsPassBase<CUFHostExpressions> {
public:
  void runOnOperation() override {
    HostExpressions Lowering(getOperation());
    llvm::SmallVector<func::FuncOp> Functions;
    for (auto Function : getOperation().getOps<func::FuncOp>())
      if (!Function.isExternal() && !isDeviceProcedure(Function))
        Functions.push_back(Function);
    for (func::FuncOp Function : Functions) {
      if (succeeded(Lowering.run(Function)))
        continue;
      // Device code may have errors as well.
      Function.eraseBody();
      Function.setPrivate();
      IncompleteAttr.set(getOperation());
    }
  }
};

} // namespace

} // namespace warpfort
