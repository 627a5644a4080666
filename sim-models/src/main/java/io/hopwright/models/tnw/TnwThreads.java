package io.hopwright.models.tnw;

import io.hopwright.models.host.LongQueues;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.standstill.RankWait;
import io.hopwright.models.standstill.Waiting;
import io.hopwright.models.tnw.programs.ThreadProgram;
import io.hopwright.models.tnw.statistics.TnwNodeStatistics;
import io.hopwright.models.topology.Grid;
import java.util.Arrays;

/**
 * Threads of the nodes of a partition: thread {@code t} of node {@code n} has number {@code
 * threads·n + t}. Each performs the operations of its program one after the other. Confined to its
 * partition.
 */
final class TnwThreads extends HostUsers {
  private static final long NEVER = Long.MAX_VALUE;

  private final ThreadProgram program;
  private final int perNode;
  private final Measures<Totals> measures;
  private final TnwNodeStatistics statistics;
  private final ThreadProgram.Operation next = new ThreadProgram.Operation();

  private final ThreadProgram.Kind[] kind;
  private final int[] port;
  private final int[] vc;
  private final long[] amount;
  private final long[] birth;
  private final long[] begin;
  private final long[] end;
  private final long[] step;
  private final long[] previousBirth;
  private final boolean[] sends;
  private int sending;

  /** Messages that engines have not done. */
  private int described;

  /** Number of threads that have reached the barrier, by node. */
  private final int[] atBarrier;

  private final long[] lastBarrier;

  /** Messages that wait for each engine with threads of its own, four words each. */
  private final LongQueues queued;

  /** Number of notifies that a message has left, by output. */
  private final int[] sentNotifies;

  /** Sending times of the messages whose notifies are not taken yet, by channel. */
  private final LongQueues begins;

  /** Number of each channel's messages that are in memory. */
  private final int[] inMemory;

  /** Packets of all credits given so far, by channel. */
  private final long[] given;

  /** Last packets of the messages for which they are meant, by channel, for unused credits. */
  private final LongQueues meant;

  private final TnwWorkload workload;
  private final Grid grid;

  /** Creates threads at the beginning of their programs; tick 0 wakes all nodes. */
  TnwThreads(HostSite site, ThreadProgram program, TnwNodeStatistics statistics) {
    super(site, program.threads(), false);
    workload = site.settings().workload();
    grid = site.settings().grid();
    this.program = program;
    measures = site.measures();
    this.statistics = statistics;
    perNode = program.threads();
    final int threads = nodes.length * perNode;
    kind = new ThreadProgram.Kind[threads];
    port = new int[threads];
    vc = new int[threads];
    amount = new long[threads];
    birth = new long[threads];
    begin = new long[threads];
    end = new long[threads];
    step = new long[threads];
    previousBirth = new long[threads];
    Arrays.fill(previousBirth, -1);
    sends = new boolean[threads];
    atBarrier = new int[nodes.length];
    lastBarrier = new long[nodes.length];
    Arrays.fill(lastBarrier, -1);
    queued = new LongQueues(threads);
    sentNotifies = new int[nodes.length * LinkModules.PORTS];
    begins = new LongQueues(nodes.length * LinkModules.CHANNELS);
    inMemory = new int[nodes.length * LinkModules.CHANNELS];
    given = new long[nodes.length * LinkModules.CHANNELS];
    meant = new LongQueues(nodes.length * LinkModules.CHANNELS);
    for (int thread = 0; thread < threads; thread++) {
      step[thread] = -1;
      kind[thread] = ThreadProgram.Kind.NOTHING;
      countSends(thread, 0);
    }
    for (int node = 0; node < nodes.length; node++) {
      wake(node, 0);
    }
  }

  private int node(int thread) {
    return thread / perNode;
  }

  private void wake(int node, long tick) {
    TnwEvents.scheduleHere(wheel, tick, TnwEvents.WAKE, node);
  }

  private void countSends(int thread, long fromStep) {
    final boolean more =
        program.sends(nodes[node(thread)], thread % perNode, fromStep, previousBirth[thread]);
    sending += (more ? 1 : 0) - (sends[thread] ? 1 : 0);
    sends[thread] = more;
  }

  @Override
  public void completed(int output, long tick) {
    described -= reads.completed(output, tick) ? 1 : 0;
  }

  @Override
  int sentNotify(int output) {
    sentNotifies[output]++;
    return output / LinkModules.PORTS;
  }

  @Override
  int notified(int channel, long tick) {
    inMemory[channel]++;
    return channel / LinkModules.CHANNELS;
  }

  @Override
  public void usedUp(int channel, int packet, long tick) {
    begins.add(channel, links.value(packet));
    final long last = meant.remove(channel);
    if (links.number(packet) != last) {
      measures.totals().count(TnwCounter.MISMATCHED, 1);
      workload.mismatch(
          nodes[channel / LinkModules.CHANNELS],
          channel % LinkModules.CHANNELS,
          last,
          links.number(packet),
          tick);
    }
  }

  /** Records the message for which a credit is meant. */
  private void giveCredit(int channel, long packets) {
    meant.add(channel, workload.meant(given[channel], packets));
    given[channel] += packets;
    interfaces.joinDown(
        channel / LinkModules.VCS,
        TnwInterfaces.item(TnwInterfaces.CREDIT, channel, (int) packets));
  }

  @Override
  void act(int node, long tick) {
    final int first = node * perNode;
    boolean again = true;
    while (again) {
      again = false;
      for (int thread = first; thread < first + perNode; thread++) {
        again |= advance(thread, tick);
      }
    }
    if (host.way() == TnwHost.Way.FLEXIO) {
      for (int thread = first; thread < first + perNode; thread++) {
        send(thread, tick);
      }
    }
  }

  /** Returns whether others of the node may go on because of it. */
  private boolean advance(int thread, long tick) {
    boolean opened = false;
    while (kind[thread] != ThreadProgram.Kind.END) {
      if (end[thread] == NEVER) {
        opened |= kind[thread] == ThreadProgram.Kind.BARRIER && openBarrier(node(thread), tick);
        progress(thread, tick);
      }
      if (end[thread] > tick) {
        return opened;
      }
      finish(thread, tick);
      begin(thread, tick);
    }
    return opened;
  }

  private void begin(int thread, long tick) {
    step[thread]++;
    program.operation(
        nodes[node(thread)], thread % perNode, step[thread], previousBirth[thread], next);
    kind[thread] = next.kind;
    port[thread] = next.port;
    vc[thread] = next.vc;
    amount[thread] = next.amount;
    end[thread] = NEVER;
    switch (next.kind) {
      case CREDIT -> endAt(thread, tick + host.keys().creditTicks(), tick);
      case UNTIL -> endAt(thread, Math.max(tick, next.amount), tick);
      case COMPUTE -> endAt(thread, tick + next.amount, tick);
      case NOTHING -> end[thread] = tick;
      case BARRIER -> atBarrier[node(thread)]++;
      case SEND -> beginToSend(thread, tick);
      default -> {
        // It ends with what it waits for.
      }
    }
  }

  private void endAt(int thread, long tick, long now) {
    end[thread] = tick;
    if (tick > now) {
      wake(node(thread), tick);
    }
  }

  private void beginToSend(int thread, long tick) {
    begin[thread] = Math.max(tick, next.birth);
    birth[thread] = next.birth == ThreadProgram.AT_ONCE ? begin[thread] : next.birth;
    final long ready = begin[thread] + host.sendTicks();
    if (host.byEngine()) {
      endAt(thread, ready, tick);
    } else {
      issuers.take(
          thread, output(thread), vc[thread], amount[thread], birth[thread], begin[thread], ready);
      wake(node(thread), ready);
    }
  }

  private int output(int thread) {
    return node(thread) * LinkModules.PORTS + port[thread];
  }

  private int channel(int thread) {
    return output(thread) * LinkModules.VCS + vc[thread];
  }

  /** Determines the end of operations without one. */
  private void progress(int thread, long tick) {
    switch (kind[thread]) {
      case AWAIT -> {
        if (inMemory[channel(thread)] > 0) {
          inMemory[channel(thread)]--;
          begin[thread] = begins.remove(channel(thread));
          endAt(thread, tick + host.pollTicks(), tick);
        }
      }
      case AWAIT_SENT -> {
        if (sentNotifies[output(thread)] > 0) {
          sentNotifies[output(thread)]--;
          endAt(thread, tick + host.pollTicks(), tick);
        }
      }
      case SEND -> {
        if (issuers.issue(thread, false, tick) && !issuers.isBusy(thread)) {
          end[thread] = tick + host.lineTicks();
        }
      }
      default -> {
        // Others wait for other threads.
      }
    }
  }

  private boolean openBarrier(int node, long tick) {
    if (atBarrier[node] < perNode) {
      return false;
    }
    atBarrier[node] = 0;
    for (int thread = node * perNode; thread < (node + 1) * perNode; thread++) {
      end[thread] = tick;
    }
    if (lastBarrier[node] >= 0 && measures.measures(lastBarrier[node]) && measures.measures(tick)) {
      statistics.step(tick - lastBarrier[node]);
    }
    lastBarrier[node] = tick;
    return true;
  }

  /** Performs the effect of an operation at its end. */
  private void finish(int thread, long tick) {
    switch (kind[thread]) {
      case CREDIT -> giveCredit(channel(thread), amount[thread]);
      case AWAIT -> {
        if (measures.measures(tick)) {
          statistics.message(tick - begin[thread]);
        }
      }
      case SEND -> finishSending(thread);
      default -> {
        // Nothing.
      }
    }
  }

  private void finishSending(int thread) {
    if (host.way() == TnwHost.Way.NGET) {
      reads.describe(output(thread), vc[thread], amount[thread], birth[thread], begin[thread]);
      described++;
    } else if (host.way() == TnwHost.Way.FLEXIO) {
      queued.add(thread, channel(thread));
      queued.add(thread, amount[thread]);
      queued.add(thread, birth[thread]);
      queued.add(thread, begin[thread]);
      described++;
    }
    previousBirth[thread] = birth[thread];
    countSends(thread, step[thread] + 1);
  }

  /** Lets the engine of a thread issue its next line. */
  private void send(int thread, long tick) {
    if (!issuers.isBusy(thread) && !queued.isEmpty(thread)) {
      final int channel = (int) queued.remove(thread);
      final long packets = queued.remove(thread);
      final long born = queued.remove(thread);
      issuers.take(
          thread,
          channel / LinkModules.VCS,
          channel % LinkModules.VCS,
          packets,
          born,
          queued.remove(thread),
          tick);
    }
    if (issuers.issue(thread, true, tick) && !issuers.isBusy(thread)) {
      described--;
      TnwEvents.scheduleHere(
          wheel, tick + host.lineTicks(), TnwEvents.SENT_NOTIFY, issuers.output(thread));
    }
  }

  /** Threads and engines. */
  @Override
  int unsettled() {
    return sending + described;
  }

  @Override
  void addTo(Waiting waiting) {
    for (int thread = 0; thread < kind.length; thread++) {
      if (kind[thread] != ThreadProgram.Kind.END && end[thread] == NEVER) {
        final int node = nodes[node(thread)];
        final int number = thread % perNode;
        final String name = "node " + node + ", thread " + number;
        waiting.add(RankWait.ofThread(node * perNode + number, name, waiting(thread)));
      }
    }
  }

  /** Describes the wait of the first packet of a thread's output, which blocks all behind it. */
  private String heldUp(int thread) {
    final int vc = links.heldUp(output(thread));
    return vc < 0
        ? ""
        : ": the first packet, on VC %s, waits until node %s gives a credit"
            .formatted(vc, grid.neighbour(nodes[node(thread)], port[thread]));
  }

  private String waiting(int thread) {
    final String of = TnwWorkload.PORT_NAMES.get(port[thread]) + ", VC " + vc[thread];
    return switch (kind[thread]) {
      case AWAIT -> "waits for a message from " + of;
      case AWAIT_SENT ->
          "waits until a message has left over " + TnwWorkload.PORT_NAMES.get(port[thread]);
      case SEND -> "sends over " + of + ", but no slot is free there" + heldUp(thread);
      default -> "waits for the other threads of the node";
    };
  }
}
