package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.routing.ReferenceAriesParameters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Address translation (section "Translation" of {@code docs/models/aries-nic.md}). */
final class ReferenceTranslation {
  /** Page walk, and the requests that wait for its page, in order of their arrival. */
  static final class Walk {
    private final long page;
    private int readsToDo;
    private final List<ReferenceReached> packets = new ArrayList<>();
    private final List<Long> words = new ArrayList<>();

    private Walk(long page, int readsToDo) {
      this.page = page;
      this.readsToDo = readsToDo;
    }
  }

  private final ReferenceAriesNic nic;
  private final ReferenceAriesParameters parameters;

  /** Pages by slot. */
  private final Map<Long, Long> table = new HashMap<>();

  /** Walks in progress or in line, by page. */
  private final Map<Long, Walk> walks = new LinkedHashMap<>();

  private final Deque<Walk> line = new ArrayDeque<>();
  private int underWay;

  ReferenceTranslation(ReferenceAriesNic nic) {
    this.nic = nic;
    parameters = nic.cascade.config.aries;
  }

  private long page(long address) {
    return address / parameters.pageBytes;
  }

  /** Returns whether an address can be translated at once. */
  boolean finds(long address) {
    final Long page = table.get(page(address) % parameters.entries);
    return !parameters.translates || (page != null && page == page(address));
  }

  /** Makes a packet wait for its page. */
  void await(ReferenceReached reached) {
    walk(reached.packet().address).packets.add(reached);
  }

  /** Makes a word of the atomic unit wait for its page. */
  void await(long word, long address) {
    walk(address).words.add(word);
  }

  private Walk walk(long address) {
    final long page = page(address);
    if (!walks.containsKey(page)) {
      final Walk walk = new Walk(page, parameters.readsOfWalk());
      walks.put(page, walk);
      line.add(walk);
    }
    return walks.get(page);
  }

  /** Starts the walks that may be in progress. */
  void startWalks() {
    while (!line.isEmpty() && underWay < parameters.walks) {
      underWay++;
      nic.readOfWalk(line.remove());
    }
  }

  /** A read of a walk is done. */
  void come(Walk walk) {
    walk.readsToDo--;
    if (walk.readsToDo > 0) {
      nic.readOfWalk(walk);
      return;
    }
    underWay--;
    walks.remove(walk.page);
    table.put(walk.page % parameters.entries, walk.page);
    walk.packets.forEach(nic::translated);
    walk.words.forEach(nic::readOfWord);
  }

  boolean isSilent() {
    return walks.isEmpty();
  }
}
