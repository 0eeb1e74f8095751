//===-- runtime/entry/OpenAccApi.cpp - OpenACC's run-time library routines
//-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of openacc.h. Those whose arguments are values serve Fortran as
// well (modules/openacc_lib.h); OpenAccFortran.cpp has the forms that take
// objects of any type.
//
//===----------------------------------------------------------------------===//
#include "entry/OpenAccApi.h"
#include "core/AccMemory.h"
#include "core/Capture.h"
#include "core/DeviceOutput.h"
#include "core/GraphTrace.h"
#include "core/Leaks.h"
#include "core/Reductions.h"
#include "core/Runtime.h"
#include <cstring>
#include <thread>

using namespace warprt;

namespace {

AccPlace placeOf(const char *Routine) {
  AccPlace Place;
  Place.Clause = Routine;
  return Place;
}

[[noreturn]] void fail(const char *Routine, Error E, const std::string &What) {
  fatalAt({}, E, std::string(Routine) + ": " + What);
}

AccDeviceType typeOf(int Type) { return static_cast<AccDeviceType>(Type); }

/// What the calling thread had, when it goes.
class WithDevice {
public:
  WithDevice(const char *Routine, int Number) : Before(currentOrdinal()) {
    if (Number >= 0 && !accSharesMemory())
      if (Error E = setCurrentOrdinal(Number); failed(E))
        fail(Routine, E, "device number " + std::to_string(Number));
  }
  ~WithDevice() { (void)setCurrentOrdinal(Before); }

private:
  int Before;
};

void waitFor(const char *Routine, int64_t Queue, int64_t Async) {
  Error E = waitForAccQueue(accDevice({}), Queue, Async);
  printDeviceOutput();
  if (failed(E))
    fail(Routine, E, "queue " + std::to_string(Queue));
}

int test(const char *Routine, int64_t Queue) {
  bool Done = true;
  Error E = testAccQueue(accDevice({}), Queue, Done);
  printDeviceOutput();
  if (failed(E))
    fail(Routine, E, "queue " + std::to_string(Queue));
  return Done;
}

void copyMemory(const char *Routine, void *To, const void *From, size_t Bytes,
                CopyKind Kind, int64_t Async) {
  if (Bytes == 0 || To == From)
    return;
  Device &D = accDevice({});
  AccQueue Q;
  Error E = accQueue(D, Async, Q);
  CopyShape Shape;
  Shape.Width = Bytes;
  // Host and device are the same there, whatever the routine says.
  if (accSharesMemory())
    Kind = CopyKind::Infer;
  if (!failed(E))
    E = D.copy(To, From, Shape, Kind, Q.Q, Q.Async);
  if (!failed(E) && !Q.Async)
    E = D.synchronizeQueue(Q.Q);
  if (failed(E))
    fail(Routine, E, "copying " + std::to_string(Bytes) + " bytes");
}

} // namespace

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

WARPRT_EXPORT int acc_get_num_devices(int Type) {
  return accDeviceCount(typeOf(Type));
}

WARPRT_EXPORT void acc_set_device_type(int Type) {
  Error E = setAccDeviceType(typeOf(Type));
  if (E == Error::NotSupported)
    fail("acc_set_device_type", E,
         "a GPU is in use already; set ACC_DEVICE_TYPE=host, or compile with "
         "-acc=multicore, to run on the host");
  if (failed(E))
    fail("acc_set_device_type", E, "no device of type " + std::to_string(Type));
}

WARPRT_EXPORT int acc_get_device_type() {
  return static_cast<int>(accDeviceType());
}

WARPRT_EXPORT void acc_set_device_num(int Number, int Type) {
  acc_set_device_type(Type);
  // A negative number leaves the choice to the implementation.
  if (Number < 0 || accSharesMemory())
    return;
  if (Error E = setAccDeviceNumber(Number); failed(E))
    fail("acc_set_device_num", E, "device number " + std::to_string(Number));
}

WARPRT_EXPORT int acc_get_device_num(int Type) {
  if (typeOf(Type) == AccDeviceType::Host ||
      typeOf(Type) == AccDeviceType::Multicore)
    return 0;
  (void)accDevice({});
  return currentOrdinal();
}

WARPRT_EXPORT void acc_init_device(int Number, int Type) {
  acc_set_device_type(Type);
  WithDevice Scope("acc_init_device", Number);
  (void)accDevice({});
}

WARPRT_EXPORT void acc_init(int Type) { acc_init_device(-1, Type); }

WARPRT_EXPORT void acc_shutdown_device(int Number, int) {
  if (!anyDeviceUsed())
    return;
  WithDevice Scope("acc_shutdown_device", Number);
  warprt_acc_set(2, -1, WARPRT_ACC_ASYNC_UNSET);
}

WARPRT_EXPORT void acc_shutdown(int Type) { acc_shutdown_device(-1, Type); }

/// In host code: the host, whatever runs compute constructs. "No device" is the
/// host, too, as it is for GCC; the standard does not say.
WARPRT_EXPORT int acc_on_device(int Type) {
  return typeOf(Type) == AccDeviceType::Host ||
         typeOf(Type) == AccDeviceType::None;
}
WARPRT_EXPORT int32_t warprt_acc_on_device(int32_t Type) {
  return acc_on_device(Type);
}
/// In device code on the CPU (runtime/device/AccDevice.c).
WARPRT_EXPORT int32_t warprt_cpu_acc_on_device(int32_t Type) {
  bool Shares = accSharesMemory();
  switch (typeOf(Type)) {
  case AccDeviceType::None:
  case AccDeviceType::Host:
  case AccDeviceType::Multicore:
    return Shares;
  case AccDeviceType::Default:
  case AccDeviceType::Current:
    return 1;
  case AccDeviceType::NotHost:
  case AccDeviceType::Nvidia:
    return !Shares;
  default:
    return 0;
  }
}

namespace {
enum Property {
  PropertyMemory = 1,
  PropertyFreeMemory = 2,
  PropertySharedMemory = 3,
  PropertyName = 0x10001,
  PropertyVendor = 0x10002,
  PropertyDriver = 0x10003
};
} // namespace

WARPRT_EXPORT size_t acc_get_property(int Number, int Type, int Which) {
  if (accDeviceCount(typeOf(Type)) == 0)
    return 0;
  WithDevice Scope("acc_get_property", Number);
  Device &D = accDevice({});
  size_t Free = 0, Total = 0;
  switch (Which) {
  case PropertyMemory:
  case PropertyFreeMemory:
    if (failed(D.memoryInfo(Free, Total)))
      return 0;
    return Which == PropertyMemory ? Total : Free + keptAccMemory(D);
  case PropertySharedMemory:
    return accSharesMemory();
  }
  return 0;
}

WARPRT_EXPORT const char *acc_get_property_string(int Number, int Type,
                                                  int Which) {
  if (accDeviceCount(typeOf(Type)) == 0)
    return nullptr;
  WithDevice Scope("acc_get_property_string", Number);
  Device &D = accDevice({});
  bool IsCpu = D.properties().HostThreads > 0;
  switch (Which) {
  case PropertyName:
    return D.properties().Name.c_str();
  case PropertyVendor:
    return IsCpu ? "Warpfort" : "NVIDIA";
  case PropertyDriver: {
    static const std::string *Version =
        new std::string(std::to_string(backend().driverVersion()));
    return Version->c_str();
  }
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Queues
//===----------------------------------------------------------------------===//

WARPRT_EXPORT int acc_async_test(int Queue) {
  return test("acc_async_test", Queue);
}
WARPRT_EXPORT int acc_async_test_device(int Queue, int Number) {
  WithDevice Scope("acc_async_test_device", Number);
  return test("acc_async_test_device", Queue);
}
WARPRT_EXPORT int acc_async_test_all() {
  return test("acc_async_test_all", WARPRT_ACC_ASYNC_ALL);
}
WARPRT_EXPORT int acc_async_test_all_device(int Number) {
  WithDevice Scope("acc_async_test_all_device", Number);
  return test("acc_async_test_all_device", WARPRT_ACC_ASYNC_ALL);
}

WARPRT_EXPORT void acc_wait(int Queue) {
  waitFor("acc_wait", Queue, WARPRT_ACC_ASYNC_SYNC);
}
WARPRT_EXPORT void acc_async_wait(int Queue) { acc_wait(Queue); }
WARPRT_EXPORT void acc_wait_device(int Queue, int Number) {
  WithDevice Scope("acc_wait_device", Number);
  waitFor("acc_wait_device", Queue, WARPRT_ACC_ASYNC_SYNC);
}
/// The index of the first of the queues that is done; those that are
/// acc_async_sync do not count. Negative if there is none.
static int waitForAny(const char *Routine, int Count, const int *Queues) {
  for (;;) {
    bool Any = false;
    for (int I = 0; I < Count; ++I) {
      if (Queues[I] == WARPRT_ACC_ASYNC_SYNC)
        continue;
      if (test(Routine, Queues[I]))
        return I;
      Any = true;
    }
    if (!Any)
      return -1;
    std::this_thread::yield();
  }
}
WARPRT_EXPORT int acc_wait_any(int Count, int *Queues) {
  return waitForAny("acc_wait_any", Count, Queues);
}
WARPRT_EXPORT int acc_wait_any_device(int Count, int *Queues, int Number) {
  WithDevice Scope("acc_wait_any_device", Number);
  return waitForAny("acc_wait_any_device", Count, Queues);
}
WARPRT_EXPORT void acc_wait_async(int Queue, int Async) {
  waitFor("acc_wait_async", Queue, Async);
}
WARPRT_EXPORT void acc_wait_device_async(int Queue, int Async, int Number) {
  WithDevice Scope("acc_wait_device_async", Number);
  waitFor("acc_wait_device_async", Queue, Async);
}
WARPRT_EXPORT void acc_wait_all() {
  waitFor("acc_wait_all", WARPRT_ACC_ASYNC_ALL, WARPRT_ACC_ASYNC_SYNC);
}
WARPRT_EXPORT void acc_async_wait_all() { acc_wait_all(); }
WARPRT_EXPORT void acc_wait_all_device(int Number) {
  WithDevice Scope("acc_wait_all_device", Number);
  waitFor("acc_wait_all_device", WARPRT_ACC_ASYNC_ALL, WARPRT_ACC_ASYNC_SYNC);
}
WARPRT_EXPORT void acc_wait_all_async(int Async) {
  waitFor("acc_wait_all_async", WARPRT_ACC_ASYNC_ALL, Async);
}
WARPRT_EXPORT void acc_wait_all_device_async(int Async, int Number) {
  WithDevice Scope("acc_wait_all_device_async", Number);
  waitFor("acc_wait_all_device_async", WARPRT_ACC_ASYNC_ALL, Async);
}

WARPRT_EXPORT int acc_get_default_async() {
  return static_cast<int>(defaultAsync());
}
WARPRT_EXPORT void acc_set_default_async(int Async) { setDefaultAsync(Async); }

WARPRT_EXPORT void *acc_get_cuda_stream(int Async) {
  AccQueue Q;
  if (Error E = accQueue(accDevice({}), Async, Q); failed(E))
    fail("acc_get_cuda_stream", E, "queue " + std::to_string(Async));
  return Q.Q;
}
/// A CUdevice, which is an integer, in a pointer's place.
WARPRT_EXPORT void *acc_get_current_cuda_device() {
  return reinterpret_cast<void *>(
      static_cast<intptr_t>(accDevice({}).cudaDevice()));
}
WARPRT_EXPORT void *acc_get_current_cuda_context() {
  return accDevice({}).cudaContext();
}
WARPRT_EXPORT int acc_set_cuda_stream(int Async, void *Stream) {
  return failed(
      setAccQueue(accDevice({}), Async, static_cast<Queue *>(Stream)));
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

namespace {
/// Layout of type(acc_graph_t).
struct AccGraph {
  Graph *Recorded;
  GraphExec *Exec;
};

/// An asynchronous queue for `Routine`, or the end of the program.
Queue *graphQueue(Device &D, int Async, const char *Routine) {
  AccQueue Q;
  Error E = accQueue(D, Async, Q);
  if (!failed(E) && !Q.Async)
    E = Error::InvalidValue;
  if (failed(E))
    fail(Routine, E, "queue " + std::to_string(Async));
  return Q.Q;
}
} // namespace

WARPRT_EXPORT void accx_async_begin_capture(int Async) {
  constexpr char Routine[] = "accx_async_begin_capture";
  Device &D = accDevice({});
  if (Error E = beginCapture(D, graphQueue(D, Async, Routine),
                             CaptureMode::ThreadLocal);
      failed(E))
    fail(Routine, E, "queue " + std::to_string(Async));
}

WARPRT_EXPORT void accx_async_end_capture(int Async, AccGraph *G) {
  constexpr char Routine[] = "accx_async_end_capture";
  Device &D = accDevice({});
  Error E = endCapture(D, graphQueue(D, Async, Routine), &G->Recorded);
  if (!failed(E))
    E = instantiateGraph(D, G->Recorded, 0, &G->Exec);
  if (failed(E))
    fail(Routine, E, "queue " + std::to_string(Async));
}

WARPRT_EXPORT void accx_graph_launch(AccGraph *G, int Async) {
  constexpr char Routine[] = "accx_graph_launch";
  Device &D = accDevice({});
  if (Error E =
          launchGraph(D, G->Exec, graphQueue(D, Async, Routine), launchPlace());
      failed(E))
    fail(Routine, E, "queue " + std::to_string(Async));
}

WARPRT_EXPORT void accx_graph_delete(AccGraph *G) {
  Device &D = accDevice({});
  Error E = destroyGraphExec(D, G->Exec);
  if (!failed(E))
    E = D.destroyGraph(G->Recorded);
  if (failed(E))
    fail("accx_graph_delete", E, "the graph");
  *G = {};
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

WARPRT_EXPORT void *acc_malloc(size_t Bytes) {
  if (Bytes == 0)
    return nullptr;
  if (accSharesMemory())
    return std::malloc(Bytes);
  void *Result = nullptr;
  // Without memory the routine says so by a null address.
  if (failed(allocateAccMemory(accDevice({}), Bytes, nullptr, &Result)))
    return nullptr;
  noteAllocation(Result, Bytes, "acc_malloc");
  return Result;
}

WARPRT_EXPORT void acc_free(void *Address) {
  if (!Address)
    return;
  if (accSharesMemory())
    return std::free(Address);
  Device &D = accDevice({});
  noteRelease(Address);
  // What is queued may still use it.
  Error E = D.synchronize();
  if (!failed(E) && !freeAccMemory(D, Address, nullptr, /*Async=*/false))
    E = D.release(MemoryKind::Device, Address);
  if (failed(E))
    fail("acc_free", E, "freeing device memory");
}

#define WARPRT_C_ROUTINE(NAME, FLAGS, WORK)                                    \
  WARPRT_EXPORT void *NAME(void *Address, size_t Bytes) {                      \
    return runRoutine(WARPRT_ACC_ROUTINE(#NAME, FLAGS, WORK),                  \
                      sectionOf(Address, Bytes), WARPRT_ACC_ASYNC_SYNC);       \
  }                                                                            \
  WARPRT_EXPORT void *NAME##_async(void *Address, size_t Bytes, int Async) {   \
    return runRoutine(WARPRT_ACC_ROUTINE(#NAME "_async", FLAGS, WORK),         \
                      sectionOf(Address, Bytes), Async);                       \
  }
WARPRT_ACC_ROUTINES(WARPRT_C_ROUTINE)
#undef WARPRT_C_ROUTINE

// Names of former versions.
WARPRT_EXPORT void *acc_present_or_copyin(void *Address, size_t Bytes) {
  return acc_copyin(Address, Bytes);
}
WARPRT_EXPORT void *acc_pcopyin(void *Address, size_t Bytes) {
  return acc_copyin(Address, Bytes);
}
WARPRT_EXPORT void *acc_present_or_create(void *Address, size_t Bytes) {
  return acc_create(Address, Bytes);
}
WARPRT_EXPORT void *acc_pcreate(void *Address, size_t Bytes) {
  return acc_create(Address, Bytes);
}

WARPRT_EXPORT void acc_map_data(void *Host, void *Address, size_t Bytes) {
  accMap(Host, Address, Bytes, placeOf("acc_map_data"));
}
WARPRT_EXPORT void acc_unmap_data(void *Host) {
  accUnmap(Host, placeOf("acc_unmap_data"));
}
WARPRT_EXPORT void *acc_deviceptr(void *Host) { return accDevicePointer(Host); }
WARPRT_EXPORT void *acc_hostptr(void *Address) {
  return accHostPointer(Address);
}
WARPRT_EXPORT int acc_is_present(void *Host, size_t Bytes) {
  return Host && accIsPresent(sectionOf(Host, Bytes));
}

WARPRT_EXPORT void acc_memcpy_to_device(void *To, void *From, size_t Bytes) {
  copyMemory("acc_memcpy_to_device", To, From, Bytes, CopyKind::HostToDevice,
             WARPRT_ACC_ASYNC_SYNC);
}
WARPRT_EXPORT void acc_memcpy_to_device_async(void *To, void *From,
                                              size_t Bytes, int Async) {
  copyMemory("acc_memcpy_to_device_async", To, From, Bytes,
             CopyKind::HostToDevice, Async);
}
WARPRT_EXPORT void acc_memcpy_from_device(void *To, void *From, size_t Bytes) {
  copyMemory("acc_memcpy_from_device", To, From, Bytes, CopyKind::DeviceToHost,
             WARPRT_ACC_ASYNC_SYNC);
}
WARPRT_EXPORT void acc_memcpy_from_device_async(void *To, void *From,
                                                size_t Bytes, int Async) {
  copyMemory("acc_memcpy_from_device_async", To, From, Bytes,
             CopyKind::DeviceToHost, Async);
}
WARPRT_EXPORT void acc_memcpy_device(void *To, void *From, size_t Bytes) {
  copyMemory("acc_memcpy_device", To, From, Bytes, CopyKind::DeviceToDevice,
             WARPRT_ACC_ASYNC_SYNC);
}
WARPRT_EXPORT void acc_memcpy_device_async(void *To, void *From, size_t Bytes,
                                           int Async) {
  copyMemory("acc_memcpy_device_async", To, From, Bytes,
             CopyKind::DeviceToDevice, Async);
}

WARPRT_EXPORT void acc_memcpy_d2d(void *To, void *From, size_t Bytes,
                                  int ToDevice, int FromDevice) {
  accCopyBetween(To, From, Bytes, ToDevice, FromDevice, WARPRT_ACC_ASYNC_SYNC,
                 placeOf("acc_memcpy_d2d"));
}
WARPRT_EXPORT void acc_memcpy_d2d_async(void *To, void *From, size_t Bytes,
                                        int ToDevice, int FromDevice,
                                        int Async) {
  accCopyBetween(To, From, Bytes, ToDevice, FromDevice, Async,
                 placeOf("acc_memcpy_d2d_async"));
}

WARPRT_EXPORT void acc_attach(void **Pointer) {
  accAttach(Pointer, sizeof(void *), WARPRT_ACC_ASYNC_SYNC,
            placeOf("acc_attach"));
}
WARPRT_EXPORT void acc_attach_async(void **Pointer, int Async) {
  accAttach(Pointer, sizeof(void *), Async, placeOf("acc_attach_async"));
}
WARPRT_EXPORT void acc_detach(void **Pointer) {
  accDetach(Pointer, false, WARPRT_ACC_ASYNC_SYNC, placeOf("acc_detach"));
}
WARPRT_EXPORT void acc_detach_async(void **Pointer, int Async) {
  accDetach(Pointer, false, Async, placeOf("acc_detach_async"));
}
WARPRT_EXPORT void acc_detach_finalize(void **Pointer) {
  accDetach(Pointer, true, WARPRT_ACC_ASYNC_SYNC,
            placeOf("acc_detach_finalize"));
}
WARPRT_EXPORT void acc_detach_finalize_async(void **Pointer, int Async) {
  accDetach(Pointer, true, Async, placeOf("acc_detach_finalize_async"));
}

//===----------------------------------------------------------------------===//
// Of the reference compiler
//===----------------------------------------------------------------------===//

WARPRT_EXPORT void acc_present_dump() {
  std::fflush(stdout);
  std::fputs(dumpPresent(accDevice({})).c_str(), stderr);
}
WARPRT_EXPORT void acc_present_dump_all() { acc_present_dump(); }
WARPRT_EXPORT size_t acc_get_memory() {
  return acc_get_property(-1, static_cast<int>(AccDeviceType::Default),
                          PropertyMemory);
}
WARPRT_EXPORT size_t acc_get_free_memory() {
  return acc_get_property(-1, static_cast<int>(AccDeviceType::Default),
                          PropertyFreeMemory);
}
WARPRT_EXPORT void acc_clear_freelists() { (void)trimAccMemory(accDevice({})); }
