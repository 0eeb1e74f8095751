//===-- NVVMLowering.cpp - NVVM intrinsics in plain LLVM IR ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The approximate and flush-to-zero forms become the exact operation: the CPU
// has no cheaper one, and a better result is allowed. Forms with a rounding
// mode other than to nearest have no equivalent and are refused, as is every
// intrinsic not named here.
//
//===----------------------------------------------------------------------===//
#include "NVVMLowering.h"
#include "KernelBody.h"
#include "Prepare.h"
#include "SyncOps.h"
#include "warpfort/Support/Faults.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

class Lowering {
public:
  Lowering(Function &F, const KernelBody *Body)
      : F(F), Body(Body), B(F.getContext()) {}
  Error run();

private:
  /// The value that replaces `Call`; null when it is unknown.
  Value *lower(CallInst &Call, StringRef Name);
  Value *lowerRegister(CallInst &Call, StringRef Name);
  Value *lowerClusterRegister(StringRef Name);
  Value *lowerFence(StringRef Name);
  Value *lowerFloat(CallInst &Call, StringRef Name);
  Value *lowerInteger(CallInst &Call, StringRef Name);
  Value *lowerConversion(CallInst &Call, StringRef Name);
  Value *lowerAtomic(CallInst &Call, StringRef Name);
  Value *helper(StringRef Name, Type *Result, ArrayRef<Value *> Args);
  Value *permute(Value *Low, Value *High, Value *Selector);

  Value *env(unsigned Which, unsigned Dim = 0) { return Body->env(Which, Dim); }
  Value *done() { return PoisonValue::get(B.getInt32Ty()); }

  Function &F;
  const KernelBody *Body;
  IRBuilder<> B;
};

Value *Lowering::helper(StringRef Name, Type *Result, ArrayRef<Value *> Args) {
  SmallVector<Type *, 2> Types;
  for (Value *Arg : Args)
    Types.push_back(Arg->getType());
  return B.CreateCall(F.getParent()->getOrInsertFunction(
                          Name, FunctionType::get(Result, Types, false)),
                      Args);
}

/// Special registers; `Name` without "read.ptx.sreg.".
Value *Lowering::lowerRegister(CallInst &Call, StringRef Name) {
  // Those that do not depend on the thread.
  Type *T = Call.getType();
  if (Name == "warpsize")
    return B.getInt32(WARPCPU_WARP);
  if (Name == "clock64" || Name == "clock")
    return B.CreateTrunc(
        B.CreateIntrinsic(Intrinsic::readcyclecounter, ArrayRef<Value *>()), T);
  if (Name == "globaltimer" || Name == "globaltimer_lo" ||
      Name == "globaltimer.lo")
    return B.CreateTrunc(helper("warpcpu_nanoseconds", B.getInt64Ty(), {}), T);
  if (Name == "nsmid")
    return B.getInt32(1);
  if (Name == "smid")
    return B.getInt32(0);
  if (!Body)
    return nullptr;

  if (Value *V = lowerClusterRegister(Name))
    return V;
  auto [Register, DimName] = Name.split('.');
  if (DimName == "x" || DimName == "y" || DimName == "z") {
    unsigned Dim = DimName[0] - 'x';
    if (Register == "tid")
      return env(EnvThread, Dim);
    if (Register == "ntid")
      return env(EnvBlockDim, Dim);
    if (Register == "ctaid")
      return env(EnvBlock, Dim);
    if (Register == "nctaid")
      return env(EnvGridDim, Dim);
  }
  if (Name == "dynamic.smem.size" || Name == "dynamic_smem_size")
    return env(EnvDynamicBytes);
  if (Name == "warpid")
    return B.CreateLShr(env(EnvLinear), 5);
  if (Name == "nwarpid") {
    Value *Threads =
        B.CreateMul(B.CreateMul(env(EnvBlockDim, 0), env(EnvBlockDim, 1)),
                    env(EnvBlockDim, 2));
    return B.CreateLShr(B.CreateAdd(Threads, B.getInt32(31)), 5);
  }
  Value *Lane = B.CreateAnd(env(EnvLinear), WARPCPU_WARP - 1);
  if (Name == "laneid")
    return Lane;
  Value *Bit = B.CreateShl(B.getInt32(1), Lane);
  Value *Below = B.CreateSub(Bit, B.getInt32(1));
  if (Name == "lanemask.eq")
    return Bit;
  if (Name == "lanemask.lt")
    return Below;
  if (Name == "lanemask.le")
    return B.CreateOr(Below, Bit);
  if (Name == "lanemask.ge")
    return B.CreateNot(Below);
  if (Name == "lanemask.gt")
    return B.CreateNot(B.CreateOr(Below, Bit));
  return nullptr;
}

/// A kernel without cluster_dims has clusters of one block, as on a GPU.
Value *Lowering::lowerClusterRegister(StringRef Name) {
  const std::array<uint32_t, 3> &Dims = Body->Cluster;
  auto Inside = [&](unsigned Dim) {
    return B.CreateURem(env(EnvBlock, Dim), B.getInt32(Dims[Dim]));
  };
  if (Name == "cluster.nctarank")
    return B.getInt32(Dims[0] * Dims[1] * Dims[2]);
  if (Name == "cluster.ctarank")
    return B.CreateAdd(
        Inside(0),
        B.CreateMul(B.getInt32(Dims[0]),
                    B.CreateAdd(Inside(1),
                                B.CreateMul(B.getInt32(Dims[1]), Inside(2)))));
  for (unsigned Dim = 0; Dim < 3; ++Dim) {
    StringRef Register = Name;
    if (!Register.consume_back(Dim == 0 ? ".x" : Dim == 1 ? ".y" : ".z"))
      continue;
    if (Register == "cluster.ctaid")
      return Inside(Dim);
    if (Register == "cluster.nctaid")
      return B.getInt32(Dims[Dim]);
    if (Register == "clusterid")
      return B.CreateUDiv(env(EnvBlock, Dim), B.getInt32(Dims[Dim]));
    if (Register == "nclusterid")
      return B.CreateUDiv(env(EnvGridDim, Dim), B.getInt32(Dims[Dim]));
  }
  return nullptr;
}

/// A block runs on one thread of the host, so that within a block the order
/// of memory accesses only has to survive the compiler.
Value *Lowering::lowerFence(StringRef Name) {
  if (Name == "membar.cta")
    B.CreateFence(AtomicOrdering::SequentiallyConsistent,
                  SyncScope::SingleThread);
  else if (Name == "membar.gl" || Name == "membar.sys" ||
           Name == "fence.sc.cluster")
    B.CreateFence(AtomicOrdering::SequentiallyConsistent);
  else
    return nullptr;
  return done();
}

Value *Lowering::lowerFloat(CallInst &Call, StringRef Name) {
  Type *T = Call.getType();
  if (!T->isFPOrFPVectorTy())
    return nullptr;
  auto Arg = [&](unsigned I) { return Call.getArgOperand(I); };
  SmallVector<StringRef, 4> Parts;
  Name.split(Parts, '.');
  StringRef Op = Parts[0];
  SmallVector<StringRef, 4> Mode;
  for (StringRef Part : drop_begin(Parts))
    if (Part != "ftz" && Part != "f" && Part != "d" && Part != "f32" &&
        Part != "f64" && Part != "full" && Part != "approx" && Part != "rn")
      Mode.push_back(Part);

  if (Op == "fmin" || Op == "fmax") {
    bool IsMin = Op == "fmin";
    if (Mode.empty())
      return B.CreateBinaryIntrinsic(
          IsMin ? Intrinsic::minnum : Intrinsic::maxnum, Arg(0), Arg(1));
    if (Mode.size() == 1 && Mode[0] == "nan")
      return B.CreateBinaryIntrinsic(
          IsMin ? Intrinsic::minimum : Intrinsic::maximum, Arg(0), Arg(1));
    return nullptr;
  }
  if (!Mode.empty())
    return nullptr;
  static const std::pair<StringRef, Intrinsic::ID> Unaries[] = {
      {"sqrt", Intrinsic::sqrt},   {"fabs", Intrinsic::fabs},
      {"floor", Intrinsic::floor}, {"ceil", Intrinsic::ceil},
      {"trunc", Intrinsic::trunc}, {"round", Intrinsic::roundeven},
      {"ex2", Intrinsic::exp2},    {"lg2", Intrinsic::log2},
      {"sin", Intrinsic::sin},     {"cos", Intrinsic::cos}};
  for (auto [Own, ID] : Unaries)
    if (Op == Own)
      return B.CreateUnaryIntrinsic(ID, Arg(0));
  if (Op == "fma")
    return B.CreateIntrinsic(Intrinsic::fma, {T}, {Arg(0), Arg(1), Arg(2)});
  if (Op == "add")
    return B.CreateFAdd(Arg(0), Arg(1));
  if (Op == "mul")
    return B.CreateFMul(Arg(0), Arg(1));
  if (Op == "div")
    return B.CreateFDiv(Arg(0), Arg(1));
  Value *One = ConstantFP::get(T, 1.0);
  if (Op == "rcp")
    return B.CreateFDiv(One, Arg(0));
  if (Op == "rsqrt")
    return B.CreateFDiv(One, B.CreateUnaryIntrinsic(Intrinsic::sqrt, Arg(0)));
  if (Op == "saturate") {
    // Not a number becomes +0.
    Value *Low = B.CreateMaxNum(Arg(0), ConstantFP::get(T, 0.0));
    return B.CreateMinNum(Low, One);
  }
  return nullptr;
}

/// prmt: each nibble of the selector picks one of eight bytes; its top bit
/// replicates that byte's sign.
Value *Lowering::permute(Value *Low, Value *High, Value *Selector) {
  Type *I64 = B.getInt64Ty();
  Value *Bytes = B.CreateOr(B.CreateZExt(Low, I64),
                            B.CreateShl(B.CreateZExt(High, I64), 32));
  Value *Result = B.getInt32(0);
  for (unsigned Byte = 0; Byte < 4; ++Byte) {
    Value *Nibble = B.CreateAnd(B.CreateLShr(Selector, 4 * Byte), 15);
    Value *Shift = B.CreateShl(B.CreateAnd(Nibble, 7), 3);
    Value *Picked = B.CreateTrunc(B.CreateLShr(Bytes, B.CreateZExt(Shift, I64)),
                                  B.getInt8Ty());
    Value *Sign = B.CreateAShr(Picked, 7);
    Value *IsSign = B.CreateICmpNE(B.CreateAnd(Nibble, 8), B.getInt32(0));
    Picked = B.CreateZExt(B.CreateSelect(IsSign, Sign, Picked), B.getInt32Ty());
    Result = B.CreateOr(Result, B.CreateShl(Picked, 8 * Byte));
  }
  return Result;
}

Value *Lowering::lowerInteger(CallInst &Call, StringRef Name) {
  Type *T = Call.getType();
  auto Arg = [&](unsigned I) { return Call.getArgOperand(I); };
  if (Name.starts_with("move."))
    return Arg(0);
  if (!T->isIntegerTy())
    return nullptr;
  auto [Op, Kind] = Name.split('.');
  bool Unsigned = Kind.starts_with("u");
  if (Op == "mulhi") {
    unsigned Bits = T->getIntegerBitWidth();
    Type *Wide = B.getIntNTy(2 * Bits);
    Value *A = B.CreateIntCast(Arg(0), Wide, !Unsigned);
    Value *C = B.CreateIntCast(Arg(1), Wide, !Unsigned);
    return B.CreateTrunc(B.CreateLShr(B.CreateMul(A, C), Bits), T);
  }
  if (Op == "mul24") {
    auto Low24 = [&](Value *V) {
      Value *Up = B.CreateShl(V, 8);
      return Unsigned ? B.CreateLShr(Up, 8) : B.CreateAShr(Up, 8);
    };
    return B.CreateMul(Low24(Arg(0)), Low24(Arg(1)));
  }
  if (Op == "sad") {
    Value *Max = B.CreateBinaryIntrinsic(
        Unsigned ? Intrinsic::umax : Intrinsic::smax, Arg(0), Arg(1));
    Value *Min = B.CreateBinaryIntrinsic(
        Unsigned ? Intrinsic::umin : Intrinsic::smin, Arg(0), Arg(1));
    return B.CreateAdd(B.CreateSub(Max, Min), Arg(2));
  }
  if (Name == "prmt")
    return permute(Arg(0), Arg(1), Arg(2));
  return nullptr;
}

/// <from>2<to>.<rounding>, and the halves of a double.
Value *Lowering::lowerConversion(CallInst &Call, StringRef Name) {
  Type *T = Call.getType();
  if (Call.arg_size() == 0)
    return nullptr;
  Value *In = Call.getArgOperand(0);
  Type *I64 = B.getInt64Ty();
  if (Name == "d2i.lo" || Name == "d2i.hi") {
    Value *Bits = B.CreateBitCast(In, I64);
    return B.CreateTrunc(Name == "d2i.hi" ? B.CreateLShr(Bits, 32) : Bits, T);
  }
  if (Name == "lohi.i2d")
    return B.CreateBitCast(
        B.CreateOr(B.CreateZExt(In, I64),
                   B.CreateShl(B.CreateZExt(Call.getArgOperand(1), I64), 32)),
        T);
  auto [Conversion, Rounding] = Name.split('.');
  auto [From, To] = Conversion.split('2');
  if (To.empty())
    return nullptr;
  Rounding = Rounding.split('.').first; // without ftz
  bool FromFloat = From == "f" || From == "d", ToFloat = To == "f" || To == "d";
  if (FromFloat && ToFloat)
    return Rounding == "rn" ? B.CreateFPCast(In, T) : nullptr;
  if (ToFloat) {
    if (Rounding != "rn" && !(To == "d" && From.size() <= 2 && From != "ll"))
      return nullptr;
    return From.starts_with("u") ? B.CreateUIToFP(In, T)
                                 : B.CreateSIToFP(In, T);
  }
  if (!FromFloat || !T->isIntegerTy())
    return nullptr;
  Intrinsic::ID Round = Rounding == "rn"   ? Intrinsic::roundeven
                        : Rounding == "rz" ? Intrinsic::trunc
                        : Rounding == "rm" ? Intrinsic::floor
                        : Rounding == "rp" ? Intrinsic::ceil
                                           : Intrinsic::not_intrinsic;
  if (Round == Intrinsic::not_intrinsic)
    return nullptr;
  return B.CreateIntrinsic(
      To.starts_with("u") ? Intrinsic::fptoui_sat : Intrinsic::fptosi_sat,
      {T, In->getType()}, {B.CreateUnaryIntrinsic(Round, In)});
}

/// atomic.<op>.gen.<type>.<scope>: the forms with a scope that LLVM's own
/// atomics did not replace.
Value *Lowering::lowerAtomic(CallInst &Call, StringRef Name) {
  SmallVector<StringRef, 6> Parts;
  Name.split(Parts, '.');
  if (Parts.size() < 4 || Parts[0] != "atomic" || Parts[2] != "gen")
    return nullptr;
  StringRef Op = Parts[1];
  Value *Address = Call.getArgOperand(0), *Operand = Call.getArgOperand(1);
  bool IsFloat = Operand->getType()->isFloatingPointTy();
  if (Op == "cas") {
    Value *Pair = B.CreateAtomicCmpXchg(Address, Operand, Call.getArgOperand(2),
                                        MaybeAlign(), AtomicOrdering::Monotonic,
                                        AtomicOrdering::Monotonic);
    return B.CreateExtractValue(Pair, 0);
  }
  AtomicRMWInst::BinOp Kind = AtomicRMWInst::BAD_BINOP;
  if (Op == "add")
    Kind = IsFloat ? AtomicRMWInst::FAdd : AtomicRMWInst::Add;
  else if (Op == "exch")
    Kind = AtomicRMWInst::Xchg;
  else if (Op == "max")
    Kind = AtomicRMWInst::Max;
  else if (Op == "min")
    Kind = AtomicRMWInst::Min;
  else if (Op == "inc")
    Kind = AtomicRMWInst::UIncWrap;
  else if (Op == "dec")
    Kind = AtomicRMWInst::UDecWrap;
  else if (Op == "and")
    Kind = AtomicRMWInst::And;
  else if (Op == "or")
    Kind = AtomicRMWInst::Or;
  else if (Op == "xor")
    Kind = AtomicRMWInst::Xor;
  else
    return nullptr;
  return B.CreateAtomicRMW(Kind, Address, Operand, MaybeAlign(),
                           AtomicOrdering::Monotonic);
}

Value *Lowering::lower(CallInst &Call, StringRef Name) {
  StringRef Register = Name;
  if (Register.consume_front("read.ptx.sreg."))
    return lowerRegister(Call, Register);
  if (Name == "nanosleep") {
    helper("warpcpu_sleep", B.getVoidTy(), {Call.getArgOperand(0)});
    return done();
  }
  if (Value *V = lowerFence(Name))
    return V;
  if (Value *V = lowerConversion(Call, Name))
    return V;
  if (Value *V = lowerFloat(Call, Name))
    return V;
  if (Value *V = lowerInteger(Call, Name))
    return V;
  return lowerAtomic(Call, Name);
}

Error Lowering::run() {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    // GPU scopes ("block", "device") mean nothing to x86's code generator.
    if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
      RMW->setSyncScopeID(SyncScope::System);
    else if (auto *CAS = dyn_cast<AtomicCmpXchgInst>(&I))
      CAS->setSyncScopeID(SyncScope::System);
    else if (auto *Fence = dyn_cast<FenceInst>(&I))
      Fence->setSyncScopeID(SyncScope::System);
    else if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isAtomic())
      Load->setSyncScopeID(SyncScope::System);
    else if (auto *Store = dyn_cast<StoreInst>(&I); Store && Store->isAtomic())
      Store->setSyncScopeID(SyncScope::System);
  }
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (const Function *Callee = Call->getCalledFunction())
        if (Callee->getName().starts_with("llvm.nvvm.") &&
            !(Body && classifySync(*Call)))
          Calls.push_back(Call);
  SmallVector<CallInst *> Exits;
  for (CallInst *Call : Calls) {
    StringRef Name = Call->getCalledFunction()->getName();
    if (Body && Call->getIntrinsicID() == Intrinsic::nvvm_exit) {
      Exits.push_back(Call);
      continue;
    }
    B.SetInsertPoint(Call);
    if (auto *Op = dyn_cast<FPMathOperator>(Call))
      B.setFastMathFlags(Op->getFastMathFlags());
    else
      B.clearFastMathFlags();
    Value *New = lower(*Call, Name.drop_front(strlen("llvm.nvvm.")));
    if (!New)
      return makeFault(Twine(Body ? "kernel '" : "device procedure '") +
                       (Body ? StringRef(Body->Name) : F.getName()) +
                       "': the NVVM intrinsic '" + Name +
                       "' is not supported on the CPU");
    if (!Call->getType()->isVoidTy()) {
      if (New->getType() != Call->getType())
        return makeFault("unexpected type of NVVM intrinsic '" + Name + "'");
      if (!New->hasName() && isa<Instruction>(New))
        New->takeName(Call);
      Call->replaceAllUsesWith(New);
    }
    Call->eraseFromParent();
  }
  // The thread ends: a return, from wherever it is.
  for (CallInst *Call : Exits) {
    BasicBlock *Block = Call->getParent();
    changeToUnreachable(Call);
    Block->getTerminator()->eraseFromParent();
    B.SetInsertPoint(Block);
    B.CreateRet(B.getInt32(WARPCPU_EXIT));
  }
  return Error::success();
}

} // namespace

Error lowerNVVMIntrinsics(Function &F, const KernelBody *Body) {
  return Lowering(F, Body).run();
}

} // namespace warpfort::cpu
