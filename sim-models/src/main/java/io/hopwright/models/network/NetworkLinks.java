package io.hopwright.models.network;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.fabric.FabricSpec;
import io.hopwright.models.fabric.LinkSpec;
import io.hopwright.models.topology.description.Latency;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.files.NetworkFile;
import io.hopwright.models.topology.files.Quantities;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Packets and link classes of a network, in ticks. A tick is a cycle, or the longest time of which
 * all flit times are multiples.
 */
final class NetworkLinks {
  private static final String UNNAMED = "link";
  private static final String NODE = "node";
  private static final int MOST_KINDS = 32;
  private static final int MOST_TICKS = 1_000_000;
  private static final int MOST_VC_FLITS = 65_536;
  private static final int BITS = 8;
  private static final int DEFAULT_FLITS = 8;
  private static final int DEFAULT_LATENCY = 4;
  private static final BigInteger PICOSECONDS = BigInteger.TEN.pow(12);

  private final Settings settings;
  private final NetworkDescription network;

  /** Classes of links that are there, with their numbers. */
  private final Map<LinkClass, Integer> numbers = new HashMap<>();

  private final List<LinkClass> classes = new ArrayList<>();

  /** Directions of links of each class. */
  private final List<Integer> directions = new ArrayList<>();

  private final LinkClass nodes;
  private final int flitBytes;
  private final int flits;
  private final int dataBytes;

  /** Ticks in a second; null if ticks are cycles. */
  private final BigDecimal perSecond;

  private final TickRate tickRate;

  private NetworkLinks(Settings settings, NetworkDescription network) {
    this.settings = settings;
    this.network = network;
    for (int link = 0; link < network.links(); link++) {
      add(network.there(link));
      if (!network.isOneWay(link)) {
        add(network.back(link));
      }
    }
    checkKinds();
    nodes = classOfNodes();
    flitBytes = settings.get(LinkKeys.FLIT_BYTES);
    flits = flits();
    dataBytes =
        settings.find(LinkKeys.BYTES).orElse(flits * flitBytes - settings.get(LinkKeys.HEADER));
    if (dataBytes < 1) {
      throw new SettingsException(
          LinkKeys.HEADER.name(),
          "fills all %s B of a packet; use a smaller header, or more flits"
              .formatted(flits * flitBytes));
    }
    tickRate = tickRate();
    perSecond =
        tickRate == null
            ? null
            : new BigDecimal(tickRate.ticks())
                .divide(new BigDecimal(tickRate.seconds()), MathContext.DECIMAL128);
  }

  /**
   * Completes the declaration by packets and links of a network.
   *
   * @throws SettingsException naming the key that does not fit
   */
  static NetworkLinks of(Settings settings, NetworkDescription network) {
    return new NetworkLinks(settings, network);
  }

  private void add(LinkClass linkClass) {
    final Integer known = numbers.putIfAbsent(linkClass, classes.size());
    if (known == null) {
      classes.add(linkClass);
      directions.add(1);
    } else {
      directions.set(known, directions.get(known) + 1);
    }
  }

  /**
   * Returns the number of the class of the link out of a port, or of the link into it if none leads
   * out of it.
   */
  int classOf(int router, int port) {
    return numbers.get(
        network.leads(router, port)
            ? network.out(router, port)
            : network.out(network.far(router, port), network.farPort(router, port)));
  }

  private void checkKinds() {
    final TreeSet<String> kinds = new TreeSet<>();
    classes.forEach(each -> kinds.add(kind(each)));
    final String key = TopologyKeys.named(settings).name();
    if (kinds.contains(NODE) || kinds.stream().anyMatch(kind -> kind.contains("."))) {
      throw new SettingsException(
          key,
          "has links of kind %s, which results cannot name; use a name without '.' other than node"
              .formatted(kinds));
    }
    if (kinds.size() > MOST_KINDS) {
      throw new SettingsException(
          key, "has %s kinds of links; use at most %s".formatted(kinds.size(), MOST_KINDS));
    }
    for (String member : settings.members(LinkKeys.SECTION)) {
      if (!kinds.contains(member) && !settings.declares(LinkKeys.SECTION + "." + member)) {
        throw new SettingsException(
            LinkKeys.SECTION + "." + member,
            "is a kind of links that the network does not have; it has "
                + String.join(", ", kinds));
      }
    }
  }

  private static String kind(LinkClass linkClass) {
    return linkClass.kind().isEmpty() ? UNNAMED : linkClass.kind();
  }

  /** Returns the class of the links of nodes, which must be the same for all. */
  private LinkClass classOfNodes() {
    LinkClass all = null;
    for (int node = 0; node < network.nodes(); node++) {
      final LinkClass each = network.classOfNode(node);
      final LinkClass plain = new LinkClass("", each.latency(), each.bitsPerSecond());
      if (all != null && !all.equals(plain)) {
        throw new SettingsException(
            TopologyKeys.named(settings).name(),
            "gives nodes links of different latencies or rates, but all nodes of a"
                + " simulation need equal links; state one latency and rate");
      }
      all = plain;
    }
    return all == null ? LinkClass.PLAIN : all;
  }

  private int flits() {
    final Optional<Integer> stated = settings.find(LinkKeys.FLITS);
    final Optional<Integer> bytes = settings.find(LinkKeys.BYTES);
    if (stated.isPresent() && bytes.isPresent()) {
      throw new SettingsException(
          LinkKeys.FLITS.name(),
          "and %s are both set; leave one of them out".formatted(LinkKeys.BYTES));
    }
    if (bytes.isEmpty()) {
      return stated.orElse(DEFAULT_FLITS);
    }
    final long all = (long) bytes.get() + settings.get(LinkKeys.HEADER);
    final long needed = (all + flitBytes - 1) / flitBytes;
    if (needed > LinkKeys.MOST_FLITS) {
      throw new SettingsException(
          LinkKeys.BYTES.name(),
          "makes packets of %s flits; use at most %s, or larger flits"
              .formatted(needed, LinkKeys.MOST_FLITS));
    }
    return (int) needed;
  }

  // ------------------------------------------------------------------------- time

  private Optional<Long> nodeRate() {
    return nodes.bitsPerSecond() > 0
        ? Optional.of(nodes.bitsPerSecond())
        : LinkKeys.quantity(settings, LinkKeys.NODE_RATE, text -> Quantities.rate(text, false));
  }

  /** Returns the rate of ticks: all times of flits are multiples; null for cycles. */
  private TickRate tickRate() {
    final Map<Long, String> rates = new HashMap<>();
    final List<String> without = new ArrayList<>();
    for (LinkClass each : classes) {
      LinkKeys.rate(settings, each)
          .ifPresentOrElse(rate -> rates.put(rate, kind(each)), () -> without.add(kind(each)));
    }
    nodeRate().ifPresent(rate -> rates.putIfAbsent(rate, NODE));
    if (rates.isEmpty()) {
      return null;
    }
    if (!without.isEmpty()) {
      throw new SettingsException(
          LinkKeys.RATE.name(),
          "is missing for links of kind %s, but other links have a rate; set it, or link.%s.rate"
              .formatted(without.get(0), without.get(0)));
    }
    return tickRate(rates);
  }

  private TickRate tickRate(Map<Long, String> rates) {
    final BigInteger flitBits = BigInteger.valueOf((long) flitBytes * BITS);
    final BigInteger multiple = commonMultiple(rates.keySet());
    final BigInteger divisor = multiple.gcd(flitBits);
    if (multiple.compareTo(flitBits.multiply(PICOSECONDS)) > 0) {
      throw new SettingsException(
          LinkKeys.RATE.name(),
          ("and the other rates need a tick shorter than 1 ps, so that a flit takes"
                  + " whole ticks on each link; round the rate of %s bit/s (%s)")
              .formatted(odd(rates), rates.get(odd(rates))));
    }
    return new TickRate(
        multiple.divide(divisor).longValueExact(), flitBits.divide(divisor).longValueExact());
  }

  private static BigInteger commonMultiple(Iterable<Long> rates) {
    BigInteger multiple = BigInteger.ONE;
    for (long rate : rates) {
      final BigInteger each = BigInteger.valueOf(rate);
      multiple = multiple.divide(multiple.gcd(each)).multiply(each);
    }
    return multiple;
  }

  /** Returns the rate without which the common multiple is least. */
  private static long odd(Map<Long, String> rates) {
    long odd = 0;
    BigInteger least = null;
    for (long rate : new TreeSet<>(rates.keySet())) {
      final TreeSet<Long> others = new TreeSet<>(rates.keySet());
      others.remove(rate);
      final BigInteger multiple = commonMultiple(others);
      if (least == null || multiple.compareTo(least) <= 0) {
        least = multiple;
        odd = rate;
      }
    }
    return odd;
  }

  /** Returns the ticks of a flit. */
  private int flitTicks(Optional<Long> rate, Optional<Integer> cycles, Key<?> key) {
    if (tickRate == null) {
      return cycles.orElse(1);
    }
    if (cycles.isPresent()) {
      throw new SettingsException(
          key.name(), "is in cycles, but links have rates; state a rate in its place");
    }
    final BigInteger ticks =
        BigInteger.valueOf(tickRate.ticks())
            .multiply(BigInteger.valueOf((long) flitBytes * BITS))
            .divide(
                BigInteger.valueOf(tickRate.seconds()).multiply(BigInteger.valueOf(rate.get())));
    if (ticks.multiply(BigInteger.valueOf(flits)).compareTo(BigInteger.valueOf(MOST_TICKS)) > 0) {
      throw new SettingsException(
          LinkKeys.RATE.name(),
          "the rates of links make a packet of %s ticks on the slowest one, but at most %s are"
                  .formatted(ticks.multiply(BigInteger.valueOf(flits)), MOST_TICKS)
              + " possible; round the rates");
    }
    return ticks.intValueExact();
  }

  /** Returns a latency in ticks, at least 1; empty if it is unstated. */
  private OptionalLong ticks(Optional<Latency> latency, Key<?> key) {
    if (latency.isEmpty()) {
      return OptionalLong.empty();
    }
    final boolean cycles = latency.get().unit() == Latency.Unit.CYCLES;
    if (cycles != (tickRate == null) && latency.get().value() != 0) {
      throw new SettingsException(
          key.name(),
          cycles
              ? "the latency of a link is in cycles, but links have rates; state a time, as in"
                  + " 10 ns, in the study or the file. An anynet file has cycles alone;"
                  + " topology convert makes a file that can have times"
              : "the latency of a link is a time, but links have no rate; set %s, or state cycles"
                  .formatted(LinkKeys.RATE));
    }
    final BigDecimal ticks =
        tickRate == null
            ? new BigDecimal(latency.get().value())
            : new BigDecimal(latency.get().value())
                .multiply(perSecond)
                .scaleByPowerOfTen(-12)
                .setScale(0, RoundingMode.HALF_EVEN);
    if (ticks.compareTo(new BigDecimal(MOST_TICKS)) > 0) {
      throw new SettingsException(
          key.name(),
          "the latency of a link is %s ticks; use at most %s".formatted(ticks, MOST_TICKS));
    }
    return OptionalLong.of(Math.max(1, ticks.longValueExact()));
  }

  /** Returns the length of a tick, one phrase. */
  String tick() {
    return tickRate == null
        ? "a cycle"
        : "%s ns (%s/%s s)"
            .formatted(
                BigDecimal.valueOf(tickRate.seconds())
                    .scaleByPowerOfTen(9)
                    .divide(BigDecimal.valueOf(tickRate.ticks()), MathContext.DECIMAL32)
                    .stripTrailingZeros()
                    .toPlainString(),
                tickRate.seconds(),
                tickRate.ticks());
  }

  // ------------------------------------------------------------------------- classes

  /** Returns the declaration with packets, ticks and classes of links. */
  FabricSpec complete(FabricSpec spec) {
    final int nodeFlitTicks =
        flitTicks(
            nodeRate().or(this::fastest),
            settings.find(LinkKeys.NODE_FLIT_TICKS),
            LinkKeys.NODE_FLIT_TICKS);
    final int nodeTicks = nodeFlitTicks * flits;
    final Optional<Latency> nodeLatency =
        nodes.latency().isStated()
            ? Optional.of(nodes.latency())
            : LinkKeys.quantity(settings, LinkKeys.NODE_LATENCY, Quantities::latency);
    final int injection = (int) ticks(nodeLatency, LinkKeys.NODE_LATENCY).orElse(1);
    if (tickRate != null) {
      spec.tick(tickRate);
    }
    return spec.packets(flits, flitBytes, dataBytes)
        .headerBytes(settings.get(LinkKeys.HEADER))
        .nodeFlitTicks(nodeFlitTicks)
        .injectionTicks(injection)
        .ejectionTicks(injection + nodeTicks)
        .links(classes.stream().map(this::link).toArray(LinkSpec[]::new))
        .nodeVcBytes(
            buffer(
                settings.find(LinkKeys.NODE_VC_BYTES).or(() -> settings.find(LinkKeys.VC_BYTES)),
                LinkKeys.NODE_VC_BYTES,
                injection,
                nodeTicks));
  }

  /** Returns the classes of links as the file and the keys determine them, by name. */
  List<Map<String, Object>> properties() {
    final List<Map<String, Object>> rows = new ArrayList<>();
    for (int number = 0; number < classes.size(); number++) {
      final LinkClass each = classes.get(number);
      final LinkSpec link = link(each);
      final Map<String, Object> row = new LinkedHashMap<>();
      row.put("kind", link.name());
      row.put("directions", directions.get(number));
      row.put(
          "latency",
          NetworkFile.text(
              LinkKeys.latency(settings, each).orElse(Latency.cycles(link.hopTicks()))));
      row.put("rate", LinkKeys.rate(settings, each).map(NetworkFile::rateText).orElse(null));
      row.put("latencyTicks", link.hopTicks());
      row.put("flitTicks", link.flitTicks());
      row.put("vcBytes", link.vcBytes());
      rows.add(row);
    }
    return rows;
  }

  private Optional<Long> fastest() {
    return classes.stream()
        .flatMap(each -> LinkKeys.rate(settings, each).stream())
        .max(Long::compare);
  }

  private LinkSpec link(LinkClass of) {
    final Optional<Latency> latency = LinkKeys.latency(settings, of);
    if (tickRate != null && latency.isEmpty()) {
      throw new SettingsException(
          LinkKeys.LATENCY.name(),
          "is missing for links of kind %s; set it, as in 100 ns".formatted(kind(of)));
    }
    final int hop = (int) ticks(latency, LinkKeys.LATENCY).orElse(DEFAULT_LATENCY);
    final int credit =
        (int) ticks(LinkKeys.creditTime(settings, of), LinkKeys.CREDIT_TIME).orElse(hop);
    final int flitTicks =
        flitTicks(
            LinkKeys.rate(settings, of),
            LinkKeys.ofKind(settings, LinkKeys.KIND_FLIT_TICKS, LinkKeys.FLIT_TICKS, of.kind()),
            LinkKeys.FLIT_TICKS);
    final int bytes =
        buffer(
            LinkKeys.ofKind(settings, LinkKeys.KIND_VC_BYTES, LinkKeys.VC_BYTES, of.kind()),
            LinkKeys.VC_BYTES,
            hop + credit,
            flits * flitTicks);
    return LinkSpec.named(kind(of))
        .flitTicks(flitTicks)
        .hopTicks(hop)
        .creditTicks(credit)
        .vcBytes(bytes)
        .asGiven();
  }

  /**
   * Returns the bytes of a buffer.
   *
   * @param delay ticks from a grant until the credits of a packet are back, beside those in which
   *     it is on the next link
   */
  private int buffer(Optional<Integer> stated, Key<?> key, int delay, int packetTicks) {
    final int packet = flits * flitBytes;
    if (stated.isEmpty()) {
      final int packets = 2 * ((delay + 2 * packetTicks - 1) / packetTicks);
      return Math.min(packets * flits, MOST_VC_FLITS / flits * flits) * flitBytes;
    }
    final int bytes = stated.get();
    if (bytes < packet || bytes % flitBytes != 0 || bytes / flitBytes > MOST_VC_FLITS) {
      throw new SettingsException(
          key.name(),
          "is %s B; use a multiple of the %s B of a flit, from the %s B of a packet to %s B"
              .formatted(bytes, flitBytes, packet, (long) MOST_VC_FLITS * flitBytes));
    }
    return bytes;
  }
}
