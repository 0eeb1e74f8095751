//===-- ACCReportData.cpp - Messages about data clauses -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Says, for -Minfo=accel, which data clauses directives and constructs have,
/// those that the compiler added included. Runs when all are known and before
/// constructs become kernels.
///
//===----------------------------------------------------------------------===//
#include "warpfort/IR/Attributes.h"
#include "warpfort/Support/AccLines.h"
#include "warpfort/Transforms/Common/AccMessages.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ACCREPORTDATAPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"

namespace {

int rankOf(Type T) {
  for (;;) {
    Type Inner = fir::dyn_cast_ptrOrBoxEleTy(T);
    if (!Inner)
      break;
    T = Inner;
  }
  auto Array = dyn_cast<fir::SequenceType>(T);
  return Array ? Array.getDimension() : 0;
}

/// The variable as messages show it: a(:,:), a(:n), s, g%x(:).
std::string textOf(Operation *Entry) {
  std::string Name = acc::getVarName(Entry).value_or("").str();
  if (Name.empty())
    return Name;
  // C's sections are complete.
  if (Name.back() == ']')
    return Name;
  if (Name.back() == ')') {
    for (llvm::StringRef From : {"(1:", ",1:"})
      for (size_t At; (At = Name.find(From.str())) != std::string::npos;)
        Name.erase(At + 1, 1);
    return Name;
  }
  int Rank = rankOf(acc::getVar(Entry).getType());
  for (int D = 0; D < Rank; ++D)
    Name += D ? ",:" : "(:";
  return Rank ? Name + ")" : Name;
}

llvm::StringRef clauseOf(Operation *Entry) {
  switch (acc::getDataClause(Entry).value_or(acc::DataClause::acc_copy)) {
  case acc::DataClause::acc_copy:
    return "copy";
  case acc::DataClause::acc_copyin:
  case acc::DataClause::acc_copyin_readonly:
    return "copyin";
  case acc::DataClause::acc_copyout:
  case acc::DataClause::acc_copyout_zero:
    return "copyout";
  case acc::DataClause::acc_create:
  case acc::DataClause::acc_create_zero:
    return "create";
  case acc::DataClause::acc_present:
    return "present";
  case acc::DataClause::acc_no_create:
    return "no_create";
  case acc::DataClause::acc_attach:
    return "attach";
  case acc::DataClause::acc_detach:
    return "detach";
  case acc::DataClause::acc_delete:
    return "delete";
  case acc::DataClause::acc_update_device:
    return "update device";
  case acc::DataClause::acc_update_host:
  case acc::DataClause::acc_update_self:
    return "update self";
  default:
    return "";
  }
}

class ACCReportData : public impl::ACCReportDataPassBase<ACCReportData> {
public:
  void report(Operation *Op, ValueRange Operands, llvm::StringRef Prefix) {
    struct Line {
      std::string Begin, Names;
    };
    llvm::SmallVector<Line> Lines;
    for (Value AccVar : Operands) {
      Operation *Entry = AccVar.getDefiningOp();
      if (!Entry || !isa<ACC_DATA_ENTRY_OPS>(Entry))
        continue;
      llvm::StringRef Clause = clauseOf(Entry);
      std::string Text = textOf(Entry);
      if (Clause.empty() || Text.empty())
        continue;
      bool Implicit = acc::getImplicitFlag(Entry);
      // Scalars that the compiler takes along, and what is known to be there.
      if (Implicit && (Clause == "present" ||
                       (Text.find('(') == std::string::npos &&
                        fir::isa_trivial(
                            fir::unwrapRefType(acc::getVar(Entry).getType())))))
        continue;
      Line New;
      New.Begin = (Prefix + (Implicit ? "implicit " : "") + Clause).str();
      auto It = llvm::find_if(
          Lines, [&](const Line &Other) { return Other.Begin == New.Begin; });
      if (It == Lines.end()) {
        New.Names = Text;
        Lines.push_back(New);
      } else {
        It->Names += "," + Text;
      }
    }
    for (const Line &L : Lines)
      addAccMessage(Op, Op->getLoc(),
                    "Generating " + L.Begin + "(" + L.Names + ")");
  }

  /// What a compute construct's clauses do at its end happens there.
  void placeEnd(Operation *Construct, ValueRange Operands) {
    Location End = getEndLocation(Construct);
    for (Value AccVar : Operands)
      for (Operation *User : AccVar.getUsers())
        if (isa<ACC_DATA_EXIT_OPS>(User))
          User->setLoc(End);
  }

  void runOnOperation() override {
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *Op) {
      llvm::TypeSwitch<Operation *, void>(Op)
          .Case<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>([&](auto C) {
            report(Op, C.getDataClauseOperands(), "");
            placeEnd(Op, C.getDataClauseOperands());
          })
          .Case<acc::DataOp, acc::UpdateOp, acc::DeclareEnterOp>(
              [&](auto C) { report(Op, C.getDataClauseOperands(), ""); })
          .Case<acc::EnterDataOp>([&](auto C) {
            bool IsConstruct = DataConstructAttr.isOn(C);
            report(Op, C.getDataClauseOperands(),
                   IsConstruct ? "" : "enter data ");
          })
          .Case<acc::ExitDataOp>([&](auto C) {
            if (!DataConstructAttr.isOn(C))
              report(Op, C.getDataClauseOperands(), "exit data ");
          });
    });
  }
};

} // namespace

} // namespace warpfort
