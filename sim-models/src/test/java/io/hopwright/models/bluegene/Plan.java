package io.hopwright.models.bluegene;

import io.hopwright.core.random.Draws;
import io.hopwright.models.host.Messages;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.Sizes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** List of packets with source, destination, path and time. The packets of a node are in order. */
public final class Plan implements Births, Destinations {
  private record Item(long birth, int destination, int port) {}

  private final Torus torus;
  private final Map<Integer, List<Item>> items = new HashMap<>();

  public Plan(Torus torus) {
    this.torus = torus;
  }

  /** Adds a packet that may take any minimal path. */
  public Plan send(int source, long birth, int destination) {
    return add(source, new Item(birth, destination, ANY_WAY));
  }

  /** Adds packets that are generated together and go straight on through a port. */
  public Plan straight(int source, long birth, int port, int hops, int packets) {
    int destination = source;
    for (int hop = 0; hop < hops; hop++) {
      destination = torus.neighbour(destination, port);
    }
    for (int packet = 0; packet < packets; packet++) {
      add(source, new Item(birth, destination, port));
    }
    return this;
  }

  private Plan add(int source, Item item) {
    items.computeIfAbsent(source, node -> new ArrayList<>()).add(item);
    return this;
  }

  /** Returns these packets, all of one size. */
  public Messages messages(int chunks) {
    return new Messages(0, 1, this, this, new Sizes(Draws.of(0, 0), 0, 32 * chunks));
  }

  private Item item(int source, long sequence) {
    final List<Item> list = items.getOrDefault(source, List.of());
    return sequence < list.size() ? list.get((int) sequence) : new Item(NEVER, source, ANY_WAY);
  }

  @Override
  public long birth(int source, long sequence, long previousBirth) {
    return item(source, sequence).birth();
  }

  @Override
  public int destination(int source, long sequence) {
    return item(source, sequence).destination();
  }

  @Override
  public int onlyPort(int source, long sequence) {
    return item(source, sequence).port();
  }
}
