//===-- runtime/backends/cpu/CpuCapture.h - Recorded work ---------*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work that queues record in place of doing it: tasks that are never submitted,
// with the tasks that come before them. A launch of the graph that they make
// submits a copy of each.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CPUCAPTURE_H
#define WARPRT_BACKENDS_CPU_CPUCAPTURE_H

#include "backends/cpu/Scheduler.h"
#include "hal/Device.h"
#include <thread>
#include <unordered_map>

namespace warprt::cpu {

struct CpuQueue;
struct CpuEvent;

struct RecordedTask {
  TaskRef Work;
  std::vector<size_t> After; // earlier ones of the same list
  // An operation on an event, at each launch.
  Event *Records = nullptr, *Waits = nullptr;
  /// What a recorded operation was given. Arguments are the task's own.
  NodeWork Given = {};
};
using RecordedTasks = std::vector<RecordedTask>;

struct Recording {
  RecordedTasks Tasks;
  CpuQueue *Origin = nullptr;
  CaptureMode Mode = CaptureMode::Global;
  std::thread::id Thread; // that began it
  bool IsInvalid = false;
};

/// The place of a queue, or of an event that it recorded, in a recording.
struct RecordingPlace {
  std::shared_ptr<Recording> In; // null: none
  std::vector<size_t> After;     // what comes next comes behind these
};

struct CpuGraph;

/// An operation of a graph: one task, or that before all tasks of a child graph
/// and that behind them.
struct CpuGraphNode {
  size_t First, Last;
  NodeWork Work;
  const CpuGraphNode *Original = nullptr; // of a graph that is a copy
  std::unique_ptr<CpuGraph> Child = nullptr;
};

/// Memory that launches of a graph allocate, free, or leave to the program.
struct GraphAllocation {
  void *Address;
  size_t Bytes;
  bool IsUsed; ///< now
  CpuGraph *Of;
};

/// Operations that were added one by one may come after later ones.
struct CpuGraph {
  RecordedTasks Tasks;
  std::vector<std::unique_ptr<CpuGraphNode>> Nodes;
  bool IsChild = false;        ///< of an operation
  bool IsInstantiated = false; ///< only looked at where it has memory

  bool hasMemory() const;
  /// The tasks of a launch, those of child graphs in their places. \p Place
  /// gets where each of its own is.
  RecordedTasks expanded(std::vector<size_t> &Place) const;
  /// With the same tasks, which are never submitted.
  std::unique_ptr<CpuGraph> clone() const;

  /// Adds an operation for tasks that are there.
  CpuGraphNode *addNode(size_t First, size_t Last, const NodeWork &Work = {});
  /// Null for none of the graph's.
  CpuGraphNode *find(const GraphNode *N) const;
  /// The one that ends with a task; null for a task inside of one.
  CpuGraphNode *endingWith(size_t Task) const;
};

struct CpuGraphExec {
  RecordedTasks Tasks;
  TaskRef Last; // launches of one come after each other

  /// What there is of an operation of the graph.
  struct Place {
    size_t First, Last; // of the tasks
    NodeKind Kind;
    bool IsRow = true; ///< of a copy
    bool Enabled = true;
  };
  std::unordered_map<const GraphNode *, Place> Places;

  // Memory, which a graph has one executable form of at a time for.
  Graph *Of = nullptr;
  std::vector<std::shared_ptr<GraphAllocation>> Allocated;
  std::vector<void *> Released;
  bool FreesAtLaunch = false;
};

/// Whether the last task of every branch comes before what is next at \p Place.
bool isJoined(const RecordingPlace &Place);

/// The tasks of \p Tasks, each behind those that it comes after; false where
/// some come after each other. \p Place gets where each one is.
bool inOrder(const RecordedTasks &Tasks, RecordedTasks &Result,
             std::vector<size_t> &Place);

/// Those of \p Tasks that no other one comes after.
std::vector<size_t> leaves(const RecordedTasks &Tasks);

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_CPUCAPTURE_H
