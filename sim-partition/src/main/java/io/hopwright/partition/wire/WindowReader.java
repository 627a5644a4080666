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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reader of the windows that one other member sends: puts them where the partitions of this JVM
 * find them. Confined to one thread at a time.
 */
public final class WindowReader {
  /** Listener for the progress of that member. */
  public interface Listener {
    /**
     * A partition is through with a window, and all that crosses from there is in the batches of
     * its routes.
     */
    void through(int partition, long window);

    /** Records that all partitions have completed a window, with their standing. */
    void arrived(Standing standing);
  }

  private final Listener listener;
  private final int number;
  private final int member;
  private final Map<Long, Route> routeOf = new HashMap<>();
  private final Map<Integer, List<Route>> routesOf = new HashMap<>();
  private final Set<Integer> unfinished = new HashSet<>();
  private WindowBounds bounds = WindowBounds.getDefaultInstance();
  private long nextWindow;
  private int nextPart;

  /**
   * Creates the reader of the messages of {@code member}.
   *
   * @param routes from that member
   * @param number of the run
   */
  public WindowReader(List<Route> routes, int number, int member, Listener listener) {
    this(routes, number, member, Window.BEFORE_FIRST, listener);
  }

  /**
   * Creates the reader of the messages of {@code member} in a run that resumes.
   *
   * @param routes from that member
   * @param number of the run
   * @param last window before the run resumes
   */
  public WindowReader(List<Route> routes, int number, int member, Window last, Listener listener) {
    this.number = number;
    nextWindow = last.number();
    this.member = member;
    this.listener = listener;
    for (Route route : routes) {
      routeOf.put(key(route.from(), route.to()), route);
      routesOf.computeIfAbsent(route.from(), from -> new ArrayList<>()).add(route);
    }
    unfinished.addAll(routesOf.keySet());
  }

  private static long key(int from, int to) {
    return (long) from << Integer.SIZE | to;
  }

  /**
   * Receives a message.
   *
   * @throws MalformedMessageException if it is not the next part expected from the member, or is
   *     invalid
   */
  public void accept(WindowPart part) {
    require(part.getRun() == number, () -> "is of run " + part.getRun() + ", not " + number);
    require(
        part.getWindow().getNumber() == nextWindow && part.getPart() == nextPart,
        () ->
            "is part %s of window %s in place of part %s of window %s"
                .formatted(part.getPart(), part.getWindow().getNumber(), nextPart, nextWindow));
    if (nextPart == 0) {
      bounds = part.getWindow();
    }
    require(
        part.getWindow().equals(bounds),
        () -> "is part " + nextPart + " of a window of other ticks");
    final Window window = new Window(nextWindow, bounds.getFromTick(), bounds.getToTick());
    require(
        part.hasWindow() && (window.number() < 0 || window.fromTick() < window.toTick()),
        () -> "is of a window without ticks");
    for (Crossing crossing : part.getCrossingsList()) {
      append(crossing, window);
    }
    for (int partition : part.getThroughList()) {
      finish(partition, window);
    }
    nextPart++;
    if (part.hasStanding()) {
      close(part.getStanding(), window);
    }
  }

  private void finish(int partition, Window window) {
    require(
        unfinished.remove(partition),
        () ->
            "has partition " + partition + " through, of which nothing was to come in that window");
    open(partition, window);
    listener.through(partition, window.number());
  }

  /** Empties the batches that come from a partition, before the first event of a window. */
  private void open(int partition, Window window) {
    for (Route route : routesOf.get(partition)) {
      final EventBatch batch = route.batch(window.number());
      if (batch.window() != window.number()) {
        batch.open(window);
      }
    }
  }

  private void close(io.hopwright.partition.wire.proto.Standing standing, Window window) {
    require(
        unfinished.isEmpty(), () -> "is the last of a window and lacks partitions " + unfinished);
    require(standing.hasCounts(), () -> "is the last of a window and has no counts");
    final long next =
        standing.hasNextEffectTick() ? tick(standing.getNextEffectTick(), window) : Long.MAX_VALUE;
    unfinished.addAll(routesOf.keySet());
    nextPart = 0;
    nextWindow++;
    listener.arrived(
        new Standing(
            window,
            next,
            progress(standing.getCounts()),
            standing.getInterrupted(),
            standing.getCheckpoint()));
  }

  private long tick(long tick, Window window) {
    require(
        tick >= window.toTick(),
        () ->
            "knows of an event at tick %s after window %s, which ended at %s"
                .formatted(Long.toUnsignedString(tick), window.number(), window.toTick()));
    return tick;
  }

  private void append(Crossing crossing, Window window) {
    final Route route = routeOf.get(key(crossing.getFromPartition(), crossing.getToPartition()));
    require(
        route != null,
        () ->
            "leads from partition %s to %s, between which nothing crosses"
                .formatted(crossing.getFromPartition(), crossing.getToPartition()));
    require(
        unfinished.contains(route.from()),
        () -> "has an event of partition " + route.from() + ", which was through");
    open(route.from(), window);
    final EventBatch batch = route.batch(window.number());
    final int signals = crossing.getSignalEventCount();
    require(
        signals == crossing.getSignalDelayCount(),
        () -> "has " + signals + " signals and " + crossing.getSignalDelayCount() + " delays");
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
        () ->
            "has %s packets, %s delays and %s words"
                .formatted(packets, crossing.getPacketDelayCount(), all));
    require(
        batch.packets() == 0 || packets == 0 || batch.packetWords() == words,
        () -> "has packets of " + words + " words after such of " + batch.packetWords());
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
        () ->
            "has an event of window [%s, %s) that takes effect at tick %s, inside it"
                .formatted(window.fromTick(), window.toTick(), tick));
    return tick;
  }

  /** Returns counts from their form in messages. */
  public static Progress progress(Counts counts) {
    final Progress progress = new Progress();
    progress.packetsInjected = counts.getPacketsInjected();
    progress.packetsDelivered = counts.getPacketsDelivered();
    progress.packetHops = counts.getPacketHops();
    progress.packetsOutstanding = counts.getPacketsOutstanding();
    progress.packetsAwaited = counts.getPacketsAwaited();
    progress.partitionsUncounted = counts.getPartitionsUncounted();
    progress.ranksRunning = counts.getRanksRunning();
    progress.foregroundAtWork = counts.getForegroundAtWork();
    progress.operationsDone = counts.getOperationsDone();
    progress.linesKept = counts.getLinesKept();
    progress.events = counts.getEvents();
    return progress;
  }

  /** Refuses what does not hold; says so only then, as events are looked at one by one. */
  private void require(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      throw new MalformedMessageException("a message of member " + member + " " + otherwise.get());
    }
  }
}
