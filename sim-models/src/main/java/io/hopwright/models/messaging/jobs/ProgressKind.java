package io.hopwright.models.messaging.jobs;

import io.hopwright.models.declare.Meaning;

/** Progress model of messages: what handles arrivals, and when. */
public enum ProgressKind {
  /** The network interface. */
  @Meaning("the network interface matches messages on arrival")
  OFFLOAD,
  /** The processor, whatever it does next. */
  @Meaning("the processor handles messages on arrival, between two operations")
  HOST,
  /** The processor, in calls of the communication library. */
  @Meaning("the processor handles messages in calls of the library only")
  CALLS
}
