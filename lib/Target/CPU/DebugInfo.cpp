//===-- DebugInfo.cpp - What debuggers see of kernels ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. A variable that Flang describes by an address gets a slot
// with the address. The type of an array whose bounds are not constant refers
// to artificial variables, which Flang describes by values; a copy of a
// procedure would refer to those of the original. So the slot holds the bounds
// as well, and the type reads them there, as it does for descriptors:
//
//   real :: a(n)        {address of a, n}
//
//===----------------------------------------------------------------------===//
#include "DebugInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

SmallVector<DbgVariableRecord *> variableRecords(Function &F) {
  SmallVector<DbgVariableRecord *> Records;
  for (Instruction &I : instructions(F))
    for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
      Records.push_back(&Record);
  return Records;
}

void dropRecords(Function &F) {
  for (Instruction &I : instructions(F))
    I.dropDbgRecords();
}

/// Leaves the variables of \p F as names without a place.
void dropVariables(Function &F) {
  DISubprogram *Subprogram = F.getSubprogram();
  if (Subprogram) {
    SmallSetVector<Metadata *, 16> Nodes;
    for (DINode *Node : Subprogram->getRetainedNodes())
      Nodes.insert(Node);
    for (DbgVariableRecord *Record : variableRecords(F)) {
      DILocalVariable *Variable = Record->getVariable();
      if (Variable->getScope()->getSubprogram() == Subprogram &&
          !Variable->isArtificial())
        Nodes.insert(Variable);
    }
    if (!Nodes.empty())
      Subprogram->replaceRetainedNodes(
          MDTuple::get(F.getContext(), Nodes.getArrayRef()));
  }
  dropRecords(F);
}

/// Gives each variable of a function a place that holds as long as the
/// function runs.
class VariableSlots {
public:
  explicit VariableSlots(Function &F)
      : F(F), Ctx(F.getContext()), Entry(F.getEntryBlock()),
        Types(*F.getParent(), /*AllowUnresolved=*/false) {}
  void run();

private:
  void describeAddress(DbgVariableRecord &Record);
  void describeValue(DbgVariableRecord &Record);
  DIType *typeWithBounds(DIType *T, SmallVectorImpl<Value *> &Members);
  Metadata *bound(Metadata *Bound, SmallVectorImpl<Value *> &Members);
  AllocaInst *makeSlot(ArrayRef<Value *> Members);
  void hideSpecification();

  Function &F;
  LLVMContext &Ctx;
  BasicBlock &Entry;
  DIBuilder Types;
  DenseMap<const Metadata *, Value *> Values; ///< of variables
};

/// Where \p V can be stored.
BasicBlock::iterator pointAfter(Value *V, BasicBlock &Entry) {
  if (auto *I = dyn_cast<Instruction>(V))
    if (auto Point = I->getInsertionPointAfterDef())
      return *Point;
  return Entry.getFirstNonPHIOrDbgOrAlloca();
}

AllocaInst *VariableSlots::makeSlot(ArrayRef<Value *> Members) {
  SmallVector<Type *> MemberTypes;
  for (Value *Member : Members)
    MemberTypes.push_back(Member->getType());
  StructType *T = StructType::get(Ctx, MemberTypes);
  auto *Slot = new AllocaInst(T, 0, "variable", Entry.begin());
  for (auto [Index, Member] : enumerate(Members)) {
    BasicBlock::iterator Point = pointAfter(Member, Entry);
    IRBuilder<> B(Point->getParent(), Point);
    if (auto *I = dyn_cast<Instruction>(Member))
      B.SetCurrentDebugLocation(I->getDebugLoc());
    B.CreateStore(Member, B.CreateStructGEP(T, Slot, Index));
  }
  return Slot;
}

/// What \p Bound of a dimension becomes.
Metadata *VariableSlots::bound(Metadata *Bound,
                               SmallVectorImpl<Value *> &Members) {
  if (!isa_and_nonnull<DIVariable>(Bound))
    return Bound;
  Value *V = Values.lookup(Bound);
  if (!V || !V->getType()->isIntegerTy(64))
    return nullptr;
  if (auto *Constant = dyn_cast<ConstantInt>(V))
    return ConstantAsMetadata::get(Constant);
  uint64_t Offset = Members.size() * sizeof(uint64_t);
  Members.push_back(V);
  return DIExpression::get(Ctx, {dwarf::DW_OP_push_object_address,
                                 dwarf::DW_OP_plus_uconst, Offset,
                                 dwarf::DW_OP_deref});
}

/// \p T, with all that is not constant read from behind the address.
DIType *VariableSlots::typeWithBounds(DIType *T,
                                      SmallVectorImpl<Value *> &Members) {
  DIExpression *Data = DIExpression::get(
      Ctx, {dwarf::DW_OP_push_object_address, dwarf::DW_OP_deref});
  if (auto *String = dyn_cast_or_null<DIStringType>(T)) {
    Value *Length = Values.lookup(String->getRawStringLength());
    if (!Length || !Length->getType()->isIntegerTy(64))
      return T;
    uint64_t Offset = Members.size() * sizeof(uint64_t);
    Members.push_back(Length);
    auto *Place = DIExpression::get(Ctx, {dwarf::DW_OP_push_object_address,
                                          dwarf::DW_OP_plus_uconst, Offset});
    return DIStringType::get(Ctx, String->getTag(), String->getName(), nullptr,
                             Place, Data, 0, String->getAlignInBits(),
                             String->getEncoding());
  }
  auto *Array = dyn_cast_or_null<DICompositeType>(T);
  if (!Array || Array->getTag() != dwarf::DW_TAG_array_type ||
      Array->getRawDataLocation())
    return T;
  SmallVector<Metadata *> Dimensions;
  bool Changed = false;
  for (DINode *Element : Array->getElements()) {
    auto *Dimension = dyn_cast<DISubrange>(Element);
    if (!Dimension)
      return T;
    SmallVector<Metadata *, 4> Bounds;
    for (const MDOperand &Bound : Dimension->operands())
      Bounds.push_back(bound(Bound, Members));
    auto *New =
        DISubrange::get(Ctx, Bounds[0], Bounds[1], Bounds[2], Bounds[3]);
    Changed |= New != Dimension;
    Dimensions.push_back(New);
  }
  if (!Changed)
    return T;
  return Types.createArrayType(Array->getSizeInBits(), Array->getAlignInBits(),
                               Array->getBaseType(),
                               Types.getOrCreateArray(Dimensions), Data);
}

DILocalVariable *withType(DILocalVariable *V, DIType *T) {
  return DILocalVariable::get(
      V->getContext(), V->getScope(), V->getName(), V->getFile(), V->getLine(),
      T, V->getArg(), V->getFlags(), V->getAlignInBits(), V->getAnnotations());
}

void VariableSlots::describeAddress(DbgVariableRecord &Record) {
  Value *Address = Record.getAddress();
  if (!Address || isa<UndefValue>(Address))
    return;
  SmallVector<Value *, 8> Members = {Address};
  DIType *T = Record.getVariable()->getType();
  DIType *New = T;
  if (Record.getExpression()->getNumElements() == 0)
    New = typeWithBounds(T, Members);
  auto *Alloca = dyn_cast<AllocaInst>(Address);
  if (New == T && Alloca && Alloca->isStaticAlloca())
    return;
  Record.replaceVariableLocationOp(0u, makeSlot(Members));
  if (New != T)
    Record.setVariable(withType(Record.getVariable(), New));
  else
    Record.setExpression(DIExpression::prepend(Record.getExpression(),
                                               DIExpression::DerefBefore));
}

/// Flang describes what the bounds of arrays are by values, and nothing else.
void VariableSlots::describeValue(DbgVariableRecord &Record) {
  Value *V = Record.getVariableLocationOp(0);
  if (Record.getVariable()->isArtificial() || !V || isa<UndefValue>(V) ||
      Values.lookup(Record.getVariable()) != V ||
      Record.getExpression()->getNumElements() != 0) {
    Record.eraseFromParent();
    return;
  }
  AllocaInst *Slot = makeSlot(V);
  auto *Declare = DbgVariableRecord::createDVRDeclare(
      Slot, Record.getVariable(), Record.getExpression(),
      Record.getDebugLoc().get());
  Declare->insertBefore(&Record);
  Record.eraseFromParent();
}

/// Makes what computes bounds a part of the prologue, so that a breakpoint at
/// the procedure stops behind it.
void VariableSlots::hideSpecification() {
  Instruction *Last = nullptr;
  for (Instruction &I : Entry)
    for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
      if (Record.getVariable()->getArg())
        Last = &I;
  if (!Last)
    return;
  // Calls of procedures with debug information must have a location.
  auto IsProcedure = [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Call && (!Callee || Callee->getSubprogram());
  };
  for (Instruction &I : make_range(Entry.begin(), Last->getIterator()))
    if (!IsProcedure(I))
      I.setDebugLoc(DebugLoc());
}

void VariableSlots::run() {
  SmallVector<DbgVariableRecord *> Records = variableRecords(F);
  for (DbgVariableRecord *Record : Records) {
    if (!Record->isDbgValue() || Record->getNumVariableLocationOps() != 1)
      continue;
    Value *V = Record->getVariableLocationOp(0);
    auto [Known, IsNew] = Values.try_emplace(Record->getVariable(), V);
    if (!IsNew && Known->second != V)
      Known->second = nullptr; // it changes
  }
  for (DbgVariableRecord *Record : Records)
    if (Record->isDbgDeclare())
      describeAddress(*Record);
  for (DbgVariableRecord *Record : Records)
    if (Record->isDbgValue())
      describeValue(*Record);
  hideSpecification();
}

} // namespace

//===-- Forms -------------------------------------------------------------===//

bool keepsVariables(const Function &F) { return F.hasOptNone(); }

void prepareDebugInfo(Module &M) {
  if (M.debug_compile_units().empty()) {
    StripDebugInfo(M);
    return;
  }
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    DISubprogram *Subprogram = F.getSubprogram();
    DICompileUnit *Unit = Subprogram ? Subprogram->getUnit() : nullptr;
    if (Unit && Unit->getEmissionKind() == DICompileUnit::FullDebug &&
        !Unit->isOptimized()) {
      F.addFnAttr(Attribute::OptimizeNone);
      F.addFnAttr(Attribute::NoInline);
      VariableSlots(F).run();
    } else {
      dropVariables(F);
    }
  }
}

void dropStaleVariables(Module &M) {
  for (Function &F : M)
    if (!keepsVariables(F))
      dropRecords(F);
}

void respectVariables(PassInstrumentationCallbacks &Callbacks) {
  Callbacks.registerShouldRunOptionalPassCallback([](StringRef, Any IR) {
    const Function *F = nullptr;
    if (const auto *Given = any_cast<const Function *>(&IR))
      F = *Given;
    else if (const auto *L = any_cast<const Loop *>(&IR))
      F = (*L)->getHeader()->getParent();
    return !F || !keepsVariables(*F);
  });
}

//===-- Threads -----------------------------------------------------------===//

void addThreadVariables(const KernelBody &K) {
  Function &F = *K.Body;
  DISubprogram *Kernel = F.getSubprogram();
  LLVMContext &Ctx = F.getContext();
  // The kernel, and each procedure at each place where it was inlined.
  SmallSetVector<std::pair<DISubprogram *, DILocation *>, 8> Scopes;
  Scopes.insert({Kernel, nullptr});
  for (Instruction &I : instructions(F))
    for (DILocation *At = I.getDebugLoc().get(); At; At = At->getInlinedAt())
      Scopes.insert({At->getScope()->getSubprogram(), At->getInlinedAt()});

  DIBuilder Types(*F.getParent(), /*AllowUnresolved=*/false, Kernel->getUnit());
  DIFile *File = Kernel->getFile();
  DIType *Integer = Types.createBasicType("integer", 32, dwarf::DW_ATE_signed);
  SmallVector<Metadata *, 3> Components;
  for (auto [Index, Name] : enumerate(ArrayRef<StringRef>{"x", "y", "z"}))
    Components.push_back(Types.createMemberType(
        File, Name, File, 0, 32, 32, 32 * Index, DINode::FlagZero, Integer));
  DIType *Dim3 =
      Types.createStructType(File, "dim3", File, 0, 96, 32, DINode::FlagZero,
                             nullptr, Types.getOrCreateArray(Components));

  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
  B.SetCurrentDebugLocation(DebugLoc());
  struct {
    StringRef Name;
    Env Place;
    uint32_t First;
  } const Variables[] = {{"threadidx", EnvThread, 1},
                         {"blockidx", EnvBlock, 1},
                         {"blockdim", EnvBlockDim, 0},
                         {"griddim", EnvGridDim, 0}};
  for (const auto &[Name, Place, First] : Variables) {
    auto *Slot = new AllocaInst(ArrayType::get(B.getInt32Ty(), 3), 0, Name,
                                Entry.begin());
    for (unsigned D = 0; D < 3; ++D)
      B.CreateStore(B.CreateAdd(K.env(Place, D), B.getInt32(First)),
                    B.CreateConstInBoundsGEP1_64(B.getInt32Ty(), Slot, D));
    for (auto [Subprogram, InlinedAt] : Scopes) {
      DILocalVariable *Variable = Types.createAutoVariable(
          Subprogram, Name, Subprogram->getFile(), 0, Dim3);
      auto *At = DILocation::get(Ctx, 0, 0, Subprogram, InlinedAt);
      Entry.insertDbgRecordBefore(
          DbgVariableRecord::createDVRDeclare(Slot, Variable,
                                              DIExpression::get(Ctx, {}), At),
          B.GetInsertPoint());
    }
  }
}

void describeRunFunction(Function &F, const KernelBody &K) {
  DISubprogram *Kernel = K.Subprogram;
  if (!Kernel)
    return;
  LLVMContext &Ctx = F.getContext();
  auto *Type = DISubroutineType::get(Ctx, DINode::FlagZero, 0,
                                     MDTuple::get(Ctx, {nullptr}));
  F.setSubprogram(DISubprogram::getDistinct(
      Ctx, Kernel->getFile(), F.getName(), F.getName(), Kernel->getFile(),
      Kernel->getLine(), Type, Kernel->getLine(), nullptr, 0, 0,
      DINode::FlagArtificial,
      DISubprogram::SPFlagDefinition | DISubprogram::SPFlagLocalToUnit,
      Kernel->getUnit()));
}

DebugLoc runLocation(const Function &F) {
  DISubprogram *Subprogram = F.getSubprogram();
  if (!Subprogram)
    return DebugLoc();
  return DILocation::get(F.getContext(), Subprogram->getLine(), 0, Subprogram);
}

//===-- Regions -----------------------------------------------------------===//

SmallVector<SlotVariable> takeVariables(Function &F) {
  SmallVector<SlotVariable> Variables;
  if (keepsVariables(F))
    for (DbgVariableRecord *Record : variableRecords(F))
      if (auto *Slot = dyn_cast_or_null<AllocaInst>(
              Record->isDbgDeclare() ? Record->getAddress() : nullptr))
        Variables.push_back({Slot, Record->getVariable(),
                             Record->getExpression(),
                             Record->getDebugLoc().get()});
  dropRecords(F);
  return Variables;
}

bool RegionDebugInfo::isKernels(const DILocalVariable *Variable) const {
  return Variable->getScope()->getSubprogram() == Old;
}

DILocalVariable *RegionDebugInfo::moved(DILocalVariable *V) {
  LLVMContext &Ctx = V->getContext();
  DILocalScope *Scope =
      DILocalScope::cloneScopeForSubprogram(*V->getScope(), *New, Ctx, Cache);
  return DILocalVariable::get(
      Ctx, Scope, V->getName(), V->getFile(), V->getLine(), V->getType(),
      V->getArg(), V->getFlags(), V->getAlignInBits(), V->getAnnotations());
}

Metadata *RegionDebugInfo::moved(Metadata *Node) {
  if (auto *At = dyn_cast_or_null<DILocation>(Node))
    return DebugLoc::replaceInlinedAtSubprogram(At, *New, New->getContext(),
                                                Cache)
        .get();
  return Node;
}

RegionDebugInfo::RegionDebugInfo(const Function &Kernel, Function &Region,
                                 const DebugLoc &Barrier)
    : Old(Kernel.getSubprogram()) {
  LLVMContext &Ctx = Region.getContext();
  std::string Name = Old->getName().str();
  unsigned Line = Old->getScopeLine();
  if (const DILocation *At = Barrier.get()) {
    while (At->getInlinedAt())
      At = At->getInlinedAt();
    Line = At->getLine();
    Name += "_after_line_" + std::to_string(Line);
  }
  New = DISubprogram::getDistinct(
      Ctx, Old->getScope(), Name, Region.getName(), Old->getFile(),
      Barrier ? Line : Old->getLine(), Old->getType(), Line, nullptr, 0, 0,
      Old->getFlags(), Old->getSPFlags(), Old->getUnit());
  SmallVector<Metadata *> Retained;
  for (DINode *Node : Old->getRetainedNodes())
    if (auto *V = dyn_cast<DILocalVariable>(Node))
      Retained.push_back(moved(V));
    else if (auto *Import = dyn_cast<DIImportedEntity>(Node))
      Retained.push_back(DIImportedEntity::get(
          Ctx, Import->getTag(), New, Import->getEntity(), Import->getFile(),
          Import->getLine(), Import->getName(), Import->getElements()));
  if (!Retained.empty())
    New->replaceRetainedNodes(MDTuple::get(Ctx, Retained));
  Region.setSubprogram(New);
  for (Instruction &I : instructions(Region)) {
    if (const DebugLoc &At = I.getDebugLoc())
      I.setDebugLoc(DebugLoc::replaceInlinedAtSubprogram(At, *New, Ctx, Cache));
    updateLoopMetadataDebugLocations(
        I, [&](Metadata *Node) { return moved(Node); });
  }
}

void RegionDebugInfo::describe(IRBuilderBase &B, const SlotVariable &V,
                               Value *Address) {
  BasicBlock *Block = B.GetInsertBlock();
  AllocaInst *Slot = B.CreateAlloca(Address->getType(), nullptr, "variable");
  B.CreateStore(Address, Slot);
  auto *At = cast<DILocation>(moved(static_cast<Metadata *>(V.Location)));
  DILocalVariable *Variable =
      isKernels(V.Variable) ? moved(V.Variable) : V.Variable;
  Block->insertDbgRecordBefore(
      DbgVariableRecord::createDVRDeclare(
          Slot, Variable,
          DIExpression::prepend(V.Expression, DIExpression::DerefBefore), At),
      B.GetInsertPoint());
}

} // namespace warpfort::cpu
