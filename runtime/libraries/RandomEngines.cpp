//===-- runtime/libraries/RandomEngines.cpp - Random numbers --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See RandomEngines.h.
//
//===----------------------------------------------------------------------===//
#include "libraries/RandomEngines.h"
#include <array>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

using namespace warprt::libraries;

namespace {

// ===-- From bits to distributions
// ----------------------------------------===//

constexpr double TwoTo53 = 9007199254740992.0;
constexpr float TwoPi = 6.2831855f;
constexpr double Pi = 3.14159265358979323846;

/// In (0, 1): 53 bits of two numbers.
double toDouble(uint32_t Low, uint32_t High) {
  uint64_t Bits = Low ^ uint64_t(High) << 21;
  return double(Bits) / TwoTo53 + 0.5 / TwoTo53;
}

/// Box and Muller's pair of normal numbers from uniform numbers.
std::pair<float, float> toNormal(float U, float Angle) {
  float S = std::sqrt(-2.0f * std::log(U));
  return {std::sin(Angle) * S, std::cos(Angle) * S};
}
std::pair<double, double> toNormal(double U, double HalfTurns) {
  double S = std::sqrt(-2.0 * std::log(U));
  return {std::sin(HalfTurns * Pi) * S, std::cos(HalfTurns * Pi) * S};
}

std::pair<float, float> normalPair(uint32_t X, uint32_t Y) {
  constexpr float Scale = 0x1p-32f * TwoPi;
  return toNormal(toFloat(X), Y * Scale + Scale / 2);
}
std::pair<double, double> normalPair(uint32_t X0, uint32_t X1, uint32_t Y0,
                                     uint32_t Y1) {
  return toNormal(toDouble(X0, X1), 2 * toDouble(Y0, Y1));
}

// ===-- XORWOW and MRG32k3a: interleaved streams
// --------------------------===//

template <typename Stream> class Interleaved : public RandomEngine {
public:
  /// Every stream has taken Offset / streams numbers; some take one more.
  Interleaved(std::vector<Stream> Made, uint64_t Offset)
      : Streams(std::move(Made)), Due(Offset % Streams.size()) {
    for (size_t I = 0; I != Due; ++I)
      Streams[I].bits();
  }
  void bits(uint32_t *Out, int64_t Count) override {
    each(Count, [&](Stream &S, int64_t I) { Out[I] = S.bits(); });
  }
  void uniform(float *Out, int64_t Count) override {
    each(Count, [&](Stream &S, int64_t I) { Out[I] = S.uniformFloat(); });
  }
  void uniform(double *Out, int64_t Count) override {
    each(Count, [&](Stream &S, int64_t I) { Out[I] = S.uniformDouble(); });
  }
  void normal(float *Out, int64_t Count) override {
    each(Count / 2, [&](Stream &S, int64_t I) {
      std::tie(Out[2 * I], Out[2 * I + 1]) = S.normalFloats();
    });
  }
  void normal(double *Out, int64_t Count) override {
    each(Count / 2, [&](Stream &S, int64_t I) {
      std::tie(Out[2 * I], Out[2 * I + 1]) = S.normalDoubles();
    });
  }

private:
  /// One result, or a pair, from each stream in turn.
  template <typename Body> void each(int64_t Count, Body Take) {
    for (int64_t I = 0; I < Count; ++I) {
      Take(Streams[Due], I);
      if (++Due == Streams.size())
        Due = 0;
    }
  }
  std::vector<Stream> Streams;
  size_t Due;
};

/// A linear map of XORWOW's five words, as the images of their 160 bits.
class XorwowMap {
public:
  using Words = std::array<uint32_t, 5>;

  /// One step of the generator.
  static XorwowMap step() {
    XorwowMap M;
    for (size_t I = 0; I != 160; ++I) {
      Words W{};
      W[I / 32] = 1u << (I % 32);
      M.Images[I] = next(W);
    }
    return M;
  }
  static Words next(const Words &W) {
    uint32_t T = W[0] ^ W[0] >> 2;
    return {W[1], W[2], W[3], W[4], W[4] ^ W[4] << 4 ^ T ^ T << 1};
  }
  Words operator()(const Words &W) const {
    Words Result{};
    for (size_t I = 0; I != 160; ++I)
      if (W[I / 32] >> (I % 32) & 1)
        for (size_t K = 0; K != 5; ++K)
          Result[K] ^= Images[I][K];
    return Result;
  }
  XorwowMap squared() const {
    XorwowMap M;
    for (size_t I = 0; I != 160; ++I)
      M.Images[I] = (*this)(Images[I]);
    return M;
  }

private:
  std::array<Words, 160> Images;
};

class XorwowStream {
public:
  XorwowStream(const XorwowMap::Words &W, uint32_t Weyl) : W(W), Weyl(Weyl) {}
  uint32_t bits() {
    W = XorwowMap::next(W);
    Weyl += WeylStep;
    return Weyl + W[4];
  }
  float uniformFloat() { return toFloat(bits()); }
  double uniformDouble() {
    uint32_t Low = bits();
    return toDouble(Low, bits());
  }
  std::pair<float, float> normalFloats() {
    uint32_t X = bits();
    return normalPair(X, bits());
  }
  std::pair<double, double> normalDoubles() {
    uint32_t X0 = bits(), X1 = bits(), Y0 = bits();
    return normalPair(X0, X1, Y0, bits());
  }
  static constexpr uint32_t WeylStep = 362437;

private:
  XorwowMap::Words W;
  uint32_t Weyl;
};

/// L'Ecuyer's two recurrences of order three.
struct MrgWords {
  std::array<uint64_t, 3> First, Second;
};

constexpr uint64_t MrgModulus1 = 4294967087, MrgModulus2 = 4294944443;

using MrgMatrix = std::array<std::array<uint64_t, 3>, 3>;

MrgMatrix multiply(const MrgMatrix &A, const MrgMatrix &B, uint64_t Modulus) {
  MrgMatrix C{};
  for (size_t I = 0; I != 3; ++I)
    for (size_t J = 0; J != 3; ++J)
      for (size_t K = 0; K != 3; ++K)
        C[I][J] = (C[I][J] + A[I][K] * B[K][J] % Modulus) % Modulus;
  return C;
}

/// A jump in both sequences.
struct MrgJump {
  MrgMatrix First, Second;

  static MrgJump step() {
    return {{{{0, 1, 0}, {0, 0, 1}, {MrgModulus1 - 810728, 1403580, 0}}},
            {{{0, 1, 0}, {0, 0, 1}, {MrgModulus2 - 1370589, 0, 527612}}}};
  }
  MrgJump squared() const {
    return {multiply(First, First, MrgModulus1),
            multiply(Second, Second, MrgModulus2)};
  }
  MrgWords operator()(const MrgWords &W) const {
    return {apply(First, W.First, MrgModulus1),
            apply(Second, W.Second, MrgModulus2)};
  }

private:
  static std::array<uint64_t, 3> apply(const MrgMatrix &A,
                                       const std::array<uint64_t, 3> &V,
                                       uint64_t Modulus) {
    std::array<uint64_t, 3> Result{};
    for (size_t I = 0; I != 3; ++I)
      for (size_t K = 0; K != 3; ++K)
        Result[I] = (Result[I] + A[I][K] * V[K] % Modulus) % Modulus;
    return Result;
  }
};

class MrgStream {
public:
  explicit MrgStream(const MrgWords &W) {
    for (size_t I = 0; I != 3; ++I) {
      First[I] = static_cast<uint32_t>(W.First[I]);
      Second[I] = static_cast<uint32_t>(W.Second[I]);
    }
  }
  /// From 1 to the first modulus.
  uint32_t next() {
    // Below 2^63; the sum of the negated product is kept positive.
    uint64_t A =
        (1403580 * uint64_t(First[1]) + 810728 * (MrgModulus1 - First[0])) %
        MrgModulus1;
    uint64_t B =
        (527612 * uint64_t(Second[2]) + 1370589 * (MrgModulus2 - Second[0])) %
        MrgModulus2;
    First = {First[1], First[2], static_cast<uint32_t>(A)};
    Second = {Second[1], Second[2], static_cast<uint32_t>(B)};
    return static_cast<uint32_t>(A > B ? A - B : A + MrgModulus1 - B);
  }
  uint32_t bits() {
    // Spread over 32 bits.
    return static_cast<uint32_t>(next() * 1.000000048662);
  }
  double uniformDouble() { return next() * 2.3283065498378288e-10; }
  float uniformFloat() { return static_cast<float>(uniformDouble()); }
  std::pair<float, float> normalFloats() {
    float U = uniformFloat();
    return toNormal(U, uniformFloat() * TwoPi);
  }
  std::pair<double, double> normalDoubles() {
    double U = uniformDouble();
    return toNormal(U, uniformDouble() * 2);
  }

private:
  std::array<uint32_t, 3> First, Second;
};

/// What \p Step does \p Count times.
template <typename Jump, typename Words>
Words repeated(Jump Step, uint64_t Count, Words W) {
  for (; Count; Count >>= 1) {
    if (Count & 1)
      W = Step(W);
    Step = Step.squared();
  }
  return W;
}

template <typename Jump> Jump powerOfTwo(Jump Step, int Exponent) {
  for (int I = 0; I < Exponent; ++I)
    Step = Step.squared();
  return Step;
}

// ===-- Philox
// -------------------------------------------------------------===//

/// Four results of a stream are a group: all its numbers are of one block of
/// the cipher, or, with two blocks a group, two of each.
class Philox4x32 : public RandomEngine {
public:
  explicit Philox4x32(const RandomSettings &Settings)
      : Key{static_cast<uint32_t>(Settings.Seed),
            static_cast<uint32_t>(Settings.Seed >> 32)},
        Position(Settings.Offset), Counters(Streams) {
    uint64_t Groups = Position / 4;
    for (uint64_t I = 0; I != Streams; ++I)
      Counters[I] = Groups / Streams + (I < Groups % Streams);
  }
  void bits(uint32_t *Out, int64_t Count) override {
    groups(Out, Count, 1,
           [](const Block &B, const Block &, auto &Result) { Result = B; });
  }
  void uniform(float *Out, int64_t Count) override {
    groups(Out, Count, 1, [](const Block &B, const Block &, auto &Result) {
      for (size_t I = 0; I != 4; ++I)
        Result[I] = toFloat(B[I]);
    });
  }
  void uniform(double *Out, int64_t Count) override {
    groups(Out, Count, 2, [](const Block &A, const Block &B, auto &Result) {
      Result = {toDouble(A[0], A[1]), toDouble(A[2], A[3]),
                toDouble(B[0], B[1]), toDouble(B[2], B[3])};
    });
  }
  void normal(float *Out, int64_t Count) override {
    groups(Out, Count, 1, [](const Block &B, const Block &, auto &Result) {
      std::tie(Result[0], Result[1]) = normalPair(B[0], B[1]);
      std::tie(Result[2], Result[3]) = normalPair(B[2], B[3]);
    });
  }
  void normal(double *Out, int64_t Count) override {
    groups(Out, Count, 2, [](const Block &A, const Block &B, auto &Result) {
      std::tie(Result[0], Result[1]) = normalPair(A[0], A[1], A[2], A[3]);
      std::tie(Result[2], Result[3]) = normalPair(B[0], B[1], B[2], B[3]);
    });
  }

private:
  using Block = std::array<uint32_t, 4>;
  static constexpr uint64_t Streams = 65536;

  Block block(uint64_t Counter, uint64_t Stream) const {
    Block C = {static_cast<uint32_t>(Counter),
               static_cast<uint32_t>(Counter >> 32),
               static_cast<uint32_t>(Stream), 0};
    uint32_t K0 = Key[0], K1 = Key[1];
    for (int Round = 0; Round != 10; ++Round) {
      uint64_t P0 = uint64_t(0xD2511F53) * C[0];
      uint64_t P1 = uint64_t(0xCD9E8D57) * C[2];
      C = {static_cast<uint32_t>(P1 >> 32) ^ C[1] ^ K0,
           static_cast<uint32_t>(P1),
           static_cast<uint32_t>(P0 >> 32) ^ C[3] ^ K1,
           static_cast<uint32_t>(P0)};
      K0 += 0x9E3779B9;
      K1 += 0xBB67AE85;
    }
    return C;
  }

  template <typename T, typename Body>
  void groups(T *Out, int64_t Count, uint64_t Blocks, Body Make) {
    for (int64_t Done = 0; Done < Count;) {
      uint64_t Stream = Position / 4 % Streams, Lane = Position % 4;
      uint64_t &Counter = Counters[Stream];
      Block A = block(Counter, Stream);
      Block B = Blocks == 2 ? block(Counter + 1, Stream) : A;
      std::array<T, 4> Result;
      Make(A, B, Result);
      for (; Lane != 4 && Done < Count; ++Lane, ++Position)
        Out[Done++] = Result[Lane];
      if (Lane == 4)
        Counter += Blocks;
    }
  }

  const std::array<uint32_t, 2> Key;
  uint64_t Position;
  std::vector<uint64_t> Counters; // of blocks, for each stream
};

} // namespace

std::unique_ptr<RandomEngine>
warprt::libraries::makeXorwow(const RandomSettings &Settings) {
  constexpr uint64_t Count = 4096;
  constexpr int Distance = 67; // 2^67 numbers between streams
  uint32_t S0 = static_cast<uint32_t>(Settings.Seed) ^ 0xaad26b49;
  uint32_t S1 = static_cast<uint32_t>(Settings.Seed >> 32) ^ 0xf7dcefdd;
  uint32_t T0 = 1099087573 * S0, T1 = 2591861531 * S1;
  // Marsaglia's words, changed by the seed.
  XorwowMap::Words W = {123456789 + T0, 362436069 ^ T0, 521288629 + T1,
                        88675123 ^ T1, 5783321 + T0};
  uint64_t Skipped = Settings.Offset / Count;
  auto Weyl = static_cast<uint32_t>(6615241 + T1 + T0 +
                                    XorwowStream::WeylStep * Skipped);
  W = repeated(XorwowMap::step(), Skipped, W);
  XorwowMap Jump = powerOfTwo(XorwowMap::step(), Distance);
  std::vector<XorwowStream> Streams;
  Streams.reserve(Count);
  for (uint64_t I = 0; I != Count; ++I) {
    Streams.emplace_back(W, Weyl); // 2^67 steps of the Weyl sequence are none
    W = Jump(W);
  }
  return std::make_unique<Interleaved<XorwowStream>>(std::move(Streams),
                                                     Settings.Offset);
}

std::unique_ptr<RandomEngine>
warprt::libraries::makeMrg32k3a(const RandomSettings &Settings) {
  constexpr int Distance = 76; // 2^76 numbers between streams
  auto Count = static_cast<uint64_t>(Settings.Streams);
  MrgWords W = {{12345, 12345, 12345}, {12345, 12345, 12345}};
  if (Settings.Seed) {
    uint64_t X1 = static_cast<uint32_t>(Settings.Seed) ^ 0x55555555;
    uint64_t X2 = static_cast<uint32_t>(Settings.Seed >> 32) ^ 0xAAAAAAAA;
    for (size_t I = 0; I != 3; ++I) {
      W.First[I] = W.First[I] * (I % 2 ? X2 : X1) % MrgModulus1;
      W.Second[I] = W.Second[I] * (I % 2 ? X1 : X2) % MrgModulus2;
    }
  }
  W = repeated(MrgJump::step(), Settings.Offset / Count, W);
  MrgJump Jump = powerOfTwo(MrgJump::step(), Distance);
  std::vector<MrgStream> Streams;
  Streams.reserve(Count);
  for (uint64_t I = 0; I != Count; ++I) {
    Streams.emplace_back(W);
    W = Jump(W);
  }
  return std::make_unique<Interleaved<MrgStream>>(std::move(Streams),
                                                  Settings.Offset);
}

std::unique_ptr<RandomEngine>
warprt::libraries::makePhilox(const RandomSettings &Settings) {
  return std::make_unique<Philox4x32>(Settings);
}
