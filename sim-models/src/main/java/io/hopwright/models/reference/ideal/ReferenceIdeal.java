package io.hopwright.models.reference.ideal;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.messaging.PlacedJob;
import io.hopwright.models.messaging.ProgressKind;
import io.hopwright.models.messaging.Software;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceJobNumbers;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceStatistics;
import io.hopwright.models.reference.messaging.ReferenceMessaging;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A naive model of the ideal machine, written from {@code docs/models/ideal.md} alone: deliveries
 * wait in a map by tick. Confined to one thread.
 */
public final class ReferenceIdeal implements ReferenceMachine {
  /** "A tick is 1 ns". */
  public static final TickRate TICKS = new TickRate(1_000_000_000, 1);

  private static final int NUMBERS = 1 << 28;
  private static final int KINDS = 16;

  /** A packet under way. */
  private record Packet(ReferenceTransfer transfer, long postedTick) {}

  private final ReferenceMessaging messaging;
  private final TreeMap<Long, List<Packet>> packets = new TreeMap<>();

  /** Who is told of what happens; null if nobody is. */
  private ReferenceStatistics statistics;

  private long tick;
  private long digest;
  private long posted;
  private long injected;
  private long delivered;
  private long bytesInjected;
  private long bytesDelivered;
  private long responseTicks;

  /**
   * Creates the machine at tick 0.
   *
   * @throws IllegalArgumentException if interfaces are to handle what arrives
   */
  public ReferenceIdeal(ReferenceLogGops parameters, Software software, List<PlacedJob> jobs) {
    if (software.progress() == ProgressKind.OFFLOAD) {
      throw new IllegalArgumentException("progress is host or calls, not offload");
    }
    messaging =
        new ReferenceMessaging(
            software,
            jobs,
            parameters.seed(),
            TICKS,
            new ReferenceSides(this, parameters, software));
  }

  /** Returns the ranks and what was measured of them. */
  public ReferenceMessaging messaging() {
    return messaging;
  }

  /** Something may begin in a tick. */
  void wake(long when) {
    messaging.wake(when);
  }

  /** A packet counts as injected. */
  void inject(ReferenceTransfer transfer) {
    injected++;
    bytesInjected += transfer.dataBytes();
  }

  /** A packet is under way. */
  void send(ReferenceTransfer transfer, long postedTick, long deliveryTick) {
    packets
        .computeIfAbsent(deliveryTick, unseen -> new ArrayList<>())
        .add(new Packet(transfer, postedTick));
    posted++;
    if (statistics != null) {
      statistics.onBirth(postedTick, 1);
    }
  }

  @Override
  public void run(long stopTick) {
    while (nextEffectTick() < stopTick) {
      tick = nextEffectTick();
      if (!packets.isEmpty() && packets.firstKey() == tick) {
        packets.pollFirstEntry().getValue().forEach(this::deliver);
      }
      messaging.act(tick);
      tick++;
    }
    tick = Math.max(tick, stopTick);
  }

  private void deliver(Packet packet) {
    final ReferenceTransfer transfer = packet.transfer;
    messaging.deliver(transfer, 0, tick);
    final long sequence = KINDS * (transfer.messageNumber() % NUMBERS) + transfer.kind().number();
    digest +=
        ReferenceDraws.deliveryWord(
            transfer.sourceNode(), transfer.destinationNode(), 0, sequence, 0, tick);
    delivered++;
    bytesDelivered += transfer.dataBytes();
    responseTicks += tick - packet.postedTick;
    if (statistics != null) {
      final long ticks = tick - packet.postedTick;
      statistics.onDelivery(tick);
      statistics.onResponse(packet.postedTick, ticks, ticks, 0);
    }
  }

  @Override
  public void measuredBy(ReferenceStatistics measuring) {
    statistics = measuring;
  }

  /** "With run.end = ticks jobs are cut off": nobody follows their packets. */
  @Override
  public boolean isEndless() {
    return true;
  }

  @Override
  public long tick() {
    return tick;
  }

  @Override
  public long nextEffectTick() {
    final long ofPackets = packets.isEmpty() ? Long.MAX_VALUE : packets.firstKey();
    return Math.max(tick, Math.min(ofPackets, messaging.nextTick()));
  }

  @Override
  public boolean isSettled() {
    return messaging.haveAllEnded();
  }

  @Override
  public long ranksRunning() {
    return messaging.ranksRunning();
  }

  @Override
  public long operationsDone() {
    return messaging.operationsDone();
  }

  /** Nothing happens but by ranks and their messages: sides that become free are nothing. */
  @Override
  public boolean isHalted() {
    return messaging.areJobsAtRest(tick);
  }

  @Override
  public ReferenceJobNumbers jobs() {
    return messaging.numbersAt(tick);
  }

  @Override
  public Map<String, Long> counts() {
    final Map<String, Long> counts = new LinkedHashMap<>();
    counts.put(DELIVERED, delivered);
    counts.put(DUE, posted);
    counts.put(INJECTED, injected);
    counts.put(BYTES_INJECTED, bytesInjected);
    counts.put(BYTES_DELIVERED, bytesDelivered);
    counts.put(HOPS, injected);
    counts.put(BUSY_TICKS, 0L);
    counts.put(TIMED, delivered);
    counts.put(TIMED_HOPS, delivered);
    counts.put(RESPONSE_TICKS, responseTicks);
    return counts;
  }

  /** Without buffers there is nothing to see. */
  @Override
  public void checkConservation() {
    final long underWay = packets.values().stream().mapToLong(List::size).sum();
    if (posted != delivered + underWay) {
      throw new IllegalStateException(
          String.format(
              "tick %d: %d packets posted, but %d delivered and %d under way",
              tick, posted, delivered, underWay));
    }
  }

  @Override
  public long digest() {
    return digest + messaging.digest();
  }

  @Override
  public long describeWaiting(StringBuilder report) {
    return messaging.describeWaiting(report);
  }
}
