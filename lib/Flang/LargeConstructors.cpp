//===-- LargeConstructors.cpp - Constructors of too many elements ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang's folding goes through all elements of an array constructor whose loops
// have constant bounds, 0.2 microseconds and, if they are constants, 30 bytes
// for each: `[(i, i=1, huge(1_8))]` takes all the memory there is, and with i*n
// no memory, but years. What no compiler should wait for is an error here.
// LongSums.cpp, which wraps the folding of an expression, calls this. Where a
// loop has an error in it, the analysis goes through its iterations before: no
// wrap reaches there, and such a program is wrong anyway.
//
//===----------------------------------------------------------------------===//
#include "LargeConstructors.h"

#include "flang/Evaluate/constant.h"
#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/tools.h"

#include <algorithm>
#include <cmath>

using namespace Fortran;
using namespace Fortran::evaluate;

namespace {

/// How many elements and iterations are folded as Flang does: some 8 GB and a
/// minute.
constexpr double Most = 1 << 28;

/// Counts what the folding of a constructor goes through.
class FoldedElements {
public:
  explicit FoldedElements(FoldingContext &Context) : Context(Context) {}

  template <typename T> double count(const ArrayConstructorValues<T> &Values) {
    double Sum = 0;
    for (const ArrayConstructorValue<T> &Value : Values)
      Sum += common::visit(
          common::visitors{
              [&](const common::CopyableIndirection<Expr<T>> &X) {
                const auto *Constants = UnwrapConstantValue<T>(X.value());
                return Constants ? std::max<double>(1, Constants->size()) : 1;
              },
              [&](const ImpliedDo<T> &Loop) { return countLoop(Loop); },
          },
          Value.u);
    return Sum;
  }

private:
  std::optional<int64_t> valueOf(const Expr<SubscriptInteger> &Bound) {
    return ToInt64(Fold(Context, Expr<SubscriptInteger>{Bound}));
  }

  /// A loop whose bounds are not known is not folded. Inner bounds may depend
  /// on the variable: the greater one of the counts of the first and the last
  /// iteration stands for all.
  template <typename T> double countLoop(const ImpliedDo<T> &Loop) {
    auto Lower = valueOf(Loop.lower()), Upper = valueOf(Loop.upper()),
         Step = valueOf(Loop.stride());
    if (!Lower || !Upper || !Step || *Step == 0)
      return 0;
    double Range = static_cast<double>(*Upper) - static_cast<double>(*Lower);
    double Trips = std::floor(Range / static_cast<double>(*Step)) + 1;
    if (Trips <= 0)
      return 0;
    double Each = std::max(1.0, countIteration(Loop, *Lower));
    if (Trips <= Most)
      Each = std::max(
          Each, countIteration(
                    Loop, *Lower + (static_cast<int64_t>(Trips) - 1) * *Step));
    return Trips * Each;
  }

  template <typename T>
  double countIteration(const ImpliedDo<T> &Loop, int64_t At) {
    Context.StartImpliedDo(Loop.name(), At);
    double Count = count(Loop.values());
    Context.EndImpliedDo(Loop.name());
    return Count;
  }

  FoldingContext &Context;
};

/// Gives the loops a bound that no folding knows.
template <typename T> void makeUnknown(ArrayConstructorValues<T> &Values) {
  static constexpr char Unknown[] = "?";
  for (ArrayConstructorValue<T> &Value : Values)
    if (auto *Loop = std::get_if<ImpliedDo<T>>(&Value.u))
      Loop->upper() =
          Expr<SubscriptInteger>{ImpliedDoIndex{parser::CharBlock{Unknown, 1}}};
}

template <typename Other> void check(FoldingContext &, Other &) {}

template <typename T>
void check(FoldingContext &Context, ArrayConstructor<T> &Constructor) {
  if (FoldedElements(Context).count(Constructor) <= Most)
    return;
  Context.messages().Say(
      "An array constructor of more than %d elements is not supported; assign them in a loop"_err_en_US,
      static_cast<int>(Most));
  makeUnknown(Constructor);
}

/// Goes through the kinds of types to the expression itself.
template <typename T> void check(FoldingContext &Context, Expr<T> &X) {
  common::visit([&](auto &Inner) { check(Context, Inner); }, X.u);
}

} // namespace

void warpfort::refuseLargeConstructor(FoldingContext &Context,
                                      Expr<SomeType> &X) {
  check(Context, X);
}
