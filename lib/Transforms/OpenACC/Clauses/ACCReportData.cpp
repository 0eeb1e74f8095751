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
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
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

/// Likewise of C: a[:][:]. Names in clauses have their sections; structures,
/// which are arrays of words here, have none.
std::string textOfC(Operation *Entry, std::string Name) {
  if (Name.back() == ']' || !acc::getImplicitFlag(Entry))
    return Name;
  for (int D = rankOf(acc::getVar(Entry).getType()); D > 0; --D)
    Name += "[:]";
  return Name;
}

/// The variable as messages show it: a(:,:), a(:n), s, g%x(:).
std::string textOf(Operation *Entry) {
  std::string Name = acc::getVarName(Entry).value_or("").str();
  if (Name.empty())
    return Name;
  if (CSourceAttr.isOn(Entry->getParentOfType<ModuleOp>()))
    return textOfC(Entry, Name);
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

llvm::StringRef nameOf(acc::DataClause Clause) {
  switch (Clause) {
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

/// The clauses of one directive, each once, with all that they name.
class DirectiveClauses {
public:
  void add(const llvm::Twine &Clause, llvm::StringRef Object) {
    std::string Begin = Clause.str();
    auto It = llvm::find_if(
        Lines, [&](const Line &Other) { return Other.Clause == Begin; });
    if (It == Lines.end())
      Lines.push_back({Begin, {Object.str()}});
    else if (!llvm::is_contained(It->Objects, Object))
      It->Objects.push_back(Object.str());
  }

  void report(Operation *In, Location Loc) const {
    for (const auto &[Clause, Objects] : Lines)
      addAccMessage(In, Loc,
                    "Generating " + Clause + "(" + llvm::join(Objects, ",") +
                        ")");
  }

private:
  struct Line {
    std::string Clause;
    llvm::SmallVector<std::string> Objects;
  };
  llvm::SmallVector<Line> Lines;
};

class ACCReportData : public impl::ACCReportDataPassBase<ACCReportData> {
public:
  /// A directive of C may be several operations, which have one location.
  DirectiveClauses &clausesAt(Operation *Op) {
    return Directives[{Op->getParentOfType<func::FuncOp>(), Op->getLoc()}];
  }

  void collect(Operation *Op, ValueRange Operands, llvm::StringRef Prefix) {
    for (Value AccVar : Operands) {
      Operation *Entry = AccVar.getDefiningOp();
      if (!Entry || !isa<ACC_DATA_ENTRY_OPS>(Entry))
        continue;
      llvm::StringRef Clause =
          nameOf(acc::getDataClause(Entry).value_or(acc::DataClause::acc_copy));
      std::string Text = textOf(Entry);
      if (Clause.empty() || Text.empty())
        continue;
      bool Implicit = acc::getImplicitFlag(Entry);
      // Scalars that the compiler takes along, and what is known to be there.
      if (Implicit && (Clause == "present" ||
                       (Text.find_first_of("([") == std::string::npos &&
                        fir::isa_trivial(
                            fir::unwrapRefType(acc::getVar(Entry).getType())))))
        continue;
      clausesAt(Op).add(Prefix + (Implicit ? "implicit " : "") + Clause, Text);
    }
  }

  void collectPointers(fir::CallOp Call) {
    auto Parts = PointerClauseAttr.get(Call);
    if (!Parts)
      return;
    auto Text = [&](unsigned N) { return cast<StringAttr>(Parts[N]).strref(); };
    if (auto Clause = acc::symbolizeDataClause(Text(1)))
      clausesAt(Call).add(Text(0) + nameOf(*Clause), Text(2));
    PointerClauseAttr.remove(Call);
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
            collect(Op, C.getDataClauseOperands(), "");
            placeEnd(Op, C.getDataClauseOperands());
          })
          .Case<acc::DataOp, acc::UpdateOp, acc::DeclareEnterOp>(
              [&](auto C) { collect(Op, C.getDataClauseOperands(), ""); })
          .Case<acc::EnterDataOp>([&](auto C) {
            bool IsConstruct = DataConstructAttr.isOn(C);
            collect(Op, C.getDataClauseOperands(),
                    IsConstruct ? "" : "enter data ");
          })
          .Case<acc::ExitDataOp>([&](auto C) {
            if (!DataConstructAttr.isOn(C))
              collect(Op, C.getDataClauseOperands(), "exit data ");
          });
    });
    getOperation().walk([&](fir::CallOp Call) { collectPointers(Call); });
    for (const auto &[Place, Clauses] : Directives)
      Clauses.report(Place.first, Place.second);
    Directives.clear();
  }

private:
  llvm::MapVector<std::pair<func::FuncOp, Location>, DirectiveClauses>
      Directives;
};

} // namespace

} // namespace warpfort
