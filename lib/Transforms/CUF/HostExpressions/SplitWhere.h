//===-- SplitWhere.h - A WHERE construct by assignments ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes several WHERE constructs of one.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_SPLITWHERE_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_SPLITWHERE_H

namespace fir {
class FirOpBuilder;
}
namespace hlfir {
class WhereOp;
}

namespace warpfort {

/// Makes one construct of each assignment; false if that is not possible.
bool splitWhere(fir::FirOpBuilder &Builder, hlfir::WhereOp Where);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_SPLITWHERE_H
