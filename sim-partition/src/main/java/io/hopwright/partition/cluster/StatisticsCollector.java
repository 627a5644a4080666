package io.hopwright.partition.cluster;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.RunOutcome.Saved;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.partition.wire.WindowReader;
import io.hopwright.partition.wire.proto.Finish;
import io.hopwright.partition.wire.proto.Statistics;
import io.hopwright.partition.wire.proto.WireMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/** Collector of the measurements of the workers' partitions in one run. Confined to one thread. */
final class StatisticsCollector {
  private static final Duration POLL = Duration.ofMillis(100);

  private final int run;
  private final PartitionPlacement placement;
  private final List<Peer> peers;
  private final Map<Integer, Words> open = new HashMap<>();
  private final Map<Integer, Words> openWaits = new HashMap<>();
  private final Map<Integer, Saved> complete = new HashMap<>();
  private final Map<Integer, Statistics> last = new HashMap<>();
  private final Map<Integer, Long> clocks = new HashMap<>();

  StatisticsCollector(int run, PartitionPlacement placement, List<Peer> peers) {
    this.run = run;
    this.placement = placement;
    this.peers = peers;
  }

  /**
   * Waits for the statistics of all workers.
   *
   * @param look is run now and then; may throw, which ends the wait
   */
  void collect(Membership membership, Runnable look) {
    while (last.size() < peers.size()) {
      final WireMessage message = membership.take(Deadline.after(POLL), () -> false);
      if (message != null) {
        accept(message);
      }
      look.run();
    }
  }

  /** Returns the workers whose statistics have not come. */
  List<Peer> missing() {
    return peers.stream().filter(peer -> !last.containsKey(peer.number())).toList();
  }

  /**
   * Waits for the statistics of the workers that remain after a loss, however long that takes.
   * Because they can have reached different windows, all close them at the latest tick of any.
   *
   * @param clock tick that this JVM has reached
   * @param impatient whether the run was interrupted
   * @return that tick
   */
  long collectFromSurvivors(Membership membership, long clock, BooleanSupplier impatient) {
    final Predicate<Peer> there = peer -> !membership.silent(peer, impatient.getAsBoolean());
    membership.drain(
        () -> missing().stream().filter(peer -> !clocks.containsKey(peer.number())).anyMatch(there),
        this::accept);
    final long stopTick = clocks.values().stream().reduce(clock, Math::max);
    membership.sendAll(
        WireMessage.newBuilder().setFinish(Finish.newBuilder().setStopTick(stopTick)));
    membership.drain(() -> missing().stream().anyMatch(there), this::accept);
    return stopTick;
  }

  private void accept(WireMessage message) {
    if (message.hasHalted()) {
      clocks.put(message.getMember(), message.getHalted().getClockTick());
    }
    if (!message.hasStatistics() || message.getStatistics().getRun() != run) {
      return;
    }
    final Statistics statistics = message.getStatistics();
    final int partition = statistics.getPartition();
    final int member = message.getMember();
    require(
        partition >= 0
            && partition < placement.partitions()
            && placement.memberOf(partition) == member
            && !complete.containsKey(partition),
        member,
        "are of partition " + Integer.toUnsignedString(partition));
    final Words words = open.computeIfAbsent(partition, index -> new Words());
    for (int i = 0; i < statistics.getWordsCount(); i++) {
      words.put(statistics.getWords(i));
    }
    final Words waits = openWaits.computeIfAbsent(partition, index -> new Words());
    for (int i = 0; i < statistics.getWaitsCount(); i++) {
      waits.put(statistics.getWaits(i));
    }
    if (statistics.getComplete()) {
      open.remove(partition);
      openWaits.remove(partition);
      complete.put(
          partition,
          new Saved(
              words,
              WindowReader.progress(statistics.getCounts()),
              statistics.getBusyNanos(),
              waits));
    }
    if (statistics.getLast()) {
      for (int expected : placement.partitionsOf(member)) {
        require(complete.containsKey(expected), member, "lack partition " + expected);
      }
      last.put(member, statistics);
    }
  }

  private static void require(boolean holds, int member, String otherwise) {
    if (!holds) {
      throw new MalformedMessageException("statistics of member " + member + " " + otherwise);
    }
  }

  /**
   * Returns the outcome of a run of which {@code here} is what this JVM simulated. What a worker
   * sent that stopped at another tick does not add up with it, and counts as lost.
   */
  <P extends Partition> RunOutcome<P> outcome(RunOutcome<P> here) {
    final SortedMap<Integer, Saved> elsewhere = new TreeMap<>();
    for (Peer peer : peers) {
      final Statistics end = last.get(peer.number());
      final boolean adds = end != null && end.getStopTick() == here.stopTick();
      for (int partition : placement.partitionsOf(peer.number())) {
        elsewhere.put(partition, adds ? complete.get(partition) : Saved.LOST);
      }
    }
    return here.with(elsewhere);
  }

  /** Returns what the workers' processes have used up. */
  List<MemberAccount> accounts(Function<String, Identity> identityOf) {
    final List<MemberAccount> accounts = new ArrayList<>();
    for (Peer peer : peers) {
      final Statistics statistics = last.get(peer.number());
      accounts.add(
          new MemberAccount(
              peer.number(),
              peer.address(),
              identityOf.apply(peer.address()),
              statistics.getCpuNanos(),
              statistics.getPeakHeapBytes()));
    }
    return accounts;
  }
}
