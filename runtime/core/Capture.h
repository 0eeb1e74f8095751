//===-- runtime/core/Capture.h - Work that is recorded ------------*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph repeats launches with the arguments that they had: memory that the
// runtime itself adds to a launch must stay theirs, and what it does once
// (loading code, say) must not become a part of the graph.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_CAPTURE_H
#define WARPRT_CORE_CAPTURE_H

#include "hal/Device.h"

namespace warprt {

/// Device code is loaded before, which is not possible meanwhile.
Error beginCapture(Device &D, Queue *Q, CaptureMode Mode);
Error endCapture(Device &D, Queue *Q, Graph **Result);

/// Whether any queue records.
bool anyCapture();
/// Whether this one does.
bool isCapturing(Device &D, Queue *Q);

/// While it lives, calls of this thread are no part of a recording and are not
/// refused because of one.
class OwnWork {
public:
  explicit OwnWork(Device &D);
  ~OwnWork();
  OwnWork(const OwnWork &) = delete;
  OwnWork &operator=(const OwnWork &) = delete;

private:
  Device *D = nullptr; // null where there was nothing to change
  CaptureMode Before = CaptureMode::Relaxed;
};

} // namespace warprt

#endif // WARPRT_CORE_CAPTURE_H
