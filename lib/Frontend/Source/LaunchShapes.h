//===-- LaunchShapes.h - Launch shapes of kernel loops ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang's parser takes the parenthesis in `!$cuf kernel do <<<(n+63)/64, 64>>>`
// for that of a list of entries and gives up behind it. Nor does it know
// `device=n` there, which an operator in the stream's place stands for until
// Checker/LoopDevices.cpp finds it.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_SOURCE_LAUNCHSHAPES_H
#define WARPFORT_LIB_FRONTEND_SOURCE_LAUNCHSHAPES_H

namespace Fortran::parser {
class CookedSource;
class Messages;
} // namespace Fortran::parser

namespace warpfort {

/// Puts a sign in front of entries that begin with a parenthesis and are no
/// lists, in the place of a blank that means nothing, and operators in the
/// place of DEVICE=.
void admitShapeExpressions(const Fortran::parser::CookedSource &Cooked);

/// An error for a launch with a grid and no block, of which the parser says
/// that it expects a parenthesis.
void checkLaunchShapes(const Fortran::parser::CookedSource &Cooked,
                       Fortran::parser::Messages &Messages);

/// The operators; the first has nothing to its left that counts.
constexpr const char *DeviceAlone = ".wa.", *StreamThenDevice = ".wb.",
                     *DeviceThenStream = ".wc.";

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_SOURCE_LAUNCHSHAPES_H
