//===-- runtime/core/RecordAssignment.h - Deep copies -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Intrinsic assignment of records that the host has and whose allocatable
// components may be in device memory, which Flang's runtime would copy as the
// host's. What is copied keeps its memory where it has the right shape already;
// what is on the device stays there. Neither final procedures nor defined
// assignments of components are called: the compiler refuses such types.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_RECORDASSIGNMENT_H
#define WARPRT_CORE_RECORDASSIGNMENT_H

#include "core/Descriptor.h"
#include "hal/Error.h"
#include <string_view>

namespace warprt {

enum class RecordTarget {
  Variable,    ///< has as many elements as the value
  Allocatable, ///< gets the shape of the value
  Fresh        ///< a variable that holds nothing yet
};

/// \p From is an array like \p To, or a scalar. \p Where has a line
/// "type%component=allocator" for each component that says where it is and is
/// not in device memory.
Error assignRecords(Descriptor &To, const Descriptor &From, RecordTarget Target,
                    std::string_view Where);

} // namespace warprt

#endif // WARPRT_CORE_RECORDASSIGNMENT_H
