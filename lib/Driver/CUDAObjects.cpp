//===-- CUDAObjects.cpp - CUDA C in a link --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc puts device code of -rdc=true into the section "__nv_relfatbin", and
// code that registers it into a constructor. What it names there is defined by
// `nvcc -dlink`. Our program registers its own image, so that nothing needs to
// be done there as long as the host uses no kernel or variable of the object;
// else NVIDIA's runtime library gets the image (lib/Target/Embed).
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/CUDAObjects.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Target/CPU/CArguments.h"
#include "warprt/DeviceLibrary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"

using namespace llvm;
using namespace llvm::object;

namespace warpfort {

static constexpr StringLiteral RelocatableSection = "__nv_relfatbin",
                               LinkedSection = ".nv_fatbin";

static Expected<bool> hasSection(const ObjectFile &Object, StringRef Wanted) {
  for (const SectionRef &Section : Object.sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      return Name.takeError();
    if (*Name == Wanted && Section.getSize() > 0)
      return true;
  }
  return false;
}

Expected<bool> hasCUDACode(const ObjectFile &Object) {
  return hasSection(Object, RelocatableSection);
}

Expected<bool> hasRegisteredCUDACode(const ObjectFile &Library) {
  return hasSection(Library, LinkedSection);
}

bool isObjectRegistration(StringRef Name) {
  return Name.starts_with("__cudaRegisterLinkedBinary_");
}

bool isCUDARegistration(StringRef Name) {
  return isObjectRegistration(Name) || Name == "__cudaInitModule" ||
         Name == "__cudaUnregisterFatBinary" || Name == "__cudaRegisterVar";
}

/// Names of what the code between \p Begin and \p End of a section refers to.
static Expected<std::vector<std::string>> referencesOf(const ObjectFile &Object,
                                                       const SectionRef &Code,
                                                       uint64_t Begin,
                                                       uint64_t End) {
  std::vector<std::string> Names;
  for (const SectionRef &Section : Object.sections()) {
    Expected<section_iterator> Relocated = Section.getRelocatedSection();
    if (!Relocated)
      return Relocated.takeError();
    if (*Relocated == Object.section_end() || **Relocated != Code)
      continue;
    for (const RelocationRef &Relocation : Section.relocations()) {
      if (Relocation.getOffset() < Begin || Relocation.getOffset() >= End)
        continue;
      symbol_iterator Symbol = Relocation.getSymbol();
      if (Symbol == Object.symbol_end()) {
        Names.emplace_back();
        continue;
      }
      Expected<StringRef> Name = Symbol->getName();
      if (!Name)
        return Name.takeError();
      Names.push_back(Name->str());
    }
  }
  return Names;
}

/// For a `__device__` function nvcc makes `{ int volatile ___ = 1; exit(___);
/// }`.
Expected<bool> isDeviceOnly(const ObjectFile &Object, StringRef Name) {
  for (const ELFSymbolRef Symbol : cast<ELFObjectFileBase>(Object).symbols()) {
    Expected<StringRef> Found = Symbol.getName();
    if (!Found)
      return Found.takeError();
    if (*Found != Name)
      continue;
    Expected<section_iterator> Section = Symbol.getSection();
    if (!Section)
      return Section.takeError();
    if (*Section == Object.section_end() || !(*Section)->isText())
      return false;
    Expected<uint64_t> Address = Symbol.getValue();
    if (!Address)
      return Address.takeError();
    Expected<std::vector<std::string>> References =
        referencesOf(Object, **Section, *Address, *Address + Symbol.getSize());
    if (!References)
      return References.takeError();
    return is_contained(*References, "exit") &&
           all_of(*References, [](StringRef Reference) {
             return Reference == "exit" || Reference == "__stack_chk_fail" ||
                    Reference == "_GLOBAL_OFFSET_TABLE_";
           });
  }
  return false;
}

bool isForeignName(StringRef Name) {
  return !Name.starts_with("_Q") && !Name.starts_with("_Fortran") &&
         !Name.starts_with(WARPDEV_PREFIX) && !Name.starts_with("llvm.");
}

/// The function and file that use \p F, as far as they are known.
static std::string userOf(const Function &F) {
  for (const User *U : F.users())
    if (const auto *I = dyn_cast<Instruction>(U))
      return "'" + demangleName(I->getFunction()->getName()) + "'";
  return "device code";
}

Error nameForeignRoutines(Module &Program, const CUDACode &CUDA,
                          bool TargetGPU) {
  for (Function &F : make_early_inc_range(Program)) {
    if (!F.isDeclaration() || F.use_empty())
      continue;
    bool IsAlone = F.hasFnAttribute(bitcode::AloneOfAttr);
    StringRef Base =
        F.getFnAttribute(IsAlone ? bitcode::AloneOfAttr : bitcode::TeamOfAttr)
            .getValueAsString();
    if (Base.empty() || !isForeignName(Base))
      continue;
    Function *Target = Program.getFunction(Base);
    // A Fortran procedure that is no routine of that level.
    if (!IsAlone && Target && !Target->isDeclaration())
      continue;
    auto Known = CUDA.Functions.find(Base);
    if (IsAlone && TargetGPU && Known != CUDA.Functions.end() &&
        Known->second.IsCUDA && (!Target || Target->isDeclaration()))
      return makeError(userOf(F) + " calls '" + Base +
                       "' of CUDA C, which has a level of parallelism, where "
                       "its threads are in use already");
    if (!Target)
      Target = Function::Create(F.getFunctionType(), F.getLinkage(),
                                F.getAddressSpace(), Base, &Program);
    F.replaceAllUsesWith(Target);
    F.eraseFromParent();
  }
  return Error::success();
}

/// "file:line: " of the declaration, if that is known.
static std::string placeOf(const Function &F) {
  StringRef Place =
      F.getFnAttribute(bitcode::ComplexValuesAttr).getValueAsString();
  return Place.empty() ? "" : (Place + ": ").str();
}

/// Whether C has the type, and lays it out as Fortran does. Structures are
/// those of derived types; what has no name is a complex number, which CUDA C
/// aligns in another way.
static bool isCType(Type *T, bool IsComponent = false) {
  if (auto *A = dyn_cast<ArrayType>(T))
    return IsComponent && isCType(A->getElementType(), IsComponent);
  if (auto *S = dyn_cast<StructType>(T))
    return !S->isLiteral() && !S->isPacked() &&
           all_of(S->elements(), [](Type *Component) {
             return isCType(Component, /*IsComponent=*/true);
           });
  return T->isPointerTy() || T->isFloatTy() || T->isDoubleTy() ||
         T->isIntegerTy(8) || T->isIntegerTy(16) || T->isIntegerTy(32) ||
         T->isIntegerTy(64);
}

/// Why a C function of this type cannot be called, or null.
static const char *unsupportedType(const Function &F) {
  if (F.hasFnAttribute(bitcode::ComplexValuesAttr))
    return "complex numbers by value";
  if (!F.getReturnType()->isVoidTy() && !isCType(F.getReturnType()))
    return "a result of a type that CUDA C lays out in another way";
  for (const Argument &Arg : F.args())
    if (!isCType(Arg.getType()) || Arg.hasByValAttr() || Arg.hasStructRetAttr())
      return "an argument by value of a type that CUDA C lays out in another "
             "way";
  return nullptr;
}

Expected<std::vector<std::string>>
foreignFunctions(const Module &Program, const CUDACode &CUDA, bool TargetGPU,
                 function_ref<bool(StringRef)> IsSupplied) {
  std::vector<std::string> Names;
  for (const Function &F : Program) {
    if (!F.isDeclaration() || F.use_empty() || !isForeignName(F.getName()) ||
        IsSupplied(F.getName()))
      continue;
    auto Known = CUDA.Functions.find(F.getName());
    if (Known == CUDA.Functions.end())
      continue;
    const HostFunction &Host = Known->second;
    if (TargetGPU && !Host.IsCUDA)
      return makeError("undefined device procedure '" + F.getName() +
                       "' referenced in " + userOf(F) + ": '" + Host.File +
                       "' has it for the host only");
    if (const char *What = unsupportedType(F))
      return makeError(placeOf(F) + "device code calls the C function '" +
                       F.getName() + "' (" + Host.File + ") with " + What +
                       ", which is not supported");
    for (const User *U : F.users())
      if (const auto *Call = dyn_cast<CallBase>(U);
          !Call || Call->getCalledFunction() != &F)
        return makeError("device code uses the C function '" + F.getName() +
                         "' (" + Host.File +
                         ") as an argument, or with different arguments");
    Names.push_back(F.getName().str());
  }
  return Names;
}

/// void F(...) { warprt_cpu_no_host_version("F"); }
static void makeTrap(Function &F) {
  LLVMContext &Context = F.getContext();
  F.setLinkage(GlobalValue::InternalLinkage);
  IRBuilder<> Builder(BasicBlock::Create(Context, "entry", &F));
  FunctionCallee Stop = F.getParent()->getOrInsertFunction(
      "warprt_cpu_no_host_version", Builder.getVoidTy(), Builder.getPtrTy());
  Builder.CreateCall(Stop, {Builder.CreateGlobalString(F.getName())});
  Builder.CreateUnreachable();
}

void prepareForeignCalls(Module &Program, const CUDACode &CUDA,
                         const std::vector<std::string> &Names) {
  for (const std::string &Name : Names) {
    Function *F = Program.getFunction(Name);
    if (!F)
      continue;
    if (auto Known = CUDA.Functions.find(Name);
        Known != CUDA.Functions.end() && Known->second.IsDeviceOnly) {
      makeTrap(*F);
      continue;
    }
    // Some C compilers count on small integers being extended.
    for (Argument &Arg : F->args()) {
      if (!Arg.getType()->isIntegerTy() || Arg.getType()->isIntegerTy(32) ||
          Arg.getType()->isIntegerTy(64))
        continue;
      Arg.addAttr(Attribute::SExt);
      for (User *U : F->users())
        if (auto *Call = dyn_cast<CallBase>(U))
          Call->addParamAttr(Arg.getArgNo(), Attribute::SExt);
    }
    followCConvention(*F);
  }
}

Error checkSharedVariables(const Module &Program, const CUDACode &CUDA,
                           bool TargetGPU) {
  for (const GlobalVariable &V : Program.globals()) {
    auto Known = CUDA.Variables.find(V.getName());
    if (!V.hasAttribute(bitcode::CVariableAttr) ||
        Known == CUDA.Variables.end() || !Known->second.Bytes)
      continue;
    const HostVariable &Host = Known->second;
    uint64_t Size = Program.getDataLayout().getTypeAllocSize(V.getValueType());
    if (Host.Bytes != Size)
      return makeError("device variable '" + V.getName() + "' has " +
                       Twine(Size) + " bytes in Fortran and " +
                       Twine(Host.Bytes) + " in '" + Host.File + "'");
    if (TargetGPU && !Host.IsCUDA)
      return makeError("device variable '" + V.getName() +
                       "' is a variable of the host in '" + Host.File + "'");
    if (!V.hasCommonLinkage())
      return makeError("device variable '" + V.getName() +
                       "' is defined in Fortran and in '" + Host.File +
                       "': only a variable without an initial value, which is "
                       "not in constant memory, may be defined in both");
  }
  return Error::success();
}

} // namespace warpfort
