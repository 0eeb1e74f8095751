//===-- LoopIndependence.cpp - May iterations run in any order? -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every access is a variable and a path to an element: fields, subscripts,
/// descriptors followed. Two accesses, one of them a store, never meet in
/// different iterations if some subscript is `c*i + r` in both, with the same
/// loop variable i, the same c and the same invariant r; or if some subscript
/// differs by a constant in which i has no part. Other subscripts (indirect,
/// products of variables) count as equal. Pointers may point to whatever is a
/// pointer or target. An associate name is a part of what it stands for: its
/// subscripts count from those of its first element. Where the construct has
/// data clauses for both, their places (Places.h) tell whether they may meet.
///
//===----------------------------------------------------------------------===//
#include "LoopIndependence.h"
#include "ArrayReductions.h"
#include "SharedScalars.h"
#include "Transforms/Common/KernelLoopScalars.h"
#include "Transforms/Common/OperationAccesses.h"
#include "Transforms/Common/Places.h"
#include "Transforms/Common/ScalarAccesses.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "Transforms/OpenACC/Facts/Routines.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Dialect/FIRAttr.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

/// constant + sum of terms; a term's value is named by an SSA value, which for
/// a variable that does not change is its address.
struct Affine {
  bool Known = false;
  int64_t Constant = 0;
  llvm::SmallMapVector<Value, int64_t, 4> Terms;

  void add(const Affine &Other, int64_t Factor) {
    Known &= Other.Known;
    Constant += Factor * Other.Constant;
    for (auto [Term, Coefficient] : Other.Terms)
      Terms[Term] += Factor * Coefficient;
  }
  int64_t of(Value Term) const { return Terms.lookup(Term); }
};

/// One step of the way from a variable to an element.
struct Step {
  enum { Field, Subscripts, Descriptor } Kind;
  std::string Name;                   // of a field
  llvm::SmallVector<Affine, 3> Index; // subscripts
  llvm::SmallVector<Affine, 3> Lower; // of the first element; empty: ones
  bool IsPointer = false;             // a descriptor that is a pointer's
};

struct Access {
  Operation *Op;
  bool IsStore;
  Value Root;
  llvm::SmallVector<Step, 4> Path;
  bool ThroughPointer = false;
  bool IsTarget = false;
  bool IsDummy = false;
  bool IsDeviceData = false; // a variable of the device program
  bool Whole = false;        // any element: the path is not all
  bool IsText = false;       // of a text, any characters
  Place Host;                // of what a data clause copies
};

class DependenceTest {
public:
  explicit DependenceTest(acc::LoopOp Loop) : Loop(Loop) {}
  /// With \p ToSeparate, what data of pointers are to be apart for there to be
  /// no dependence is added to it.
  std::optional<std::string> run(DataPairs *ToSeparate = nullptr);
  bool mayChange(const OperationAccess &Of);
  bool mayChangeOthers();
  Strides strides(acc::LoopOp Inner, acc::LoopOp Over);
  bool hasVaryingBounds(acc::LoopOp Inner);
  bool hasBoundsOfData(acc::LoopOp Inner);
  Step subscriptsOf(fir::ArrayCoorOp Coor);
  Affine affine(Value V, unsigned Depth = 0);

private:
  void noteWritten();
  bool collect();
  bool addAccess(Operation *Op, Value Address, bool IsStore, bool Whole);
  bool addAccesses(Operation *Op);
  bool resolve(Value Address, Access &Result);
  Value forwarded(fir::LoadOp Load);
  Value invariantScalar(fir::LoadOp Load);
  bool isInside(Value V) {
    return Loop.getRegion().isAncestor(V.getParentRegion());
  }
  bool isOwn(Value Root);
  bool isWritten(Value Root) const { return Written.contains(Root); }
  bool varies(Value Term);
  bool isInvariant(Value V, unsigned Depth = 0);
  bool dependsOn(Value V, Value Variable, unsigned Depth = 0);
  bool isData(Value V, unsigned Depth = 0);
  static bool mayAlias(const Access &A, const Access &B);
  bool isSamePointer(const Access &A, const Access &B, size_t Steps);
  bool mayMeet(const Access &A, const Access &B);
  bool separated(const Affine &A, const Affine &B, Value IV, bool &Disjoint);
  std::string nameOf(Value Root);
  bool refuse(const llvm::Twine &Why) {
    if (Reason.empty())
      Reason = Why.str();
    return false;
  }

  acc::LoopOp Loop;
  std::vector<Access> Accesses;
  llvm::DenseSet<Value> Written;
  bool ReadsOthers = false;
  std::string Reason;
};

/// Variables that an iteration has for itself.
bool DependenceTest::isOwn(Value Root) {
  Operation *Op = Root.getDefiningOp();
  if (!Op)
    return false;
  if (isa<fir::AllocaOp, fir::AllocMemOp>(Op))
    return isInside(Root);
  if (llvm::is_contained(Loop.getPrivateOperands(), Root) ||
      llvm::is_contained(Loop.getReductionOperands(), Root))
    return true;
  return isInside(Root) && isa<acc::PrivateOp, acc::ReductionOp>(Op);
}

std::string DependenceTest::nameOf(Value Root) {
  if (Operation *Op = Root.getDefiningOp())
    if (auto Name = acc::getVarName(Op); Name && !Name->empty())
      return Name->str();
  return "a variable";
}

/// The value that a load of a private variable finds, if one store in the
/// loop, of this same nest of blocks, gives it.
Value DependenceTest::forwarded(fir::LoadOp Load) {
  Value Root = rootOf(Load.getMemref());
  fir::StoreOp Only;
  for (Operation *User : Load.getMemref().getUsers()) {
    if (!Loop.getRegion().isAncestor(User->getParentRegion()) ||
        isa<fir::LoadOp, acc::LoopOp>(User))
      continue; // An inner loop has it among its private variables.
    auto Store = dyn_cast<fir::StoreOp>(User);
    if (!Store || Only || Store.getMemref() != Load.getMemref())
      return {};
    Only = Store;
  }
  if (!Only || Root != Load.getMemref())
    return {};
  // The store's block encloses the load, and the store comes first.
  Operation *Ancestor = Only->getBlock()->findAncestorOpInBlock(*Load);
  if (!Ancestor || !Only->isBeforeInBlock(Ancestor))
    return {};
  return Only.getValue();
}

/// The storage of a scalar that a load reads and no store in the loop changes;
/// nothing if it is not known to be such.
Value DependenceTest::invariantScalar(fir::LoadOp Load) {
  Value V = Load.getMemref();
  while (auto Declare = V.getDefiningOp<fir::DeclareOp>()) {
    auto Attrs = Declare.getFortranAttrs();
    if (Attrs &&
        bitEnumContainsAny(*Attrs, fir::FortranVariableFlagsEnum::pointer |
                                       fir::FortranVariableFlagsEnum::target))
      return {};
    V = Declare.getMemref();
  }
  return rootOf(V) == V && !isWritten(V) &&
                 fir::isa_trivial(fir::unwrapRefType(V.getType()))
             ? V
             : Value();
}

Affine DependenceTest::affine(Value V, unsigned Depth) {
  Affine Result;
  if (Depth > 32)
    return Result;
  if (auto Constant = fir::getIntIfConstant(V)) {
    Result.Known = true;
    Result.Constant = *Constant;
    return Result;
  }
  Operation *Op = V.getDefiningOp();
  if (!Op || !isInside(V)) {
    // A loop variable, or a value from before the loop. What is the same
    // variable read twice before the loop is one term.
    Result.Known = true;
    if (auto Load = dyn_cast_or_null<fir::LoadOp>(Op)) {
      if (Value Scalar = invariantScalar(Load)) {
        Result.Terms[Scalar] = 1;
        return Result;
      }
    }
    if (auto Convert = dyn_cast_or_null<fir::ConvertOp>(Op);
        Convert && Convert.getValue().getType().isIntOrIndex())
      return affine(Convert.getValue(), Depth + 1);
    Result.Terms[V] = 1;
    return Result;
  }
  if (isa<fir::ConvertOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
          arith::IndexCastOp, fir::NoReassocOp>(Op)) {
    if (!Op->getOperand(0).getType().isIntOrIndex())
      return Result;
    return affine(Op->getOperand(0), Depth + 1);
  }
  if (isa<arith::AddIOp, arith::SubIOp>(Op)) {
    Result = affine(Op->getOperand(0), Depth + 1);
    Result.add(affine(Op->getOperand(1), Depth + 1),
               isa<arith::AddIOp>(Op) ? 1 : -1);
    return Result;
  }
  if (isa<arith::MulIOp>(Op)) {
    for (unsigned I : {0u, 1u})
      if (auto Factor = fir::getIntIfConstant(Op->getOperand(I))) {
        Result.Known = true;
        Result.add(affine(Op->getOperand(1 - I), Depth + 1), *Factor);
        return Result;
      }
  }
  if (auto Load = dyn_cast<fir::LoadOp>(Op)) {
    if (Value Known = forwarded(Load))
      return affine(Known, Depth + 1);
    if (Value Scalar = invariantScalar(Load)) {
      Result.Known = true;
      Result.Terms[Scalar] = 1;
    }
    return Result;
  }
  // A product of variables that stay what they are.
  if (isInvariant(V)) {
    Result.Known = true;
    Result.Terms[V] = 1;
  }
  return Result;
}

/// Whether a term may differ between two reads of one iteration: variables of
/// inner loops do.
bool DependenceTest::varies(Value Term) {
  if (!isa<BlockArgument>(Term) || !isInside(Term))
    return false;
  return Term.getParentRegion() != &Loop.getRegion();
}

/// The address of a variable of the device program, which procedures know.
static bool isDeviceGlobal(Operation *Op) {
  auto Address = dyn_cast_or_null<fir::AddrOfOp>(Op);
  if (!Address)
    return false;
  auto Global = Op->getParentOfType<ModuleOp>().lookupSymbol<fir::GlobalOp>(
      Address.getSymbol());
  return Global && (DeclaredDataAttr.isOn(Global) || Global.getDataAttr());
}

Step DependenceTest::subscriptsOf(fir::ArrayCoorOp Coor) {
  Step S{Step::Subscripts, "", {}, {}};
  for (Value Index : Coor.getIndices())
    S.Index.push_back(Coor.getSlice() ? Affine() : affine(Index));
  for (Value Origin : originsOf(Coor.getShape()))
    S.Lower.push_back(affine(Origin));
  return S;
}

/// Adds the subscripts \p Within a section to those of its first element.
static void countFrom(Step &First, const Step &Within) {
  for (auto [Dim, Index] : llvm::enumerate(Within.Index)) {
    if (Dim >= First.Index.size()) {
      First.Index.assign(First.Index.size(), Affine());
      return;
    }
    Affine &Sum = First.Index[Dim];
    Sum.add(Index, 1);
    if (Dim < Within.Lower.size())
      Sum.add(Within.Lower[Dim], -1);
    else
      Sum.Constant -= 1;
  }
}

/// The address that an integer is computed from by adding offsets, as those of
/// members of C's structures are; null if there is none.
static Value addressIn(Value Integer) {
  Operation *Op = Integer.getDefiningOp();
  if (auto Convert = dyn_cast_or_null<fir::ConvertOp>(Op)) {
    Value From = Convert.getValue();
    return fir::isa_ref_type(From.getType()) ? From : addressIn(From);
  }
  if (!isa_and_nonnull<arith::AddIOp>(Op))
    return {};
  Value Left = addressIn(Op->getOperand(0));
  return Left ? Left : addressIn(Op->getOperand(1));
}

static bool isArrayAddress(Value V) {
  return fir::isa_ref_type(V.getType()) &&
         isa<fir::SequenceType>(fir::unwrapRefType(V.getType()));
}

static void noteAttributes(fir::DeclareOp Declare, Access &Result) {
  using Flags = fir::FortranVariableFlagsEnum;
  auto Attrs = Declare.getFortranAttrs();
  Result.ThroughPointer |= Attrs && bitEnumContainsAny(*Attrs, Flags::pointer);
  Result.IsTarget |= Attrs && bitEnumContainsAny(*Attrs, Flags::target);
  Result.IsDummy |= static_cast<bool>(Declare.getDummyScope());
}

/// What the host's variable, of which \p Entry is the copy, says of the data.
static void noteHostVariable(Operation *Entry, Access &Result) {
  Result.Host = findPlace(Entry->getResult(0));
  Result.ThroughPointer |= Result.Host.ThroughPointer;
  Result.IsTarget |= Result.Host.IsTarget;
  Result.IsDummy |= Result.Host.IsDummy;
  Result.IsDeviceData |= isDeviceGlobal(Result.Host.Root.getDefiningOp());
}

bool DependenceTest::mayAlias(const Access &A, const Access &B) {
  if (A.Root != B.Root && A.Host.isApart(B.Host))
    return false;
  return (A.ThroughPointer && (B.ThroughPointer || B.IsTarget)) ||
         (B.ThroughPointer && (A.ThroughPointer || A.IsTarget)) ||
         // F2018, 15.5.2.13 (4)
         (A.Root != B.Root && A.IsTarget && B.IsTarget &&
          (A.IsDummy || B.IsDummy)) ||
         // Different names of records' components are told apart by their
         // paths.
         (A.Root != B.Root &&
          (A.Host.IsAssociateName || B.Host.IsAssociateName) &&
          A.Host.mayShare(B.Host));
}

namespace {
/// The way from a variable to an address, from its end.
class ReversedPath {
public:
  ReversedPath(DependenceTest &Test, Access &Result)
      : Test(Test), Result(Result) {}

  /// Goes on to what \p V is computed from. False where the way begins at
  /// \p V, and where it is not understood.
  bool follow(Value &V);
  bool IsUnderstood = true;
  llvm::SmallVector<Step, 4> Steps;

private:
  bool stop() { return IsUnderstood = false; }
  bool followConversion(Operation *Op, Value &V);
  void followElement(fir::ArrayCoorOp Coor);
  bool followCoordinate(fir::CoordinateOp Coor);

  DependenceTest &Test;
  Access &Result;
  bool IsSection = false; ///< the address is a contiguous one's first element
};
} // namespace

bool ReversedPath::followConversion(Operation *Op, Value &V) {
  if (auto Embox = dyn_cast<fir::EmboxOp>(Op))
    Result.Whole |= static_cast<bool>(Embox.getSlice());
  else if (auto Rebox = dyn_cast<fir::ReboxOp>(Op))
    Result.Whole |= static_cast<bool>(Rebox.getSlice());
  Value From = Op->getOperand(0);
  if (From.getType().isInteger() && fir::isa_ref_type(V.getType())) {
    From = addressIn(From);
    if (!From)
      return stop();
    Result.Whole = true;
    Steps.clear();
  }
  if (isa<fir::ConvertOp>(Op) && isArrayAddress(V) && !isArrayAddress(From)) {
    bool IsText = isa<fir::CharacterType>(fir::unwrapRefType(From.getType()));
    if (IsText && Result.IsText)
      Steps.clear();
    IsSection |= !IsText;
  }
  V = From;
  return true;
}

void ReversedPath::followElement(fir::ArrayCoorOp Coor) {
  Step S = Test.subscriptsOf(Coor);
  if (IsSection && !Steps.empty() && Steps.back().Kind == Step::Subscripts)
    countFrom(S, Steps.pop_back_val());
  IsSection = false;
  Steps.push_back(std::move(S));
}

bool ReversedPath::followCoordinate(fir::CoordinateOp Coor) {
  auto Components = componentsOf(Coor);
  for (const PlaceStep &Component : llvm::reverse(Components))
    Steps.push_back(Step{Step::Field, Component.Name, {}, {}});
  if (!Components.empty())
    return true;
  if (Coor.getFieldIndices())
    return stop();
  Step S{Step::Subscripts, "", {}, {}};
  for (Value Index : Coor.getCoor())
    S.Index.push_back(Test.affine(Index));
  Steps.push_back(std::move(S));
  return true;
}

bool ReversedPath::follow(Value &V) {
  Result.ThroughPointer |= isPointer(V.getType());
  Value From;
  unsigned Kind = stepBack(V, From);
  Operation *Op = V.getDefiningOp();
  if (Kind == PointerStep || isa_and_nonnull<fir::BoxOffsetOp>(Op))
    return stop();
  if (!(Kind & ReachedSteps))
    return false;
  if (auto Declare = dyn_cast<fir::DeclareOp>(Op)) {
    noteAttributes(Declare, Result);
  } else if (auto Element = dyn_cast<fir::ArrayCoorOp>(Op)) {
    followElement(Element);
  } else if (auto Coor = dyn_cast<fir::CoordinateOp>(Op)) {
    if (!followCoordinate(Coor))
      return false;
  } else if (Kind == DescriptorStep) {
    Steps.push_back({Step::Descriptor, "", {}, {}, isPointer(V.getType())});
  } else {
    return followConversion(Op, V);
  }
  V = From;
  return true;
}

/// The way to an address. False if it is not understood.
bool DependenceTest::resolve(Value Address, Access &Result) {
  ReversedPath Path(*this, Result);
  Value V = Address;
  for (unsigned Depth = 0; Depth < 64 && Path.follow(V); ++Depth)
    ;
  if (!Path.IsUnderstood)
    return false;
  Result.Root = V;
  Operation *Op = V.getDefiningOp();
  Result.IsDeviceData = isDeviceGlobal(Op);
  if (Op && isa<ACC_DATA_ENTRY_OPS>(Op))
    noteHostVariable(Op, Result);
  else if (Op && !isa<fir::AllocaOp, fir::AllocMemOp, fir::AddrOfOp>(Op))
    return false;
  Result.Path.assign(Path.Steps.rbegin(), Path.Steps.rend());
  return true;
}

bool DependenceTest::addAccess(Operation *Op, Value Address, bool IsStore,
                               bool Whole) {
  Access A;
  A.Op = Op;
  A.IsStore = IsStore;
  A.IsText = isa<LLVM::MemmoveOp, fir::CallOp>(Op);
  if (!resolve(Address, A)) {
    if (IsStore)
      return refuse("a store through an address that is not understood");
    // It may be that of anything that has other names.
    A.Root = {};
    Accesses.push_back(std::move(A));
    return true;
  }
  A.Whole |= Whole;
  if (!isOwn(A.Root))
    Accesses.push_back(std::move(A));
  return true;
}

void DependenceTest::noteWritten() {
  anyAccess(Loop, [&](Operation *Op, const OperationAccess &A) {
    if (A.Writes && Op != Loop)
      Written.insert(rootOf(A.Address));
    return false;
  });
}

bool DependenceTest::addAccesses(Operation *Op) {
  OperationAccesses Made = accessesOf(Op);
  if (Made.WritesOthers && !isa<fir::CallOp>(Op))
    return refuse("an operation that may change memory");
  return llvm::all_of(Made.All, [&](const OperationAccess &A) {
    // A pointer may be assigned through.
    if (A.IsKept && isPointer(A.Address.getType()))
      return refuse("a pointer assignment");
    return (!A.Reads || A.IsDescriptor ||
            addAccess(Op, A.Address, false, A.IsWhole)) &&
           (!A.Writes || isa<fir::CallOp>(Op) ||
            addAccess(Op, A.Address, true, A.IsWhole));
  });
}

bool DependenceTest::collect() {
  noteWritten();
  bool Ok = true;
  Loop.getRegion().walk([&](Operation *Op) {
    auto Update = dyn_cast<acc::AtomicUpdateOp>(Op);
    if (!Ok || (Update && isReductionOf(Loop, Update)))
      return;
    if (auto Call = dyn_cast<fir::CallOp>(Op)) {
      // Pure subroutines assign to their arguments.
      if (!isRepeatable(Call)) {
        Ok = refuse("a call of a procedure that may have side effects");
        return;
      }
      ReadsOthers |= mayReadOthers(Call);
    } else if (isa<acc::AtomicReadOp, acc::AtomicWriteOp, acc::AtomicUpdateOp,
                   acc::AtomicCaptureOp, fir::DispatchOp, fir::AllocMemOp,
                   fir::FreeMemOp>(Op)) {
      Ok = refuse("an atomic operation, an allocation or a dynamic call");
      return;
    } else if (auto Inner = dyn_cast<acc::LoopOp>(Op);
               Inner && !Inner.isLoopLike()) {
      Ok = refuse("a loop with branches out of it");
      return;
    }
    Ok &= addAccesses(Op);
  });
  return Ok;
}

/// Sets Disjoint where the two can never be equal.
bool DependenceTest::separated(const Affine &A, const Affine &B, Value IV,
                               bool &Disjoint) {
  if (!A.Known || !B.Known)
    return false;
  Affine Difference = A;
  Difference.add(B, -1);
  bool SameRest = true, AnyOwnIV = false;
  for (auto [Term, Coefficient] : Difference.Terms)
    SameRest &= Coefficient == 0;
  for (const Affine *Side : {&A, &B})
    for (auto [Term, Coefficient] : Side->Terms) {
      if (Coefficient == 0)
        continue;
      if (varies(Term))
        return false;
      if (isa<BlockArgument>(Term) &&
          Term.getParentRegion() == &Loop.getRegion()) {
        AnyOwnIV |= Term != IV;
      }
    }
  if (!SameRest)
    return false;
  if (A.of(IV) == 0) {
    if (!AnyOwnIV && Difference.Constant != 0)
      Disjoint = true;
    return false;
  }
  if (AnyOwnIV)
    return false;
  if (Difference.Constant % A.of(IV) != 0)
    Disjoint = true;
  return Difference.Constant == 0;
}

/// How many steps of a way lead to the target of its last pointer.
static size_t stepsToTarget(const Access &A) {
  size_t Result = 0;
  for (auto [I, S] : llvm::enumerate(A.Path))
    if (S.IsPointer)
      Result = I + 1;
  return Result;
}

/// Whether the first \p Steps of two ways are the same in all iterations.
bool DependenceTest::isSamePointer(const Access &A, const Access &B,
                                   size_t Steps) {
  auto IsSame = [&](Affine Difference, const Affine &Other) {
    Difference.add(Other, -1);
    return Difference.Known && Difference.Constant == 0 &&
           llvm::all_of(Difference.Terms,
                        [](const auto &T) { return T.second == 0; }) &&
           llvm::none_of(Other.Terms, [&](const auto &T) {
             return T.second != 0 && isa<BlockArgument>(T.first) &&
                    isInside(T.first);
           });
  };
  for (auto [StepA, StepB] :
       llvm::zip(llvm::ArrayRef(A.Path).take_front(Steps), B.Path))
    if (StepA.Kind != StepB.Kind || StepA.Name != StepB.Name ||
        StepA.Index.size() != StepB.Index.size() ||
        !llvm::all_of_zip(StepA.Index, StepB.Index, IsSame))
      return false;
  return true;
}

bool DependenceTest::mayMeet(const Access &A, const Access &B) {
  bool MayAlias = mayAlias(A, B);
  if (A.Root != B.Root)
    return MayAlias;
  // Pointers of different records, or different ones of a record, may have one
  // target, of which they begin anywhere.
  size_t Common = stepsToTarget(A);
  if (Common != stepsToTarget(B) || !isSamePointer(A, B, Common))
    return MayAlias;
  llvm::SmallPtrSet<void *, 4> Separated;
  unsigned NumIVs = Loop.getRegion().front().getNumArguments();
  bool SamePlace = true;
  for (auto [StepA, StepB] :
       llvm::zip(llvm::ArrayRef(A.Path).drop_front(Common),
                 llvm::ArrayRef(B.Path).drop_front(Common))) {
    if (StepA.Kind != StepB.Kind)
      break;
    if (StepA.Kind == Step::Field && StepA.Name != StepB.Name) {
      SamePlace = false;
      break;
    }
    if (StepA.Kind != Step::Subscripts)
      continue;
    if (StepA.Index.size() != StepB.Index.size())
      break;
    for (auto [IndexA, IndexB] : llvm::zip(StepA.Index, StepB.Index))
      for (Value IV : Loop.getRegion().front().getArguments()) {
        bool Disjoint = false;
        if (separated(IndexA, IndexB, IV, Disjoint))
          Separated.insert(IV.getAsOpaquePointer());
        if (Disjoint)
          SamePlace = false;
      }
  }
  if (!SamePlace)
    return MayAlias && A.ThroughPointer && A.Path.size() != B.Path.size();
  return Separated.size() != NumIVs;
}

/// What is one thing has one type. Texts may be parts of one.
static bool mayBeOneThing(Value A, Value B) {
  Type TypeA = fir::unwrapRefType(A.getType());
  Type TypeB = fir::unwrapRefType(B.getType());
  return TypeA == TypeB ||
         (isa<fir::CharacterType>(TypeA) && isa<fir::CharacterType>(TypeB));
}

bool DependenceTest::mayChange(const OperationAccess &Of) {
  Access Read{};
  if (!resolve(Of.Address, Read))
    return true;
  // The loop itself included.
  return anyAccess(Loop, [&](Operation *Op, const OperationAccess &A) {
    if (!A.Writes || isa<fir::CallOp>(Op))
      return false;
    bool IsWhole = A.IsWhole || Of.IsWhole;
    if (!IsWhole && !mayBeOneThing(A.Address, Of.Address))
      return false;
    Access Write{};
    if (!resolve(A.Address, Write))
      return true;
    bool Same = Write.Root == Read.Root && !isOwn(Write.Root);
    for (auto [To, From] : llvm::zip(Write.Path, Read.Path)) {
      if (To.Kind != From.Kind)
        break;
      Same &= To.Kind != Step::Field || To.Name == From.Name;
    }
    return Same || mayAlias(Write, Read);
  });
}

/// Whether it is what a procedure may know besides its arguments.
static bool isKnownElsewhere(const Access &A) {
  return A.ThroughPointer || A.IsTarget || A.IsDeviceData;
}

bool DependenceTest::mayChangeOthers() {
  return anyAccess(Loop, [&](Operation *, const OperationAccess &A) {
    Access Write{};
    return A.Writes && (!resolve(A.Address, Write) || isKnownElsewhere(Write));
  });
}

/// Whether a number is the same in all iterations.
bool DependenceTest::isInvariant(Value V, unsigned Depth) {
  Operation *Op = V.getDefiningOp();
  if (!isInside(V))
    return true;
  if (!Op || Depth > 32)
    return false;
  if (auto Load = dyn_cast<fir::LoadOp>(Op)) {
    if (invariantScalar(Load))
      return true;
    Value Known = forwarded(Load);
    return Known && isInvariant(Known, Depth + 1);
  }
  return isMemoryEffectFree(Op) && !Op->getNumRegions() &&
         llvm::all_of(Op->getOperands(), [&](Value Operand) {
           return isInvariant(Operand, Depth + 1);
         });
}

/// Whether a number depends on \p Variable, one of the loop's, or may.
bool DependenceTest::dependsOn(Value V, Value Variable, unsigned Depth) {
  if (V == Variable)
    return true;
  if (!isInside(V))
    return false;
  Operation *Op = V.getDefiningOp();
  if (!Op || Depth > 32)
    return !llvm::is_contained(Loop.getBody().getArguments(), V);
  if (auto Load = dyn_cast<fir::LoadOp>(Op)) {
    if (invariantScalar(Load))
      return false;
    if (Value Known = forwarded(Load))
      return dependsOn(Known, Variable, Depth + 1);
    auto Element = Load.getMemref().getDefiningOp<fir::ArrayCoorOp>();
    return !Element || llvm::any_of(Element.getIndices(), [&](Value Index) {
      return dependsOn(Index, Variable, Depth + 1);
    });
  }
  return Op->getNumRegions() ||
         llvm::any_of(Op->getOperands(), [&](Value Each) {
           return dependsOn(Each, Variable, Depth + 1);
         });
}

/// Whether a number comes from elements of arrays, or may.
bool DependenceTest::isData(Value V, unsigned Depth) {
  Operation *Op = V.getDefiningOp();
  if (!isInside(V) || !Op)
    return false;
  if (auto Load = dyn_cast<fir::LoadOp>(Op)) {
    if (invariantScalar(Load))
      return false;
    Value Known = forwarded(Load);
    return !Known || isData(Known, Depth + 1);
  }
  return Depth > 32 || Op->getNumRegions() ||
         llvm::any_of(Op->getOperands(),
                      [&](Value Each) { return isData(Each, Depth + 1); });
}

bool DependenceTest::hasBoundsOfData(acc::LoopOp Inner) {
  noteWritten();
  auto IsData = [&](Value Bound) { return isData(Bound); };
  return llvm::any_of(Inner.getLowerbound(), IsData) ||
         llvm::any_of(Inner.getUpperbound(), IsData);
}

bool DependenceTest::hasVaryingBounds(acc::LoopOp Inner) {
  noteWritten();
  auto Varies = [&](Value Bound) { return !isInvariant(Bound); };
  return llvm::any_of(Inner.getLowerbound(), Varies) ||
         llvm::any_of(Inner.getUpperbound(), Varies);
}

Strides DependenceTest::strides(acc::LoopOp Inner, acc::LoopOp Over) {
  Value Lane = Over.getBody().getArguments().back();
  Value Position = Inner.getBody().getArguments().back();
  noteWritten();
  // A position in a row of its own is far from that in the next row.
  auto Follows = [&](Value Bound) { return dependsOn(Bound, Lane); };
  bool HasRows =
      Inner != Over && (llvm::any_of(Inner.getLowerbound(), Follows) ||
                        llvm::any_of(Inner.getUpperbound(), Follows));
  Strides Result;
  Inner.getRegion().walk([&](Operation *Op) {
    Value Address;
    if (auto Load = dyn_cast<fir::LoadOp>(Op)) {
      if (!isa<fir::BaseBoxType>(Load.getType()))
        Address = Load.getMemref();
    } else if (auto Store = dyn_cast<fir::StoreOp>(Op)) {
      Address = Store.getMemref();
    }
    Access A{};
    if (!Address || !resolve(Address, A) || isOwn(A.Root))
      return;
    for (const Step &S : llvm::reverse(A.Path)) {
      if (S.Kind != Step::Subscripts)
        continue;
      if (!llvm::all_of(S.Index, [](const Affine &I) { return I.Known; }))
        return;
      bool IsFar = false;
      for (auto [Dim, Index] : llvm::enumerate(S.Index)) {
        int64_t Factor = Index.of(Lane);
        IsFar |= Dim == 0 ? Factor > 1 || Factor < -1 : Factor != 0;
        IsFar |= HasRows && Index.of(Position) != 0;
      }
      ++(IsFar ? Result.Far : Result.Near);
      return;
    }
  });
  return Result;
}

/// Whether an access is to what a pointer in a data clause leads to, and not to
/// what pointers there lead to.
static bool isDataOfClause(const Access &A) {
  Operation *Entry = A.Root ? A.Root.getDefiningOp() : nullptr;
  return isa_and_nonnull<acc::CopyinOp, acc::CreateOp, acc::PresentOp,
                         acc::NoCreateOp>(Entry) &&
         (stepsToTarget(A) == 0 ||
          (stepsToTarget(A) == 1 && A.Path.front().Kind == Step::Descriptor));
}

std::optional<std::string> DependenceTest::run(DataPairs *ToSeparate) {
  if (!collect())
    return Reason;
  Operation *Construct = acc::getEnclosingComputeOp(Loop.getRegion());
  bool AreApart = Construct && PointersApartAttr.isOn(Construct);
  auto MayBeSeparated = [&](const Access &A, const Access &B) {
    // Names of one array are known to share it.
    bool AreOpen =
        A.ThroughPointer || B.ThroughPointer || (A.IsTarget && B.IsTarget);
    if (A.Root == B.Root || !AreOpen || !(AreApart || ToSeparate) ||
        !isDataOfClause(A) || !isDataOfClause(B))
      return false;
    if (ToSeparate)
      ToSeparate->insert({A.Root, B.Root});
    return true;
  };
  llvm::SmallVector<Value> Private = getPrivateScalars(Loop);
  for (const Access &Store : Accesses) {
    if (!Store.IsStore || llvm::is_contained(Private, Store.Root))
      continue;
    if (ReadsOthers && isKnownElsewhere(Store))
      return "a call of a procedure that may read " + nameOf(Store.Root);
    if (Store.Path.empty())
      return "loop carried scalar dependence for " + nameOf(Store.Root);
    for (const Access &Other : Accesses) {
      if (llvm::is_contained(Private, Other.Root))
        continue;
      if (!Other.Root) {
        if (Store.ThroughPointer || Store.IsTarget)
          return "loop carried dependence of " + nameOf(Store.Root);
        continue;
      }
      if (Store.Whole || Other.Whole
              ? Store.Root == Other.Root || Store.Host.mayShare(Other.Host) ||
                    (Store.ThroughPointer || Other.ThroughPointer)
              : mayMeet(Store, Other)) {
        if (MayBeSeparated(Store, Other))
          continue;
        return "loop carried dependence of " + nameOf(Store.Root);
      }
    }
  }
  return std::nullopt;
}

} // namespace

/// Whether iterations have a scalar for themselves that a procedure of another
/// file may assign, or update atomically. A clause says that they share it.
static bool isOwnByDefault(acc::LoopOp Loop, Value Address) {
  Operation *Op = Address.getDefiningOp();
  return isSaidIndependent(Loop) &&
         (isa<fir::AllocaOp>(Op) || acc::getImplicitFlag(Op));
}

llvm::SmallVector<Value> getPrivateScalars(acc::LoopOp Loop) {
  bool IsIndependent = isSaidIndependent(Loop);
  llvm::SetVector<Value> Used;
  Loop.getRegion().walk([&](Operation *Op) {
    // Reads alone make nothing private.
    if (isa<fir::LoadOp>(Op))
      return;
    for (Value Operand : Op->getOperands()) {
      Value Address = scalarBehind(Operand);
      Operation *Definer = Address ? Address.getDefiningOp() : nullptr;
      if (isa_and_nonnull<ACC_DATA_ENTRY_OPS, fir::AllocaOp>(Definer) &&
          !Loop.getRegion().isAncestor(Address.getParentRegion()) &&
          !llvm::is_contained(Loop.getPrivateOperands(), Address) &&
          !llvm::is_contained(Loop.getReductionOperands(), Address))
        Used.insert(Address);
    }
  });
  auto Kernels = Loop->getParentOfType<acc::KernelsOp>();
  llvm::SmallVector<Value> Result;
  for (Value Address : Used) {
    // What is assigned by one name is read by the other.
    if (Kernels && !IsIndependent && isSharedScalar(Address) &&
        hasOtherName(Kernels, Address))
      continue;
    // What an independent iteration reads before it assigns it is the value
    // from before the loop.
    ScalarInfo Info = classifyScalar(Address, Loop.getRegion(),
                                     isSharedScalar(Address) && IsIndependent);
    if (Info.Use == ScalarUse::Private &&
        (!Info.IsAssumed || isOwnByDefault(Loop, Address)))
      Result.push_back(Address);
  }
  return Result;
}

bool isAlwaysAssigned(acc::LoopOp Loop, Value Address) {
  return ScalarAccesses(Address, &Loop.getRegion()).isAlwaysAssigned();
}

bool mayReadOthers(fir::CallOp Call) {
  auto Callee = Call.getCallee();
  func::FuncOp Function = getCallee(Call);
  return !Callee || Callee->getRootReference().getValue().starts_with("_Q") ||
         (Function && getRoutine(Function));
}

bool mayChange(acc::LoopOp Loop, const OperationAccess &Of) {
  return DependenceTest(Loop).mayChange(Of);
}

bool mayChangeOthers(acc::LoopOp Loop) {
  return DependenceTest(Loop).mayChangeOthers();
}

std::optional<std::string> findDependence(acc::LoopOp Loop) {
  return DependenceTest(Loop).run();
}

DataPairs findPairsToSeparate(acc::LoopOp Loop) {
  DataPairs Result;
  if (DependenceTest(Loop).run(&Result))
    Result.clear();
  return Result;
}

Strides findStrides(acc::LoopOp Nest, acc::LoopOp Inner, acc::LoopOp Over) {
  return DependenceTest(Nest).strides(Inner, Over);
}

bool hasVaryingBounds(acc::LoopOp Nest, acc::LoopOp Inner) {
  return DependenceTest(Nest).hasVaryingBounds(Inner);
}

bool hasBoundsOfData(acc::LoopOp Nest, acc::LoopOp Inner) {
  return DependenceTest(Nest).hasBoundsOfData(Inner);
}

} // namespace warpfort::openacc
