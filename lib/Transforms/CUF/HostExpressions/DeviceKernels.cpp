//===-- DeviceKernels.cpp - Kernel loops of host expressions --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeviceKernels.h"
#include "SharedLoops.h"
#include "TileLoops.h"
#include "Transforms/Common/DeviceData.h"
#include "Transforms/Common/FortranRuntime.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace warpfort {

/// Kernel loops have up to this many dimensions; further ones are one with the
/// last.
static constexpr unsigned MaxLoops = 3;

llvm::SmallVector<Value> extentsOf(fir::FirOpBuilder &Builder, Location Loc,
                                   Value Array) {
  hlfir::Entity Entity{Array};
  if (Entity.isScalar())
    return {};
  return hlfir::getIndexExtents(Loc, Builder,
                                hlfir::genShape(Loc, Builder, Entity));
}

static bool isArrayVariable(Value V) {
  return hlfir::isFortranVariableType(V.getType()) &&
         isa<fir::SequenceType>(
             hlfir::getFortranElementOrSequenceType(V.getType()));
}

static bool isHostScalar(Value V) {
  return fir::isa_ref_type(V.getType()) &&
         fir::isa_trivial(fir::unwrapRefType(V.getType()));
}

static bool isConstantData(Value V) {
  for (; V; V = addressSource(V)) {
    if (auto Variable = V.getDefiningOp<fir::FortranVariableOpInterface>())
      if (Variable.isParameter())
        return true;
    if (auto Address = V.getDefiningOp<fir::AddrOfOp>()) {
      auto Global =
          Address->getParentOfType<ModuleOp>().lookupSymbol<fir::GlobalOp>(
              Address.getSymbol());
      return Global && Global.getConstant().value_or(false);
    }
  }
  return false;
}

static bool anyRead(Value Expr, llvm::function_ref<bool(Value)> Wanted) {
  Operation *Op = Expr.getDefiningOp();
  if (!Op)
    return false;
  if (!isa<hlfir::ExprType>(Expr.getType()))
    return Wanted(Expr);
  bool Found = false;
  auto Visit = [&](Operation *Inner) {
    if (auto Load = dyn_cast<fir::LoadOp>(Inner))
      Found |= Wanted(Load.getMemref());
    else if (auto Apply = dyn_cast<hlfir::ApplyOp>(Inner))
      Found |= anyRead(Apply.getExpr(), Wanted);
    else
      for (Value Operand : Inner->getOperands())
        if (Inner != Op && isa<hlfir::ExprType>(Operand.getType()) &&
            !Op->isAncestor(Operand.getParentRegion()->getParentOp()))
          Found |= anyRead(Operand, Wanted);
        else if (!isa<hlfir::DesignateOp, hlfir::DeclareOp>(Inner) &&
                 isArrayVariable(Operand))
          Found |= Wanted(Operand);
  };
  if (isa<hlfir::ElementalOp>(Op)) {
    Op->walk(Visit);
    return Found;
  }
  for (Value Operand : Op->getOperands())
    if (isa<hlfir::ExprType>(Operand.getType()) ||
        hlfir::isFortranVariableType(Operand.getType()))
      Found |= anyRead(Operand, Wanted);
  return Found;
}

bool dependsOnDevice(const DeviceData &Data, Value Expr) {
  return anyRead(Expr, [&](Value V) { return Data.isDeviceOnly(V); });
}

bool dependsOnHostArrays(const DeviceData &Data, Value Expr) {
  return anyRead(Expr, [&](Value V) {
    if (Data.isOnDevice(V) || isConstantData(V))
      return false;
    // A scalar variable, not an element.
    for (Value At = V; At; At = addressSource(At))
      if (isArrayVariable(At))
        return true;
    return false;
  });
}

//===-- Construction ------------------------------------------------------===//

ElementKernel::ElementKernel(const DeviceData &Data, fir::FirOpBuilder &Builder,
                             Location Loc, llvm::ArrayRef<Value> Extents,
                             llvm::ArrayRef<KernelReduction> Reductions)
    : Data(Data), Builder(Builder), Loc(Loc) {
  Type Index = Builder.getIndexType();
  Value One = Builder.createIntegerConstant(Loc, Index, 1);
  unsigned Rank = Extents.size();
  unsigned Loops = std::clamp(Rank, 1u, MaxLoops);
  llvm::SmallVector<Value> Trips(Loops, One);
  for (unsigned Dim = 0; Dim < Rank; ++Dim) {
    Value Extent = Builder.createConvert(Loc, Index, Extents[Dim]);
    Trips[std::min(Dim, Loops - 1)] =
        Dim < Loops
            ? Extent
            : arith::MulIOp::create(Builder, Loc, Trips[Loops - 1], Extent);
  }
  // From the outermost, that is the last, dimension inwards.
  std::reverse(Trips.begin(), Trips.end());
  llvm::SmallVector<Value> Lower(Loops, One), Step(Loops, One), Targets;
  llvm::SmallVector<Attribute> Operators;
  for (const KernelReduction &R : Reductions) {
    Targets.push_back(R.Variable);
    Operators.push_back(fir::ReduceAttr::get(Builder.getContext(), R.Operator));
  }
  Kernel = cuf::KernelOp::create(
      Builder, Loc, /*grid=*/ValueRange{}, /*block=*/ValueRange{},
      /*stream=*/Value{}, Lower, Trips, Step, Builder.getI64IntegerAttr(Loops),
      Targets,
      Operators.empty() ? ArrayAttr{} : Builder.getArrayAttr(Operators));
  Block *Body = Builder.createBlock(&Kernel.getRegion(), {},
                                    llvm::SmallVector<Type>(Loops, Index),
                                    llvm::SmallVector<Location>(Loops, Loc));
  Builder.setInsertionPointToStart(Body);
  auto End = fir::FirEndOp::create(Builder, Loc);
  Builder.setInsertionPoint(End);
  for (unsigned Dim = 0; Dim < std::min(Rank, Loops); ++Dim)
    Indices.push_back(Body->getArgument(Loops - 1 - Dim));
  if (Rank <= MaxLoops)
    return;
  // The last loop counts the elements of the dimensions from there on.
  Value Left = arith::SubIOp::create(Builder, Loc, Indices.pop_back_val(), One);
  for (unsigned Dim = MaxLoops - 1; Dim < Rank; ++Dim) {
    Value Extent = Builder.createConvert(Loc, Index, Extents[Dim]);
    Value Offset =
        Dim + 1 == Rank
            ? Left
            : arith::RemSIOp::create(Builder, Loc, Left, Extent).getResult();
    Indices.push_back(arith::AddIOp::create(Builder, Loc, Offset, One));
    if (Dim + 1 < Rank)
      Left = arith::DivSIOp::create(Builder, Loc, Left, Extent);
  }
}

ElementKernel::~ElementKernel() {
  if (Finished)
    return;
  Builder.setInsertionPointAfter(Kernel);
  Kernel.erase();
}

Value ElementKernel::element(Value Array, ValueRange At) {
  hlfir::Entity Entity{Array};
  if (!Entity.isScalar())
    Entity = hlfir::getElementAt(Loc, Builder, Entity, At);
  return hlfir::loadTrivialScalar(Loc, Builder, Entity);
}

bool ElementKernel::inlineApplies() {
  while (true) {
    hlfir::ApplyOp Next;
    Kernel.walk([&](hlfir::ApplyOp Apply) {
      if (!Apply.getExpr().getDefiningOp<hlfir::ElementalOp>())
        return WalkResult::advance();
      Next = Apply;
      return WalkResult::interrupt();
    });
    if (!Next)
      break;
    auto Elemental = Next.getExpr().getDefiningOp<hlfir::ElementalOp>();
    auto Guard = OpBuilder::InsertionGuard(Builder);
    Builder.setInsertionPoint(Next);
    IRMapping Map;
    for (auto [Argument, Index] :
         llvm::zip_equal(Elemental.getIndices(), Next.getIndices()))
      Map.map(Argument,
              Builder.createConvert(Next.getLoc(), Argument.getType(), Index));
    Value Result;
    for (Operation &Op : *Elemental.getBody()) {
      if (auto Yield = dyn_cast<hlfir::YieldElementOp>(Op)) {
        Result = Map.lookupOrDefault(Yield.getElementValue());
        break;
      }
      if (!isa<hlfir::DestroyOp>(Op))
        Builder.clone(Op, Map);
    }
    hlfir::Entity Value =
        hlfir::loadTrivialScalar(Next.getLoc(), Builder, hlfir::Entity{Result});
    if (Value.getType() != Next.getType())
      Result = Builder.createConvert(Next.getLoc(), Next.getType(), Value);
    else
      Result = Value;
    Next.replaceAllUsesWith(Result);
    Next.erase();
  }
  // Elemental expressions inside of the copied ones.
  llvm::SmallVector<Operation *> Unused;
  Kernel.walk([&](Operation *Op) {
    if (isa<hlfir::DestroyOp>(Op))
      Unused.push_back(Op);
  });
  for (Operation *Op : Unused)
    Op->erase();
  Unused.clear();
  Kernel.walk([&](Operation *Op) {
    if (isa<hlfir::ElementalOp>(Op) && Op->use_empty())
      Unused.push_back(Op);
  });
  for (Operation *Op : Unused)
    Op->erase();
  return true;
}

//===-- What the device can execute ---------------------------------------===//

static bool isDeviceFunction(fir::CallOp Call) {
#define WARPFORT_NAME(FUNCTION) #FUNCTION,
  static const llvm::StringSet<> Library{
      WARPDEV_FORTRAN_FUNCTIONS(WARPFORT_NAME)};
#undef WARPFORT_NAME
  auto Callee = Call.getCallee();
  if (!Callee)
    return false;
  llvm::StringRef Name = Callee->getRootReference().getValue();
  if (Name.starts_with("_FortranA"))
    return Library.contains(Name);
  auto Function = Call->getParentOfType<ModuleOp>().lookupSymbol<func::FuncOp>(
      Callee->getRootReference());
  if (Name.starts_with("_Q"))
    return Function && isDeviceProcedure(Function);
  // Flang makes names of its own of calls to the C library only.
  return Function && Function.isExternal() &&
         llvm::all_of(Function.getArgumentTypes(),
                      [](Type T) { return fir::isa_trivial(T); });
}

static bool isDeviceType(Type T) {
  if (auto Float = dyn_cast<FloatType>(T))
    return Float.getWidth() <= 64;
  if (auto Integer = dyn_cast<IntegerType>(T))
    return Integer.getWidth() <= 128;
  if (auto Complex = dyn_cast<ComplexType>(T))
    return isDeviceType(Complex.getElementType());
  return !isa<fir::CharacterType, fir::BoxCharType, hlfir::ExprType>(T);
}

bool ElementKernel::isExecutable(Operation *Op) const {
  // Flang's calls name the source file; the text goes to the device with them.
  if (isLiteralText(Op))
    return true;
  auto Fits = [](Type T) {
    return isDeviceType(hlfir::isFortranVariableType(T) &&
                                !isa<fir::BaseBoxType>(T)
                            ? hlfir::getFortranElementType(T)
                            : T);
  };
  if (!llvm::all_of(Op->getResultTypes(), Fits))
    return false;
  if (auto Apply = dyn_cast<hlfir::ApplyOp>(Op))
    return hlfir::Entity{Apply.getExpr()}.hasIntrinsicType();
  if (auto Call = dyn_cast<fir::CallOp>(Op))
    return isDeviceFunction(Call);
  if (isa<fir::LoadOp, fir::IfOp, fir::DoLoopOp, fir::ResultOp, fir::FirEndOp,
          hlfir::DesignateOp, fir::StoreOp>(Op))
    return true;
  return isMemoryEffectFree(Op) &&
         (isa<arith::ArithDialect, math::MathDialect, complex::ComplexDialect,
              LLVM::LLVMDialect, fir::FIROpsDialect>(Op->getDialect()) ||
          isa<hlfir::NoReassocOp>(Op));
}

bool ElementKernel::resolve() {
  if (!inlineApplies())
    return false;
  bool Ok = true;
  Kernel.getRegion().walk([&](Operation *Op) {
    Ok &= isExecutable(Op);
    auto Load = dyn_cast<fir::LoadOp>(Op);
    if (!Load || !Ok)
      return;
    Value Root = rootOutside(Load.getMemref(), Kernel);
    // Not a chain of address computations.
    Ok = Root && (fir::isa_ref_type(Root.getType()) ||
                  isa<fir::BaseBoxType>(Root.getType()));
    // An array of the host that cannot be copied.
    if (Ok && isOfAssumedSize(Root) && !Data.isOnDevice(Root))
      Ok = false;
    // A descriptor in device memory.
    if (Ok && isa<fir::BaseBoxType>(Load.getType()) &&
        Data.loadsFromDevice(Load.getMemref()))
      Ok = false;
  });
  return Ok;
}

//===-- Reads -------------------------------------------------------------===//

void ElementKernel::forEachRead(
    llvm::function_ref<void(fir::LoadOp)> Visit) const {
  const_cast<cuf::KernelOp &>(Kernel).getRegion().walk([&](fir::LoadOp Load) {
    if (!isa<fir::BaseBoxType>(Load.getType()))
      Visit(Load);
  });
}

bool ElementKernel::reads(Value Variable) const {
  bool Found = false;
  forEachRead([&](fir::LoadOp Load) {
    Found |= Data.mayAlias(Load.getMemref(), Variable);
  });
  return Found;
}

/// `Variable(indices)`, where the indices are those of the iteration: as they
/// are, or with the lower bound added as hlfir::getElementAt() does.
bool ElementKernel::readsSameElement(fir::LoadOp Load, Value Variable) const {
  auto Designate = Load.getMemref().getDefiningOp<hlfir::DesignateOp>();
  if (!Designate || Designate.getComponent() || Designate.getComplexPart() ||
      Designate.getIndices().size() != Indices.size() ||
      llvm::is_contained(Designate.getIsTriplet(), true))
    return false;
  Value Base = Designate.getMemref();
  // Whole variables may be read through their descriptor's address.
  auto Strip = [](Value V) {
    while (auto Op = V.getDefiningOp<fir::LoadOp>())
      V = Op.getMemref();
    return V;
  };
  if (!isSameValue(Base, Variable) &&
      !isSameValue(Strip(Base), Strip(Variable)))
    return false;
  for (auto [At, Index] : llvm::zip_equal(Designate.getIndices(), Indices)) {
    Value V = At;
    if (auto Add = V.getDefiningOp<arith::AddIOp>())
      if (auto Sub = Add.getRhs().getDefiningOp<arith::SubIOp>())
        if (fir::getIntIfConstant(Sub.getRhs()) == 1)
          V = Add.getLhs();
    V = withoutConversions(V);
    if (V != Index)
      return false;
  }
  return true;
}

bool ElementKernel::readsOtherElements(Value Variable) const {
  bool Found = false;
  forEachRead([&](fir::LoadOp Load) {
    Found |= Data.mayAlias(Load.getMemref(), Variable) &&
             !readsSameElement(Load, Variable);
  });
  return Found;
}

//===-- Shared loops ------------------------------------------------------===//

/// Whether what \p Load reads may become an address, a condition or the length
/// of a loop.
static bool mayGuide(fir::LoadOp Load) {
  llvm::SetVector<Operation *> Users;
  getForwardSlice(Load.getResult(), &Users);
  return llvm::any_of(
      Users, llvm::IsaPred<hlfir::DesignateOp, fir::DoLoopOp, fir::IfOp>);
}

void ElementKernel::shareLoops(Value Target) {
  llvm::SmallVector<fir::LoadOp> OfTarget;
  bool MayGuide = false;
  forEachRead([&](fir::LoadOp Load) {
    if (!Target || !Data.mayAlias(Load.getMemref(), Target))
      return;
    MayGuide |= mayGuide(Load);
    if (Load->getParentOp() == Kernel)
      OfTarget.push_back(Load);
  });
  if (MayGuide)
    return;
  auto Shared = warpfort::shareLoops(Builder, Kernel, Indices);
  if (!Shared)
    return;
  Kernel = Shared->Kernel;
  Stores = Shared->Stores;
  // The thread that stores an element has exchanged values with the others
  // before, so they have read what they use. None may read it later.
  auto Guard = OpBuilder::InsertionGuard(Builder);
  fir::DoLoopOp Last;
  for (auto Loop : body()->getOps<fir::DoLoopOp>())
    Last = Loop;
  for (fir::LoadOp Load : OfTarget) {
    Location At = Load.getLoc();
    Type T = Load.getType();
    Builder.setInsertionPoint(Load);
    auto If = fir::IfOp::create(Builder, At, T,
                                Load->isBeforeInBlock(Last) ? Shared->IsElement
                                                            : Stores,
                                /*withElseRegion=*/true);
    Load.getResult().replaceAllUsesWith(If.getResult(0));
    Builder.setInsertionPointToStart(&If.getElseRegion().front());
    fir::ResultOp::create(Builder, At,
                          fir::factory::createZeroValue(Builder, At, T));
    Builder.setInsertionPointToStart(&If.getThenRegion().front());
    auto End = fir::ResultOp::create(Builder, At, Load.getResult());
    Load->moveBefore(End);
  }
}

void ElementKernel::store(Value V, hlfir::Entity Target) {
  Builder.setInsertionPoint(body()->getTerminator());
  if (Stores) {
    auto If = fir::IfOp::create(Builder, Loc, Stores, /*withElseRegion=*/false);
    Builder.setInsertionPointToStart(&If.getThenRegion().front());
  }
  storeElement(Builder, Loc, V, Target, Indices);
}

void storeElement(fir::FirOpBuilder &Builder, Location Loc, Value V,
                  hlfir::Entity Target, ValueRange Indices) {
  hlfir::Entity At = hlfir::getElementAt(Loc, Builder, Target, Indices);
  Type Element = hlfir::getFortranElementType(At.getType());
  fir::StoreOp::create(Builder, Loc, Builder.createConvert(Loc, Element, V),
                       At);
}

//===-- The last step -----------------------------------------------------===//

/// Has the host evaluate, before the kernel, the expressions that it applies.
llvm::SmallVector<hlfir::AssociateOp> ElementKernel::evaluateOnHost() {
  llvm::SmallVector<hlfir::AssociateOp> Evaluated;
  llvm::SmallVector<hlfir::ApplyOp> Applies;
  Kernel.walk([&](hlfir::ApplyOp Apply) { Applies.push_back(Apply); });
  llvm::MapVector<Value, Value> OnHost;
  for (hlfir::ApplyOp Apply : Applies) {
    Value Expr = Apply.getExpr();
    if (!OnHost.count(Expr)) {
      hlfir::Entity Entity{Expr};
      Evaluated.push_back(hlfir::genAssociateExpr(
          Loc, Builder, Entity, Entity.getType(), ".host_value"));
      OnHost[Expr] = Evaluated.back().getBase();
    }
    auto Guard = OpBuilder::InsertionGuard(Builder);
    Builder.setInsertionPoint(Apply);
    hlfir::Entity Element =
        hlfir::getElementAt(Apply.getLoc(), Builder,
                            hlfir::Entity{OnHost[Expr]}, Apply.getIndices());
    Apply.replaceAllUsesWith(
        hlfir::loadTrivialScalar(Apply.getLoc(), Builder, Element).getBase());
    Apply.erase();
  }
  return Evaluated;
}

/// The variables around that the kernel loads and stores.
llvm::SetVector<Value> ElementKernel::accessedRoots() {
  llvm::SetVector<Value> Roots;
  auto Note = [&](Value Address) {
    if (Value Root = rootOutside(Address, Kernel))
      Roots.insert(Root);
  };
  Kernel.getRegion().walk([&](Operation *Op) {
    if (auto Load = dyn_cast<fir::LoadOp>(Op))
      Note(Load.getMemref());
    else if (auto Store = dyn_cast<fir::StoreOp>(Op))
      Note(Store.getMemref());
  });
  return Roots;
}

/// A component on the device, which later passes would take for the host's, as
/// a variable with its attribute.
Value ElementKernel::redeclareComponent(Value Root) {
  bool IsAddress = fir::isa_ref_type(Root.getType());
  bool IsDescriptor =
      IsAddress && isa<fir::BaseBoxType>(fir::unwrapRefType(Root.getType()));
  Value Box = Root;
  if (IsDescriptor)
    Box = fir::LoadOp::create(Builder, Loc, Root);
  else if (IsAddress)
    Box = hlfir::genVariableBox(Loc, Builder, hlfir::Entity{Root});
  Value Slot = Builder.createTemporary(Loc, Box.getType());
  fir::StoreOp::create(Builder, Loc, Box, Slot);
  bool IsAllocatable =
      isa<fir::HeapType>(cast<fir::BaseBoxType>(Box.getType()).getEleTy());
  Value Same = declareOnDevice(Builder, Loc, Slot, *Data.attributeOf(Root),
                               IsAllocatable);
  if (!IsDescriptor) {
    Same = fir::LoadOp::create(Builder, Loc, Same);
    if (IsAddress)
      Same = fir::BoxAddrOp::create(Builder, Loc, Same);
  }
  return Builder.createConvert(Loc, Root.getType(), Same);
}

void ElementKernel::finish() {
  Finished = true;
  Builder.setInsertionPoint(Kernel);
  llvm::SmallVector<hlfir::AssociateOp> Evaluated = evaluateOnHost();
  // Arrays of the host, and arrays that later passes would take for such.
  llvm::MapVector<Value, Value> Replaced;
  llvm::SmallVector<Copy> Copies;
  Builder.setInsertionPoint(Kernel);
  bool UsesManaged = false; // The host may change them next.
  for (Value Root : accessedRoots()) {
    if (Data.isOnDevice(Root)) {
      UsesManaged |= !Data.isDeviceOnly(Root);
      if (Data.isDeviceComponent(Root))
        Replaced[Root] = redeclareComponent(Root);
    } else if (!isHostScalar(Root) && !isConstantData(Root)) {
      if (auto C = createCopy(Builder, Loc, Root, Side::Device)) {
        Copies.push_back(*C);
        Replaced[Root] = C->Replacement;
      }
    }
  }
  for (auto &[Root, Replacement] : Replaced)
    Root.replaceUsesWithIf(Replacement, [&](OpOperand &Use) {
      return Kernel.getRegion().isAncestor(Use.getOwner()->getParentRegion());
    });

  Builder.setInsertionPointAfter(Kernel);
  if (UsesManaged)
    waitForDevice(Builder, Loc);
  for (const Copy &C : Copies)
    freeCopy(Builder, Loc, C);
  for (hlfir::AssociateOp Associate : Evaluated)
    hlfir::EndAssociateOp::create(Builder, Loc, Associate);
  tileLoops(Builder, Kernel);
}

ArrayOperand::ArrayOperand(Value Argument) : Array(Argument) {
  while (isa_and_nonnull<fir::ConvertOp, fir::EmboxOp>(Array.getDefiningOp())) {
    Descriptors.push_back(Array.getDefiningOp());
    Array = Descriptors.back()->getOperand(0);
  }
  // The address that a descriptor is made of knows no lower bounds.
  if (auto Declare = Array.getDefiningOp<hlfir::DeclareOp>())
    Array = Declare.getBase();
  Temporary = Array.getDefiningOp<hlfir::AssociateOp>();
  if (Temporary)
    Array = Temporary.getSource();
}

/// Erases the temporary of an expression, if nothing else uses it.
static void eraseTemporary(hlfir::AssociateOp Associate) {
  llvm::SmallPtrSet<Operation *, 2> Ends(Associate->user_begin(),
                                         Associate->user_end());
  if (!llvm::all_of(Ends, llvm::IsaPred<hlfir::EndAssociateOp>))
    return;
  for (Operation *End : Ends)
    End->erase();
  Associate.erase();
}

void ArrayOperand::erase() {
  for (Operation *Descriptor : Descriptors)
    if (Descriptor->use_empty())
      Descriptor->erase();
  if (Temporary)
    eraseTemporary(Temporary);
}

} // namespace warpfort
