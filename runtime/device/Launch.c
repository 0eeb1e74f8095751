/*===-- Launch.c - Launches in device code ---------------------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What a launch in device code becomes (abi/warprt/DeviceLaunch.h), and
 * functions of module cudafor that device code may call: the host's have these
 * names, too. On a GPU they are functions of CUDA's device runtime
 * (libcudadevrt.a), with the names that those of CUDA 12 and 13 have.
 *
 *===----------------------------------------------------------------------===*/
#include "CudaStatus.h"
#include "Device.h"
#include "Message.h"
#include "warprt/DeviceLaunch.h"

typedef struct Dim3 {
  uint32_t x, y, z;
} Dim3;

void *__cudaCDP2GetParameterBufferV2(const void *kernel, Dim3 grid, Dim3 block,
                                     uint32_t bytes);
_Noreturn void _FortranAStopStatementText(const char *text, size_t length,
                                          bool isError, bool quiet);
int32_t __cudaCDP2LaunchDeviceV2(void *parameters, int64_t stream);
int32_t __cudaCDP2GetLastError(void);
int32_t __cudaCDP2PeekAtLastError(void);
int32_t __cudaCDP2StreamCreateWithFlags(int64_t *stream, uint32_t flags);
int32_t __cudaCDP2StreamDestroy(int64_t stream);
int32_t __cudaCDP2StreamWaitEvent(int64_t stream, int64_t event,
                                  uint32_t flags);
int32_t __cudaCDP2EventCreateWithFlags(int64_t *event, uint32_t flags);
int32_t __cudaCDP2EventDestroy(int64_t event);
int32_t __cudaCDP2EventRecord(int64_t event, int64_t stream);
int32_t __cudaCDP2DeviceGetCacheConfig(int32_t *config);
int32_t __cudaCDP2DeviceGetSharedMemConfig(int32_t *config);
int32_t __cudaCDP2FuncGetAttributes(void *attributes, const void *kernel);
int32_t __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int32_t *blocks, const void *kernel, int32_t threads, size_t bytes,
    uint32_t flags);
int32_t __cudaCDP2GetDevice(int32_t *device);
int32_t __cudaCDP2GetDeviceCount(int32_t *count);
int32_t __cudaCDP2DeviceGetAttribute(int32_t *value, int32_t attribute,
                                     int32_t device);
int32_t __cudaCDP2DeviceGetLimit(int64_t *value, int32_t limit);
int32_t __cudaCDP2RuntimeGetVersion(int32_t *version);
void __warpdev_wait_for_launches(const void *const *functions);
#define PHASE_FUNCTION(name) void __warpdev_phase_##name(void);
#define PHASE_FUNCTIONS(M)                                                     \
  M(is_first_thread)                                                           \
  M(frame)                                                                     \
  M(thread)                                                                    \
  M(copy)                                                                      \
  M(dynamic_bytes)                                                             \
  M(begin)                                                                     \
  M(meet)                                                                      \
  M(leave)                                                                     \
  M(parameters)                                                                \
  M(launch)                                                                    \
  M(create_stream)                                                             \
  M(stream)                                                                    \
  M(destroy_stream)
PHASE_FUNCTIONS(PHASE_FUNCTION)

void *__warpdev_launch_begin(const void *kernel,
                             const WarprtCpuParameters *parameters,
                             int32_t gridX, int32_t gridY, int32_t gridZ,
                             int32_t blockX, int32_t blockY, int32_t blockZ,
                             int32_t bytes) {
  if (__warpdev_target_is_cpu())
    return warprt_cpu_launch_begin(kernel, parameters, gridX, gridY, gridZ,
                                   blockX, blockY, blockZ, bytes);
  return __cudaCDP2GetParameterBufferV2(
      kernel, (Dim3){(uint32_t)gridX, (uint32_t)gridY, (uint32_t)gridZ},
      (Dim3){(uint32_t)blockX, (uint32_t)blockY, (uint32_t)blockZ},
      (uint32_t)bytes);
}

void __warpdev_launch_end(void *parameters, int64_t stream) {
  if (__warpdev_target_is_cpu())
    warprt_cpu_launch_end(parameters, stream);
  else
    (void)__cudaCDP2LaunchDeviceV2(parameters, stream);
}

/* Not part of kernels, whose frames it would enlarge. */
static __attribute__((noinline)) _Noreturn void failLaunch(const char *kernel,
                                                           int32_t error) {
  enum { LaunchPendingCountExceeded = 69 };
  Message message = {{0}, 0};
  addText(&message, "launch of kernel '", NAME_BYTES);
  addText(&message, kernel, NAME_BYTES);
  addText(&message, "' in device code: error ", NAME_BYTES);
  addNumber(&message, error);
  if (error == LaunchPendingCountExceeded)
    addText(&message,
            ", too many launches wait (cudaDeviceSetLimit, "
            "cudaLimitDevRuntimePendingLaunchCount)",
            NAME_BYTES);
  _FortranAStopStatementText(message.text, message.used, true, false);
}

/* A launch that fails leaves nothing but an error, and who does not ask for it
 * would get results without the grid's. Of a kernel that failed, a CPU device
 * tells itself, and launches nothing any more. */
void __warpdev_launch_checked(const WarprtCpuParameters *parameters) {
  enum { LaunchFailure = 719 };
  bool isCPU = __warpdev_target_is_cpu();
  int32_t error =
      isCPU ? warprt_cpu_launch_error(0) : __cudaCDP2PeekAtLastError();
  if (error != 0 && !(isCPU && error == LaunchFailure))
    failLaunch(parameters->displayName, error);
}

int32_t warprt_cudaGetLastError(void) {
  return __warpdev_target_is_cpu() ? warprt_cpu_launch_error(1)
                                   : __cudaCDP2GetLastError();
}

int32_t warprt_cudaPeekAtLastError(void) {
  return __warpdev_target_is_cpu() ? warprt_cpu_launch_error(0)
                                   : __cudaCDP2PeekAtLastError();
}

/* CUDA took it from GPUs with version 12, and compute capability 9.0 never had
 * it: there the kernel is split (Phases.c). */
int32_t warprt_cudaDeviceSynchronize(void) {
#define ADDRESS(name) (const void *)__warpdev_phase_##name,
  static const void *const functions[] = {PHASE_FUNCTIONS(ADDRESS)};
  if (__warpdev_target_is_cpu())
    return warprt_cpu_wait_for_launches();
  __warpdev_wait_for_launches(functions);
  return 0;
}

int32_t warprt_cudaStreamCreateWithFlags(int64_t *stream, int32_t flags) {
  return __warpdev_target_is_cpu()
             ? warprt_cpu_create_stream(stream, flags)
             : __cudaCDP2StreamCreateWithFlags(stream, (uint32_t)flags);
}

int32_t warprt_cudaStreamDestroy(int64_t stream) {
  return __warpdev_target_is_cpu() ? warprt_cpu_destroy_stream(stream)
                                   : __cudaCDP2StreamDestroy(stream);
}

/*===-- Fills -------------------------------------------------------------===*/

/* On a GPU a kernel, which lib/Target/NVPTX makes it where it is launched:
 * CUDA's device runtime fills with zeros whatever the byte is (seen with CUDA
 * 13.0 and driver 580.159, in CUDA C, too). */
void __warpdev_fill_kernel(uint8_t *to, uint64_t pitch, uint64_t width,
                           uint64_t bytes, uint32_t byte) {
  uint64_t step = (uint64_t)gridDim(0) * blockDim(0);
  uint64_t i = (uint64_t)blockIndex(0) * blockDim(0) + threadIndex(0);
  for (; i < bytes; i += step)
    to[i / width * pitch + i % width] = (uint8_t)byte;
}

/* Neither extent is zero. */
int32_t __warpdev_fill_rows(void *to, uint64_t pitch, int32_t byte,
                            uint64_t width, uint64_t height, int64_t stream) {
  enum { Threads = 256, MostBlocks = 1024 };
  struct Parameters {
    void *to;
    uint64_t pitch, width, bytes;
    uint32_t byte;
  } *parameters;
  uint64_t blocks = (width * height - 1) / Threads + 1;
  if (__warpdev_target_is_cpu())
    return warprt_cpu_fill_rows_async(to, pitch, byte, width, height, stream);
  parameters = __cudaCDP2GetParameterBufferV2(
      (const void *)__warpdev_fill_kernel,
      (Dim3){blocks < MostBlocks ? (uint32_t)blocks : MostBlocks, 1, 1},
      (Dim3){Threads, 1, 1}, 0);
  if (!parameters)
    return __cudaCDP2PeekAtLastError();
  *parameters = (struct Parameters){to, pitch, width, width * height,
                                    (uint32_t)byte & 0xff};
  return __cudaCDP2LaunchDeviceV2(parameters, stream);
}

/*===-- Events ------------------------------------------------------------===*/

int32_t warprt_cudaEventCreateWithFlags(int64_t *event, int32_t flags) {
  return __warpdev_target_is_cpu()
             ? warprt_cpu_create_event(event, flags)
             : __cudaCDP2EventCreateWithFlags(event, (uint32_t)flags);
}

int32_t warprt_cudaEventDestroy(int64_t *event) {
  return __warpdev_target_is_cpu() ? warprt_cpu_destroy_event(*event)
                                   : __cudaCDP2EventDestroy(*event);
}

int32_t warprt_cudaEventRecord_i8(int64_t *event, int64_t stream) {
  return __warpdev_target_is_cpu() ? warprt_cpu_record_event(*event, stream)
                                   : __cudaCDP2EventRecord(*event, stream);
}

int32_t warprt_cudaEventRecord_i4(int64_t *event, int32_t stream) {
  return warprt_cudaEventRecord_i8(event, stream);
}

int32_t warprt_cudaEventRecord(int64_t *event) {
  return warprt_cudaEventRecord_i8(event, 0);
}

int32_t warprt_cudaEventRecordWithFlags(int64_t *event, int64_t stream,
                                        int32_t flags) {
  return flags ? CudaInvalidValue : warprt_cudaEventRecord_i8(event, stream);
}

int32_t warprt_cudaStreamWaitEvent_i8(int64_t stream, int64_t *event,
                                      const int32_t *flags) {
  if (flags && *flags != 0)
    return CudaInvalidValue;
  return __warpdev_target_is_cpu()
             ? warprt_cpu_wait_event(stream, *event)
             : __cudaCDP2StreamWaitEvent(stream, *event, 0);
}

int32_t warprt_cudaStreamWaitEvent_i4(int32_t stream, int64_t *event,
                                      const int32_t *flags) {
  return warprt_cudaStreamWaitEvent_i8(stream, event, flags);
}

/*===-- The device --------------------------------------------------------===*/

static int32_t queryCPU(int32_t which, int32_t *value, int32_t argument,
                        int32_t device) {
  int64_t wide = 0;
  int32_t status = warprt_cpu_query(which, &wide, argument, device);
  *value = (int32_t)wide;
  return status;
}

int32_t warprt_cudaGetDevice(int32_t *device) {
  return __warpdev_target_is_cpu() ? queryCPU(WARPRT_QUERY_DEVICE, device, 0, 0)
                                   : __cudaCDP2GetDevice(device);
}

int32_t warprt_cudaGetDeviceCount(int32_t *count) {
  return __warpdev_target_is_cpu()
             ? queryCPU(WARPRT_QUERY_DEVICE_COUNT, count, 0, 0)
             : __cudaCDP2GetDeviceCount(count);
}

int32_t warprt_cudaDeviceGetAttribute(int32_t *value, int32_t attribute,
                                      int32_t device) {
  return __warpdev_target_is_cpu()
             ? queryCPU(WARPRT_QUERY_ATTRIBUTE, value, attribute, device)
             : __cudaCDP2DeviceGetAttribute(value, attribute, device);
}

int32_t warprt_cudaDeviceGetLimit(int64_t *value, int32_t limit) {
  return __warpdev_target_is_cpu()
             ? warprt_cpu_query(WARPRT_QUERY_LIMIT, value, limit, 0)
             : __cudaCDP2DeviceGetLimit(value, limit);
}

int32_t warprt_cudaRuntimeGetVersion(int32_t *version) {
  return __warpdev_target_is_cpu()
             ? queryCPU(WARPRT_QUERY_RUNTIME_VERSION, version, 0, 0)
             : __cudaCDP2RuntimeGetVersion(version);
}

int32_t warprt_cudaDeviceGetCacheConfig(int32_t *config) {
  return __warpdev_target_is_cpu()
             ? queryCPU(WARPRT_QUERY_CACHE_CONFIG, config, 0, 0)
             : __cudaCDP2DeviceGetCacheConfig(config);
}

int32_t warprt_cudaDeviceGetSharedMemConfig(int32_t *config) {
  return __warpdev_target_is_cpu()
             ? queryCPU(WARPRT_QUERY_SHARED_MEMORY_CONFIG, config, 0, 0)
             : __cudaCDP2DeviceGetSharedMemConfig(config);
}

/*===-- Kernels -----------------------------------------------------------===*/

/* cudafor's type has what precedes the members for clusters. */
enum { ATTRIBUTE_BYTES = 52 };

int32_t warprt_cudaFuncGetAttributes(void *attributes, const void *kernel) {
  union {
    char bytes[ATTRIBUTE_BYTES];
    int64_t all[32]; /* room for members that CUDA adds */
  } ofCUDA;
  if (__warpdev_target_is_cpu())
    return warprt_cpu_kernel_attributes(attributes, kernel);
  int32_t status = __cudaCDP2FuncGetAttributes(&ofCUDA, kernel);
  if (status == 0)
    for (int i = 0; i < ATTRIBUTE_BYTES; ++i)
      ((char *)attributes)[i] = ofCUDA.bytes[i];
  return status;
}

int32_t warprt_cudaOccupancyBlocksWithFlags_i8(int32_t *blocks,
                                               const void *kernel,
                                               int32_t threads, int64_t bytes,
                                               int32_t flags) {
  if (__warpdev_target_is_cpu())
    return warprt_cpu_active_blocks(blocks, kernel, threads, bytes, flags);
  if (bytes < 0)
    return CudaInvalidValue;
  return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, kernel, threads, (size_t)bytes, (uint32_t)flags);
}

int32_t warprt_cudaOccupancyBlocksWithFlags_i4(int32_t *blocks,
                                               const void *kernel,
                                               int32_t threads, int32_t bytes,
                                               int32_t flags) {
  return warprt_cudaOccupancyBlocksWithFlags_i8(blocks, kernel, threads, bytes,
                                                flags);
}

int32_t warprt_cudaOccupancyBlocks_i8(int32_t *blocks, const void *kernel,
                                      int32_t threads, int64_t bytes) {
  return warprt_cudaOccupancyBlocksWithFlags_i8(blocks, kernel, threads, bytes,
                                                0);
}

int32_t warprt_cudaOccupancyBlocks_i4(int32_t *blocks, const void *kernel,
                                      int32_t threads, int32_t bytes) {
  return warprt_cudaOccupancyBlocksWithFlags_i8(blocks, kernel, threads, bytes,
                                                0);
}
