//===-- runtime/libraries/RandomEngines.h - Random numbers ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generators with the sequences of cuRAND's host interface: XORWOW (Marsaglia,
// "Xorshift RNGs", 2003), MRG32k3a (L'Ecuyer, 1999) and Philox4x32-10 (Salmon
// et al., 2011), and Sobol's quasi-random numbers (Sobol.cpp).
//
// Each of the former is a set of streams that are far apart in the generator's
// sequence; the results of a call, or pairs or fours of them, come from one
// stream after the other, and the next call goes on with the stream that is
// due. A stream has its own position: a result of one kind takes one number of
// it, another two or four.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_RANDOMENGINES_H
#define WARPRT_LIBRARIES_RANDOMENGINES_H

#include <cstdint>
#include <memory>

namespace warprt::libraries {

/// What a generator is set to.
struct RandomSettings {
  uint64_t Seed = 0;
  /// Numbers of the sequence that are left out.
  uint64_t Offset = 0;
  /// Into how many streams MRG32k3a divides its sequence: what an order of
  /// results means.
  int64_t Streams = 81920;
  /// Of quasi-random numbers.
  unsigned Dimensions = 1;
};

/// In (0, 1].
inline float toFloat(uint32_t Bits) { return Bits * 0x1p-32f + 0x1p-33f; }

/// A sequence and the position in it. The numbers of a normal distribution
/// have the mean zero and the deviation one.
class RandomEngine {
public:
  virtual ~RandomEngine() = default;
  virtual void bits(uint32_t *Out, int64_t Count) = 0;
  /// For generators of 64 bits only.
  virtual void longBits(uint64_t *, int64_t) {}
  virtual void uniform(float *Out, int64_t Count) = 0;
  virtual void uniform(double *Out, int64_t Count) = 0;
  virtual void normal(float *Out, int64_t Count) = 0;
  virtual void normal(double *Out, int64_t Count) = 0;
};

/// Finding where the streams begin takes some time.
std::unique_ptr<RandomEngine> makeXorwow(const RandomSettings &Settings);
std::unique_ptr<RandomEngine> makeMrg32k3a(const RandomSettings &Settings);
std::unique_ptr<RandomEngine> makePhilox(const RandomSettings &Settings);

/// Zero: the runtime was built without them.
extern const unsigned MostSobolDimensions;
std::unique_ptr<RandomEngine> makeSobol32(const RandomSettings &Settings);
std::unique_ptr<RandomEngine> makeSobol64(const RandomSettings &Settings);

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_RANDOMENGINES_H
