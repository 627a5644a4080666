package io.hopwright.models.topology.analysis;

import java.util.Arrays;

/** Breadth-first search with reused arrays. Confined to one thread. */
final class Search {
  private final Adjacency links;
  private final int[] queue;

  /** {@code [router]}: distance from the last source; −1 if it was not reached. */
  final int[] distance;

  Search(Adjacency links) {
    this.links = links;
    queue = new int[links.routers()];
    distance = new int[links.routers()];
  }

  /** Measures distances from a router; returns the number of routers reached, itself included. */
  int from(int source) {
    Arrays.fill(distance, -1);
    distance[source] = 0;
    queue[0] = source;
    int reached = 1;
    for (int next = 0; next < reached; next++) {
      final int router = queue[next];
      for (int i = links.first()[router]; i < links.first()[router + 1]; i++) {
        final int far = links.far()[i];
        if (distance[far] < 0) {
          distance[far] = distance[router] + 1;
          queue[reached++] = far;
        }
      }
    }
    return reached;
  }

  /** Returns the router that was reached as the n-th of the last search. */
  int reached(int n) {
    return queue[n];
  }
}
