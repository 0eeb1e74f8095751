//===-- Crashes.h - Where Flang gives up ------------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang ends the process where it finds itself in a state that it does not
/// expect. The compiler goes on, to say what is wrong with the source as far
/// as that is known.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FLANG_CRASHES_H
#define WARPFORT_LIB_FLANG_CRASHES_H

namespace Fortran::parser {
class Parsing;
}
namespace llvm {
class raw_ostream;
}

namespace warpfort {

/// After a crash of the prescanner, which expects something behind a directive
/// that is continued: says so where the main file ends with one. False if it
/// does not.
bool explainPrescanCrash(Fortran::parser::Parsing &Parsing,
                         llvm::raw_ostream &Diag);

} // namespace warpfort

#endif // WARPFORT_LIB_FLANG_CRASHES_H
