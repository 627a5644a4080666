package io.hopwright.runner.study;

import io.hopwright.runner.results.JsonObject;
import java.util.Map;

/**
 * Execution of a run for claims about speed.
 *
 * @param threads threads of this JVM; 0 for the user's choice
 * @param project number of processors for a projection from one thread; 0 for none
 */
public record ExecutionMode(int threads, int project) {
  /** As the user says. */
  public static final ExecutionMode ANY = new ExecutionMode(0, 0);

  /** Returns the settings by the keys of a study. */
  public Map<String, Object> document() {
    return new JsonObject()
        .withIf(threads > 0, "threads", (long) threads)
        .withIf(project > 0, "project", (long) project);
  }
}
