package io.hopwright.partition.wire;

import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Route;
import io.hopwright.core.window.Standing;
import io.hopwright.core.window.Window;
import io.hopwright.partition.wire.proto.Counts;
import io.hopwright.partition.wire.proto.Crossing;
import io.hopwright.partition.wire.proto.WindowBounds;
import io.hopwright.partition.wire.proto.WindowPart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Puts what one other member sends at the end of its windows where the partitions of this JVM find
 * it. Confined to one thread at a time.
 */
public final class WindowReader {
  private final Predicate<Standing> arrived;
  private final int number;
  private final int member;
  private final List<Route> routes;
  private final Map<Long, Route> routeOf = new HashMap<>();
  private long nextWindow = Window.BEFORE_FIRST.number();
  private WindowBounds opened;
  private int nextPart;
  private int parts;

  /**
   * Creates the reader of what {@code member} sends.
   *
   * @param routes from that member
   * @param number of the run
   * @param arrived is told how the member stands, once all that belongs to a window is in the
   *     batches of the routes; tells whether everybody is through with that window
   */
  public WindowReader(List<Route> routes, int number, int member, Predicate<Standing> arrived) {
    this.routes = routes;
    this.number = number;
    this.member = member;
    this.arrived = arrived;
    for (Route route : routes) {
      routeOf.put(key(route.from(), route.to()), route);
    }
  }

  private static long key(int from, int to) {
    return (long) from << Integer.SIZE | to;
  }

  /**
   * Takes in a message.
   *
   * @return true if with it everybody is through with the window: the caller takes the next one
   * @throws MalformedMessageException if it is not the next part of what the member has to send, or
   *     makes no sense
   */
  public boolean accept(WindowPart part) {
    final WindowBounds bounds = part.getWindow();
    final Window window = new Window(bounds.getNumber(), bounds.getFromTick(), bounds.getToTick());
    require(part.getRun() == number, "is of run " + part.getRun() + ", not " + number);
    require(
        window.number() == nextWindow && part.getPart() == nextPart,
        "is part "
            + part.getPart()
            + " of window "
            + window.number()
            + " in place of part "
            + nextPart
            + " of window "
            + nextWindow);
    require(
        part.hasWindow() && (window.number() < 0 || window.fromTick() < window.toTick()),
        "is of a window without ticks");
    if (nextPart == 0) {
      parts = part.getParts();
      opened = bounds;
      routes.forEach(route -> route.batch(window.number()).open(window));
    }
    require(
        part.getParts() == parts && nextPart < parts,
        "is part " + nextPart + " of " + part.getParts() + " after one of " + parts);
    require(bounds.equals(opened), "is part " + nextPart + " of a window with other ticks");
    for (Crossing crossing : part.getCrossingsList()) {
      append(crossing, window);
    }
    nextPart++;
    if (nextPart < parts) {
      return false;
    }
    require(part.hasCounts(), "is the last part of a window and has no counts");
    nextPart = 0;
    nextWindow++;
    return arrived.test(
        new Standing(
            window,
            part.hasNextEffectTick() ? tick(part.getNextEffectTick(), window) : Long.MAX_VALUE,
            progress(part.getCounts()),
            part.getInterrupted()));
  }

  private long tick(long tick, Window window) {
    require(
        tick >= window.toTick(),
        "knows of an event at tick "
            + Long.toUnsignedString(tick)
            + " after window "
            + window.number()
            + ", which ended at "
            + window.toTick());
    return tick;
  }

  private void append(Crossing crossing, Window window) {
    final Route route = routeOf.get(key(crossing.getFromPartition(), crossing.getToPartition()));
    require(
        route != null,
        "leads from partition "
            + crossing.getFromPartition()
            + " to "
            + crossing.getToPartition()
            + ", between which nothing crosses");
    final EventBatch batch = route.batch(window.number());
    final int signals = crossing.getSignalEventCount();
    require(
        signals == crossing.getSignalDelayCount(),
        "has " + signals + " signals and " + crossing.getSignalDelayCount() + " delays");
    for (int i = 0; i < signals; i++) {
      batch.addSignal(effectTick(window, crossing.getSignalDelay(i)), crossing.getSignalEvent(i));
    }
    appendPackets(crossing, window, batch);
  }

  private void appendPackets(Crossing crossing, Window window, EventBatch batch) {
    final int packets = crossing.getPacketEventCount();
    final int all = crossing.getPacketWordsCount();
    final int words = packets == 0 ? 0 : all / packets;
    require(
        packets == crossing.getPacketDelayCount() && packets * words == all,
        "has "
            + packets
            + " packets, "
            + crossing.getPacketDelayCount()
            + " delays and "
            + all
            + " words");
    require(
        batch.packets() == 0 || packets == 0 || batch.packetWords() == words,
        "has packets of " + words + " words after such of " + batch.packetWords());
    for (int i = 0; i < packets; i++) {
      batch.addPacket(
          effectTick(window, crossing.getPacketDelay(i)), crossing.getPacketEvent(i), words);
      for (int word = 0; word < words; word++) {
        batch.setWord(word, crossing.getPacketWords(i * words + word));
      }
    }
  }

  private long effectTick(Window window, int delay) {
    final long tick = window.fromTick() + Integer.toUnsignedLong(delay);
    require(
        tick >= window.toTick(),
        "has an event of window ["
            + window.fromTick()
            + ", "
            + window.toTick()
            + ") that takes effect at tick "
            + tick
            + ", inside it");
    return tick;
  }

  /** Returns counts that have travelled. */
  public static Progress progress(Counts counts) {
    final Progress progress = new Progress();
    progress.packetsInjected = counts.getPacketsInjected();
    progress.packetsDelivered = counts.getPacketsDelivered();
    progress.packetHops = counts.getPacketHops();
    progress.packetsOutstanding = counts.getPacketsOutstanding();
    progress.packetsAwaited = counts.getPacketsAwaited();
    progress.events = counts.getEvents();
    return progress;
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new MalformedMessageException("a message of member " + member + " " + otherwise);
    }
  }
}
