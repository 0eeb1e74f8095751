//===-- runtime/core/Components.h - Memory of components --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves allocated components of records to the memory that their attributes
// say, where Flang's runtime has allocated them in ordinary memory.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_COMPONENTS_H
#define WARPRT_CORE_COMPONENTS_H

#include "core/Descriptor.h"
#include "core/FortranTypes.h"
#include "hal/Error.h"
#include <string_view>

namespace warprt {

/// The memory of a component. \p Where has a line "type%component=allocator"
/// for each that says where it is and is not in device memory.
Allocator memoryOf(const FortranType &Type, const FortranComponent &C,
                   std::string_view Where);

Error placeComponents(const Descriptor &Records, std::string_view Where);

} // namespace warprt

#endif // WARPRT_CORE_COMPONENTS_H
