package io.hopwright.models.host;

import io.hopwright.models.switching.PacketPool;
import java.util.Arrays;

/**
 * Queues of packets of a pool, such as replies that wait to be sent. Confined to its partition; 8 B
 * per queue.
 */
public final class PacketQueues {
  private final PacketPool pool;
  private final int[] first;
  private final int[] last;

  /** Creates empty queues, numbered from 0. */
  public PacketQueues(int queues, PacketPool pool) {
    this.pool = pool;
    first = new int[queues];
    last = new int[queues];
  }

  /** Returns a queue's first packet, {@link PacketPool#NONE} if it is empty. */
  public int first(int queue) {
    return first[queue];
  }

  /** Appends a packet, which has no successor, to a queue. */
  public void add(int queue, int packet) {
    if (first[queue] == PacketPool.NONE) {
      first[queue] = packet;
    } else {
      pool.putBehind(last[queue], packet);
    }
    last[queue] = packet;
  }

  /** Inserts a packet into a queue before its last ones; takes one step for each of the others. */
  public void addBeforeLast(int queue, int packet, long others) {
    long before = -others;
    for (int one = first[queue]; one != PacketPool.NONE; one = pool.behind(one)) {
      before++;
    }
    if (others == 0) {
      add(queue, packet);
    } else if (before == 0) {
      pool.putBehind(packet, first[queue]);
      first[queue] = packet;
    } else {
      int one = first[queue];
      for (long i = 1; i < before; i++) {
        one = pool.behind(one);
      }
      pool.putBehind(packet, pool.behind(one));
      pool.putBehind(one, packet);
    }
  }

  /** Removes a queue's first packet; call it before the packet is moved elsewhere. */
  public void remove(int queue) {
    first[queue] = pool.behind(first[queue]);
  }

  /** Returns whether all queues are empty. */
  public boolean areEmpty() {
    return Arrays.stream(first).allMatch(packet -> packet == PacketPool.NONE);
  }
}
