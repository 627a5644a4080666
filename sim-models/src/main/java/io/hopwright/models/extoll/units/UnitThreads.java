package io.hopwright.models.extoll.units;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.extoll.network.ExtollPorts;
import io.hopwright.models.extoll.units.UnitProgram.Operation;
import io.hopwright.models.extoll.units.UnitProgram.Progress;
import io.hopwright.models.extoll.units.UnitProgram.Verb;
import io.hopwright.models.host.LongQueues;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.switching.crossbar.Site;
import java.util.Arrays;

/**
 * Threads of the nodes of a partition. Each performs the operations of its program one after the
 * other ({@code docs/models/extoll.md}, "Threads"). Confined to its partition.
 */
public final class UnitThreads implements DeviceUsers {
  private static final long NEVER = Long.MAX_VALUE;

  /** Objects of a thread's wait: notifications by their ends, then mail and interrupts. */
  private static final int MAIL = 3;

  private static final int INTERRUPTS = 4;
  private static final int CHANNELS = 5;

  private final DeviceDesign.Keys keys;
  private final UnitProgram program;
  private final int[] nodes;
  private final StageQueues due;
  private final PcieBuses bus;

  /**
   * Destination of puts that must be copied before the NIC can send them, null if there are none.
   */
  private final StagedCopies stages;

  private final Measures<?> measures;
  private final TickHistogram latencies = new TickHistogram();
  private final Operation next = new Operation();

  /** First thread of each node; one more at the end. */
  private final int[] first;

  private final Verb[] verb;
  private final long[] amount;
  private final long[] work;
  private final long[] value;
  private final long[] begin;

  /** Tick at which the operation ends, {@link #NEVER} while that is unknown. */
  private final long[] end;

  /** Tick at which the next line or descriptor joins, {@link #NEVER} if there is none. */
  private final long[] joins;

  /** Lines or bytes that have not joined. */
  private final int[] rest;

  private final Progress[] progress;

  /** Generation times and values of arrivals, two words each, by thread and channel. */
  private final LongQueues arrived;

  /** Lines and messages in flight to the network, by node. */
  private final int[] posts;

  private int running;

  /** Creates threads at the beginning of their programs; tick 0 wakes their nodes. */
  public UnitThreads(
      DeviceDesign design,
      UnitProgram program,
      Site site,
      StageQueues due,
      PcieBuses bus,
      StagedCopies stages) {
    keys = design.keys();
    this.program = program;
    nodes = site.nodes();
    this.due = due;
    this.bus = bus;
    this.stages = stages;
    measures = site.measures();
    first = new int[nodes.length + 1];
    for (int node = 0; node < nodes.length; node++) {
      first[node + 1] = first[node] + program.threads(nodes[node]);
      if (first[node + 1] > first[node]) {
        due.wake(node, 0);
      }
    }
    running = first[nodes.length];
    verb = new Verb[running];
    Arrays.fill(verb, Verb.COMPUTE);
    amount = new long[running];
    work = new long[running];
    value = new long[running];
    begin = new long[running];
    end = new long[running];
    joins = new long[running];
    Arrays.fill(joins, NEVER);
    rest = new int[running];
    progress = new Progress[running];
    Arrays.setAll(progress, thread -> new Progress());
    arrived = new LongQueues(running * CHANNELS);
    posts = new int[nodes.length];
  }

  /** Handles an arrival for a thread of a node; an arrival for a missing thread is ignored. */
  @Override
  public void arrive(int node, long ofWork, long birth, long ofValue) {
    final int thread = first[node] + UnitWork.thread(ofWork);
    if (thread >= first[node + 1]) {
      return;
    }
    switch (UnitWork.role(ofWork)) {
      case UnitWork.NOTIFICATION -> put(thread, UnitWork.mark(ofWork), birth, ofValue);
      case UnitWork.IN_MAILBOX -> put(thread, MAIL, birth, ofValue);
      case UnitWork.HANDLER -> put(thread, INTERRUPTS, birth, 0);
      default -> {
        assert UnitWork.role(ofWork) == UnitWork.LOADED : "work " + ofWork;
        end[thread] = NEVER - 1;
      }
    }
  }

  private void put(int thread, int channel, long birth, long ofValue) {
    arrived.add(thread * CHANNELS + channel, birth);
    arrived.add(thread * CHANNELS + channel, ofValue);
  }

  /** Records that a line or message of a node is in the network. */
  @Override
  public void posted(int node) {
    posts[node]--;
  }

  /**
   * Returns whether threads of a node would send more if fewer lines and messages were in flight.
   */
  @Override
  public boolean isHeldBack(int node, long tick) {
    for (int thread = first[node]; thread < first[node + 1]; thread++) {
      if (joins[thread] <= tick) {
        return true;
      }
    }
    return false;
  }

  /** Phase 2: lets the threads of a node act. */
  @Override
  public void act(int node, long tick) {
    for (int thread = first[node]; thread < first[node + 1]; thread++) {
      while (verb[thread] != Verb.END && advance(node, thread, tick)) {
        finish(thread, tick);
        begin(node, thread, tick);
      }
    }
  }

  /** Returns whether an operation ends in this tick. */
  private boolean advance(int node, int thread, long tick) {
    if (joins[thread] <= tick) {
      join(node, thread, tick);
    }
    if (end[thread] == NEVER) {
      look(node, thread, tick);
    }
    if (end[thread] == NEVER - 1) {
      end[thread] = tick;
    }
    return end[thread] <= tick;
  }

  private void begin(int node, int thread, long tick) {
    program.next(nodes[node], thread - first[node], progress[thread], next);
    verb[thread] = next.verb;
    amount[thread] = next.amount;
    begin[thread] = tick;
    end[thread] = NEVER;
    switch (next.verb) {
      case COMPUTE -> endAt(node, thread, tick + next.amount, tick);
      case UNTIL -> endAt(node, thread, Math.max(tick, next.amount), tick);
      case SEND -> beginToSend(node, thread, tick);
      case END -> running--;
      default -> {
        // It ends with what it waits for.
      }
    }
  }

  private void endAt(int node, int thread, long at, long tick) {
    end[thread] = at;
    if (at > tick) {
      due.wake(node, at);
    }
  }

  private void beginToSend(int node, int thread, long tick) {
    work[thread] = next.work;
    value[thread] = next.value;
    final int kind = UnitWork.kind(next.work);
    final int bytes = UnitWork.bytes(next.work);
    final boolean described = UnitWork.unit(kind) != ExtollPorts.SMFU;
    rest[thread] =
        switch (kind) {
          case UnitWork.MAIL ->
              (DeviceDesign.MAIL_HEADER_BYTES + bytes + DeviceDesign.LINE_BYTES - 1)
                  / DeviceDesign.LINE_BYTES;
          case UnitWork.STORE -> bytes;
          default -> 0;
        };
    joins[thread] = tick + (described ? keys.sendTicks() : keys.lineTicks());
    due.wake(node, joins[thread]);
  }

  private void join(int node, int thread, long tick) {
    final long birth = begin[thread];
    switch (UnitWork.kind(work[thread])) {
      case UnitWork.MAIL -> joinLine(node, thread, birth, tick);
      case UnitWork.STORE -> joinStore(node, thread, birth, tick);
      case UnitWork.LOAD -> {
        bus.issueRead(node, tick, UnitWork.as(UnitWork.ACCESS, work[thread]), birth, value[thread]);
        joins[thread] = NEVER;
      }
      case UnitWork.PUT -> {
        joinPut(node, thread, birth, tick);
        sent(thread, tick);
      }
      default -> {
        joinDescriptor(node, thread, birth, tick);
        sent(thread, tick);
      }
    }
  }

  /** Adds a put; its length travels with chunks, as their value. */
  private void joinPut(int node, int thread, long birth, long tick) {
    if (stages == null || !stages.concerns(node, UnitWork.node(work[thread]))) {
      joinDescriptor(node, thread, birth, tick);
      return;
    }
    final int bytes = UnitWork.bytes(work[thread]);
    stages.put(node, bytes, tick, work[thread], birth, bytes);
  }

  private void joinDescriptor(int node, int thread, long birth, long tick) {
    final long descriptor = UnitWork.as(UnitWork.DESCRIPTOR, work[thread]);
    bus.issue(node, DeviceDesign.DESCRIPTOR_BYTES, tick, descriptor, birth, value[thread]);
  }

  private void joinLine(int node, int thread, long birth, long tick) {
    final int lines =
        (DeviceDesign.MAIL_HEADER_BYTES
                + UnitWork.bytes(work[thread])
                + DeviceDesign.LINE_BYTES
                - 1)
            / DeviceDesign.LINE_BYTES;
    if (rest[thread] == lines && !takePost(node)) {
      return;
    }
    rest[thread]--;
    final int role = rest[thread] == 0 ? UnitWork.MESSAGE : UnitWork.LINE;
    bus.issue(
        node, DeviceDesign.LINE_BYTES, tick, UnitWork.as(role, work[thread]), birth, value[thread]);
    continueOrEnd(node, thread, tick);
  }

  private void joinStore(int node, int thread, long birth, long tick) {
    if (UnitWork.mark(work[thread]) != UnitWork.INTERRUPTS && !takePost(node)) {
      return;
    }
    final int bytes = Math.min(DeviceDesign.LINE_BYTES, rest[thread]);
    rest[thread] -= bytes;
    final long line =
        UnitWork.as(UnitWork.ACCESS, UnitWork.piece(work[thread], bytes, rest[thread] == 0));
    bus.issue(node, bytes, tick, line, birth, value[thread]);
    value[thread] += bytes;
    continueOrEnd(node, thread, tick);
  }

  private boolean takePost(int node) {
    if (posts[node] >= keys.posted()) {
      return false;
    }
    posts[node]++;
    return true;
  }

  private void continueOrEnd(int node, int thread, long tick) {
    if (rest[thread] == 0) {
      sent(thread, tick);
    } else {
      joins[thread] = tick + keys.lineTicks();
      due.wake(node, joins[thread]);
    }
  }

  private void sent(int thread, long tick) {
    joins[thread] = NEVER;
    end[thread] = tick;
  }

  /** Checks whether the arrival for which a thread waits has come. */
  private void look(int node, int thread, long tick) {
    final int channel =
        switch (verb[thread]) {
          case AWAIT_NOTIFICATION -> (int) amount[thread];
          case AWAIT_MAIL -> MAIL;
          case AWAIT_INTERRUPT -> INTERRUPTS;
          default -> CHANNELS;
        };
    if (channel == CHANNELS || arrived.isEmpty(thread * CHANNELS + channel)) {
      return;
    }
    begin[thread] = arrived.remove(thread * CHANNELS + channel);
    progress[thread].value = arrived.remove(thread * CHANNELS + channel);
    final int ticks = keys.pollTicks() + (channel == INTERRUPTS ? keys.interruptTicks() : 0);
    endAt(node, thread, tick + ticks, tick);
  }

  private void finish(int thread, long tick) {
    final boolean waited =
        switch (verb[thread]) {
          case AWAIT_INTERRUPT -> true;
          case AWAIT_MAIL, AWAIT_NOTIFICATION -> program.timed();
          case SEND -> program.timed() && UnitWork.kind(work[thread]) == UnitWork.LOAD;
          default -> false;
        };
    if (waited && measures.measures(tick)) {
      latencies.record(tick - begin[thread]);
    }
  }

  /** Returns the number of threads that have not ended. */
  @Override
  public int running() {
    return running;
  }

  /** Returns whether no line or message is waiting to enter the network. */
  @Override
  public boolean atRest() {
    return Arrays.stream(posts).allMatch(each -> each == 0);
  }

  /** Returns the latencies of messages that were completed in the measured interval. */
  @Override
  public TickHistogram latencies() {
    return latencies;
  }
}
