package io.hopwright.runner.config;

import com.typesafe.config.ConfigValue;

/** Tells where parsed values were written. */
public final class Origins {
  private Origins() {}

  /** Returns where {@code value} was written; for an object, where its first part was. */
  public static Origin of(ConfigValue value) {
    return Origin.of(value.origin());
  }
}
