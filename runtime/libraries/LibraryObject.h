//===-- runtime/libraries/LibraryObject.h - Handles on the CPU --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What handles and descriptors of CUDA libraries point to on the CPU. Programs
// hand over any address: an object begins with a mark of its kind, which is
// taken away when it is destroyed.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_LIBRARYOBJECT_H
#define WARPRT_LIBRARIES_LIBRARYOBJECT_H

#include <cstdint>

namespace warprt::libraries {

/// Base of such an object. \p Self has the constant `Mark`.
template <typename Self> struct LibraryObject {
  uint32_t Kind = Self::Mark;

  /// The object of a handle; null if it is none of this kind.
  static Self *from(void *Handle) {
    auto *Object = static_cast<Self *>(Handle);
    return Object && Object->Kind == Self::Mark ? Object : nullptr;
  }
};

/// Writes a new object to where \p Result points; \p Invalid if that is null.
template <typename Object, typename Status>
int createObject(void *Result, Status Success, Status Invalid) {
  if (!Result)
    return Invalid;
  *static_cast<void **>(Result) = new Object;
  return Success;
}

/// Destroys the object of a handle; \p Invalid if there is none.
template <typename Object, typename Status>
int destroyObject(void *Handle, Status Success, Status Invalid) {
  Object *Found = Object::from(Handle);
  if (!Found)
    return Invalid;
  Found->Kind = 0;
  delete Found;
  return Success;
}

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_LIBRARYOBJECT_H
