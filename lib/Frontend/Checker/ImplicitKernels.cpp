//===-- ImplicitKernels.cpp - Launches of kernels without an interface ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `call k<<<grid, block>>>(a_d, n)` of an external kernel that is in another
// file, and has no interface block here. Other compilers take it; the
// arguments say what the kernel must look like: device data is passed by its
// address, scalars of the host by value. So such a call gets an interface that
// is made of its arguments, after names are resolved and before expressions
// are checked. The launch compares the sizes of the arguments with those of
// the definition (warprt_check_arguments).
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "Flang/FlangWrap.h"
#include "FlangHooks.h"
#include "Frontend/Tree/TreeWalk.h"
#include "StatementPlaces.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/expression.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include <string>

using namespace Fortran;
using namespace warpfort::checker;

namespace {

using semantics::Scope;

class InterfaceMaker {
public:
  explicit InterfaceMaker(SemanticsContext &Context) : Context(Context) {}

  void Post(const parser::CallStmt &X) {
    if (!X.chevrons)
      return;
    const auto *Name = std::get_if<parser::Name>(
        &std::get<parser::ProcedureDesignator>(X.call.t).u);
    if (!Name || !Name->symbol || !isWithoutInterface(*Name->symbol))
      return;
    const Symbol *Interface = interfaceOf(
        *Name->symbol, std::get<std::list<parser::ActualArgSpec>>(X.call.t));
    if (Interface)
      Name->symbol = const_cast<Symbol *>(Interface);
  }

private:
  bool isWithoutInterface(const Symbol &Sym) const {
    const Symbol &Proc = Sym.GetUltimate();
    const auto *Details = Proc.detailsIf<semantics::ProcEntityDetails>();
    if (!Details || Details->HasExplicitInterface() ||
        semantics::IsDummy(Proc) || semantics::IsPointer(Proc) ||
        Proc.attrs().test(semantics::Attr::INTRINSIC))
      return false;
    // The definition in this file serves.
    auto Here = Context.globalScope().find(Proc.name());
    return Here == Context.globalScope().end() ||
           !Here->second->has<semantics::SubprogramDetails>();
  }

  /// The interface that an earlier call has given, or a new one; null where an
  /// argument says nothing.
  const Symbol *interfaceOf(const Symbol &Sym,
                            const std::list<parser::ActualArgSpec> &Args) {
    Scope &Owner = const_cast<Scope &>(Sym.owner());
    for (Scope &Child : Owner.children())
      if (Child.kind() == Scope::Kind::BlockConstruct && !Child.symbol())
        if (auto Found = Child.find(Sym.name());
            Found != Child.end() &&
            Found->second->attrs().test(semantics::Attr::EXTERNAL))
          return &*Found->second;
    evaluate::ExpressionAnalyzer Analyzer{Context};
    std::vector<TypedExpr> Actuals;
    for (const parser::ActualArgSpec &Arg : Args) {
      const auto *Actual = std::get_if<common::Indirection<parser::Expr>>(
          &std::get<parser::ActualArg>(Arg.t).u);
      if (!Actual || std::get<std::optional<parser::Keyword>>(Arg.t))
        return nullptr;
      auto Expr = Analyzer.Analyze(Actual->value());
      if (!Expr || !Expr->GetType())
        return nullptr;
      Actuals.push_back(std::move(*Expr));
    }
    Scope &Holder = Owner.MakeScope(Scope::Kind::BlockConstruct);
    Symbol &Kernel =
        *Holder
             .try_emplace(Sym.name(),
                          semantics::Attrs{semantics::Attr::EXTERNAL},
                          semantics::SubprogramDetails{})
             .first->second;
    Kernel.set(Symbol::Flag::Subroutine);
    Scope &Inside = Holder.MakeScope(Scope::Kind::Subprogram, &Kernel);
    Kernel.set_scope(&Inside);
    auto &Details = Kernel.get<semantics::SubprogramDetails>();
    Details.set_isInterface();
    Details.set_cudaSubprogramAttrs(CUDASubprogramAttrs::Global);
    for (std::size_t I = 0; I < Actuals.size(); ++I)
      Details.add_dummyArg(makeDummy(Inside, I, Actuals[I]));
    return &Kernel;
  }

  Symbol &makeDummy(Scope &Inside, std::size_t Index, const TypedExpr &Actual) {
    parser::CharBlock Name =
        Context.SaveTempName("argument " + std::to_string(Index + 1));
    bool OnDevice = designatesDeviceData(Actual);
    bool IsScalar = Actual.Rank() == 0;
    semantics::ObjectEntityDetails Object{/*isDummy=*/true};
    Object.set_type(typeOf(Inside, *Actual.GetType()));
    semantics::Attrs Attrs;
    if (OnDevice || !IsScalar) {
      // An element stands for the array from there on.
      auto Ref = evaluate::ExtractDataRef(Actual);
      if (!IsScalar ||
          (Ref && std::holds_alternative<evaluate::ArrayRef>(Ref->u))) {
        semantics::ArraySpec Shape;
        Shape.push_back(semantics::ShapeSpec::MakeImplied(semantics::Bound{1}));
        Object.set_shape(Shape);
      }
      Object.set_cudaDataAttr(CUDADataAttr::Device);
      Object.set_ignoreTKR({common::IgnoreTKR::Rank, common::IgnoreTKR::Type,
                            common::IgnoreTKR::Kind,
                            common::IgnoreTKR::Managed});
    } else {
      Attrs.set(semantics::Attr::VALUE);
    }
    return *Inside.try_emplace(Name, Attrs, std::move(Object)).first->second;
  }

  static const semantics::DeclTypeSpec &
  typeOf(Scope &Inside, const evaluate::DynamicType &Type) {
    semantics::KindExpr Kind{0};
    if (Type.category() != common::TypeCategory::Derived)
      Kind = semantics::KindExpr{Type.kind()};
    switch (Type.category()) {
    case common::TypeCategory::Derived:
      return Inside.MakeDerivedType(
          semantics::DeclTypeSpec::TypeDerived,
          semantics::DerivedTypeSpec{Type.GetDerivedTypeSpec()});
    case common::TypeCategory::Logical:
      return Inside.MakeLogicalType(std::move(Kind));
    case common::TypeCategory::Character:
      return Inside.MakeCharacterType(
          semantics::ParamValue::Assumed(common::TypeParamAttr::Len),
          std::move(Kind));
    default:
      return Inside.MakeNumericType(Type.category(), std::move(Kind));
    }
  }

  SemanticsContext &Context;
};

} // namespace

WARPFORT_WRAP(bool, RewriteParseTree,
              "_ZN7Fortran9semantics16RewriteParseTreeERNS0_16Semantics"
              "ContextERNS_6parser7ProgramE",
              (semantics::SemanticsContext & Context,
               parser::Program &Program)) {
  // Flang reports each name without a symbol here.
  checkStatementPlaces(Context, Program);
  bool Done = realRewriteParseTree(Context, Program);
  if (Context.IsEnabled(common::LanguageFeature::CUDA)) {
    InterfaceMaker Maker{Context};
    warpfort::walk(Program, Maker);
  }
  return Done;
}
