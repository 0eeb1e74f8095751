//===-- runtime/core/Capture.cpp - Work that is recorded ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Capture.h.
//
//===----------------------------------------------------------------------===//
#include "core/Capture.h"
#include "core/ImageRegistry.h"
#include <atomic>

using namespace warprt;

namespace {
/// Most programs never record and shall not pay for asking.
std::atomic<int> UnderWay{0};
} // namespace

Error warprt::beginCapture(Device &D, Queue *Q, CaptureMode Mode) {
  if (!anyCapture())
    ImageRegistry::get().prepare(D);
  Error E = D.beginCapture(Q, Mode);
  if (!failed(E))
    ++UnderWay;
  return E;
}

Error warprt::endCapture(Device &D, Queue *Q, Graph **Result) {
  bool Was = isCapturing(D, Q);
  Error E = D.endCapture(Q, Result);
  // A call for the wrong queue, or from the wrong thread, ends nothing.
  if (Was && !isCapturing(D, Q))
    --UnderWay;
  return E;
}

bool warprt::anyCapture() {
  return UnderWay.load(std::memory_order_relaxed) > 0;
}

bool warprt::isCapturing(Device &D, Queue *Q) {
  CaptureStatus Status = CaptureStatus::None;
  return anyCapture() && !failed(D.captureStatus(Q, Status)) &&
         Status != CaptureStatus::None;
}

OwnWork::OwnWork(Device &Current) {
  if (anyCapture() && !failed(Current.exchangeCaptureMode(Before)))
    D = &Current;
}

OwnWork::~OwnWork() {
  if (D)
    (void)D->exchangeCaptureMode(Before);
}
