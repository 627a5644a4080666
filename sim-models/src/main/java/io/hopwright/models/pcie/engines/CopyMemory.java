package io.hopwright.models.pcie.engines;

import io.hopwright.models.declare.Meaning;

/** Memory through which copies go. */
enum CopyMemory {
  @Meaning("the memory of the root of the source")
  SOURCE,
  @Meaning("the memory of the root of the target")
  TARGET
}
