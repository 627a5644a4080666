package io.hopwright.runner.recording;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Failures of the copies of a run's checkpoints. A member that refuses each copy for the same
 * reason is news only once. Confined to one thread.
 */
final class CopyFailures {
  private Set<String> before = Set.of();

  /**
   * Returns the failures that the checkpoint before did not have.
   *
   * @param tick tick of the checkpoint; paths in failures contain it
   * @param failures failures of its copies, with member and reason
   */
  List<String> news(long tick, List<String> failures) {
    final String name = Long.toString(tick);
    final Set<String> now = new HashSet<>();
    final List<String> news =
        failures.stream()
            .filter(
                failure -> {
                  final String reason = failure.replace(name, "");
                  now.add(reason);
                  return !before.contains(reason);
                })
            .toList();
    before = now;
    return news;
  }
}
