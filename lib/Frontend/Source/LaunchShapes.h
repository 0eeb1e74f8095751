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
// `device=n` there: it reads the device where the stream stands, and
// Rewrites/LoopDevices.cpp is told of it.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_SOURCE_LAUNCHSHAPES_H
#define WARPFORT_LIB_FRONTEND_SOURCE_LAUNCHSHAPES_H

#include <map>

namespace Fortran::parser {
class CookedSource;
class Messages;
} // namespace Fortran::parser

namespace warpfort {

/// What the source has in the stream's place of a kernel loop.
enum class LaunchEntry {
  Device,          ///< device=n, which reads `0, n` now
  StreamAndDevice, ///< stream=s, device=n, which reads `0, [s, n]`
  DeviceAndStream  ///< device=n, stream=s, which reads `0, [n, s]`
};

/// Such entries by their first characters in the text.
using LaunchEntries = std::map<const char *, LaunchEntry>;

/// Puts a sign in front of entries that begin with a parenthesis and are no
/// lists, in the place of a blank that means nothing, and moves DEVICE= to
/// where the parser reads the stream.
LaunchEntries
admitShapeExpressions(const Fortran::parser::CookedSource &Cooked);

/// An error for a launch with a grid and no block, of which the parser says
/// that it expects a parenthesis.
void checkLaunchShapes(const Fortran::parser::CookedSource &Cooked,
                       Fortran::parser::Messages &Messages);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_SOURCE_LAUNCHSHAPES_H
