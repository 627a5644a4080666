package io.hopwright.models.reference.tnw;

import io.hopwright.models.reference.ReferenceDraws;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Programs of threads (section "Workloads" of the rules). Confined to the machine's thread. */
final class TnwPrograms {
  /** Operations of a sender without further messages. */
  private static final List<TnwOperation> END = List.of();

  private final TnwParameters parameters;
  private final ReferenceDraws draws;

  TnwPrograms(TnwParameters parameters, ReferenceDraws draws) {
    this.parameters = parameters;
    this.draws = draws;
  }

  /** Reports all generations before a tick beforehand. */
  void tellBirths(ReferenceTnw machine, int nodes, long stopTick) {
    final long end = Math.min(parameters.bornBefore, stopTick);
    for (int node = 0; node < nodes; node++) {
      for (int port : parameters.ports) {
        final Iterator<Long> births = births(node, port);
        long message = 0;
        for (long birth = births.next(); birth < end; birth = births.next()) {
          final int packets = packets(node, 2 * port, message);
          machine.bear(birth, packets, ReferenceTnw.PACKET_BYTES * packets);
          message++;
        }
      }
    }
  }

  /** Rounds of operations; each round is built when the one before is complete. */
  static class Rounds implements Iterator<TnwOperation> {
    private final LongFunction<List<TnwOperation>> rounds;
    private final Deque<TnwOperation> left = new ArrayDeque<>();
    private long round;
    private boolean ended;

    /** The program ends with the first round without an operation. */
    Rounds(LongFunction<List<TnwOperation>> rounds) {
      this.rounds = rounds;
    }

    /** Looks ahead as far as the first operation of a kind, or the end. */
    boolean isAhead(Predicate<TnwOperation> kind) {
      while (!ended && left.stream().noneMatch(kind)) {
        final List<TnwOperation> more = rounds.apply(round);
        left.addAll(more);
        round++;
        ended = more.isEmpty();
      }
      return left.stream().anyMatch(kind);
    }

    @Override
    public boolean hasNext() {
      return isAhead(any -> true);
    }

    @Override
    public TnwOperation next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return left.remove();
    }
  }

  /** Rounds of a thread that sends messages until it ends. */
  static final class Sends extends Rounds {
    Sends(LongFunction<List<TnwOperation>> rounds) {
      super(rounds);
    }

    /** Returns whether a send is left, in this round or a later one. */
    boolean hasSend() {
      return isAhead(TnwOperation.Send.class::isInstance);
    }
  }

  /** Returns the programs of a node, by thread. */
  List<Iterator<TnwOperation>> of(TnwNode node) {
    if (parameters.ideal) {
      return List.of();
    }
    return switch (parameters.kind) {
      case NEIGHBOURS -> neighbours(node);
      case PING_PONG -> List.of(pingPong(node.number % parameters.shape.get(0) % 2 == 0));
      case LBM ->
          parameters.splitsY ? List.of(lbm(0), lbm(1), lbm(2), lbm(3)) : List.of(lbm(0), lbm(1));
      case JOBS -> List.of();
    };
  }

  private List<Iterator<TnwOperation>> neighbours(TnwNode node) {
    final List<Iterator<TnwOperation>> threads = new ArrayList<>();
    for (final int port : parameters.ports.stream().sorted().toList()) {
      final int peer = node.neighbour(port ^ 1);
      for (final List<Integer> vcs : vcsOfThreads()) {
        final int thread = parameters.threadsOfVcs ? threads.size() : 2 * port;
        threads.add(sender(node.number, port, vcs, thread));
        threads.add(
            parameters.creditsAheadOfVcs.isEmpty()
                ? new Rounds(i -> receive(peer, port, vcs, thread, i))
                : creditsOfVcs(peer, port, vcs, thread));
      }
    }
    return threads;
  }

  /** Returns the packets of a message that a thread of a node sends. */
  private int packets(int node, int thread, long message) {
    return parameters.messagePackets.drawn(draws, node, message, thread);
  }

  /** VCs that the messages of each pair of threads of a port take in turn. */
  private List<List<Integer>> vcsOfThreads() {
    return parameters.threadsOfVcs
        ? parameters.vcs.stream().map(List::of).toList()
        : List.of(parameters.vcs);
  }

  private static int vc(List<Integer> vcs, long message) {
    return vcs.get((int) (message % vcs.size()));
  }

  private Iterator<TnwOperation> sender(int node, int port, List<Integer> vcs, int thread) {
    final boolean asynchronous = parameters.send.isBehindTheThread();
    final Iterator<Long> births = parameters.load == null ? null : births(node, port);
    return new Sends(
        i -> {
          final Deque<TnwOperation> round = new ArrayDeque<>();
          if (asynchronous && i >= 4) {
            round.add(new TnwOperation.AwaitSent(port));
          }
          long birth = -1;
          if (births != null) {
            birth = births.next();
            if (birth >= parameters.bornBefore) {
              return END;
            }
            round.add(new TnwOperation.Until(birth));
          }
          round.add(new TnwOperation.Send(port, vc(vcs, i), packets(node, thread, i), birth));
          return List.copyOf(round);
        });
  }

  private Iterator<Long> births(int node, int port) {
    final double meanPackets = parameters.messagePackets.mean();
    final long scale = ReferenceDraws.scale(parameters.load / (140.0 * meanPackets));
    return new Iterator<>() {
      private long message;
      private long birth = -1;

      @Override
      public boolean hasNext() {
        return true;
      }

      @Override
      public Long next() {
        birth += draws.gap(node, port, message, scale);
        message++;
        return birth;
      }
    };
  }

  /**
   * Returns the operations of a thread for the messages of thread {@code sender} of a neighbour.
   */
  private List<TnwOperation> receive(
      int neighbour, int port, List<Integer> vcs, int sender, long round) {
    final int receiver = port ^ 1;
    final int ahead = parameters.creditsAhead;
    final TnwOperation credit =
        new TnwOperation.Credit(receiver, vc(vcs, round), packets(neighbour, sender, round));
    if (round < ahead) {
      return List.of(credit);
    }
    final TnwOperation await = new TnwOperation.Await(receiver, vc(vcs, round - ahead));
    return ahead == 0 ? List.of(await) : List.of(await, credit);
  }

  /** The same with credits ahead of each VC: all of them in round 0, then a message in a round. */
  private Iterator<TnwOperation> creditsOfVcs(
      int neighbour, int port, List<Integer> vcs, int sender) {
    final int receiver = port ^ 1;
    final List<Long> ahead =
        vcs.stream()
            .map(vc -> parameters.creditsAheadOfVcs.get(parameters.vcs.indexOf(vc)))
            .toList();
    final LongFunction<TnwOperation> credit =
        i -> new TnwOperation.Credit(receiver, vc(vcs, i), packets(neighbour, sender, i));
    final List<TnwOperation> first =
        LongStream.range(0, vcs.size() * Collections.max(ahead))
            .filter(i -> i / vcs.size() < ahead.get((int) (i % vcs.size())))
            .mapToObj(credit)
            .toList();
    final List<Integer> served =
        IntStream.range(0, vcs.size()).filter(v -> ahead.get(v) > 0).boxed().toList();
    if (served.isEmpty()) {
      return Collections.emptyIterator();
    }
    return new Rounds(
        round -> {
          if (round == 0) {
            return first;
          }
          final int v = served.get((int) ((round - 1) % served.size()));
          final long i = vcs.size() * ((round - 1) / served.size()) + v;
          return List.of(
              new TnwOperation.Await(receiver, vcs.get(v)),
              credit.apply(i + vcs.size() * ahead.get(v)));
        });
  }

  private Iterator<TnwOperation> pingPong(boolean even) {
    final int packets = parameters.messagePackets.single();
    final int end = even ? 0 : 1;
    final TnwOperation send = new TnwOperation.Send(end, 0, packets, -1);
    final TnwOperation await = new TnwOperation.Await(end, 0);
    final TnwOperation credit = new TnwOperation.Credit(end, 0, packets);
    return new Sends(
        round -> {
          final Deque<TnwOperation> all = new ArrayDeque<>();
          if (round < parameters.messages) {
            return List.of(credit);
          }
          if (round >= 2L * parameters.messages) {
            return END;
          }
          if (even && round == parameters.messages) {
            all.add(new TnwOperation.Until(10_000));
          }
          all.add(even ? send : await);
          all.add(even ? await : send);
          if (parameters.send.isBehindTheThread()) {
            all.add(new TnwOperation.AwaitSent(end));
          }
          return List.copyOf(all);
        });
  }

  private Iterator<TnwOperation> lbm(int port) {
    final long columns = port < 2 ? parameters.ly : parameters.lx;
    final int packets = TnwParameters.packets(parameters.siteBytes * columns);
    final int receiver = port ^ 1;
    return new Sends(
        step -> {
          final Deque<TnwOperation> all = new ArrayDeque<>();
          all.add(new TnwOperation.Credit(receiver, 0, packets));
          all.add(new TnwOperation.Send(port, 0, packets, -1));
          all.add(new TnwOperation.Await(receiver, 0));
          if (parameters.send.isBehindTheThread()) {
            all.add(new TnwOperation.AwaitSent(port));
          }
          all.add(new TnwOperation.Barrier());
          all.add(new TnwOperation.Compute(parameters.computeTicks()));
          return List.copyOf(all);
        });
  }
}
