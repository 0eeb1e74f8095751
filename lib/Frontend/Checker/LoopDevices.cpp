//===-- LoopDevices.cpp - DEVICE= of kernel loops -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang's parser knows the stream of a kernel loop, but no device: an operator
// in the stream's place brings it here (LaunchShapes.h).
//
//   !$cuf kernel do <<<*, *, stream=s, device=n>>>     call begin_loop_on(n)
//   do ...                                             the loop in stream s
//                                                      call end_loop_on()
//
// No branch leaves a kernel loop, so the second call is always made.
//
//===----------------------------------------------------------------------===//

#include "LoopDevices.h"
#include "AddedCalls.h"
#include "Frontend/Source/LaunchShapes.h"
#include "Frontend/Tree/TreeWalk.h"

using namespace Fortran;
using namespace warpfort::checker;

namespace {

const std::string Begin = "__begin_loop_on", End = "__end_loop_on";

using Launch = parser::CUFKernelDoConstruct::LaunchConfiguration;

struct DeviceRewriter {
  parser::CharBlock Found; ///< some device that was written

  void Post(parser::Block &Block) {
    for (auto It = Block.begin(); It != Block.end(); ++It) {
      std::optional<parser::Expr> Device = takeDevice(*It);
      if (!Device)
        continue;
      Found = Device->source;
      Block.insert(It, call(Begin, argumentsOf(std::move(*Device))));
      It = Block.insert(std::next(It), call(End, {}));
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

  /// Leaves the stream if there is one.
  static std::optional<parser::Expr>
  takeDevice(parser::ExecutionPartConstruct &Construct) {
    auto *Executable = std::get_if<parser::ExecutableConstruct>(&Construct.u);
    auto *Kernel =
        Executable
            ? std::get_if<common::Indirection<parser::CUFKernelDoConstruct>>(
                  &Executable->u)
            : nullptr;
    if (!Kernel)
      return std::nullopt;
    auto &Shape = std::get<std::optional<Launch>>(
        std::get<parser::CUFKernelDoConstruct::Directive>(Kernel->value().t).t);
    auto *Stream =
        Shape ? &std::get<std::optional<parser::ScalarIntExpr>>(Shape->t)
              : nullptr;
    if (!Stream || !*Stream)
      return std::nullopt;
    parser::Expr &Given = (*Stream)->thing.thing.value();
    auto *Pair = std::get_if<parser::Expr::DefinedBinary>(&Given.u);
    if (!Pair)
      return std::nullopt;
    std::string Operator =
        std::get<parser::DefinedOpName>(Pair->t).v.ToString();
    auto &Left = std::get<1>(Pair->t), &Right = std::get<2>(Pair->t);
    if (Operator == warpfort::DeviceAlone ||
        Operator == warpfort::StreamThenDevice) {
      parser::Expr Device = std::move(Right.value());
      if (Operator == warpfort::DeviceAlone)
        Stream->reset();
      else
        replace(Given, std::move(Left.value()));
      return Device;
    }
    if (Operator != warpfort::DeviceThenStream)
      return std::nullopt;
    parser::Expr Device = std::move(Left.value());
    replace(Given, std::move(Right.value()));
    return Device;
  }

  static void replace(parser::Expr &Whole, parser::Expr &&Part) {
    parser::Expr Kept = std::move(Part);
    Whole = std::move(Kept);
  }
};

} // namespace

void warpfort::checker::takeLoopDevices(parser::Program &Program) {
  rewriteSubprograms(Program, [](parser::SpecificationPart &Spec,
                                 parser::ExecutionPart &Execution) {
    DeviceRewriter Rewriter;
    walk(Execution, Rewriter);
    if (!Rewriter.Found.empty())
      useCudafor(Spec, {{&Begin, &Begin}, {&End, &End}}, Rewriter.Found);
  });
}
