//===-- PredefinedMacros.cpp - What the preprocessor knows ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Build systems and sources ask for a compiler by its macros. Warpfort takes
/// the language and the options of NVIDIA's compilers and says so, with the
/// release whose language it follows; __WARPFORT__ tells it from them.
///
//===----------------------------------------------------------------------===//
#include "PredefinedMacros.h"
#include "warpfort/Support/Release.h"

namespace warpfort {

namespace {
struct Predefined {
  const char *Name, *Value;
};
} // namespace

static constexpr Predefined Always[] = {
    {"__WARPFORT__", "1"},
    {"__WARPFORT_MAJOR__", WARPFORT_VERSION_MAJOR},
    {"__WARPFORT_MINOR__", WARPFORT_VERSION_MINOR},
    {"__WARPFORT_PATCHLEVEL__", WARPFORT_VERSION_PATCH},
    {"__NVCOMPILER", "1"},
    {"__NVCOMPILER_LLVM__", "1"},
    {"__NVCOMPILER_MAJOR__", NVIDIA_RELEASE_MAJOR},
    {"__NVCOMPILER_MINOR__", NVIDIA_RELEASE_MINOR},
    {"__NVCOMPILER_PATCHLEVEL__", "0"},
    {"__PGI", "1"},
    {"__PGIC__", NVIDIA_RELEASE_MAJOR},
    {"__PGIC_MINOR__", NVIDIA_RELEASE_MINOR},
    {"__PGIC_PATCHLEVEL__", "0"},
    // The platform.
    {"__linux__", "1"},
    {"__linux", "1"},
    {"__unix__", "1"},
    {"__unix", "1"},
    {"__x86_64__", "1"},
    {"__x86_64", "1"},
    {"__amd64__", "1"},
    {"_LP64", "1"},
    {"__LP64__", "1"},
};

/// The month of the specification, as _OPENMP has it.
static const char *openMPMacro(unsigned Version) {
  switch (Version) {
  case 31:
    return "201107";
  case 40:
    return "201307";
  case 45:
    return "201511";
  case 50:
    return "201811";
  case 51:
    return "202011";
  case 52:
    return "202111";
  default:
    return "202411";
  }
}

void addPredefinedMacros(const CompileOptions &Options,
                         FrontendOptions &Frontend) {
  for (const Predefined &Macro : Always)
    Frontend.Macros.push_back({Macro.Name, Macro.Value});
  if (Options.CUDA)
    Frontend.Macros.push_back({"_CUDA", "1"});
  if (Options.OpenACC)
    Frontend.Macros.push_back({"_OPENACC", "201811"});
  if (Options.OpenMP)
    Frontend.Macros.push_back({"_OPENMP", openMPMacro(Options.OpenMPVersion)});
}

} // namespace warpfort
