package io.hopwright.models.pcie.engines;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Key.Described;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.pcie.tree.ElementKind;
import io.hopwright.models.pcie.tree.HostInterconnect;
import io.hopwright.models.pcie.tree.PcieElements;
import io.hopwright.models.pcie.tree.PciePaper;
import io.hopwright.models.pcie.tree.PcieTopology;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traffic.pattern.NetworkTraits;
import io.hopwright.models.traffic.pattern.NodeSpace;
import io.hopwright.models.traffic.pattern.Pattern;
import io.hopwright.models.traffic.pattern.Patterns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Workload of flows and their messages ({@code docs/models/pcie.md}, "Workloads").
 *
 * @param flows flows in their order
 * @param sizes message sizes, drawn by flow
 * @param chunkBytes bytes of each chunk except the last of a message
 * @param messages messages of each flow; {@link #ENDLESS} for no limit
 * @param intervalTicks smallest time between the starts of messages
 */
public record PcieWorkload(
    List<MessageFlow> flows, Sizes sizes, int chunkBytes, int messages, long intervalTicks) {
  /** Stands for an endless sequence of messages. */
  static final int ENDLESS = Integer.MAX_VALUE;

  private static final int MOST_MESSAGES = 1_000_000;
  private static final int MOST_BYTES = 1 << 30;
  private static final long MOST_INTERVAL = 1_000_000_000;

  private static final String OF_KIND = " elements of the kind ";
  private static final String NAME_ONE =
      " that machine.shape, machine.sockets and machine.fanout make; name one of them";

  /** Kinds of workload that are not patterns. */
  enum Own implements Described {
    @Meaning("messages from workload.source to workload.target")
    PAIR,
    @Meaning("each element sends to the next one")
    RIGHT,
    @Meaning("each element sends to the previous one")
    LEFT,
    @Meaning("each element sends to the next and to the previous one at the same time")
    BOTH,
    @Meaning("pairs 0 and 1, 2 and 3, ... send to each other")
    PAIRS_EVEN,
    @Meaning("pairs 1 and 2, 3 and 4, ... send to each other")
    PAIRS_ODD,
    @Meaning("each element of the first half sends to its counterpart in the second half")
    FAR,
    @Meaning(
        "each element of the first half and its counterpart in the second half send"
            + " to each other")
    FAR_BOTH
  }

  /** A source and a target, by their numbers among GPUs or memories. */
  private record Pair(int source, int target) {
    private Pair back() {
      return new Pair(/* source= */ target, /* target= */ source);
    }

    private Stream<Pair> bothWays() {
      return Stream.of(this, back());
    }
  }

  private static final Patterns PATTERNS =
      Patterns.of(new NetworkTraits(List.of(), false)).ofFlows();
  static final Key<Described> KIND =
      Key.<Described>choice(WorkloadKeys.KIND, Own.PAIR, PATTERNS.choices(Own.values()))
          .ofRun("pattern of the flows")
          .formerly(PATTERNS.formerNames());
  private static final Key<TransportKind> TRANSPORT =
      Key.choice("workload.transport", TransportKind.PUSH, Choice.of(TransportKind.values()))
          .meaning("transport of messages")
          .source(PciePaper.SECTION + "3");
  private static final Key<ElementKind> FROM = end("workload.from", "kind of the sources");
  private static final Key<ElementKind> TO = end("workload.to", "kind of the targets");
  private static final Key<Integer> SOURCE =
      Key.integer("workload.source", 0, 0, PcieTopology.MOST_ELEMENTS - 1)
          .ofRun("for pair and outcast: number of the source among all GPUs, or memories");
  private static final Key<Integer> TARGET =
      Key.integer("workload.target", 1, 0, PcieTopology.MOST_ELEMENTS - 1)
          .ofRun("for pair and incast: number of the target among all GPUs, or memories");
  private static final Key<List<Integer>> MESSAGE_BYTES =
      Key.bytesList("workload.messageBytes", List.of(1 << 20), 1, MOST_BYTES, 1)
          .ofRun("size of a message, or a list of sizes that are equally likely");
  private static final Key<Integer> CHUNK_BYTES =
      Key.bytes("workload.chunkBytes", null, 1, MOST_BYTES, 1)
          .assumed(
              "size of the chunks of a message; if not set, 4 KiB for card, 1 MiB for rcuda,"
                  + " 128 KiB for through-memory, otherwise the largest message");
  private static final Key<Integer> MESSAGES =
      Key.integer("workload.messages", null, 1, MOST_MESSAGES)
          .ofRun("number of messages of each flow; unlimited if not set");
  private static final Key<Long> INTERVAL =
      Key.ticks("workload.intervalTicks", 0L, 0, MOST_INTERVAL)
          .ofRun("shortest time from the start of one message of a flow to the start of the next");

  public static final Component COMPONENT =
      Component.of("workload", KIND)
          .and(
              PATTERNS.keys(
                  TRANSPORT,
                  FROM,
                  TO,
                  SOURCE,
                  TARGET,
                  MESSAGE_BYTES,
                  CHUNK_BYTES,
                  MESSAGES,
                  INTERVAL));

  public static final List<KeyScope> SCOPES =
      PATTERNS.scopes(Map.of(SOURCE.name(), Set.of("pair"), TARGET.name(), Set.of("pair")));

  private static Key<ElementKind> end(String name, String meaning) {
    return Key.choice(
            name,
            ElementKind.GPU,
            new Choice<>(ElementKind.GPU, "gpu", "GPUs"),
            new Choice<>(ElementKind.MEMORY, "memory", "memories of hosts"))
        .ofRun(meaning);
  }

  public PcieWorkload {
    flows = List.copyOf(flows);
  }

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming the inconsistent settings
   */
  public static PcieWorkload of(Settings settings, PcieTopology topology, EngineDesign engine) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    check(settings, topology.elements(), problems);
    problems.throwIfAny();
    final List<MessageFlow> flows = flows(settings, topology, engine, problems);
    problems.throwIfAny();
    final Sizes sizes =
        new Sizes(Purpose.SIZE.draws(settings.get(RunPlan.SEED)), 0, settings.get(MESSAGE_BYTES));
    return new PcieWorkload(
        flows,
        sizes,
        settings.find(CHUNK_BYTES).orElse(settings.get(TRANSPORT).chunkBytes(sizes.largest())),
        settings.find(MESSAGES).orElse(ENDLESS),
        settings.get(INTERVAL));
  }

  private static void check(
      Settings settings, PcieElements elements, SettingsException.Collector problems) {
    final Described kind = settings.get(KIND);
    final int sources = elements.count(settings.get(FROM));
    final int targets = elements.count(settings.get(TO));
    problems.when(
        kind != Own.PAIR && settings.get(FROM) != settings.get(TO),
        TO,
        "is not workload.from, but all kinds of workload other than pair have sources and targets"
            + " of one kind; make them equal, or use pair");
    problems.when(
        kind != Own.PAIR && sources < 2,
        KIND,
        ("needs two %s ends (workload.from), of which there is %s; enlarge machine.shape,"
                + " machine.sockets or machine.fanout")
            .formatted(settings.value(FROM), sources));
    problems.when(
        kind == Own.PAIR && settings.get(SOURCE) >= sources,
        SOURCE,
        "is not below the " + sources + OF_KIND + settings.value(FROM) + NAME_ONE);
    problems.when(
        (kind == Own.PAIR || kind == Patterns.INCAST) && settings.get(TARGET) >= targets,
        TARGET,
        "is not below the " + targets + OF_KIND + settings.value(TO) + NAME_ONE);
    problems.when(
        settings.find(MESSAGES).isEmpty() && RunPlan.end(settings) == RunPlan.End.DRAINED,
        RunPlan.END,
        "is drained, but the number of messages is unlimited; set workload.messages, or"
            + " use ticks or packets");
  }

  private static List<MessageFlow> flows(
      Settings settings,
      PcieTopology topology,
      EngineDesign engine,
      SettingsException.Collector problems) {
    final PcieElements elements = topology.elements();
    final TransportKind transport = settings.get(TRANSPORT);
    final ElementKind from = settings.get(FROM);
    final ElementKind to = settings.get(TO);
    problems.when(
        transport == TransportKind.STAGED && (from != ElementKind.GPU || to != ElementKind.GPU),
        TRANSPORT,
        "is staged, which copies from GPU to GPU; set workload.from and workload.to to" + " gpu");
    problems.when(
        transport == TransportKind.RCUDA && (from != ElementKind.MEMORY || to != ElementKind.GPU),
        TRANSPORT,
        "is rcuda, which copies from a memory to a GPU; set workload.from = memory and"
            + " workload.to = gpu");
    problems.when(
        transport == TransportKind.THROUGH_MEMORY
            && (from != ElementKind.GPU || to != ElementKind.GPU),
        TRANSPORT,
        "is through-memory, which copies from GPU to GPU; set workload.from and"
            + " workload.to to gpu");
    final List<Pair> pairs = pairs(settings, elements.count(from));
    problems.when(
        pairs.size() > CargoWord.MOST_FLOWS,
        KIND,
        "makes %s flows, above the limit of %s; use a smaller machine"
            .formatted(pairs.size(), CargoWord.MOST_FLOWS));
    final List<MessageFlow> flows = new ArrayList<>();
    for (Pair pair : pairs) {
      final int source = elements.element(from, pair.source);
      final int target = elements.element(to, pair.target);
      if (source == target && transport != TransportKind.THROUGH_MEMORY) {
        problems.when(
            true, TARGET, "makes " + elements.name(source) + " its own target; name another");
        break;
      }
      final boolean away = elements.host(source) != elements.host(target);
      if (transport == TransportKind.PULL && away && topology.cards() == HostInterconnect.PEACH2) {
        problems.when(
            true,
            TRANSPORT,
            ("is pull, but %s and %s are in different hosts, and machine.cards = peach2 passes"
                    + " writes only; use push or card, or ends in the same host")
                .formatted(elements.name(source), elements.name(target)));
        break;
      }
      if (transport.isBetweenHosts() && !away) {
        problems.when(
            true,
            TRANSPORT,
            ("copies between hosts, but %s and %s are in the same host; use push, pull or"
                    + " through-memory, or another source or target")
                .formatted(elements.name(source), elements.name(target)));
        break;
      }
      if (transport == TransportKind.THROUGH_MEMORY && away) {
        problems.when(
            true,
            TRANSPORT,
            ("is through-memory, which copies within a host, but %s and %s are in different"
                    + " hosts; use staged, or source and target in the same host")
                .formatted(elements.name(source), elements.name(target)));
        break;
      }
      flows.add(transport.flow(elements, engine, source, target));
    }
    return flows;
  }

  private static List<Pair> pairs(Settings settings, int ends) {
    if (settings.get(KIND) instanceof Pattern pattern) {
      final List<Pair> pairs = new ArrayList<>();
      pattern
          .read(settings, NodeSpace.of(ends))
          .pairs()
          .forEach((source, target, weight) -> pairs.add(new Pair(source, target)));
      return pairs;
    }
    final Stream<Pair> pairs =
        switch ((Own) settings.get(KIND)) {
          case PAIR -> Stream.of(new Pair(settings.get(SOURCE), settings.get(TARGET)));
          case RIGHT -> apart(1, ends);
          case LEFT -> apart(1, ends).map(Pair::back);
          case BOTH -> Stream.concat(apart(1, ends), apart(1, ends).map(Pair::back));
          case PAIRS_EVEN -> toEachOther(0, ends);
          case PAIRS_ODD -> toEachOther(1, ends);
          case FAR -> apart(ends / 2, ends / 2 * 2);
          case FAR_BOTH -> apart(ends / 2, ends / 2 * 2).flatMap(Pair::bothWays);
        };
    return pairs.toList();
  }

  /** Returns the pairs of so many ends whose target is so far behind their source. */
  private static Stream<Pair> apart(int distance, int ends) {
    return IntStream.range(0, ends - distance).mapToObj(i -> new Pair(i, i + distance));
  }

  /** Returns the first and its neighbour, the next two and so on, both ways. */
  private static Stream<Pair> toEachOther(int first, int ends) {
    return apart(1, ends).filter(pair -> pair.source % 2 == first).flatMap(Pair::bothWays);
  }

  /** Returns the chunks of a message. */
  public int chunks(int bytes) {
    return (bytes - 1) / chunkBytes + 1;
  }

  /** Returns whether the messages have no end. */
  public boolean isEndless() {
    return messages == ENDLESS;
  }
}
