package io.hopwright.models.cascade.nic;

import io.hopwright.models.declare.Meaning;

/** Models of a NIC. */
public enum NicModel {
  @Meaning("two rates and two delays")
  RATE,
  @Meaning(
      "host bus, FMA, BTE, transactions, atomic unit, collective engine, translation"
          + " (docs/models/aries-nic.md)")
  ARIES;

  public static final String KEY = "nic.model";

  /** Returns its word in settings. */
  public String word() {
    return this == RATE ? "rate" : "aries";
  }

  /** Returns the error for a key of the other model that is set. */
  public String refusal() {
    final String other = (this == RATE ? ARIES : RATE).word();
    return "is set, but %1$s = %2$s has none; leave it out, or use %1$s = %3$s"
        .formatted(KEY, word(), other);
  }
}
