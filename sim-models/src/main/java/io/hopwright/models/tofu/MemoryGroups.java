package io.hopwright.models.tofu;

import io.hopwright.models.declare.Key.Described;

/** In which core-memory groups processes are, near the network interfaces or far from them. */
enum MemoryGroups implements Described {
  NEAR("all near", false, false),
  FAR("all far", true, true),
  FAR_SENDER("those that post far, those that wait for data near", true, false),
  FAR_RECEIVER("those that wait for data far, those that post near", false, true);

  private final String meaning;
  private final boolean farSender;
  private final boolean farReceiver;

  MemoryGroups(String meaning, boolean farSender, boolean farReceiver) {
    this.meaning = meaning;
    this.farSender = farSender;
    this.farReceiver = farReceiver;
  }

  @Override
  public String meaning() {
    return meaning;
  }

  boolean farSender() {
    return farSender;
  }

  boolean farReceiver() {
    return farReceiver;
  }
}
