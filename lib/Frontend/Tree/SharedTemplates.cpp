//===-- SharedTemplates.cpp - What is made of Flang's templates once ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SharedTemplates.h. The members of Indirection do what those in Flang's
// header do.
//
//===----------------------------------------------------------------------===//

#include "SharedTemplates.h"

namespace Fortran {

#define WARPFORT_NODE(...)                                                     \
  template <> common::Indirection<parser::__VA_ARGS__>::~Indirection() {       \
    delete p_;                                                                 \
  }
WARPFORT_OWNED_NODES(WARPFORT_NODE)
WARPFORT_OTHER_NODES(WARPFORT_NODE)

#define WARPFORT_EXPRESSION(...)                                               \
  template <>                                                                  \
  common::Indirection<evaluate::__VA_ARGS__, true>::Indirection(               \
      const Indirection &That)                                                 \
      : p_(new evaluate::__VA_ARGS__(*That.p_)) {}                             \
  template <>                                                                  \
  common::Indirection<evaluate::__VA_ARGS__, true>::~Indirection() {           \
    delete p_;                                                                 \
  }                                                                            \
  template <>                                                                  \
  common::Indirection<evaluate::__VA_ARGS__, true> &                           \
  common::Indirection<evaluate::__VA_ARGS__, true>::operator=(                 \
      const Indirection &That) {                                               \
    *p_ = *That.p_;                                                            \
    return *this;                                                              \
  }
WARPFORT_OWNED_EXPRESSIONS(WARPFORT_EXPRESSION)

} // namespace Fortran

namespace Fortran::evaluate {

#define WARPFORT_FUNCTION(RESULT, NAME, ...) template RESULT NAME(__VA_ARGS__);
WARPFORT_EXPRESSION_FUNCTIONS(WARPFORT_FUNCTION)

} // namespace Fortran::evaluate
