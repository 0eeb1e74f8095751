/*===-- warprt/DeviceLibrary.h - Calls from device code -----------*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Functions that compiled device code calls and runtime/device defines, once,
 * as bitcode for both targets. Thread indices, barriers and warp operations
 * are NVVM intrinsics in that bitcode; lib/Target turns them into what each
 * target has.
 *
 * Iteration space of a kernel loop, dimension 0 innermost. For n iterations
 * numbered from 0, the calling thread does begin, begin+stride, ... < end:
 *   int64_t __warpdev_loop_begin(int32_t dim, int64_t n);
 *   int64_t __warpdev_loop_end(int32_t dim, int64_t n);
 *   int64_t __warpdev_loop_stride(int32_t dim);
 * Dimension WARPDEV_ALL_DIMENSIONS: one loop that all threads share.
 * A kernel that is such a nest may have a second version (WarprtCoveredKernel).
 *
 * Loops that the threads of a block in dimension `dim` share, in a kernel
 * launched by warprt_launch_shared. The thread's number among them:
 *   int64_t __warpdev_shared_lane(int32_t dim);
 * How many there are, a power of two, and its logarithm:
 *   int64_t __warpdev_shared_lanes(int32_t dim);
 *   int64_t __warpdev_shared_rounds(int32_t dim);
 * The value of the thread whose number differs in the bit `round`. All threads
 * of the block call it together:
 *   int64_t __warpdev_shared_exchange(int32_t dim, int64_t round,
 *                                     int64_t value);
 * Iterations of another dimension, with those that only keep threads together,
 * and whether `i` of 1 to n and more is none of these:
 *   int64_t __warpdev_shared_trips(int32_t dim, int64_t n);
 *   int64_t __warpdev_shared_is_element(int32_t dim, int64_t i, int64_t n);
 *
 * Tiles: what the threads of a block compute together, in a kernel launched by
 * warprt_launch_tiled, each of them `results` elements along a dimension; these
 * and the block's extents are powers of two. Iterations of a loop over `n`
 * elements, so that all threads of a block have the same tiles:
 *   int64_t __warpdev_tile_trips(int32_t dim, int64_t n, int64_t results);
 * The number, from 0, of the first element of the tile to which iteration `i`
 * of these, 1 or more, belongs:
 *   int64_t __warpdev_tile_first(int32_t dim, int64_t i, int64_t results);
 * The thread's number along a dimension, and how many there are:
 *   int64_t __warpdev_tile_thread(int32_t dim);
 *   int64_t __warpdev_tile_threads(int32_t dim);
 * Barrier of the block:
 *   void __warpdev_tile_wait(void);
 * Where __warpdev_loops_use_threads() is 0, a thread has whole loops over the
 * elements, and these functions are not called but for the first.
 *
 * Reductions of kernel loops. Every thread of the grid calls
 *   void __warpdev_reduce_<op>_<type>(T local, void *slot, void *scratch,
 *                                     int32_t index, int32_t count)
 * at the end, for index = 0 .. count-1 in order, with uniform arguments but
 * `local`; `slot` is the result's WARPRT_REDUCTION_SLOT, `scratch` as in
 * EntryPoints.h. Complex values are passed as two reals (re, im).
 *   <op>   add mul min max iand ior ieor land lor leqv lneqv
 *   <type> i8 i16 i32 i64 f16 f32 f64 (all but logical), c32 c64 (add, mul),
 *          l8 l16 l32 l64 (logical operations; T is the integer of that width)
 *          f32 f64 c32 c64 have land and lor as well, which C applies to
 * numbers and for pairs, of which the one with the greatest `when` >= 0 is the
 * result: void __warpdev_reduce_last_i64(int64_t when, int64_t bits, void
 * *slot, ...)
 *
 * Memory of device code's temporaries and automatic arrays, never null:
 *   void *__warpdev_allocate(size_t bytes);
 *   void __warpdev_release(void *memory);
 * Copies the object at `from` to every element of an array or scalar:
 *   void __warpdev_initialize(descriptor *object, const void *from);
 * Records with allocatable components. `own` and `destroy` are procedures of
 * their type, which compiled code has and which have one object as argument:
 * the first gives an object that has the bytes of another one copies of its
 * components, the second deallocates an object's components. Null: none to
 * call. For each element of what is allocated:
 *   void __warpdev_each_record(descriptor *object, void (*procedure)(void *));
 * For an allocatable component:
 *   void __warpdev_own_component(descriptor *component, void (*own)(void *));
 *   void __warpdev_destroy_component(descriptor *component,
 *                                    void (*destroy)(void *));
 * `keep` has two: before the second takes the place of the first, it gives the
 * second the components of the first that are attached, with its own contents.
 *   void __warpdev_keep_component(descriptor *component, descriptor *value,
 *                                 void (*keep)(void *, void *));
 *   void __warpdev_each_pair(descriptor *to, descriptor *value,
 *                            void (*keep)(void *, void *));
 * to = from, also where they overlap; a temporary has no `destroy` and `keep`:
 *   void __warpdev_assign_records(descriptor *to, descriptor *from,
 *                                 void (*own)(void *), void (*destroy)(void *),
 *                                 void (*keep)(void *, void *),
 *                                 const char *file, int32_t line);
 * Flang's PushArrayConstructorValue:
 *   void __warpdev_push_records(void *vector, descriptor *from,
 *                               void (*own)(void *));
 * A run-time error: ends the program as ERROR STOP does; `file` may be null.
 *   void __warpdev_fail(const char *message, const char *file, int32_t line);
 *
 * printf() and failed assertions of C; host code has these from the runtime. A
 * double's bits are a word, and a bit of `ints` says that the word is an int:
 *   int32_t warprt_c_printf(const char *format, int64_t ints, int64_t a0, ...
 *                           int64_t a15);
 *   void warprt_c_assertion(const char *message, const char *file,
 *                           int32_t line);
 * On the CPU the former calls the runtime:
 *   int32_t warprt_cpu_print_words(const char *format, const int64_t *words);
 *
 * A mark that the device linker removes once it has looked at the scalar: no
 * iteration may see what another one assigned, and what procedures leave in the
 * copy is the scalar's value after the loop, if that is used. The texts are
 * constants.
 *   void __warpdev_loop_scalar(void *copy, const char *name,
 *                              const char *file, int32_t line,
 *                              int32_t isUsedAfter);
 *
 * OpenACC loops. `levels` says over what the loop is distributed. Iterations
 * as above:
 *   int64_t __warpdev_acc_begin(int32_t levels, int64_t n);
 *   int64_t __warpdev_acc_end(int32_t levels, int64_t n);
 *   int64_t __warpdev_acc_stride(int32_t levels);
 * The gang's number, from 0, in the dimensions of these levels, and how many
 * there are:
 *   int64_t __warpdev_acc_gang(int32_t levels);
 *   int64_t __warpdev_acc_gangs(int32_t levels);
 * Whether the thread is the first in each of these levels:
 *   int32_t __warpdev_acc_first(int32_t levels);
 * Barrier of the block, or of a worker's row of threads (at most one warp):
 *   void __warpdev_acc_sync(int32_t row);
 * Memory that the threads of the block or row share; all of them call these:
 *   void *__warpdev_acc_allocate(int64_t bytes, int32_t row);
 *   void __warpdev_acc_release(void *memory, int32_t row);
 * Where a private array lies in memory of the launch; `size` is as
 * WarprtAccLaunch::firstPrivate says, `levels` what it has besides the bytes:
 *   void *__warpdev_acc_private(void *memory, int64_t size, int32_t levels);
 * Replaces the value of each thread by the combination of all in the block or
 * row; contains barriers before and after:
 *   void __warpdev_acc_team_<op>_<type>(T *value, int32_t row);
 * target = target op value:
 *   void __warpdev_acc_combine_<op>_<type>(T *target, const T *value);
 * The same, in memory that others may change at the same time:
 *   void __warpdev_acc_atomic_<op>_<type>(T *target, const T *value);
 * Locks of variables of any size, for what is changed there by several threads
 * at a time: whether the thread has got the lock, which it keeps for a few
 * instructions, in no other lock. The runtime has these for host code as well.
 *   int32_t __warpdev_acc_try_lock(const void *variable);
 *   void __warpdev_acc_unlock(const void *variable);
 * As __warpdev_reduce_, with the thread's value behind an address:
 *   void __warpdev_acc_grid_<op>_<type>(T *value, void *slot, void *scratch,
 *                                       int32_t index);
 *
 *   int32_t __warpdev_target_is_cpu(void)   replaced by a constant for each
 *                                           target before optimisation
 *   int32_t __warpdev_loops_use_threads(void)   likewise: 0 where kernel loops
 *                                           and OpenACC's have blocks of one
 *                                           thread, as on the CPU
 *   int32_t __warpdev_nests_are_joined(void)   likewise: 1 where all threads of
 *                                           the grid share a nest that only
 *                                           reduces; not where accesses are
 *                                           checked, whose rows are known only
 *                                           in a nest
 *   int32_t __warpdev_compute_capability(void)   likewise: the least that the
 *                                           code is for (90: 9.0), 0: the CPU
 *
 *   void __warpdev_wait(void)               called by the library on the CPU
 *                                           only: other threads go on first
 *
 *   int64_t __warpdev_shuffle64(int32_t kind, uint32_t mask, int64_t value,
 *                               int32_t lane, int32_t control)
 *                                           likewise: a shuffle (0 by index,
 *                                           1 up, 2 down, 3 xor; the others as
 *                                           NVVM's) of 64 bits
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_DEVICELIBRARY_H
#define WARPRT_DEVICELIBRARY_H

#include <stddef.h>
#include <stdint.h>

#define WARPDEV_PREFIX "__warpdev_"

/* The allocator's number in the device's descriptor of an allocatable that is
 * attached: the device may neither deallocate nor reallocate it. */
#define WARPDEV_ATTACHED 7
#define WARPDEV_TARGET_IS_CPU "__warpdev_target_is_cpu"
#define WARPDEV_LOOPS_USE_THREADS "__warpdev_loops_use_threads"
#define WARPDEV_NESTS_ARE_JOINED "__warpdev_nests_are_joined"
#define WARPDEV_COMPUTE_CAPABILITY "__warpdev_compute_capability"
#define WARPDEV_WAIT "__warpdev_wait"
#define WARPDEV_SHUFFLE64 "__warpdev_shuffle64"
#define WARPDEV_REDUCE_PREFIX "__warpdev_reduce_"
#define WARPDEV_REDUCE_LAST "__warpdev_reduce_last_i64"
#define WARPDEV_LOOP_SCALAR "__warpdev_loop_scalar"
#define WARPDEV_ALLOCATE "__warpdev_allocate"
#define WARPDEV_RELEASE "__warpdev_release"
#define WARPDEV_PRINTF "warprt_c_printf"
#define WARPDEV_PRINTF_ARGUMENTS 16
#define WARPDEV_ASSERTION "warprt_c_assertion"
#define WARPDEV_INITIALIZE "__warpdev_initialize"
#define WARPDEV_ACC_PREFIX "__warpdev_acc_"
#define WARPDEV_ACC_COMPARE_TRIPS "__warpdev_acc_compare_trips"
#define WARPDEV_ACC_TRY_LOCK "__warpdev_acc_try_lock"
#define WARPDEV_ACC_UNLOCK "__warpdev_acc_unlock"
#define WARPDEV_LOOP_PREFIX "__warpdev_loop_"
#define WARPDEV_LOOP_BEGIN "__warpdev_loop_begin"
#define WARPDEV_LOOP_STRIDE "__warpdev_loop_stride"
#define WARPDEV_ALL_DIMENSIONS 3
#define WARPDEV_SHARED_PREFIX "__warpdev_shared_"
#define WARPDEV_TILE_PREFIX "__warpdev_tile_"
/* Elements that a thread has of a tile along y. */
#define WARPDEV_TILE_ROWS 4

#define WARPDEV_ACC_VECTOR 1
#define WARPDEV_ACC_WORKER 2
#define WARPDEV_ACC_GANG 4
/* Which dimensions of the grid a gang loop takes, x first: 1, 2 and 4, shifted;
 * none are all. */
#define WARPDEV_ACC_DIMS_SHIFT 4
/* Behind the name of an acc routine that has a level: the form that all threads
 * of the level enter together; and, of a routine of another language, a call by
 * one thread alone. */
#define WARPDEV_ACC_TEAM_SUFFIX "_acc_team"
#define WARPDEV_ACC_ALONE_SUFFIX "_acc_alone"

/* Functions of Flang's runtime that the device library has a version of. The
 * compiler refuses device code that needs another. */
#define WARPDEV_FORTRAN_FUNCTIONS(X)                                           \
  X(_FortranAAbort)                                                            \
  X(_FortranAAdjustl)                                                          \
  X(_FortranAAdjustr)                                                          \
  X(_FortranAAll)                                                              \
  X(_FortranAAllDim)                                                           \
  X(_FortranAAllocatableAllocate)                                              \
  X(_FortranAAllocatableAllocateSource)                                        \
  X(_FortranAAllocatableApplyMold)                                             \
  X(_FortranAAllocatableCheckAllocated)                                        \
  X(_FortranAAllocatableDeallocate)                                            \
  X(_FortranAAllocatableInitCharacter)                                         \
  X(_FortranAAllocatableInitCharacterForAllocate)                              \
  X(_FortranAAllocatableSetBounds)                                             \
  X(_FortranAAny)                                                              \
  X(_FortranAAnyDim)                                                           \
  X(_FortranAAssign)                                                           \
  X(_FortranAAssignExplicitLengthCharacter)                                    \
  X(_FortranAAssignTemporary)                                                  \
  X(_FortranABesselJnX0_4)                                                     \
  X(_FortranABesselJnX0_8)                                                     \
  X(_FortranABesselJn_4)                                                       \
  X(_FortranABesselJn_8)                                                       \
  X(_FortranABesselYnX0_4)                                                     \
  X(_FortranABesselYnX0_8)                                                     \
  X(_FortranABesselYn_4)                                                       \
  X(_FortranABesselYn_8)                                                       \
  X(_FortranACharacterAppend1)                                                 \
  X(_FortranACharacterCompareScalar)                                           \
  X(_FortranACharacterCompareScalar1)                                          \
  X(_FortranACharacterCompareScalar2)                                          \
  X(_FortranACharacterCompareScalar4)                                          \
  X(_FortranACharacterConcatenate)                                             \
  X(_FortranACharacterMax)                                                     \
  X(_FortranACharacterMin)                                                     \
  X(_FortranACharacterPad1)                                                    \
  X(_FortranAClassIs)                                                          \
  X(_FortranACopyAndUpdateDescriptor)                                          \
  X(_FortranACopyInAssign)                                                     \
  X(_FortranACopyOutAssign)                                                    \
  X(_FortranACount)                                                            \
  X(_FortranACountDim)                                                         \
  X(_FortranACppDotProductComplex2)                                            \
  X(_FortranACppDotProductComplex4)                                            \
  X(_FortranACppDotProductComplex8)                                            \
  X(_FortranACppProductComplex2)                                               \
  X(_FortranACppProductComplex4)                                               \
  X(_FortranACppProductComplex8)                                               \
  X(_FortranACppSumComplex2)                                                   \
  X(_FortranACppSumComplex4)                                                   \
  X(_FortranACppSumComplex8)                                                   \
  X(_FortranACreateDescriptorStack)                                            \
  X(_FortranACreateValueStack)                                                 \
  X(_FortranACshift)                                                           \
  X(_FortranACshiftVector)                                                     \
  X(_FortranADescriptorAt)                                                     \
  X(_FortranADestroy)                                                          \
  X(_FortranADestroyDescriptorStack)                                           \
  X(_FortranADestroyValueStack)                                                \
  X(_FortranADotProductInteger1)                                               \
  X(_FortranADotProductInteger16)                                              \
  X(_FortranADotProductInteger2)                                               \
  X(_FortranADotProductInteger4)                                               \
  X(_FortranADotProductInteger8)                                               \
  X(_FortranADotProductLogical)                                                \
  X(_FortranADotProductReal2)                                                  \
  X(_FortranADotProductReal4)                                                  \
  X(_FortranADotProductReal8)                                                  \
  X(_FortranAEoshift)                                                          \
  X(_FortranAEoshiftVector)                                                    \
  X(_FortranAErfcScaled4)                                                      \
  X(_FortranAErfcScaled8)                                                      \
  X(_FortranAExit)                                                             \
  X(_FortranAExponent4_4)                                                      \
  X(_FortranAExponent4_8)                                                      \
  X(_FortranAExponent8_4)                                                      \
  X(_FortranAExponent8_8)                                                      \
  X(_FortranAExtendsTypeOf)                                                    \
  X(_FortranAFindloc)                                                          \
  X(_FortranAFindlocDim)                                                       \
  X(_FortranAFraction4)                                                        \
  X(_FortranAFraction8)                                                        \
  X(_FortranAIAll1)                                                            \
  X(_FortranAIAll16)                                                           \
  X(_FortranAIAll2)                                                            \
  X(_FortranAIAll4)                                                            \
  X(_FortranAIAll8)                                                            \
  X(_FortranAIAllDim)                                                          \
  X(_FortranAIAny1)                                                            \
  X(_FortranAIAny16)                                                           \
  X(_FortranAIAny2)                                                            \
  X(_FortranAIAny4)                                                            \
  X(_FortranAIAny8)                                                            \
  X(_FortranAIAnyDim)                                                          \
  X(_FortranAIParity1)                                                         \
  X(_FortranAIParity16)                                                        \
  X(_FortranAIParity2)                                                         \
  X(_FortranAIParity4)                                                         \
  X(_FortranAIParity8)                                                         \
  X(_FortranAIParityDim)                                                       \
  X(_FortranAIndex)                                                            \
  X(_FortranAIndex1)                                                           \
  X(_FortranAIndex2)                                                           \
  X(_FortranAIndex4)                                                           \
  X(_FortranAInitArrayConstructorVector)                                       \
  X(_FortranAInitialize)                                                       \
  X(_FortranAIsAssumedSize)                                                    \
  X(_FortranAIsContiguous)                                                     \
  X(_FortranAIsContiguousUpTo)                                                 \
  X(_FortranALbound)                                                           \
  X(_FortranALboundDim)                                                        \
  X(_FortranALenTrim)                                                          \
  X(_FortranALenTrim1)                                                         \
  X(_FortranALenTrim2)                                                         \
  X(_FortranALenTrim4)                                                         \
  X(_FortranAMapException)                                                     \
  X(_FortranAMatmul)                                                           \
  X(_FortranAMatmulDirect)                                                     \
  X(_FortranAMatmulLogical1Logical1)                                           \
  X(_FortranAMatmulLogical1Logical2)                                           \
  X(_FortranAMatmulLogical1Logical4)                                           \
  X(_FortranAMatmulLogical1Logical8)                                           \
  X(_FortranAMatmulLogical2Logical1)                                           \
  X(_FortranAMatmulLogical2Logical2)                                           \
  X(_FortranAMatmulLogical2Logical4)                                           \
  X(_FortranAMatmulLogical2Logical8)                                           \
  X(_FortranAMatmulLogical4Logical1)                                           \
  X(_FortranAMatmulLogical4Logical2)                                           \
  X(_FortranAMatmulLogical4Logical4)                                           \
  X(_FortranAMatmulLogical4Logical8)                                           \
  X(_FortranAMatmulLogical8Logical1)                                           \
  X(_FortranAMatmulLogical8Logical2)                                           \
  X(_FortranAMatmulLogical8Logical4)                                           \
  X(_FortranAMatmulLogical8Logical8)                                           \
  X(_FortranAMatmulTranspose)                                                  \
  X(_FortranAMatmulTransposeDirect)                                            \
  X(_FortranAMatmulTransposeLogical1Logical1)                                  \
  X(_FortranAMatmulTransposeLogical1Logical2)                                  \
  X(_FortranAMatmulTransposeLogical1Logical4)                                  \
  X(_FortranAMatmulTransposeLogical1Logical8)                                  \
  X(_FortranAMatmulTransposeLogical2Logical1)                                  \
  X(_FortranAMatmulTransposeLogical2Logical2)                                  \
  X(_FortranAMatmulTransposeLogical2Logical4)                                  \
  X(_FortranAMatmulTransposeLogical2Logical8)                                  \
  X(_FortranAMatmulTransposeLogical4Logical1)                                  \
  X(_FortranAMatmulTransposeLogical4Logical2)                                  \
  X(_FortranAMatmulTransposeLogical4Logical4)                                  \
  X(_FortranAMatmulTransposeLogical4Logical8)                                  \
  X(_FortranAMatmulTransposeLogical8Logical1)                                  \
  X(_FortranAMatmulTransposeLogical8Logical2)                                  \
  X(_FortranAMatmulTransposeLogical8Logical4)                                  \
  X(_FortranAMatmulTransposeLogical8Logical8)                                  \
  X(_FortranAMaxlocCharacter)                                                  \
  X(_FortranAMaxlocDim)                                                        \
  X(_FortranAMaxlocInteger1)                                                   \
  X(_FortranAMaxlocInteger16)                                                  \
  X(_FortranAMaxlocInteger2)                                                   \
  X(_FortranAMaxlocInteger4)                                                   \
  X(_FortranAMaxlocInteger8)                                                   \
  X(_FortranAMaxlocReal4)                                                      \
  X(_FortranAMaxlocReal8)                                                      \
  X(_FortranAMaxvalCharacter)                                                  \
  X(_FortranAMaxvalDim)                                                        \
  X(_FortranAMaxvalInteger1)                                                   \
  X(_FortranAMaxvalInteger16)                                                  \
  X(_FortranAMaxvalInteger2)                                                   \
  X(_FortranAMaxvalInteger4)                                                   \
  X(_FortranAMaxvalInteger8)                                                   \
  X(_FortranAMaxvalReal2)                                                      \
  X(_FortranAMaxvalReal4)                                                      \
  X(_FortranAMaxvalReal8)                                                      \
  X(_FortranAMinlocCharacter)                                                  \
  X(_FortranAMinlocDim)                                                        \
  X(_FortranAMinlocInteger1)                                                   \
  X(_FortranAMinlocInteger16)                                                  \
  X(_FortranAMinlocInteger2)                                                   \
  X(_FortranAMinlocInteger4)                                                   \
  X(_FortranAMinlocInteger8)                                                   \
  X(_FortranAMinlocReal4)                                                      \
  X(_FortranAMinlocReal8)                                                      \
  X(_FortranAMinvalCharacter)                                                  \
  X(_FortranAMinvalDim)                                                        \
  X(_FortranAMinvalInteger1)                                                   \
  X(_FortranAMinvalInteger16)                                                  \
  X(_FortranAMinvalInteger2)                                                   \
  X(_FortranAMinvalInteger4)                                                   \
  X(_FortranAMinvalInteger8)                                                   \
  X(_FortranAMinvalReal2)                                                      \
  X(_FortranAMinvalReal4)                                                      \
  X(_FortranAMinvalReal8)                                                      \
  X(_FortranAModInteger1)                                                      \
  X(_FortranAModInteger16)                                                     \
  X(_FortranAModInteger2)                                                      \
  X(_FortranAModInteger4)                                                      \
  X(_FortranAModInteger8)                                                      \
  X(_FortranAModReal4)                                                         \
  X(_FortranAModReal8)                                                         \
  X(_FortranAModuloInteger1)                                                   \
  X(_FortranAModuloInteger16)                                                  \
  X(_FortranAModuloInteger2)                                                   \
  X(_FortranAModuloInteger4)                                                   \
  X(_FortranAModuloInteger8)                                                   \
  X(_FortranAModuloReal4)                                                      \
  X(_FortranAModuloReal8)                                                      \
  X(_FortranAMoveAlloc)                                                        \
  X(_FortranANearest4)                                                         \
  X(_FortranANearest8)                                                         \
  X(_FortranANorm2Dim)                                                         \
  X(_FortranANorm2_2)                                                          \
  X(_FortranANorm2_4)                                                          \
  X(_FortranANorm2_8)                                                          \
  X(_FortranAPack)                                                             \
  X(_FortranAParity)                                                           \
  X(_FortranAParityDim)                                                        \
  X(_FortranAPointerAllocate)                                                  \
  X(_FortranAPointerAllocateSource)                                            \
  X(_FortranAPointerApplyMold)                                                 \
  X(_FortranAPointerAssociateLowerBounds)                                      \
  X(_FortranAPointerAssociateRemapping)                                        \
  X(_FortranAPointerAssociateRemappingMonomorphic)                             \
  X(_FortranAPointerAssociateScalar)                                           \
  X(_FortranAPointerDeallocate)                                                \
  X(_FortranAPointerIsAssociatedWith)                                          \
  X(_FortranAPointerNullifyCharacter)                                          \
  X(_FortranAPointerSetBounds)                                                 \
  X(_FortranAPopDescriptor)                                                    \
  X(_FortranAPopValue)                                                         \
  X(_FortranAProductDim)                                                       \
  X(_FortranAProductInteger1)                                                  \
  X(_FortranAProductInteger16)                                                 \
  X(_FortranAProductInteger2)                                                  \
  X(_FortranAProductInteger4)                                                  \
  X(_FortranAProductInteger8)                                                  \
  X(_FortranAProductReal2)                                                     \
  X(_FortranAProductReal4)                                                     \
  X(_FortranAProductReal8)                                                     \
  X(_FortranAPushArrayConstructorSimpleScalar)                                 \
  X(_FortranAPushArrayConstructorValue)                                        \
  X(_FortranAPushDescriptor)                                                   \
  X(_FortranAPushValue)                                                        \
  X(_FortranARRSpacing4)                                                       \
  X(_FortranARRSpacing8)                                                       \
  X(_FortranARepeat)                                                           \
  X(_FortranAReportFatalUserError)                                             \
  X(_FortranAReshape)                                                          \
  X(_FortranASameTypeAs)                                                       \
  X(_FortranAScale4)                                                           \
  X(_FortranAScale8)                                                           \
  X(_FortranAScan)                                                             \
  X(_FortranAScan1)                                                            \
  X(_FortranAScan2)                                                            \
  X(_FortranAScan4)                                                            \
  X(_FortranASetExponent4)                                                     \
  X(_FortranASetExponent8)                                                     \
  X(_FortranAShallowCopy)                                                      \
  X(_FortranAShallowCopyDirect)                                                \
  X(_FortranAShape)                                                            \
  X(_FortranASize)                                                             \
  X(_FortranASizeDim)                                                          \
  X(_FortranASpacing4)                                                         \
  X(_FortranASpacing8)                                                         \
  X(_FortranASpread)                                                           \
  X(_FortranAStopStatement)                                                    \
  X(_FortranAStopStatementText)                                                \
  X(_FortranASumDim)                                                           \
  X(_FortranASumInteger1)                                                      \
  X(_FortranASumInteger16)                                                     \
  X(_FortranASumInteger2)                                                      \
  X(_FortranASumInteger4)                                                      \
  X(_FortranASumInteger8)                                                      \
  X(_FortranASumReal2)                                                         \
  X(_FortranASumReal4)                                                         \
  X(_FortranASumReal8)                                                         \
  X(_FortranATransfer)                                                         \
  X(_FortranATransferSize)                                                     \
  X(_FortranATranspose)                                                        \
  X(_FortranATrim)                                                             \
  X(_FortranAUbound)                                                           \
  X(_FortranAUnpack)                                                           \
  X(_FortranAValueAt)                                                          \
  X(_FortranAVerify)                                                           \
  X(_FortranAVerify1)                                                          \
  X(_FortranAVerify2)                                                          \
  X(_FortranAVerify4)                                                          \
  X(_FortranAcpowi)                                                            \
  X(_FortranAcpowk)                                                            \
  X(_FortranAferaiseexcept)                                                    \
  X(_FortranAioBeginExternalFormattedOutput)                                   \
  X(_FortranAioBeginExternalListOutput)                                        \
  X(_FortranAioCheckUnitNumberInRange64)                                       \
  X(_FortranAioEndIoStatement)                                                 \
  X(_FortranAioOutputAscii)                                                    \
  X(_FortranAioOutputCharacter)                                                \
  X(_FortranAioOutputComplex32)                                                \
  X(_FortranAioOutputComplex64)                                                \
  X(_FortranAioOutputDescriptor)                                               \
  X(_FortranAioOutputInteger128)                                               \
  X(_FortranAioOutputInteger16)                                                \
  X(_FortranAioOutputInteger32)                                                \
  X(_FortranAioOutputInteger64)                                                \
  X(_FortranAioOutputInteger8)                                                 \
  X(_FortranAioOutputLogical)                                                  \
  X(_FortranAioOutputReal32)                                                   \
  X(_FortranAioOutputReal64)                                                   \
  X(_FortranAioSetAdvance)                                                     \
  X(_FortranAioSetDecimal)                                                     \
  X(_FortranAioSetDelim)                                                       \
  X(_FortranAioSetRound)                                                       \
  X(_FortranAioSetSign)                                                        \
  X(_FortranAzpowi)                                                            \
  X(_FortranAzpowk)

/* Whole families, one function for every pair of operand types. */
#define WARPDEV_FORTRAN_FAMILIES(X)                                            \
  X(_FortranAMatmulInteger)                                                    \
  X(_FortranAMatmulReal)                                                       \
  X(_FortranAMatmulComplex)                                                    \
  X(_FortranAMatmulLogical)                                                    \
  X(_FortranAMatmulTransposeInteger)                                           \
  X(_FortranAMatmulTransposeReal)                                              \
  X(_FortranAMatmulTransposeComplex)                                           \
  X(_FortranAMatmulTransposeLogical)

#endif /* WARPRT_DEVICELIBRARY_H */
