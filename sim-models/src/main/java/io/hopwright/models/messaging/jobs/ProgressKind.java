package io.hopwright.models.messaging.jobs;

import io.hopwright.models.declare.Key.Described;

/** Who handles what arrives, and when. */
public enum ProgressKind implements Described {
  /** The network interface. */
  OFFLOAD("the network interface matches messages as they come"),
  /** The processor, whatever it does next. */
  HOST("the processor handles messages as they come, between two operations"),
  /** The processor, in calls of the communication library. */
  CALLS("the processor handles messages in calls of the library only");

  private final String meaning;

  ProgressKind(String meaning) {
    this.meaning = meaning;
  }

  @Override
  public String meaning() {
    return meaning;
  }
}
