//===-- ProgramTable.cpp - What the runtime finds in the CPU object -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emitted, in the terms of abi/warprt/Image.h:
//
//   static const WarprtCpuKernel kernels[] = {{"name", run, context, shared}};
//   static const WarprtCpuVariable variables[] = {{"name", &variable, size}};
//   const WarprtCpuProgram <Symbol> = {kernels, n, variables, m};
//
// For the checks of -gpu=check, variables have room behind them in which
// accesses are wrong: a record without a name.
//
//===----------------------------------------------------------------------===//
#include "ProgramTable.h"
#include "ChooseLoopOrders.h"
#include "warpfort/Target/CPU/CPUCodeGen.h"
#include "warprt/Image.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpfort::cpu {

std::vector<GlobalVariable *> collectVariables(Module &M) {
  std::vector<GlobalVariable *> Variables;
  for (GlobalVariable &G : M.globals()) {
    if (G.isDeclaration() || G.hasLocalLinkage() ||
        G.getName().starts_with("llvm."))
      continue;
    // The host may write to any of them, constant memory too.
    G.setConstant(false);
    Variables.push_back(&G);
  }
  return Variables;
}

/// The stand-in of a kernel's entry.
static std::string entryName(StringRef Kernel) {
  return ("warpfort.kernel." + Kernel).str();
}

void replaceKernelAddress(Function &Kernel) {
  if (Kernel.use_empty())
    return;
  Module &M = *Kernel.getParent();
  Kernel.replaceAllUsesWith(new GlobalVariable(
      M, Type::getInt8Ty(M.getContext()), /*isConstant=*/true,
      GlobalValue::ExternalLinkage, nullptr, entryName(Kernel.getName())));
}

std::vector<GlobalVariable *> addRoom(Module &M,
                                      ArrayRef<GlobalVariable *> Variables,
                                      ArrayRef<std::string> HostVariables) {
  constexpr uint64_t Least = 256, Most = 1 << 16;
  const DataLayout &DL = M.getDataLayout();
  std::vector<GlobalVariable *> All;
  for (GlobalVariable *G : Variables) {
    if (is_contained(HostVariables, G->getName())) {
      All.push_back(G);
      continue;
    }
    uint64_t Bytes = DL.getTypeAllocSize(G->getValueType());
    auto *Room = ArrayType::get(Type::getInt8Ty(M.getContext()),
                                std::clamp(Bytes, Least, Most));
    Constant *Value = ConstantStruct::getAnon(
        {G->getInitializer(), Constant::getNullValue(Room)}, /*Packed=*/true);
    auto *New = new GlobalVariable(M, Value->getType(), G->isConstant(),
                                   G->getLinkage(), Value, "", G,
                                   G->getThreadLocalMode());
    New->copyAttributesFrom(G);
    New->copyMetadata(G, 0);
    // Shadows are of 8 bytes.
    New->setAlignment(std::max(
        {G->getAlign().valueOrOne(), DL.getPreferredAlign(G), Align(8)}));
    New->takeName(G);
    G->replaceAllUsesWith(New);
    G->eraseFromParent();
    All.push_back(New);
  }
  return All;
}

namespace {

class TableBuilder {
public:
  explicit TableBuilder(Module &M)
      : M(M), B(M.getContext()), Ptr(PointerType::get(M.getContext(), 0)) {}

  Constant *string(StringRef Text) {
    return B.CreateGlobalString(Text, "warpfort.name", 0, &M);
  }
  Constant *array(ArrayRef<Constant *> Elements, StringRef Name) {
    if (Elements.empty())
      return ConstantPointerNull::get(Ptr);
    auto *T = ArrayType::get(Elements[0]->getType(), Elements.size());
    return new GlobalVariable(M, T, true, GlobalValue::InternalLinkage,
                              ConstantArray::get(T, Elements), Name);
  }
  Constant *record(ArrayRef<Constant *> Members) {
    return ConstantStruct::getAnon(M.getContext(), Members);
  }
  Constant *i64(uint64_t V) { return B.getInt64(V); }
  Constant *i32(uint32_t V) { return B.getInt32(V); }

private:
  Module &M;
  IRBuilder<> B;
  PointerType *Ptr;
};

} // namespace

void emitProgramTable(Module &M, StringRef Symbol,
                      ArrayRef<EmittedKernel> Kernels,
                      ArrayRef<GlobalVariable *> Variables,
                      ArrayRef<std::string> HostVariables, bool HaveRoom) {
  TableBuilder T(M);
  const DataLayout &DL = M.getDataLayout();
  SmallVector<Constant *> KernelRecords, VariableRecords;
  for (const EmittedKernel &K : Kernels) {
    KernelRecords.push_back(
        T.record({T.string(K.Name), K.Run, T.i64(K.ContextBytes),
                  T.i32(K.StaticSharedBytes), T.i32(K.Flags)}));
    assert(DL.getTypeAllocSize(KernelRecords[0]->getType()) ==
           sizeof(WarprtCpuKernel));
  }
  for (GlobalVariable *G : Variables) {
    uint64_t Bytes = DL.getTypeAllocSize(G->getValueType()), Room = 0;
    if (HaveRoom && !is_contained(HostVariables, G->getName())) {
      Room = DL.getTypeAllocSize(G->getValueType()->getStructElementType(1));
      Bytes -= Room;
    }
    VariableRecords.push_back(
        T.record({T.string(G->getName()), G, T.i64(Bytes)}));
    if (Room)
      VariableRecords.push_back(
          T.record({T.string(""),
                    ConstantExpr::getInBoundsGetElementPtr(
                        Type::getInt8Ty(M.getContext()), G, T.i64(Bytes)),
                    T.i64(Room)}));
  }
  Constant *Table = T.array(KernelRecords, "warpfort.kernels");
  for (auto [Index, K] : enumerate(Kernels))
    if (GlobalVariable *Entry = M.getNamedGlobal(entryName(K.Name))) {
      Entry->replaceAllUsesWith(ConstantExpr::getInBoundsGetElementPtr(
          KernelRecords[Index]->getType(), Table,
          ConstantInt::get(Type::getInt64Ty(M.getContext()), Index)));
      Entry->eraseFromParent();
    }
  Constant *Program = T.record({Table, T.i64(KernelRecords.size()),
                                T.array(VariableRecords, "warpfort.variables"),
                                T.i64(VariableRecords.size())});
  for (GlobalVariable *G : Variables) {
    bool IsHosts = is_contained(HostVariables, G->getName());
    if (IsHosts)
      G->setInitializer(nullptr);
    G->setLinkage(IsHosts ? GlobalValue::ExternalLinkage
                          : GlobalValue::InternalLinkage);
    G->setVisibility(GlobalValue::DefaultVisibility);
    G->setDSOLocal(!IsHosts);
    G->setComdat(nullptr);
    G->setSection("");
    G->setExternallyInitialized(false);
  }
  auto *G = new GlobalVariable(M, Program->getType(), true,
                               GlobalValue::ExternalLinkage, Program, Symbol);
  G->setVisibility(GlobalValue::HiddenVisibility);
}

/// Base names: an `f` for single precision may follow.
static bool isMathFunction(StringRef Name) {
  static const StringSet<> Names = {
      "acos",   "acosh",     "asin",      "asinh",    "atan",      "atan2",
      "atanh",  "cbrt",      "ceil",      "copysign", "cos",       "cosh",
      "erf",    "erfc",      "exp",       "exp10",    "exp2",      "expm1",
      "fabs",   "fdim",      "floor",     "fma",      "fmax",      "fmin",
      "fmod",   "frexp",     "hypot",     "ilogb",    "j0",        "j1",
      "jn",     "ldexp",     "lgamma",    "llrint",   "llround",   "log",
      "log10",  "log1p",     "log2",      "logb",     "lrint",     "lround",
      "modf",   "nearbyint", "nextafter", "pow",      "remainder", "remquo",
      "rint",   "round",     "roundeven", "scalbn",   "scalbln",   "sin",
      "sincos", "sinh",      "sqrt",      "tan",      "tanh",      "tgamma",
      "trunc",  "y0",        "y1",        "yn"};
  return Names.contains(Name) ||
         (Name.consume_back("f") && Names.contains(Name));
}

static bool isOurRuntime(StringRef Name) {
  return Name.starts_with("_FortranA") || Name.starts_with("warprt_cpu_");
}

static bool isKnownRuntime(StringRef Name) {
  static const StringSet<> Names = {
      "malloc",        "calloc",    "realloc", "free",         "abort",
      "exit",          "memcpy",    "memset",  "memmove",      "memcmp",
      "bcmp",          "dprintf",   "printf",  "puts",         "putchar",
      "clock_gettime", "nanosleep", "strlen",  "aligned_alloc"};
  return Names.contains(Name) || isOurRuntime(Name) || isMathFunction(Name);
}

Error checkUndefined(const Module &M, const CPUOptions &Options) {
  auto UserOf = [](const GlobalValue &G) -> std::string {
    for (const User *U : G.users())
      if (auto *I = dyn_cast<Instruction>(U)) {
        // Our own functions are named after the kernel: "k.body", "k.region1".
        StringRef Name = I->getFunction()->getName();
        return (" (used by '" + Name.split('.').first + "')").str();
      }
    return "";
  };
  for (const Function &F : M)
    if (Options.ForOtherHosts && F.isDeclaration() && !F.use_empty() &&
        isOurRuntime(F.getName()))
      return createStringError("'" + F.getName() +
                               "' is a function of Warpfort's runtime "
                               "library, which other hosts do not have" +
                               UserOf(F));
  for (const Function &F : M)
    if (F.isDeclaration() && !F.isIntrinsic() && !F.use_empty() &&
        F.getName() != VectorsQuestion && !isKnownRuntime(F.getName()) &&
        !is_contained(Options.HostFunctions, F.getName()))
      return createStringError("undefined device procedure '" + F.getName() +
                               "'" + UserOf(F));
  for (const GlobalVariable &G : M.globals())
    if (G.isDeclaration() && !G.use_empty() &&
        !is_contained(Options.HostVariables, G.getName()))
      return createStringError("undefined device variable '" + G.getName() +
                               "'" + UserOf(G));
  return Error::success();
}

} // namespace warpfort::cpu
