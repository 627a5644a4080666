package io.hopwright.models.pcie.engines;

import io.hopwright.models.declare.Meaning;

/** The memory that copies go through. */
enum CopyMemory {
  @Meaning("the memory of the root of the source")
  SOURCE,
  @Meaning("the memory of the root of the target")
  TARGET
}
