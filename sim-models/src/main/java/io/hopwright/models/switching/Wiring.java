package io.hopwright.models.switching;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.window.EventBatch;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Links of a partition. A link leads to a router of the same partition, or into a batch for another
 * partition. It carries packets, and signals to the sender of packets, such as returned credits,
 * which are one event each.
 *
 * <p>A link is identified by its far end: a number above the bits of the VC, used both as the place
 * of a packet and in signals. A number below 0 stands for a link to another partition. The switch
 * stores it with data that it reads anyway. Confined to its partition; 8 B per link that leaves it.
 */
public final class Wiring {
  /** Bits of the type of an event, the low ones. */
  public static final int TYPE_BITS = 3;

  /** Type of the event that a packet, whose handle is all else in it, arrives at its place. */
  public static final int ARRIVAL = 0;

  private final PacketPool pool;
  private final TimingWheel wheel;
  private final int placeShift;
  private final int signalShift;
  private final int[] remoteEnds;
  private final int[] remoteBatches;
  private EventBatch[] outgoing;

  /** Numbering and storage of link ends in a switch. */
  public interface Ends {
    /** Returns the number of an end, a port of a local router. */
    int number(int router, int port);

    /** Records the far end of a port's link. */
    void put(int router, int port, int end);
  }

  /**
   * Wires a partition.
   *
   * @param placeShift first bit of the number of an end in the place of a packet
   * @param signalShift first bit of that number in a signal
   */
  public Wiring(
      PacketPool pool,
      TimingWheel wheel,
      int placeShift,
      int signalShift,
      Topology topology,
      PartitionMap map,
      int partition,
      Ends ends) {
    this.pool = pool;
    this.wheel = wheel;
    this.placeShift = placeShift;
    this.signalShift = signalShift;
    final int[] routers = map.routersOf(partition);
    final int[] neighbours = map.neighbours(partition);
    final int[] numbers = new int[IntStream.of(routers).map(topology::ports).sum()];
    final int[] batches = new int[numbers.length];
    int remotes = 0;
    for (int router = 0; router < routers.length; router++) {
      for (int port = 0; port < topology.ports(routers[router]); port++) {
        final int far = topology.neighbour(routers[router], port);
        if (far == Topology.NONE) {
          continue;
        }
        final int farPort = topology.neighbourPort(routers[router], port);
        final int number = ends.number(map.localIndex(far), farPort);
        final int owner = map.partitionOf(far);
        if (owner == partition) {
          ends.put(router, port, number);
        } else {
          ends.put(router, port, ~remotes);
          numbers[remotes] = number;
          batches[remotes++] = Arrays.binarySearch(neighbours, owner);
        }
      }
    }
    remoteEnds = Arrays.copyOf(numbers, remotes);
    remoteBatches = Arrays.copyOf(batches, remotes);
  }

  /** Returns the event of a packet's arrival at its place. */
  public static int arrival(int packet) {
    return packet << TYPE_BITS | ARRIVAL;
  }

  /** Starts a window; events for other partitions go into these batches. */
  public void open(EventBatch[] batches) {
    outgoing = batches;
  }

  /** Schedules the events that another partition sent in the last window. */
  public void accept(EventBatch batch) {
    for (int signal = 0; signal < batch.signals(); signal++) {
      wheel.schedule(batch.signalTick(signal), batch.signalEvent(signal));
    }
    for (int at = 0; at < batch.packets(); at++) {
      wheel.schedule(batch.packetTick(at), arrival(pool.add(batch, at, batch.packetEvent(at))));
    }
  }

  /** Sends a packet to a VC of a link's far end, where it arrives at {@code tick}. */
  public void sendPacket(int end, int vc, int packet, long tick) {
    if (end >= 0) {
      pool.move(packet, end << placeShift | vc);
      wheel.schedule(tick, arrival(packet));
    } else {
      final int place = remoteEnds[~end] << placeShift | vc;
      pool.send(packet, outgoing[remoteBatches[~end]], tick, place);
    }
  }

  /**
   * Sends a signal to a link's far end, where it is an event of {@code tick}.
   *
   * @param signal the event, with 0 for the end
   */
  public void sendSignal(int end, int signal, long tick) {
    if (end >= 0) {
      wheel.schedule(tick, end << signalShift | signal);
    } else {
      final int event = remoteEnds[~end] << signalShift | signal;
      outgoing[remoteBatches[~end]].addSignal(tick, event);
    }
  }
}
