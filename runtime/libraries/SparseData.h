//===-- runtime/libraries/SparseData.h - Sparse data on the CPU -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What handles and descriptors of cuSPARSE hold on the CPU, and how work reads
// the data that they describe. Work has copies of descriptors; it is queued,
// and only it may read device memory.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_SPARSEDATA_H
#define WARPRT_LIBRARIES_SPARSEDATA_H

#include "hal/Device.h"
#include "libraries/LibraryObject.h"
#include <complex>
#include <cstdint>
#include <cstring>
#include <vector>

namespace warprt::libraries {

enum CusparseStatus : int {
  CusparseSuccess = 0,
  CusparseNotInitialized = 1,
  CusparseInvalidValue = 3,
  CusparseExecutionFailed = 6,
  CusparseNotSupported = 10
};
enum class SparseFormat : int { Csr = 1, Csc = 2, Coo = 3 };
enum class SparseOperation : int { None = 0, Transpose = 1, Conjugate = 2 };

/// Base of what a handle or descriptor points to.
template <typename Self> struct SparseObject : LibraryObject<Self> {
  static int destroy(void *Handle) {
    return destroyObject<Self>(Handle, CusparseSuccess, CusparseNotInitialized);
  }
};

struct SparseHandle : SparseObject<SparseHandle> {
  static constexpr uint32_t Mark = 0x63755300;
  Queue *Q = nullptr;
  int32_t PointerMode = 0;
};

/// Integers of 32 or 64 bits, counted from the index base.
struct SparseIndices {
  void *Address = nullptr;
  int32_t Type = 0;
  int32_t Base = 0;

  static constexpr int32_t Narrow = 2, Wide = 3;
  bool valid() const {
    return (Type == Narrow || Type == Wide) && (Base == 0 || Base == 1);
  }
  int64_t operator[](int64_t I) const {
    return (Type == Wide ? static_cast<const int64_t *>(Address)[I]
                         : static_cast<const int32_t *>(Address)[I]) -
           Base;
  }
  void set(int64_t I, int64_t Value) const {
    if (Type == Wide)
      static_cast<int64_t *>(Address)[I] = Value + Base;
    else
      static_cast<int32_t *>(Address)[I] = static_cast<int32_t>(Value + Base);
  }
};

struct SparseVector : SparseObject<SparseVector> {
  static constexpr uint32_t Mark = 0x63755301;
  int64_t Size = 0, Count = 0;
  SparseIndices Indices;
  void *Values = nullptr;
  int32_t Type = 0;
};

struct DenseVector : SparseObject<DenseVector> {
  static constexpr uint32_t Mark = 0x63755302;
  int64_t Size = 0;
  void *Values = nullptr;
  int32_t Type = 0;
};

struct DenseMatrix : SparseObject<DenseMatrix> {
  static constexpr uint32_t Mark = 0x63755303;
  int64_t Rows = 0, Columns = 0, Lead = 0;
  void *Values = nullptr;
  int32_t Type = 0, Order = 1;

  int64_t rows(SparseOperation Op) const {
    return Op == SparseOperation::None ? Rows : Columns;
  }
  int64_t columns(SparseOperation Op) const {
    return Op == SparseOperation::None ? Columns : Rows;
  }
  template <typename T> T &at(int64_t Row, int64_t Column) const {
    return static_cast<T *>(
        Values)[Order == 1 ? Row + Column * Lead : Row * Lead + Column];
  }
};

struct SparseMatrix : SparseObject<SparseMatrix> {
  static constexpr uint32_t Mark = 0x63755304;
  SparseFormat Format = SparseFormat::Csr;
  int64_t Rows = 0, Columns = 0, Count = 0;
  /// Where each row (CSR) or column (CSC) begins; the row of each entry (COO).
  SparseIndices Outer;
  /// The column (CSR, COO) or row (CSC) of each entry.
  SparseIndices Inner;
  void *Values = nullptr;
  int32_t Type = 0;
  int32_t FillMode = 0, DiagonalType = 0;

  int64_t rows(SparseOperation Op) const {
    return Op == SparseOperation::None ? Rows : Columns;
  }
  int64_t columns(SparseOperation Op) const {
    return Op == SparseOperation::None ? Columns : Rows;
  }
  /// Calls \p Use with the row, the column and the number of each entry.
  template <typename Body> void entries(Body Use) const {
    if (Format == SparseFormat::Coo) {
      for (int64_t K = 0; K < Count; ++K)
        Use(Outer[K], Inner[K], K);
      return;
    }
    bool ByRows = Format == SparseFormat::Csr;
    for (int64_t I = 0, N = ByRows ? Rows : Columns; I < N; ++I)
      for (int64_t K = Outer[I], End = Outer[I + 1]; K < End; ++K)
        ByRows ? Use(I, Inner[K], K) : Use(Inner[K], I, K);
  }
};

template <typename T> T conjugateIf(bool Conjugate, T Value) {
  if constexpr (std::is_same_v<T, std::complex<float>> ||
                std::is_same_v<T, std::complex<double>>)
    return Conjugate ? std::conj(Value) : Value;
  else
    return Value;
}

/// The entries of op(A) by rows, with its values.
template <typename T> struct SparseRows {
  SparseRows(const SparseMatrix &A, SparseOperation Op)
      : Begins(static_cast<size_t>(A.rows(Op)) + 1) {
    bool Swap = Op != SparseOperation::None;
    A.entries([&](int64_t Row, int64_t Column, int64_t) {
      ++Begins[static_cast<size_t>(Swap ? Column : Row) + 1];
    });
    for (size_t I = 1; I < Begins.size(); ++I)
      Begins[I] += Begins[I - 1];
    Columns.resize(static_cast<size_t>(Begins.back()));
    Values.resize(Columns.size());
    std::vector<int64_t> Next(Begins.begin(), Begins.end() - 1);
    const T *Given = static_cast<const T *>(A.Values);
    A.entries([&](int64_t Row, int64_t Column, int64_t K) {
      auto At =
          static_cast<size_t>(Next[static_cast<size_t>(Swap ? Column : Row)]++);
      Columns[At] = Swap ? Row : Column;
      Values[At] = conjugateIf(Op == SparseOperation::Conjugate, Given[K]);
    });
  }
  /// Calls \p Use with the column and the value of each entry of a row.
  template <typename Body> void row(int64_t Row, Body Use) const {
    auto I = static_cast<size_t>(Row);
    for (int64_t K = Begins[I]; K < Begins[I + 1]; ++K)
      Use(Columns[static_cast<size_t>(K)], Values[static_cast<size_t>(K)]);
  }
  std::vector<int64_t> Begins, Columns;
  std::vector<T> Values;
};

/// A scalar: of the host, read when the call is made, or in device memory.
class SparseScalar {
public:
  SparseScalar(const SparseHandle &H, const void *Given, size_t Bytes)
      : Address(H.PointerMode == 0 ? nullptr : Given) {
    if (!Address)
      std::memcpy(Value, Given, Bytes);
  }
  template <typename T> T get() const {
    T Result;
    std::memcpy(static_cast<void *>(&Result), Address ? Address : Value,
                sizeof Result);
    return Result;
  }

private:
  const void *Address;
  char Value[16] = {};
};

/// Calls \p Use with a value of the type that \p Type of cudaDataType names;
/// false for those that the CPU has no version of.
template <typename Body> bool withValueType(int32_t Type, Body Use) {
  switch (Type) {
  case 0:
    Use(float());
    return true;
  case 1:
    Use(double());
    return true;
  case 4:
    Use(std::complex<float>());
    return true;
  case 5:
    Use(std::complex<double>());
    return true;
  default:
    return false;
  }
}

/// Bytes of a value; 16 at most.
inline size_t sizeOf(int32_t Type) {
  size_t Bytes = 0;
  withValueType(Type, [&](auto Value) { Bytes = sizeof Value; });
  return Bytes;
}

template <typename Object> int create(void *Result, Object Made = {}) {
  if (!Result)
    return CusparseInvalidValue;
  *static_cast<void **>(Result) = new Object(Made);
  return CusparseSuccess;
}

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_SPARSEDATA_H
