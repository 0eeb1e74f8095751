//===-- LibraryArguments.cpp - Actual arguments of library modules --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LibraryArguments.h. Flang's check is the rule; what it says of the two
// cases is withdrawn.
//
//===----------------------------------------------------------------------===//

#include "LibraryArguments.h"
#include "Frontend/Tree/FlangMessages.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "flang/Evaluate/characteristics.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/semantics.h"
#include "llvm/ADT/STLExtras.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace Fortran::semantics {
// Not in a header of Flang's.
parser::Messages
CheckExplicitInterface(const evaluate::characteristics::Procedure &,
                       evaluate::ActualArguments &, SemanticsContext &,
                       const Scope *, const evaluate::SpecificIntrinsic *,
                       bool AllowActualArgumentConversions, bool ExtentErrors,
                       bool IgnoreImplicitVsExplicit);
} // namespace Fortran::semantics

namespace warpfort::checker {

/// Whether a dummy argument is a device array that stands for an address.
static bool takesAddress(const evaluate::characteristics::Procedure &Proc) {
  using evaluate::characteristics::DummyDataObject;
  return llvm::any_of(Proc.dummyArguments, [](const auto &Dummy) {
    const auto *Object = std::get_if<DummyDataObject>(&Dummy.u);
    return Object && Object->cudaDataAttr &&
           Object->ignoreTKR.test(common::IgnoreTKR::Rank);
  });
}

/// Whether a procedure may be one of BLAS, whose name has a type: functions of
/// host code that return a status, and device procedures, may have specific
/// procedures for both types.
static bool hasTypedName(const evaluate::characteristics::Procedure &Proc) {
  using evaluate::characteristics::Procedure;
  if (!Proc.attrs.test(Procedure::Attr::BindC) ||
      Proc.cudaSubprogramAttrs.value_or(common::CUDASubprogramAttrs::Host) !=
          common::CUDASubprogramAttrs::Host)
    return false;
  if (!Proc.functionResult)
    return true;
  const auto *Type = Proc.functionResult->GetTypeAndShape();
  return Type && Type->type().category() != common::TypeCategory::Integer;
}

static bool isOnParts(const parser::Message &Message) {
  auto Kinds = match(Message, FlangMessage::ComplexForReal);
  return Kinds && Kinds->First == Kinds->Second;
}

/// The real parts of complex data, which have the type that the dummy argument
/// of a library has, and the attributes of the data.
template <int Kind>
static std::optional<evaluate::Expr<evaluate::SomeType>>
realParts(const evaluate::DataRef &Data) {
  using Real = evaluate::Type<common::TypeCategory::Real, Kind>;
  return evaluate::AsGenericExpr(
      evaluate::Expr<Real>{evaluate::Designator<Real>{evaluate::ComplexPart{
          evaluate::DataRef{Data}, evaluate::ComplexPart::Part::RE}}});
}

/// Flang compares the types again, so what this function got for the check has
/// real data in place of complex data. The call keeps its own arguments.
static void replaceComplex(const evaluate::characteristics::Procedure &Proc,
                           evaluate::ActualArguments &Arguments) {
  using evaluate::characteristics::DummyDataObject;
  for (auto [Dummy, Argument] : llvm::zip(Proc.dummyArguments, Arguments)) {
    const auto *Object = std::get_if<DummyDataObject>(&Dummy.u);
    auto *Actual = Argument ? Argument->UnwrapExpr() : nullptr;
    auto Type = Argument ? Argument->GetType() : std::nullopt;
    if (!Object || !Actual || !Type ||
        Type->category() != common::TypeCategory::Complex ||
        Object->type.type().category() != common::TypeCategory::Real)
      continue;
    auto Data = evaluate::ExtractDataRef(*Actual);
    if (!Data)
      continue;
    auto Parts = Type->kind() == 8 ? realParts<8>(*Data) : realParts<4>(*Data);
    *Actual = std::move(*Parts);
  }
}

bool takesAsAddresses(const evaluate::characteristics::Procedure &Proc,
                      evaluate::ActualArguments &Arguments,
                      semantics::SemanticsContext &Context) {
  if (!Context.IsEnabled(
          common::LanguageFeature::ContiguousOkForSeqAssociation) ||
      !takesAddress(Proc) || !Proc.HasExplicitInterface())
    return false;
  parser::Messages Found = semantics::CheckExplicitInterface(
      Proc, Arguments, Context, nullptr, nullptr,
      /*AllowActualArgumentConversions=*/false, /*ExtentErrors=*/false,
      /*IgnoreImplicitVsExplicit=*/false);
  bool HasTypedName = hasTypedName(Proc);
  bool Fits =
      llvm::all_of(Found.messages(), [&](const parser::Message &Message) {
        return !Message.IsFatal() || (HasTypedName && isOnParts(Message)) ||
               is(Message, FlangMessage::AssumedShapeElement) ||
               is(Message, FlangMessage::PointerElement);
      });
  if (Fits && HasTypedName)
    replaceComplex(Proc, Arguments);
  return Fits;
}

bool allowParts(const evaluate::characteristics::Procedure &Proc,
                parser::Messages &Messages,
                semantics::SemanticsContext &Context) {
  if (!takesAddress(Proc) || !hasTypedName(Proc))
    return false;
  bool Any = false;
  for (parser::Message &Message : Messages.messages())
    if (Message.IsFatal() && isOnParts(Message))
      Any |= replaceText(
          Context, Message,
          "A complex array is passed for a real one: its real and imaginary parts"_warn_en_US);
  return Any;
}

} // namespace warpfort::checker
