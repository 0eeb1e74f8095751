//===-- runtime/libraries/CpuCusparse.cpp - cuSPARSE on the CPU -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CpuCusparse.h: the work. No call needs memory of the program's, but some
// programs make no second call without it, so every size is that of a value.
//
//===----------------------------------------------------------------------===//
#include "libraries/CpuCusparse.h"
#include "libraries/HostLibrary.h"
#include "libraries/Library.h"
#include <algorithm>
#include <memory>

using namespace warprt;
using namespace warprt::libraries;

namespace {

bool isOperation(int32_t Value) { return Value >= 0 && Value <= 2; }
SparseOperation opOf(int32_t Value) {
  return static_cast<SparseOperation>(Value);
}

int notSupported(const char *What) {
  reportUnsupported(What);
  return CusparseNotSupported;
}

int oneValue(void *Handle, void *Size) {
  if (!SparseHandle::from(Handle))
    return CusparseNotInitialized;
  if (!Size)
    return CusparseInvalidValue;
  *static_cast<int64_t *>(Size) = 16;
  return CusparseSuccess;
}

bool haveOneShape(const SparseVector &X, const DenseVector &Y) {
  return X.Size == Y.Size;
}

bool haveOneShape(const SparseMatrix &A, const DenseMatrix &B) {
  return A.Rows == B.Rows && A.Columns == B.Columns;
}

/// What is wrong with operands that must have one shape and one type.
template <typename Sparse, typename Dense>
int checkPair(const SparseHandle *H, const Sparse *A, const Dense *B) {
  if (!H)
    return CusparseNotInitialized;
  return A && B && haveOneShape(*A, *B) && A->Type == B->Type
             ? CusparseSuccess
             : CusparseInvalidValue;
}

/// Queues \p Make, which gets a value of the data's type. \p Caller is named
/// where the types are none that are there.
template <typename Body>
int queue(SparseHandle *H, int32_t Type, const char *Caller, bool Wait,
          Body Make) {
  int Status = CusparseSuccess;
  if (!withValueType(Type, [&]<typename T>(T) {
        if (failed(submit(H->Q, [=] { Make(T()); }, Wait)))
          Status = CusparseExecutionFailed;
      }))
    return notSupported(Caller);
  return Status;
}

template <typename T> void scale(T Beta, T &Value) {
  Value = Beta == T(0) ? T(0) : Beta * Value; // what is there may be no number
}

// ===-- Products with dense vectors and matrices
// --------------------------===//

template <typename T>
void multiply(const SparseMatrix &A, SparseOperation OpA, T Alpha,
              const DenseMatrix &B, SparseOperation OpB, T Beta,
              const DenseMatrix &C) {
  for (int64_t J = 0; J < C.Columns; ++J)
    for (int64_t I = 0; I < C.Rows; ++I)
      scale(Beta, C.at<T>(I, J));
  const T *Values = static_cast<const T *>(A.Values);
  A.entries([&](int64_t Row, int64_t Column, int64_t K) {
    if (OpA != SparseOperation::None)
      std::swap(Row, Column);
    T Factor =
        Alpha * conjugateIf(OpA == SparseOperation::Conjugate, Values[K]);
    for (int64_t J = 0; J < C.Columns; ++J) {
      T Other = OpB == SparseOperation::None
                    ? B.at<T>(Column, J)
                    : conjugateIf(OpB == SparseOperation::Conjugate,
                                  B.at<T>(J, Column));
      C.at<T>(Row, J) += Factor * Other;
    }
  });
}

/// A vector as a matrix of one column.
DenseMatrix asMatrix(const DenseVector &V) {
  DenseMatrix M;
  M.Rows = M.Lead = V.Size;
  M.Columns = 1;
  M.Values = V.Values;
  M.Type = V.Type;
  return M;
}

int product(void *Handle, int32_t OpA, int32_t OpB, void *Alpha, void *Beta,
            const SparseMatrix *A, const DenseMatrix &B, const DenseMatrix &C,
            int32_t Type, const char *Caller) {
  SparseHandle *H = SparseHandle::from(Handle);
  if (!H)
    return CusparseNotInitialized;
  if (!A || !Alpha || !Beta || !isOperation(OpA) || !isOperation(OpB))
    return CusparseInvalidValue;
  SparseOperation A1 = opOf(OpA), B1 = opOf(OpB);
  if (A->rows(A1) != C.Rows || A->columns(A1) != B.rows(B1) ||
      B.columns(B1) != C.Columns)
    return CusparseInvalidValue;
  if (A->Type != Type || B.Type != Type || C.Type != Type)
    return notSupported(Caller);
  return queue(H, Type, Caller, false,
               [=, A = *A, Alpha = SparseScalar(*H, Alpha, sizeOf(Type)),
                Beta = SparseScalar(*H, Beta, sizeOf(Type))]<typename T>(T) {
                 multiply<T>(A, A1, Alpha.get<T>(), B, B1, Beta.get<T>(), C);
               });
}

// ===-- Solutions with triangular matrices
// --------------------------------===//

/// One column of op(A) X = alpha B; \p X may be \p B.
template <typename T>
void solveColumn(const SparseRows<T> &Rows, bool Forward, bool UnitDiagonal,
                 int64_t N, auto B, auto X, T Alpha) {
  for (int64_t Step = 0; Step < N; ++Step) {
    int64_t I = Forward ? Step : N - 1 - Step;
    T Sum = Alpha * B(I), Diagonal = T(UnitDiagonal ? 1 : 0);
    Rows.row(I, [&](int64_t Column, T Value) {
      if (Column == I && !UnitDiagonal)
        Diagonal += Value;
      else if (Forward ? Column < I : Column > I)
        Sum -= Value * X(Column);
    });
    X(I) = Sum / Diagonal;
  }
}

int solve(void *Handle, int32_t OpA, int32_t OpB, void *Alpha,
          const SparseMatrix *A, const DenseMatrix &B, const DenseMatrix &X,
          int32_t Type, const char *Caller) {
  SparseHandle *H = SparseHandle::from(Handle);
  if (!H)
    return CusparseNotInitialized;
  if (!A || !Alpha || !isOperation(OpA) || !isOperation(OpB))
    return CusparseInvalidValue;
  SparseOperation A1 = opOf(OpA), B1 = opOf(OpB);
  if (A->Rows != A->Columns || A->Rows != B.rows(B1) || A->Rows != X.Rows ||
      B.columns(B1) != X.Columns)
    return CusparseInvalidValue;
  if (A->Type != Type || B.Type != Type || X.Type != Type)
    return notSupported(Caller);
  return queue(
      H, Type, Caller, false,
      [=, A = *A,
       Alpha = SparseScalar(*H, Alpha, sizeOf(Type))]<typename T>(T) {
        SparseRows<T> Rows(A, A1);
        bool IsLower = (A.FillMode == 0) == (A1 == SparseOperation::None);
        for (int64_t J = 0; J < X.Columns; ++J)
          solveColumn<T>(
              Rows, IsLower, A.DiagonalType == 1, A.Rows,
              [&](int64_t I) {
                return B1 == SparseOperation::None
                           ? B.at<T>(I, J)
                           : conjugateIf(B1 == SparseOperation::Conjugate,
                                         B.at<T>(J, I));
              },
              [&](int64_t I) -> T & { return X.at<T>(I, J); }, Alpha.get<T>());
      });
}

/// Analyses find nothing that a solution needs here.
int noAnalysis(void *Handle, void *Descriptor) {
  if (!SparseHandle::from(Handle))
    return CusparseNotInitialized;
  return Descriptor ? CusparseSuccess : CusparseInvalidValue;
}

struct SolutionDescriptor : SparseObject<SolutionDescriptor> {
  static constexpr uint32_t Mark = 0x63755305;
};

// ===-- Products of sparse matrices
// ---------------------------------------===//

/// What compute finds, for copy.
struct ProductDescriptor : SparseObject<ProductDescriptor> {
  static constexpr uint32_t Mark = 0x63755306;
  struct Entries {
    std::vector<int64_t> Begins, Columns;
    std::vector<char> Values;
  };
  std::shared_ptr<Entries> Found;
};

/// Columns of each row are in order.
template <typename T>
void multiplySparse(const SparseMatrix &A, const SparseMatrix &B, T Alpha,
                    ProductDescriptor::Entries &Found) {
  SparseRows<T> Left(A, SparseOperation::None), Right(B, SparseOperation::None);
  std::vector<T> Row(static_cast<size_t>(B.Columns)), Values;
  std::vector<bool> Set(Row.size());
  Found.Begins.assign(1, 0);
  Found.Columns.clear();
  for (int64_t I = 0; I < A.Rows; ++I) {
    std::vector<int64_t> Columns;
    Left.row(I, [&](int64_t K, T Value) {
      Right.row(K, [&](int64_t J, T Other) {
        auto At = static_cast<size_t>(J);
        if (!Set[At]) {
          Set[At] = true;
          Row[At] = T(0);
          Columns.push_back(J);
        }
        Row[At] += Value * Other;
      });
    });
    std::sort(Columns.begin(), Columns.end());
    for (int64_t J : Columns) {
      Values.push_back(Alpha * Row[static_cast<size_t>(J)]);
      Set[static_cast<size_t>(J)] = false;
    }
    Found.Columns.insert(Found.Columns.end(), Columns.begin(), Columns.end());
    Found.Begins.push_back(static_cast<int64_t>(Found.Columns.size()));
  }
  Found.Values.resize(Values.size() * sizeof(T));
  if (!Values.empty())
    std::memcpy(Found.Values.data(), static_cast<const void *>(Values.data()),
                Found.Values.size());
}

/// Calls \p Make with the column of each entry of each row that is not zero.
template <typename T, typename Body>
void nonZeros(const DenseMatrix &A, Body Make) {
  for (int64_t I = 0; I < A.Rows; ++I)
    for (int64_t J = 0; J < A.Columns; ++J)
      if (A.at<T>(I, J) != T(0))
        Make(I, J, A.at<T>(I, J));
}

} // namespace

// ===-- Vectors
// -------------------------------------------------------------===//

int CpuCusparse::cusparseAxpby(void *handle, void *alpha, void *vecX,
                               void *beta, void *vecY) {
  SparseHandle *H = SparseHandle::from(handle);
  SparseVector *X = SparseVector::from(vecX);
  DenseVector *Y = DenseVector::from(vecY);
  if (int Status = checkPair(H, X, Y); Status != CusparseSuccess)
    return Status;
  if (!alpha || !beta)
    return CusparseInvalidValue;
  return queue(H, X->Type, "cusparseAxpby", false,
               [X = *X, Y = *Y,
                Alpha = SparseScalar(*H, alpha, sizeOf(X->Type)),
                Beta = SparseScalar(*H, beta, sizeOf(X->Type))]<typename T>(T) {
                 T *Out = static_cast<T *>(Y.Values);
                 for (int64_t I = 0; I < Y.Size; ++I)
                   scale(Beta.get<T>(), Out[I]);
                 for (int64_t K = 0; K < X.Count; ++K)
                   Out[X.Indices[K]] +=
                       Alpha.get<T>() * static_cast<const T *>(X.Values)[K];
               });
}

int CpuCusparse::cusparseGather(void *handle, void *vecY, void *vecX) {
  SparseHandle *H = SparseHandle::from(handle);
  SparseVector *X = SparseVector::from(vecX);
  DenseVector *Y = DenseVector::from(vecY);
  if (int Status = checkPair(H, X, Y); Status != CusparseSuccess)
    return Status;
  return queue(H, X->Type, "cusparseGather", false,
               [X = *X, Y = *Y]<typename T>(T) {
                 for (int64_t K = 0; K < X.Count; ++K)
                   static_cast<T *>(X.Values)[K] =
                       static_cast<const T *>(Y.Values)[X.Indices[K]];
               });
}

int CpuCusparse::cusparseScatter(void *handle, void *vecX, void *vecY) {
  SparseHandle *H = SparseHandle::from(handle);
  SparseVector *X = SparseVector::from(vecX);
  DenseVector *Y = DenseVector::from(vecY);
  if (int Status = checkPair(H, X, Y); Status != CusparseSuccess)
    return Status;
  return queue(H, X->Type, "cusparseScatter", false,
               [X = *X, Y = *Y]<typename T>(T) {
                 for (int64_t K = 0; K < X.Count; ++K)
                   static_cast<T *>(Y.Values)[X.Indices[K]] =
                       static_cast<const T *>(X.Values)[K];
               });
}

int CpuCusparse::cusparseSpVV_bufferSize(void *handle, int32_t, void *, void *,
                                         void *, int32_t, void *bufferSize) {
  return oneValue(handle, bufferSize);
}

int CpuCusparse::cusparseSpVV(void *handle, int32_t opX, void *vecX, void *vecY,
                              void *result, int32_t computeType, void *) {
  SparseHandle *H = SparseHandle::from(handle);
  SparseVector *X = SparseVector::from(vecX);
  DenseVector *Y = DenseVector::from(vecY);
  if (!H)
    return CusparseNotInitialized;
  if (!X || !Y || !result || !isOperation(opX) || X->Size != Y->Size)
    return CusparseInvalidValue;
  if (X->Type != computeType || Y->Type != computeType)
    return notSupported("cusparseSpVV");
  return queue(H, computeType, "cusparseSpVV", H->PointerMode == 0,
               [=, X = *X, Y = *Y]<typename T>(T) {
                 T Sum = T(0);
                 for (int64_t K = 0; K < X.Count; ++K)
                   Sum += conjugateIf(opOf(opX) == SparseOperation::Conjugate,
                                      static_cast<const T *>(X.Values)[K]) *
                          static_cast<const T *>(Y.Values)[X.Indices[K]];
                 *static_cast<T *>(result) = Sum;
               });
}

// ===-- From sparse to dense and back
// --------------------------------------===//

int CpuCusparse::cusparseSparseToDense_bufferSize(void *handle, void *, void *,
                                                  int32_t, void *bufferSize) {
  return oneValue(handle, bufferSize);
}

int CpuCusparse::cusparseSparseToDense(void *handle, void *matA, void *matB,
                                       int32_t, void *) {
  SparseHandle *H = SparseHandle::from(handle);
  SparseMatrix *A = SparseMatrix::from(matA);
  DenseMatrix *B = DenseMatrix::from(matB);
  if (int Status = checkPair(H, A, B); Status != CusparseSuccess)
    return Status;
  return queue(H, A->Type, "cusparseSparseToDense", false,
               [A = *A, B = *B]<typename T>(T) {
                 for (int64_t I = 0; I < B.Rows; ++I)
                   for (int64_t J = 0; J < B.Columns; ++J)
                     B.at<T>(I, J) = T(0);
                 A.entries([&](int64_t Row, int64_t Column, int64_t K) {
                   B.at<T>(Row, Column) = static_cast<const T *>(A.Values)[K];
                 });
               });
}

int CpuCusparse::cusparseDenseToSparse_bufferSize(void *handle, void *, void *,
                                                  int32_t, void *bufferSize) {
  return oneValue(handle, bufferSize);
}

/// Counts the entries; of CSR the rows' beginnings are set, too.
int CpuCusparse::cusparseDenseToSparse_analysis(void *handle, void *matA,
                                                void *matB, int32_t, void *) {
  SparseHandle *H = SparseHandle::from(handle);
  DenseMatrix *A = DenseMatrix::from(matA);
  SparseMatrix *B = SparseMatrix::from(matB);
  if (int Status = checkPair(H, B, A); Status != CusparseSuccess)
    return Status;
  if (B->Format == SparseFormat::Csc)
    return notSupported("cusparseDenseToSparse to CSC");
  int64_t *Count = &B->Count;
  return queue(H, A->Type, "cusparseDenseToSparse", true,
               [A = *A, B = *B, Count]<typename T>(T) {
                 bool IsCsr = B.Format == SparseFormat::Csr;
                 std::vector<int64_t> Begins(static_cast<size_t>(A.Rows) + 1);
                 nonZeros<T>(A, [&](int64_t I, int64_t, T) {
                   ++Begins[static_cast<size_t>(I) + 1];
                 });
                 for (int64_t I = 0, Sum = 0; I <= A.Rows; ++I) {
                   Sum += Begins[static_cast<size_t>(I)];
                   if (IsCsr)
                     B.Outer.set(I, Sum);
                   *Count = Sum;
                 }
               });
}

int CpuCusparse::cusparseDenseToSparse_convert(void *handle, void *matA,
                                               void *matB, int32_t, void *) {
  SparseHandle *H = SparseHandle::from(handle);
  DenseMatrix *A = DenseMatrix::from(matA);
  SparseMatrix *B = SparseMatrix::from(matB);
  if (int Status = checkPair(H, B, A); Status != CusparseSuccess)
    return Status;
  if (B->Format == SparseFormat::Csc)
    return notSupported("cusparseDenseToSparse to CSC");
  return queue(H, A->Type, "cusparseDenseToSparse", false,
               [A = *A, B = *B]<typename T>(T) {
                 int64_t K = 0;
                 nonZeros<T>(A, [&](int64_t I, int64_t J, T Value) {
                   if (B.Format == SparseFormat::Coo)
                     B.Outer.set(K, I);
                   B.Inner.set(K, J);
                   static_cast<T *>(B.Values)[K++] = Value;
                 });
               });
}

// ===-- SpMV and SpMM
// -------------------------------------------------------===//

int CpuCusparse::cusparseSpMV_bufferSize(void *handle, int32_t, void *, void *,
                                         void *, void *, void *, int32_t,
                                         int32_t, void *bufferSize) {
  return oneValue(handle, bufferSize);
}

int CpuCusparse::cusparseSpMV_preprocess(void *handle, int32_t, void *, void *,
                                         void *, void *, void *, int32_t,
                                         int32_t, void *) {
  return SparseHandle::from(handle) ? CusparseSuccess : CusparseNotInitialized;
}

int CpuCusparse::cusparseSpMV(void *handle, int32_t opA, void *alpha,
                              void *matA, void *vecX, void *beta, void *vecY,
                              int32_t computeType, int32_t, void *) {
  DenseVector *X = DenseVector::from(vecX), *Y = DenseVector::from(vecY);
  if (!X || !Y)
    return CusparseInvalidValue;
  return product(handle, opA, 0, alpha, beta, SparseMatrix::from(matA),
                 asMatrix(*X), asMatrix(*Y), computeType, "cusparseSpMV");
}

int CpuCusparse::cusparseSpMM_bufferSize(void *handle, int32_t, int32_t, void *,
                                         void *, void *, void *, void *,
                                         int32_t, int32_t, void *bufferSize) {
  return oneValue(handle, bufferSize);
}

int CpuCusparse::cusparseSpMM_preprocess(void *handle, int32_t, int32_t, void *,
                                         void *, void *, void *, void *,
                                         int32_t, int32_t, void *) {
  return SparseHandle::from(handle) ? CusparseSuccess : CusparseNotInitialized;
}

int CpuCusparse::cusparseSpMM(void *handle, int32_t opA, int32_t opB,
                              void *alpha, void *matA, void *matB, void *beta,
                              void *matC, int32_t computeType, int32_t,
                              void *) {
  DenseMatrix *B = DenseMatrix::from(matB), *C = DenseMatrix::from(matC);
  if (!B || !C)
    return CusparseInvalidValue;
  return product(handle, opA, opB, alpha, beta, SparseMatrix::from(matA), *B,
                 *C, computeType, "cusparseSpMM");
}

// ===-- SpSV and SpSM
// -------------------------------------------------------===//

int CpuCusparse::cusparseSpSV_createDescr(void *descr) {
  return create<SolutionDescriptor>(descr);
}
int CpuCusparse::cusparseSpSV_destroyDescr(void *descr) {
  return SolutionDescriptor::destroy(descr);
}
int CpuCusparse::cusparseSpSV_bufferSize(void *handle, int32_t, void *, void *,
                                         void *, void *, int32_t, int32_t,
                                         void *, void *bufferSize) {
  return oneValue(handle, bufferSize);
}
int CpuCusparse::cusparseSpSV_analysis(void *handle, int32_t, void *, void *,
                                       void *, void *, int32_t, int32_t,
                                       void *spsvDescr, void *) {
  return noAnalysis(handle, SolutionDescriptor::from(spsvDescr));
}
int CpuCusparse::cusparseSpSV_solve(void *handle, int32_t opA, void *alpha,
                                    void *matA, void *vecX, void *vecY,
                                    int32_t computeType, int32_t,
                                    void *spsvDescr) {
  DenseVector *X = DenseVector::from(vecX), *Y = DenseVector::from(vecY);
  if (!X || !Y || !SolutionDescriptor::from(spsvDescr))
    return CusparseInvalidValue;
  return solve(handle, opA, 0, alpha, SparseMatrix::from(matA), asMatrix(*X),
               asMatrix(*Y), computeType, "cusparseSpSV");
}

int CpuCusparse::cusparseSpSM_createDescr(void *descr) {
  return create<SolutionDescriptor>(descr);
}
int CpuCusparse::cusparseSpSM_destroyDescr(void *descr) {
  return SolutionDescriptor::destroy(descr);
}
int CpuCusparse::cusparseSpSM_bufferSize(void *handle, int32_t, int32_t, void *,
                                         void *, void *, void *, int32_t,
                                         int32_t, void *, void *bufferSize) {
  return oneValue(handle, bufferSize);
}
int CpuCusparse::cusparseSpSM_analysis(void *handle, int32_t, int32_t, void *,
                                       void *, void *, void *, int32_t, int32_t,
                                       void *spsmDescr, void *) {
  return noAnalysis(handle, SolutionDescriptor::from(spsmDescr));
}
int CpuCusparse::cusparseSpSM_solve(void *handle, int32_t opA, int32_t opB,
                                    void *alpha, void *matA, void *matB,
                                    void *matC, int32_t computeType, int32_t,
                                    void *spsmDescr) {
  DenseMatrix *B = DenseMatrix::from(matB), *C = DenseMatrix::from(matC);
  if (!B || !C || !SolutionDescriptor::from(spsmDescr))
    return CusparseInvalidValue;
  return solve(handle, opA, opB, alpha, SparseMatrix::from(matA), *B, *C,
               computeType, "cusparseSpSM");
}

// ===-- SpGEMM
// --------------------------------------------------------------===//

int CpuCusparse::cusparseSpGEMM_createDescr(void *descr) {
  return create<ProductDescriptor>(descr);
}
int CpuCusparse::cusparseSpGEMM_destroyDescr(void *descr) {
  return ProductDescriptor::destroy(descr);
}

int CpuCusparse::cusparseSpGEMM_workEstimation(void *handle, int32_t, int32_t,
                                               void *, void *, void *, void *,
                                               void *, int32_t, int32_t, void *,
                                               void *bufferSize1, void *) {
  return oneValue(handle, bufferSize1);
}

/// The first call, without memory, asks how much there should be.
int CpuCusparse::cusparseSpGEMM_compute(void *handle, int32_t opA, int32_t opB,
                                        void *alpha, void *matA, void *matB,
                                        void *beta, void *matC,
                                        int32_t computeType, int32_t,
                                        void *spgemmDescr, void *bufferSize2,
                                        void *externalBuffer2) {
  if (!externalBuffer2)
    return oneValue(handle, bufferSize2);
  SparseHandle *H = SparseHandle::from(handle);
  SparseMatrix *A = SparseMatrix::from(matA), *B = SparseMatrix::from(matB);
  SparseMatrix *C = SparseMatrix::from(matC);
  ProductDescriptor *D = ProductDescriptor::from(spgemmDescr);
  if (!H)
    return CusparseNotInitialized;
  if (!A || !B || !C || !D || !alpha || !beta || A->Columns != B->Rows ||
      C->Rows != A->Rows || C->Columns != B->Columns)
    return CusparseInvalidValue;
  if (opA || opB || C->Format != SparseFormat::Csr || A->Type != computeType ||
      B->Type != computeType || C->Type != computeType)
    return notSupported("cusparseSpGEMM");
  auto Found = std::make_shared<ProductDescriptor::Entries>();
  bool AddsC = false;
  int Status = queue(
      H, computeType, "cusparseSpGEMM", true,
      [A = *A, B = *B, Found = Found.get(), AddsC = &AddsC,
       Alpha = SparseScalar(*H, alpha, sizeOf(computeType)),
       Beta = SparseScalar(*H, beta, sizeOf(computeType))]<typename T>(T) {
        *AddsC = Beta.get<T>() != T(0);
        if (!*AddsC)
          multiplySparse<T>(A, B, Alpha.get<T>(), *Found);
      });
  if (Status != CusparseSuccess)
    return Status;
  if (AddsC)
    return notSupported("cusparseSpGEMM with beta other than zero");
  C->Count = static_cast<int64_t>(Found->Columns.size());
  D->Found = Found;
  return CusparseSuccess;
}

int CpuCusparse::cusparseSpGEMM_copy(void *handle, int32_t, int32_t, void *,
                                     void *, void *, void *, void *matC,
                                     int32_t computeType, int32_t,
                                     void *spgemmDescr) {
  SparseHandle *H = SparseHandle::from(handle);
  SparseMatrix *C = SparseMatrix::from(matC);
  ProductDescriptor *D = ProductDescriptor::from(spgemmDescr);
  if (!H)
    return CusparseNotInitialized;
  if (!C || !D || !D->Found)
    return CusparseInvalidValue;
  return queue(H, computeType, "cusparseSpGEMM", false,
               [C = *C, Found = D->Found]<typename T>(T) {
                 for (size_t I = 0; I != Found->Begins.size(); ++I)
                   C.Outer.set(static_cast<int64_t>(I), Found->Begins[I]);
                 for (size_t K = 0; K != Found->Columns.size(); ++K)
                   C.Inner.set(static_cast<int64_t>(K), Found->Columns[K]);
                 std::memcpy(C.Values, Found->Values.data(),
                             Found->Values.size());
               });
}
