//===-- DeviceLibraryTest.cpp - The device library on the CPU target ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loop partition and reductions for many shapes; complex functions against the
// host's C++ library within a few units in the last place, and at special
// values; the parts of real numbers exactly.
//
//===----------------------------------------------------------------------===//
#include "LaunchTestKernel.h"
#include <cfloat>
#include <cmath>
#include <complex>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

extern "C" const WarprtCpuProgram warpLibraryProgram;

namespace {

using Shape = emulator::Shape;

TEST(DeviceLibrary, LoopsVisitEveryIterationOnce) {
  for (Shape S : {Shape{{1, 1, 1}, {1, 1, 1}}, Shape{{3, 1, 1}, {1, 1, 1}},
                  Shape{{7, 5, 1}, {1, 1, 1}}, Shape{{64, 64, 1}, {1, 1, 1}}})
    for (int64_t NX : {0, 1, 6, 7, 50})
      for (int64_t NY : {0, 1, 9}) {
        std::vector<int> Visits(NX * NY + 1, 0);
        int *Address = Visits.data();
        void *Args[] = {&Address, &NX, &NY};
        launchTestKernel(warpLibraryProgram, "loopVisits", S, Args);
        for (int64_t J = 0; J < NY; ++J)
          for (int64_t I = 0; I < NX; ++I)
            ASSERT_EQ(Visits[J * NX + I], 1 + I + 10 * J);
        ASSERT_EQ(Visits[NX * NY], 0);
      }
}

struct Scratch {
  explicit Scratch(size_t Blocks, int Reductions)
      : Bytes(64 + Blocks * Reductions * 16, 0) {
    std::fill(Bytes.begin() + 64, Bytes.end(), char(0x5A));
  }
  bool headerIsZero() const {
    return std::all_of(Bytes.begin(), Bytes.begin() + 64,
                       [](char B) { return B == 0; });
  }
  std::vector<char> Bytes;
};

TEST(DeviceLibrary, LoopReductions) {
  std::vector<double> X;
  for (int I = 0; I < 1000; ++I)
    X.push_back((I * 37 % 101 - 50) * 0.5);
  for (int Blocks : {1, 2, 7, 1000})
    for (int64_t N : {0, 1, 999, 1000}) {
      Scratch Temp(Blocks, 3);
      struct alignas(16) Slot {
        union {
          double D;
          int64_t I;
        };
        double Rest;
      } Slots[3] = {};
      Slots[0].D = 5.0;
      Slots[1].D = 1e9;
      Slots[2].I = 3;
      double Sum = 5.0, Least = 1e9;
      int64_t Count = 3;
      for (int64_t I = 0; I < N; ++I) {
        Sum += X[I];
        Least = std::min(Least, X[I]);
        Count += X[I] > 0;
      }
      const double *In = X.data();
      void *SlotAddress = Slots, *TempAddress = Temp.Bytes.data();
      void *Args[] = {&In, &N, &SlotAddress, &TempAddress};
      launchTestKernel(warpLibraryProgram, "loopReduce",
                       {{Blocks, 1, 1}, {1, 1, 1}}, Args);
      EXPECT_EQ(Slots[0].D, Sum); // halves: exact in any order
      EXPECT_EQ(Slots[1].D, Least);
      EXPECT_EQ(Slots[2].I, Count);
      EXPECT_TRUE(Temp.headerIsZero());
    }
}

TEST(DeviceLibrary, GridReductions) {
  for (Shape S :
       {Shape{{1, 1, 1}, {1, 1, 1}}, Shape{{5, 1, 1}, {1, 1, 1}},
        Shape{{4, 1, 1}, {128, 1, 1}}, Shape{{3, 1, 1}, {100, 1, 1}},
        Shape{{2, 3, 1}, {8, 4, 2}}, Shape{{2, 1, 1}, {33, 1, 1}},
        Shape{{1, 1, 1}, {1024, 1, 1}}, Shape{{1, 1, 2}, {3, 5, 7}}}) {
    int Blocks = S.grid[0] * S.grid[1] * S.grid[2];
    int Threads = S.block[0] * S.block[1] * S.block[2] * Blocks;
    std::vector<int> In;
    for (int I = 0; I < Threads; ++I)
      In.push_back(I * 7919 % 601 - 300);
    Scratch Temp(Blocks, 16);
    alignas(16) char Slots[16][16] = {};
    auto Set = [&](int I, auto V) { std::memcpy(Slots[I], &V, sizeof V); };
    auto Get = [&]<typename T>(int I, T) {
      T V;
      std::memcpy(&V, Slots[I], sizeof V);
      return V;
    };
    Set(0, int32_t(100));
    Set(1, int32_t(5));
    Set(2, int16_t(-7));
    Set(3, int8_t(1));
    Set(4, int32_t(-1));
    Set(5, int64_t(1));
    Set(6, int32_t(3));
    Set(7, int32_t(1));
    Set(8, int8_t(0));
    Set(9, int64_t(1));
    Set(10, int16_t(0));
    Set(11, 1.5);
    Set(12, -1e9f);
    Set(13, 1.0);
    Set(14, std::complex<double>(1, 2));
    Set(15, std::complex<float>(1, 0));

    int32_t Add = 100, Min = 5, And = -1, Xor = 3;
    int16_t Max = -7;
    int8_t AddByte = 1;
    int64_t Or = 1;
    bool All = true, Any = false, Eqv = true, Neqv = false;
    double Sum = 1.5, Product = 1;
    float Most = -1e9f;
    std::complex<double> ComplexSum(1, 2);
    std::complex<float> ComplexProduct(1, 0);
    for (int V : In) {
      Add += V;
      Min = std::min(Min, V);
      Max = std::max(Max, int16_t(V));
      AddByte = int8_t(AddByte + V);
      And &= V | 0x40;
      Or |= int64_t(uint64_t(int64_t(V)) << 20);
      Xor ^= V;
      All = All && V > -301;
      Any = Any || V == 77;
      Eqv = Eqv == ((V & 1) != 0);
      Neqv = Neqv != ((V & 2) != 0);
      Sum += V * 0.25;
      Most = std::max(Most, V * 0.5f);
      Product *= (V & 7) == 3 ? 2.0 : 1.0;
      ComplexSum += std::complex<double>(V, -V * 0.5);
      ComplexProduct *=
          V & 1 ? std::complex<float>(0, 1) : std::complex<float>(1, 0);
    }
    const int *Address = In.data();
    void *SlotAddress = Slots, *TempAddress = Temp.Bytes.data();
    void *Args[] = {&Address, &SlotAddress, &TempAddress};
    launchTestKernel(warpLibraryProgram, "gridReduce", S, Args);
    SCOPED_TRACE(testing::Message() << Blocks << " blocks of " << S.block[0]
                                    << "x" << S.block[1] << "x" << S.block[2]);
    EXPECT_EQ(Get(0, Add), Add);
    EXPECT_EQ(Get(1, Min), Min);
    EXPECT_EQ(Get(2, Max), Max);
    EXPECT_EQ(Get(3, AddByte), AddByte);
    EXPECT_EQ(Get(4, And), And);
    EXPECT_EQ(Get(5, Or), Or);
    EXPECT_EQ(Get(6, Xor), Xor);
    EXPECT_EQ(Get(7, int32_t()), All);
    EXPECT_EQ(Get(8, int8_t()), Any);
    EXPECT_EQ(Get(9, int64_t()), Eqv);
    EXPECT_EQ(Get(10, int16_t()), Neqv);
    EXPECT_EQ(Get(11, Sum), Sum);
    EXPECT_EQ(Get(12, Most), Most);
    EXPECT_EQ(Get(13, Product), Product);
    EXPECT_EQ(Get(14, ComplexSum), ComplexSum);
    EXPECT_EQ(Get(15, ComplexProduct), ComplexProduct);
    EXPECT_TRUE(Temp.headerIsZero());
  }
}

/// Within `Ulps` units of the larger part: what users may expect of each part
/// where the other one dominates.
template <typename T>
void expectNear(std::complex<T> Got, std::complex<T> Want, double Ulps,
                const char *What, std::complex<T> At) {
  auto Same = [](T A, T B) {
    return A == B || (std::isnan(A) && std::isnan(B));
  };
  if (Same(Got.real(), Want.real()) && Same(Got.imag(), Want.imag()))
    return;
  T Size = std::max(std::fabs(Want.real()), std::fabs(Want.imag()));
  T Off = std::max(std::fabs(Got.real() - Want.real()),
                   std::fabs(Got.imag() - Want.imag()));
  EXPECT_LE(Off, Size * Ulps * std::numeric_limits<T>::epsilon())
      << What << At << " = " << Got << ", not " << Want;
}

const char *const UnaryNames[] = {"exp",  "log",  "sqrt",  "sin",   "cos",
                                  "tan",  "sinh", "cosh",  "tanh",  "asin",
                                  "acos", "atan", "asinh", "acosh", "atanh"};

template <typename T> std::complex<T> unary(int Index, std::complex<T> Z) {
  switch (Index) {
  case 0:
    return std::exp(Z);
  case 1:
    return std::log(Z);
  case 2:
    return std::sqrt(Z);
  case 3:
    return std::sin(Z);
  case 4:
    return std::cos(Z);
  case 5:
    return std::tan(Z);
  case 6:
    return std::sinh(Z);
  case 7:
    return std::cosh(Z);
  case 8:
    return std::tanh(Z);
  case 9:
    return std::asin(Z);
  case 10:
    return std::acos(Z);
  case 11:
    return std::atan(Z);
  case 12:
    return std::asinh(Z);
  case 13:
    return std::acosh(Z);
  default:
    return std::atanh(Z);
  }
}

template <typename T> std::vector<std::complex<T>> samples() {
  std::vector<std::complex<T>> Result;
  for (T Re :
       {-20.5, -3.25, -1.0, -0.3, -1e-8, 0.0, 1e-3, 0.5, 1.0, 2.75, 17.0})
    for (T Im : {-12.0, -2.5, -1.0, -1e-5, 0.0, 0.25, 1.0, 3.0, 25.0})
      Result.push_back({Re, Im});
  return Result;
}

TEST(DeviceLibrary, ComplexDouble) {
  std::vector<std::complex<double>> In = samples<double>();
  int N = int(In.size());
  std::vector<double> Out(42 * In.size());
  auto *InAddress = In.data();
  double *OutAddress = Out.data();
  void *Args[] = {&InAddress, &OutAddress, &N};
  launchTestKernel(warpLibraryProgram, "complexDouble", {{4, 1, 1}, {32, 1, 1}},
                   Args);
  for (int I = 0; I < N; ++I) {
    std::complex<double> Z = In[I], W(Z.imag(), 3.0);
    auto Got = [&](int K) {
      return std::complex<double>(Out[42 * I + 2 * K], Out[42 * I + 2 * K + 1]);
    };
    for (int K = 0; K < 15; ++K)
      if (!(K == 14 && std::fabs(Z.real()) == 1.0 && Z.imag() == 0.0) &&
          !(K == 1 && Z == 0.0))
        expectNear(Got(K), unary(K, Z), K == 14 ? 64 : 16, UnaryNames[K], Z);
    if (Z != 0.0)
      expectNear(Got(15), std::pow(Z, std::complex<double>(0.5, -0.25)), 32,
                 "pow", Z);
    expectNear(Got(16), Z * W, 4, "multiply", Z);
    expectNear(Got(17), Z / W, 8, "divide", Z);
    expectNear(Got(18), Z * Z * Z * Z * Z, 16, "power 5", Z);
    if (Z != 0.0)
      expectNear(Got(19), 1.0 / (Z * Z * Z), 16, "power -3", Z);
    EXPECT_EQ(Out[42 * I + 40], std::abs(Z));
  }
}

TEST(DeviceLibrary, ComplexSingle) {
  std::vector<std::complex<float>> In = samples<float>();
  int N = int(In.size());
  std::vector<float> Out(32 * In.size());
  auto *InAddress = In.data();
  float *OutAddress = Out.data();
  void *Args[] = {&InAddress, &OutAddress, &N};
  launchTestKernel(warpLibraryProgram, "complexSingle", {{4, 1, 1}, {32, 1, 1}},
                   Args);
  for (int I = 0; I < N; ++I) {
    std::complex<float> Z = In[I];
    std::complex<double> Wide = Z;
    for (int K = 0; K < 15; ++K) {
      if (K == 14 && std::fabs(Z.real()) == 1.0f && Z.imag() == 0.0f)
        continue;
      if (K == 1 && Z == 0.0f)
        continue;
      std::complex<double> Exact = unary(K, Wide);
      expectNear({Out[32 * I + 2 * K], Out[32 * I + 2 * K + 1]},
                 std::complex<float>(Exact), 2, UnaryNames[K], Z);
    }
  }
}

TEST(DeviceLibrary, ComplexSpecialValues) {
  double Inf = std::numeric_limits<double>::infinity();
  std::vector<std::complex<double>> In = {
      {Inf, 1.0}, {1.0, Inf}, {-Inf, 2.0}, {1e300, 1e300}, {1e-300, -1e-300}};
  int N = int(In.size());
  std::vector<double> Out(42 * In.size());
  auto *InAddress = In.data();
  double *OutAddress = Out.data();
  void *Args[] = {&InAddress, &OutAddress, &N};
  launchTestKernel(warpLibraryProgram, "complexDouble", {{1, 1, 1}, {32, 1, 1}},
                   Args);
  auto Got = [&](int I, int K) {
    return std::complex<double>(Out[42 * I + 2 * K], Out[42 * I + 2 * K + 1]);
  };
  EXPECT_EQ(Got(0, 0).real(), Inf);              // exp(inf + i)
  EXPECT_EQ(Got(2, 0), std::complex<double>(0)); // exp(-inf + 2i)
  EXPECT_EQ(Got(0, 2).real(), Inf);              // sqrt
  EXPECT_EQ(Got(1, 2), std::complex<double>(Inf, Inf));
  EXPECT_TRUE(std::isinf(Got(0, 16).real())); // products with infinities
  EXPECT_EQ(Out[40], Inf);
  expectNear(Got(3, 2), std::sqrt(In[3]), 4, "sqrt", In[3]);
  expectNear(Got(4, 2), std::sqrt(In[4]), 4, "sqrt", In[4]);
  expectNear(Got(3, 17), In[3] / std::complex<double>(1e300, 3.0), 4, "divide",
             In[3]);
}

template <typename T> void testParts(const char *Kernel) {
  constexpr T Least = std::numeric_limits<T>::denorm_min();
  constexpr T Tiny = std::numeric_limits<T>::min();
  constexpr T Huge = std::numeric_limits<T>::max();
  constexpr int Digits = std::numeric_limits<T>::digits;
  std::vector<T> In = {1,    -1,   T(0.1),    T(-7.25), T(3),      T(1e20),
                       Huge, Tiny, Tiny / 8,  Least,    -Least,    T(0),
                       8,    6,    T(-1e-20), T(4.5),   -Tiny / 2, T(1e-37)};
  int N = int(In.size());
  std::vector<T> Out(12 * In.size());
  T *InAddress = In.data(), *OutAddress = Out.data();
  void *Args[] = {&InAddress, &OutAddress, &N};
  launchTestKernel(warpLibraryProgram, Kernel, {{1, 1, 1}, {32, 1, 1}}, Args);
  for (int I = 0; I < N; ++I) {
    T X = In[I], *O = &Out[12 * I];
    SCOPED_TRACE(testing::Message() << "x = " << X);
    int Exponent = 0;
    T Fraction = std::frexp(X, &Exponent);
    EXPECT_EQ(O[0], Fraction);
    EXPECT_EQ(O[1], T(Exponent));
    EXPECT_EQ(O[2], std::ldexp(X, 3));
    EXPECT_EQ(O[3], std::ldexp(X, -140));
    EXPECT_EQ(O[4], X == 0 ? X : std::ldexp(Fraction, 2));
    EXPECT_EQ(O[5], X == 0
                        ? Tiny
                        : std::max(Tiny, std::ldexp(T(1), Exponent - Digits)));
    EXPECT_EQ(O[6], std::ldexp(std::fabs(Fraction), Digits));
    EXPECT_EQ(O[7], std::nextafter(X, std::numeric_limits<T>::infinity()));
    EXPECT_EQ(O[8], std::nextafter(X, -std::numeric_limits<T>::infinity()));
    T Remainder = std::fmod(X, T(-3));
    EXPECT_EQ(O[9], Remainder);
    EXPECT_EQ(O[10], Remainder > 0 ? Remainder - 3 : Remainder);
    EXPECT_EQ(O[11], std::ldexp(X, -1060));
  }
}

TEST(DeviceLibrary, PartsOfSingle) { testParts<float>("parts4"); }
TEST(DeviceLibrary, PartsOfDouble) { testParts<double>("parts8"); }

} // namespace
