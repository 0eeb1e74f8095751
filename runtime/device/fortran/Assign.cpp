//===-- Assign.cpp - Assignments of whole arrays in device code -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry points of flang/Runtime/assign.h, support.h, array-constructor-consts.h
// and temporary-stack.h. Elements are bytes here: for those with allocatable
// components compiled code calls what is in Records.cpp, and the compiler
// refuses what has a dynamic type.
//
//===----------------------------------------------------------------------===//
#include "Descriptor.h"

using namespace warpdev;

namespace {

//===-- Elements ----------------------------------------------------------===//

/// One element; characters are padded and cut, in units of their kind.
void copyElement(char *To, size_t ToBytes, const char *From, size_t FromBytes,
                 CFI_type_t Type) {
  if (FromBytes >= ToBytes)
    return copyBytes(To, From, ToBytes);
  copyBytes(To, From, FromBytes);
  if (Type == CFI_type_char32_t)
    for (size_t I = FromBytes; I < ToBytes; I += 4)
      store<uint32_t>(To + I, ' ');
  else if (Type == CFI_type_char16_t)
    for (size_t I = FromBytes; I < ToBytes; I += 2)
      store<uint16_t>(To + I, ' ');
  else
    for (size_t I = FromBytes; I < ToBytes; ++I)
      To[I] = ' ';
}

/// To and From have the same shape, or From is a scalar.
void copyElements(const Descriptor &To, const Descriptor &From) {
  Index Count = elementCount(To);
  if (To.elem_len == From.elem_len && From.rank > 0 && isContiguous(To) &&
      isContiguous(From))
    return copyBytes(static_cast<char *>(To.base_addr),
                     static_cast<const char *>(From.base_addr),
                     static_cast<size_t>(Count) * To.elem_len);
  Walk Out(To), In(From);
  for (Index I = 0; I < Count; ++I, Out.next()) {
    copyElement(Out.get(), To.elem_len, In.get(), From.elem_len, To.type);
    if (From.rank > 0)
      In.next();
  }
}

/// First and last byte of an array that has elements.
void span(const Descriptor &D, const char *&First, const char *&Last) {
  First = Last = static_cast<const char *>(D.base_addr);
  for (int I = 0; I < D.rank; ++I) {
    Index Offset = (D.dim[I].extent - 1) * D.dim[I].sm;
    (Offset < 0 ? First : Last) += Offset;
  }
  Last += D.elem_len - 1;
}

/// May an element be overwritten before it is read?
bool overlaps(const Descriptor &To, const Descriptor &From) {
  if (elementCount(To) == 0 || elementCount(From) == 0 || To.elem_len == 0 ||
      From.elem_len == 0)
    return false;
  const char *ToFirst, *ToLast, *FromFirst, *FromLast;
  span(To, ToFirst, ToLast);
  span(From, FromFirst, FromLast);
  if (ToLast < FromFirst || FromLast < ToFirst)
    return false;
  if (To.base_addr != From.base_addr || To.rank != From.rank ||
      To.elem_len != From.elem_len)
    return true;
  for (int I = 0; I < To.rank; ++I)
    if (To.dim[I].sm != From.dim[I].sm)
      return true;
  return false;
}

bool sameShape(const Descriptor &A, const Descriptor &B) {
  if (A.rank != B.rank)
    return false;
  for (int I = 0; I < A.rank; ++I)
    if (A.dim[I].extent != B.dim[I].extent)
      return false;
  return true;
}

enum Reallocate { Never, Shape, ShapeAndLength };

/// A contiguous array of From's elements, from 1 in every dimension.
void makeCopy(Descriptor &Copy, const Descriptor &From, char *Memory) {
  copyHeader(Copy, From);
  Copy.extra = 0;
  Copy.base_addr = Memory;
  setContiguous(Copy);
  copyElements(Copy, From);
}

/// From is not overwritten before it is read.
void assignDisjoint(Descriptor &To, const Descriptor &From, Reallocate Mode,
                    Place At) {
  if (Mode != Never && isAllocatable(To)) {
    size_t Bytes = Mode == ShapeAndLength ? From.elem_len : To.elem_len;
    bool Fits = To.base_addr && To.elem_len == Bytes &&
                (From.rank == 0 || sameShape(To, From));
    if (!Fits) {
      if (From.rank == 0 && To.rank > 0 && !To.base_addr)
        fail("assignment of a scalar to an array that is not allocated", At);
      releaseObject(To, At);
      To.elem_len = Bytes;
      if (From.rank > 0)
        for (int I = 0; I < To.rank; ++I)
          setBounds(To.dim[I], From.dim[I].lower_bound,
                    From.dim[I].lower_bound + From.dim[I].extent - 1);
      setContiguous(To);
      To.base_addr =
          allocate(static_cast<size_t>(elementCount(To)) * Bytes, At);
    }
  } else if (From.rank > 0 && !sameShape(To, From)) {
    fail("assignment of arrays whose shapes differ", At);
  }
  copyElements(To, From);
}

/// Not recursive: ptxas could not tell how much stack a kernel needs.
void assign(Descriptor &To, const Descriptor &From, Reallocate Mode, Place At) {
  if (!overlaps(To, From))
    return assignDisjoint(To, From, Mode, At);
  Scratch Memory(static_cast<size_t>(elementCount(From)) * From.elem_len, At);
  DescriptorStorage Copy;
  makeCopy(Copy.get(), From, Memory.get());
  for (int I = 0; I < From.rank; ++I)
    Copy.get().dim[I].lower_bound = From.dim[I].lower_bound;
  assignDisjoint(To, Copy.get(), Mode, At);
}

} // namespace

extern "C" {

void ENTRY(Assign)(Descriptor &To, const Descriptor &From, const char *File,
                   int Line) {
  bool IsCharacter = categoryOf(To) == Category::Character;
  assign(To, From, IsCharacter ? ShapeAndLength : Shape, {File, Line});
}
void ENTRY(AssignExplicitLengthCharacter)(Descriptor &To,
                                          const Descriptor &From,
                                          const char *File, int Line) {
  assign(To, From, Shape, {File, Line});
}

/// The temporary is not allocated, or has the right shape.
void ENTRY(AssignTemporary)(Descriptor &To, const Descriptor &From,
                            const char *File, int Line) {
  assign(To, From, ShapeAndLength, {File, Line});
}

void ENTRY(CopyInAssign)(Descriptor &Temporary, const Descriptor &Variable,
                         const char *File, int Line) {
  Index Extents[CFI_MAX_RANK];
  for (int I = 0; I < Variable.rank; ++I)
    Extents[I] = Variable.dim[I].extent;
  Temporary.extra = Variable.extra; // there is nothing in it yet
  create(Temporary, Variable.type, Variable.elem_len, Variable.rank, Extents,
         &Variable, {File, Line});
  copyElements(Temporary, Variable);
}
void ENTRY(CopyOutAssign)(Descriptor *Variable, Descriptor &Temporary,
                          const char *, int) {
  if (Variable)
    copyElements(*Variable, Temporary);
  release(Temporary.base_addr);
  Temporary.base_addr = nullptr;
}

void ENTRY(ShallowCopyDirect)(const Descriptor &Result,
                              const Descriptor &Source, const char *, int) {
  copyElements(Result, Source);
}
void ENTRY(ShallowCopy)(Descriptor &Result, const Descriptor &Source,
                        const char *File, int Line) {
  CALL(CopyInAssign)(Result, Source, File, Line);
}

bool SMALL(IsContiguous)(const Descriptor &D) { return isContiguous(D); }
bool SMALL(IsContiguousUpTo)(const Descriptor &D, int Dims) {
  return isContiguous(D, Dims);
}
bool SMALL(IsAssumedSize)(const Descriptor &D) {
  return D.rank > 0 && D.dim[D.rank - 1].extent == -1;
}

/// `Bounds`: 0 keep the lower bounds, 1 ones, 2 zeros.
void ENTRY(CopyAndUpdateDescriptor)(Descriptor &To, const Descriptor &From,
                                    const void *, CFI_attribute_t Attribute,
                                    int Bounds) {
  copyHeader(To, From);
  To.attribute = Attribute;
  for (int I = 0; I < To.rank && Bounds != 0; ++I)
    To.dim[I].lower_bound = Bounds == 1 || To.dim[I].extent == 0 ? 1 : 0;
}

void __warpdev_initialize(const Descriptor &Object, const char *From) {
  Index Count = elementCount(Object);
  Walk To(Object);
  for (Index I = 0; I < Count; ++I, To.next())
    copyBytes(To.get(), From, Object.elem_len);
}

//===-- Array constructors ------------------------------------------------===//

/// Flang reserves 80 bytes for this.
struct ConstructorVector {
  Descriptor *To;
  Index Next;     ///< elements that are there
  Index Capacity; ///< that there is room for
  const char *File;
  int Line;
  bool UseValueLength;
};
static_assert(sizeof(ConstructorVector) <= 80);

void ENTRY(InitArrayConstructorVector)(ConstructorVector &V, Descriptor &To,
                                       bool UseValueLength, const char *File,
                                       int Line) {
  V = {&To, 0, To.base_addr ? elementCount(To) : 0, File, Line, UseValueLength};
}

static char *makeRoom(ConstructorVector &V, Index Count, size_t Bytes) {
  Descriptor &To = *V.To;
  if (V.Next == 0 && !To.base_addr && V.UseValueLength)
    To.elem_len = Bytes;
  if (V.Next + Count > V.Capacity || !To.base_addr) {
    Index Wanted = V.Next + Count;
    Index Capacity = Wanted > 2 * V.Capacity ? Wanted : 2 * V.Capacity;
    if (Capacity < 8)
      Capacity = 8;
    char *Memory = static_cast<char *>(allocate(
        static_cast<size_t>(Capacity) * To.elem_len, {V.File, V.Line}));
    if (To.base_addr) {
      copyBytes(Memory, static_cast<const char *>(To.base_addr),
                static_cast<size_t>(V.Next) * To.elem_len);
      release(To.base_addr);
    }
    To.base_addr = Memory;
    V.Capacity = Capacity;
  }
  char *At = static_cast<char *>(To.base_addr) +
             static_cast<size_t>(V.Next) * To.elem_len;
  V.Next += Count;
  To.dim[0].lower_bound = 1;
  To.dim[0].sm = static_cast<Index>(To.elem_len);
  if (To.dim[0].extent < V.Next)
    To.dim[0].extent = V.Next;
  return At;
}

void ENTRY(PushArrayConstructorValue)(ConstructorVector &V,
                                      const Descriptor &From) {
  Index Count = elementCount(From);
  if (Count == 0 && V.To->base_addr)
    return;
  char *At = makeRoom(V, Count, From.elem_len);
  Walk In(From);
  for (Index I = 0; I < Count; ++I, In.next(), At += V.To->elem_len)
    copyElement(At, V.To->elem_len, In.get(), From.elem_len, V.To->type);
}
__attribute__((always_inline)) void
__warpdev_push_records(ConstructorVector &V, const Descriptor &From,
                       void (*Own)(void *)) {
  CALL(PushArrayConstructorValue)(V, From);
  Index Count = elementCount(From);
  char *At = static_cast<char *>(V.To->base_addr) +
             static_cast<size_t>(V.Next - Count) * V.To->elem_len;
  for (Index I = 0; I < Count; ++I, At += V.To->elem_len)
    Own(At);
}
void ENTRY(PushArrayConstructorSimpleScalar)(ConstructorVector &V,
                                             const void *From) {
  copyBytes(makeRoom(V, 1, V.To->elem_len), static_cast<const char *>(From),
            V.To->elem_len);
}

//===-- Stacks of temporaries (WHERE, FORALL) -----------------------------===//

/// Entries are whole descriptors; values have memory of their own.
struct TemporaryStack {
  DescriptorStorage *Entries;
  uint64_t Size, Capacity;
  const char *File;
  int Line;
};

static void *createStack(const char *File, int Line) {
  auto *S = static_cast<TemporaryStack *>(
      allocate(sizeof(TemporaryStack), {File, Line}));
  *S = {nullptr, 0, 0, File, Line};
  return S;
}
static Descriptor &pushEntry(TemporaryStack &S, const Descriptor &Like) {
  if (S.Size == S.Capacity) {
    uint64_t Capacity = S.Capacity ? 2 * S.Capacity : 8;
    auto *Entries = static_cast<DescriptorStorage *>(
        allocate(Capacity * sizeof(DescriptorStorage), {S.File, S.Line}));
    if (S.Entries)
      copyBytes(Entries->Bytes, S.Entries->Bytes,
                S.Size * sizeof(DescriptorStorage));
    release(S.Entries);
    S.Entries = Entries;
    S.Capacity = Capacity;
  }
  Descriptor &Entry = S.Entries[S.Size++].get();
  copyHeader(Entry, Like);
  Entry.extra = 0;
  return Entry;
}
static void returnEntry(TemporaryStack &S, uint64_t I, Descriptor &To) {
  if (I >= S.Size)
    fail("internal: a temporary of WHERE or FORALL is not there",
         {S.File, S.Line});
  copyHeader(To, S.Entries[I].get());
}

void *ENTRY(CreateValueStack)(const char *File, int Line) {
  return createStack(File, Line);
}
void ENTRY(PushValue)(void *Stack, const Descriptor &Value) {
  auto &S = *static_cast<TemporaryStack *>(Stack);
  Descriptor &Entry = pushEntry(S, Value);
  auto *Memory = static_cast<char *>(
      allocate(static_cast<size_t>(elementCount(Value)) * Value.elem_len,
               {S.File, S.Line}));
  makeCopy(Entry, Value, Memory);
  Entry.attribute = CFI_attribute_allocatable;
}
void ENTRY(PopValue)(void *Stack, Descriptor &To) {
  auto &S = *static_cast<TemporaryStack *>(Stack);
  returnEntry(S, S.Size - 1, To);
  --S.Size;
}
void ENTRY(ValueAt)(void *Stack, uint64_t I, Descriptor &To) {
  returnEntry(*static_cast<TemporaryStack *>(Stack), I, To);
}
void ENTRY(DestroyValueStack)(void *Stack) {
  auto &S = *static_cast<TemporaryStack *>(Stack);
  for (uint64_t I = 0; I < S.Size; ++I)
    release(S.Entries[I].get().base_addr);
  release(S.Entries);
  release(Stack);
}

void *ENTRY(CreateDescriptorStack)(const char *File, int Line) {
  return createStack(File, Line);
}
void ENTRY(PushDescriptor)(void *Stack, const Descriptor &Value) {
  pushEntry(*static_cast<TemporaryStack *>(Stack), Value);
}
void ENTRY(PopDescriptor)(void *Stack, Descriptor &To) {
  CALL(PopValue)(Stack, To);
}
void ENTRY(DescriptorAt)(void *Stack, uint64_t I, Descriptor &To) {
  CALL(ValueAt)(Stack, I, To);
}
void ENTRY(DestroyDescriptorStack)(void *Stack) {
  release(static_cast<TemporaryStack *>(Stack)->Entries);
  release(Stack);
}

} // extern "C"
