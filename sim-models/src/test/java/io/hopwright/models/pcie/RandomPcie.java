package io.hopwright.models.pcie;

import static io.hopwright.models.testkit.Case.oneOf;

import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomPatterns;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random trees, cards and flows, small enough for the reference model. */
final class RandomPcie {
  private RandomPcie() {}

  /** Returns a machine with consistent random settings. */
  static Case of(Case machine, long seed) {
    final Random random = new Random(seed);
    final String cards = oneOf(random, "none", "none", "infiniband", "peach2", "apenet");
    final Case any =
        machine
            .with("machine.cards", cards)
            .with("machine.shape", shape(cards, random))
            .with("machine.sockets", random.nextLong(1, 3))
            .with("machine.fanout", fanout(random));
    return withSizes(withRun(withFlows(withEdges(any, random), cards, random), random), random);
  }

  /** Returns a tree of one to six levels; the deeper it is, the fewer children it has. */
  private static List<Long> fanout(Random random) {
    final int levels = random.nextInt(1, 7);
    final List<Long> fanout = new ArrayList<>();
    long leaves = 1;
    for (int level = 0; level < levels; level++) {
      final long children = random.nextLong(1, Math.max(2, 9 / leaves));
      fanout.add(children);
      leaves *= children;
    }
    if (leaves == 1) {
      fanout.set(levels - 1, 2L);
    }
    return fanout;
  }

  private static List<Long> shape(String cards, Random random) {
    return switch (cards) {
      case "none" -> List.of(1L, 1L, 1L);
      case "infiniband" -> List.of(random.nextLong(2, 5), 1L, 1L);
      case "peach2" -> oneOf(random, List.of(2L, 1L, 1L), List.of(4L, 1L, 1L), List.of(3L, 2L, 1L));
      default ->
          oneOf(
              random,
              List.of(2L, 1L, 1L),
              List.of(3L, 1L, 2L),
              List.of(1L, 4L, 1L),
              List.of(2L, 2L, 2L));
    };
  }

  private static Case withEdges(Case machine, Random random) {
    Case timed =
        machine
            .with("edge.bufferBytes", oneOf(random, 256L, 4_096L, random.nextLong(256, 1_200)))
            .with("root.generation", oneOf(random, "none", "sandy", "ivy", "ivy-boost"))
            .with("edge.pcie", oneOf(random, "gen2x8", "gen2x16", "gen3x8", "gen3x16"))
            .with("read.bytes", oneOf(random, 256L, 512L));
    for (final String key :
        List.of(
            "edge.switchTicks",
            "edge.deviceTicks",
            "edge.creditTicks",
            "network.hopTicks",
            "memory.readTicks",
            "gpu.readTicks",
            "card.readTicks")) {
      timed = random.nextInt(3) == 0 ? timed.with(key, random.nextLong(1, 2_000)) : timed;
    }
    for (final String key :
        List.of(
            "gpu.megabytesPerSecond",
            "memory.megabytesPerSecond",
            "card.megabytesPerSecond",
            "qpi.peerMegabytesPerSecond",
            "root.writeMegabytesPerSecond",
            "root.readMegabytesPerSecond")) {
      timed =
          random.nextInt(5) == 0
              ? timed.with(key, oneOf(random, 0L, random.nextLong(500, 12_000)))
              : timed;
    }
    timed =
        random.nextInt(3) == 0
            ? timed.with("local.bufferBytes", random.nextLong(256, 1_200))
            : timed;
    for (final String key : List.of("dma.reads", "card.reads", "card.gpuReads")) {
      timed = random.nextInt(2) == 0 ? timed.with(key, random.nextLong(1, 6)) : timed;
    }
    return timed
        .with("qpi.hopTicks", random.nextLong(1, 3_000))
        .with("dma.launchTicks", random.nextLong(0, 2_000))
        .with("host.launchTicks", random.nextLong(0, 2_000))
        .with("card.launchTicks", random.nextLong(0, 2_000))
        .with("rcuda.chunkTicks", random.nextLong(0, 2_000));
  }

  /** Adds a transport, and flows between hosts if the transport needs these. */
  private static Case withFlows(Case machine, String cards, Random random) {
    final String transport =
        oneOf(random, "push", "pull", "host", "staged", "card", "rcuda", "through-memory");
    if (transport.equals("through-memory")) {
      return copies(machine, cards, random);
    }
    final boolean far = List.of("staged", "card", "rcuda").contains(transport);
    final boolean writesOnly = cards.equals("peach2");
    final String ends = oneOf(random, "gpu", "gpu", "memory");
    if (far && !cards.equals("none")) {
      return between(machine.with("workload.transport", transport), transport, ends, random);
    }
    final Case any =
        machine
            .with(
                "workload.transport",
                far || (writesOnly && transport.equals("pull")) ? "push" : transport)
            .with("workload.from", ends)
            .with("workload.to", ends);
    final boolean alone = ends.equals("memory") && elements(any, ends) < 2;
    final Case two = alone ? any.with("machine.sockets", 2L) : any;
    final String kind =
        oneOf(
            random,
            "pair",
            "right",
            "left",
            "both",
            "pairs-even",
            "far",
            "far-both",
            "shift",
            "incast");
    return random.nextBoolean()
        ? two.with("workload.kind", kind)
        : RandomPatterns.of(two, elements(two, ends), List.of(), random);
  }

  /** Returns copies within one host, also if cards join several hosts. */
  private static Case copies(Case machine, String cards, Random random) {
    final long gpus = elements(machine, "gpu") / hosts(machine);
    final Case copies =
        machine
            .with("workload.transport", "through-memory")
            .with(
                "workload.source", random.nextLong(gpus), "workload.target", random.nextLong(gpus))
            .with(
                "copy.buffers",
                random.nextLong(1, 4),
                "copy.memory",
                oneOf(random, "source", "target"))
            .with("copy.chunkTicks", oneOf(random, 0L, random.nextLong(1, 2_000)));
    final String kind = oneOf(random, "pair", "both", "far-both", "shift", "incast");
    return cards.equals("none") ? copies.with("workload.kind", kind) : copies;
  }

  private static Case between(Case machine, String transport, String ends, Random random) {
    final String from =
        transport.equals("rcuda") ? "memory" : transport.equals("staged") ? "gpu" : ends;
    final String to = transport.equals("card") ? ends : "gpu";
    final long sources = elements(machine, from);
    final Case any =
        machine
            .with("workload.from", from)
            .with("workload.to", to)
            .with("workload.source", random.nextLong(sources / hosts(machine)));
    final long ofHost = elements(machine, to) / hosts(machine);
    return from.equals(to) && random.nextBoolean()
        ? any.with("workload.kind", "shift").with("workload.distance", ofHost)
        : any.with("workload.kind", "pair")
            .with("workload.target", ofHost + random.nextLong(ofHost * (hosts(machine) - 1)));
  }

  private static long hosts(Case machine) {
    return machine.settings().integers("machine.shape").stream().reduce(1L, (a, b) -> a * b);
  }

  private static long elements(Case machine, String ends) {
    final long roots = hosts(machine) * machine.settings().integer("machine.sockets");
    return ends.equals("memory")
        ? roots
        : roots
            * machine.settings().integers("machine.fanout").stream().reduce(1L, (a, b) -> a * b);
  }

  private static Case withRun(Case machine, Random random) {
    final Case any =
        machine
            .with(
                "workload.messageBytes",
                List.of(oneOf(random, 8L, 256L, random.nextLong(1, 6_000))))
            .with("workload.intervalTicks", oneOf(random, 0L, 0L, random.nextLong(1, 20_000)));
    final Case chunks =
        random.nextBoolean() ? any.with("workload.chunkBytes", random.nextLong(1, 5_000)) : any;
    return random.nextBoolean()
        ? chunks.with("workload.messages", random.nextLong(1, 6)).drained()
        : chunks.with("run.ticks", random.nextLong(5_000, 60_000));
  }

  /** Gives some cases further sizes of messages. */
  private static Case withSizes(Case machine, Random random) {
    if (random.nextInt(3) > 0) {
      return machine;
    }
    final List<Long> sizes = new ArrayList<>(machine.settings().integers("workload.messageBytes"));
    for (int more = random.nextInt(1, 4); more > 0; more--) {
      sizes.add(oneOf(random, 1L, 512L, random.nextLong(1, 6_000)));
    }
    return machine.with("workload.messageBytes", sizes);
  }
}
