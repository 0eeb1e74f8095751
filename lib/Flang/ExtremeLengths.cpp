//===-- ExtremeLengths.cpp - Lengths of MIN and MAX of characters ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// MIN and MAX of characters are as long as the longest argument. Flang does
/// not say so in the type of the result, and its lowering has no code for
/// arrays of unknown length ("compute elemental character min/max function
/// result length"):
///
///     character(4) :: a(9), b(9)
///     a = min(a, b)
///
/// Where the lengths are constant, the type has the greatest one here. What the
/// lowering lacks is left for the others.
///
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"

#include "flang/Evaluate/characteristics.h"
#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/intrinsics.h"
#include "flang/Evaluate/tools.h"
#include <algorithm>

using namespace Fortran;
using namespace Fortran::evaluate;

/// The length of the longest argument; nothing if one is not known, or is no
/// character.
static std::optional<std::int64_t>
greatestLength(const ActualArguments &Arguments, FoldingContext &Context) {
  std::int64_t Greatest = 0;
  for (const std::optional<ActualArgument> &Argument : Arguments) {
    if (!Argument)
      continue;
    const Expr<SomeType> *Value = Argument->UnwrapExpr();
    const auto *Text =
        Value ? std::get_if<Expr<SomeCharacter>>(&Value->u) : nullptr;
    auto Length = Text ? Text->LEN() : std::nullopt;
    auto Known = Length ? ToInt64(Fold(Context, std::move(*Length)))
                        : std::optional<std::int64_t>();
    if (!Known)
      return std::nullopt;
    Greatest = std::max(Greatest, *Known);
  }
  return Greatest;
}

WARPFORT_WRAP(std::optional<SpecificCall>, ProbeIntrinsic,
              "_ZNK7Fortran8evaluate18IntrinsicProcTable5ProbeERKNS0_"
              "19CallCharacteristicsERSt6vectorISt8optionalINS0_14ActualArgumen"
              "tEESaIS8_EERNS0_14FoldingContextE",
              (const IntrinsicProcTable *This,
               const CallCharacteristics &Characteristics,
               ActualArguments &Arguments, FoldingContext &Context)) {
  std::optional<SpecificCall> Call =
      realProbeIntrinsic(This, Characteristics, Arguments, Context);
  if (!Call || (Call->specificIntrinsic.name != "max" &&
                Call->specificIntrinsic.name != "min"))
    return Call;
  auto &Result = Call->specificIntrinsic.characteristics.value().functionResult;
  auto *Of =
      Result ? std::get_if<characteristics::TypeAndShape>(&Result->u) : nullptr;
  if (!Of || Of->type().category() != common::TypeCategory::Character)
    return Call;
  if (auto Length = greatestLength(Call->arguments, Context)) {
    Of->set_type(DynamicType(Of->type().kind(), *Length));
    Of->set_LEN(Expr<SubscriptInteger>{*Length});
  }
  return Call;
}
