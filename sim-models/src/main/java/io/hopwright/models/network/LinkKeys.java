package io.hopwright.models.network;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.Latency;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.files.Quantities;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Keys of packets, links and buffers, as a study sets them, for all links and for the links of a
 * kind; the latter win.
 */
final class LinkKeys {
  static final String SECTION = "link";
  private static final String SOURCE = "ASSUMED, network.md";
  private static final int MOST_BYTES = 1 << 26;
  private static final int MOST_FLIT_BYTES = 1 << 16;
  private static final int MOST_TICKS = 10_000;

  /** Largest number of flits of a packet. */
  static final int MOST_FLITS = 255;

  static final Key<Integer> FLITS =
      Key.integer("packet.flits", null, 1, MOST_FLITS)
          .meaning("flits of a packet, including headers; 8 if packet.bytes is not set either")
          .source(SOURCE);
  static final Key<Integer> BYTES =
      Key.bytes("packet.bytes", null, 1, MOST_BYTES, 1)
          .meaning("bytes of data of a packet, instead of packet.flits")
          .source(SOURCE);
  static final Key<Integer> HEADER =
      Key.bytes("packet.headerBytes", 0, 0, MOST_FLIT_BYTES, 1)
          .meaning("header bytes of a packet")
          .source(SOURCE);
  static final Key<Integer> FLIT_BYTES =
      Key.bytes("link.flitBytes", 8, 1, MOST_FLIT_BYTES, 1)
          .meaning("bytes of a flit, on all links")
          .source(SOURCE);
  static final Key<String> RATE = rate(SECTION, "rate of links that have none in the file");
  static final Key<Integer> FLIT_TICKS =
      flitTicks(SECTION, "cycles of a flit on links, without rates; 1 if not set");
  static final Key<String> LATENCY =
      latency(
          SECTION, "latency", "latency of links that have none in the file; 4 cycles if not set");
  static final Key<String> CREDIT_TIME =
      latency(
          SECTION,
          "creditTime",
          "delay of credits, from the departure of a packet's tail from the buffer until"
              + " they are available at the sender; the latency of the link if not set");
  static final Key<Integer> VC_BYTES =
      vcBytes(
          "router",
          "buffer of each VC; if not set, enough to keep two links busy, including the"
              + " delay of credits");

  private static final String KIND = SECTION + "." + Parameter.FREE;

  static final Key<String> KIND_RATE = rate(KIND, "rate of links of a kind");
  static final Key<Integer> KIND_FLIT_TICKS = flitTicks(KIND, "cycles of a flit, by kind of link");
  static final Key<String> KIND_LATENCY = latency(KIND, "latency", "latency of links of a kind");
  static final Key<String> KIND_CREDIT_TIME =
      latency(KIND, "creditTime", "time of credits of links of a kind");
  static final Key<Integer> KIND_VC_BYTES =
      vcBytes(KIND, "buffer of each VC behind links of a kind");

  static final Key<String> NODE_RATE =
      rate("nicLink", "rate of nodes; if not set, that of the file or of the fastest link");
  static final Key<Integer> NODE_FLIT_TICKS =
      flitTicks("nicLink", "cycles of a flit to and from a node, without rates; 1 if not set");
  static final Key<String> NODE_LATENCY =
      latency("nicLink", "latency", "latency between a node and its router; 1 cycle if not set");
  static final Key<Integer> NODE_VC_BYTES =
      vcBytes("nicLink", "buffer behind each node; if not set, enough to keep the node busy");

  /** The parts of the machine, in the order to explain them. */
  static final List<Component> PARTS =
      List.of(
          Component.of("packet", FLITS, BYTES, HEADER),
          Component.of(
              "link",
              FLIT_BYTES,
              RATE,
              FLIT_TICKS,
              LATENCY,
              CREDIT_TIME,
              VC_BYTES,
              KIND_RATE,
              KIND_FLIT_TICKS,
              KIND_LATENCY,
              KIND_CREDIT_TIME,
              KIND_VC_BYTES),
          Component.of("host", NODE_RATE, NODE_FLIT_TICKS, NODE_LATENCY, NODE_VC_BYTES));

  private LinkKeys() {}

  private static Key<String> rate(String section, String meaning) {
    return Key.quantity(section + ".rate").meaning(meaning + ", as in 25 GB/s").source(SOURCE);
  }

  private static Key<String> latency(String section, String member, String meaning) {
    return Key.quantity(section + "." + member)
        .meaning(meaning + "; in cycles, or as in 100 ns")
        .source(SOURCE);
  }

  private static Key<Integer> flitTicks(String section, String meaning) {
    return Key.integer(section + ".flitTicks", null, 1, MOST_TICKS).meaning(meaning).source(SOURCE);
  }

  private static Key<Integer> vcBytes(String section, String meaning) {
    return Key.bytes(section + ".vcBytes", null, 1, MOST_BYTES, 1).meaning(meaning).source(SOURCE);
  }

  /** Returns the value for a kind of links, or else for all of them. */
  static <T> Optional<T> ofKind(Settings settings, Key<T> ofKind, Key<T> ofAll, String kind) {
    return (settings.declares(ofKind.of(kind).name())
            ? settings.find(ofKind.of(kind))
            : Optional.<T>empty())
        .or(() -> settings.find(ofAll));
  }

  /** Returns a latency of a class of links; empty if nothing states it. */
  static Optional<Latency> latency(Settings settings, LinkClass stated) {
    return stated.latency().isStated()
        ? Optional.of(stated.latency())
        : quantity(settings, KIND_LATENCY, LATENCY, stated.kind(), Quantities::latency);
  }

  /** Returns the time of credits of a class of links; empty if it is as the latency. */
  static Optional<Latency> creditTime(Settings settings, LinkClass stated) {
    return quantity(settings, KIND_CREDIT_TIME, CREDIT_TIME, stated.kind(), Quantities::latency);
  }

  /** Returns the rate of a class of links in bit/s; empty if nothing states it. */
  static Optional<Long> rate(Settings settings, LinkClass stated) {
    return stated.bitsPerSecond() > 0
        ? Optional.of(stated.bitsPerSecond())
        : quantity(settings, KIND_RATE, RATE, stated.kind(), text -> Quantities.rate(text, false));
  }

  private static <T> Optional<T> quantity(
      Settings settings,
      Key<String> ofKind,
      Key<String> ofAll,
      String kind,
      Function<String, T> reader) {
    final boolean own =
        settings.declares(ofKind.of(kind).name()) && settings.find(ofKind.of(kind)).isPresent();
    return quantity(settings, own ? ofKind.of(kind) : ofAll, reader);
  }

  /** Returns a quantity that a key states. */
  static <T> Optional<T> quantity(Settings settings, Key<String> key, Function<String, T> reader) {
    try {
      return settings.find(key).map(reader);
    } catch (DescriptionException e) {
      throw new SettingsException(key.name(), e.getMessage());
    }
  }
}
