package io.hopwright.models.bluegene;

import io.hopwright.models.messaging.JobBooks;
import io.hopwright.models.messaging.JobTables;
import io.hopwright.models.messaging.MessageWords;
import io.hopwright.models.messaging.Messaging;
import io.hopwright.models.messaging.PlacedJob;
import io.hopwright.models.switching.torusrouter.Injection;
import io.hopwright.models.topology.Torus;
import java.util.List;

/**
 * What the ranks of jobs send over a torus. Immutable; safe for any thread.
 *
 * @param torus the machine
 * @param slots ranks of a node, one for each core in use
 * @param trafficClass of all packets
 * @param hints who sets the hint bits of packets that go half around a ring
 * @param world of the ranks
 * @param tables that tell ranks apart
 */
record JobTraffic(
    Torus torus,
    int slots,
    int trafficClass,
    Workload.Hints hints,
    Messaging.World world,
    JobTables tables) {
  /** Injection FIFOs of a node, which its cores share equally. */
  static final int FIFOS = 6;

  /** Most bytes of a transfer in a packet. */
  static final int PAYLOAD = 240;

  List<PlacedJob> jobs() {
    return world.table().jobs();
  }

  /** Returns what the routers have to know. */
  Injection injection() {
    return new Injection(FIFOS, 1, hints.leadAround(), MessageWords.WORDS);
  }

  /** Returns books in which nothing is written yet. */
  JobBooks books() {
    return tables.books(jobs());
  }

  /** Tells whether a node has ranks. */
  boolean sends(int node) {
    return world.table().ranksOn(node) > 0;
  }
}
