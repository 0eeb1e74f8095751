//===-- runtime/core/AccPresent.h - What of the host is on a device -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The present table: intervals of host addresses and where the device has them,
// with the counters of structured regions and of enter and exit data. Intervals
// do not overlap.
//
// A descriptor (or pointer) that is part of present data is attached while what
// it points to is present as well: the device's copy holds the device's
// address. Copies of the data around it must leave that address alone.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ACCPRESENT_H
#define WARPRT_CORE_ACCPRESENT_H

#include "core/AccGaps.h"
#include "hal/Device.h"
#include "warprt/Image.h"
#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace warprt {

/// A pointer or descriptor within present data.
struct Attachment {
  int64_t Count = 0;
  /// What the device has there: the host's bytes with the device's address.
  std::vector<char> OnDevice;
};

struct PresentData {
  uintptr_t Host = 0;
  size_t Bytes = 0;
  char *Device = nullptr;
  int64_t Structured = 0, Dynamic = 0;
  /// For each structured region, the innermost last, whether it would have made
  /// the data; else it only asks for them to be present.
  std::vector<bool> Makes;
  /// Never leaves: a variable of device code, or acc_map_data().
  bool IsVariable = false, IsMapped = false;
  /// The declared allocatable that it is of: it leaves when the host
  /// deallocates that.
  const WarprtVariable *Declared = nullptr;
  /// Its device memory is the host's: a slot of AccMemory.h.
  bool IsSlot = false;
  /// AccRecords.h counts on it, and on what is attached in it.
  bool IsWatched = false;
  /// Made for all data of a construct that overlap (AccExpected.h); each of
  /// them copies its own elements.
  int64_t Construct = 0;
  /// Other sections between the elements.
  AccGaps Gaps;
  std::string Name, File;
  int Line = 0;
  /// By the host address of the pointer or descriptor.
  std::map<uintptr_t, Attachment> Attached;
  /// Of the variables that sections here are of: where those begin that do not
  /// begin within the entry.
  std::vector<uintptr_t> OutsideBases;

  bool hasSectionOf(uintptr_t Base) const {
    return std::find(OutsideBases.begin(), OutsideBases.end(), Base) !=
           OutsideBases.end();
  }
  /// Notes that a section of the variable at \p Base is here.
  void noteBase(uintptr_t Base) {
    if ((Base < Host || Base >= Host + Bytes) && !hasSectionOf(Base))
      OutsideBases.push_back(Base);
  }

  /// Where device code finds what the host has at \p Address, which may lie
  /// before the entry: a section's variable begins there.
  char *at(uintptr_t Address) const {
    return reinterpret_cast<char *>(reinterpret_cast<uintptr_t>(Device) +
                                    (Address - Host));
  }
};

class PresentTable {
public:
  /// The entry that holds all of [Address, Address + Bytes); with `Partial`
  /// set where it only holds a part. Null if there is none.
  PresentData *find(uintptr_t Address, size_t Bytes, bool &Partial);
  /// The only entry that has a part of [Address, Address + Bytes) or, where
  /// there is none, the only one with sections of the variable at \p Base.
  PresentData *findPart(uintptr_t Base, uintptr_t Address, size_t Bytes);
  PresentData &add(PresentData New);
  void remove(PresentData &Old);
  /// The entry whose device memory holds the address.
  PresentData *findDevice(const void *Address);
  const std::map<uintptr_t, PresentData> &entries() const { return Entries; }
  void clear() {
    Recent.fill(nullptr);
    Entries.clear();
    ++Generation;
  }
  /// Changes with what is watched.
  uint64_t generation() const { return Generation; }
  void changed(const PresentData &P) {
    if (P.IsWatched)
      ++Generation;
  }

private:
  PresentData *&recent(uintptr_t Address) {
    return Recent[((Address >> 5) ^ (Address >> 12)) % Recent.size()];
  }

  uint64_t Generation = 0;
  std::map<uintptr_t, PresentData> Entries;
  /// What was found last, by address: constructs ask for the same few data when
  /// they begin and when they end.
  std::array<PresentData *, 64> Recent = {};
};

/// The table of a device. The lock is held by who uses it.
PresentTable &presentTable(Device &D);
std::recursive_mutex &presentLock();

} // namespace warprt

#endif // WARPRT_CORE_ACCPRESENT_H
