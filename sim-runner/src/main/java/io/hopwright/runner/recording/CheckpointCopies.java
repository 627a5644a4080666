package io.hopwright.runner.recording;

import io.hopwright.partition.copies.CopyLabel;
import io.hopwright.partition.copies.CopySource;
import io.hopwright.runner.execution.Cluster;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Copies of the checkpoints of one run at other members.
 *
 * @param cluster the members; null for this JVM alone
 * @param most largest number of copies of a checkpoint
 */
public record CheckpointCopies(Cluster cluster, int most) {
  /** No copies. */
  public static final CheckpointCopies NONE = new CheckpointCopies(null, 0);

  /** Returns the members that keep copies. */
  public List<String> keepers() {
    return cluster == null ? List.of() : cluster.keepers(most);
  }

  /**
   * Copies a checkpoint.
   *
   * @param failed receives each member that has no copy, with the reason
   * @return number of complete copies
   */
  int copy(CopySource source, Consumer<String> failed) {
    return cluster.copy(source, most, failed);
  }

  /** Lets all members remove their copies of a run whose result goes to {@code place}. */
  void removeAll(Path place) {
    if (cluster != null) {
      cluster.removeCopies(name(place));
    }
  }

  /** Returns the name of the copies of a run whose result goes to {@code place}. */
  public static String name(Path place) {
    return CopyLabel.nameOf(place.toAbsolutePath().normalize().getFileName().toString());
  }
}
