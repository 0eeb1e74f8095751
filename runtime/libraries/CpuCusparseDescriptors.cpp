//===-- runtime/libraries/CpuCusparseDescriptors.cpp - Descriptors --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CpuCusparse.h: handles and descriptors.
//
//===----------------------------------------------------------------------===//
#include "libraries/CpuCusparse.h"

using namespace warprt;
using namespace warprt::libraries;

namespace {

using Descriptors = CpuCusparseDescriptors;

/// Writes \p Value to where the program wants it, if it does.
template <typename T> void put(void *Result, T Value) {
  if (Result)
    *static_cast<T *>(Result) = Value;
}

/// Does \p Use on the object of a handle.
template <typename Object, typename Body> int onObject(void *Handle, Body Use) {
  Object *Found = Object::from(Handle);
  if (!Found)
    return CusparseInvalidValue;
  Use(*Found);
  return CusparseSuccess;
}

int createMatrix(void *Result, SparseFormat Format, int64_t Rows,
                 int64_t Columns, int64_t Count, SparseIndices Outer,
                 SparseIndices Inner, void *Values, int32_t Type) {
  if (Rows < 0 || Columns < 0 || Count < 0 || !Outer.valid() || !Inner.valid())
    return CusparseInvalidValue;
  SparseMatrix M;
  M.Format = Format;
  M.Rows = Rows;
  M.Columns = Columns;
  M.Count = Count;
  M.Outer = Outer;
  M.Inner = Inner;
  M.Values = Values;
  M.Type = Type;
  return create(Result, M);
}

int setPointers(void *Matrix, SparseFormat Format, void *Outer, void *Inner,
                void *Values) {
  SparseMatrix *M = SparseMatrix::from(Matrix);
  if (!M || M->Format != Format)
    return CusparseInvalidValue;
  M->Outer.Address = Outer;
  M->Inner.Address = Inner;
  M->Values = Values;
  return CusparseSuccess;
}

/// The field that an attribute is; null for unknown ones.
int32_t *attribute(void *Matrix, int32_t Attribute, void *Data, int64_t Size) {
  SparseMatrix *M = SparseMatrix::from(Matrix);
  if (!M || !Data || Size != 4 || Attribute < 0 || Attribute > 1)
    return nullptr;
  return Attribute == 0 ? &M->FillMode : &M->DiagonalType;
}

/// That of the headers that the interfaces were made from.
constexpr int32_t Version[] = {12, 6, 3};

} // namespace

// ===-- Handles
// -------------------------------------------------------------===//

int Descriptors::cusparseCreate(void *handle) {
  return create<SparseHandle>(handle);
}
int Descriptors::cusparseDestroy(void *handle) {
  return SparseHandle::destroy(handle);
}
int Descriptors::cusparseGetVersion(void *handle, void *version) {
  if (!SparseHandle::from(handle))
    return CusparseNotInitialized;
  put(version, Version[0] * 1000 + Version[1] * 100 + Version[2]);
  return CusparseSuccess;
}
int Descriptors::cusparseGetProperty(int32_t type, void *value) {
  if (type < 0 || type > 2 || !value)
    return CusparseInvalidValue;
  put(value, Version[type]);
  return CusparseSuccess;
}
int Descriptors::cusparseSetStream(void *handle, int64_t streamId) {
  SparseHandle *H = SparseHandle::from(handle);
  if (!H)
    return CusparseNotInitialized;
  H->Q = reinterpret_cast<Queue *>(streamId);
  return CusparseSuccess;
}
int Descriptors::cusparseGetStream(void *handle, void *streamId) {
  SparseHandle *H = SparseHandle::from(handle);
  if (!H)
    return CusparseNotInitialized;
  put(streamId, H->Q);
  return CusparseSuccess;
}
int Descriptors::cusparseSetPointerMode(void *handle, int32_t mode) {
  SparseHandle *H = SparseHandle::from(handle);
  if (!H)
    return CusparseNotInitialized;
  if (mode != 0 && mode != 1)
    return CusparseInvalidValue;
  H->PointerMode = mode;
  return CusparseSuccess;
}
int Descriptors::cusparseGetPointerMode(void *handle, void *mode) {
  SparseHandle *H = SparseHandle::from(handle);
  if (!H)
    return CusparseNotInitialized;
  put(mode, H->PointerMode);
  return CusparseSuccess;
}

// ===-- Vectors and dense matrices
// -----------------------------------------===//

int Descriptors::cusparseCreateSpVec(void *spVecDescr, int64_t size,
                                     int64_t nnz, void *indices, void *values,
                                     int32_t idxType, int32_t idxBase,
                                     int32_t valueType) {
  SparseVector V;
  V.Size = size;
  V.Count = nnz;
  V.Indices = {indices, idxType, idxBase};
  V.Values = values;
  V.Type = valueType;
  if (size < 0 || nnz < 0 || nnz > size || !V.Indices.valid())
    return CusparseInvalidValue;
  return create(spVecDescr, V);
}
int Descriptors::cusparseCreateConstSpVec(void *spVecDescr, int64_t size,
                                          int64_t nnz, void *indices,
                                          void *values, int32_t idxType,
                                          int32_t idxBase, int32_t valueType) {
  return cusparseCreateSpVec(spVecDescr, size, nnz, indices, values, idxType,
                             idxBase, valueType);
}
int Descriptors::cusparseDestroySpVec(void *spVecDescr) {
  return SparseVector::destroy(spVecDescr);
}
int Descriptors::cusparseSpVecSetValues(void *spVecDescr, void *values) {
  return onObject<SparseVector>(spVecDescr,
                                [=](SparseVector &V) { V.Values = values; });
}

int Descriptors::cusparseCreateDnVec(void *dnVecDescr, int64_t size,
                                     void *values, int32_t valueType) {
  if (size < 0)
    return CusparseInvalidValue;
  DenseVector V;
  V.Size = size;
  V.Values = values;
  V.Type = valueType;
  return create(dnVecDescr, V);
}
int Descriptors::cusparseCreateConstDnVec(void *dnVecDescr, int64_t size,
                                          void *values, int32_t valueType) {
  return cusparseCreateDnVec(dnVecDescr, size, values, valueType);
}
int Descriptors::cusparseDestroyDnVec(void *dnVecDescr) {
  return DenseVector::destroy(dnVecDescr);
}
int Descriptors::cusparseDnVecGet(void *dnVecDescr, void *size, void *values,
                                  void *valueType) {
  return onObject<DenseVector>(dnVecDescr, [=](DenseVector &V) {
    put(size, V.Size);
    put(values, V.Values);
    put(valueType, V.Type);
  });
}
int Descriptors::cusparseDnVecGetValues(void *dnVecDescr, void *values) {
  return onObject<DenseVector>(dnVecDescr,
                               [=](DenseVector &V) { put(values, V.Values); });
}
int Descriptors::cusparseDnVecSetValues(void *dnVecDescr, void *values) {
  return onObject<DenseVector>(dnVecDescr,
                               [=](DenseVector &V) { V.Values = values; });
}

int Descriptors::cusparseCreateDnMat(void *dnMatDescr, int64_t rows,
                                     int64_t cols, int64_t ld, void *values,
                                     int32_t valueType, int32_t order) {
  if (rows < 0 || cols < 0 || (order != 1 && order != 2) ||
      ld < (order == 1 ? rows : cols))
    return CusparseInvalidValue;
  DenseMatrix M;
  M.Rows = rows;
  M.Columns = cols;
  M.Lead = ld;
  M.Values = values;
  M.Type = valueType;
  M.Order = order;
  return create(dnMatDescr, M);
}
int Descriptors::cusparseCreateConstDnMat(void *dnMatDescr, int64_t rows,
                                          int64_t cols, int64_t ld,
                                          void *values, int32_t valueType,
                                          int32_t order) {
  return cusparseCreateDnMat(dnMatDescr, rows, cols, ld, values, valueType,
                             order);
}
int Descriptors::cusparseDestroyDnMat(void *dnMatDescr) {
  return DenseMatrix::destroy(dnMatDescr);
}
int Descriptors::cusparseDnMatGet(void *dnMatDescr, void *rows, void *cols,
                                  void *ld, void *values, void *type,
                                  void *order) {
  return onObject<DenseMatrix>(dnMatDescr, [=](DenseMatrix &M) {
    put(rows, M.Rows);
    put(cols, M.Columns);
    put(ld, M.Lead);
    put(values, M.Values);
    put(type, M.Type);
    put(order, M.Order);
  });
}
int Descriptors::cusparseDnMatGetValues(void *dnMatDescr, void *values) {
  return onObject<DenseMatrix>(dnMatDescr,
                               [=](DenseMatrix &M) { put(values, M.Values); });
}
int Descriptors::cusparseDnMatSetValues(void *dnMatDescr, void *values) {
  return onObject<DenseMatrix>(dnMatDescr,
                               [=](DenseMatrix &M) { M.Values = values; });
}

// ===-- Sparse matrices
// -----------------------------------------------------===//

int Descriptors::cusparseCreateCsr(void *spMatDescr, int64_t rows, int64_t cols,
                                   int64_t nnz, void *csrRowOffsets,
                                   void *csrColInd, void *csrValues,
                                   int32_t csrRowOffsetsType,
                                   int32_t csrColIndType, int32_t idxBase,
                                   int32_t valueType) {
  return createMatrix(spMatDescr, SparseFormat::Csr, rows, cols, nnz,
                      {csrRowOffsets, csrRowOffsetsType, idxBase},
                      {csrColInd, csrColIndType, idxBase}, csrValues,
                      valueType);
}
int Descriptors::cusparseCreateConstCsr(void *spMatDescr, int64_t rows,
                                        int64_t cols, int64_t nnz,
                                        void *csrRowOffsets, void *csrColInd,
                                        void *csrValues,
                                        int32_t csrRowOffsetsType,
                                        int32_t csrColIndType, int32_t idxBase,
                                        int32_t valueType) {
  return cusparseCreateCsr(spMatDescr, rows, cols, nnz, csrRowOffsets,
                           csrColInd, csrValues, csrRowOffsetsType,
                           csrColIndType, idxBase, valueType);
}
int Descriptors::cusparseCreateCsc(void *spMatDescr, int64_t rows, int64_t cols,
                                   int64_t nnz, void *cscColOffsets,
                                   void *cscRowInd, void *cscValues,
                                   int32_t cscColOffsetsType,
                                   int32_t cscRowIndType, int32_t idxBase,
                                   int32_t valueType) {
  return createMatrix(spMatDescr, SparseFormat::Csc, rows, cols, nnz,
                      {cscColOffsets, cscColOffsetsType, idxBase},
                      {cscRowInd, cscRowIndType, idxBase}, cscValues,
                      valueType);
}
int Descriptors::cusparseCreateConstCsc(void *spMatDescr, int64_t rows,
                                        int64_t cols, int64_t nnz,
                                        void *cscColOffsets, void *cscRowInd,
                                        void *cscValues,
                                        int32_t cscColOffsetsType,
                                        int32_t cscRowIndType, int32_t idxBase,
                                        int32_t valueType) {
  return cusparseCreateCsc(spMatDescr, rows, cols, nnz, cscColOffsets,
                           cscRowInd, cscValues, cscColOffsetsType,
                           cscRowIndType, idxBase, valueType);
}
int Descriptors::cusparseCreateCoo(void *spMatDescr, int64_t rows, int64_t cols,
                                   int64_t nnz, void *cooRowInd,
                                   void *cooColInd, void *cooValues,
                                   int32_t cooIdxType, int32_t idxBase,
                                   int32_t valueType) {
  return createMatrix(spMatDescr, SparseFormat::Coo, rows, cols, nnz,
                      {cooRowInd, cooIdxType, idxBase},
                      {cooColInd, cooIdxType, idxBase}, cooValues, valueType);
}
int Descriptors::cusparseCreateConstCoo(void *spMatDescr, int64_t rows,
                                        int64_t cols, int64_t nnz,
                                        void *cooRowInd, void *cooColInd,
                                        void *cooValues, int32_t cooIdxType,
                                        int32_t idxBase, int32_t valueType) {
  return cusparseCreateCoo(spMatDescr, rows, cols, nnz, cooRowInd, cooColInd,
                           cooValues, cooIdxType, idxBase, valueType);
}
int Descriptors::cusparseDestroySpMat(void *spMatDescr) {
  return SparseMatrix::destroy(spMatDescr);
}

int Descriptors::cusparseCsrSetPointers(void *spMatDescr, void *csrRowOffsets,
                                        void *csrColInd, void *csrValues) {
  return setPointers(spMatDescr, SparseFormat::Csr, csrRowOffsets, csrColInd,
                     csrValues);
}
int Descriptors::cusparseCscSetPointers(void *spMatDescr, void *cscColOffsets,
                                        void *cscRowInd, void *cscValues) {
  return setPointers(spMatDescr, SparseFormat::Csc, cscColOffsets, cscRowInd,
                     cscValues);
}
int Descriptors::cusparseCooSetPointers(void *spMatDescr, void *cooRows,
                                        void *cooColumns, void *cooValues) {
  return setPointers(spMatDescr, SparseFormat::Coo, cooRows, cooColumns,
                     cooValues);
}

int Descriptors::cusparseSpMatGetFormat(void *spMatDescr, void *format) {
  return onObject<SparseMatrix>(spMatDescr, [=](SparseMatrix &M) {
    put(format, static_cast<int32_t>(M.Format));
  });
}
int Descriptors::cusparseSpMatGetIndexBase(void *spMatDescr, void *idxBase) {
  return onObject<SparseMatrix>(
      spMatDescr, [=](SparseMatrix &M) { put(idxBase, M.Inner.Base); });
}
int Descriptors::cusparseSpMatGetSize(void *spMatDescr, void *rows, void *cols,
                                      void *nnz) {
  return onObject<SparseMatrix>(spMatDescr, [=](SparseMatrix &M) {
    put(rows, M.Rows);
    put(cols, M.Columns);
    put(nnz, M.Count);
  });
}
int Descriptors::cusparseSpMatGetValues(void *spMatDescr, void *values) {
  return onObject<SparseMatrix>(
      spMatDescr, [=](SparseMatrix &M) { put(values, M.Values); });
}
int Descriptors::cusparseSpMatSetValues(void *spMatDescr, void *values) {
  return onObject<SparseMatrix>(spMatDescr,
                                [=](SparseMatrix &M) { M.Values = values; });
}
int Descriptors::cusparseSpMatGetAttribute(void *spMatDescr, int32_t which,
                                           void *data, int64_t dataSize) {
  int32_t *Field = attribute(spMatDescr, which, data, dataSize);
  if (!Field)
    return CusparseInvalidValue;
  put(data, *Field);
  return CusparseSuccess;
}
int Descriptors::cusparseSpMatSetAttribute(void *spMatDescr, int32_t which,
                                           void *data, int64_t dataSize) {
  int32_t *Field = attribute(spMatDescr, which, data, dataSize);
  if (!Field)
    return CusparseInvalidValue;
  *Field = *static_cast<const int32_t *>(data);
  return CusparseSuccess;
}
