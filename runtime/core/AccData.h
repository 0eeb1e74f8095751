//===-- runtime/core/AccData.h - Data clauses and directives ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What data constructs, enter and exit data, update and the API's routines do
// with a variable or section. Errors end the program, as the messages say
// where.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ACCDATA_H
#define WARPRT_CORE_ACCDATA_H

#include "core/AccPresent.h"
#include "core/AccQueues.h"
#include "core/Diagnostics.h"
#include "core/Transfer.h"
#include "warprt/EntryPoints.h"

namespace warprt {

/// A variable or section on the host.
struct AccSection {
  AccSection() = default;
  AccSection(void *Base, size_t ElementBytes, int Rank, const int64_t *Words);
  explicit AccSection(const ArrayView &Elements);

  bool empty() const { return Bytes == 0; }

  char *Base = nullptr; ///< of the variable
  ArrayView Elements;   ///< of the section
  uintptr_t Low = 0;    ///< the interval that holds them
  size_t Bytes = 0;

private:
  void findInterval();
};

/// Who asks, for messages.
struct AccPlace {
  const char *Name = nullptr;
  SourceLocation Where;
  /// What the clause is called in messages, null: by the action.
  const char *Clause = nullptr;
  /// The procedure; may be null.
  const char *Function = nullptr;
};

/// What a data clause, or a routine that does the same, is about.
struct AccClause {
  /// Whether nothing is done.
  bool isOff() const { return has(WARPRT_ACC_SKIP) || Section.empty(); }
  bool has(int64_t Flag) const { return Flags & Flag; }

  AccSection Section;
  AccPlace Place;
  int64_t Flags = 0; ///< WARPRT_ACC_*
  int64_t Async = WARPRT_ACC_ASYNC_SYNC;
  void *Descriptor = nullptr, *DescriptorAddress = nullptr; ///< WarprtAccData
};

// The entry points of the same names. Addresses are the device's of what the
// host has at the section's base.
void *accEnter(const AccClause &C, int32_t How);
void accExit(const AccClause &C, int32_t How);
void *accLookUp(const AccClause &C);
bool accAreApart(const AccClause &Left, const AccClause &Right);
void accUpdateDevice(const AccClause &C);
void accUpdateHost(const AccClause &C);
void *accAttach(const AccClause &C);
void accDetach(const AccClause &C);

/// Reads the device's value of a scalar, where it is present; else leaves
/// `Value` alone.
void accRead(void *Host, size_t Bytes, int64_t Async, void *Value);

/// True if all of a section is present, as it always is in shared memory.
bool accIsPresent(const AccSection &S);
/// The other side's address of present data, else null.
void *accDevicePointer(const void *Host);
void *accHostPointer(const void *Device);
/// Where a variable would begin of which all or a section is present.
void *accPartPointer(const void *Host, size_t Bytes);

/// acc_memcpy_d2d: copies what two devices have of data that are present on
/// each.
void accCopyBetween(void *To, const void *From, size_t Bytes, int ToDevice,
                    int FromDevice, int64_t Async, const AccPlace &Place);

/// acc_map_data and acc_unmap_data; `Place.Clause` is the routine's name.
void accMap(void *Host, void *Device, size_t Bytes, const AccPlace &Place);
void accUnmap(void *Host, const AccPlace &Place);

/// Attaches or detaches a descriptor or (Bytes given) a bare pointer of present
/// data to what its target has on the device. The data begin \p Offset bytes
/// behind the element that a bare pointer points to.
void accAttach(void *Pointer, size_t Bytes, int64_t Async,
               const AccPlace &Place, int64_t Offset = 0);
void accDetach(void *Pointer, bool Finalize, int64_t Async,
               const AccPlace &Place);

/// The device's copy of a descriptor, or a pointer, that is attached to data
/// there.
std::vector<char> accAttachedBytes(const void *Host, size_t Bytes,
                                   const void *Target, bool IsDescriptor);

/// What is present on a device, as text.
std::string dumpPresent(Device &D);
/// Ends the program with a message, the place and what is present.
[[noreturn]] void fatalAccData(Device &D, const std::string &What,
                               const AccPlace &Place);

/// Forgets what is present on a device and frees it, when it is shut down.
void accReleaseData(Device &D);

/// The device for OpenACC, or the end of the program.
Device &accDevice(SourceLocation Where);

} // namespace warprt

#endif // WARPRT_CORE_ACCDATA_H
