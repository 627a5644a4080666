package io.hopwright.models.standstill;

import io.hopwright.models.topology.Topology;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Queues whose first packet can never move, even if all other packets leave the network, and the
 * cycle in which they wait for each other ({@code docs/results.md}, "Deadlock").
 *
 * <p>A queue is dead if its first packet fits into none of the channels that it can take, even
 * after all packets except those of dead queues have left the buffers of the channels. The dead
 * queues are the largest set for which this holds. Memory: a {@link QueueHead} for each queue and 4
 * B for each of its channels, twice. Confined to one thread.
 */
final class DeadQueues {
  private final List<QueueHead> queues;
  private final Channels channels;

  /** Numbers of the channels in whose buffers queues have packets, in ascending order. */
  private final long[] numbers;

  /** Room that dead queues occupy in each of these channels. */
  private final long[] taken;

  /** Indices of the channels wanted and held, by queue; negative where no queue has packets. */
  private final int[][] wanted;

  private final int[][] held;
  private final boolean[] alive;

  /** Finds the dead queues among queues in ascending order. */
  DeadQueues(List<QueueHead> queues, Channels channels) {
    this.queues = queues;
    this.channels = channels;
    numbers = queues.stream().flatMapToLong(this::heldChannels).sorted().distinct().toArray();
    taken = new long[numbers.length];
    wanted = new int[queues.size()][];
    held = new int[queues.size()][];
    alive = new boolean[queues.size()];
    for (int queue = 0; queue < alive.length; queue++) {
      final QueueHead head = queues.get(queue);
      wanted[queue] = indices(wantedChannels(head));
      held[queue] = indices(heldChannels(head));
      take(queue, 1);
    }
    while (anyGoesOn()) {
      // Each one that may go on makes room for others.
    }
  }

  private int[] indices(LongStream channelNumbers) {
    return channelNumbers.mapToInt(number -> Arrays.binarySearch(numbers, number)).toArray();
  }

  private void take(int queue, int sign) {
    for (int i = 0; i < held[queue].length; i++) {
      taken[held[queue][i]] += sign * (long) queues.get(queue).amount(i);
    }
  }

  private boolean anyGoesOn() {
    boolean any = false;
    for (int queue = 0; queue < alive.length; queue++) {
      if (!alive[queue] && mayGoOn(queue)) {
        alive[queue] = true;
        take(queue, -1);
        any = true;
      }
    }
    return any;
  }

  /**
   * Returns whether a queue can move. A queue at its destination can, as nodes consume every
   * delivered packet.
   */
  private boolean mayGoOn(int queue) {
    final QueueHead head = queues.get(queue);
    boolean fits = head.wanted() == 0;
    for (int i = 0; i < wanted[queue].length && !fits; i++) {
      final long forEver = wanted[queue][i] < 0 ? 0 : taken[wanted[queue][i]];
      final int capacity = channels.capacity(head.router(), head.wantedPort(i), head.wantedVc(i));
      fits = head.needs(i) <= capacity - forEver;
    }
    return fits;
  }

  // ---------------------------------------------------------------- channels

  /** Returns the number of a channel, in the order of routers and ports that it leaves, and VCs. */
  private long number(int router, int port, int vc) {
    return ((long) router * channels.topology().ports() + port) << 8 | vc;
  }

  private LongStream wantedChannels(QueueHead head) {
    return IntStream.range(0, head.wanted())
        .mapToLong(i -> number(head.router(), head.wantedPort(i), head.wantedVc(i)));
  }

  private LongStream heldChannels(QueueHead head) {
    final Topology topology = channels.topology();
    return IntStream.range(0, head.held())
        .mapToLong(
            i ->
                number(
                    topology.neighbour(head.router(), head.heldPort(i)),
                    topology.neighbourPort(head.router(), head.heldPort(i)),
                    head.heldVc(i)));
  }

  // ---------------------------------------------------------------- what is dead

  /** Returns the dead queues. */
  List<QueueHead> dead() {
    return deadOnes().mapToObj(queues::get).toList();
  }

  private IntStream deadOnes() {
    return IntStream.range(0, alive.length).filter(queue -> !alive[queue]);
  }

  /**
   * Returns the queues of the canonical cycle: each has packets in the buffer of the channel that
   * the one before it wants first; none if no queue is dead.
   */
  List<QueueHead> cycle() {
    final long[] holders =
        deadOnes()
            .boxed()
            .flatMapToLong(
                queue ->
                    Arrays.stream(held[queue])
                        .mapToLong(channel -> (long) channel << Integer.SIZE | queue))
            .sorted()
            .toArray();
    return Cycles.canonical(alive.length, queue -> waitsFor(queue, holders)).stream()
        .map(queues::get)
        .toList();
  }

  /**
   * Returns the dead queues with packets in the buffer of the first channel that a queue wants.
   *
   * @param holders channels (32) and the dead queues that have packets there (32), ascending
   */
  private int[] waitsFor(int queue, long... holders) {
    if (alive[queue] || wanted[queue][0] < 0) {
      return new int[0];
    }
    return Arrays.stream(
            holders, from(wanted[queue][0], holders), from(wanted[queue][0] + 1, holders))
        .mapToInt(holder -> (int) holder)
        .toArray();
  }

  private static int from(long channel, long... holders) {
    final int at = Arrays.binarySearch(holders, channel << Integer.SIZE);
    return at < 0 ? -at - 1 : at;
  }
}
