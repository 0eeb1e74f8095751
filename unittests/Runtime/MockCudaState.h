//===-- unittests/Runtime/MockCudaState.h - What the mock knows -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of the mock driver, and what each of its functions begins with.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_UNITTESTS_MOCKCUDASTATE_H
#define WARPRT_UNITTESTS_MOCKCUDASTATE_H

#include "MockCudaDriver.h"
#include "backends/cuda/DriverTypes.h"
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace mock {

using namespace warprt::cuda;

struct Failure {
  int Code = 0, Skip = 0;
  bool Always = false;
};

struct Allocation {
  size_t Size;
  int Kind; // 0 device, 1 pinned, 2 managed, 3 registered
};

struct MockArray {
  ArrayDescriptor D;
  std::vector<char> Bytes;
  size_t rowBytes() const {
    unsigned Unit = D.Format == FormatFloat  ? 4
                    : D.Format == FormatHalf ? 2
                    : D.Format >= FormatSigned8
                        ? 1u << (D.Format - FormatSigned8)
                        : 1u << (D.Format - FormatUnsigned8);
    return D.Width * D.Channels * Unit;
  }
};

struct State {
  std::recursive_mutex Lock;
  std::map<std::string, Failure> Failures;
  std::map<std::string, int> Calls;
  std::map<CUdeviceptr, Allocation> Memory;
  std::map<CUarray, MockArray> Arrays;
  std::set<void *> Streams, Events, Modules, Graphs;
  int NodeType = 2; // of every operation of a graph
  CUstream Capturing = nullptr;
  int CaptureMode = 0;
  int Devices = 1, Major = 9, Minor = 0;
  std::string JitLog;
  unsigned Launch[7] = {};
  const void *LastModule = nullptr;
  bool LaunchedCovered = false, LaunchedRows = false;
  size_t LastLimit = 0;
  uintptr_t NextHandle = 16;
  std::map<std::string, char[64]> Symbols;
};

State &state();
extern thread_local CUcontext Current;

/// Counts a call; its failure, or 0.
inline int called(const char *Name) {
  State &S = state();
  std::lock_guard<std::recursive_mutex> Guard(S.Lock);
  ++S.Calls[Name];
  auto I = S.Failures.find(Name);
  if (I == S.Failures.end())
    return 0;
  if (I->second.Skip-- > 0)
    return 0;
  int Code = I->second.Code;
  if (!I->second.Always)
    S.Failures.erase(I);
  return Code;
}

inline void *handle(std::set<void *> &Set) {
  State &S = state();
  std::lock_guard<std::recursive_mutex> Guard(S.Lock);
  void *H = reinterpret_cast<void *>(S.NextHandle += 16);
  Set.insert(H);
  return H;
}

inline bool known(std::set<void *> &Set, void *H) {
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  return Set.count(H) != 0;
}

inline bool knownStream(CUstream S) {
  return reinterpret_cast<uintptr_t>(S) <= 2 || known(state().Streams, S);
}

} // namespace mock

/// Begins a function: counts it, fails on request.
#define MOCKED(Name)                                                           \
  do {                                                                         \
    if (int Code = called(#Name))                                              \
      return Code;                                                             \
  } while (false)
#define NEEDS_CONTEXT                                                          \
  do {                                                                         \
    if (!Current)                                                              \
      return 201;                                                              \
  } while (false)
#define NEEDS_STREAM(S)                                                        \
  do {                                                                         \
    if (!knownStream(S))                                                       \
      return 400;                                                              \
  } while (false)

#endif // WARPRT_UNITTESTS_MOCKCUDASTATE_H
