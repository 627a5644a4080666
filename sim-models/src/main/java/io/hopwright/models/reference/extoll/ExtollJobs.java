package io.hopwright.models.reference.extoll;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.messaging.PlacedJob;
import io.hopwright.models.messaging.Software;
import io.hopwright.models.reference.extoll.ExtollMessage.End;
import io.hopwright.models.reference.messaging.ReferenceInterface;
import io.hopwright.models.reference.messaging.ReferenceMessaging;
import io.hopwright.models.reference.messaging.ReferenceTransfer;
import io.hopwright.models.reference.messaging.ReferenceTransfer.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Section "Programs" of {@code docs/models/extoll.md}. */
final class ExtollJobs implements ReferenceInterface {
  private static final int MAIL_BYTES = 120;

  /** Of one put or get: {@code 496·2^14}. */
  private static final long MOST_BYTES = (long) ExtollParameters.PACKET_BYTES << 14;

  private static final int FENCE_BYTES = 8;

  private final ReferenceExtoll machine;
  private final ReferenceMessaging messaging;

  /** By node. */
  private final List<ExtollMailer> mailers = new ArrayList<>();

  ExtollJobs(ReferenceExtoll machine, Software software, List<PlacedJob> jobs) {
    this.machine = machine;
    for (int node = 0; node < machine.topology.nodes(); node++) {
      mailers.add(new ExtollMailer(machine.node(node).nic));
    }
    messaging =
        new ReferenceMessaging(
            software, jobs, machine.parameters.seed, new TickRate(12_600_000_000L, 1), this);
  }

  ReferenceMessaging messaging() {
    return messaging;
  }

  /** "Ranks do in step 8 what messaging says of a tick. Then lines join". */
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
    return transfer.kind() == Kind.DATA ? ExtollParameters.PACKET_BYTES : MAIL_BYTES;
  }

  @Override
  public void answer(ReferenceTransfer data, long tick) {
    throw new IllegalStateException("rendezvous is always put");
  }

  @Override
  public void post(ReferenceTransfer transfer, long tick) {
    switch (transfer.kind()) {
      case EAGER, RTS, CTS, ACK, FIN -> mail(transfer, tick);
      case DATA -> move(transfer, transfer.lengthBytes(), true, true, new Data(transfer), tick);
      case PUT -> {
        move(transfer, transfer.messageBytes(), true, false, new ExtollCargo() {}, tick);
        move(transfer, FENCE_BYTES, false, true, new Asked(transfer), tick);
      }
      case READ -> move(transfer, transfer.messageBytes(), false, true, new Asked(transfer), tick);
      default -> throw new IllegalArgumentException("no " + transfer + " here");
    }
  }

  private void mail(ReferenceTransfer transfer, long tick) {
    final ExtollMailer mailer = mailers.get(transfer.sourceNode());
    for (long i = 0; i < transfer.packets(MAIL_BYTES); i++) {
      final long number = i;
      final ExtollCargo mail =
          new ExtollCargo() {
            @Override
            public void told(ExtollPacket packet) {
              messaging.deliver(transfer, number, machine.now());
            }
          };
      final int bytes = (int) transfer.packetBytes(i, MAIL_BYTES);
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
        cargo);
  }

  /** Puts or gets, "whose descriptors join one behind the other; only the last is notified". */
  private void move(
      ReferenceTransfer transfer,
      long bytes,
      boolean put,
      boolean told,
      ExtollCargo cargo,
      long tick) {
    final ExtollNic nic = machine.node(transfer.sourceNode()).nic;
    long left = bytes;
    while (left > 0) {
      final int now = (int) Math.min(left, MOST_BYTES);
      left -= now;
      final ExtollMessage message = message(transfer, now, told && left == 0, cargo, tick);
      nic.pcie.post(
          ExtollThread.DESCRIPTOR_BYTES, put ? () -> nic.put(message) : () -> nic.get(message));
    }
  }

  /** "It has entered one tick after the issue of its last packet". */
  private void enters(ReferenceTransfer transfer) {
    final long tick = machine.now() + 1;
    machine.at(tick, () -> messaging.entered(transfer, tick));
  }

  /** Whether a packet is the last of all puts or gets of a transfer. */
  private static boolean isVeryLast(ExtollPacket packet) {
    return packet.last && packet.message.told().contains(End.COMPLETER);
  }

  /** A put of DATA. */
  private final class Data implements ExtollCargo {
    private final ReferenceTransfer transfer;
    private long delivered;

    Data(ReferenceTransfer transfer) {
      this.transfer = transfer;
    }

    @Override
    public void issued(ExtollPacket packet) {
      if (isVeryLast(packet)) {
        enters(transfer);
      }
    }

    /** "Delivered when its data are in memory, the last one when the notification is". */
    @Override
    public void inMemory(ExtollPacket packet) {
      if (!isVeryLast(packet)) {
        deliver();
      }
    }

    @Override
    public void told(ExtollPacket packet) {
      deliver();
    }

    private void deliver() {
      messaging.deliver(transfer, delivered, machine.now());
      delivered++;
    }
  }

  /** The get of a one-sided operation. */
  private final class Asked implements ExtollCargo {
    private final ReferenceTransfer transfer;

    Asked(ReferenceTransfer transfer) {
      this.transfer = transfer;
    }

    /** "A put has entered one tick after the issue of its get's request". */
    @Override
    public void issued(ExtollPacket packet) {
      if (packet.kind == ExtollPacket.Kind.GET_REQUEST && transfer.kind() == Kind.PUT) {
        enters(transfer);
      }
    }

    @Override
    public void told(ExtollPacket packet) {
      messaging.done(transfer, machine.now());
    }
  }
}
