//===-- Release.h - The release that we follow ------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The release of NVIDIA's compilers whose language and options are ours. It is
// what predefined macros, `-V` and build systems say.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_RELEASE_H
#define WARPFORT_SUPPORT_RELEASE_H

#define NVIDIA_RELEASE_MAJOR "24"
#define NVIDIA_RELEASE_MINOR "9"
#define NVIDIA_RELEASE NVIDIA_RELEASE_MAJOR "." NVIDIA_RELEASE_MINOR

#endif // WARPFORT_SUPPORT_RELEASE_H
