//===-- runtime/start/CpuFeatures.cpp - What this CPU has -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CpuFeatures.h. A feature of AVX counts only where the system saves its
// registers.
//
//===----------------------------------------------------------------------===//
#include "start/CpuFeatures.h"
#include <cpuid.h>

using namespace warprt::start;

namespace {

enum Register { A, B, C, D };
enum Use { COMMON, RARE };

struct Feature {
  unsigned Number;
  const char *Name;
  Use HowOften;
  unsigned Leaf, Subleaf;
  Register Where;
  unsigned Bit;
};

constexpr Feature Features[] = {
#define FEATURE(NUMBER, NAME, USE, LEAF, SUBLEAF, REGISTER, BIT)               \
  {NUMBER, NAME, USE, LEAF, SUBLEAF, REGISTER, BIT},
    WARPRT_CPU_FEATURES(FEATURE)
#undef FEATURE
};

constexpr uint64_t bit(unsigned Number) { return uint64_t(1) << Number; }

bool readRegister(const Feature &F, unsigned &Value) {
  unsigned R[4];
  if (!__get_cpuid_count(F.Leaf, F.Subleaf, &R[A], &R[B], &R[C], &R[D]))
    return false;
  Value = R[F.Where];
  return true;
}

/// XCR0: which registers the system saves.
uint64_t savedRegisters() {
  constexpr unsigned OsXsave = 1u << 27;
  unsigned Eax, Ebx, Ecx, Edx;
  if (!__get_cpuid(1, &Eax, &Ebx, &Ecx, &Edx) || !(Ecx & OsXsave))
    return 0;
  uint32_t Low, High;
  __asm__ volatile("xgetbv" : "=a"(Low), "=d"(High) : "c"(0));
  return Low | uint64_t(High) << 32;
}

bool startsWith(const char *Name, const char *Prefix) {
  while (*Prefix)
    if (*Name++ != *Prefix++)
      return false;
  return true;
}

/// The bits of XCR0 that a feature needs.
uint64_t neededRegisters(const Feature &F) {
  constexpr uint64_t Ymm = 0x6, Zmm = 0xe6;
  if (startsWith(F.Name, "avx512"))
    return Zmm;
  static constexpr const char *Vectors[] = {"avx", "f", "xop", "vpclmulqdq"};
  for (const char *Prefix : Vectors)
    if (startsWith(F.Name, Prefix))
      return Ymm;
  return 0;
}

uint64_t presentFeatures() {
  uint64_t Saved = savedRegisters(), Present = 0;
  for (const Feature &F : Features) {
    unsigned Value, Highest;
    // The highest subleaf of leaf 7 is in its first register.
    if (F.Subleaf && (!readRegister({0, "", RARE, F.Leaf, 0, A, 0}, Highest) ||
                      Highest < F.Subleaf))
      continue;
    uint64_t Registers = neededRegisters(F);
    if (readRegister(F, Value) && (Value >> F.Bit & 1) &&
        (Saved & Registers) == Registers)
      Present |= bit(F.Number);
  }
  return Present;
}

/// The features of a level of x86-64, without those of the one before.
struct Level {
  const char *Name;
  uint64_t Features;
};

constexpr Level Levels[] = {
    {"x86-64-v4", bit(13) | bit(14) | bit(15) | bit(16) | bit(17)},
    {"x86-64-v3",
     bit(5) | bit(6) | bit(7) | bit(8) | bit(9) | bit(10) | bit(11) | bit(12)},
    {"x86-64-v2", bit(0) | bit(1) | bit(2) | bit(3) | bit(4)}};

/// The highest level that a CPU with these features has.
const char *highestLevel(uint64_t Present) {
  const char *Name = "px";
  uint64_t Needed = 0;
  for (int I = 2; I >= 0; --I) {
    Needed |= Levels[I].Features;
    if ((Present & Needed) != Needed)
      break;
    Name = Levels[I].Name;
  }
  return Name;
}

} // namespace

uint64_t warprt::start::missingFeatures(uint64_t Needed, FeatureUse Use) {
  if (Use == FeatureUse::Common)
    for (const Feature &F : Features)
      if (F.HowOften == RARE)
        Needed &= ~bit(F.Number);
  return Needed ? Needed & ~presentFeatures() : 0;
}

void warprt::start::describeMissing(LineBuffer &Line, uint64_t Missing,
                                    const char *Cpu) {
  Line << "it is compiled for " << (*Cpu ? Cpu : "another CPU")
       << ", but this CPU lacks ";
  const char *Between = "";
  for (const Feature &F : Features)
    if (Missing & bit(F.Number)) {
      Line << Between << F.Name;
      Between = ", ";
      Missing &= ~bit(F.Number);
    }
  if (Missing)
    Line << Between << "what this version of the runtime does not know";
  const char *Highest = highestLevel(presentFeatures());
  Line << "; compile it with -tp=" << Highest;
  if (*Highest == 'x')
    Line << " for this CPU, or with -tp=px";
  Line << " for all";
}
