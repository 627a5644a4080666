package io.hopwright.models.pcie;

import io.hopwright.models.declare.Key.Described;

/** The memory that copies go through. */
enum CopyMemory implements Described {
  SOURCE("the memory of the root of the source"),
  TARGET("the memory of the root of the target");

  private final String meaning;

  CopyMemory(String meaning) {
    this.meaning = meaning;
  }

  @Override
  public String meaning() {
    return meaning;
  }
}
