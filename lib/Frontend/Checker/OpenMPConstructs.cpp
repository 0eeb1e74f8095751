//===-- OpenMPConstructs.cpp - Rules of OpenMP directives -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OpenMP is for the threads of the host. Flang checks the directives; what is
// refused here is offloading, constructs in code for the device, and copies of
// device data for each thread: these would be in host memory.
//
//===----------------------------------------------------------------------===//

#include "OpenMPConstructs.h"
#include "Facts.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/openmp-modifiers.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Frontend/OpenMP/OMP.h"
#include <set>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {

namespace {

using llvm::omp::Directive;

/// Whether the directive only means something for offloading.
bool isForOffloading(Directive D) {
  return D == Directive::OMPD_declare_mapper ||
         llvm::omp::getOpenMPDirectiveName(D, llvm::omp::FallbackVersion)
             .contains("target");
}

/// Whether Flang has no code for the directive.
bool isMissing(Directive D) {
  switch (D) {
  case Directive::OMPD_allocate:
  case Directive::OMPD_allocators:
  case Directive::OMPD_assume:
  case Directive::OMPD_declare_variant:
  case Directive::OMPD_depobj:
  case Directive::OMPD_dispatch:
  case Directive::OMPD_error:
  case Directive::OMPD_groupprivate:
  case Directive::OMPD_interop:
  case Directive::OMPD_masked_taskloop_simd:
  case Directive::OMPD_master_taskloop_simd:
  case Directive::OMPD_metadirective:
  case Directive::OMPD_nothing:
  case Directive::OMPD_parallel_masked_taskloop_simd:
  case Directive::OMPD_parallel_master_taskloop_simd:
  case Directive::OMPD_scan:
  case Directive::OMPD_scope:
  case Directive::OMPD_taskloop_simd:
    return true;
  default:
    return false;
  }
}

bool isWorkshare(Directive D) {
  return D == Directive::OMPD_workshare ||
         D == Directive::OMPD_parallel_workshare;
}

/// Whether threads have, or exchange, copies of the variable. Each construct
/// has a symbol of its own for it then.
bool isCopiedForThreads(const Symbol &Sym) {
  using Flag = Symbol::Flag;
  return llvm::any_of(llvm::ArrayRef{Flag::OmpPrivate, Flag::OmpFirstPrivate,
                                     Flag::OmpLastPrivate, Flag::OmpLinear,
                                     Flag::OmpReduction, Flag::OmpInReduction,
                                     Flag::OmpThreadprivate, Flag::OmpCopyIn,
                                     Flag::OmpCopyPrivate},
                      [&](Flag F) { return Sym.test(F); });
}

const semantics::DerivedTypeSpec *derivedTypeOf(const Symbol &Sym) {
  const semantics::DeclTypeSpec *Type = Sym.GetUltimate().GetType();
  return Type ? Type->AsDerived() : nullptr;
}

/// A component with a data attribute that a copy of the variable would copy.
const Symbol *deviceComponentOf(const Symbol &Sym) {
  const semantics::DerivedTypeSpec *Type = derivedTypeOf(Sym);
  if (!Type)
    return nullptr;
  return semantics::FindUltimateComponent(
      *Type, [](const Symbol &Part) { return dataAttrOf(Part).has_value(); });
}

/// Whether the procedure is compiled for the device by its ROUTINE directive.
bool isRoutine(const Symbol *Sym) {
  if (!Sym)
    return false;
  const auto *Details =
      Sym->GetUltimate().detailsIf<semantics::SubprogramDetails>();
  if (Details && Details->openACCRoutineInfos().empty() &&
      Details->moduleInterface())
    Details = Details->moduleInterface()
                  ->GetUltimate()
                  .detailsIf<semantics::SubprogramDetails>();
  return Details && !Details->openACCRoutineInfos().empty();
}

class OpenMPChecker {
public:
  explicit OpenMPChecker(SemanticsContext &Context) : Context(Context) {}

  bool Pre(const parser::SubroutineSubprogram &X) { return enter(nameOf(X)); }
  void Post(const parser::SubroutineSubprogram &) { Routines.pop_back(); }
  bool Pre(const parser::FunctionSubprogram &X) { return enter(nameOf(X)); }
  void Post(const parser::FunctionSubprogram &) { Routines.pop_back(); }
  bool Pre(const parser::SeparateModuleSubprogram &X) {
    return enter(nameOf(X));
  }
  void Post(const parser::SeparateModuleSubprogram &) { Routines.pop_back(); }

  bool Pre(const parser::OpenACCBlockConstruct &X) {
    Computes += isCompute(X);
    return true;
  }
  void Post(const parser::OpenACCBlockConstruct &X) {
    Computes -= isCompute(X);
  }
  bool Pre(const parser::OpenACCCombinedConstruct &) { return ++Computes > 0; }
  void Post(const parser::OpenACCCombinedConstruct &) { --Computes; }

  bool Pre(const parser::OpenMPConstruct &) {
    Constructs.push_back(Directive::OMPD_unknown);
    return true;
  }
  void Post(const parser::OpenMPConstruct &) { Constructs.pop_back(); }
  bool Pre(const parser::OmpEndDirective &) { return false; }
  bool Pre(const parser::OmpEndLoopDirective &) { return false; }
  bool Pre(const parser::OmpEndSectionsDirective &) { return false; }

  void Post(const parser::OmpDirectiveName &X) {
    bool Begins =
        !Constructs.empty() && Constructs.back() == Directive::OMPD_unknown;
    if (Begins)
      Constructs.back() = X.v;
    if (isForOffloading(X.v))
      Context.Say(
          X.source,
          "The OpenMP directive %s is not supported: OpenMP does not offload to the GPU; use OpenACC, CUDA Fortran or DO CONCURRENT for it"_err_en_US,
          spell(X));
    else if (isMissing(X.v))
      Context.Say(X.source,
                  "The OpenMP directive %s is not supported"_err_en_US,
                  spell(X));
    else if (Begins && Computes)
      Context.Say(
          X.source,
          "A compute construct may not have the OpenMP directive %s, which is the host's"_err_en_US,
          spell(X));
    else if (Begins && !Routines.empty() && Routines.back())
      Context.Say(
          X.source,
          "The acc routine '%s' may not have the OpenMP directive %s, which is the host's"_err_en_US,
          Routines.back()->name(), spell(X));
  }

  void Post(const parser::OmpClause &X) {
    if (const auto *Reduction = std::get_if<parser::OmpClause::Reduction>(&X.u))
      checkReduction(Reduction->v);
  }

  /// Flang takes the first of a name for all.
  void Post(const parser::OmpReductionSpecifier &X) {
    const auto *Procedure = std::get_if<parser::ProcedureDesignator>(
        &std::get<parser::OmpReductionIdentifier>(X.t).u);
    const auto *Name =
        Procedure ? std::get_if<parser::Name>(&Procedure->u) : nullptr;
    if (Name && !DeclaredReductions.insert(Name->ToString()).second)
      Context.Say(
          Name->source,
          "Two DECLARE REDUCTION directives of a file may not have the same name: '%s'"_err_en_US,
          Name->source);
  }

  void Post(const parser::Name &X) {
    if (!X.symbol)
      return;
    if (isCopiedForThreads(*X.symbol) && Reported.insert(X.symbol).second)
      checkCopies(X);
    if (llvm::any_of(Constructs, isWorkshare))
      checkWorkshare(X);
  }

private:
  bool enter(const parser::Name &Name) {
    Routines.push_back(isRoutine(Name.symbol) ? Name.symbol : nullptr);
    return true;
  }

  std::string spell(const parser::OmpDirectiveName &X) const {
    return parser::ToUpperCaseLetters(
        llvm::omp::getOpenMPDirectiveName(X.v,
                                          Context.langOptions().OpenMPVersion)
            .str());
  }

  void checkCopies(const parser::Name &X) {
    const Symbol &Root = X.symbol->GetUltimate();
    if (auto Attr = dataAttrOf(Root))
      Context.Say(
          X.source,
          "The %s variable '%s' may only be shared in OpenMP constructs: the copies of threads would be in host memory"_err_en_US,
          attrName(*Attr), X.source);
    else if (const Symbol *Part = deviceComponentOf(Root))
      Context.Say(
          X.source,
          "'%s', of a type with the device component '%s', may only be shared in OpenMP constructs"_err_en_US,
          X.source, Part->name());
  }

  void checkWorkshare(const parser::Name &X) {
    const Symbol &Root = rootOf(*X.symbol);
    if (isVariable(Root) && dataAttrOf(Root) && isDeviceOnly(Root) &&
        InWorkshares.insert(X.source.begin()).second)
      Context.Say(
          X.source,
          "Device variable '%s' may not be used in a WORKSHARE construct: transfers and kernels are not shared among threads"_err_en_US,
          X.source);
  }

  /// Flang finds no reduction that is declared for an operator.
  void checkReduction(const parser::OmpReductionClause &X) {
    const auto &Modifiers = semantics::OmpGetModifiers(X);
    const auto *Identifier =
        semantics::OmpGetUniqueModifier<parser::OmpReductionIdentifier>(
            Modifiers);
    if (!Identifier ||
        !std::holds_alternative<parser::DefinedOperator>(Identifier->u))
      return;
    for (const parser::OmpObject &Object :
         std::get<parser::OmpObjectList>(X.t).v) {
      const auto *Variable = std::get_if<parser::Designator>(&Object.u);
      if (!Variable)
        continue;
      const parser::Name &Name = parser::GetLastName(*Variable);
      if (Name.symbol && derivedTypeOf(*Name.symbol))
        Context.Say(
            Name.source,
            "The REDUCTION clause of '%s', which is of derived type, may not have an operator: name a declared reduction"_err_en_US,
            Name.source);
    }
  }

  SemanticsContext &Context;
  /// Of each procedure around, its symbol if it is an acc routine.
  std::vector<const Symbol *> Routines;
  /// Compute constructs around.
  int Computes = 0;
  /// The directives of the OpenMP constructs around.
  std::vector<Directive> Constructs;
  std::set<std::string> DeclaredReductions;
  std::set<const Symbol *> Reported;
  std::set<const char *> InWorkshares;
};

} // namespace

} // namespace warpfort::checker

void warpfort::checkOpenMP(semantics::SemanticsContext &Context,
                           const parser::Program &Program) {
  checker::OpenMPChecker Checker(Context);
  walk(Program, Checker);
}
