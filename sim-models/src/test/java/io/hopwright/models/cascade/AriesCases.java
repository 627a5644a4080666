package io.hopwright.models.cascade;

import static io.hopwright.models.testkit.Case.oneOf;

import io.hopwright.models.testkit.Case;
import java.util.List;
import java.util.Random;

/**
 * Cases of Cascade with {@code nic.model = aries}: every operation, and everything that delays one.
 */
final class AriesCases {
  private static final int WORD = 8;

  /** Machine of four groups of two blades. */
  static final String MACHINE = "nic.model=aries machine.groups=4 machine.bladesPerChassis=2";

  /** Cases picked by hand. */
  static final String PICKED =
      """
      workload.kind=stream workload.target=4 workload.load=saturated workload.ranks=16 workload.bothWays=true workload.operation=get workload.operationsPerTransaction=0
      workload.kind=stream workload.source=7 workload.target=3 workload.load=saturated workload.messageBytes=8 workload.ranks=16 workload.launch=true
      workload.kind=incast workload.load=saturated workload.messageBytes=8 workload.operation=amo workload.launch=true workload.ranks=16
      workload.kind=incast workload.load=saturated workload.messageBytes=8 workload.operation=amo workload.ranks=9 workload.arrayBytes=8589934592 mmu.model=on
      workload.load=saturated workload.messageBytes=256 workload.operation=scatter workload.ranks=3 workload.operationsPerTransaction=4 nic.noticeTicks=8750
      workload.load=0.3 workload.messageBytes=200 workload.notify=true workload.ranks=2 router.routing=deterministic
      workload.kind=rotations workload.streams=3 workload.messageBytes=100 workload.operation=get workload.ranks=3 run.end=drained
      workload.kind=stream workload.target=4 workload.load=saturated workload.ranks=9 workload.messageBytes=5000 workload.bothWays=true workload.operation=bte-put bte.reads=3
      workload.kind=stream workload.target=4 workload.load=saturated workload.ranks=9 workload.messageBytes=5000 workload.bothWays=true workload.operation=bte-get bte.channels=2 bte.fence=true
      workload.kind=incast workload.load=saturated workload.ranks=5 workload.messageBytes=700 workload.operation=bte-send bte.buffers=2 bte.channels=2 bte.repostTicks=3000
      workload.load=0.3 workload.ranks=3 workload.messageBytes=300 workload.operation=get workload.domains=3 nic.readsPending=2 mmu.model=on workload.arrayBytes=65536
      workload.load=0.3 workload.ranks=3 workload.messageBytes=64,600 workload.operation=bte-send bte.buffers=1 bte.bufferBytes=500 mmu.model=on workload.arrayBytes=4096
      """;

  private AriesCases() {}

  /** Returns a machine with another NIC and random operations of its nodes. */
  static Case random(Case machine, Random random) {
    final Case nic =
        machine
            .with("nic.model", "aries")
            .with("nic.injectionTicks", null, "nic.ejectionTicks", null)
            .with("host.busTicks", ticks(random, 8_750))
            .with("nic.outTicks", ticks(random, 6_562))
            .with("nic.inTicks", ticks(random, 6_563))
            .with("nic.noticeTicks", oneOf(random, 0L, 8_750L, random.nextLong(3_000)))
            .with("nic.readsPending", few(random, 512))
            .with("fma.openTicks", oneOf(random, 560L, random.nextLong(1, 3_000)))
            .with("fma.launchSixteenths", oneOf(random, 5_833L, random.nextLong(1, 50_000)))
            .with("host.coreSixteenths", oneOf(random, 93_333L, random.nextLong(1, 200_000)))
            .with("host.cores", oneOf(random, 16L, random.nextLong(1, 4)))
            .with("workload.domains", oneOf(random, 1L, 1L, 1L, random.nextLong(2, 5)))
            .with("workload.ranks", random.nextLong(1, 6));
    return stream(operation(memory(nic, random), random), random);
  }

  private static Case memory(Case nic, Random random) {
    final Case unit =
        nic.with("amo.unitSixteenths", oneOf(random, 1_750L, random.nextLong(1, 20_000)))
            .with("amo.cacheWords", few(random, 64))
            .with("amo.misses", few(random, 48))
            .with("workload.arrayBytes", 1L << random.nextInt(3, 34));
    return random.nextBoolean()
        ? unit
        : unit.with("mmu.model", "on")
            .with("mmu.entries", few(random, 512))
            .with("mmu.walks", few(random, 48))
            .with("mmu.pageBytes", oneOf(random, 4_096L, 1L << random.nextInt(12, 24)));
  }

  private static Case operation(Case machine, Random random) {
    final String operation =
        oneOf(
            random,
            "put",
            "put",
            "get",
            "get",
            "amo",
            "fetch-amo",
            "scatter",
            "bte-put",
            "bte-get",
            "bte-send");
    Case doing = machine.with("workload.operation", operation);
    if (operation.endsWith("amo")) {
      doing = doing.with("workload.messageBytes", List.of(8L));
    } else if (operation.equals("scatter")) {
      doing = doing.with("workload.messageBytes", List.of(oneOf(random, 64L, 128L, 256L)));
    }
    if (operation.endsWith("amo") || (operation.equals("put") && random.nextInt(3) == 0)) {
      doing = launched(doing, random);
    }
    if (operation.startsWith("bte")) {
      doing = blocks(doing, random);
    }
    if (operation.equals("bte-send")) {
      doing = buffers(doing, random);
    }
    final boolean blocking = random.nextInt(3) == 0;
    doing =
        blocking
            ? doing.with("workload.blocking", true)
            : doing.with(
                "workload.operationsPerTransaction",
                operation.startsWith("bte") ? 1L : random.nextLong(0, 4));
    final long k = doing.settings().integer("workload.operationsPerTransaction");
    final long least = k == 1 ? 1 : doing.settings().integer("workload.ranks");
    doing = doing.with("nic.transactions", oneOf(random, 255L, random.nextLong(least, least + 3)));
    return operation.endsWith("put") || operation.equals("scatter")
        ? notified(doing, random)
        : doing;
  }

  private static Case blocks(Case doing, Random random) {
    final long line = 64;
    final long read = line * random.nextLong(1, 9);
    return doing
        .with("bte.channels", few(random, 4))
        .with("bte.descriptors", few(random, 8))
        .with("bte.startTicks", ticks(random, 13_031))
        .with("bte.readBytes", read)
        .with("bte.reads", few(random, 16))
        .with("bte.chunkBytes", read * random.nextLong(1, 9))
        .with("bte.fence", random.nextBoolean());
  }

  private static Case buffers(Case doing, Random random) {
    return doing
        .with("bte.buffers", oneOf(random, 16L, random.nextLong(4)))
        .with("bte.bufferBytes", oneOf(random, 65_536L, random.nextLong(1, 400)))
        .with("bte.repostTicks", ticks(random, 21_875));
  }

  private static Case launched(Case doing, Random random) {
    final boolean launch = random.nextBoolean();
    final boolean word = doing.settings().integers("workload.messageBytes").equals(List.of(8L));
    return !launch
        ? doing
        : (word
                ? doing
                : doing.with("workload.messageBytes", List.of(random.nextLong(1, WORD + 1))))
            .with("workload.launch", true);
  }

  private static Case notified(Case doing, Random random) {
    return random.nextInt(3) != 0
        ? doing
        : doing
            .with("workload.notify", true)
            .with("router.routing", oneOf(random, "deterministic", "deterministic-valiant"));
  }

  /** Turns one case in five into a stream between two nodes. */
  private static Case stream(Case doing, Random random) {
    final String kind = doing.settings().word("workload.kind");
    if (random.nextInt(5) != 0 || kind.startsWith("all-to-all") || kind.equals("rotations")) {
      return doing;
    }
    final long nodes = doing.network().nodes();
    final long source = random.nextLong(nodes);
    return doing
        .with("workload.kind", "stream")
        .with("workload.source", source)
        .with("workload.target", (source + random.nextLong(1, nodes)) % nodes)
        .with("workload.bothWays", random.nextBoolean());
  }

  private static long few(Random random, long usual) {
    return random.nextBoolean() ? usual : random.nextLong(1, 6);
  }

  private static long ticks(Random random, long usual) {
    return random.nextInt(3) == 0 ? random.nextLong(1, 2 * usual) : usual;
  }
}
