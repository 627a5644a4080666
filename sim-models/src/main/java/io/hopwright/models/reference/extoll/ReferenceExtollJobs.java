package io.hopwright.models.reference.extoll;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.extoll.ExtollMessage.End;
import io.hopwright.models.reference.extoll.ExtollOperation.News;
import io.hopwright.models.reference.messaging.ReferenceInterface;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import io.hopwright.models.reference.messaging.ReferenceTransfer.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Jobs (section "Programs" of {@code docs/models/extoll.md}). */
final class ReferenceExtollJobs extends ReferenceInterface<ReferenceExtoll> {
  private static final int MAIL_BYTES = 120;

  /** Most bytes of one put or get: {@code 496·2^14}. */
  private static final long MOST_BYTES = (long) ExtollParameters.PACKET_BYTES << 14;

  private static final int FENCE_BYTES = 8;

  /** Mailers, indexed by node. */
  private final List<ExtollMailer> mailers = new ArrayList<>();

  ReferenceExtollJobs(ReferenceExtoll machine, Software software, List<PlacedJob> jobs) {
    super(machine, software, jobs, machine.parameters.seed, new TickRate(12_600_000_000L, 1));
    for (int node = 0; node < machine.topology.nodes(); node++) {
      mailers.add(new ExtollMailer(machine.router(node).nic));
    }
  }

  /** Performs step 8: ranks act by the rules of messaging; then lines join. */
  void act() {
    messaging.act(machine.now());
    mailers.forEach(ExtollMailer::join);
  }

  boolean isSilent() {
    return mailers.stream().allMatch(ExtollMailer::isEmpty);
  }

  @Override
  public long payloadBytes() {
    return MAIL_BYTES;
  }

  @Override
  public long payloadBytes(ReferenceTransfer transfer) {
    if (transfer.kind() != Kind.DATA) {
      return MAIL_BYTES;
    }
    return isStaged(transfer) ? transfer.lengthBytes() : ExtollParameters.PACKET_BYTES;
  }

  /** Returns whether DATA go in chunks, of which only the whole is reported. */
  private boolean isStaged(ReferenceTransfer transfer) {
    return nic(transfer.sourceNode()).stages.areStaged()
        || nic(transfer.destinationNode()).stages.areStaged();
  }

  private ExtollNic nic(int node) {
    return machine.router(node).nic;
  }

  @Override
  public void answer(ReferenceTransfer data, long tick) {
    throw new IllegalStateException("RMA answers by itself");
  }

  @Override
  public void post(ReferenceTransfer transfer, long tick) {
    switch (transfer.kind()) {
      case EAGER, RTS, CTS, ACK, FIN -> mail(transfer, tick);
      case DATA -> {
        if (isStaged(transfer)) {
          nic(transfer.sourceNode())
              .stages
              .put(message(transfer, 0, true, new Data(transfer), tick), transfer.lengthBytes());
        } else {
          move(transfer, transfer.lengthBytes(), true, true, new Data(transfer), tick);
        }
      }
      case PUT -> {
        if (!machine.rules.followsPutsByGets()) {
          move(transfer, transfer.messageBytes(), true, true, new Alone(transfer), tick);
          return;
        }
        move(transfer, transfer.messageBytes(), true, false, new ExtollCargo() {}, tick);
        move(transfer, FENCE_BYTES, false, true, new Asked(transfer), tick);
      }
      case GET, READ ->
          move(transfer, transfer.messageBytes(), false, true, new Asked(transfer), tick);
      default -> throw new IllegalArgumentException("no " + transfer + " here");
    }
  }

  /** Mail of cluster nodes crosses InfiniBand before it joins the queue, and once it is there. */
  private void mail(ReferenceTransfer transfer, long tick) {
    final ExtollStages stages = nic(transfer.sourceNode()).stages;
    if (stages.areBridged()) {
      stages.bringOut((int) transfer.lengthBytes(), () -> queue(transfer, tick));
    } else {
      queue(transfer, tick);
    }
  }

  private void queue(ReferenceTransfer transfer, long tick) {
    final ExtollMailer mailer = mailers.get(transfer.sourceNode());
    final ExtollStages there = nic(transfer.destinationNode()).stages;
    for (long i = 0; i < transfer.packets(MAIL_BYTES); i++) {
      final long number = i;
      final int bytes = (int) transfer.packetBytes(i, MAIL_BYTES);
      final Runnable deliver = () -> messaging.deliver(transfer, number, machine.now());
      final ExtollCargo mail =
          new ExtollCargo() {
            @Override
            public void told(News what, ExtollPacket packet) {
              if (there.areBridged()) {
                there.bringIn(bytes, deliver);
              } else {
                deliver.run();
              }
            }
          };
      mailer.add(message(transfer, bytes, false, mail, tick));
    }
  }

  private static ExtollMessage message(
      ReferenceTransfer transfer, int bytes, boolean told, ExtollCargo cargo, long tick) {
    return new ExtollMessage(
        transfer.sourceNode(),
        0,
        transfer.destinationNode(),
        0,
        bytes,
        told ? Set.of(End.COMPLETER) : Set.of(),
        tick,
        tick,
        null,
        cargo);
  }

  /**
   * Posts puts or gets, whose descriptors join one behind the other; only the last has a
   * notification.
   */
  private void move(
      ReferenceTransfer transfer,
      long bytes,
      boolean put,
      boolean told,
      ExtollCargo cargo,
      long tick) {
    final ExtollNic nic = machine.router(transfer.sourceNode()).nic;
    long left = bytes;
    while (left > 0) {
      final int now = (int) Math.min(left, MOST_BYTES);
      left -= now;
      final ExtollMessage message = message(transfer, now, told && left == 0, cargo, tick);
      nic.pcie.post(
          ExtollThread.DESCRIPTOR_BYTES, put ? () -> nic.put(message) : () -> nic.get(message));
    }
  }

  /** Returns whether a packet is the last of all puts or gets of a transfer. */
  private static boolean isVeryLast(ExtollPacket packet) {
    return packet.last && packet.message.told().contains(End.COMPLETER);
  }

  /** Put of DATA. */
  private final class Data implements ExtollCargo {
    private final ReferenceTransfer transfer;
    private long delivered;

    Data(ReferenceTransfer transfer) {
      this.transfer = transfer;
    }

    /**
     * Records an issue: a transfer has entered the network one tick after the issue of its last
     * packet.
     */
    @Override
    public void issued(ExtollPacket packet) {
      if (isVeryLast(packet)) {
        entersNext(transfer);
      }
    }

    /**
     * Records data in memory: a transfer is delivered when its data are in memory, and the last one
     * when its notification is.
     */
    @Override
    public void inMemory(ExtollPacket packet) {
      if (!isVeryLast(packet) || !machine.rules.tellsOfDataByNotification()) {
        deliver();
      }
    }

    @Override
    public void told(News what, ExtollPacket packet) {
      if (machine.rules.tellsOfDataByNotification()) {
        deliver();
      }
    }

    private void deliver() {
      messaging.deliver(transfer, delivered, machine.now());
      delivered++;
    }
  }

  /** Put without a get behind it, which counts as complete when it is issued. */
  private final class Alone implements ExtollCargo {
    private final ReferenceTransfer transfer;

    Alone(ReferenceTransfer transfer) {
      this.transfer = transfer;
    }

    @Override
    public void issued(ExtollPacket packet) {
      if (isVeryLast(packet)) {
        entersNext(transfer);
        final long tick = machine.now() + 1;
        machine.at(tick, () -> messaging.done(transfer, tick));
      }
    }
  }

  /** Get of a one-sided operation. */
  private final class Asked implements ExtollCargo {
    private final ReferenceTransfer transfer;

    Asked(ReferenceTransfer transfer) {
      this.transfer = transfer;
    }

    /**
     * Records an issue: a put has entered the network one tick after the issue of its get's
     * request.
     */
    @Override
    public void issued(ExtollPacket packet) {
      if (packet.kind == ExtollPacket.Kind.GET_REQUEST && transfer.kind() == Kind.PUT) {
        entersNext(transfer);
      }
    }

    @Override
    public void told(News what, ExtollPacket packet) {
      if (transfer.kind() == Kind.GET) {
        messaging.fetched(transfer, machine.now());
      } else {
        messaging.done(transfer, machine.now());
      }
    }
  }
}
