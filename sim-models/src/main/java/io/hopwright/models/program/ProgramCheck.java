package io.hopwright.models.program;

import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Check of a program before a run: that ranks can perform all operations, that all messages are
 * received, and that members of a group call the same collectives.
 *
 * <p>Takes time proportional to the operations, and memory proportional to the ranks and open
 * requests; where that is too much, the check of receives is skipped. Deadlocks are found only in a
 * run. Confined to one thread.
 */
public final class ProgramCheck {
  private static final int MOST_OF_A_KIND = 1_000;

  /** Sends and receives that are open and differ: some 320 MB. */
  private static final int MOST_OPEN = 1 << 22;

  private static final String OTHERS = "~";

  private final BoundProgram bound;
  private final int mostChannels;

  /** Open messages; null once there are too many. */
  private UnmatchedMessages channels = new UnmatchedMessages();

  /** Receives that take whatever comes. */
  private final Map<Inbox, Map<Surplus.Any, Surplus.Receives>> wildcards = new HashMap<>();

  private final Map<List<Long>, Calls> groups = new HashMap<>();

  /** First error of each kind, by the common properties of the kind. */
  private final Map<String, Found> failures = new TreeMap<>();

  private final Map<String, Found> collectives = new TreeMap<>();

  /**
   * The line of the first of each kind, by hardware collective; when the lowest member first
   * reaches each.
   */
  private final Map<Collective, Integer> byHardware = new TreeMap<>();

  private final Set<Algorithm> algorithms = EnumSet.noneOf(Algorithm.class);
  private final Map<Communicator, Long> communicators = new HashMap<>();
  private final Map<String, Found> lengths = new TreeMap<>();
  private final Map<String, Found> pairs = new TreeMap<>();
  private final ProgramTraffic traffic = new ProgramTraffic();

  /** Number of each rank's open requests, and its maximum. */
  private final int[] open;

  private final int[] mostOpen;
  private final boolean isGraph;
  private final FirstSends firstSends;
  private boolean allSeen;

  /** Receive side of a context's messages. */
  private record Inbox(int destination, int context) {}

  /** Error, and the number of similar ones. */
  private static final class Found {
    private final int line;
    private final String message;
    private final int destination;
    private long more;

    Found(int line, String message, int destination) {
      this.line = line;
      this.message = message;
      this.destination = destination;
    }
  }

  /** Collective that the first of its members has reached. */
  private static final class Call {
    private final String what;
    private final int rank;
    private final int line;
    private int missing;

    Call(String what, int rank, int line, int missing) {
      this.what = what;
      this.rank = rank;
      this.line = line;
      this.missing = missing;
    }
  }

  /** Collectives of one group. */
  private static final class Calls {
    /** Those that not all members have come to, by how many were before. */
    private final Map<Long, Call> open = new HashMap<>();

    private final long[] done;

    Calls(int members) {
      done = new long[members];
    }
  }

  private ProgramCheck(BoundProgram bound, int mostChannels) {
    this.bound = bound;
    this.mostChannels = mostChannels;
    isGraph = bound.graph(0) != null;
    firstSends = new FirstSends(bound.job().ranks());
    open = new int[bound.job().ranks()];
    mostOpen = new int[open.length];
  }

  /**
   * Result of a check.
   *
   * @param mostOpen sum over all ranks of the largest number of open requests
   * @param byHardware collectives performed by hardware, each with the line of one of them
   * @param communicators communicators of these, in order of their lowest ranks, then in order of
   *     first use
   * @param algorithms algorithms of all collectives of several members, each once
   * @param paired whether the matching of sends and receives was checked
   * @param warnings statements that are not errors, but perhaps unintended
   */
  public record Outcome(
      long operations,
      ProgramTraffic traffic,
      long mostOpen,
      Map<Collective, Integer> byHardware,
      List<Communicator> communicators,
      List<Algorithm> algorithms,
      boolean paired,
      List<String> mistakes,
      List<String> warnings) {}

  /**
   * Checks a program.
   *
   * @param most largest number of operations of all ranks
   * @param watch receives the progress
   * @return result with all errors; similar ones are reported once
   * @throws ProgramException if there are more operations
   * @throws java.util.concurrent.CancellationException if the watch ends it
   */
  public static Outcome check(BoundProgram bound, long most, Walk.Watch watch) {
    return check(bound, most, MOST_OPEN, watch);
  }

  static Outcome check(BoundProgram bound, long most, int mostChannels, Walk.Watch watch) {
    Walk.checkRanks(bound);
    final ProgramCheck check = new ProgramCheck(bound, mostChannels);
    final Walk walk = new Walk(bound, most, watch);
    check.allSeen = walk.inTurns(check::see, check::fail);
    final List<String> mistakes = check.mistakes();
    return new Outcome(
        walk.operations(),
        check.traffic,
        Arrays.stream(check.mostOpen).asLongStream().sum(),
        check.byHardware,
        check.communicators(),
        List.copyOf(check.algorithms),
        check.channels != null,
        mistakes,
        check.warnings());
  }

  private List<Communicator> communicators() {
    return communicators.entrySet().stream()
        .sorted(
            Comparator.<Map.Entry<Communicator, Long>>comparingInt(one -> one.getKey().lowest())
                .thenComparing(Map.Entry::getValue))
        .map(Map.Entry::getKey)
        .toList();
  }

  private void fail(ProgramException e) {
    final String message = e.getMessage();
    note(failures, message.replaceFirst("rank \\d+: ", ""), 0, message, 0);
  }

  private static void note(
      Map<String, Found> kind, String key, int line, String message, int destination) {
    final Found found = kind.get(kind.size() < MOST_OF_A_KIND ? key : OTHERS);
    if (found != null) {
      found.more++;
    } else if (kind.size() < MOST_OF_A_KIND) {
      kind.put(key, new Found(line, message, destination));
    } else {
      kind.put(OTHERS, new Found(Integer.MAX_VALUE, "more errors of this kind", destination));
    }
  }

  private void see(int rank, Operation operation) {
    count(rank, operation);
    if (!isGraph) {
      firstSends.see(rank, operation);
    }
    switch (operation.kind()) {
      case SEND, SYNC_SEND -> {
        traffic.add(rank, operation.peer(), operation.bytes());
        add(true, rank, operation.peer(), operation);
      }
      case ONE_SIDED -> traffic.add(rank, operation.peer(), operation.bytes());
      case RECEIVE -> {
        if (operation.peer() == Operation.ANY || operation.tag() == Operation.ANY) {
          final Surplus.Receives receives =
              wildcards
                  .computeIfAbsent(new Inbox(rank, operation.context()), unseen -> new HashMap<>())
                  .computeIfAbsent(
                      new Surplus.Any(operation.peer(), operation.tag()),
                      unseen -> new Surplus.Receives());
          receives.count++;
          receives.line = operation.line();
        } else {
          add(false, operation.peer(), rank, operation);
        }
      }
      case COLLECTIVE -> {
        if (operation.members() > 1) {
          algorithms.add(operation.algorithm());
          call(rank, operation);
        }
      }
      case JOIN -> {
        byHardware.putIfAbsent(operation.collective(), operation.line());
        final Communicator communicator = operation.communicator();
        if (rank == communicator.lowest()) {
          communicators.putIfAbsent(communicator, operation.number());
        }
      }
      default -> {}
    }
  }

  /** Counts open requests; not for graphs, which do not wait, so that all requests would count. */
  private void count(int rank, Operation operation) {
    switch (operation.kind()) {
      case SEND, SYNC_SEND, RECEIVE, ONE_SIDED -> {
        if (!isGraph) {
          open[rank] += operation.request() == Operation.BLOCKING ? 0 : 1;
          mostOpen[rank] = Math.max(mostOpen[rank], open[rank]);
        }
      }
      case WAIT -> open[rank] = Math.max(0, open[rank] - operation.requests());
      case WAIT_ALL -> open[rank] = 0;
      default -> {}
    }
  }

  private void add(boolean send, int source, int destination, Operation operation) {
    if (channels == null) {
      return;
    }
    final boolean met =
        channels.add(
            send,
            source,
            destination,
            operation.context(),
            operation.tag(),
            operation.bytes(),
            operation.line());
    // In a collective lengths differ only if collectives do, which is noted there.
    if (met && operation.context() == Operation.STATEMENTS) {
      final long sent = send ? operation.bytes() : channels.metBytes();
      final long room = send ? channels.metBytes() : operation.bytes();
      if (room != Operation.ANY && sent > room && (!isGraph || room > 0)) {
        final int from = send ? operation.line() : channels.metLine();
        final int to = send ? channels.metLine() : operation.line();
        note(
            lengths,
            from + "-" + to,
            from,
            at(from)
                + ("rank %s sends %s B to rank %s tag %s, which receives at most %s B there (line"
                        + " %s); use a larger receive")
                    .formatted(source, sent, destination, operation.tag(), room, to),
            destination);
      }
    } else if (channels.runs() > mostChannels) {
      channels = null;
    }
  }

  private String at(int line) {
    return bound.program().at(line) + ": ";
  }

  private void call(int rank, Operation operation) {
    final int members = operation.members();
    final Calls calls =
        groups.computeIfAbsent(
            List.of(operation.group(), operation.blocks()), unseen -> new Calls(members));
    final int index = Group.index(operation.group(), operation.blocks(), rank);
    final String what = operation.toString();
    final long before = calls.done[index]++;
    final Call call =
        calls.open.computeIfAbsent(
            before, unseen -> new Call(what, rank, operation.line(), members));
    if (!call.what.equals(what)) {
      note(
          collectives,
          call.line + "-" + operation.line(),
          operation.line(),
          at(operation.line())
              + ("rank %s: %s, but rank %s of the same group calls: %s (line %s); all members"
                      + " must call the same")
                  .formatted(rank, what, call.rank, call.what, call.line),
          0);
    }
    if (--call.missing == 0) {
      calls.open.remove(before);
    }
  }

  /** Returns the errors; consequences of other errors are omitted. */
  private List<String> mistakes() {
    if (failures.isEmpty()) {
      for (Calls calls : groups.values()) {
        calls.open.entrySet().stream()
            .min(Map.Entry.comparingByKey())
            .ifPresent(first -> missing(first.getValue()));
      }
      if (channels != null) {
        balance(!collectives.isEmpty());
      }
      lengths.values().removeIf(found -> takesAny(found.destination));
    }
    final List<Found> all = new ArrayList<>(failures.values());
    if (failures.isEmpty()) {
      all.addAll(collectives.values());
      all.addAll(isGraph ? List.of() : lengths.values());
      all.addAll(pairs.values());
      all.sort(Comparator.comparingInt((Found found) -> found.line));
    }
    return texts(all);
  }

  private List<String> texts(Collection<Found> all) {
    return all.stream()
        .map(
            found ->
                found.message
                    + (found.more == 0
                        ? ""
                        : " (and " + found.more + (allSeen ? " alike)" : " or more alike)")))
        .toList();
  }

  /**
   * Returns warnings: omitted checks, and parts of graphs that have no effect, or not the expected
   * one.
   */
  private List<String> warnings() {
    final List<String> warnings = new ArrayList<>();
    if (channels == null) {
      warnings.add(
          ("%s: more than %s different sends and receives are open at the same time: only"
                  + " a run shows whether every message is received")
              .formatted(bound.program().name(), mostChannels));
    }
    if (failures.isEmpty()) {
      for (int rank = 0; isGraph && rank < bound.job().ranks(); rank++) {
        firstSends.see(rank, bound.graph(rank));
      }
      firstSends.cycle().ifPresent(cycle -> warnings.add(at(cycle.line()) + cycle));
    }
    if (isGraph) {
      warnOfGraph(warnings);
    }
    return warnings;
  }

  private void warnOfGraph(List<String> warnings) {
    warnings.addAll(texts(lengths.values()));
    long processors = 0;
    long interfaces = 0;
    for (int rank = 0; rank < bound.job().ranks(); rank++) {
      final OperationGraph graph = bound.graph(rank);
      for (int operation = 0; operation < graph.operations(); operation++) {
        processors += graph.cpu(operation) > 0 && !graph.isCalc(operation) ? 1 : 0;
        interfaces += graph.nic(operation) > 0 ? 1 : 0;
      }
    }
    if (processors > 0) {
      warnings.add(
          ("%s: %s messages name a cpu other than 0; the processor of cpu 0 sends and"
                  + " receives them anyway")
              .formatted(bound.program().name(), processors));
    }
    if (interfaces > 0) {
      warnings.add(
          "%s: %s messages name a nic other than 0; all go through the interface of the node"
              .formatted(bound.program().name(), interfaces));
    }
  }

  private void missing(Call call) {
    note(
        collectives,
        "missing " + call.line,
        call.line,
        at(call.line)
            + "rank %s: %s: %s%s not call it; let all members call it, or use a smaller group"
                .formatted(
                    call.rank,
                    call.what,
                    call.missing,
                    call.missing == 1 ? " member does" : " members do"),
        0);
  }

  private boolean takesAny(int destination) {
    return wildcards.keySet().stream().anyMatch(inbox -> inbox.destination == destination);
  }

  private void balance(boolean statementsOnly) {
    final Map<Inbox, List<Surplus>> more = new LinkedHashMap<>();
    final List<int[]> fewer = new ArrayList<>();
    channels.left(
        (source, destination, context, tag, count, line) -> {
          if (!statementsOnly || context == Operation.STATEMENTS) {
            if (count > 0) {
              more.computeIfAbsent(new Inbox(destination, context), unseen -> new ArrayList<>())
                  .add(new Surplus(line, source, tag, count));
            } else {
              fewer.add(new int[] {line, source, destination, tag, count});
            }
          }
        });
    more.forEach(
        (inbox, surplus) -> {
          surplus.sort(
              Comparator.comparingInt((Surplus messages) -> messages.line)
                  .thenComparingInt(messages -> messages.source)
                  .thenComparingInt(messages -> messages.tag));
          Surplus.share(surplus, wildcards.getOrDefault(inbox, Map.of()));
        });
    fewer.sort(
        Comparator.comparingInt((int[] one) -> one[0])
            .thenComparingInt(one -> one[1])
            .thenComparingInt(one -> one[2])
            .thenComparingInt(one -> one[3]));
    fewer.forEach(one -> tooFew(one[0], one[1], one[2], one[3], -(long) one[4]));
    tell(more);
  }

  /** Notes what no receive takes, and receives that nothing comes for, in an order of their own. */
  private void tell(Map<Inbox, List<Surplus>> more) {
    more.entrySet().stream()
        .flatMap(
            entry ->
                entry.getValue().stream()
                    .filter(messages -> messages.over > 0)
                    .map(messages -> Map.entry(messages, entry.getKey().destination)))
        .sorted(
            Comparator.comparingInt((Map.Entry<Surplus, Integer> one) -> one.getKey().line)
                .thenComparingInt(one -> one.getKey().source)
                .thenComparingInt(Map.Entry::getValue)
                .thenComparingInt(one -> one.getKey().tag))
        .forEach(one -> tooMany(one.getKey(), one.getValue()));
    wildcards.entrySet().stream()
        .sorted(Comparator.comparingInt(inbox -> inbox.getKey().destination))
        .forEach(
            inbox ->
                inbox.getValue().entrySet().stream()
                    .sorted(
                        Comparator.comparingInt(
                                (Map.Entry<Surplus.Any, Surplus.Receives> one) ->
                                    one.getKey().source())
                            .thenComparingInt(one -> one.getKey().tag()))
                    .forEach(
                        one -> tooMany(inbox.getKey().destination, one.getKey(), one.getValue())));
  }

  private void tooMany(Surplus messages, int destination) {
    note(
        pairs,
        messages.line + "s",
        messages.line,
        at(messages.line)
            + "rank %s sends rank %s %s with tag %s more than rank %s receives"
                .formatted(
                    messages.source,
                    destination,
                    messages(messages.over),
                    messages.tag,
                    destination),
        0);
  }

  private void tooFew(int line, int source, int destination, int tag, long missing) {
    note(
        pairs,
        line + "r",
        line,
        at(line)
            + "rank %s receives from rank %s %s with tag %s more than rank %s sends"
                .formatted(destination, source, messages(missing), tag, source),
        0);
  }

  private static String messages(long count) {
    return count + (count == 1 ? " message" : " messages");
  }

  private void tooMany(int destination, Surplus.Any any, Surplus.Receives receives) {
    if (receives.count > 0) {
      note(
          pairs,
          receives.line + "w",
          receives.line,
          at(receives.line)
              + "rank %s receives from %s%s with %s more than arrive"
                  .formatted(
                      destination,
                      any.source() == Operation.ANY ? "any " : "rank " + any.source() + " ",
                      messages(receives.count),
                      any.tag() == Operation.ANY ? "any tag" : "tag " + any.tag()),
          0);
    }
  }
}
