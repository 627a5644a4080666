package io.hopwright.core.window;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Placement of partitions on JVMs. Members are numbered from 0, and each has at least one
 * partition. Immutable; safe for any thread.
 */
public final class PartitionPlacement {
  private final int members;
  private final int[] memberOf;

  private PartitionPlacement(int members, int[] memberOf) {
    this.members = members;
    this.memberOf = memberOf;
  }

  /**
   * Places partitions.
   *
   * @param memberOf the member of each partition
   * @throws IllegalArgumentException if a member between 0 and the largest has no partition
   */
  public static PartitionPlacement of(List<Integer> memberOf) {
    final int[] members = memberOf.stream().mapToInt(Integer::intValue).toArray();
    final int count = 1 + Arrays.stream(members).max().orElse(-1);
    final int[] used = Arrays.stream(members).distinct().sorted().toArray();
    if (count == 0 || !Arrays.equals(used, IntStream.range(0, count).toArray())) {
      throw new IllegalArgumentException("members with partitions: " + Arrays.toString(used));
    }
    return new PartitionPlacement(count, members);
  }

  /** Places all of {@code partitions} partitions in one JVM. */
  public static PartitionPlacement together(int partitions) {
    return new PartitionPlacement(1, new int[partitions]);
  }

  /** Returns the number of members. */
  public int members() {
    return members;
  }

  /** Returns the number of partitions. */
  public int partitions() {
    return memberOf.length;
  }

  /** Returns the member that simulates {@code partition}. */
  public int memberOf(int partition) {
    return memberOf[partition];
  }

  /** Returns the partitions of {@code member}, in ascending order. */
  public int[] partitionsOf(int member) {
    return IntStream.range(0, memberOf.length).filter(i -> memberOf[i] == member).toArray();
  }

  /** Returns the member of each partition. */
  public List<Integer> toList() {
    return Arrays.stream(memberOf).boxed().toList();
  }
}
