//===-- Retarget.cpp - From NVPTX to x86-64 -------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Address spaces are part of pointer types, so types, constants, globals,
// function signatures and overloaded intrinsics all change with them. The
// rewriting is in place: instructions keep their identity.
//
//===----------------------------------------------------------------------===//
#include "Retarget.h"
#include "Prepare.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

/// As host code has it.
constexpr unsigned DwarfVersion = 4;

/// NVPTX address spaces.
enum : unsigned { ASGeneric = 0, ASShared = 3, ASConstant = 4 };

class AddressSpaceRemover {
public:
  explicit AddressSpaceRemover(Module &M) : M(M), Ctx(M.getContext()) {}

  Expected<SharedMemory> run();

private:
  Type *mapType(Type *T);
  Constant *mapConstant(Constant *C);
  Constant *mapExpression(ConstantExpr *E);
  void declareGlobals(SharedMemory &Shared);
  void mapInitializers();
  void mapSignatures();
  void mapBody(Function &F);

  Module &M;
  LLVMContext &Ctx;
  DenseMap<Type *, Type *> Types;
  DenseMap<Constant *, Constant *> Constants;
  SmallVector<std::pair<GlobalVariable *, GlobalVariable *>> Globals;
};

Type *AddressSpaceRemover::mapType(Type *T) {
  if (auto *P = dyn_cast<PointerType>(T))
    return P->getAddressSpace() ? PointerType::get(Ctx, ASGeneric) : P;
  if (T->getNumContainedTypes() == 0)
    return T;
  if (Type *Known = Types.lookup(T))
    return Known;
  SmallVector<Type *, 8> Elements;
  bool Changed = false;
  for (Type *Element : T->subtypes()) {
    Elements.push_back(mapType(Element));
    Changed |= Elements.back() != Element;
  }
  Type *Result = T;
  if (Changed) {
    if (auto *A = dyn_cast<ArrayType>(T))
      Result = ArrayType::get(Elements[0], A->getNumElements());
    else if (auto *V = dyn_cast<VectorType>(T))
      Result = VectorType::get(Elements[0], V->getElementCount());
    else if (auto *S = dyn_cast<StructType>(T))
      Result = StructType::get(Ctx, Elements, S->isPacked());
    else if (auto *F = dyn_cast<FunctionType>(T))
      Result = FunctionType::get(Elements[0], ArrayRef(Elements).drop_front(),
                                 F->isVarArg());
  }
  return Types[T] = Result;
}

Constant *AddressSpaceRemover::mapExpression(ConstantExpr *E) {
  SmallVector<Constant *, 4> Ops;
  for (Use &Op : E->operands())
    Ops.push_back(mapConstant(cast<Constant>(Op)));
  if (E->getOpcode() == Instruction::AddrSpaceCast)
    return Ops[0];
  if (auto *GEP = dyn_cast<GEPOperator>(E))
    return ConstantExpr::getGetElementPtr(mapType(GEP->getSourceElementType()),
                                          Ops[0], ArrayRef(Ops).drop_front(),
                                          GEP->getNoWrapFlags());
  return E->getWithOperands(Ops, mapType(E->getType()));
}

Constant *AddressSpaceRemover::mapConstant(Constant *C) {
  if (Constant *Known = Constants.lookup(C))
    return Known;
  if (isa<GlobalValue>(C))
    return C;
  Constant *Result = C;
  if (auto *E = dyn_cast<ConstantExpr>(C)) {
    Result = mapExpression(E);
  } else if (isa<ConstantPointerNull, ConstantAggregateZero>(C)) {
    Result = Constant::getNullValue(mapType(C->getType()));
  } else if (isa<PoisonValue>(C)) {
    Result = PoisonValue::get(mapType(C->getType()));
  } else if (isa<UndefValue>(C)) {
    Result = UndefValue::get(mapType(C->getType()));
  } else if (isa<ConstantAggregate>(C)) {
    SmallVector<Constant *, 8> Ops;
    for (Use &Op : C->operands())
      Ops.push_back(mapConstant(cast<Constant>(Op)));
    Type *T = mapType(C->getType());
    if (auto *A = dyn_cast<ArrayType>(T))
      Result = ConstantArray::get(A, Ops);
    else if (auto *S = dyn_cast<StructType>(T))
      Result = ConstantStruct::get(S, Ops);
    else
      Result = ConstantVector::get(Ops);
  }
  return Constants[C] = Result;
}

void AddressSpaceRemover::declareGlobals(SharedMemory &Shared) {
  for (GlobalVariable &G : make_early_inc_range(M.globals())) {
    Type *ValueType = mapType(G.getValueType());
    unsigned AS = G.getAddressSpace();
    if (AS == ASGeneric && ValueType == G.getValueType())
      continue;
    auto *New = new GlobalVariable(M, ValueType, G.isConstant(), G.getLinkage(),
                                   nullptr, "", &G,
                                   GlobalVariable::NotThreadLocal, ASGeneric);
    New->takeName(&G);
    New->copyAttributesFrom(&G);
    New->setComdat(nullptr);
    Constants[&G] = New;
    if (AS != ASShared) {
      Globals.push_back({&G, New});
      continue;
    }
    bool IsDynamic =
        G.isDeclaration() || G.getDataLayout().getTypeAllocSize(ValueType) == 0;
    New->setLinkage(GlobalValue::ExternalLinkage);
    New->setConstant(false);
    if (IsDynamic)
      Shared.Dynamic.push_back(New);
    else
      Shared.Static.push_back(New);
    Globals.push_back({&G, nullptr});
  }
}

void AddressSpaceRemover::mapInitializers() {
  for (auto [Old, New] : Globals)
    if (New && Old->hasInitializer())
      New->setInitializer(mapConstant(Old->getInitializer()));
  for (GlobalVariable &G : M.globals())
    if (G.hasInitializer() && G.getAddressSpace() == ASGeneric)
      G.setInitializer(mapConstant(G.getInitializer()));
}

void AddressSpaceRemover::mapSignatures() {
  for (Function &F : make_early_inc_range(M)) {
    auto *T = cast<FunctionType>(mapType(F.getFunctionType()));
    if (T == F.getFunctionType())
      continue;
    Function *New =
        Function::Create(T, F.getLinkage(), F.getAddressSpace(), "", &M);
    New->takeName(&F);
    // An intrinsic is one by its name.
    New->updateAfterNameChange();
    New->copyAttributesFrom(&F);
    New->splice(New->begin(), &F);
    New->setSubprogram(F.getSubprogram());
    F.setSubprogram(nullptr);
    for (auto [Old, Arg] : zip(F.args(), New->args())) {
      Arg.takeName(&Old);
      // Types differ for a moment; mapBody makes users agree.
      Old.mutateType(Arg.getType());
      Old.replaceAllUsesWith(&Arg);
    }
    if (std::optional<Function *> Mangled =
            Intrinsic::remangleIntrinsicFunction(New)) {
      if (*Mangled != New) {
        New->eraseFromParent();
        New = *Mangled;
      }
    }
    Constants[&F] = New;
  }
}

void AddressSpaceRemover::mapBody(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    // Constant memory does not change while a kernel runs.
    if (auto *Load = dyn_cast<LoadInst>(&I);
        Load && Load->getPointerAddressSpace() == ASConstant &&
        !Load->isVolatile())
      Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(Ctx, {}));
    for (Use &Op : I.operands())
      if (auto *C = dyn_cast<Constant>(Op))
        if (Constant *New = mapConstant(C); New != C)
          Op.set(New);
    if (auto *A = dyn_cast<AllocaInst>(&I))
      A->setAllocatedType(mapType(A->getAllocatedType()));
    else if (auto *GEP = dyn_cast<GetElementPtrInst>(&I)) {
      GEP->setSourceElementType(mapType(GEP->getSourceElementType()));
      GEP->setResultElementType(mapType(GEP->getResultElementType()));
    } else if (auto *Call = dyn_cast<CallBase>(&I))
      Call->mutateFunctionType(
          cast<FunctionType>(mapType(Call->getFunctionType())));
    I.mutateType(mapType(I.getType()));
  }
  // Once all types agree.
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Cast = dyn_cast<AddrSpaceCastInst>(&I)) {
      Cast->replaceAllUsesWith(Cast->getOperand(0));
      Cast->eraseFromParent();
    }
}

Expected<SharedMemory> AddressSpaceRemover::run() {
  SharedMemory Shared;
  declareGlobals(Shared);
  mapSignatures();
  mapInitializers();
  for (Function &F : M)
    mapBody(F);
  for (auto [F, New] : Constants)
    if (auto *Old = dyn_cast<Function>(F); Old && New != F) {
      Old->removeDeadConstantUsers();
      if (Old->use_empty())
        Old->eraseFromParent();
    }
  for (auto [Old, New] : Globals) {
    Old->setInitializer(nullptr);
    Old->setLinkage(GlobalValue::ExternalLinkage);
  }
  for (auto [Old, New] : Globals) {
    Old->removeDeadConstantUsers();
    if (!Old->use_empty())
      return createStringError("device variable '" +
                               (New ? New->getName() : Old->getName()) +
                               "' is used in a way that the CPU target does "
                               "not support");
    Old->eraseFromParent();
  }
  return Shared;
}

/// Intrinsics whose meaning is bound to an address space.
Error checkAddressSpaceUses(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<IntrinsicInst>(&I))
        if (Call->getCalledFunction()->getName().starts_with(
                "llvm.nvvm.isspacep"))
          return kernelError(F, "asking for a pointer's address space ('" +
                                    Call->getCalledFunction()->getName() +
                                    "') is not supported on the CPU");
  return Error::success();
}

} // namespace

Expected<SharedMemory> retargetModule(Module &M, TargetMachine &Host) {
  if (Error E = checkAddressSpaceUses(M))
    return E;
  Expected<SharedMemory> Shared = AddressSpaceRemover(M).run();
  if (!Shared)
    return Shared;
  M.setTargetTriple(Host.getTargetTriple());
  M.setDataLayout(Host.createDataLayout());
  // What NVPTX alone understands.
  for (StringRef Name : {"nvvm.annotations", "nvvmir.version"})
    if (NamedMDNode *Node = M.getNamedMetadata(Name))
      M.eraseNamedMetadata(Node);
  if (NamedMDNode *Used = M.getModuleFlagsMetadata())
    M.eraseNamedMetadata(Used);
  // Without the version LLVM drops debug information.
  if (!M.debug_compile_units().empty()) {
    M.addModuleFlag(Module::Warning, "Debug Info Version",
                    DEBUG_METADATA_VERSION);
    M.addModuleFlag(Module::Max, "Dwarf Version", DwarfVersion);
  }
  for (StringRef Name : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *G = M.getGlobalVariable(Name))
      G->eraseFromParent();
  return Shared;
}

} // namespace warpfort::cpu
