//===-- runtime/entry/Export.h - Linkage of entry points --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry points have C linkage and are the only symbols that libwarprt.so shows.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_ENTRY_EXPORT_H
#define WARPRT_ENTRY_EXPORT_H

#define WARPRT_EXPORT extern "C" __attribute__((visibility("default")))

#endif // WARPRT_ENTRY_EXPORT_H
