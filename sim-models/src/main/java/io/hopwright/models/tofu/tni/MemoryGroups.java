package io.hopwright.models.tofu.tni;

import io.hopwright.models.declare.Meaning;

/** Core-memory groups of processes: near the network interfaces or far from them. */
enum MemoryGroups {
  @Meaning("all near")
  NEAR(false, false),
  @Meaning("all far")
  FAR(true, true),
  @Meaning("processes that post are far, processes that wait for data are near")
  FAR_SENDER(true, false),
  @Meaning("processes that wait for data are far, processes that post are near")
  FAR_RECEIVER(false, true);

  private final boolean farSender;
  private final boolean farReceiver;

  MemoryGroups(boolean farSender, boolean farReceiver) {
    this.farSender = farSender;
    this.farReceiver = farReceiver;
  }

  boolean farSender() {
    return farSender;
  }

  boolean farReceiver() {
    return farReceiver;
  }
}
