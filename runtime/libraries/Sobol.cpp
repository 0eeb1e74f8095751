//===-- runtime/libraries/Sobol.cpp - Quasi-random numbers ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sobol's sequences as cuRAND's host interface has them: n results are n/d
// points of each of d dimensions, one dimension after the other, and the next
// call goes on with the points that are due. The primitive polynomials and
// initial numbers are those of Joe and Kuo (2008), which Boost has. Where the
// runtime was built without Boost's headers, there are no dimensions.
//
//===----------------------------------------------------------------------===//
#include "libraries/RandomEngines.h"
#ifdef WARPRT_HAS_BOOST
#include <algorithm>
#include <array>
#include <bit>
#include <boost/math/special_functions/erf.hpp>
#include <boost/random/sobol.hpp>
#include <cstddef>
#include <limits>
#include <numbers>
#include <vector>
#endif

using namespace warprt::libraries;

#ifdef WARPRT_HAS_BOOST
namespace {

using SobolTable = boost::random::default_sobol_table;

/// The numbers of one dimension (from 0): bit k of a point's Gray code stands
/// for the k-th.
template <typename Word>
using Directions = std::array<Word, std::numeric_limits<Word>::digits>;

/// Bratley and Fox (1988): degree + 1 bits of the polynomial say which numbers
/// before make the next one.
template <typename Word> Directions<Word> directionsOf(unsigned Dimension) {
  Directions<Word> Result;
  constexpr unsigned Bits = std::tuple_size_v<Directions<Word>>;
  unsigned Polynomial = Dimension ? SobolTable::polynomial(Dimension - 1) : 1;
  unsigned Degree = static_cast<unsigned>(std::bit_width(Polynomial)) - 1;
  for (unsigned K = 0; K != Bits; ++K) {
    unsigned Shift = Bits - 1 - K;
    if (!Dimension) {
      Result[K] = Word(1) << Shift;
    } else if (K < Degree) {
      Result[K] = Word(SobolTable::minit(Dimension - 1, K)) << Shift;
    } else {
      Result[K] = Result[K - Degree] ^ Result[K - Degree] >> Degree;
      for (unsigned I = 1; I != Degree; ++I)
        if (Polynomial >> (Degree - I) & 1)
          Result[K] ^= Result[K - I];
    }
  }
  return Result;
}

/// In (0, 1).
double toUniformDouble(uint32_t X) { return X * 0x1p-32 + 0x1p-32; }
double toUniformDouble(uint64_t X) {
  return static_cast<double>(X >> 11) * 0x1p-53 + 0x1p-54;
}
uint32_t upperHalf(uint32_t X) { return X; }
uint32_t upperHalf(uint64_t X) { return static_cast<uint32_t>(X >> 32); }

/// The normal number that a larger one has the probability \p P, which is at
/// most a half.
double normalOf(double P) {
  using namespace boost::math::policies;
  using NoExceptions =
      policy<domain_error<errno_on_error>, overflow_error<errno_on_error>,
             evaluation_error<errno_on_error>>;
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * P, NoExceptions());
}

/// The lower half of the points becomes negative, as of NVIDIA's library on an
/// H100 and on the host, and the upper half mirrors it.
float toNormalFloat(uint32_t X) {
  bool Mirrored = X > 0x80000000;
  float P = static_cast<float>(Mirrored ? ~X : X) * 0x1p-32f + 0x1p-33f;
  auto Normal = static_cast<float>(normalOf(P));
  return Mirrored ? -Normal : Normal;
}
double toNormalDouble(uint32_t X) {
  bool Mirrored = X > 0x80000000;
  double Normal = normalOf((Mirrored ? ~X : X) * 0x1p-32 + 0x1p-33);
  return Mirrored ? -Normal : Normal;
}
double toNormalDouble(uint64_t X) {
  X >>= 11;
  bool Mirrored = X > (uint64_t(1) << 52);
  if (Mirrored)
    X = (uint64_t(1) << 53) - 1 - X;
  double Normal = normalOf(static_cast<double>(X) * 0x1p-53 + 0x1p-54);
  return Mirrored ? -Normal : Normal;
}

template <typename Word> class Sobol : public RandomEngine {
public:
  explicit Sobol(const RandomSettings &Settings)
      : Position(static_cast<Word>(Settings.Offset)) {
    for (unsigned I = 0; I != Settings.Dimensions; ++I)
      Dimensions.push_back(directionsOf<Word>(I));
  }
  void bits(uint32_t *Out, int64_t Count) override {
    each(Out, Count, [](Word X) { return upperHalf(X); });
  }
  void longBits(uint64_t *Out, int64_t Count) override {
    each(Out, Count, [](Word X) { return uint64_t(X); });
  }
  void uniform(float *Out, int64_t Count) override {
    each(Out, Count, [](Word X) { return toFloat(upperHalf(X)); });
  }
  void uniform(double *Out, int64_t Count) override {
    each(Out, Count, [](Word X) { return toUniformDouble(X); });
  }
  void normal(float *Out, int64_t Count) override {
    each(Out, Count, [](Word X) { return toNormalFloat(upperHalf(X)); });
  }
  void normal(double *Out, int64_t Count) override {
    each(Out, Count, [](Word X) { return toNormalDouble(X); });
  }

private:
  static Word point(const Directions<Word> &Of, Word Index) {
    Word Gray = Index ^ Index >> 1, Result = 0;
    for (size_t K = 0; K != Of.size(); ++K)
      if (Gray >> K & 1)
        Result ^= Of[K];
    return Result;
  }

  template <typename T, typename Body>
  void each(T *Out, int64_t Count, Body Convert) {
    int64_t Points = Count / static_cast<int64_t>(Dimensions.size());
    for (const Directions<Word> &Of : Dimensions) {
      Word Index = Position, X = point(Of, Index);
      for (int64_t I = 0; I < Points; ++I, ++Index) {
        *Out++ = Convert(X);
        X ^= Of[std::min<size_t>(std::countr_one(Index), Of.size() - 1)];
      }
    }
    Position += static_cast<Word>(Points);
  }

  Word Position;
  std::vector<Directions<Word>> Dimensions;
};

} // namespace

const unsigned warprt::libraries::MostSobolDimensions =
    SobolTable::max_dimension;

std::unique_ptr<RandomEngine>
warprt::libraries::makeSobol32(const RandomSettings &Settings) {
  return std::make_unique<Sobol<uint32_t>>(Settings);
}
std::unique_ptr<RandomEngine>
warprt::libraries::makeSobol64(const RandomSettings &Settings) {
  return std::make_unique<Sobol<uint64_t>>(Settings);
}
#else
const unsigned warprt::libraries::MostSobolDimensions = 0;
std::unique_ptr<RandomEngine>
warprt::libraries::makeSobol32(const RandomSettings &) {
  return nullptr;
}
std::unique_ptr<RandomEngine>
warprt::libraries::makeSobol64(const RandomSettings &) {
  return nullptr;
}
#endif
