package io.hopwright.runner.execution;

import java.util.Locale;

/** Kinds of executors; results do not depend on them. */
public enum ExecutorKind {
  /** One thread, one partition after another. */
  SEQUENTIAL,
  /** Partitions as actors on a pool of threads, if that is more than one thread. */
  ACTORS;

  /** Returns the name used on the command line and in results. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
