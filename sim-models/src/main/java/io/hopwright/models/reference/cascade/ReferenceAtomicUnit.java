package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.routing.ReferenceAriesParameters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Atomic unit (section "Atomic unit" of {@code docs/models/aries-nic.md}). */
final class ReferenceAtomicUnit {
  private final ReferenceAriesNic nic;
  private final ReferenceAriesParameters parameters;
  private final ReferenceServer server;
  private final Deque<ReferenceReached> queue = new ArrayDeque<>();

  /**
   * The request in progress, null if there is none, and the tick at which its word is looked up.
   */
  private ReferenceReached taken;

  private long lookUpTick;

  /** The last tick in which a word came while it stood still. */
  private long stoodStillUntil;

  /** The least recently used first. */
  private final Set<Long> cache = new LinkedHashSet<>();

  /** Requests that wait for each word in progress. */
  private final Map<Long, List<ReferenceReached>> underWay = new LinkedHashMap<>();

  ReferenceAtomicUnit(ReferenceAriesNic nic) {
    this.nic = nic;
    parameters = nic.cascade.config.aries;
    server = new ReferenceServer(parameters.unitSixteenths);
  }

  /** A request reaches the NIC. */
  void join(ReferenceReached request) {
    queue.add(request);
  }

  /** "In a tick it first looks up, then takes". */
  void act(long tick) {
    if (taken != null && lookUpTick == tick) {
      final ReferenceReached request = taken;
      taken = null;
      lookUp(request);
    }
    if (taken == null && !queue.isEmpty() && underWay.size() < parameters.misses) {
      taken = queue.remove();
      lookUpTick = server.end(Math.max(taken.tick(), stoodStillUntil));
      nic.wake(lookUpTick);
    }
  }

  private void lookUp(ReferenceReached request) {
    final long word = request.packet().address / ReferenceAriesParameters.WORD;
    if (cache.remove(word)) {
      cache.add(word);
      nic.deliverInPhaseTwo(request);
    } else if (underWay.containsKey(word)) {
      underWay.get(word).add(request);
    } else {
      underWay.put(word, new ArrayList<>(List.of(request)));
      nic.miss(word, request.packet().address);
    }
  }

  /** "When the word is there". */
  void come(long word, long tick) {
    if (underWay.size() == parameters.misses) {
      stoodStillUntil = tick;
    }
    underWay.remove(word).forEach(nic::deliverInPhaseTwo);
    if (cache.size() == parameters.cacheWords) {
      cache.remove(cache.iterator().next());
      nic.writeBack();
    }
    cache.add(word);
  }

  boolean isSilent() {
    return queue.isEmpty() && taken == null && underWay.isEmpty();
  }
}
