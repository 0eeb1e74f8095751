//===-- unittests/Runtime/EnvironmentTests.cpp - Environment, errors at exit
//===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accepted and refused values of the variables, the choice of a back end, and
// the error that nobody asked for.
//
//===----------------------------------------------------------------------===//
#include "TestBackends.h"
#include "TestImage.h"
#include "core/Diagnostics.h"
#include "core/Environment.h"
#include "core/Runtime.h"
#include "core/Trace.h"
#include <cstdlib>
#include <gtest/gtest.h>

using namespace warprt;
using namespace warprt::test;

namespace {

class Variables : public testing::Test {
protected:
  void SetUp() override { clear(); }
  void TearDown() override { clear(); }
  void clear() {
    for (const char *Name : {"WARPFORT_DEVICE",
                             "WARPFORT_NUM_THREADS",
                             "WARPFORT_CUDA_DRIVER",
                             "WARPFORT_PRINT_BUFFER",
                             "WARPFORT_CPU_GUARD",
                             "WARPFORT_MPI_CUDA_AWARE",
                             "ACC_DEVICE_TYPE",
                             "ACC_DEVICE_NUM",
                             "NVCOMPILER_ACC_DEVICE_NUM",
                             "ACC_NUM_CORES",
                             "NVCOMPILER_ACC_NOTIFY",
                             "PGI_ACC_NOTIFY",
                             "NVCOMPILER_ACC_TIME",
                             "PGI_ACC_TIME",
                             "NVCOMPILER_ACC_CUDA_HEAPSIZE",
                             "NV_ACC_CUDA_HEAPSIZE",
                             "PGI_ACC_CUDA_STACKSIZE",
                             "WARPFORT_TRACE",
                             "OMPI_COMM_WORLD_RANK",
                             "PMIX_RANK",
                             "PMI_RANK",
                             "MV2_COMM_WORLD_RANK",
                             "PALS_RANKID"})
      unsetenv(Name);
  }
  bool read(const char *Name, const char *Value) {
    clear();
    setenv(Name, Value, 1);
    return Environment::read(E, Message);
  }
  Environment E;
  std::string Message;
};

TEST_F(Variables, Defaults) {
  ASSERT_TRUE(Environment::read(E, Message));
  EXPECT_EQ(E.Device, DeviceChoice::Automatic);
  EXPECT_GE(E.Threads, 1u);
  EXPECT_EQ(E.CudaDriver, "libcuda.so.1");
}

TEST_F(Variables, Device) {
  ASSERT_TRUE(read("WARPFORT_DEVICE", "cuda"));
  EXPECT_EQ(E.Device, DeviceChoice::Cuda);
  ASSERT_TRUE(read("WARPFORT_DEVICE", "cpu"));
  EXPECT_EQ(E.Device, DeviceChoice::Cpu);
  ASSERT_TRUE(read("WARPFORT_DEVICE", ""));
  EXPECT_EQ(E.Device, DeviceChoice::Automatic);
  EXPECT_FALSE(read("WARPFORT_DEVICE", "CUDA"));
  EXPECT_EQ(Message, "WARPFORT_DEVICE is 'CUDA'; accepted are 'cuda' and "
                     "'cpu'");
}

TEST_F(Variables, CodeIsNotNamedForMoreRightsThanTheCallers) {
  ASSERT_TRUE(read("WARPFORT_CUDA_DRIVER", "/nowhere/libcuda.so"));
  EXPECT_EQ(E.CudaDriver, "/nowhere/libcuda.so");
  ASSERT_TRUE(Environment::read(E, Message, /*HasCallersRights=*/false));
  EXPECT_EQ(E.CudaDriver, "libcuda.so.1");
  ASSERT_TRUE(read("WARPFORT_CUDA_LIBRARIES", "/nowhere"));
  EXPECT_EQ(E.CudaLibraries, "/nowhere");
  ASSERT_TRUE(Environment::read(E, Message, /*HasCallersRights=*/false));
  EXPECT_EQ(E.CudaLibraries, "");
  EXPECT_EQ(E.CudaToolkit, "");
  // Numbers and choices do no harm.
  ASSERT_TRUE(read("WARPFORT_NUM_THREADS", "3"));
  ASSERT_TRUE(Environment::read(E, Message, /*HasCallersRights=*/false));
  EXPECT_EQ(E.Threads, 3u);
}

TEST_F(Variables, Traces) {
  ASSERT_TRUE(Environment::read(E, Message));
  EXPECT_EQ(E.Trace, "");
  EXPECT_EQ(E.Rank, -1);
  ASSERT_TRUE(read("WARPFORT_TRACE", "t.json"));
  setenv("PMI_RANK", "3", 1);
  ASSERT_TRUE(Environment::read(E, Message));
  EXPECT_EQ(E.Trace, "t.json");
  EXPECT_EQ(E.Rank, 3);
  ASSERT_TRUE(Environment::read(E, Message, /*HasCallersRights=*/false));
  EXPECT_EQ(E.Trace, "");
}

TEST_F(Variables, NamesOfTraces) {
  EXPECT_EQ(traceFileName("t.json", -1, 7), "t.json");
  EXPECT_EQ(traceFileName("t.json", 0, 7), "t.0.json");
  EXPECT_EQ(traceFileName("a.b/t", 12, 7), "a.b/t.12");
  EXPECT_EQ(traceFileName("a/.t", 12, 7), "a/.t.12");
  EXPECT_EQ(traceFileName("%r/t.json", 12, 7), "12/t.json");
  EXPECT_EQ(traceFileName("t.%r.%p.json", -1, 7), "t.0.7.json");
  EXPECT_EQ(traceFileName("t%p%", 2, 7), "t7%.2");
}

TEST_F(Variables, Threads) {
  ASSERT_TRUE(read("WARPFORT_NUM_THREADS", "3"));
  EXPECT_EQ(E.Threads, 3u);
  for (const char *Bad : {"0", "-1", "two", "3x", "99999999999999999999"}) {
    EXPECT_FALSE(read("WARPFORT_NUM_THREADS", Bad)) << Bad;
    EXPECT_NE(Message.find("accepted is a number from 1"), std::string::npos);
  }
}

TEST_F(Variables, OpenACC) {
  ASSERT_TRUE(Environment::read(E, Message));
  EXPECT_EQ(E.AccType, AccDeviceType::Default);
  EXPECT_EQ(E.AccNotify, 0u);
  EXPECT_FALSE(E.AccTime);
  ASSERT_TRUE(read("ACC_DEVICE_TYPE", "HOST"));
  EXPECT_EQ(E.AccType, AccDeviceType::Host);
  ASSERT_TRUE(read("ACC_DEVICE_TYPE", "nvidia"));
  EXPECT_EQ(E.AccType, AccDeviceType::Nvidia);
  EXPECT_FALSE(read("ACC_DEVICE_TYPE", "abacus"));
  ASSERT_TRUE(read("ACC_DEVICE_NUM", "3"));
  EXPECT_EQ(E.AccDeviceNum, 3);
  EXPECT_FALSE(read("ACC_DEVICE_NUM", "-1"));
  ASSERT_TRUE(read("ACC_NUM_CORES", "5"));
  EXPECT_EQ(E.Threads, 5u);
  // Our own name counts more.
  setenv("WARPFORT_NUM_THREADS", "2", 1);
  ASSERT_TRUE(Environment::read(E, Message));
  EXPECT_EQ(E.Threads, 2u);
  ASSERT_TRUE(read("PGI_ACC_NOTIFY", "3"));
  EXPECT_EQ(E.AccNotify, 3u);
  EXPECT_FALSE(read("NVCOMPILER_ACC_NOTIFY", "launches"));
  EXPECT_EQ(Message.find("NVCOMPILER_ACC_NOTIFY is"), 0u);
  // What the user has set is named.
  EXPECT_FALSE(read("PGI_ACC_NOTIFY", "q"));
  EXPECT_EQ(Message.find("PGI_ACC_NOTIFY is 'q'"), 0u);
  EXPECT_FALSE(read("NVCOMPILER_ACC_DEVICE_NUM", "q"));
  EXPECT_EQ(Message.find("NVCOMPILER_ACC_DEVICE_NUM is 'q'"), 0u);
  ASSERT_TRUE(read("NVCOMPILER_ACC_TIME", "1"));
  EXPECT_TRUE(E.AccTime);
  ASSERT_TRUE(read("PGI_ACC_TIME", "0"));
  EXPECT_FALSE(E.AccTime);
  setenv("WARPFORT_DEVICE", "cuda", 1);
  setenv("ACC_DEVICE_TYPE", "host", 1);
  EXPECT_FALSE(Environment::read(E, Message));
}

TEST_F(Variables, LimitsOfTheDevice) {
  ASSERT_TRUE(Environment::read(E, Message));
  EXPECT_EQ(E.DeviceHeap, 0u);
  ASSERT_TRUE(read("NVCOMPILER_ACC_CUDA_HEAPSIZE", "2147483648"));
  EXPECT_EQ(E.DeviceHeap, uint64_t(1) << 31);
  EXPECT_EQ(E.DeviceStack, 0u);
  for (const char *Same :
       {"64M", "64MB", "64Mb", "64m", "65536k", "67108864"}) {
    ASSERT_TRUE(read("NV_ACC_CUDA_HEAPSIZE", Same)) << Same;
    EXPECT_EQ(E.DeviceHeap, uint64_t(64) << 20) << Same;
  }
  ASSERT_TRUE(read("PGI_ACC_CUDA_STACKSIZE", "3G"));
  EXPECT_EQ(E.DeviceStack, uint64_t(3) << 30);
  for (const char *Bad : {"0", "-1", "G", "64MBs", "64 M", "64T", "1.5G",
                          "99999999999G", "99999999999999999999"})
    EXPECT_FALSE(read("NV_ACC_CUDA_HEAPSIZE", Bad)) << Bad;
  EXPECT_EQ(Message, "NV_ACC_CUDA_HEAPSIZE is '99999999999999999999'; accepted "
                     "is a number of bytes, or of K, M or G");
}

TEST_F(Variables, PrintBuffer) {
  ASSERT_TRUE(read("WARPFORT_PRINT_BUFFER", "65536"));
  EXPECT_EQ(E.PrintBuffer, 65536u);
  for (const char *Bad : {"0", "-1", "1M", "many", "99999999999999999999"}) {
    EXPECT_FALSE(read("WARPFORT_PRINT_BUFFER", Bad)) << Bad;
    EXPECT_NE(Message.find("accepted is a number of bytes from 4096"),
              std::string::npos);
  }
}

TEST_F(Variables, CpuGuard) {
  EXPECT_FALSE(E.CpuGuard);
  ASSERT_TRUE(read("WARPFORT_CPU_GUARD", "1"));
  EXPECT_TRUE(E.CpuGuard);
  ASSERT_TRUE(read("WARPFORT_CPU_GUARD", "0"));
  EXPECT_FALSE(E.CpuGuard);
  for (const char *Bad : {"yes", "2", "-1"}) {
    EXPECT_FALSE(read("WARPFORT_CPU_GUARD", Bad)) << Bad;
    EXPECT_NE(Message.find("accepted are 0 and 1"), std::string::npos);
  }
}

TEST_F(Variables, MpiCudaAware) {
  ASSERT_TRUE(Environment::read(E, Message));
  EXPECT_LT(E.MpiCudaAware, 0);
  ASSERT_TRUE(read("WARPFORT_MPI_CUDA_AWARE", "1"));
  EXPECT_EQ(E.MpiCudaAware, 1);
  ASSERT_TRUE(read("WARPFORT_MPI_CUDA_AWARE", "0"));
  EXPECT_EQ(E.MpiCudaAware, 0);
  EXPECT_FALSE(read("WARPFORT_MPI_CUDA_AWARE", "yes"));
  EXPECT_NE(Message.find("accepted are 0 and 1"), std::string::npos);
}

TEST_F(Variables, AskingForAnAbsentDriverEndsTheProgram) {
  setenv("WARPFORT_DEVICE", "cuda", 1);
  setenv("WARPFORT_CUDA_DRIVER", "/nowhere/libcuda.so", 1);
  EXPECT_EXIT(backend(), testing::ExitedWithCode(1),
              "WARPFORT_DEVICE is 'cuda', but the CUDA driver cannot be "
              "loaded");
}

TEST_F(Variables, TheCpuStandsInSilently) {
  setenv("WARPFORT_CUDA_DRIVER", "/nowhere/libcuda.so", 1);
  EXPECT_EXIT(
      { std::exit(std::string(backend().name()) == "cpu" ? 0 : 1); },
      testing::ExitedWithCode(0), "^$");
}

TEST_F(Variables, ADriverIsPreferred) {
  setenv("WARPFORT_CUDA_DRIVER", mockDriverPath(), 1);
  EXPECT_EXIT(
      { std::exit(std::string(backend().name()) == "cuda" ? 0 : 1); },
      testing::ExitedWithCode(0), "^$");
}

TEST(Errors, TextsAreCudas) {
  EXPECT_STREQ(errorName(Error::IllegalAddress), "cudaErrorIllegalAddress");
  EXPECT_STREQ(errorText(Error::Success), "no error");
  EXPECT_STREQ(errorText(static_cast<Error>(12345)), "unrecognized error code");
  EXPECT_EQ(describe(Error::InvalidValue),
            "invalid argument (cudaErrorInvalidValue, 1)");
}

TEST(Errors, LastErrorIsTakenOnce) {
  (void)takeLastError();
  EXPECT_EQ(noteResult(Error::InvalidValue), Error::InvalidValue);
  EXPECT_EQ(noteResult(Error::Success), Error::Success);
  EXPECT_EQ(peekLastError(), Error::InvalidValue);
  EXPECT_EQ(takeLastError(), Error::InvalidValue);
  EXPECT_EQ(takeLastError(), Error::Success);
}

TEST(Errors, UnaskedUntilSomebodyAsks) {
  recordError(Error::InvalidConfiguration, "launch of kernel 'm::k'");
  recordError(Error::InvalidValue, "something later");
  EXPECT_EQ(unaskedError(), "launch of kernel 'm::k': invalid configuration "
                            "argument (cudaErrorInvalidConfiguration, 9)");
  EXPECT_EQ(takeLastError(), Error::InvalidValue);
  EXPECT_EQ(unaskedError(), "");
}

TEST(Errors, FailedWorkThatTheProgramKnowsIsNoNews) {
  recordFailedWork(Error::LaunchFailure);
  EXPECT_NE(unaskedError(), "");
  (void)noteResult(Error::LaunchFailure);
  recordFailedWork(Error::LaunchFailure);
  EXPECT_EQ(unaskedError(), "");
  recordFailedWork(Error::Success);
  EXPECT_EQ(unaskedError(), "");
  (void)takeLastError();
}

TEST(Errors, UnaskedErrorsArePrintedAtExit) {
  auto run = [](bool Ask, int Blocks = 1, int Status = 0) {
    useBackend(makeBackend("cpu"));
    setenv("WARPFORT_DEVICE", "cpu", 1);
    useBackend(nullptr);
    TestImage I;
    WarprtKernel &K = I.addKernel("k", nullptr, {});
    warprt_register_image(&I.finish());
    warprt_launch_kernel(&K, Blocks, 1, 1, Blocks ? 5000 : 1, 1, 1, 0, nullptr,
                         nullptr);
    if (Ask)
      (void)takeLastError();
    std::exit(Status);
  };
  EXPECT_EXIT(run(false), testing::ExitedWithCode(1),
              "^warprt: error: launch of kernel 'k': invalid configuration "
              "argument \\(cudaErrorInvalidConfiguration, 9\\) \\(not asked "
              "for by the program\\)\n$");
  EXPECT_EXIT(run(true), testing::ExitedWithCode(0), "^$");
  // A status of the program's own is kept; no blocks are no work.
  EXPECT_EXIT(run(false, 1, 3), testing::ExitedWithCode(3), "invalid config");
  EXPECT_EXIT(run(false, 0), testing::ExitedWithCode(0), "invalid config");
}

} // namespace
