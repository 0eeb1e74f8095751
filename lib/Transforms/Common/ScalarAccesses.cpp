//===-- ScalarAccesses.cpp - What code does with a scalar -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See ScalarAccesses.h. What is not known by name here is taken to read and
/// to assign the variable.
///
//===----------------------------------------------------------------------===//
#include "ScalarAccesses.h"
#include "FortranRuntime.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/IR/Values.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIRAttr.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace warpfort {

static constexpr unsigned Whole = ScalarAccess::Whole;

void ScalarAccess::add(const ScalarAccess &Other) {
  Reads |= Other.Reads;
  ReadsFirst |= Other.ReadsFirst;
  Assigns |= Other.Assigns;
  Surely |= Other.Surely;
  IsAtomic |= Other.IsAtomic;
  IsUnknown |= Other.IsUnknown;
  IsByIntent |= Other.IsByIntent;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Whether \p Coor is the first element of an array, as which C passes a scalar
/// by its address.
static bool isFirstElement(fir::ArrayCoorOp Coor) {
  if (Coor.getSlice() || Coor.getIndices().size() != 1)
    return false;
  auto At = fir::getIntIfConstant(withoutConversions(Coor.getIndices()[0]));
  auto Origins = originsOf(Coor.getShape());
  return At && At == (Origins.empty() ? std::optional<int64_t>(1)
                                      : fir::getIntIfConstant(Origins[0]));
}

/// The address that \p Op makes another name of, for the whole or a part.
static Value namedBy(Operation *Op) {
  auto Element = dyn_cast<fir::ArrayCoorOp>(Op);
  auto Part = dyn_cast<fir::CoordinateOp>(Op);
  bool IsName =
      isa<fir::ConvertOp, fir::DeclareOp>(Op) ||
      (Element && isFirstElement(Element)) ||
      (Part && fir::isa_complex(fir::unwrapRefType(Part.getRef().getType())));
  return IsName ? Op->getOperand(0) : Value();
}

Value scalarBehind(Value Address) {
  for (Operation *Op = Address.getDefiningOp(); Op;
       Op = Address.getDefiningOp()) {
    Value Of = namedBy(Op);
    if (!Of)
      break;
    Address = Of;
  }
  return fir::isa_ref_type(Address.getType()) &&
                 fir::isa_trivial(fir::unwrapRefType(Address.getType()))
             ? Address
             : Value();
}

void moveNamesInside(Value Address, Region &Body) {
  OpBuilder Builder = OpBuilder::atBlockBegin(&Body.front());
  llvm::SmallVector<Operation *> Users(Address.getUsers());
  for (Operation *User : Users) {
    if (namedBy(User) != Address || Body.isAncestor(User->getParentRegion()))
      continue;
    moveNamesInside(User->getResult(0), Body);
    if (llvm::none_of(User->getUsers(), [&](Operation *Inner) {
          return Body.isAncestor(Inner->getParentRegion());
        }))
      continue;
    Operation *Name = Builder.clone(*User);
    User->getResult(0).replaceUsesWithIf(
        Name->getResult(0), [&](OpOperand &Use) {
          return Body.isAncestor(Use.getOwner()->getParentRegion());
        });
    Builder.setInsertionPointToStart(&Body.front());
  }
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

ScalarAccesses::ScalarAccesses(Value Address, Region *Body, unsigned CallDepth,
                               Callees &Known)
    : Body(Body), CallDepth(CallDepth), Known(Known) {
  collect(Address, Whole,
          fir::unwrapSequenceType(fir::unwrapRefType(Address.getType())));
}

llvm::SmallVector<ScalarAccess> ScalarAccesses::assignments() const {
  return llvm::to_vector(llvm::make_filter_range(
      Accesses, [](const ScalarAccess &A) { return A.Assigns; }));
}

/// \p Name is the address of \p Parts, to which values of type \p T are stored.
void ScalarAccesses::collect(Value Name, unsigned Parts, Type T) {
  if (!Names.try_emplace(Name, Parts).second)
    return;
  for (OpOperand &Use : Name.getUses()) {
    Operation *Op = Use.getOwner();
    if (namedBy(Op) != Name) {
      if (!Body || Body->isAncestor(Op->getParentRegion()))
        add(Use, Parts, T);
      continue;
    }
    auto Part = dyn_cast<fir::CoordinateOp>(Op);
    if (!Part) {
      collect(Op->getResult(0), Parts, T);
      continue;
    }
    auto Which = Part.getCoor().size() == 1
                     ? fir::getIntIfConstant(Part.getCoor()[0])
                     : std::nullopt;
    Type Number = fir::unwrapRefType(Part.getType());
    if (Which && (*Which == 0 || *Which == 1))
      collect(Part, 1u << *Which, Number);
    else
      collect(Part, Parts, {});
  }
}

void ScalarAccesses::add(OpOperand &Use, unsigned Parts, Type T) {
  Operation *Op = Use.getOwner();
  ScalarAccess A;
  A.Op = Op;
  if (isa<fir::IsPresentOp, acc::PrivateOp, ACC_COMPUTE_CONSTRUCT_AND_LOOP_OPS,
          acc::DataOp, acc::EnterDataOp, ACC_DATA_EXIT_OPS>(Op) ||
      (isMemoryEffectFree(Op) && Op->use_empty()))
    return;
  // What LOCAL names is another variable in the loop.
  if (auto Loop = dyn_cast<fir::DoConcurrentLoopOp>(Op);
      Loop && llvm::is_contained(Loop.getLocalVars(), Use.get()))
    return;
  auto Store = dyn_cast<fir::StoreOp>(Op);
  auto Read = dyn_cast<acc::AtomicReadOp>(Op);
  if (isa<fir::LoadOp, acc::FirstprivateOp>(Op) || isReadByRuntime(Op)) {
    A.Reads = Parts;
  } else if ((Store && Store.getMemref() == Use.get()) ||
             (Read && Read.getV() == Use.get())) {
    A.Assigns = Parts;
    if (Read || Store.getValue().getType() == T)
      A.Surely = Parts;
  } else if (auto Call = dyn_cast<fir::CallOp>(Op)) {
    unsigned First =
        Call.getArgs().empty() ? 0 : Call.getArgs().getBeginOperandIndex();
    A = useBy(Call, Use.getOperandNumber() - First);
    A.Op = Op;
    // A procedure knows nothing of the other part.
    if (Parts != Whole) {
      A.Reads = A.Reads ? Parts : 0;
      A.ReadsFirst = A.ReadsFirst ? Parts : 0;
      A.Assigns = A.Assigns ? Parts : 0;
      A.Surely = A.Surely == Whole ? Parts : 0;
    }
  } else {
    A.Reads = A.Assigns = Parts;
    A.IsAtomic =
        isa<acc::AtomicReadOp, acc::AtomicWriteOp, acc::AtomicUpdateOp>(Op);
    // What else a procedure does with the address of an argument is not known.
    A.IsUnknown = CallDepth && !A.IsAtomic;
  }
  if (!isa<fir::CallOp>(Op))
    A.ReadsFirst = A.Reads;
  auto [It, IsNew] = Index.try_emplace(Op, Accesses.size());
  if (IsNew)
    Accesses.push_back(A);
  else
    Accesses[It->second].add(A);
}

//===----------------------------------------------------------------------===//
// Procedures
//===----------------------------------------------------------------------===//

/// What a procedure does of which nothing is known: it may read the variable,
/// and is taken to assign it.
static ScalarAccess unknownUse() {
  ScalarAccess Use;
  Use.Reads = Use.Assigns = Use.Surely = Whole;
  Use.IsUnknown = true;
  return Use;
}

/// What an INTENT says of a procedure.
static ScalarAccess useByIntent(llvm::StringRef Intent) {
  if (Intent.empty())
    return unknownUse();
  ScalarAccess Use;
  Use.IsByIntent = true;
  Use.Reads = Use.ReadsFirst = Intent == "out" ? 0 : Whole;
  Use.Assigns = Intent == "in" ? 0 : Whole;
  Use.Surely = Intent == "out" ? Whole : 0;
  return Use;
}

/// Arguments for results may have come before the others.
static llvm::StringRef intentOf(func::FuncOp Function, unsigned Argument) {
  ArrayAttr Intents = IntentsAttr.get(Function);
  unsigned FromEnd = Function.getNumArguments() - Argument;
  return Intents && FromEnd <= Intents.size()
             ? cast<StringAttr>(Intents[Intents.size() - FromEnd]).getValue()
             : llvm::StringRef();
}

/// Whether the program says of an argument that a procedure defines it.
static bool isIntentOut(Value Dummy) {
  return llvm::any_of(Dummy.getUsers(), [](Operation *User) {
    auto Declare = dyn_cast<fir::DeclareOp>(User);
    return Declare &&
           bitEnumContainsAny(Declare.getFortranAttrs().value_or(
                                  fir::FortranVariableFlagsEnum::None),
                              fir::FortranVariableFlagsEnum::intent_out);
  });
}

/// The procedure that device code calls.
static func::FuncOp calleeOf(fir::CallOp Call) {
  auto Callee = Call.getCallee();
  auto Module = Call->getParentOfType<ModuleOp>();
  if (!Callee || !Module)
    return {};
  FlatSymbolRefAttr Bound = BindAttr.get(Call);
  return Module.lookupSymbol<func::FuncOp>(Bound ? Bound.getAttr()
                                                 : Callee->getRootReference());
}

/// Whether threads enter the procedure together, in a form that is made later.
static bool hasTeamForm(func::FuncOp Function) {
  return Function->getParentOfType<ModuleOp>().lookupSymbol(
      (Function.getSymName() + WARPDEV_ACC_TEAM_SUFFIX).str());
}

ScalarAccess ScalarAccesses::useOf(func::FuncOp Function, unsigned Argument) {
  Value Dummy = Function.getArgument(Argument);
  auto [It, IsNew] = Known.try_emplace(Dummy);
  It->second.IsAsked = true;
  if (!IsNew)
    return It->second.Use;
  // Of a procedure that calls itself, the most is assumed, until that holds.
  It->second.Use.Surely = Whole;
  while (true) {
    Known[Dummy].IsAsked = false;
    Callees Before = Known;
    ScalarAccesses Inner(Dummy, &Function.getBody(), CallDepth + 1, Known);
    ScalarFlow Flow = Inner.follow();
    ScalarAccess Use;
    for (const ScalarAccess &A : Inner.all())
      Use.Assigns |= A.Assigns;
    Use.Surely = Flow.Surely;
    if (isIntentOut(Dummy)) {
      Use.Assigns = Use.Surely = Whole;
    } else {
      Use.Reads = Flow.FirstRead ? Whole : 0;
      Use.ReadsFirst = Inner.follow(Trust::Branches).FirstRead ? Whole : 0;
    }
    if (Flow.IsAssumed || (Use.mayLeave() && hasTeamForm(Function)))
      Use = unknownUse();
    DummyUse &Now = Known[Dummy];
    bool IsFound = !Now.IsAsked || Use.isLike(Now.Use);
    if (!IsFound)
      Known = std::move(Before);
    Known[Dummy].Use = Use;
    if (IsFound)
      return Use;
  }
}

ScalarAccess ScalarAccesses::useBy(fir::CallOp Call, unsigned Argument) {
  // Procedures that call one another in a circle end the search.
  constexpr unsigned MaxCallDepth = 4;
  // A pure function assigns none of its arguments.
  if (Call.getNumResults() > 0 &&
      bitEnumContainsAny(Call.getProcedureAttrs().value_or(
                             fir::FortranProcedureFlagsEnum::none),
                         fir::FortranProcedureFlagsEnum::pure))
    return useByIntent("in");
  func::FuncOp Function = calleeOf(Call);
  if (!Function || Argument >= Function.getNumArguments() ||
      CallDepth == MaxCallDepth)
    return unknownUse();
  return Function.isExternal() ? useByIntent(intentOf(Function, Argument))
                               : useOf(Function, Argument);
}

/// A form of \p Function that marks what it assigns to \p Parts of an argument:
/// it gets two more, where and what to store.
static func::FuncOp getMarkingForm(func::FuncOp Function, unsigned Argument,
                                   unsigned Parts) {
  std::string Name = (Function.getSymName() + "_marks_" +
                      llvm::Twine(Argument) + "_" + llvm::Twine(Parts))
                         .str();
  auto Module = Function->getParentOfType<ModuleOp>();
  if (auto Form = Module.lookupSymbol<func::FuncOp>(Name))
    return Form;
  OpBuilder Builder(Function);
  auto Form = cast<func::FuncOp>(Builder.clone(*Function));
  Form.setSymName(Name);
  Form->removeAttr("fir.bindc_name");
  // The host has no use for it.
  Form->setAttr(cuf::getProcAttrName(),
                cuf::ProcAttributeAttr::get(Form.getContext(),
                                            cuf::ProcAttribute::Device));
  unsigned Count = Form.getNumArguments();
  Type I64 = Builder.getI64Type();
  (void)Form.insertArguments({Count, Count},
                             {fir::ReferenceType::get(I64), I64}, {},
                             {Form.getLoc(), Form.getLoc()});
  ScalarAccesses(Form.getArgument(Argument), &Form.getBody())
      .mark(Parts, Form.getArgument(Count), Form.getArgument(Count + 1));
  return Form;
}

void ScalarAccesses::mark(unsigned Parts, Value Where, Value What,
                          Block *Except) const {
  for (const ScalarAccess &A : assignments()) {
    if (!(A.Assigns & Parts) || A.Op->getBlock() == Except)
      continue;
    auto Call = dyn_cast<fir::CallOp>(A.Op);
    func::FuncOp Function =
        Call && A.mayLeave() ? calleeOf(Call) : func::FuncOp();
    if (!Function || Function.isExternal()) {
      // Nothing else may be in a capture.
      Operation *Capture = A.Op->getParentOfType<acc::AtomicCaptureOp>();
      OpBuilder Builder(Capture ? Capture : A.Op);
      fir::StoreOp::create(Builder, A.Op->getLoc(), What, Where);
      continue;
    }
    for (auto [I, Argument] : llvm::enumerate(Call.getArgs())) {
      unsigned Named = Names.lookup(Argument);
      // Of a part, the procedure's variable is all.
      if (Named & Parts)
        Function = getMarkingForm(Function, I, Named == Whole ? Parts : Whole);
    }
    BindAttr.remove(Call);
    Call.setCalleeAttr(SymbolRefAttr::get(Function));
    while (Call.getArgs().size() < Function.getNumArguments())
      Call.getArgsMutable().append({Where, What});
  }
}

//===----------------------------------------------------------------------===//
// The way through a body
//===----------------------------------------------------------------------===//

namespace {

/// Forward walk that knows what of the variable was surely, or on some path,
/// assigned in this iteration.
class FlowWalk {
public:
  using Trust = ScalarAccesses::Trust;

  FlowWalk(const ScalarAccesses &Accesses, Region &Body, Trust Trusted)
      : Accesses(Accesses), Around(Body.getParentOp()), Trusted(Trusted) {
    State End = walkRegion(Body, {});
    Flow.Surely = End.Surely;
    Flow.Known = End.Known;
  }

  ScalarFlow Flow;

private:
  struct State {
    unsigned Surely = 0, Maybe = 0, Known = 0;
    bool operator==(const State &) const = default;
    /// Where paths meet.
    void meet(const State &Other) {
      Surely &= Other.Surely;
      Maybe |= Other.Maybe;
      Known &= Other.Known;
    }
  };
  /// Of no path.
  static constexpr State Nowhere{Whole, 0, Whole};

  State walkRegion(Region &R, State S);
  State walkBlock(Block &B, State S) {
    for (Operation &Op : B)
      S = walkOp(Op, S);
    return S;
  }
  State walkOp(Operation &Op, State S);
  State pass(const ScalarAccess &A, State S);
  bool isGuarded(Operation *Read) const;

  const ScalarAccesses &Accesses;
  Operation *Around; ///< the body's parent
  Trust Trusted;
  bool Quiet = false;
};

FlowWalk::State FlowWalk::walkRegion(Region &R, State S) {
  if (R.empty())
    return S;
  if (R.hasOneBlock())
    return walkBlock(R.front(), S);
  // Several blocks: iterate to the greatest solution of "assigned on every
  // path", and the least of "on some path".
  llvm::DenseMap<Block *, State> In, Out;
  for (Block &B : R) {
    In[&B] = &B == &R.front() ? S : Nowhere;
    Out[&B] = Nowhere;
  }
  bool WasQuiet = Quiet;
  Quiet = true;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Block &B : R) {
      State Before = &B == &R.front() ? S : Nowhere;
      for (Block *P : B.getPredecessors())
        Before.meet(Out[P]);
      In[&B] = Before;
      State After = walkBlock(B, Before);
      Changed |= After != Out[&B];
      Out[&B] = After;
    }
  }
  Quiet = WasQuiet;
  State All = Nowhere;
  for (Block &B : R) {
    walkBlock(B, In[&B]);
    if (B.hasNoSuccessors() && !isa<fir::UnreachableOp>(B.back()))
      All.meet(Out[&B]);
  }
  return All;
}

FlowWalk::State FlowWalk::walkOp(Operation &Op, State S) {
  if (const ScalarAccess *A = Accesses.of(&Op))
    S = pass(*A, S);
  if (!Op.getNumRegions() || isa<acc::AtomicUpdateOp>(Op))
    return S;
  State All = Nowhere;
  for (Region &R : Op.getRegions())
    All.meet(walkRegion(R, S));
  // A loop may run no iteration.
  if (isa<LoopLikeOpInterface>(Op))
    return {S.Surely, S.Maybe | All.Maybe, S.Known};
  return All;
}

FlowWalk::State FlowWalk::pass(const ScalarAccess &A, State S) {
  bool Preceded = Trusted == Trust::Branches
                      ? !(A.ReadsFirst & ~S.Surely) || (A.Reads & S.Maybe)
                      : !(A.Reads & ~S.Surely);
  bool Counts = A.IsAtomic ||
                (!Preceded &&
                 (Trusted == Trust::None || !(A.IsUnknown || isGuarded(A.Op))));
  if (Counts && !Quiet && !Flow.FirstRead)
    Flow.FirstRead = A.Op;
  Flow.IsAssumed |= A.IsUnknown && S.Surely != Whole;
  return {S.Surely | A.Surely, S.Maybe | A.Assigns,
          S.Known | (A.IsUnknown ? 0 : A.Surely)};
}

/// Whether a read is under a condition in a loop of the body that assigns the
/// variable too: `if (i > 1) x(i) = last; last = y(i)`. The checker has warned
/// of it.
bool FlowWalk::isGuarded(Operation *Read) const {
  bool Conditional = false;
  for (Operation *Op = Read->getParentOp(); Op && Op != Around;
       Op = Op->getParentOp()) {
    Conditional |= isa<fir::IfOp>(Op);
    if (Conditional && isa<LoopLikeOpInterface>(Op) &&
        llvm::any_of(Accesses.all(), [&](const ScalarAccess &A) {
          return isa<fir::StoreOp>(A.Op) && Op->isProperAncestor(A.Op);
        }))
      return true;
  }
  return false;
}

} // namespace

ScalarFlow ScalarAccesses::follow(Trust Trusted) const {
  return FlowWalk(*this, *Body, Trusted).Flow;
}

} // namespace warpfort
