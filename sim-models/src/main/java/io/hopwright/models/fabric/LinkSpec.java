package io.hopwright.models.fabric;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;

/**
 * Declaration of a class of links: its name, and the defaults of its keys.
 *
 * @param name name of the class; empty for the one class of all links
 * @param flitTicks ticks for which a flit keeps the link busy
 * @param hopTicks default ticks from a grant to the arrival at the far end
 * @param creditTicks default ticks from the departure of a tail from a buffer until its credits are
 *     usable
 * @param vcBytes default buffer of each VC at the far end
 * @param given whether these numbers come from the study, so that there are no keys for them
 */
public record LinkSpec(
    String name, int flitTicks, int hopTicks, int creditTicks, int vcBytes, boolean given) {
  private static final int MOST_TICKS = 1_000_000;
  private static final int MOST_FLITS = 65_536;

  /** Name of the kind of ports in results where there is one class. */
  private static final String ONLY = "link";

  private static final int DELAY = 10;
  private static final int BUFFER = 1_024;

  /** Declares the only class of links. */
  public static LinkSpec all() {
    return named("");
  }

  /** Declares a class beside others. */
  public static LinkSpec named(String name) {
    return new LinkSpec(name, 1, DELAY, DELAY, BUFFER, false);
  }

  /** Returns the same links, with numbers given by the study. */
  public LinkSpec asGiven() {
    return new LinkSpec(name, flitTicks, hopTicks, creditTicks, vcBytes, true);
  }

  /** Returns the same links with another time of a flit. */
  public LinkSpec flitTicks(int ticks) {
    return new LinkSpec(name, ticks, hopTicks, creditTicks, vcBytes, given);
  }

  /** Returns the same links with another default of the hop. */
  public LinkSpec hopTicks(int ticks) {
    return new LinkSpec(name, flitTicks, ticks, creditTicks, vcBytes, given);
  }

  /** Returns the same links with another default of the delay of credits. */
  public LinkSpec creditTicks(int ticks) {
    return new LinkSpec(name, flitTicks, hopTicks, ticks, vcBytes, given);
  }

  /** Returns the same links with another default of the buffers. */
  public LinkSpec vcBytes(int bytes) {
    return new LinkSpec(name, flitTicks, hopTicks, creditTicks, bytes, given);
  }

  /** Returns the name of the kind of ports in results. */
  String kind() {
    return name.isEmpty() ? ONLY : name;
  }

  private String key(String member) {
    return name.isEmpty() ? "link." + member : "link." + name + "." + member;
  }

  private String of() {
    return name.isEmpty() ? "" : ", over a link of class " + name;
  }

  private Key<Integer> delay(String member, int byDefault, String meaning, String source) {
    return Key.delay(key(member), byDefault, 1, MOST_TICKS).meaning(meaning + of()).source(source);
  }

  Key<Integer> hopKey(String source) {
    return delay("hopTicks", hopTicks, "time from one router to the next", source);
  }

  Key<Integer> creditKey(String source) {
    return delay(
        "creditTicks",
        creditTicks,
        "time from the departure of a packet's tail until its credits are available at"
            + " the sender",
        source);
  }

  Key<Integer> bufferKey(FabricSpec spec) {
    return buffer(
        name.isEmpty() ? "router.vcBytes" : key("vcBytes"),
        vcBytes,
        "buffer of each VC behind a link" + (name.isEmpty() ? " and behind each node" : of()),
        spec);
  }

  /** Declares the capacity of a buffer. */
  static Key<Integer> buffer(String name, int byDefault, String meaning, FabricSpec spec) {
    return Key.bytes(
            name,
            byDefault,
            spec.flits() * spec.flitBytes(),
            MOST_FLITS * spec.flitBytes(),
            spec.flitBytes())
        .meaning(meaning)
        .source(spec.source());
  }

  /** Reads the class from the settings of a study. */
  LinkParameters read(Settings settings, FabricSpec spec) {
    return new LinkParameters(
        kind(),
        flitTicks * spec.flits(),
        given ? hopTicks : settings.get(hopKey(spec.source())),
        given ? creditTicks : settings.get(creditKey(spec.source())),
        (given ? vcBytes : settings.get(bufferKey(spec))) / spec.flitBytes());
  }
}
