//===-- unittests/Runtime/RegistryTests.cpp - Images and device variables -===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration, loading at first use, several images, and the four kinds of
// device variables, on the CPU back end; several devices on the null back end.
//
//===----------------------------------------------------------------------===//
#include "TestBackends.h"
#include "TestImage.h"
#include "backends/null/NullBackend.h"
#include "core/Diagnostics.h"
#include "core/ImageRegistry.h"
#include "core/Runtime.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace warprt;
using namespace warprt::test;

namespace {

int DeviceScalar = 11; // the device's initial value
int HostShadow = 99;   // its shadow: never copied
void *ManagedSymbol = nullptr;
int ManagedHost = 7;
char DescriptorSymbol[48];
char HostDescriptor[48] = "before";

void store(void *const *Args, const WarprtCpuGrid *, uint64_t, uint64_t, void *,
           void *) {
  *argument<int *>(Args, 0) = DeviceScalar + *static_cast<int *>(ManagedSymbol);
}

class Registry : public testing::Test {
protected:
  void SetUp() override {
    DeviceScalar = 11;
    ManagedSymbol = nullptr;
    std::memset(DescriptorSymbol, 0, sizeof DescriptorSymbol);
    std::strcpy(HostDescriptor, "before");
    useBackend(makeBackend("cpu"));
  }
  void TearDown() override {
    warprt_unregister_image(&I.image());
    useBackend(nullptr);
  }
  void build() {
    K = &I.addKernel("store", store, {8});
    I.addVariable("scalar", &HostShadow, &DeviceScalar, sizeof(int),
                  WARPRT_VAR_DEVICE);
    I.addVariable("managed", &ManagedHost, &ManagedSymbol, sizeof(int),
                  WARPRT_VAR_MANAGED, sizeof(void *));
    I.addVariable("desc", HostDescriptor, DescriptorSymbol,
                  sizeof DescriptorSymbol, WARPRT_VAR_DESCRIPTOR);
    warprt_register_image(&I.finish());
  }
  Device &device() {
    Device *D = nullptr;
    EXPECT_EQ(currentDevice(D), Error::Success);
    return *D;
  }

  TestImage I;
  WarprtKernel *K = nullptr;
};

TEST_F(Registry, RefusesAnotherVersion) {
  WarprtImage Image = I.finish();
  Image.abiVersion = WARPRT_ABI_VERSION + 41;
  EXPECT_EXIT(warprt_register_image(&Image), testing::ExitedWithCode(1),
              "warprt: error: the program was compiled for version " +
                  std::to_string(WARPRT_ABI_VERSION + 41) +
                  " .* the runtime has version " +
                  std::to_string(WARPRT_ABI_VERSION));
  std::string Message;
  Image.abiVersion = WARPRT_ABI_VERSION;
  Image.structSize = 8;
  EXPECT_FALSE(ImageRegistry::get().add(&Image, Message));
  EXPECT_NE(Message.find("8 bytes"), std::string::npos);
}

TEST_F(Registry, NamesVariablesAsTheProgramDoes) {
  EXPECT_EQ(sourceName("_QFEa"), "a");
  EXPECT_EQ(sourceName("_QMa_moduleEb_2"), "b_2");
  EXPECT_EQ(sourceName("_QMmFpEsaved"), "saved");
  EXPECT_EQ(sourceName("Table_Of_C"), "Table_Of_C");
}

TEST_F(Registry, LoadsAtFirstUse) {
  build();
  EXPECT_EQ(ManagedSymbol, nullptr);
  EXPECT_EQ(K->cache, nullptr);
  Device &D = device();
  EXPECT_EQ(ManagedSymbol, nullptr);
  void *Out = nullptr;
  ASSERT_EQ(D.allocate(MemoryKind::Device, sizeof(int), &Out), Error::Success);
  void *Args[] = {&Out};
  warprt_launch_kernel(K, 1, 1, 1, 1, 1, 1, 0, nullptr, Args);
  EXPECT_EQ(takeLastError(), Error::Success);
  EXPECT_EQ(D.synchronize(), Error::Success);
  EXPECT_EQ(*static_cast<int *>(Out), 18); // device value, managed value
  EXPECT_EQ(ManagedSymbol, &ManagedHost);
  EXPECT_STREQ(DescriptorSymbol, "before");
  EXPECT_NE(K->cache, nullptr);
  EXPECT_EQ(D.release(MemoryKind::Device, Out), Error::Success);
}

TEST_F(Registry, FindsDeviceAddresses) {
  build();
  Device &D = device();
  void *P = nullptr;
  ASSERT_EQ(ImageRegistry::get().deviceAddress(&HostShadow, D, P),
            Error::Success);
  EXPECT_EQ(P, &DeviceScalar);
  EXPECT_EQ(DeviceScalar, 11); // the shadow's value stayed where it was
  ASSERT_EQ(ImageRegistry::get().deviceAddress(HostDescriptor + 5, D, P),
            Error::Success);
  EXPECT_EQ(P, DescriptorSymbol + 5);
  ASSERT_EQ(ImageRegistry::get().deviceAddress(&ManagedHost, D, P),
            Error::Success);
  EXPECT_EQ(P, &ManagedHost);
  int Other = 0;
  EXPECT_EQ(ImageRegistry::get().deviceAddress(&Other, D, P),
            Error::InvalidSymbol);
  // Device variables are device memory to copies.
  EXPECT_EQ(D.pointerInfo(&DeviceScalar).Place, PointerPlace::Device);
}

TEST_F(Registry, SynchronisesDescriptors) {
  build();
  Device &D = device();
  std::strcpy(HostDescriptor, "after");
  EXPECT_EQ(ImageRegistry::get().syncDescriptor(HostDescriptor, D),
            Error::Success);
  EXPECT_STREQ(DescriptorSymbol, "after");
  int Other = 0;
  EXPECT_EQ(ImageRegistry::get().syncDescriptor(&Other, D), Error::Success);
}

TEST_F(Registry, SeveralImagesComeAndGo) {
  build();
  TestImage Second;
  WarprtKernel &L = Second.addKernel("store", store, {8});
  warprt_register_image(&Second.finish());
  Device &D = device();
  void *Out = nullptr;
  ASSERT_EQ(D.allocate(MemoryKind::Device, sizeof(int), &Out), Error::Success);
  void *Args[] = {&Out};
  warprt_launch_kernel(K, 1, 1, 1, 1, 1, 1, 0, nullptr, Args);
  warprt_launch_kernel(&L, 1, 1, 1, 1, 1, 1, 0, nullptr, Args);
  EXPECT_EQ(takeLastError(), Error::Success);
  warprt_unregister_image(&Second.image());
  EXPECT_EQ(L.cache, nullptr);
  EXPECT_EXIT(warprt_launch_kernel(&L, 1, 1, 1, 1, 1, 1, 0, nullptr, Args),
              testing::ExitedWithCode(1), "no device code for it");
  warprt_launch_kernel(K, 1, 1, 1, 1, 1, 1, 0, nullptr, Args);
  EXPECT_EQ(takeLastError(), Error::Success);
  EXPECT_EQ(D.release(MemoryKind::Device, Out), Error::Success);
  warprt_unregister_image(&I.image());
  void *P = nullptr;
  EXPECT_EQ(ImageRegistry::get().deviceAddress(&HostShadow, D, P),
            Error::InvalidSymbol);
  warprt_unregister_image(&I.image()); // twice does no harm
}

TEST_F(Registry, UnregisteringKeepsNothingOfAnImage) {
  build();
  Device &D = device();
  void *P = nullptr;
  ASSERT_EQ(ImageRegistry::get().deviceAddress(&HostShadow, D, P),
            Error::Success);
  warprt_unregister_image(&I.image());
  EXPECT_EQ(D.pointerInfo(&DeviceScalar).Place, PointerPlace::Unregistered);
  EXPECT_EQ(D.pointerInfo(&ManagedHost).Place, PointerPlace::Unregistered);
}

TEST_F(Registry, ImageWithoutCpuCodeFailsItsLaunches) {
  K = &I.addKernel("k", nullptr, {});
  I.addCode(WARPRT_CODE_PTX, 80, "", 0);
  warprt_register_image(&I.finish(false));
  testing::internal::CaptureStderr();
  warprt_launch_kernel(K, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("PTX for cc80"),
            std::string::npos);
  EXPECT_EQ(takeLastError(), Error::NoKernelImageForDevice);
}

TEST_F(Registry, LoadsOncePerDevice) {
  int Loads = 0;
  std::vector<null::Launch> Launches;
  null::Options O;
  O.Devices = 3;
  O.Loads = &Loads;
  O.Launches = &Launches;
  useBackend(null::createBackend(O));
  K = &I.addKernel("k", nullptr, {4});
  warprt_register_image(&I.finish());
  int Value = 5;
  void *Args[] = {&Value};
  for (int Ordinal : {0, 2, 0, 2, 2}) {
    ASSERT_EQ(setCurrentOrdinal(Ordinal), Error::Success);
    warprt_launch_kernel(K, 2, 1, 1, 3, 1, 1, 0, nullptr, Args);
  }
  EXPECT_EQ(Loads, 2);
  ASSERT_EQ(Launches.size(), 5u);
  EXPECT_EQ(Launches[1].Ordinal, 2);
  EXPECT_EQ(Launches[4].Args[0].size(), 4u);
  EXPECT_EQ(setCurrentOrdinal(3), Error::InvalidDevice);
}

} // namespace
