//===-- runtime/libraries/CpuCusparse.h - cuSPARSE on the CPU ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions with the names and parameters of cuSPARSE's generic interface, for
// matrices in the formats CSR, CSC and COO with real and complex values and
// indices of 32 and 64 bits. The work is done by loops over the entries.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_CPUCUSPARSE_H
#define WARPRT_LIBRARIES_CPUCUSPARSE_H

#include "libraries/SparseData.h"

namespace warprt::libraries {

/// Handles and descriptors.
struct CpuCusparseDescriptors {
  static int cusparseCreate(void *handle);
  static int cusparseDestroy(void *handle);
  static int cusparseGetVersion(void *handle, void *version);
  static int cusparseGetProperty(int32_t type, void *value);
  static int cusparseSetStream(void *handle, int64_t streamId);
  static int cusparseGetStream(void *handle, void *streamId);
  static int cusparseSetPointerMode(void *handle, int32_t mode);
  static int cusparseGetPointerMode(void *handle, void *mode);

  static int cusparseCreateSpVec(void *spVecDescr, int64_t size, int64_t nnz,
                                 void *indices, void *values, int32_t idxType,
                                 int32_t idxBase, int32_t valueType);
  static int cusparseCreateConstSpVec(void *spVecDescr, int64_t size,
                                      int64_t nnz, void *indices, void *values,
                                      int32_t idxType, int32_t idxBase,
                                      int32_t valueType);
  static int cusparseDestroySpVec(void *spVecDescr);
  static int cusparseSpVecSetValues(void *spVecDescr, void *values);

  static int cusparseCreateDnVec(void *dnVecDescr, int64_t size, void *values,
                                 int32_t valueType);
  static int cusparseCreateConstDnVec(void *dnVecDescr, int64_t size,
                                      void *values, int32_t valueType);
  static int cusparseDestroyDnVec(void *dnVecDescr);
  static int cusparseDnVecGet(void *dnVecDescr, void *size, void *values,
                              void *valueType);
  static int cusparseDnVecGetValues(void *dnVecDescr, void *values);
  static int cusparseDnVecSetValues(void *dnVecDescr, void *values);

  static int cusparseCreateDnMat(void *dnMatDescr, int64_t rows, int64_t cols,
                                 int64_t ld, void *values, int32_t valueType,
                                 int32_t order);
  static int cusparseCreateConstDnMat(void *dnMatDescr, int64_t rows,
                                      int64_t cols, int64_t ld, void *values,
                                      int32_t valueType, int32_t order);
  static int cusparseDestroyDnMat(void *dnMatDescr);
  static int cusparseDnMatGet(void *dnMatDescr, void *rows, void *cols,
                              void *ld, void *values, void *type, void *order);
  static int cusparseDnMatGetValues(void *dnMatDescr, void *values);
  static int cusparseDnMatSetValues(void *dnMatDescr, void *values);

  static int cusparseCreateCsr(void *spMatDescr, int64_t rows, int64_t cols,
                               int64_t nnz, void *csrRowOffsets,
                               void *csrColInd, void *csrValues,
                               int32_t csrRowOffsetsType, int32_t csrColIndType,
                               int32_t idxBase, int32_t valueType);
  static int cusparseCreateConstCsr(void *spMatDescr, int64_t rows,
                                    int64_t cols, int64_t nnz,
                                    void *csrRowOffsets, void *csrColInd,
                                    void *csrValues, int32_t csrRowOffsetsType,
                                    int32_t csrColIndType, int32_t idxBase,
                                    int32_t valueType);
  static int cusparseCreateCsc(void *spMatDescr, int64_t rows, int64_t cols,
                               int64_t nnz, void *cscColOffsets,
                               void *cscRowInd, void *cscValues,
                               int32_t cscColOffsetsType, int32_t cscRowIndType,
                               int32_t idxBase, int32_t valueType);
  static int cusparseCreateConstCsc(void *spMatDescr, int64_t rows,
                                    int64_t cols, int64_t nnz,
                                    void *cscColOffsets, void *cscRowInd,
                                    void *cscValues, int32_t cscColOffsetsType,
                                    int32_t cscRowIndType, int32_t idxBase,
                                    int32_t valueType);
  static int cusparseCreateCoo(void *spMatDescr, int64_t rows, int64_t cols,
                               int64_t nnz, void *cooRowInd, void *cooColInd,
                               void *cooValues, int32_t cooIdxType,
                               int32_t idxBase, int32_t valueType);
  static int cusparseCreateConstCoo(void *spMatDescr, int64_t rows,
                                    int64_t cols, int64_t nnz, void *cooRowInd,
                                    void *cooColInd, void *cooValues,
                                    int32_t cooIdxType, int32_t idxBase,
                                    int32_t valueType);
  static int cusparseDestroySpMat(void *spMatDescr);
  static int cusparseCsrSetPointers(void *spMatDescr, void *csrRowOffsets,
                                    void *csrColInd, void *csrValues);
  static int cusparseCscSetPointers(void *spMatDescr, void *cscColOffsets,
                                    void *cscRowInd, void *cscValues);
  static int cusparseCooSetPointers(void *spMatDescr, void *cooRows,
                                    void *cooColumns, void *cooValues);
  static int cusparseSpMatGetFormat(void *spMatDescr, void *format);
  static int cusparseSpMatGetIndexBase(void *spMatDescr, void *idxBase);
  static int cusparseSpMatGetSize(void *spMatDescr, void *rows, void *cols,
                                  void *nnz);
  static int cusparseSpMatGetValues(void *spMatDescr, void *values);
  static int cusparseSpMatSetValues(void *spMatDescr, void *values);
  static int cusparseSpMatGetAttribute(void *spMatDescr, int32_t attribute,
                                       void *data, int64_t dataSize);
  static int cusparseSpMatSetAttribute(void *spMatDescr, int32_t attribute,
                                       void *data, int64_t dataSize);
};

struct CpuCusparse : CpuCusparseDescriptors {
  static int cusparseAxpby(void *handle, void *alpha, void *vecX, void *beta,
                           void *vecY);
  static int cusparseGather(void *handle, void *vecY, void *vecX);
  static int cusparseScatter(void *handle, void *vecX, void *vecY);
  static int cusparseSpVV_bufferSize(void *handle, int32_t opX, void *vecX,
                                     void *vecY, void *result,
                                     int32_t computeType, void *bufferSize);
  static int cusparseSpVV(void *handle, int32_t opX, void *vecX, void *vecY,
                          void *result, int32_t computeType,
                          void *externalBuffer);

  static int cusparseSparseToDense_bufferSize(void *handle, void *matA,
                                              void *matB, int32_t alg,
                                              void *bufferSize);
  static int cusparseSparseToDense(void *handle, void *matA, void *matB,
                                   int32_t alg, void *externalBuffer);
  static int cusparseDenseToSparse_bufferSize(void *handle, void *matA,
                                              void *matB, int32_t alg,
                                              void *bufferSize);
  static int cusparseDenseToSparse_analysis(void *handle, void *matA,
                                            void *matB, int32_t alg,
                                            void *externalBuffer);
  static int cusparseDenseToSparse_convert(void *handle, void *matA, void *matB,
                                           int32_t alg, void *externalBuffer);

  static int cusparseSpMV_bufferSize(void *handle, int32_t opA, void *alpha,
                                     void *matA, void *vecX, void *beta,
                                     void *vecY, int32_t computeType,
                                     int32_t alg, void *bufferSize);
  static int cusparseSpMV_preprocess(void *handle, int32_t opA, void *alpha,
                                     void *matA, void *vecX, void *beta,
                                     void *vecY, int32_t computeType,
                                     int32_t alg, void *externalBuffer);
  static int cusparseSpMV(void *handle, int32_t opA, void *alpha, void *matA,
                          void *vecX, void *beta, void *vecY,
                          int32_t computeType, int32_t alg,
                          void *externalBuffer);

  static int cusparseSpMM_bufferSize(void *handle, int32_t opA, int32_t opB,
                                     void *alpha, void *matA, void *matB,
                                     void *beta, void *matC,
                                     int32_t computeType, int32_t alg,
                                     void *bufferSize);
  static int cusparseSpMM_preprocess(void *handle, int32_t opA, int32_t opB,
                                     void *alpha, void *matA, void *matB,
                                     void *beta, void *matC,
                                     int32_t computeType, int32_t alg,
                                     void *externalBuffer);
  static int cusparseSpMM(void *handle, int32_t opA, int32_t opB, void *alpha,
                          void *matA, void *matB, void *beta, void *matC,
                          int32_t computeType, int32_t alg,
                          void *externalBuffer);

  static int cusparseSpSV_createDescr(void *descr);
  static int cusparseSpSV_destroyDescr(void *descr);
  static int cusparseSpSV_bufferSize(void *handle, int32_t opA, void *alpha,
                                     void *matA, void *vecX, void *vecY,
                                     int32_t computeType, int32_t alg,
                                     void *spsvDescr, void *bufferSize);
  static int cusparseSpSV_analysis(void *handle, int32_t opA, void *alpha,
                                   void *matA, void *vecX, void *vecY,
                                   int32_t computeType, int32_t alg,
                                   void *spsvDescr, void *externalBuffer);
  static int cusparseSpSV_solve(void *handle, int32_t opA, void *alpha,
                                void *matA, void *vecX, void *vecY,
                                int32_t computeType, int32_t alg,
                                void *spsvDescr);

  static int cusparseSpSM_createDescr(void *descr);
  static int cusparseSpSM_destroyDescr(void *descr);
  static int cusparseSpSM_bufferSize(void *handle, int32_t opA, int32_t opB,
                                     void *alpha, void *matA, void *matB,
                                     void *matC, int32_t computeType,
                                     int32_t alg, void *spsmDescr,
                                     void *bufferSize);
  static int cusparseSpSM_analysis(void *handle, int32_t opA, int32_t opB,
                                   void *alpha, void *matA, void *matB,
                                   void *matC, int32_t computeType, int32_t alg,
                                   void *spsmDescr, void *externalBuffer);
  static int cusparseSpSM_solve(void *handle, int32_t opA, int32_t opB,
                                void *alpha, void *matA, void *matB, void *matC,
                                int32_t computeType, int32_t alg,
                                void *spsmDescr);

  static int cusparseSpGEMM_createDescr(void *descr);
  static int cusparseSpGEMM_destroyDescr(void *descr);
  static int cusparseSpGEMM_workEstimation(void *handle, int32_t opA,
                                           int32_t opB, void *alpha, void *matA,
                                           void *matB, void *beta, void *matC,
                                           int32_t computeType, int32_t alg,
                                           void *spgemmDescr, void *bufferSize1,
                                           void *externalBuffer1);
  static int cusparseSpGEMM_compute(void *handle, int32_t opA, int32_t opB,
                                    void *alpha, void *matA, void *matB,
                                    void *beta, void *matC, int32_t computeType,
                                    int32_t alg, void *spgemmDescr,
                                    void *bufferSize2, void *externalBuffer2);
  static int cusparseSpGEMM_copy(void *handle, int32_t opA, int32_t opB,
                                 void *alpha, void *matA, void *matB,
                                 void *beta, void *matC, int32_t computeType,
                                 int32_t alg, void *spgemmDescr);
};

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_CPUCUSPARSE_H
