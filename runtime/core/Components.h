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
#include "hal/Error.h"
#include <string_view>

namespace warprt {

/// \p Where has a line "type%component=allocator" for each component.
Error placeComponents(const Descriptor &Records, std::string_view Where);

} // namespace warprt

#endif // WARPRT_CORE_COMPONENTS_H
