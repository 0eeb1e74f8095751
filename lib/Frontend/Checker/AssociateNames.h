//===-- AssociateNames.h - Components under other names ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang takes the attributes of an actual argument from the last symbol in it,
// and knows none of the name that ASSOCIATE gives a component:
//
//   associate (b => x%b)
//     call s(b)       is checked as call s(x%b)
//     call s(b(:,1))                     s(x%b(:,1))
//
// Without that a device component under such a name would be host data.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_CHECKER_ASSOCIATENAMES_H
#define WARPFORT_LIB_FRONTEND_CHECKER_ASSOCIATENAMES_H

#include "Facts.h"
#include "flang/Evaluate/call.h"
#include "flang/Evaluate/characteristics.h"
#include <utility>
#include <vector>

namespace warpfort::checker {

/// Makes the arguments of a call of \p Proc name the components themselves.
class NamedComponents {
public:
  NamedComponents(const Fortran::evaluate::characteristics::Procedure &Proc,
                  Fortran::evaluate::ActualArguments &Arguments);

  /// Gives the arguments back as they were.
  void restore(Fortran::evaluate::ActualArguments &Arguments) const;

private:
  struct Replacement {
    TypedExpr Original, Component;
  };
  std::vector<Replacement> Replaced;
};

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_ASSOCIATENAMES_H
