//===-- runtime/backends/cpu/CheckReports.cpp - What is told --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CheckReports.h.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CheckReports.h"
#include "backends/cpu/CheckWords.h"
#include "backends/cpu/Checker.h"
#include <algorithm>
#include <cstdio>
#include <initializer_list>

using namespace warprt::cpu;
using namespace warprt::cpu::words;

static constexpr size_t MostReports = 100;

namespace {

std::string blockText(uint64_t Block, const WarprtCpuGrid &Grid) {
  const uint32_t *G = Grid.grid;
  return "block (" + std::to_string(Block % G[0] + 1) + "," +
         std::to_string(Block / G[0] % G[1] + 1) + "," +
         std::to_string(Block / G[0] / G[1] + 1) + ")";
}

std::string threadText(uint64_t Block, const WarprtCpuGrid &Grid,
                       uint64_t Word) {
  uint32_t Thread = threadOf(Word);
  const uint32_t *B = Grid.block;
  return "thread (" + std::to_string(Thread % B[0] + 1) + "," +
         std::to_string(Thread / B[0] % B[1] + 1) + "," +
         std::to_string(Thread / B[0] / B[1] + 1) + ") of " +
         blockText(Block, Grid);
}

std::string threadText(const CheckedLaunch &L, uint64_t Word) {
  return threadText(L.blockOf(blockOf(Word)), L.Grid, Word);
}

std::string kernelText(const std::string &Thread, const char *Kernel) {
  return Thread + " of kernel '" + Kernel + "'";
}

/// Who made an access of work that has run.
std::string workText(const FormerWork &W, uint64_t Word) {
  if (!W.Kernel)
    return "a copy";
  return kernelText(threadText(blockOf(Word) - W.First, W.Grid, Word),
                    W.Kernel);
}

std::string placeOf(const WarprtCheckSites *Sites, uint32_t Site) {
  if (!Sites || Site >= Sites->count)
    return "(line not known)";
  return std::string(Sites->sites[Site].file) + ":" +
         std::to_string(Sites->sites[Site].line);
}

std::string variableOf(const WarprtCheckSites *Sites,
                       std::initializer_list<uint64_t> Words) {
  for (uint64_t Word : Words)
    if (Sites && siteOf(Word) < Sites->count)
      if (const char *Name = Sites->sites[siteOf(Word)].variable; *Name)
        return "'" + std::string(Name) + "'";
  return "memory";
}

/// The host's place, and what it accesses there.
struct HostPlace {
  explicit HostPlace(const WarprtCheckSite &Site)
      : At(std::string(Site.file) + ":" + std::to_string(Site.line)),
        Variable(*Site.variable ? "'" + std::string(Site.variable) + "'" : "") {
  }
  std::string At, Variable; ///< empty: not known
};

const char *accessText(bool Writes) { return Writes ? " writes " : " reads "; }
const char *formerText(uint64_t Word) {
  return Word & Write ? " wrote" : " read";
}

std::string raceKey(const std::string &Here, const std::string &There,
                    const std::string &Variable) {
  return "race " + std::min(Here, There) + " " + std::max(Here, There) + " " +
         Variable;
}

} // namespace

void CheckReports::tell(const std::string &Key, const std::string &Text) {
  ++Found;
  std::lock_guard<std::mutex> Guard(Lock);
  if (!Told.insert(Key).second)
    return;
  if (Told.size() == MostReports + 1)
    std::fprintf(stderr, "warprt: further findings are not told\n");
  if (Told.size() > MostReports)
    return;
  std::fflush(stdout);
  std::fprintf(stderr, "warprt: %s\n", Text.c_str());
}

void CheckReports::race(const CheckedLaunch &L, const WarprtCheckSites *Sites,
                        uint64_t Before, uint64_t After) {
  std::string Here = placeOf(Sites, siteOf(After)),
              There = placeOf(Sites, siteOf(Before));
  std::string Variable = variableOf(Sites, {After, Before});
  tell(raceKey(Here, There, Variable),
       Here + ": race: " + kernelText(threadText(L, After), L.Name) +
           accessText(After & Write) + Variable + ", which " +
           threadText(L, Before) + formerText(Before) + " at " + There +
           (blockOf(Before) == blockOf(After) ? ", without a barrier in between"
                                              : ""));
}

void CheckReports::race(const CheckedLaunch &L, const WarprtCheckSites *Sites,
                        uint64_t Before, const FormerWork &Work,
                        uint64_t After) {
  std::string Here = L.Name ? placeOf(Sites, siteOf(After)) : "",
              There = Work.Kernel ? placeOf(Work.Sites, siteOf(Before)) : "";
  std::string Variable =
      L.Name ? variableOf(Sites, {After}) : variableOf(Work.Sites, {Before});
  std::string Who =
      L.Name ? kernelText(threadText(L, After), L.Name) : std::string("a copy");
  tell(raceKey(Here, There, Variable),
       (L.Name ? Here : There) + (Here.empty() && There.empty() ? "" : ": ") +
           "race: " + Who + accessText(After & Write) + Variable + ", which " +
           workText(Work, Before) + formerText(Before) +
           (Work.Kernel ? " at " + There : "") +
           "; nothing orders the two queues");
}

void CheckReports::hostRace(const WarprtCheckSite &Site, bool Writes,
                            uint64_t Before, const FormerWork &Work) {
  HostPlace Host(Site);
  std::string There = placeOf(Work.Sites, siteOf(Before));
  if (Host.Variable.empty())
    Host.Variable = variableOf(Work.Sites, {Before});
  tell("race " + Host.At + " " + There + " " + Host.Variable,
       Host.At + ": race: the host" + accessText(Writes) + Host.Variable +
           ", which " + workText(Work, Before) + formerText(Before) +
           (Work.Kernel ? " at " + There : "") +
           ", without having waited for the " +
           (Work.Kernel ? "kernel" : "copy"));
}

void CheckReports::hostRace(const WarprtCheckSite &Site, bool Writes,
                            const LentMemory &Lent) {
  HostPlace Host(Site);
  if (Host.Variable.empty())
    Host.Variable = "memory";
  tell("race " + Host.At + " " + Host.Variable,
       Host.At + ": race: the host" + accessText(Writes) + Host.Variable +
           ", which an asynchronous copy " +
           (Lent.IsWritten ? "writes" : "reads") +
           ", without having waited for its queue");
}

void CheckReports::access(const CheckedLaunch *Launch,
                          const WarprtCheckSites *Sites, const char *Kind,
                          uint64_t Word, const char *What) {
  std::string Start = placeOf(Sites, siteOf(Word)) + ": " + Kind + ": ";
  std::string Variable = variableOf(Sites, {Word});
  std::string Who = Launch && blockOf(Word)
                        ? kernelText(threadText(*Launch, Word), Launch->Name)
                        : "a kernel";
  tell(Start + Variable,
       Start + Who + accessText(Word & Write) + Variable + " " + What);
}

void CheckReports::divergence(const CheckedLaunch &Launch,
                              const WarprtCheckSites *Sites, uint64_t Word,
                              uint32_t Site, uint32_t OtherSite) {
  std::string Here = placeOf(Sites, Site), There = placeOf(Sites, OtherSite);
  tell(
      "divergence " + std::min(Here, There) + std::max(Here, There),
      Here +
          ": divergence: " + kernelText(threadText(Launch, Word), Launch.Name) +
          " waits at this barrier, while others of its block wait at " + There);
}

void CheckReports::missingThreads(const CheckedLaunch &Launch,
                                  const WarprtCheckSites *Sites,
                                  uint32_t Number, uint32_t Site,
                                  unsigned Passed) {
  std::string Here = placeOf(Sites, Site);
  tell("divergence " + Here,
       Here + ": divergence: only " + std::to_string(Passed) + " of " +
           std::to_string(Launch.Threads) + " threads of " +
           kernelText(blockText(Launch.blockOf(Number), Launch.Grid),
                      Launch.Name) +
           " reach the barrier");
}
