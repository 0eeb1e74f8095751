//===-- ConcurrentLocalities.h - LOCAL_INIT and REDUCE ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Localities of DO CONCURRENT constructs that directives give to a device.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_CONCURRENTLOCALITIES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_CONCURRENTLOCALITIES_H

#include "Frontend/Rewrites/TextCopies.h"

#include "flang/Parser/char-block.h"
#include "flang/Parser/parse-tree.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>
#include <list>
#include <set>

namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort {

/// The localities of \p Do, a DO CONCURRENT.
std::list<Fortran::parser::LocalitySpec> &
localitiesOf(Fortran::parser::DoConstruct &Do);

/// Calls \p OnLimit for the limits and steps of \p Do, a DO CONCURRENT.
void forEachLimit(
    Fortran::parser::DoConstruct &Do,
    llvm::function_ref<void(Fortran::parser::ScalarIntExpr &)> OnLimit);

/// What is LOCAL or LOCAL_INIT; null: \p Spec is of another kind.
const std::list<Fortran::parser::Name> *
localNamesIn(const Fortran::parser::LocalitySpec &Spec);

/// Makes LOCAL of LOCAL_INIT, and clauses of the directive of REDUCE, SHARED
/// where a loop around has the variable for its own, and evaluates the limits
/// that begin at \p Limits before the construct. To be called before names are
/// resolved.
void replaceLocalities(Fortran::semantics::SemanticsContext &Context,
                       Fortran::parser::Program &Program,
                       const std::set<std::size_t> &Limits);

/// Has LOCAL_INIT variables get their values by intrinsic assignment, whatever
/// assignment the program defines for their type. To be called after names are
/// resolved.
void assignInitialised(Fortran::parser::Program &Program);

/// Notes a character variable that is the iteration's own, of which there can
/// be no copy (see TextCopies.h): true if another attempt can make it a
/// variable of the loop's body (PrivateCharacters.h). An error if that was
/// tried.
bool noteCharacter(Fortran::semantics::SemanticsContext &Context,
                   Fortran::parser::CharBlock Place,
                   const Fortran::semantics::Symbol &Variable,
                   checker::PrivateTexts &Characters);

/// Refuses pointers in LOCAL and LOCAL_INIT of those constructs, and variables
/// in masks that iterations define, of which it warns in other constructs. To
/// be called after names are resolved. True if another attempt may do better
/// with \p Characters.
bool checkLocalities(Fortran::semantics::SemanticsContext &Context,
                     Fortran::parser::Program &Program,
                     checker::PrivateTexts &Characters);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_CONCURRENTLOCALITIES_H
