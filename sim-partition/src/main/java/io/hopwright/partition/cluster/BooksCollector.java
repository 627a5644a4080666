package io.hopwright.partition.cluster;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Placement;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.RunOutcome.Saved;
import io.hopwright.partition.wire.WindowReader;
import io.hopwright.partition.wire.proto.Books;
import io.hopwright.partition.wire.proto.WireMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Gathers what the workers' partitions measured in one run. Confined to one thread. */
final class BooksCollector {
  private final int run;
  private final Placement placement;
  private final List<Peer> peers;
  private final Map<Integer, Words> open = new HashMap<>();
  private final Map<Integer, Saved> complete = new HashMap<>();
  private final Map<Integer, Books> last = new HashMap<>();

  BooksCollector(int run, Placement placement, List<Peer> peers) {
    this.run = run;
    this.placement = placement;
    this.peers = peers;
  }

  /** Waits for the books of all workers. */
  void collect(Membership membership) {
    while (last.size() < peers.size()) {
      accept(membership.take(Deadline.NEVER, () -> false));
    }
  }

  /** Waits for the books of those workers that are still there. */
  void collectFromSurvivors(Membership membership, Deadline deadline) {
    membership.drain(deadline, () -> last.size() < peers.size() - 1, this::accept);
  }

  private void accept(WireMessage message) {
    if (!message.hasBooks() || message.getBooks().getRun() != run) {
      return;
    }
    final Books books = message.getBooks();
    final int partition = books.getPartition();
    final Words words = open.computeIfAbsent(partition, index -> new Words());
    for (int i = 0; i < books.getWordsCount(); i++) {
      words.put(books.getWords(i));
    }
    if (books.getComplete()) {
      open.remove(partition);
      complete.put(
          partition,
          new Saved(
              words,
              WindowReader.progress(books.getCounts()),
              books.getBusyNanos(),
              books.getWaiting(),
              books.getWaitingPackets()));
    }
    if (books.getLast()) {
      last.put(message.getMember(), books);
    }
  }

  /**
   * Returns the outcome of a run of which {@code here} is what this JVM simulated. What a worker
   * sent that stopped at another tick does not add up with it, and counts as lost.
   */
  <P extends Partition> RunOutcome<P> outcome(RunOutcome<P> here) {
    final SortedMap<Integer, Saved> elsewhere = new TreeMap<>();
    for (Peer peer : peers) {
      final Books end = last.get(peer.number());
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
      final Books books = last.get(peer.number());
      accounts.add(
          new MemberAccount(
              peer.number(),
              peer.address(),
              identityOf.apply(peer.address()),
              books.getCpuNanos(),
              books.getPeakHeapBytes()));
    }
    return accounts;
  }
}
