package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.traffic.Stream;

/**
 * The latest births of a stream's packets at each node. Births follow from each other, and each is
 * asked for by another of the stream's injection FIFOs: without a memory every FIFO would compute
 * all of them.
 *
 * <p>Confined to its partition; 72 B per node.
 */
final class BirthMemory {
  private static final int REMEMBERED = 8;

  private final Stream stream;
  private final int[] globalIds;
  private final long[] latest;
  private final long[] births;

  BirthMemory(Stream stream, int[] globalIds) {
    this.stream = stream;
    this.globalIds = globalIds;
    latest = new long[globalIds.length];
    births = new long[globalIds.length * REMEMBERED];
    for (int node = 0; node < globalIds.length; node++) {
      births[node * REMEMBERED] = stream.births().birth(globalIds[node], stream.core(), -1);
    }
  }

  /**
   * Returns the birth of a packet of a node.
   *
   * @param count packets of the stream before it
   * @param earlier a count not above that whose birth the caller knows
   * @param earlierBirth birth of that one
   */
  long birth(int node, long count, long earlier, long earlierBirth) {
    if (count <= latest[node] - REMEMBERED) {
      long birth = earlierBirth;
      for (long next = earlier + 1; next <= count; next++) {
        birth = birthAfter(node, next, birth);
      }
      return birth;
    }
    while (latest[node] < count) {
      final long last = births[at(node, latest[node])];
      latest[node]++;
      births[at(node, latest[node])] = birthAfter(node, latest[node], last);
    }
    return births[at(node, count)];
  }

  private long birthAfter(int node, long count, long last) {
    final long sequence = stream.core() + count * stream.cores();
    return stream.births().birth(globalIds[node], sequence, last);
  }

  private static int at(int node, long count) {
    return node * REMEMBERED + ((int) count & (REMEMBERED - 1));
  }
}
