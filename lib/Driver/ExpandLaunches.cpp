//===-- ExpandLaunches.cpp - Launches in device code ----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch in device code reaches the device linker as a call of a function
// that nothing defines (abi/warprt/DeviceLaunch.h). It is expanded here, where
// the kernel is known, whatever file it comes from:
//
//   declare void @__warpdev_launch.k(..) "warpfort.launch_of"="k"
//   call void @__warpdev_launch.k(.., i64 %stream, ptr %a, i32 %n)
//
// becomes
//
//   %p = call ptr @__warpdev_launch_begin(ptr @k, ptr @parameters, ..)
//   if (%p) {
//     store ptr %a, ptr %p
//     store i32 %n, ptr (%p + 8)
//     call void @__warpdev_launch_end(ptr %p, i64 %stream)
//   }
//   call void @__warpdev_launch_checked(ptr @parameters)
//
// The last call ends the program where the launch failed. It is left out where
// device code of the program asks for errors.
//
// The parameters lie as in a C structure: CUDA's device runtime wants them as
// the kernel's entry has them.
//
//===----------------------------------------------------------------------===//
#include "ExpandLaunches.h"
#include "AggregateLaunches.h"
#include "KernelBehaviour.h"
#include "SmallLaunches.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Target/Embed/Embed.h"
#include "warprt/DeviceLaunch.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace warpfort {

/// Whether device code of the program looks at the errors of launches.
static bool asksForErrors(const Module &M) {
  return any_of(
      ArrayRef<StringRef>{WARPRT_GET_LAST_ERROR, WARPRT_PEEK_AT_LAST_ERROR},
      [&](StringRef Name) {
        const Function *F = M.getFunction(Name);
        return F && !F->use_empty();
      });
}

namespace {

/// Where a parameter of a kernel is in memory.
struct Place {
  Type *T;
  bool IsCopied; ///< from the address that the call has
  uint64_t Offset;
  Align Alignment;
};

struct Layout {
  SmallVector<Place> Places;
  uint64_t Size = 0;
};

class Expander {
public:
  Expander(Module &M,
           function_ref<std::string(const GlobalValue &)> DescribeUser)
      : M(M), DescribeUser(DescribeUser), AsksForErrors(asksForErrors(M)) {}

  /// Whether the launches that \p Stub stands for are right.
  Error check(const Function &Stub) const;
  void expand(Function &Stub);

private:
  Error check(const CallInst &Call, const Function &Kernel,
              const Layout &Parameters) const;
  Constant *describe(const Function &Kernel, const Layout &Parameters);
  void expand(CallInst &Call, Function &Kernel, const Layout &Parameters,
              Constant *Description);

  Module &M;
  function_ref<std::string(const GlobalValue &)> DescribeUser;
  bool AsksForErrors;
};

Function *kernelOf(const Function &Stub) {
  return Stub.getParent()->getFunction(
      Stub.getFnAttribute(bitcode::LaunchOfAttr).getValueAsString());
}

Layout layOut(const Function &Kernel) {
  const DataLayout &DL = Kernel.getDataLayout();
  Layout Result;
  for (const Argument &Arg : Kernel.args()) {
    bool IsCopied = Arg.hasByValAttr();
    Type *T = IsCopied ? Arg.getParamByValType() : Arg.getType();
    Align Alignment = DL.getABITypeAlign(T);
    if (IsCopied)
      Alignment = std::max(Alignment, Arg.getParamAlign().valueOrOne());
    Result.Size = alignTo(Result.Size, Alignment);
    Result.Places.push_back({T, IsCopied, Result.Size, Alignment});
    Result.Size += DL.getTypeAllocSize(T);
  }
  return Result;
}

/// The interface that the launch was compiled with may be another file's.
Error Expander::check(const CallInst &Call, const Function &Kernel,
                      const Layout &Parameters) const {
  std::string Launch = "launch of kernel '" + demangleName(Kernel.getName()) +
                       "' in '" + demangleName(Call.getFunction()->getName()) +
                       "'";
  unsigned Count = Call.arg_size() - FirstArgument;
  if (Count != Parameters.Places.size())
    return makeError(Launch + ": it has " + Twine(Count) +
                     " arguments, the kernel has " +
                     Twine(Parameters.Places.size()));
  for (auto [Index, P] : enumerate(Parameters.Places)) {
    Type *Given = Call.getArgOperand(FirstArgument + Index)->getType();
    if (P.IsCopied ? !Given->isPointerTy() : Given != P.T)
      return makeError(Launch + ": argument " + Twine(Index + 1) +
                       " has another type than the kernel's");
  }
  return Error::success();
}

/// static const WarprtCpuParameters parameters = {"k", offsets, count, size};
Constant *Expander::describe(const Function &Kernel, const Layout &Parameters) {
  IRBuilder<> B(M.getContext());
  SmallVector<uint32_t> Offsets;
  for (const Place &P : Parameters.Places)
    Offsets.push_back(P.Offset);
  auto MakeGlobal = [&](Constant *Value) {
    return new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                              GlobalValue::InternalLinkage, Value,
                              "warpfort.parameters");
  };
  Constant *Name = B.CreateGlobalString(demangleName(Kernel.getName()),
                                        "warpfort.name", 0, &M);
  Constant *List = ConstantPointerNull::get(B.getPtrTy());
  if (!Offsets.empty())
    List = MakeGlobal(ConstantDataArray::get(M.getContext(), Offsets));
  return MakeGlobal(ConstantStruct::getAnon(
      {Name, List, B.getInt32(Offsets.size()), B.getInt32(Parameters.Size)}));
}

void Expander::expand(CallInst &Call, Function &Kernel,
                      const Layout &Parameters, Constant *Description) {
  IRBuilder<> B(&Call);
  SmallVector<Value *> Begin = {&Kernel, Description};
  SmallVector<Type *> Types = {B.getPtrTy(), B.getPtrTy()};
  for (unsigned I = 0; I < StreamValue; ++I) {
    Begin.push_back(Call.getArgOperand(I));
    Types.push_back(B.getInt32Ty());
  }
  Value *Memory = B.CreateCall(
      M.getOrInsertFunction(WARPDEV_LAUNCH_BEGIN,
                            FunctionType::get(B.getPtrTy(), Types, false)),
      Begin);
  B.SetInsertPoint(SplitBlockAndInsertIfThen(B.CreateIsNotNull(Memory), &Call,
                                             /*Unreachable=*/false));
  for (auto [Index, P] : enumerate(Parameters.Places)) {
    Value *Given = Call.getArgOperand(FirstArgument + Index);
    Value *To = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Memory, P.Offset);
    if (P.IsCopied)
      B.CreateMemCpy(To, P.Alignment, Given, MaybeAlign(),
                     M.getDataLayout().getTypeAllocSize(P.T).getFixedValue());
    else
      B.CreateAlignedStore(Given, To, P.Alignment);
  }
  B.CreateCall(M.getOrInsertFunction(WARPDEV_LAUNCH_END, B.getVoidTy(),
                                     B.getPtrTy(), B.getInt64Ty()),
               {Memory, Call.getArgOperand(StreamValue)});
  B.SetInsertPoint(&Call);
  if (!AsksForErrors)
    B.CreateCall(M.getOrInsertFunction(WARPDEV_LAUNCH_CHECKED, B.getVoidTy(),
                                       B.getPtrTy()),
                 {Description});
  Call.eraseFromParent();
}

Error Expander::check(const Function &Stub) const {
  StringRef Name =
      Stub.getFnAttribute(bitcode::LaunchOfAttr).getValueAsString();
  Function *Kernel = kernelOf(Stub);
  if (!Kernel || Kernel->isDeclaration() || !isDeviceKernel(*Kernel))
    return makeError("undefined kernel '" + demangleName(Name) +
                     "' launched in " + DescribeUser(Stub));
  if (Kernel->hasFnAttribute("nvvm.cluster_dim"))
    return makeError("kernel '" + demangleName(Name) +
                     "' has cluster_dims and is launched in " +
                     DescribeUser(Stub) +
                     ": that is not supported in device code");
  Layout Parameters = layOut(*Kernel);
  for (const User *U : Stub.users())
    if (Error E = check(*cast<CallInst>(U), *Kernel, Parameters))
      return E;
  return Error::success();
}

void Expander::expand(Function &Stub) {
  Function &Kernel = *kernelOf(Stub);
  Layout Parameters = layOut(Kernel);
  Constant *Description = describe(Kernel, Parameters);
  for (User *U : make_early_inc_range(Stub.users()))
    expand(*cast<CallInst>(U), Kernel, Parameters, Description);
  Stub.eraseFromParent();
}

/// "the launch of kernel 'm::k' in 'm::p', line 12", where lines are known.
std::string describeLaunch(const CallInst &Launch) {
  const Function *Kernel = kernelOf(*Launch.getCalledFunction());
  std::string Text = "the launch of kernel '" +
                     demangleName(Kernel->getName()) + "' in '" +
                     demangleName(Launch.getFunction()->getName()) + "'";
  if (const DebugLoc &Loc = Launch.getDebugLoc())
    Text += ", line " + std::to_string(Loc.getLine());
  return Text;
}

SmallVector<Function *> launchStubs(Module &M) {
  SmallVector<Function *> Stubs;
  for (Function &F : M)
    if (F.isDeclaration() && F.hasFnAttribute(bitcode::LaunchOfAttr))
      Stubs.push_back(&F);
  return Stubs;
}

} // namespace

Error expandDeviceLaunches(
    Module &Program, const NestedLaunchOptions &Options,
    const std::function<void(const std::string &)> &Note,
    function_ref<std::string(const GlobalValue &)> DescribeUser) {
  Expander E(Program, DescribeUser);
  SmallVector<Function *> Stubs = launchStubs(Program);
  for (Function *Stub : Stubs)
    if (Error Problem = E.check(*Stub))
      return Problem;
  // The aggregation keeps a reference.
  auto TellReason = [&](const CallInst &Launch, StringRef Reason) {
    if (Note)
      Note(describeLaunch(Launch) +
           " is not combined with others: " + Reason.str());
  };
  LaunchAggregation Aggregation(Program, Options.Aggregation,
                                Options.Coarsening, TellReason);
  if (Options.Threshold || Options.Aggregation != LaunchUnit::Thread) {
    inlineLaunchers(Program);
    for (Function &F : Program)
      if (!F.isDeclaration() && inspectBehaviour(F).Launches)
        promoteVariables(F);
  }
  SmallLaunches Small(Program, Options.Threshold,
                      Options.Aggregation != LaunchUnit::Thread);
  Small.prepare();
  for (Function *Stub : Stubs)
    // What it adds, launches of grids in place, is left as it is.
    for (User *U : SmallVector<User *>(Stub->users()))
      Small.guard(*cast<CallInst>(U), *kernelOf(*Stub));
  Small.removeUnused();
  // What is launched now is what is combined.
  Aggregation.prepare();
  Aggregation.run();
  for (Function *Stub : launchStubs(Program))
    E.expand(*Stub);
  return Error::success();
}

} // namespace warpfort
