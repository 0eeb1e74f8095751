//===-- DevicePointers.cpp - Pointer assignment in device code ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang lets no pointer be associated in a device subprogram. What the device
// alone knows may be: local pointers, dummy arguments of device procedures, and
// components, which lie where their object does. The pointers of a module and
// the dummy arguments of kernels stay refused, because the host has descriptors
// of its own for them. The linker option --wrap makes Flang call the functions
// here. Predefined variables (threadidx, ...) are not definable.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "Frontend/Tree/FlangMessages.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/message.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "flang/Support/Fortran.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

using namespace Fortran;
using namespace Fortran::parser::literals;
using semantics::Scope;
using semantics::Symbol;

/// DefinabilityFlags, in a header that is not installed.
enum class Definability {};
using Flags = common::EnumSet<Definability, 9>;

static bool isOnAssociation(const std::optional<parser::Message> &Why) {
  return Why && warpfort::is(*Why, warpfort::FlangMessage::DeviceAssociation);
}

/// Whether the host has nothing to do with the pointer.
static bool isOfDevice(const Symbol &Pointer) {
  const Symbol &Sym = Pointer.GetUltimate();
  if (!semantics::FindCUDADeviceContext(&Sym.owner()))
    return false;
  if (!semantics::IsDummy(Sym))
    return true;
  const Symbol *Procedure = Sym.owner().symbol();
  const auto *Details =
      Procedure ? Procedure->detailsIf<semantics::SubprogramDetails>()
                : nullptr;
  auto Attrs = Details ? Details->cudaSubprogramAttrs() : std::nullopt;
  return Attrs && *Attrs != common::CUDASubprogramAttrs::Global &&
         *Attrs != common::CUDASubprogramAttrs::Grid_Global;
}

using WhyNot = std::optional<parser::Message>;

/// A procedure pointer of device code, which has no data attribute.
static bool isProcedurePointerOfDevice(const Symbol &Sym) {
  return semantics::IsProcedurePointer(Sym) && isOfDevice(Sym);
}

/// Of threadidx and the like, or an associate name of a part of one.
static WhyNot isOfLaunch(parser::CharBlock At, const Symbol &Sym) {
  const Symbol &Root = warpfort::checker::rootOf(Sym);
  if (!warpfort::checker::isPredefinedDeviceVariable(Root))
    return std::nullopt;
  std::string Builtin = Root.name().ToString();
  llvm::StringRef Name = Builtin;
  Name.consume_front("__builtin_");
  return parser::Message{At,
                         "'%s' is a predefined variable, which only the "
                         "launch of a kernel defines"_err_en_US,
                         Name.str()};
}

/// What is left of a reason: none if the pointer is of device code. Flang
/// withholds that it is no pointer at all, which would be its next question.
static WhyNot unlessAllowed(WhyNot Why, parser::CharBlock At,
                            const Symbol &Pointer, bool IsAllowed) {
  if (!isOnAssociation(Why))
    return Why;
  if (!semantics::IsPointer(Pointer.GetUltimate()))
    return parser::Message{At, "'%s' is not a pointer"_because_en_US,
                           Pointer.name()};
  return IsAllowed ? WhyNot() : std::move(Why);
}

#define WARPFORT_DEFINABLE(Name, Type, Symbol)                                 \
  WhyNot real##Name(parser::CharBlock, const Scope &, Flags,                   \
                    const Type &) __asm__("__real_" Symbol);                   \
  WhyNot wrap##Name(parser::CharBlock, const Scope &, Flags,                   \
                    const Type &) __asm__("__wrap_" Symbol);                   \
  WhyNot wrap##Name(parser::CharBlock At, const Scope &S, Flags F,             \
                    const Type &X)

using SomeExpr = evaluate::Expr<evaluate::SomeType>;

WARPFORT_DEFINABLE(Symbol, semantics::Symbol,
                   "_ZN7Fortran9semantics15WhyNotDefinableENS_6parser9CharBlock"
                   "ERKNS0_5ScopeENS_6common7EnumSetINS0_16DefinabilityFlagELm9"
                   "EEERKNS0_6SymbolE") {
  if (WhyNot Why = isOfLaunch(At, X))
    return Why;
  WhyNot Why = realSymbol(At, S, F, X);
  if (Why && isProcedurePointerOfDevice(X))
    return std::nullopt;
  return unlessAllowed(std::move(Why), At, X, isOfDevice(X));
}

WARPFORT_DEFINABLE(Expr, SomeExpr,
                   "_ZN7Fortran9semantics15WhyNotDefinableENS_6parser9CharBlock"
                   "ERKNS0_5ScopeENS_6common7EnumSetINS0_16DefinabilityFlagELm9"
                   "EEERKNS_8evaluate4ExprINSA_8SomeTypeEEE") {
  const semantics::Symbol *Base = evaluate::GetFirstSymbol(X);
  if (WhyNot Why = Base ? isOfLaunch(At, *Base) : WhyNot())
    return Why;
  WhyNot Why = realExpr(At, S, F, X);
  const auto *Procedure = std::get_if<evaluate::ProcedureDesignator>(&X.u);
  const Symbol *Named = Procedure ? Procedure->GetSymbol() : nullptr;
  if (Why && Named && isProcedurePointerOfDevice(*Named))
    return std::nullopt;
  const semantics::Symbol *Pointer = evaluate::GetLastSymbol(X);
  if (!Base || !Pointer)
    return Why;
  return unlessAllowed(std::move(Why), At, *Pointer,
                       Base != Pointer || isOfDevice(*Pointer));
}
