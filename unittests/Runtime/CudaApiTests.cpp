//===-- unittests/Runtime/CudaApiTests.cpp - The C functions behind cudafor
//===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls with descriptors as compiled Fortran code passes them: counts of
// elements, sections, pointer objects, memory and stream functions, properties.
//
//===----------------------------------------------------------------------===//
#include "TestBackends.h"
#include "core/Descriptor.h"
#include "core/Diagnostics.h"
#include "core/Runtime.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace warprt;
using namespace warprt::test;

extern "C" {
int warprt_cudaMemcpy_i4(const Descriptor *, const Descriptor *, int32_t,
                         const int *);
int warprt_cudaMemcpy_i8(const Descriptor *, const Descriptor *, int64_t,
                         const int *);
int warprt_cudaMemcpyAsync_i4_i8(const Descriptor *, const Descriptor *,
                                 int32_t, const int64_t *);
int warprt_cudaMemcpy2D_i4(const Descriptor *, int32_t, const Descriptor *,
                           int32_t, int32_t, int32_t, const int *);
int warprt_cudaMemset_i4(const Descriptor *, const Descriptor *, int32_t);
int warprt_cudaMemset2D_i4(const Descriptor *, int32_t, const Descriptor *,
                           int32_t, int32_t);
int warprt_cudaMalloc_ptr_i8(void **, int64_t);
int warprt_cudaMalloc_r4_i4(Descriptor *, int32_t);
int warprt_cudaFree_ptr(void **);
int warprt_malloc_async_ptr_88_(void **, const int64_t *, const int64_t *);
int warprt_free_async_ptr_8_(void **, const int64_t *);
int warprt_cudaFree_r4(Descriptor *);
int warprt_cudaMemGetInfo(int64_t *, int64_t *);
int warprt_cudaGetDeviceCount(int *);
int warprt_cudaSetDevice(int);
int warprt_cudaDeviceGetAttribute(int *, int, int);
int warprt_cudaDeviceSynchronize();
int warprt_cudaStreamCreate(int64_t *);
int warprt_cudaStreamDestroy(int64_t);
int warprt_cudaforSetDefaultStream_i8(int64_t);
int64_t warprt_cudaforGetDefaultStream();
int warprt_cudaGetLastError();
}

namespace {

class CudaApi : public testing::Test {
protected:
  void SetUp() override {
    useBackend(makeBackend("cpu"));
    EXPECT_EQ(warprt_cudaMalloc_ptr_i8(&P, 400), 0);
    for (int I = 0; I < 100; ++I)
      Host[I] = I;
  }
  void TearDown() override {
    EXPECT_EQ(warprt_cudaFree_ptr(&P), 0);
    useBackend(nullptr);
  }
  Descriptor &object(DescriptorStorage &S, void *Base, int64_t N,
                     size_t Element = 4, CFI_type_t Type = CFI_type_int32_t) {
    Descriptor &D = S.get();
    D.base_addr = Base;
    D.elem_len = Element;
    D.version = CFI_VERSION;
    D.rank = N < 0 ? 0 : 1;
    D.type = Type;
    D.attribute = CFI_attribute_other;
    D.extra = 0;
    D.dim[0] = {1, N, static_cast<CFI_index_t>(Element)};
    return D;
  }
  /// A scalar of type(c_devptr) that points to device memory.
  Descriptor &pointer(DescriptorStorage &S) {
    return object(S, &P, -1, 8, CFI_type_cptr);
  }

  void *P = nullptr;
  int Host[100], Out[100] = {};
  DescriptorStorage A, B, C;
};

TEST_F(CudaApi, CountsElements) {
  int *Device = static_cast<int *>(P);
  EXPECT_EQ(warprt_cudaMemcpy_i4(&object(A, Device, 100), &object(B, Host, 100),
                                 100, nullptr),
            0);
  EXPECT_EQ(Device[99], 99);
  int ToHost = 2;
  EXPECT_EQ(warprt_cudaMemcpy_i8(&object(A, Out, 100),
                                 &object(B, Device + 50, -1), 10, &ToHost),
            0);
  EXPECT_EQ(Out[9], 59);
  EXPECT_EQ(Out[10], 0);
}

TEST_F(CudaApi, CountsBytesThroughPointers) {
  EXPECT_EQ(
      warprt_cudaMemcpy_i4(&pointer(A), &object(B, Host, 100), 40, nullptr), 0);
  EXPECT_EQ(static_cast<int *>(P)[9], 9);
  EXPECT_EQ(
      warprt_cudaMemcpy_i4(&pointer(A), &object(B, Host, 100), 404, nullptr),
      1);
  EXPECT_EQ(warprt_cudaGetLastError(), 1);
}

TEST_F(CudaApi, RefusesWhatDoesNotFit) {
  Descriptor &D = object(A, P, 100);
  int Wrong = 7;
  EXPECT_EQ(warprt_cudaMemcpy_i4(&D, &object(B, Host, 100), 1, &Wrong), 21);
  EXPECT_EQ(warprt_cudaMemcpy_i4(&D, &object(B, Host, 100), -1, nullptr), 1);
  EXPECT_EQ(warprt_cudaMemcpy_i4(&D, &object(B, Host, 50, 8), 1, nullptr), 1);
  EXPECT_EQ(warprt_cudaMemcpy_i4(&D, &object(B, Host, 100), 0, nullptr), 0);
  int ToHost = 2;
  EXPECT_EQ(warprt_cudaMemcpy_i4(&D, &object(B, Host, 100), 4, &ToHost), 1);
  EXPECT_EQ(
      warprt_cudaMemcpy2D_i4(&D, 4, &object(B, Host, 100), 10, 5, 2, nullptr),
      12);
  (void)takeLastError();
}

TEST_F(CudaApi, CopiesWholeSections) {
  Descriptor &Even = object(B, Host, 50);
  Even.dim[0].sm = 8;
  EXPECT_EQ(warprt_cudaMemcpy_i4(&object(A, P, 50), &Even, 50, nullptr), 0);
  EXPECT_EQ(static_cast<int *>(P)[49], 98);
  EXPECT_EQ(warprt_cudaMemcpy_i4(&object(A, P, 50), &Even, 20, nullptr), 1);
  (void)takeLastError();
}

TEST_F(CudaApi, CopiesRowsAndFills) {
  EXPECT_EQ(warprt_cudaMemcpy2D_i4(&object(A, P, 100), 10,
                                   &object(B, Host, 100), 20, 5, 3, nullptr),
            0);
  EXPECT_EQ(static_cast<int *>(P)[12], 22);
  int Value = -3;
  EXPECT_EQ(warprt_cudaMemset_i4(&object(A, P, 100), &object(B, &Value, -1), 7),
            0);
  EXPECT_EQ(static_cast<int *>(P)[6], -3);
  EXPECT_NE(static_cast<int *>(P)[7], -3);
  EXPECT_EQ(warprt_cudaMemset2D_i4(&object(A, P, 100), 10,
                                   &object(B, &Value, -1), 2, 3),
            0);
  EXPECT_EQ(static_cast<int *>(P)[21], -3);
  float Real = 1;
  EXPECT_EQ(warprt_cudaMemset_i4(&object(A, P, 100),
                                 &object(B, &Real, -1, 4, CFI_type_float), 1),
            1);
  (void)takeLastError();
}

TEST_F(CudaApi, AllocatesArrays) {
  Descriptor &X = object(A, nullptr, 0, 4, CFI_type_float);
  X.attribute = CFI_attribute_allocatable;
  EXPECT_EQ(warprt_cudaMalloc_r4_i4(&X, 12), 0);
  EXPECT_EQ(X.dim[0].extent, 12);
  EXPECT_EQ(allocatorOf(X), Allocator::Device);
  EXPECT_EQ(warprt_cudaMalloc_r4_i4(&X, 12), 1);
  EXPECT_EQ(warprt_cudaFree_r4(&X), 0);
  EXPECT_EQ(warprt_cudaFree_r4(&X), 0);
  void *Huge = &X;
  EXPECT_EQ(warprt_cudaMalloc_ptr_i8(&Huge, int64_t(1) << 60), 2);
  EXPECT_EQ(Huge, nullptr);
  (void)takeLastError();
}

TEST_F(CudaApi, DefaultStream) {
  int64_t S = 0;
  EXPECT_EQ(warprt_cudaStreamCreate(&S), 0);
  EXPECT_EQ(warprt_cudaforSetDefaultStream_i8(S), 0);
  EXPECT_EQ(warprt_cudaforGetDefaultStream(), S);
  EXPECT_EQ(warprt_cudaMemcpyAsync_i4_i8(&object(A, P, 100),
                                         &object(B, Host, 100), 100, nullptr),
            0);
  EXPECT_EQ(warprt_cudaforSetDefaultStream_i8(0x9999), 400);
  EXPECT_EQ(warprt_cudaStreamDestroy(S), 0);
  EXPECT_EQ(warprt_cudaforGetDefaultStream(), 0);
  EXPECT_EQ(warprt_cudaStreamDestroy(0), 400);
  (void)takeLastError();
}

/// Freeing in order does not wait, where the driver can.
TEST(CudaApiOrdered, FreesWithoutWaiting) {
  useBackend(makeBackend("mock"));
  int64_t S = 0, Bytes = 64;
  void *Address = nullptr;
  EXPECT_EQ(warprt_cudaStreamCreate(&S), 0);
  EXPECT_EQ(warprt_malloc_async_ptr_88_(&Address, &Bytes, &S), 0);
  EXPECT_EQ(warprt_free_async_ptr_8_(&Address, &S), 0);
  EXPECT_EQ(mock().Calls("cuMemFreeAsync"), 1);
  EXPECT_EQ(mock().Calls("cuStreamSynchronize"), 0);
  mock().FailAlways("cuMemFreeAsync", 801);
  EXPECT_EQ(warprt_malloc_async_ptr_88_(&Address, &Bytes, &S), 0);
  EXPECT_EQ(warprt_free_async_ptr_8_(&Address, &S), 0);
  EXPECT_EQ(mock().Calls("cuStreamSynchronize"), 1);
  EXPECT_EQ(mock().Calls("cuMemFree_v2"), 1);
  mock().Reset();
  useBackend(nullptr);
}

TEST_F(CudaApi, Devices) {
  int Count = 0, Value = 0;
  EXPECT_EQ(warprt_cudaGetDeviceCount(&Count), 0);
  EXPECT_EQ(Count, 1);
  EXPECT_EQ(warprt_cudaSetDevice(1), 101);
  EXPECT_EQ(warprt_cudaDeviceGetAttribute(&Value, 10, 0), 0);
  EXPECT_EQ(Value, 32);
  EXPECT_EQ(warprt_cudaDeviceGetAttribute(&Value, 100000, 0), 1);
  int64_t Free = 0, Total = 0;
  EXPECT_EQ(warprt_cudaMemGetInfo(&Free, &Total), 0);
  EXPECT_EQ(Free, Total - 400);
  (void)takeLastError();
}

} // namespace
