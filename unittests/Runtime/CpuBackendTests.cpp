//===-- unittests/Runtime/CpuBackendTests.cpp - Streams and threads on the CPU
//===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Order of streams, the default stream's rules, events, guard zones, guarded
// memory, and the pool under load.
//
//===----------------------------------------------------------------------===//
#include "TestBackends.h"
#include "backends/cpu/CpuBackend.h"
#include "backends/cpu/GuardedMemory.h"
#include "backends/cpu/Scheduler.h"
#include <atomic>
#include <cstring>
#include <gtest/gtest.h>
#include <map>
#include <mutex>
#include <pthread.h>
#include <set>
#include <thread>
#include <vector>

using namespace warprt;
using namespace warprt::test;

namespace {

/// Holds a queue up until it is opened.
struct Gate {
  std::atomic<bool> Open{false};
  static void pass(void *P) {
    while (!static_cast<Gate *>(P)->Open)
      std::this_thread::yield();
  }
};

class CpuStreams : public testing::Test {
protected:
  void SetUp() override {
    B = cpu::createBackend(4);
    ASSERT_EQ(B->device(0, &D), Error::Success);
    ASSERT_EQ(D->createQueue(0, 0, &Q), Error::Success);
    ASSERT_EQ(D->createQueue(0, 0, &R), Error::Success);
    ASSERT_EQ(D->createQueue(QueueNonBlocking, 0, &N), Error::Success);
  }
  void TearDown() override { EXPECT_EQ(D->synchronize(), Error::Success); }
  void set(Queue *On, std::atomic<int> &Value) {
    ASSERT_EQ(
        D->hostCall(
            On, [](void *P) { ++*static_cast<std::atomic<int> *>(P); }, &Value),
        Error::Success);
  }

  std::unique_ptr<Backend> B;
  Device *D = nullptr;
  Queue *Q = nullptr, *R = nullptr, *N = nullptr;
  Gate G;
  std::atomic<int> Flag{0};
};

TEST_F(CpuStreams, DefaultStreamWaitsForBlockingStreams) {
  ASSERT_EQ(D->hostCall(Q, Gate::pass, &G), Error::Success);
  set(nullptr, Flag);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(Flag, 0);
  EXPECT_EQ(D->queryQueue(nullptr), Error::NotReady);
  G.Open = true;
  EXPECT_EQ(D->synchronizeQueue(nullptr), Error::Success);
  EXPECT_EQ(Flag, 1);
}

TEST_F(CpuStreams, LibraryCallsWorkOnDeviceMemoryInOrder) {
  void *Address = nullptr;
  ASSERT_EQ(D->allocate(MemoryKind::Device, sizeof(int), &Address),
            Error::Success);
  auto *Value = static_cast<int *>(Address);
  D->withDeviceMemory([=] { *Value = 1; });
  ASSERT_EQ(D->hostCall(Q, Gate::pass, &G), Error::Success);
  ASSERT_EQ(D->libraryCall(Q, [=] { *Value = 2 * *Value + 40; }),
            Error::Success);
  set(Q, Flag);
  int Before = 0;
  D->withDeviceMemory([&] { Before = *Value; });
  EXPECT_EQ(Before, 1);
  G.Open = true;
  EXPECT_EQ(D->synchronizeQueue(Q), Error::Success);
  EXPECT_EQ(Flag, 1);
  int After = 0;
  D->withDeviceMemory([&] { After = *Value; });
  EXPECT_EQ(After, 42);
  EXPECT_EQ(D->release(MemoryKind::Device, Address), Error::Success);
}

TEST_F(CpuStreams, BlockingStreamsWaitForDefaultStream) {
  ASSERT_EQ(D->hostCall(nullptr, Gate::pass, &G), Error::Success);
  set(Q, Flag);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(Flag, 0);
  G.Open = true;
  EXPECT_EQ(D->synchronizeQueue(Q), Error::Success);
  EXPECT_EQ(Flag, 1);
}

TEST_F(CpuStreams, NonBlockingStreamsAreIndependent) {
  ASSERT_EQ(D->hostCall(nullptr, Gate::pass, &G), Error::Success);
  set(N, Flag);
  EXPECT_EQ(D->synchronizeQueue(N), Error::Success);
  EXPECT_EQ(Flag, 1);
  G.Open = true;
}

TEST_F(CpuStreams, StreamsRunAtTheSameTime) {
  ASSERT_EQ(D->hostCall(Q, Gate::pass, &G), Error::Success);
  set(R, Flag);
  EXPECT_EQ(D->synchronizeQueue(R), Error::Success);
  EXPECT_EQ(Flag, 1);
  G.Open = true;
}

TEST_F(CpuStreams, EventsOrderStreams) {
  Event *E = nullptr;
  ASSERT_EQ(D->createEvent(0, &E), Error::Success);
  // Waiting for an event that was never recorded is no wait.
  EXPECT_EQ(D->waitEvent(R, E), Error::Success);
  EXPECT_EQ(D->queryEvent(E), Error::Success);
  ASSERT_EQ(D->hostCall(Q, Gate::pass, &G), Error::Success);
  ASSERT_EQ(D->recordEvent(E, Q), Error::Success);
  EXPECT_EQ(D->queryEvent(E), Error::NotReady);
  ASSERT_EQ(D->waitEvent(N, E), Error::Success);
  set(N, Flag);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(Flag, 0);
  G.Open = true;
  EXPECT_EQ(D->synchronizeQueue(N), Error::Success);
  EXPECT_EQ(Flag, 1);
  EXPECT_EQ(D->destroyEvent(E), Error::Success);
}

TEST_F(CpuStreams, DestroyedStreamsFinishTheirWork) {
  ASSERT_EQ(D->hostCall(Q, Gate::pass, &G), Error::Success);
  set(Q, Flag);
  EXPECT_EQ(D->destroyQueue(Q), Error::Success);
  EXPECT_EQ(D->synchronizeQueue(Q), Error::InvalidResourceHandle);
  G.Open = true;
  EXPECT_EQ(D->synchronize(), Error::Success);
  EXPECT_EQ(Flag, 1);
}

TEST_F(CpuStreams, EventsMeasureTime) {
  Event *A = nullptr, *Z = nullptr, *Untimed = nullptr;
  ASSERT_EQ(D->createEvent(0, &A), Error::Success);
  ASSERT_EQ(D->createEvent(0, &Z), Error::Success);
  ASSERT_EQ(D->createEvent(EventDisableTiming, &Untimed), Error::Success);
  float Ms = 0;
  EXPECT_EQ(D->elapsed(A, Z, Ms), Error::InvalidResourceHandle);
  ASSERT_EQ(D->recordEvent(A, Q), Error::Success);
  ASSERT_EQ(D->hostCall(Q, Gate::pass, &G), Error::Success);
  ASSERT_EQ(D->recordEvent(Z, Q), Error::Success);
  ASSERT_EQ(D->recordEvent(Untimed, Q), Error::Success);
  EXPECT_EQ(D->elapsed(A, Z, Ms), Error::NotReady);
  std::this_thread::sleep_for(std::chrono::milliseconds(15));
  G.Open = true;
  EXPECT_EQ(D->synchronizeEvent(Z), Error::Success);
  EXPECT_EQ(D->elapsed(A, Z, Ms), Error::Success);
  EXPECT_GE(Ms, 10.0f);
  EXPECT_LT(Ms, 10000.0f);
  EXPECT_EQ(D->elapsed(A, Untimed, Ms), Error::InvalidResourceHandle);
}

TEST_F(CpuStreams, PageableSourceMayChangeAfterAnAsyncCopy) {
  int Value = 1, Out = 0;
  void *P = nullptr;
  ASSERT_EQ(D->allocate(MemoryKind::Device, sizeof(int), &P), Error::Success);
  ASSERT_EQ(D->hostCall(Q, Gate::pass, &G), Error::Success);
  CopyShape S;
  S.Width = sizeof(int);
  ASSERT_EQ(D->copy(P, &Value, S, CopyKind::HostToDevice, Q, true),
            Error::Success);
  Value = 2;
  G.Open = true;
  ASSERT_EQ(D->copy(&Out, P, S, CopyKind::DeviceToHost, Q, true),
            Error::Success);
  EXPECT_EQ(Out, 1); // a copy to pageable memory is done when it returns
  EXPECT_EQ(D->release(MemoryKind::Device, P), Error::Success);
}

TEST_F(CpuStreams, ReleaseWaitsForQueuedWork) {
  void *P = nullptr;
  ASSERT_EQ(D->allocate(MemoryKind::Device, 1 << 20, &P), Error::Success);
  for (int I = 0; I < 50; ++I)
    ASSERT_EQ(D->fill(P, 0, 7, 1, 1 << 20, 1, N, true), Error::Success);
  EXPECT_EQ(D->release(MemoryKind::Device, P), Error::Success);
}

TEST_F(CpuStreams, GuardZonesAreNoOnesMemory) {
  void *P = nullptr;
  char Host[64] = {};
  ASSERT_EQ(D->allocate(MemoryKind::Device, 64, &P), Error::Success);
  CopyShape S;
  S.Width = 8;
  auto *Data = static_cast<char *>(P);
  EXPECT_EQ(D->copy(Data + 64, Host, S, CopyKind::Infer, Q, false),
            Error::InvalidValue);
  EXPECT_EQ(D->copy(Data - 8, Host, S, CopyKind::Infer, Q, false),
            Error::InvalidValue);
  testing::internal::CaptureStderr();
  Data[64] = 1;
  EXPECT_EQ(D->release(MemoryKind::Device, P), Error::Success);
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                "behind a device allocation of 64 bytes"),
            std::string::npos);
}

TEST_F(CpuStreams, PerThreadStreamsAreSeparate) {
  ASSERT_EQ(D->hostCall(PerThreadQueue, Gate::pass, &G), Error::Success);
  std::thread([&] {
    set(PerThreadQueue, Flag);
    EXPECT_EQ(D->synchronizeQueue(PerThreadQueue), Error::Success);
  }).join();
  EXPECT_EQ(Flag, 1);
  G.Open = true;
}

TEST(CpuScheduler, RunsEveryUnitOnce) {
  for (unsigned Threads : {1u, 2u, 7u})
    for (bool Independent : {false, true})
      for (uint64_t Units : {1u, 12u, 14u, 70u, 10007u}) {
        cpu::Scheduler S(Threads);
        std::vector<std::atomic<int>> Hits(Units);
        unsigned Rounds = 0;
        auto T = std::make_shared<cpu::Task>(
            Hits.size(), 13, [&](uint64_t First, uint64_t End) {
              for (uint64_t I = First; I < End; ++I)
                ++Hits[I];
            });
        T->repeatWhile([&] { return ++Rounds < 3; });
        if (Independent)
          T->unitsAreIndependent();
        S.submit(T, {});
        S.wait(T);
        for (auto &H : Hits)
          ASSERT_EQ(H, 3);
      }
}

TEST(CpuScheduler, UnitsThatGainTogetherAreFewChunks) {
  EXPECT_EQ(cpu::chunkUnits(0, 16), 1u);
  EXPECT_EQ(cpu::chunkUnits(64, 16), 1u);
  EXPECT_EQ(cpu::chunkUnits(4096, 16), 32u);
  EXPECT_EQ(cpu::chunkUnits(64, 16, 16), 4u);      // one each
  EXPECT_EQ(cpu::chunkUnits(65, 16, 16), 5u);      // fewer, of equal length
  EXPECT_EQ(cpu::chunkUnits(400, 16, 16), 13u);    // two each
  EXPECT_EQ(cpu::chunkUnits(40000, 16, 16), 312u); // as many as others
  EXPECT_EQ(cpu::chunkUnits(3, 16, 16), 1u);
  EXPECT_EQ(cpu::chunkUnits(7, 1, 4096), 7u);
  for (uint64_t Units : {1u, 12u, 65u, 400u, 10007u})
    for (uint64_t Together : {2u, 16u, 5000u}) {
      cpu::Scheduler S(7);
      std::vector<std::atomic<int>> Hits(Units);
      auto T = std::make_shared<cpu::Task>(
          Units, cpu::chunkUnits(Units, 7, Together),
          [&](uint64_t First, uint64_t End) {
            for (uint64_t I = First; I < End; ++I)
              ++Hits[I];
          });
      T->unitsGainTogether(Together);
      T->unitsAreIndependent();
      T->keepPace(std::make_shared<cpu::Pace>());
      S.submit(T, {});
      S.wait(T);
      for (auto &H : Hits)
        ASSERT_EQ(H, 1);
    }
}

/// More than a thread looks for before it sleeps.
void takeLong(uint64_t, uint64_t) {
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

TEST(CpuScheduler, ThreadsThatWaitSleepUntilTheirsIsDone) {
  cpu::Scheduler S(2);
  std::vector<cpu::TaskRef> Chain;
  for (int I = 0; I < 12; ++I) {
    auto T = std::make_shared<cpu::Task>(1, 1, takeLong);
    S.submit(T, {I ? Chain.back() : nullptr});
    Chain.push_back(T);
  }
  auto Marker = std::make_shared<cpu::Task>();
  S.submit(Marker, {Chain[6]});
  std::vector<std::thread> Waiters;
  auto Wait = [&](cpu::TaskRef T) {
    Waiters.emplace_back([&S, T] {
      S.wait(T);
      EXPECT_TRUE(T->done());
    });
  };
  for (unsigned I : {11u, 3u, 7u, 7u, 0u})
    Wait(Chain[I]);
  Wait(Marker);
  S.waitAtMost(Chain[5], std::chrono::milliseconds(60000));
  EXPECT_TRUE(Chain[5]->done());
  S.waitAtMost(Chain[11], std::chrono::milliseconds(1));
  for (auto &T : Waiters)
    T.join();
}

/// The pool's threads are in calls of user code that wait for the program,
/// which waits for work that became ready only then.
TEST(CpuScheduler, ThreadsThatWaitRunWhatThePoolCannot) {
  for (unsigned Threads : {1u, 3u}) {
    cpu::Scheduler S(Threads);
    Gate Begun, Before, Calls;
    auto First = std::make_shared<cpu::Task>(1, 1, [&](uint64_t, uint64_t) {
      Begun.Open = true;
      Gate::pass(&Before);
    });
    S.submit(First, {});
    Gate::pass(&Begun);
    std::vector<cpu::TaskRef> Held;
    for (unsigned I = 0; I < Threads; ++I) {
      Held.push_back(std::make_shared<cpu::Task>(
          1, 1, [&](uint64_t, uint64_t) { Gate::pass(&Calls); }));
      Held.back()->onlyOnWorkers();
      S.submit(Held.back(), {First});
    }
    auto Work = std::make_shared<cpu::Task>(1, 1, [](uint64_t, uint64_t) {});
    S.submit(Work, {First});
    std::thread Waiter([&] { S.wait(Work); });
    std::this_thread::sleep_for(std::chrono::milliseconds(100)); // it sleeps
    Before.Open = true;
    S.waitAtMost(Work, std::chrono::milliseconds(10000));
    EXPECT_TRUE(Work->done()) << Threads << " threads";
    Calls.Open = true;
    for (auto &T : Held)
      S.wait(T);
    Waiter.join();
  }
}

/// What the pool's threads are held up by, though no task depends on it: as a
/// kernel that waits for a flag which another stream's kernel sets.
TEST(CpuScheduler, ThreadsThatWaitRunWhatThePoolWaitsFor) {
  for (unsigned Threads : {1u, 2u, 5u}) {
    cpu::Scheduler S(Threads);
    for (int Round = 0; Round < 20; ++Round) {
      Gate Flag;
      std::vector<cpu::TaskRef> Held;
      for (unsigned I = 0; I < Threads; ++I) {
        Held.push_back(std::make_shared<cpu::Task>(
            1, 1, [&](uint64_t, uint64_t) { Gate::pass(&Flag); }));
        Held.back()->onlyOnWorkers();
        S.submit(Held.back(), {});
      }
      auto Sets = std::make_shared<cpu::Task>(
          1, 1, [&](uint64_t, uint64_t) { Flag.Open = true; });
      S.submit(Sets, {});
      for (auto &T : Held)
        S.wait(T);
      EXPECT_TRUE(Flag.Open);
    }
  }
}

/// Each element depends on all of the step before.
TEST(CpuScheduler, StepsOfManyThreadsFollowEachOther) {
  for (unsigned Threads : {2u, 5u, 16u}) {
    cpu::Scheduler S(Threads);
    auto Speed = std::make_shared<cpu::Pace>();
    constexpr uint64_t Units = 64;
    std::vector<uint64_t> Old(Units, 1), New(Units);
    for (int Round = 0; Round < 20; ++Round) {
      cpu::TaskRef Last;
      for (int I = 0; I < 40; ++I) {
        std::vector<uint64_t> &From = I % 2 ? New : Old,
                              &To = I % 2 ? Old : New;
        auto T =
            std::make_shared<cpu::Task>(Units, 3, [&](uint64_t F, uint64_t E) {
              for (uint64_t U = F; U < E; ++U)
                To[U] = From[Units - 1 - U] + From[(U + 7) % Units];
            });
        T->unitsAreIndependent();
        if (Round % 2)
          T->keepPace(Speed);
        S.submit(T, {Last});
        Last = T;
      }
      S.wait(Last);
      for (uint64_t &V : Old) {
        ASSERT_EQ(V, uint64_t(1) << 40);
        V = 1;
      }
    }
  }
}

/// Some of which repeat, in queues of several of the program's threads.
TEST(CpuScheduler, StepsOfManyQueuesKeepTheirOrder) {
  cpu::Scheduler S(4);
  std::vector<std::thread> Callers;
  for (unsigned C = 0; C < 3; ++C)
    Callers.emplace_back([&S, C] {
      std::vector<uint64_t> Values(32, 0);
      cpu::TaskRef Last;
      for (unsigned I = 0; I < 300; ++I) {
        auto T = std::make_shared<cpu::Task>(
            Values.size(), 1 + I % 5, [&Values, I](uint64_t F, uint64_t E) {
              for (uint64_t U = F; U < E; ++U)
                Values[U] = Values[U] / 2 + I;
            });
        auto Rounds = std::make_shared<unsigned>(0);
        if (I % 7 == C)
          T->repeatWhile([Rounds] { return ++*Rounds < 3; });
        else
          T->unitsAreIndependent();
        S.submit(T, {Last});
        Last = T;
        if (I % 20 == C)
          S.wait(Last);
      }
      S.wait(Last);
      uint64_t Expected = 0;
      for (unsigned I = 0; I < 300; ++I)
        for (unsigned R = 0; R < (I % 7 == C ? 3u : 1u); ++R)
          Expected = Expected / 2 + I;
      for (uint64_t V : Values)
        EXPECT_EQ(V, Expected);
    });
  for (auto &T : Callers)
    T.join();
}

TEST(CpuScheduler, WhatItTookDecidesOnThreadsOnly) {
  cpu::Scheduler S(4);
  auto Speed = std::make_shared<cpu::Pace>();
  cpu::TaskRef Last;
  int Value = 0; // no atomic: the chain orders the accesses
  for (uint64_t Units : {1u, 1000u, 100000u, 10u})
    for (int I = 0; I < 50; ++I) {
      auto Sum = std::make_shared<std::atomic<uint64_t>>(0);
      auto T = std::make_shared<cpu::Task>(
          Units, 1, [Sum](uint64_t First, uint64_t End) {
            for (uint64_t U = First; U < End; ++U)
              *Sum += U;
          });
      T->unitsAreIndependent();
      T->keepPace(Speed);
      S.submit(T, {Last});
      Last = std::make_shared<cpu::Task>(
          1, 1, [&Value, Sum, Units](uint64_t, uint64_t) {
            EXPECT_EQ(*Sum, Units * (Units - 1) / 2);
            ++Value;
          });
      S.submit(Last, {T});
    }
  S.wait(Last);
  EXPECT_EQ(Value, 200);
  EXPECT_GT(Speed->expected(1), 0);
}

TEST(CpuScheduler, ThreadsAreCalledIfATaskTakesLonger) {
  cpu::Scheduler S(4);
  auto Speed = std::make_shared<cpu::Pace>();
  Speed->note(4, 200, 1);
  Speed->note(1, 200, 0.5);
  std::mutex Lock;
  std::set<std::thread::id> Threads;
  auto T =
      std::make_shared<cpu::Task>(200, 1, [&](uint64_t First, uint64_t End) {
        std::this_thread::sleep_for(std::chrono::milliseconds(End - First));
        std::lock_guard<std::mutex> Guard(Lock);
        Threads.insert(std::this_thread::get_id());
      });
  T->unitsAreIndependent();
  T->keepPace(Speed);
  S.submit(T, {});
  S.waitAtMost(T, std::chrono::milliseconds(60000)); // does not help
  ASSERT_TRUE(T->done());
  EXPECT_GT(Threads.size(), 1u);
}

TEST(CpuScheduler, ShortLaunchesTryFewerThreads) {
  cpu::Pace P;
  EXPECT_EQ(P.threads(40, 12), 12u); // nothing is known
  P.note(12, 40, 2400);
  EXPECT_EQ(P.threads(40, 12), 4u);
  EXPECT_EQ(P.threads(1000, 12), 12u); // another record
  P.note(12, 1000, 3000);
  EXPECT_EQ(P.threads(1000, 12), 12u); // too long to gain
  P.note(4, 40, 1000);
  EXPECT_EQ(P.threads(40, 12), 2u);
  for (int I = 0; I < 3; ++I) {
    EXPECT_EQ(P.threads(40, 12), 2u);
    P.note(2, 40, 2000);
  }
  EXPECT_EQ(P.expected(40), 40000);
  // Less and less often, as long as it is in vain.
  std::map<unsigned, int> Tries;
  for (int I = 0; I < 320; ++I)
    ++Tries[P.threads(40, 12)];
  EXPECT_EQ(Tries, (std::map<unsigned, int>{{2, 3}, {4, 311}, {12, 6}}));
}

TEST(CpuScheduler, VeryShortLaunchesTryOneThread) {
  cpu::Pace P;
  P.note(12, 10, 1000);
  for (int I = 0; I < 3; ++I) {
    EXPECT_EQ(P.threads(10, 12), 1u);
    P.note(1, 10, 2000);
  }
  for (int I = 0; I < 3; ++I) {
    EXPECT_EQ(P.threads(10, 12), 4u);
    P.note(4, 10, 1100);
  }
  std::map<unsigned, int> Tries;
  for (int I = 0; I < 320; ++I)
    ++Tries[P.threads(10, 12)];
  EXPECT_EQ(Tries, (std::map<unsigned, int>{{1, 3}, {12, 317}}));
}

/// Its data come from other threads' caches at first.
TEST(CpuScheduler, ATrialIsSeveralLaunches) {
  cpu::Pace P;
  P.note(12, 10, 1000);
  EXPECT_EQ(P.threads(10, 12), 1u);
  P.note(1, 10, 3000);
  EXPECT_EQ(P.threads(10, 12), 1u);
  P.note(1, 10, 500);
  for (int I = 0; I < 30; ++I)
    EXPECT_EQ(P.threads(10, 12), 1u);
}

/// Also if other launches were planned meanwhile.
TEST(CpuScheduler, ATrialOfMoreThreadsEnds) {
  cpu::Pace P;
  P.note(12, 10, 3000);
  P.note(4, 10, 2000);
  for (int I = 0; I < 3; ++I)
    P.note(2, 10, 2500);
  for (int I = 0; I < 32; ++I)
    EXPECT_EQ(P.threads(10, 12), 4u);
  P.note(4, 10, 1000); // one thread may do as well
  for (int I = 0; I < 10; ++I)
    EXPECT_EQ(P.threads(10, 12), 1u);
  for (int I = 0; I < 3; ++I)
    P.note(1, 10, 3000);
  for (int I = 0; I < 40; ++I)
    EXPECT_EQ(P.threads(10, 12), 4u);
}

TEST(CpuScheduler, LaunchesThatWereHeldUpDoNotCount) {
  cpu::Pace P;
  P.note(1, 1, 500); // as first ones do
  P.note(1, 1, 100);
  EXPECT_EQ(P.expected(1), 100);
  P.note(1, 1, 1e9);
  P.note(1, 1, 1e9);
  EXPECT_EQ(P.expected(1), 100);
  P.note(1, 1, 120);
  EXPECT_EQ(P.expected(1), 110);
  // With other threads meanwhile, which tells nothing.
  P.note(1, 1, 1e9);
  P.note(2, 1, 200);
  P.note(1, 1, 1e9);
  EXPECT_EQ(P.expected(1), 110);
}

TEST(CpuScheduler, KernelsMayBecomeSlower) {
  cpu::Pace P;
  P.note(4, 10, 50);
  P.note(1, 10, 100);
  for (int I = 0; I < 8; ++I) {
    P.note(4, 10, 800);
    P.note(1, 10, 1000);
  }
  EXPECT_GT(P.expected(10), 7000);
  for (int I = 0; I < 3; ++I) {
    EXPECT_EQ(P.threads(10, 4), 2u); // not tried yet
    P.note(2, 10, 900);
  }
  EXPECT_EQ(P.threads(10, 4), 4u);
}

TEST(CpuScheduler, LeavesShortWorkToTheSubmittingThread) {
  cpu::Scheduler S(4);
  auto Here = std::this_thread::get_id();
  auto Launch = [&](double PerUnit, bool AreIndependent) {
    auto Speed = std::make_shared<cpu::Pace>();
    Speed->note(4, 1, 4 * PerUnit);
    Speed->note(2, 1, 2 * PerUnit);
    Speed->note(1, 1, PerUnit);
    int Taken = 0;
    for (int I = 0; I < 64; ++I) {
      std::thread::id Ran;
      auto T = std::make_shared<cpu::Task>(1, 1, [&](uint64_t, uint64_t) {
        Ran = std::this_thread::get_id();
        std::this_thread::sleep_for(std::chrono::nanoseconds(int64_t(PerUnit)));
      });
      T->keepPace(Speed);
      if (AreIndependent)
        T->unitsAreIndependent();
      if (S.submitOrTake(T, {})) {
        ++Taken;
        S.runTaken(T);
        EXPECT_TRUE(T->done());
        EXPECT_EQ(Ran, Here);
      }
      S.wait(T);
    }
    return Taken;
  };
  EXPECT_GT(Launch(0, true), 32);
  EXPECT_EQ(Launch(100000, true), 0);
  EXPECT_EQ(Launch(0, false), 0);
}

TEST(CpuScheduler, LeavesWhatTakesLongerThanForeseenToThePool) {
  cpu::Scheduler S(2);
  auto Speed = std::make_shared<cpu::Pace>();
  Speed->note(2, 200, 2);
  Speed->note(1, 200, 1);
  std::atomic<int> Here{0}, All{0};
  auto Submitter = std::this_thread::get_id();
  for (int I = 0; I < 2; ++I) { // one of them may be a trial of two threads
    auto T =
        std::make_shared<cpu::Task>(200, 1, [&](uint64_t First, uint64_t End) {
          std::this_thread::sleep_for(std::chrono::milliseconds(End - First));
          All += int(End - First);
          if (std::this_thread::get_id() == Submitter)
            Here += int(End - First);
        });
    T->unitsAreIndependent();
    T->keepPace(Speed);
    if (S.submitOrTake(T, {}))
      S.runTaken(T);
    S.waitAtMost(T, std::chrono::milliseconds(60000)); // does not help
    ASSERT_TRUE(T->done());
  }
  EXPECT_EQ(All, 400);
  EXPECT_GT(Here, 0);
  EXPECT_LT(Here, 100);
}

TEST(CpuScheduler, LeavesNothingThatCannotStartToTheSubmittingThread) {
  cpu::Scheduler S(2);
  std::atomic<bool> Go{false}, HasBegun{false};
  auto Long = std::make_shared<cpu::Task>(1, 1, [&](uint64_t, uint64_t) {
    HasBegun = true;
    while (!Go)
      std::this_thread::yield();
  });
  S.submit(Long, {});
  while (!HasBegun)
    std::this_thread::yield();
  auto Speed = std::make_shared<cpu::Pace>();
  Speed->note(1, 1, 1);
  std::atomic<int> Count{0};
  std::vector<cpu::TaskRef> All;
  for (int I = 0; I < 8; ++I) {
    All.push_back(std::make_shared<cpu::Task>(1, 1, [&](uint64_t, uint64_t) {
      EXPECT_TRUE(Go);
      ++Count;
    }));
    All.back()->keepPace(Speed);
    All.back()->unitsAreIndependent();
    EXPECT_FALSE(S.submitOrTake(All.back(), {Long}));
  }
  Go = true;
  for (const cpu::TaskRef &T : All)
    S.wait(T);
  EXPECT_EQ(Count, 8);
}

TEST(CpuScheduler, KeepsDependenciesUnderLoad) {
  cpu::Scheduler S(4);
  std::vector<std::thread> Callers;
  for (int C = 0; C < 4; ++C)
    Callers.emplace_back([&S] {
      cpu::TaskRef Last;
      int Value = 0; // no atomic: the chain orders the accesses
      for (int I = 0; I < 500; ++I) {
        auto T =
            std::make_shared<cpu::Task>(1, 1, [&Value, I](uint64_t, uint64_t) {
              EXPECT_EQ(Value, I);
              ++Value;
            });
        S.submit(T, {Last});
        Last = T;
        if (I % 50 == 0)
          S.wait(Last);
      }
      S.wait(Last);
      EXPECT_EQ(Value, 500);
    });
  for (auto &T : Callers)
    T.join();
}

/// Nested work in as many levels as `Level` says: what is launched last counts
/// all that came before it, and nothing is left behind.
void launchNested(cpu::Scheduler &Pool, unsigned Level, bool Waits,
                  std::atomic<unsigned> &Count) {
  ++Count;
  if (Level == 0)
    return;
  std::vector<cpu::TaskRef> Children;
  for (int I = 0; I < 3; ++I) {
    Children.push_back(std::make_shared<cpu::Task>(
        2, 1, [&Pool, Level, Waits, &Count](uint64_t, uint64_t) {
          launchNested(Pool, Level - 1, Waits, Count);
        }));
    Pool.submitChild(Children.back(), I == 1 ? Children[0] : nullptr);
  }
  if (!Waits)
    return;
  for (const cpu::TaskRef &Child : Children) {
    Pool.waitForChild(Child);
    EXPECT_TRUE(Child->done());
  }
}

TEST(CpuScheduler, TasksAreDoneWhenTheirChildrenAre) {
  for (unsigned Threads : {1u, 4u})
    for (bool Waits : {false, true}) {
      cpu::Scheduler Pool(Threads);
      std::atomic<unsigned> Count{0};
      std::vector<unsigned> AtTheEnd;
      auto Work = std::make_shared<cpu::Task>(5, 1, [&](uint64_t, uint64_t) {
        launchNested(Pool, 4, Waits, Count);
      });
      auto WithTail =
          std::make_shared<cpu::Task>(1, 1, [&](uint64_t, uint64_t) {
            for (unsigned I = 0; I < 3; ++I)
              Pool.submitTail(
                  std::make_shared<cpu::Task>(1, 1, [&, I](uint64_t, uint64_t) {
                    AtTheEnd.push_back(Count + I);
                  }));
            launchNested(Pool, 3, Waits, Count);
          });
      Pool.submit(Work, {});
      Pool.submit(WithTail, {Work});
      auto After = std::make_shared<cpu::Task>();
      Pool.submit(After, {WithTail});
      Pool.wait(After);
      // Each level has six threads for one of that above.
      unsigned Four = 1 + 6 + 36 + 216 + 1296, Three = 1 + 6 + 36 + 216;
      EXPECT_EQ(Count, 5 * Four + Three);
      EXPECT_EQ(AtTheEnd, (std::vector<unsigned>{Count, Count + 1, Count + 2}));
    }
}

TEST(CpuScheduler, ManyMarkersDoNotRecurse) {
  cpu::Scheduler S(1);
  Gate G;
  auto First = std::make_shared<cpu::Task>(
      1, 1, [&G](uint64_t, uint64_t) { Gate::pass(&G); });
  First->onlyOnWorkers();
  S.submit(First, {});
  cpu::TaskRef Last = First;
  for (int I = 0; I < 100000; ++I) {
    auto M = std::make_shared<cpu::Task>();
    S.submit(M, {Last});
    Last = M;
  }
  G.Open = true;
  S.wait(Last);
  EXPECT_TRUE(Last->done());
}

/// Sanitizers take the signal before the runtime's handler.
#ifdef WARPRT_SANITIZED
constexpr const char *GuardMessage = "SEGV on unknown address";
#else
constexpr const char *GuardMessage = "host code read or wrote device memory";
#endif

using GuardMaker = std::unique_ptr<cpu::GuardedMemory> (*)();

struct GuardMeans {
  const char *Name;
  GuardMaker Make;
};

const GuardMeans AllGuardMeans[] = {
    {"ProtectionKeys", cpu::GuardedMemory::createWithKey},
    {"PageRights", cpu::GuardedMemory::createWithPageRights}};

std::string nameOf(const testing::TestParamInfo<GuardMeans> &Info) {
  return Info.param.Name;
}

class CpuGuard : public testing::TestWithParam<GuardMeans> {
protected:
  void SetUp() override {
    std::unique_ptr<cpu::GuardedMemory> Guard = GetParam().Make();
    if (!Guard)
      GTEST_SKIP() << "this machine has no protection keys for memory";
    B = cpu::createBackend(2, std::move(Guard));
    ASSERT_EQ(B->device(0, &D), Error::Success);
  }
  int *allocate(size_t Count) {
    void *Address = nullptr;
    EXPECT_EQ(D->allocate(MemoryKind::Device, Count * sizeof(int), &Address),
              Error::Success);
    return static_cast<int *>(Address);
  }
  std::unique_ptr<Backend> B;
  Device *D = nullptr;
};

TEST_P(CpuGuard, CopiesReachDeviceMemory) {
  for (size_t Count : {1, 3, 64, 1023, 1024, 1025, 100000}) {
    int *Data = allocate(Count);
    std::vector<int> In(Count), Out(Count);
    for (size_t I = 0; I < Count; ++I)
      In[I] = static_cast<int>(I * 7 + 1);
    CopyShape Shape;
    Shape.Width = Count * sizeof(int);
    ASSERT_EQ(D->copy(Data, In.data(), Shape, CopyKind::HostToDevice, nullptr,
                      /*Async=*/false),
              Error::Success);
    ASSERT_EQ(D->copy(Out.data(), Data, Shape, CopyKind::DeviceToHost, nullptr,
                      /*Async=*/false),
              Error::Success);
    EXPECT_EQ(In, Out);
    EXPECT_EQ(D->release(MemoryKind::Device, Data), Error::Success);
  }
}

TEST_P(CpuGuard, HostCodeMayNotTouchDeviceMemory) {
  int *Data = allocate(10);
  EXPECT_DEATH(*static_cast<volatile int *>(Data) = 1, GuardMessage);
}

TEST_P(CpuGuard, CallbacksAreHostCode) {
  int *Data = allocate(10);
  EXPECT_DEATH(
      {
        (void)D->hostCall(
            nullptr, [](void *P) { *static_cast<volatile int *>(P) = 1; },
            Data);
        (void)D->synchronize();
      },
      GuardMessage);
}

TEST_P(CpuGuard, PinnedAndManagedMemoryIsTheHostsToo) {
  for (MemoryKind Kind : {MemoryKind::Pinned, MemoryKind::Managed}) {
    void *Address = nullptr;
    ASSERT_EQ(D->allocate(Kind, 100, &Address), Error::Success);
    std::memset(Address, 1, 100);
    EXPECT_EQ(D->release(Kind, Address), Error::Success);
  }
}

TEST_P(CpuGuard, MemoryIsClosedAgainAfterKernelsAndCopies) {
  int *First = allocate(10), *Data = allocate(5000);
  CopyShape Shape;
  Shape.Width = 5000 * sizeof(int);
  std::vector<int> Host(5000, 3);
  Queue *Q = nullptr;
  ASSERT_EQ(D->createQueue(0, 0, &Q), Error::Success);
  for (int I = 0; I < 20; ++I)
    ASSERT_EQ(D->copy(Data, Host.data(), Shape, CopyKind::HostToDevice, Q,
                      /*Async=*/true),
              Error::Success);
  ASSERT_EQ(D->synchronize(), Error::Success);
  EXPECT_DEATH(*static_cast<volatile int *>(Data) = 1, GuardMessage);
  ASSERT_EQ(D->release(MemoryKind::Device, First), Error::Success);
  EXPECT_DEATH(*static_cast<volatile int *>(Data + 4999) = 1, GuardMessage);
}

/// Threads that took part in a task, or came too late for a part of it, may
/// still be on their way out when the task is done.
TEST_P(CpuGuard, WhoWaitedFindsMemoryClosed) {
  int *Data = allocate(5000);
  int Pipe[2];
  ASSERT_EQ(pipe(Pipe), 0);
  CopyShape Shape;
  Shape.Width = 5000 * sizeof(int);
  std::vector<int> Host(5000, 3);
  int Open = 0;
  for (int I = 0; I < 2000; ++I) {
    ASSERT_EQ(D->copy(Data, Host.data(), Shape, CopyKind::HostToDevice, nullptr,
                      /*Async=*/true),
              Error::Success);
    ASSERT_EQ(D->synchronize(), Error::Success);
    char Byte;
    if (write(Pipe[1], Data, 1) == 1) {
      ++Open;
      ASSERT_EQ(read(Pipe[0], &Byte, 1), 1);
    }
  }
  EXPECT_EQ(Open, 0);
  close(Pipe[0]);
  close(Pipe[1]);
}

INSTANTIATE_TEST_SUITE_P(Means, CpuGuard, testing::ValuesIn(AllGuardMeans),
                         nameOf);

class CpuGuardedMemory : public testing::TestWithParam<GuardMeans> {};

TEST_P(CpuGuardedMemory, EndsAtAPageThatNobodyMayTouch) {
  std::unique_ptr<cpu::GuardedMemory> G = GetParam().Make();
  if (!G)
    GTEST_SKIP() << "this machine has no protection keys for memory";
  constexpr size_t Bytes = 5000;
  auto *Data = static_cast<volatile char *>(G->allocate(Bytes));
  ASSERT_NE(Data, nullptr);
  EXPECT_DEATH(Data[0] = 1, "");
  {
    cpu::GuardedMemory::Access Allowed(G.get());
    Data[0] = 1;
    Data[Bytes - 1] = 2;
    EXPECT_EQ(Data[0] + Data[Bytes - 1], 3);
    EXPECT_DEATH(Data[Bytes] = 3, "");
  }
  EXPECT_DEATH(Data[0] = 1, "");
  G->release(const_cast<char *>(Data), Bytes);
}

INSTANTIATE_TEST_SUITE_P(Means, CpuGuardedMemory,
                         testing::ValuesIn(AllGuardMeans), nameOf);

TEST(CpuGuardChoice, ThereIsAlwaysOne) {
  EXPECT_NE(cpu::GuardedMemory::create(), nullptr);
}

/// A stack that no address space holds: the system grants no thread.
class CpuWithoutThreads : public testing::Test {
protected:
  void SetUp() override { setDefaultStack(size_t(1) << 47); }
  void TearDown() override { setDefaultStack(size_t(8) << 20); }
  void setDefaultStack(size_t Bytes) {
    pthread_attr_t Attributes;
    ASSERT_EQ(pthread_attr_init(&Attributes), 0);
    ASSERT_EQ(pthread_attr_setstacksize(&Attributes, Bytes), 0);
    ASSERT_EQ(pthread_setattr_default_np(&Attributes), 0);
    pthread_attr_destroy(&Attributes);
  }
};

TEST_F(CpuWithoutThreads, TheCallerRunsWhatIsQueued) {
  testing::internal::CaptureStderr();
  std::unique_ptr<Backend> B = cpu::createBackend(4);
  Device *D = nullptr;
  Queue *Q = nullptr, *R = nullptr;
  Event *E = nullptr;
  ASSERT_EQ(B->device(0, &D), Error::Success);
  ASSERT_EQ(D->createQueue(0, 0, &Q), Error::Success);
  ASSERT_EQ(D->createQueue(QueueNonBlocking, 0, &R), Error::Success);
  ASSERT_EQ(D->createEvent(0, &E), Error::Success);
  int Value = 0;
  auto Call = [](void *P) { ++*static_cast<int *>(P); };
  ASSERT_EQ(D->hostCall(Q, Call, &Value), Error::Success);
  ASSERT_EQ(D->recordEvent(E, Q), Error::Success);
  ASSERT_EQ(D->waitEvent(R, E), Error::Success);
  ASSERT_EQ(D->hostCall(R, Call, &Value), Error::Success);
  // Done, though nobody has waited: programs may only ask.
  EXPECT_EQ(D->queryQueue(R), Error::Success);
  EXPECT_EQ(Value, 2);
  void *Data = nullptr;
  ASSERT_EQ(D->allocate(MemoryKind::Device, 1 << 22, &Data), Error::Success);
  ASSERT_EQ(D->fill(Data, 0, 7, 1, 1 << 22, 1, Q, /*Async=*/true),
            Error::Success);
  EXPECT_EQ(D->synchronize(), Error::Success);
  EXPECT_EQ(static_cast<char *>(Data)[(1 << 22) - 1], 7);
  EXPECT_EQ(D->release(MemoryKind::Device, Data), Error::Success);
  B.reset();
  std::string Said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(Said.find("warprt: warning: the system grants 0 of 4 threads for "
                      "kernels on the CPU ("),
            0u)
      << Said;
  EXPECT_EQ(Said.find('\n'), Said.size() - 1) << Said; // once
}

TEST_F(CpuWithoutThreads, CallersDoWithoutEachOther) {
  testing::internal::CaptureStderr();
  cpu::Scheduler S(4);
  S.submit(std::make_shared<cpu::Task>(), {});
  // The callers are the program's own threads.
  setDefaultStack(size_t(8) << 20);
  std::vector<std::thread> Callers;
  std::atomic<int> Done{0};
  for (int C = 0; C < 4; ++C)
    Callers.emplace_back([&] {
      cpu::TaskRef Last;
      for (int I = 0; I < 200; ++I) {
        auto T = std::make_shared<cpu::Task>(
            7, 1, [&](uint64_t, uint64_t) { ++Done; });
        if (I % 3 == 0)
          T->onlyOnWorkers();
        S.submit(T, {Last});
        S.runWithoutWorkers();
        Last = T;
        if (I % 10 == 0)
          S.wait(Last);
      }
      S.wait(Last);
    });
  for (auto &T : Callers)
    T.join();
  EXPECT_EQ(Done, 4 * 200 * 7);
  EXPECT_NE(testing::internal::GetCapturedStderr(), "");
}

} // namespace
