package io.hopwright.models.messaging.jobs;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongBiFunction;
import java.util.stream.Stream;

/**
 * Keys of the costs of software on a machine's nodes, on all machines; each machine provides the
 * defaults.
 */
public final class SoftwareKeys {
  private static final int MOST_TICKS = 1 << 30;
  private static final int MOST_RATE = 1 << 20;
  private static final long MOST_BYTES = 1L << 40;
  private static final int MOST_HEADER_BYTES = 64;

  /** A second: times of software are at most that. */
  private static final long MOST_PICOSECONDS = 1_000_000_000_000L;

  /** Picoseconds in a nanosecond. */
  private static final long PICOSECONDS = 1_000;

  /** Name of the key that says who handles what arrives. */
  static final String PROGRESS = name("progress");

  private final Defaults machine;
  private final Key<Integer> sendTicks;
  private final Key<Integer> recvTicks;
  private final Key<Integer> byteTicks;
  private final Key<Integer> copyTicks;
  private final Key<Integer> localTicks;
  private final Key<Integer> localByteTicks;
  private final Key<Integer> reduceTicks;

  /** All of these, in the order of explanations. */
  private final List<Key<Integer>> inTicks;

  private final Key<Long> eagerBytes;
  private final Key<Integer> headerBytes;
  private final Key<Integer> matchTicks;
  private final Key<ProgressKind> progress;
  private final Key<Boolean> rendezvous;
  private final Optional<Key<Integer>> postTicks;

  /** Keys that state the same as times, by the name of the key in ticks; none without a clock. */
  private final Map<String, Key<Long>> times = new LinkedHashMap<>();

  /**
   * Default of a key and its source.
   *
   * @param value in the key's unit, or in nanoseconds
   * @param nanoseconds whether the value is a time, which has more ticks on a finer clock
   * @param source paper and section, or ASSUMED or FIT with the reason
   */
  public record Default(long value, boolean nanoseconds, String source) {
    private static final int UNSET = -1;

    /** Creates a default in the key's unit. */
    public Default(long value, String source) {
      this(value, false, source);
    }

    /** Returns the default of a key that other keys of the machine replace if it is not set. */
    public static Default unset(String source) {
      return new Default(UNSET, source);
    }

    /** Returns the default, in nanoseconds, for a machine whose tick a key sets. */
    public static Default nanoseconds(long value, String source) {
      return new Default(value, true, source);
    }

    /** Returns the default that the key declares; null if only the clock decides it. */
    private Integer declared() {
      return nanoseconds || value == UNSET ? null : (Integer) (int) value;
    }

    private String note() {
      return nanoseconds ? "; " + value + " ns if not set" : "";
    }

    private long ticks(LongUnaryOperator ofNanoseconds) {
      return nanoseconds ? ofNanoseconds.applyAsLong(value) : value;
    }
  }

  /**
   * Defaults of a machine.
   *
   * @param sendTicks processor time of a send
   * @param recvTicks processor time of a receive
   * @param byteTicks processor time of the bytes sent or received, in ticks per KiB
   * @param copyTicks time of copied bytes, in ticks per KiB
   * @param localTicks time of a message within a node, 1 or more
   * @param localByteTicks time of the bytes of such a message, in ticks per KiB
   * @param reduceTicks time of reduced bytes, in ticks per KiB
   * @param eagerBytes largest message sent eagerly
   * @param headerBytes header of each transfer
   * @param leastHeaderBytes smallest header possible with the machine's packets
   * @param progress progress models of the machine; the first is the default
   * @param progressSource source of the default
   * @param get whether its interfaces can fetch data, which is then the default
   * @param rendezvousSource source of that default
   * @param postTicks processor time to begin a one-sided operation; empty if there are none
   */
  public record Defaults(
      Default sendTicks,
      Default recvTicks,
      Default byteTicks,
      Default copyTicks,
      Default localTicks,
      Default localByteTicks,
      Default reduceTicks,
      Default eagerBytes,
      Default headerBytes,
      int leastHeaderBytes,
      List<ProgressKind> progress,
      String progressSource,
      boolean get,
      String rendezvousSource,
      Optional<Default> postTicks) {
    /** Copies the list. */
    public Defaults {
      progress = List.copyOf(progress);
    }
  }

  private SoftwareKeys(Defaults machine, boolean offersGet, boolean withTimes) {
    this.machine = machine;
    sendTicks = ticks("sendTicks", machine.sendTicks, 0, "to send a message");
    recvTicks = ticks("recvTicks", machine.recvTicks, 0, "to receive a message");
    byteTicks = rate("byteTicks", machine.byteTicks, "processor time of sending");
    copyTicks =
        rate(
            "copyTicks",
            machine.copyTicks,
            "time to copy unexpected messages, and messages out of mailboxes");
    localTicks =
        Key.delay(name("localTicks"), machine.localTicks.declared(), 1, MOST_TICKS)
            .meaning("time of a message between two ranks of a node" + machine.localTicks.note())
            .source(machine.localTicks.source);
    localByteTicks =
        rate(
            "localByteTicks",
            machine.localByteTicks,
            "time of the bytes of a message between two ranks of a node");
    reduceTicks = rate("reduceTicks", machine.reduceTicks, "time to reduce");
    inTicks =
        List.of(
            sendTicks, recvTicks, byteTicks, copyTicks, localTicks, localByteTicks, reduceTicks);
    eagerBytes =
        Key.longBytes(name("eagerBytes"), machine.eagerBytes.value, 0, MOST_BYTES)
            .meaning("largest message that is sent eagerly; larger ones use a rendezvous")
            .source(machine.eagerBytes.source);
    headerBytes =
        Key.bytes(
                name("headerBytes"),
                (int) machine.headerBytes.value,
                machine.leastHeaderBytes,
                MOST_HEADER_BYTES,
                0)
            .meaning("header bytes of a transfer, in addition to the bytes of its message")
            .source(machine.headerBytes.source);
    matchTicks =
        Key.delay(name("matchTicks"), 0, 0, MOST_TICKS)
            .assumed("processor time for each message or receive examined in matching");
    progress =
        Key.choice(
                PROGRESS,
                machine.progress.get(0),
                Choice.of(ProgressKind.values()).stream()
                    .filter(choice -> machine.progress.contains(choice.value()))
                    .toList())
            .meaning("unit that handles arriving messages, and the time at which it does")
            .source(machine.progressSource);
    rendezvous =
        Key.choice(
                name("rendezvous"),
                machine.get,
                Stream.of(
                        new Choice<>(
                            false,
                            "put",
                            "the receiver requests the data, and the sender sends them"),
                        new Choice<>(true, "get", "the receiver's interface fetches the data"))
                    .filter(choice -> offersGet || !choice.value())
                    .toList())
            .meaning("protocol of messages above eagerBytes")
            .source(machine.rendezvousSource);
    postTicks =
        machine.postTicks.map(ticks -> ticks("postTicks", ticks, 0, "to begin a put, get or amo"));
    if (withTimes) {
      Stream.of(inTicks.stream(), Stream.of(matchTicks), postTicks.stream())
          .flatMap(keys -> keys)
          .forEach(key -> times.put(key.name(), time(key.name())));
    }
  }

  /** Declares the key that states as a time what another one states in ticks. */
  private static Key<Long> time(String inTicks) {
    return Key.time(inTicks.replaceFirst("Ticks$", "Time"), null, MOST_PICOSECONDS)
        .meaning("the same as " + inTicks + ", but as a time such as 500 ns; set one of the two")
        .source("set by the study");
  }

  private static String name(String key) {
    return "software." + key;
  }

  private static Key<Integer> ticks(String key, Default byDefault, int least, String what) {
    return Key.delay(name(key), byDefault.declared(), least, MOST_TICKS)
        .meaning("processor time " + what + byDefault.note())
        .source(byDefault.source);
  }

  private static Key<Integer> rate(String key, Default byDefault, String what) {
    return Key.delay(name(key), byDefault.declared(), 0, MOST_RATE)
        .meaning(what + ", for each KiB" + byDefault.note())
        .source(byDefault.source);
  }

  /** Declares the keys for a machine. */
  public static SoftwareKeys of(Defaults machine) {
    return new SoftwareKeys(machine, machine.get, false);
  }

  /** Declares the keys for a machine on whose clock a study can state times in place of ticks. */
  public static SoftwareKeys withTimes(Defaults machine) {
    return new SoftwareKeys(machine, machine.get, true);
  }

  /** Declares the keys for a machine whose interfaces fetch data if a study requests it. */
  public static SoftwareKeys offeringGet(Defaults machine) {
    return new SoftwareKeys(machine, true, false);
  }

  /** Returns the name of the key that selects the protocol of messages that are not eager. */
  public String rendezvous() {
    return rendezvous.name();
  }

  /** Returns the name of the key for the bytes of a transfer beside its message. */
  public String headerBytes() {
    return headerBytes.name();
  }

  /** Returns the part of the machine. */
  public Component component() {
    return Component.of(
        "software",
        Stream.of(
                inTicks.stream(),
                Stream.of(eagerBytes, headerBytes, matchTicks, progress, rendezvous),
                postTicks.stream(),
                times.values().stream())
            .flatMap(keys -> keys)
            .toArray(Key<?>[]::new));
  }

  /** Reads the software of a study. */
  public Software read(Settings settings) {
    return read(settings, 0, 0);
  }

  /**
   * Reads the software of a study.
   *
   * @param unsetSendTicks ticks to send, if the study does not set them and there is no default
   * @param unsetRecvTicks ticks to receive, likewise
   */
  public Software read(Settings settings, int unsetSendTicks, int unsetRecvTicks) {
    return read(
        settings,
        new Default(unsetSendTicks, machine.sendTicks.source),
        new Default(unsetRecvTicks, machine.recvTicks.source),
        LongUnaryOperator.identity(),
        key -> settings.find(key).map(Long::valueOf));
  }

  /**
   * Reads the software of a study of a machine whose defaults are times. They become the nearest
   * ticks, rounded up at half a tick, and at least one tick.
   *
   * @throws SettingsException if a study states both a time and ticks, or too long a time
   */
  public Software read(Settings settings, TickRate rate) {
    return read(
        settings,
        machine.sendTicks,
        machine.recvTicks,
        value -> ticks(value * PICOSECONDS, rate),
        key -> stated(settings, key, rate));
  }

  /** Returns a time in ticks: the nearest one, and at least one of a time above 0. */
  private static long ticks(long picoseconds, TickRate rate) {
    return picoseconds == 0
        ? 0
        : Math.max(1, Math.round(picoseconds * rate.ticksPerNanosecond() / PICOSECONDS));
  }

  private Optional<Long> stated(Settings settings, Key<Integer> key, TickRate rate) {
    final Optional<Long> inTicks = settings.find(key).map(Long::valueOf);
    final Key<Long> time = times.get(key.name());
    if (time == null || settings.find(time).isEmpty()) {
      return inTicks;
    }
    if (inTicks.isPresent() && !inTicks.get().equals(key.parameter().defaultValue())) {
      throw new SettingsException(
          time.name(), "is set, and so is " + key.name() + "; set one of them");
    }
    final long ticks = ticks(settings.find(time).orElseThrow(), rate);
    final int most = isRate(key) ? MOST_RATE : MOST_TICKS;
    if (ticks > most) {
      throw new SettingsException(
          time.name(),
          "is %s ticks of %s ns; use at most %s ticks"
              .formatted(ticks, 1 / rate.ticksPerNanosecond(), most));
    }
    return Optional.of(key.equals(localTicks) ? Math.max(1, ticks) : ticks);
  }

  private boolean isRate(Key<Integer> key) {
    return List.of(byteTicks, copyTicks, localByteTicks, reduceTicks).contains(key);
  }

  private Software read(
      Settings settings,
      Default send,
      Default recv,
      LongUnaryOperator ofNanoseconds,
      Function<Key<Integer>, Optional<Long>> stated) {
    final ToLongBiFunction<Key<Integer>, Default> ticks =
        (key, byDefault) -> stated.apply(key).orElseGet(() -> byDefault.ticks(ofNanoseconds));
    return new Software(
        ticks.applyAsLong(sendTicks, send),
        ticks.applyAsLong(recvTicks, recv),
        ticks.applyAsLong(byteTicks, machine.byteTicks),
        ticks.applyAsLong(copyTicks, machine.copyTicks),
        ticks.applyAsLong(localTicks, machine.localTicks),
        ticks.applyAsLong(localByteTicks, machine.localByteTicks),
        ticks.applyAsLong(reduceTicks, machine.reduceTicks),
        settings.get(eagerBytes),
        settings.get(headerBytes),
        stated.apply(matchTicks).orElse(0L),
        settings.get(progress),
        settings.get(rendezvous),
        postTicks.map(key -> ticks.applyAsLong(key, machine.postTicks.orElseThrow())).orElse(0L),
        0);
  }
}
