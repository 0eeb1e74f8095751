//===-- CodeRegistration.h - Code for NVIDIA's runtime library --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CodeRegistration.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_EMBED_CODEREGISTRATION_H
#define WARPFORT_LIB_TARGET_EMBED_CODEREGISTRATION_H

#include "warpfort/Target/Embed/ImageWrapper.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace warpfort {

/// Builds what hands code to NVIDIA's runtime library.
class CodeRegistration {
public:
  CodeRegistration(llvm::Module &M, const RegisteredCode &Code)
      : M(M), Context(M.getContext()), Code(Code),
        Ptr(llvm::PointerType::get(Context, 0)),
        I32(llvm::Type::getInt32Ty(Context)),
        Void(llvm::Type::getVoidTy(Context)) {}

  /// Returns the WarprtFindFunction of the code.
  llvm::Function *build();

private:
  llvm::Function *makeFunction(const llvm::Twine &Name, llvm::Type *Result,
                               llvm::ArrayRef<llvm::Type *> Types);
  llvm::GlobalVariable *makeVariable(llvm::Constant *Value,
                                     const llvm::Twine &Name);
  llvm::GlobalVariable *makeFatbin();
  llvm::Function *makeRegisterObject();
  void makeUnregister();
  llvm::CallInst *call(llvm::IRBuilder<> &B, llvm::StringRef Name,
                       llvm::Type *Result,
                       llvm::ArrayRef<llvm::Value *> Values);

  llvm::Module &M;
  llvm::LLVMContext &Context;
  const RegisteredCode &Code;
  llvm::PointerType *Ptr;
  llvm::IntegerType *I32;
  llvm::Type *Void;
  llvm::GlobalVariable *Handle = nullptr, *Left = nullptr, *Anchor = nullptr;
};

} // namespace warpfort
#endif // WARPFORT_LIB_TARGET_EMBED_CODEREGISTRATION_H
