package io.hopwright.models.cascade.aries;

import io.hopwright.models.host.Fetches;
import io.hopwright.models.host.HostBus;
import io.hopwright.models.host.PeriodicServers;
import io.hopwright.models.switching.PacketPool;

/**
 * Accesses of NICs to the memory of their hosts: words of atomic units and pages ({@code
 * docs/models/aries-nic.md}, "Atomic unit", "Translation"). In each tick the calls for a NIC are:
 * its begin, its requests, and its end.
 *
 * <p>Confined to its partition; a NIC gets an atomic unit and a table of pages when it first needs
 * them.
 */
final class AriesMemory {
  private static final long NEVER = Long.MAX_VALUE;

  private final AriesNics nics;
  private final AriesDesign design;
  private final boolean atomic;
  private final boolean translates;
  private final HostBus bus;
  private final int wordTicks;
  private final Fetches fetches;
  private final PeriodicServers periods;
  private final AtomicUnit[] units;
  private final PageWalks[] walks;

  /** First word whose page has come in this tick, walk that continues, and write-back. */
  private int wordOfPage = AtomicUnit.NONE;

  private int continuing = PageWalks.NONE;
  private boolean writesBack;

  AriesMemory(AriesNics nics, AriesDesign design, boolean atomic, HostBus bus, int hosts) {
    this.nics = nics;
    this.design = design;
    this.bus = bus;
    this.atomic = atomic;
    translates = design.translation() != null;
    wordTicks = bus.costs().of(AriesOperation.WORD);
    fetches = new Fetches(atomic || translates ? hosts : 0, bus, wordTicks);
    periods = new PeriodicServers(atomic ? hosts : 0, design.keys().atomic().unitSixteenths());
    units = new AtomicUnit[atomic ? hosts : 0];
    walks = new PageWalks[translates ? hosts : 0];
  }

  /** Receives the word or page that has come to a NIC in a tick. */
  void begin(int nic, long tick) {
    if ((!atomic && !translates) || !fetches.isDone(nic, tick)) {
      return;
    }
    final int id = fetches.remove(nic);
    if (id >= 0) {
      wordComes(nic, id, tick);
    } else {
      pageComes(nic, ~id, tick);
    }
  }

  private void wordComes(int nic, int slot, long tick) {
    final AtomicUnit unit = units[nic];
    writesBack = unit.arrives(slot);
    int next;
    for (int packet = unit.free(slot); packet != PacketPool.NONE; packet = next) {
      next = nics.pool().behind(packet);
      nics.unitDone(nic, packet, tick);
    }
  }

  private void pageComes(int nic, int walk, long tick) {
    final PageWalks table = walks[nic];
    if (!table.isThrough(walk)) {
      continuing = walk;
      return;
    }
    int next;
    for (int packet = table.firstPacket(walk); packet != PacketPool.NONE; packet = next) {
      next = nics.pool().behind(packet);
      nics.takeRequest(nic, packet, tick);
    }
    wordOfPage = table.firstWord(walk);
    table.forget(walk);
  }

  /**
   * Returns whether a request that has reached a NIC takes the bus now; if not, it is kept here.
   */
  boolean admits(int nic, int packet, AriesOperation operation, long tick) {
    if (operation.atomic()) {
      if (units[nic] == null) {
        units[nic] = new AtomicUnit(design.keys().atomic(), nics.pool());
      }
      units[nic].add(packet, tick);
      return false;
    }
    if (!translates) {
      return true;
    }
    final PageWalks table = table(nic);
    final long page = table.page(nics.address(packet));
    if (table.knows(page)) {
      return true;
    }
    table.add(table.walk(page), packet);
    return false;
  }

  private PageWalks table(int nic) {
    if (walks[nic] == null) {
      walks[nic] =
          new PageWalks(design.translation(), design.keys().atomic().misses(), nics.pool());
    }
    return walks[nic];
  }

  /** Performs the rest of a NIC's tick; returns the next tick of its evaluation. */
  long end(int nic, long tick) {
    if (!atomic && !translates) {
      return NEVER;
    }
    for (int word = wordOfPage; word != PageWalks.NONE; word = walks[nic].wordBehind(word)) {
      fetches.read(nic, word, tick);
    }
    wordOfPage = PageWalks.NONE;
    long next = NEVER;
    if (atomic && units[nic] != null) {
      next = work(nic, tick);
    }
    if (translates && walks[nic] != null) {
      walk(nic, tick);
    }
    if (writesBack) {
      bus.takeIn(nic, tick, wordTicks);
      writesBack = false;
    }
    fetches.fill(nic, tick);
    return Math.min(next, fetches.next(nic));
  }

  /**
   * Lets an atomic unit look up its cache and take requests; returns the tick of the next look-up.
   */
  private long work(int nic, long tick) {
    final AtomicUnit unit = units[nic];
    final int packet = unit.working();
    final boolean looksUp = packet != PacketPool.NONE && periods.endOf(nic) <= tick;
    if (looksUp) {
      lookUp(nic, unit, packet, tick);
    }
    if (unit.mayTake()) {
      // One that has waited is taken where the last period ends, a fraction of a tick ago.
      periods.start(nic, looksUp && unit.hasWaited(tick) ? tick - 1 : tick);
      unit.take();
    }
    return unit.working() == PacketPool.NONE ? NEVER : periods.endOf(nic);
  }

  private void lookUp(int nic, AtomicUnit unit, int packet, long tick) {
    final long address = nics.address(packet);
    final long word = address / AriesOperation.WORD;
    if (unit.hits(word)) {
      nics.unitDone(nic, packet, tick);
      return;
    }
    final int slot = unit.await(word);
    if (slot == AtomicUnit.NONE) {
      return;
    }
    if (translates && !table(nic).knows(table(nic).page(address))) {
      final PageWalks table = walks[nic];
      table.addWord(table.walk(table.page(address)), slot);
    } else {
      fetches.read(nic, slot, tick);
    }
  }

  private void walk(int nic, long tick) {
    if (continuing != PageWalks.NONE) {
      fetches.read(nic, ~continuing, tick);
      continuing = PageWalks.NONE;
    }
    for (int walk = walks[nic].start(); walk != PageWalks.NONE; walk = walks[nic].start()) {
      fetches.read(nic, ~walk, tick);
    }
  }

  /** Returns whether no read, write or translation is pending. */
  boolean isAtRest() {
    for (AtomicUnit unit : units) {
      if (unit != null && !unit.isIdle()) {
        return false;
      }
    }
    return fetches.areNone();
  }
}
