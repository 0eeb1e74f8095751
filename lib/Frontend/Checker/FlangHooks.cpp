//===-- FlangHooks.cpp - In place of Flang's CUDA checker -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang's semantic analysis calls a CUDAChecker at the statements below, and
// CanonicalizeCUDA() before names are resolved, for kernel directives. Both are
// defined here, so the linker has no reason to take the archive member of
// libFortranSemantics that holds Flang's. The checks themselves run later, from
// checkCUDAFortran(): they need the whole program.
//
// The declaration of CUDAChecker repeats what Flang's callers expect of it.
// Its functions use no member, so the class needs none; the callers construct
// it from their own declaration.
//
// Some of what Flang refuses elsewhere is legal in CUDA Fortran: internal
// device procedures, interface blocks in device subprograms, recursion. Its
// analysis goes on after these messages as if nothing had been wrong, and
// counts them only after the CUDAChecker, which therefore takes them back.
//
// Flang's lowering would make transfers of assignments with device data, from
// the symbols in them and for a few forms only. It is told here that there are
// none, so that it lowers every assignment as an ordinary one, and the pass
// CUFHostExpressions does the rest with all of the expression before it: the
// functions that count symbols are inline ones of Flang's, which a definition
// here outranks; FlangOverrides.cpp has the one of Flang's library.
//
//===----------------------------------------------------------------------===//

#include "FlangHooks.h"
#include "Frontend/Tree/FlangMessages.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"

namespace Fortran::evaluate {

template <> int GetNbOfCUDADeviceSymbols(const Expr<SomeType> &) { return 0; }
template <> int GetNbOfCUDAManagedOrUnifiedSymbols(const Expr<SomeType> &) {
  return 0;
}

} // namespace Fortran::evaluate

namespace Fortran::semantics {

class CUDAChecker {
public:
  void Enter(const parser::SubroutineSubprogram &);
  void Enter(const parser::FunctionSubprogram &);
  void Enter(const parser::SeparateModuleSubprogram &);
  void Enter(const parser::CUFKernelDoConstruct &);
  void Leave(const parser::CUFKernelDoConstruct &);
  void Enter(const parser::OpenACCBlockConstruct &);
  void Leave(const parser::OpenACCBlockConstruct &);
  void Enter(const parser::OpenACCCombinedConstruct &);
  void Leave(const parser::OpenACCCombinedConstruct &);
  void Enter(const parser::OpenACCLoopConstruct &);
  void Leave(const parser::OpenACCLoopConstruct &);
  void Enter(const parser::DoConstruct &);
  void Leave(const parser::DoConstruct &);
  void Enter(const parser::AssignmentStmt &);
  void Enter(const parser::PrintStmt &);
};

namespace {

/// An internal device procedure defines a VALUE argument or the result of the
/// one around it, which have no data attribute, and device code allocates
/// device arrays of a module. DeviceCodeRules.cpp refuses variables that are
/// the host's.
bool isHostAssociation(const parser::Message &Message) {
  for (const parser::Message *M = Message.attachment().get(); M;
       M = M->attachment().get())
    if (warpfort::is(*M, warpfort::FlangMessage::HostDefinability))
      return true;
  return false;
}

bool isWithdrawn(const parser::Message &Message) {
  return Message.IsFatal() &&
         (warpfort::is(Message, warpfort::FlangMessage::DeviceProcedure) ||
          isHostAssociation(Message));
}

void withdrawMessages(const parser::Name &Name) {
  if (Name.symbol)
    const_cast<Scope &>(Name.symbol->owner())
        .context()
        .messages()
        .messages()
        .remove_if(isWithdrawn);
}

} // namespace

void CUDAChecker::Enter(const parser::SubroutineSubprogram &X) {
  withdrawMessages(std::get<parser::Name>(
      std::get<parser::Statement<parser::SubroutineStmt>>(X.t).statement.t));
}
void CUDAChecker::Enter(const parser::FunctionSubprogram &X) {
  withdrawMessages(std::get<parser::Name>(
      std::get<parser::Statement<parser::FunctionStmt>>(X.t).statement.t));
}
void CUDAChecker::Enter(const parser::SeparateModuleSubprogram &X) {
  withdrawMessages(
      std::get<parser::Statement<parser::MpSubprogramStmt>>(X.t).statement.v);
}
void CUDAChecker::Enter(const parser::CUFKernelDoConstruct &) {}
void CUDAChecker::Leave(const parser::CUFKernelDoConstruct &) {}
void CUDAChecker::Enter(const parser::OpenACCBlockConstruct &) {}
void CUDAChecker::Leave(const parser::OpenACCBlockConstruct &) {}
void CUDAChecker::Enter(const parser::OpenACCCombinedConstruct &) {}
void CUDAChecker::Leave(const parser::OpenACCCombinedConstruct &) {}
void CUDAChecker::Enter(const parser::OpenACCLoopConstruct &) {}
void CUDAChecker::Leave(const parser::OpenACCLoopConstruct &) {}
void CUDAChecker::Enter(const parser::DoConstruct &) {}
void CUDAChecker::Leave(const parser::DoConstruct &) {}
void CUDAChecker::Enter(const parser::AssignmentStmt &) {}
void CUDAChecker::Enter(const parser::PrintStmt &) {}

namespace {

/// The parser leaves a kernel directive and the loop below it side by side;
/// from name resolution to lowering the loop is expected inside the directive.
struct LoopAttacher {
  void Post(parser::Block &Block) {
    for (auto It = Block.begin(); It != Block.end(); ++It) {
      auto *Kernel = unwrap<parser::CUFKernelDoConstruct>(*It);
      if (!Kernel)
        continue;
      auto &Loop = std::get<std::optional<parser::DoConstruct>>(Kernel->t);
      auto Next = std::next(It);
      if (Loop || Next == Block.end())
        continue;
      if (auto *Do = unwrap<parser::DoConstruct>(*Next)) {
        Loop = std::move(*Do);
        Block.erase(Next);
      }
    }
  }

private:
  template <typename A>
  static A *unwrap(parser::ExecutionPartConstruct &Construct) {
    auto *Executable = std::get_if<parser::ExecutableConstruct>(&Construct.u);
    if (!Executable)
      return nullptr;
    auto *Found = std::get_if<common::Indirection<A>>(&Executable->u);
    return Found ? &Found->value() : nullptr;
  }
};

} // namespace

bool CanonicalizeCUDA(parser::Program &Program) {
  LoopAttacher Attacher;
  warpfort::walk(Program, Attacher);
  return true;
}

} // namespace Fortran::semantics

void warpfort::checker::linkFlangHooks() {}
