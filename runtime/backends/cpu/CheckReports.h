//===-- runtime/backends/cpu/CheckReports.h - What is told ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How what Checker finds is told: one line each, on stderr, each finding once.
// Words are those of warprt/CpuCheck.h; `Sites` are those of the code that
// made the access.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CHECKREPORTS_H
#define WARPRT_BACKENDS_CPU_CHECKREPORTS_H

#include "backends/cpu/UnwaitedWork.h"
#include "warprt/CpuCheck.h"
#include <atomic>
#include <mutex>
#include <set>
#include <string>

namespace warprt::cpu {

class CheckedLaunch;

/// Any thread may call any of these.
class CheckReports {
public:
  /// What was found so far.
  unsigned found() const { return Found; }
  /// Once for each key.
  void tell(const std::string &Key, const std::string &Text);

  /// Of two threads of a launch.
  void race(const CheckedLaunch &Launch, const WarprtCheckSites *Sites,
            uint64_t Before, uint64_t After);
  /// Of an access of the running launch and one of other work.
  void race(const CheckedLaunch &Launch, const WarprtCheckSites *Sites,
            uint64_t Before, const FormerWork &Work, uint64_t After);
  /// Of an access of the host and one of work that it has not waited for.
  void hostRace(const WarprtCheckSite &Site, bool Writes, uint64_t Before,
                const FormerWork &Work);
  void hostRace(const WarprtCheckSite &Site, bool Writes,
                const LentMemory &Lent);
  /// `Kind` and `What` say what is wrong with the access. `Launch` may be null.
  void access(const CheckedLaunch *Launch, const WarprtCheckSites *Sites,
              const char *Kind, uint64_t Word, const char *What);
  /// A thread waits at one barrier, others of its block at another one.
  void divergence(const CheckedLaunch &Launch, const WarprtCheckSites *Sites,
                  uint64_t Word, uint32_t Site, uint32_t OtherSite);
  /// Only some threads of a block have come to a barrier.
  void missingThreads(const CheckedLaunch &Launch,
                      const WarprtCheckSites *Sites, uint32_t Number,
                      uint32_t Site, unsigned Passed);

private:
  std::mutex Lock; // Told
  std::set<std::string> Told;
  std::atomic<unsigned> Found{0};
};

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_CHECKREPORTS_H
