package io.hopwright.models.messaging.jobs;

import io.hopwright.models.declare.Meaning;

/** Who handles what arrives, and when. */
public enum ProgressKind {
  /** The network interface. */
  @Meaning("the network interface matches messages as they come")
  OFFLOAD,
  /** The processor, whatever it does next. */
  @Meaning("the processor handles messages as they come, between two operations")
  HOST,
  /** The processor, in calls of the communication library. */
  @Meaning("the processor handles messages in calls of the library only")
  CALLS
}
