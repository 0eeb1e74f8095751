//===-- runtime/core/AccRecords.cpp - Records with data elsewhere ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AccRecords.h.
//
//===----------------------------------------------------------------------===//
#include "core/AccRecords.h"
#include "core/AccDevice.h"
#include "core/FortranTypes.h"
#include "warprt/EntryPoints.h"
#include <algorithm>
#include <memory>
#include <set>
#include <tuple>

using namespace warprt;

namespace warprt {
class AccRecords {
public:
  struct Part {
    AccSection Section;
    Descriptor *At;
    std::string Name;
    bool MustBePresent;
  };
  /// A component that the host cannot get from the device if it is allocated
  /// or deallocated there.
  struct Fixed {
    uintptr_t At;
    std::string Name;
  };
  std::vector<Part> Parts;
  std::vector<Fixed> FixedComponents;
};
} // namespace warprt

namespace {

/// Of a type with components that are used as a whole.
constexpr int64_t Whole = -1;
const int64_t WholeUse[] = {Whole};

/// One node of a tree of uses, and where the next one is.
const int64_t *afterNode(const int64_t *Node) {
  int64_t Count = *Node++;
  for (; Count > 0; --Count)
    Node = afterNode(Node + 1);
  return Node;
}

/// The uses of the component at \p Offset; null if it is not used.
const int64_t *usesAt(const int64_t *Node, int64_t Offset) {
  if (*Node == Whole)
    return WholeUse;
  int64_t Count = *Node++;
  for (; Count > 0; --Count, Node = afterNode(Node + 1))
    if (*Node == Offset)
      return Node + 1;
  return nullptr;
}

/// A component with a descriptor as the host had it when it was known to be
/// attached.
struct Known {
  const Descriptor *At;
  size_t Bytes;
};

/// Records all of whose components are present and attached.
struct KnownRecords {
  uint64_t Generation = 0;
  std::vector<Known> Components;
  std::vector<char> Bytes; ///< of their descriptors, one after the other

  bool holds(const PresentTable &Table) const {
    if (Generation != Table.generation())
      return false;
    const char *Next = Bytes.data();
    for (const Known &C : Components) {
      if (std::memcmp(C.At, Next, C.Bytes) != 0)
        return false;
      Next += C.Bytes;
    }
    return true;
  }
};

using KnownKey = std::pair<Device *, std::vector<int64_t>>;
constexpr size_t MaxKnown = 64;

std::map<KnownKey, KnownRecords> &knownRecords() {
  static auto *The = new std::map<KnownKey, KnownRecords>;
  return *The;
}

KnownKey keyOf(Device &D, const Descriptor &Records, const int64_t *Uses) {
  KnownKey Key{&D, {}};
  auto Add = [&](auto Value) {
    Key.second.push_back(static_cast<int64_t>(Value));
  };
  Add(reinterpret_cast<uintptr_t>(Records.base_addr));
  Add(reinterpret_cast<uintptr_t>(derivedType(Records)));
  Add(Records.rank);
  for (int I = 0; I < Records.rank; ++I) {
    Add(Records.dim[I].extent);
    Add(Records.dim[I].sm);
  }
  Key.second.insert(Key.second.end(), Uses, afterNode(Uses));
  return Key;
}

class Walker {
public:
  Walker(Device &D, int32_t How, int64_t Async, const AccPlace &Place)
      : Result(std::make_unique<AccRecords>()), Table(presentTable(D)),
        How(How), Async(Async), Place(Place) {}

  void run(const Descriptor &Records, const int64_t *Uses);

  /// What entered; null if everything was there.
  std::unique_ptr<AccRecords> Result;
  KnownRecords AllAttached;

private:
  struct Array {
    ArrayView Elements;
    const FortranType *Type;
    const int64_t *Uses;
    std::string Name;
  };
  struct Component {
    Descriptor *At;
    const FortranComponent *Info;
    const int64_t *Uses;
    PresentData *Parent;
    const std::string *Around;
    size_t Bytes;
  };

  void collect(char *Record, const FortranType &Type, const int64_t *Uses,
               PresentData *&Parent, const std::string &Name);
  void enter(const Component &C);
  PresentData *dataAt(uintptr_t At, size_t Bytes);
  bool isAttached(const Component &C, const AccSection &S);

  PresentTable &Table;
  int32_t How;
  int64_t Async;
  AccPlace Place;
  std::vector<Array> Arrays, Inner;
  std::vector<Component> Components;
  std::set<std::tuple<const void *, const void *, const void *>> Seen;
};

AccClause componentClause(const AccSection &S, Descriptor *At, int64_t Async,
                          const AccPlace &Place) {
  return {S, Place, WARPRT_ACC_STRUCTURED, Async, nullptr, At};
}

bool hasDescriptors(const FortranType &Type) {
  return std::any_of(Type.begin(), Type.end(), [](const FortranComponent &C) {
    return C.hasDescriptor() ||
           (C.Genre == C.Data && C.type() && hasDescriptors(*C.type()));
  });
}

bool isOutside(uintptr_t At, size_t Bytes, const PresentData &P) {
  return At < P.Host || At + Bytes > P.Host + P.Bytes;
}

PresentData *Walker::dataAt(uintptr_t At, size_t Bytes) {
  bool Partial;
  PresentData *P = Table.find(At, Bytes, Partial);
  return P && !Partial ? P : nullptr;
}

/// The components with descriptors of a record.
void Walker::collect(char *Record, const FortranType &Type, const int64_t *Uses,
                     PresentData *&Parent, const std::string &Name) {
  for (const FortranComponent &Info : Type) {
    const int64_t *Part = usesAt(Uses, Info.Offset);
    if (!Part)
      continue;
    char *At = Record + Info.Offset;
    if (!Info.hasDescriptor()) {
      if (const FortranType *T = Info.type(); T && Info.Genre == Info.Data)
        for (int64_t I = 0, N = Info.count(); I < N; ++I)
          collect(At + I * T->Bytes, *T, Part, Parent, Name);
      continue;
    }
    auto *Box = reinterpret_cast<Descriptor *>(At);
    auto Address = reinterpret_cast<uintptr_t>(At);
    size_t Bytes = descriptorBytes(*Box);
    if (!Parent || isOutside(Address, Bytes, *Parent))
      Parent = dataAt(Address, Bytes);
    Components.push_back({Box, &Info, Part, Parent, &Name, Bytes});
  }
}

/// Whether a component describes on the device what the host's does.
bool Walker::isAttached(const Component &C, const AccSection &S) {
  if (!C.Parent)
    return false;
  auto I = C.Parent->Attached.find(reinterpret_cast<uintptr_t>(C.At));
  if (I == C.Parent->Attached.end() || I->second.Count <= 0)
    return false;
  PresentData *Target = dataAt(S.Low, S.Bytes);
  const std::vector<char> &OnDevice = I->second.OnDevice;
  if (!Target || OnDevice.size() != C.Bytes)
    return false;
  char *Address = Target->at(reinterpret_cast<uintptr_t>(S.Base));
  if (OnDevice !=
      accAttachedBytes(C.At, C.Bytes, Address, /*IsDescriptor=*/true))
    return false;
  C.Parent->IsWatched = Target->IsWatched = true;
  return true;
}

void Walker::enter(const Component &C) {
  AccSection S{ArrayView(*C.At)};
  const FortranType *Type = fortranType(*C.At);
  if (!Type)
    Type = C.Info->type();
  bool IsWhole = *C.Uses == Whole;
  auto Name = [&] {
    return *C.Around + "%" + std::string(C.Info->Name.text());
  };
  // What this construct has brought it takes back, with what the device has
  // made of components.
  if (IsWhole && C.Parent && C.Parent->Dynamic == 0 &&
      C.Parent->Structured == 1 && !C.Parent->IsVariable &&
      (!C.At->base_addr || C.Info->Genre == C.Info->Allocatable))
    Result->FixedComponents.push_back(
        {reinterpret_cast<uintptr_t>(C.At), Name()});
  if (!S.empty() && !isAttached(C, S)) {
    std::string Text = Name();
    AccPlace Here = Place;
    Here.Name = Text.c_str();
    // Nobody knows which components a procedure uses: those that are not
    // present must come.
    int32_t Enters = IsWhole ? WARPRT_ACC_COPYIN : How;
    accEnter(componentClause(S, C.At, Async, Here), Enters);
    Result->Parts.push_back({S, C.At, Text, Enters == WARPRT_ACC_PRESENT});
  }
  AllAttached.Components.push_back({C.At, C.Bytes});
  if (Type && C.At->base_addr && *C.Uses != 0 && hasDescriptors(*Type)) {
    Array New{ArrayView(*C.At), Type, C.Uses, Name()};
    if (C.At->rank > 0)
      New.Name += "(:)";
    Inner.push_back(std::move(New));
  }
}

void Walker::run(const Descriptor &Records, const int64_t *Uses) {
  const FortranType *Type = fortranType(Records);
  if (!Type || !Records.base_addr)
    return;
  Arrays.push_back({ArrayView(Records), Type, Uses, Place.Name});
  // The last extent of an array of assumed size: the program knows how much of
  // it is present.
  ArrayView &All = Arrays.front().Elements;
  if (All.Rank > 0 && Records.dim[All.Rank - 1].extent < 0) {
    auto At = reinterpret_cast<uintptr_t>(All.Base);
    PresentData *P = dataAt(At, 1);
    All = ArrayView(All.Base, All.ElementBytes,
                    P ? (P->Host + P->Bytes - At) / All.ElementBytes : 0);
  }
  for (; !Arrays.empty(); Arrays = std::move(Inner), Inner.clear()) {
    Components.clear();
    for (const Array &A : Arrays) {
      PresentData *Parent = nullptr;
      size_t Count = A.Elements.count();
      int64_t Index[CFI_MAX_RANK] = {};
      char *At = A.Elements.Base;
      for (size_t I = 0; I < Count; ++I) {
        // Pointers may lead back to where the walk has been.
        if (Seen.insert({At, A.Type, A.Uses}).second)
          collect(At, *A.Type, A.Uses, Parent, A.Name);
        for (int Dim = 0; Dim < A.Elements.Rank; ++Dim) {
          At += A.Elements.Stride[Dim];
          if (++Index[Dim] < A.Elements.Extent[Dim])
            break;
          At -= A.Elements.Stride[Dim] * A.Elements.Extent[Dim];
          Index[Dim] = 0;
        }
      }
    }
    // Pointers may point to parts of what other components have.
    auto Order = [](const Component &C) {
      bool IsPointer = C.Info->Genre == C.Info->Pointer;
      size_t Bytes = IsPointer ? AccSection(ArrayView(*C.At)).Bytes : 0;
      return std::tuple(IsPointer, ~Bytes, C.At);
    };
    std::sort(Components.begin(), Components.end(),
              [&](const Component &A, const Component &B) {
                return Order(A) < Order(B);
              });
    for (const Component &C : Components)
      enter(C);
  }
}

/// Ends the program if the device has allocated or deallocated a component: the
/// host has no use for the address.
void checkFixed(Device &D, const AccRecords &Records, int64_t Async,
                const AccPlace &Place) {
  PresentTable &Table = presentTable(D);
  PresentData *Around = nullptr;
  std::vector<char> Copy;
  AccQueue Q;
  for (const AccRecords::Fixed &F : Records.FixedComponents) {
    if (!Around || isOutside(F.At, sizeof(void *), *Around)) {
      bool Partial;
      Around = Table.find(F.At, sizeof(void *), Partial);
      if (!Around)
        continue;
      CopyShape Shape;
      Shape.Width = Around->Bytes;
      Copy.resize(Around->Bytes);
      Error E = accQueue(D, Async, Q);
      if (!failed(E))
        E = D.copy(Copy.data(), Around->Device, Shape, CopyKind::DeviceToHost,
                   Q.Q, /*Async=*/false);
      if (!failed(E) && Q.Async)
        E = D.synchronizeQueue(Q.Q);
      if (failed(E))
        fatalAt(Place.Where, E,
                "reading components of '" + std::string(Place.Name) + "'");
    }
    void *Expected, *Found;
    std::memcpy(&Expected, reinterpret_cast<void *>(F.At), sizeof Expected);
    if (auto I = Around->Attached.find(F.At); I != Around->Attached.end())
      std::memcpy(&Expected, I->second.OnDevice.data(), sizeof Expected);
    std::memcpy(&Found, Copy.data() + (F.At - Around->Host), sizeof Found);
    if (Found == Expected)
      continue;
    AccPlace Here = Place;
    Here.Name = F.Name.c_str();
    fatalAccData(D,
                 "the construct has allocated or deallocated '" + F.Name +
                     "' on the device, which the host cannot get",
                 Here);
  }
}

} // namespace

AccRecords *warprt::accEnterRecords(int32_t How, const Descriptor &Records,
                                    const int64_t *Uses, int64_t Async,
                                    const AccPlace &Place) {
  if (!Records.base_addr)
    return nullptr;
  Device &D = accDevice(Place.Where);
  if (accSharesMemory())
    return nullptr;
  if (!Uses)
    Uses = WholeUse;
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  auto &All = knownRecords();
  KnownKey Key = keyOf(D, Records, Uses);
  if (auto I = All.find(Key); I != All.end()) {
    if (I->second.holds(presentTable(D)))
      return nullptr;
    All.erase(I);
  }
  Walker W(D, How, Async, Place);
  W.run(Records, Uses);
  if (!W.Result->Parts.empty() || !W.Result->FixedComponents.empty())
    return W.Result.release();
  KnownRecords &New = W.AllAttached;
  for (const Known &C : New.Components) {
    auto *Host = reinterpret_cast<const char *>(C.At);
    New.Bytes.insert(New.Bytes.end(), Host, Host + C.Bytes);
  }
  New.Generation = presentTable(D).generation();
  if (All.size() >= MaxKnown)
    All.clear();
  All.emplace(std::move(Key), std::move(New));
  return nullptr;
}

void warprt::accExitRecords(AccRecords *Entered, int64_t Async,
                            const AccPlace &Place) {
  if (!Entered)
    return;
  std::unique_ptr<AccRecords> Records(Entered);
  Device &D = accDevice(Place.Where);
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  checkFixed(D, *Records, Async, Place);
  // What is in an array goes before it.
  for (auto I = Records->Parts.rbegin(); I != Records->Parts.rend(); ++I) {
    AccPlace Here = Place;
    Here.Name = I->Name.c_str();
    accExit(componentClause(I->Section, I->At, Async, Here),
            I->MustBePresent ? WARPRT_ACC_DELETE : WARPRT_ACC_COPYOUT);
  }
}
