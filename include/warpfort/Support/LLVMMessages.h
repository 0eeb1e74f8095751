//===-- warpfort/Support/LLVMMessages.h - What LLVM complains of -- -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM reports some errors through a handler of its context, which by default
// prints them and ends the program. While an object of this class lives they
// are collected instead.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_LLVMMESSAGES_H
#define WARPFORT_SUPPORT_LLVMMESSAGES_H

#include <string>

namespace llvm {
class LLVMContext;
} // namespace llvm

namespace warpfort {

class LLVMMessages {
public:
  explicit LLVMMessages(llvm::LLVMContext &Context);
  LLVMMessages(const LLVMMessages &) = delete;
  LLVMMessages &operator=(const LLVMMessages &) = delete;
  ~LLVMMessages();

  /// The errors so far, one a line; empty if there was none.
  const std::string &errors() const { return Text; }

private:
  llvm::LLVMContext &Context;
  std::string Text;
};

} // namespace warpfort
#endif // WARPFORT_SUPPORT_LLVMMESSAGES_H
