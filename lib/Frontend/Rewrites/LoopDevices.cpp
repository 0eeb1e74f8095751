//===-- LoopDevices.cpp - DEVICE= of kernel loops -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang's parser knows the stream of a kernel loop, but no device, which it has
// read in the stream's place (LaunchShapes.h).
//
//   !$cuf kernel do <<<*, *, stream=s, device=n>>>     call begin_loop_on(n)
//   do ...                                             the loop in stream s
//                                                      call end_loop_on()
//
// No branch leaves a kernel loop, so the second call is always made. The loop
// is still beside its directive, and one with a label a row of statements.
//
//===----------------------------------------------------------------------===//

#include "LoopDevices.h"
#include "AddedCalls.h"
#include "Frontend/Tree/TreeWalk.h"

using namespace Fortran;
using namespace warpfort;

namespace {

const std::string Begin = "__begin_loop_on", End = "__end_loop_on";

using Launch = parser::CUFKernelDoConstruct::LaunchConfiguration;

/// Finds the statement with a label.
struct LabelFinder {
  parser::Label Label;
  bool Found = false;

  bool isDone() const { return Found; }
  bool Pre(const warpfort::AnyStatement &X) {
    Found |= X.Label == Label;
    return false;
  }
};

struct DeviceRewriter {
  const warpfort::LaunchEntries &Entries;
  parser::CharBlock Found; ///< some device that was written

  void Post(parser::Block &Block) {
    for (auto It = Block.begin(); It != Block.end(); ++It) {
      std::optional<parser::Expr> Device = takeDevice(*It);
      if (!Device)
        continue;
      Found = Device->source;
      auto Last = endOfLoop(Block, It);
      Block.insert(It, call(Begin, argumentsOf(std::move(*Device))));
      It = Block.insert(std::next(Last), call(End, {}));
    }
  }

private:
  parser::ExecutionPartConstruct
  call(const std::string &Name,
       std::list<parser::ActualArgSpec> &&Arguments) const {
    parser::CallStmt Call{parser::ProcedureDesignator{nameOf(Name)},
                          std::nullopt, std::move(Arguments)};
    Call.source = Found;
    parser::Statement<parser::ActionStmt> Statement{
        std::nullopt, parser::ActionStmt{common::Indirection<parser::CallStmt>{
                          std::move(Call)}}};
    Statement.source = Found;
    return parser::ExecutionPartConstruct{
        parser::ExecutableConstruct{std::move(Statement)}};
  }

  /// The last statement or construct of the loop of the directive \p It. The
  /// parser has put a loop without a label into it.
  static parser::Block::iterator endOfLoop(parser::Block &Block,
                                           parser::Block::iterator It) {
    auto First = std::next(It);
    parser::CUFKernelDoConstruct *Kernel = kernelLoop(*It);
    bool IsBeside = First != Block.end() && Kernel &&
                    !std::get<std::optional<parser::DoConstruct>>(Kernel->t);
    auto *Executable = IsBeside
                           ? std::get_if<parser::ExecutableConstruct>(&First->u)
                           : nullptr;
    auto *Labelled =
        Executable
            ? std::get_if<
                  parser::Statement<common::Indirection<parser::LabelDoStmt>>>(
                  &Executable->u)
            : nullptr;
    if (!Labelled)
      return It;
    LabelFinder Finder{std::get<parser::Label>(Labelled->statement.value().t)};
    for (auto Next = std::next(First); Next != Block.end(); ++Next) {
      warpfort::walk(*Next, Finder);
      if (Finder.Found)
        return Next;
    }
    return It;
  }

  static parser::CUFKernelDoConstruct *
  kernelLoop(parser::ExecutionPartConstruct &Construct) {
    auto *Executable = std::get_if<parser::ExecutableConstruct>(&Construct.u);
    auto *Kernel =
        Executable
            ? std::get_if<common::Indirection<parser::CUFKernelDoConstruct>>(
                  &Executable->u)
            : nullptr;
    return Kernel ? &Kernel->value() : nullptr;
  }

  /// Leaves the stream if there is one.
  std::optional<parser::Expr>
  takeDevice(parser::ExecutionPartConstruct &Construct) {
    parser::CUFKernelDoConstruct *Kernel = kernelLoop(Construct);
    if (!Kernel)
      return std::nullopt;
    auto &Shape = std::get<std::optional<Launch>>(
        std::get<parser::CUFKernelDoConstruct::Directive>(Kernel->t).t);
    auto *Stream =
        Shape ? &std::get<std::optional<parser::ScalarIntExpr>>(Shape->t)
              : nullptr;
    if (!Stream || !*Stream)
      return std::nullopt;
    parser::Expr &Given = (*Stream)->thing.thing.value();
    auto Entry = Entries.lower_bound(Given.source.begin());
    if (Entry == Entries.end() || Entry->first >= Given.source.end())
      return std::nullopt;
    if (Entry->second == warpfort::LaunchEntry::Device) {
      std::optional<parser::Expr> Device(std::move(Given));
      Stream->reset();
      return Device;
    }
    auto *Pair = std::get_if<parser::ArrayConstructor>(&Given.u);
    if (!Pair)
      return std::nullopt;
    auto &Values = std::get<std::list<parser::AcValue>>(Pair->v.t);
    parser::Expr *First = expressionIn(Values.front()),
                 *Second = expressionIn(Values.back());
    if (Values.size() != 2 || !First || !Second)
      return std::nullopt;
    if (Entry->second == warpfort::LaunchEntry::StreamAndDevice)
      std::swap(First, Second);
    std::optional<parser::Expr> Device(std::move(*First));
    replace(Given, std::move(*Second));
    return Device;
  }

  static parser::Expr *expressionIn(parser::AcValue &Value) {
    auto *Expr = std::get_if<common::Indirection<parser::Expr>>(&Value.u);
    return Expr ? &Expr->value() : nullptr;
  }

  static void replace(parser::Expr &Whole, parser::Expr &&Part) {
    parser::Expr Kept = std::move(Part);
    Whole = std::move(Kept);
  }
};

} // namespace

void warpfort::takeLoopDevices(parser::Program &Program,
                               const LaunchEntries &Entries) {
  rewriteSubprograms(Program, [&](parser::SpecificationPart &Spec,
                                  parser::ExecutionPart &Execution) {
    DeviceRewriter Rewriter{Entries, {}};
    walk(Execution, Rewriter);
    if (!Rewriter.Found.empty())
      useCudafor(Spec, {{&Begin, &Begin}, {&End, &End}}, Rewriter.Found);
  });
}
