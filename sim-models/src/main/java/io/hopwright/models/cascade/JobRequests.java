package io.hopwright.models.cascade;

import io.hopwright.models.host.PacketTimes;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.messaging.JobBooks;
import io.hopwright.models.messaging.MessageWords;
import io.hopwright.models.messaging.Messaging;
import io.hopwright.models.messaging.Transfers;
import io.hopwright.models.messaging.Transport;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.traffic.Births;
import java.util.Arrays;

/**
 * Requests that the ranks of jobs make: each NIC has a queue of transfers to other nodes, and sends
 * one after the other, in requests of up to 64 B ({@code docs/models/cascade.md}, "Programs").
 * Requests carry {@link MessageWords} behind the words of every packet.
 *
 * <p>Confined to its partition; 44 B per NIC beside ranks and transfers.
 */
final class JobRequests implements Requests, Transport {
  /** Where the words of a message begin among those of a packet. */
  private static final int MESSAGE = CascadeRouter.CORE_WORDS;

  /** From the sequence number of a transfer's first request to that of the next transfer. */
  private static final long STRIDE = 4_099;

  private final PacketPool pool;
  private final boolean overtaking;
  private final int[] first;
  private final int[] last;
  private final int[] begun;
  private final int[] sent;
  private final long[] births;
  private final long[] left;
  private final byte[] acting;
  private Messaging messaging;
  private Transfers transfers;
  private int active;
  private int posted;

  private JobRequests(int nics, PacketPool pool, boolean overtaking) {
    this.pool = pool;
    this.overtaking = overtaking;
    first = new int[nics];
    last = new int[nics];
    begun = new int[nics];
    sent = new int[nics];
    births = new long[nics];
    left = new long[nics];
    acting = new byte[nics / Dragonfly.NICS];
    Arrays.fill(first, Transfers.NONE);
    Arrays.fill(births, Births.NEVER);
  }

  /**
   * Creates the ranks of a partition, which have sent nothing.
   *
   * @param nodes of its NICs, negative for none
   * @param overtaking whether packets between two nodes may overtake each other
   * @param wakes has the ranks of a node act: unit {@code firstUnit + i} those of NIC i
   * @param books to be kept of jobs
   */
  static JobRequests of(
      Messaging.World world,
      int[] nodes,
      boolean overtaking,
      Wakes wakes,
      int firstUnit,
      PacketPool pool,
      JobBooks books,
      Measures<?> measures) {
    final JobRequests requests = new JobRequests(nodes.length, pool, overtaking);
    requests.messaging =
        new Messaging(
            world,
            nodes,
            requests,
            (tick, nic) -> wakes.at(tick, nic / Dragonfly.NICS, firstUnit + nic % Dragonfly.NICS),
            books,
            measures);
    requests.transfers = requests.messaging.transfers();
    return requests;
  }

  // ---------------------------------------------------------------- what ranks post

  @Override
  public boolean overtakes() {
    return overtaking;
  }

  @Override
  public void post(int nic, int slot, int transfer, long tick) {
    transfers.setNext(transfer, Transfers.NONE);
    if (first[nic] == Transfers.NONE) {
      active++;
      begin(nic, transfer);
    } else {
      transfers.setNext(last[nic], transfer);
    }
    last[nic] = transfer;
    posted |= 1 << (nic % Dragonfly.NICS >>> 1);
  }

  private void begin(int nic, int transfer) {
    first[nic] = transfer;
    sent[nic] = 0;
    births[nic] = transfers.posted(transfer);
    left[nic] = transfers.length(transfer);
  }

  // ---------------------------------------------------------------- what NICs send

  @Override
  public long birth(int nic) {
    return births[nic];
  }

  @Override
  public int destination(int nic) {
    return transfers.destination(first[nic]);
  }

  @Override
  public long sequence(int nic) {
    return STRIDE * begun[nic] + sent[nic] & PacketId.MAX_SEQUENCE;
  }

  @Override
  public int data(int nic) {
    return (int) Math.min(left[nic], Packets.MAX_DATA);
  }

  @Override
  public void issued(int nic, int packet, long tick) {
    final int transfer = first[nic];
    final int data = data(nic);
    final long second = transfers.word(transfer, 1);
    pool.setWord(packet, MESSAGE, MessageWords.withPayload(transfers.word(transfer, 0), data));
    pool.setWord(packet, MESSAGE + 1, sent[nic] == 0 ? MessageWords.ofHeader(second) : second);
    pool.setWord(packet, MESSAGE + 2, transfers.word(transfer, 2));
    left[nic] -= data;
    sent[nic]++;
    if (left[nic] == 0) {
      goOn(nic, transfers.next(transfer));
      messaging.entered(nic, transfer, tick);
    }
  }

  private void goOn(int nic, int transfer) {
    begun[nic]++;
    if (transfer == Transfers.NONE) {
      active--;
      first[nic] = Transfers.NONE;
      births[nic] = Births.NEVER;
    } else {
      begin(nic, transfer);
    }
  }

  @Override
  public int active() {
    return active;
  }

  // ---------------------------------------------------------------- what arrives

  @Override
  public int dataOf(int packet) {
    return MessageWords.payload(pool.word(packet, MESSAGE));
  }

  /** Nobody but the packet knows. */
  @Override
  public boolean isAtItsTarget(int packet) {
    return true;
  }

  @Override
  public void delivered(int nic, int packet, long tick) {
    messaging.delivered(
        nic,
        PacketId.requester(pool.first(packet)),
        pool.word(packet, MESSAGE),
        pool.word(packet, MESSAGE + 1),
        pool.word(packet, MESSAGE + 2),
        PacketTimes.birth(pool.second(packet), tick));
    wake(nic / Dragonfly.NICS, nic % Dragonfly.NICS);
  }

  // ---------------------------------------------------------------- what ranks do

  @Override
  public void wake(int router, int nic) {
    acting[router] |= (byte) (1 << nic);
  }

  @Override
  public int act(int router, long tick) {
    posted = 0;
    for (int rest = acting[router]; rest != 0; rest &= rest - 1) {
      messaging.act(Dragonfly.NICS * router + Integer.numberOfTrailingZeros(rest), tick);
    }
    acting[router] = 0;
    return posted;
  }

  @Override
  public Messaging ranks() {
    return messaging;
  }
}
