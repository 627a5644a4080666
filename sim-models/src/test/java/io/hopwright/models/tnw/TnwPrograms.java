package io.hopwright.models.tnw;

import static io.hopwright.models.testkit.Case.oneOf;

import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.RandomPrograms.Host;
import io.hopwright.models.testkit.TestJob;
import java.util.List;
import java.util.Random;

/**
 * Random programs on TNW: any programs on two and three nodes, all of which are neighbours, and
 * programs with neighbour exchange on larger tori. Links, buffers and hosts are random.
 */
public final class TnwPrograms {
  private static final long PICOSECONDS_PER_TICK = 1_000;
  private static final List<String> COMPLETE = List.of("3x1x1", "1x3x1", "1x1x3", "2x1x1", "1x1x2");
  private static final List<String> TORI = List.of("4x1x1", "2x2x1", "3x2x2", "4x3x1", "5x1x2");

  private TnwPrograms() {}

  /** Returns a machine with jobs. */
  public static Case random(long seed) {
    final Random random = new Random(seed);
    final Case machine = Case.of(new Tnw()).set("workload.kind=jobs run.gridTicks=500");
    final Case jobs =
        random.nextBoolean() ? anyPrograms(machine, random) : neighbours(machine, random);
    return withSwitches(jobs, random)
        .with("run.end", "ticks", "run.ticks", random.nextLong(20_000, 300_000));
  }

  private static Case anyPrograms(Case machine, Random random) {
    final String shape = COMPLETE.get(random.nextInt(COMPLETE.size()));
    final int nodes = shape.contains("3") ? 3 : 2;
    final Host host =
        new Host(
            nodes,
            1,
            oneOf(random, 1, 2, 7),
            List.of(ProgressKind.HOST, ProgressKind.CALLS),
            false);
    final RandomPrograms drawn = RandomPrograms.of(random.nextLong(), host);
    return drawn
        .on(machine.set("machine.shape=" + shape), PICOSECONDS_PER_TICK)
        .with("software.headerBytes", Math.max(1, Math.min(64, drawn.software().headerBytes())));
  }

  // ---------------------------------------------------------------- programs of neighbours

  private static Case neighbours(Case machine, Random random) {
    final String shape = TORI.get(random.nextInt(TORI.size()));
    final Case torus =
        machine
            .set("machine.shape=" + shape)
            .with("seed", random.nextLong())
            .with("software.sendTicks", oneOf(random, 0L, 1L, 300L))
            .with("software.recvTicks", oneOf(random, 0L, 255L))
            .with("software.byteTicks", oneOf(random, 0L, 358L))
            .with("software.headerBytes", oneOf(random, 1L, 16L, 64L))
            .with("software.eagerBytes", oneOf(random, 0L, 100L, 1_024L, 20_000L))
            .with("software.matchTicks", oneOf(random, 0L, 30L))
            .with("software.progress", oneOf(random, "host", "calls"));
    final List<Long> extents = torus.settings().integers("machine.shape");
    final int perNode = 1 + random.nextInt(3);
    final long nodes = extents.stream().reduce(1L, Math::multiplyExact);
    final StringBuilder text = new StringBuilder("grid g = torus(" + perNode);
    extents.forEach(extent -> text.append(", ").append(extent));
    text.append(")\n");
    for (int phase = 1 + random.nextInt(5); phase > 0; phase--) {
      text.append(phase(random, extents, perNode, phase));
    }
    return TestJob.of(text.toString(), Math.toIntExact(nodes * perNode))
        .perNode(perNode)
        .on(torus, "a", PICOSECONDS_PER_TICK);
  }

  /**
   * Returns messages to one or more neighbours or other ranks of the node, and receives from the
   * opposite ones.
   */
  private static String phase(Random random, List<Long> extents, int perNode, int tag) {
    final StringBuilder sends = new StringBuilder();
    final StringBuilder receives = new StringBuilder();
    final boolean blocking = random.nextInt(4) == 0;
    for (int message = blocking ? 0 : random.nextInt(6); message >= 0; message--) {
      int dimension = random.nextInt(3);
      while (extents.get(dimension) == 1) {
        dimension = random.nextInt(3);
      }
      final int step = random.nextBoolean() ? 1 : -1;
      final int slots = random.nextInt(perNode);
      final long bytes = oneOf(random, 0L, 8L, 112L, 500L, 2_000L, random.nextLong(9_000));
      final String to = rank(dimension, step, slots, perNode);
      final String from = rank(dimension, -step, -slots, perNode);
      if (blocking) {
        return "sendrecv to " + to + " " + bytes + " from " + from + " tag " + tag + "\n";
      }
      sends.append(random.nextInt(4) == 0 ? "issend to " : "isend to ").append(to);
      sends.append(' ').append(bytes).append(" tag ").append(tag).append('\n');
      receives.append("irecv from ").append(from).append(" tag ").append(tag).append('\n');
    }
    final String compute = random.nextBoolean() ? "compute (rank * 7 % 5) * 1.3 us\n" : "";
    final String order =
        random.nextBoolean() ? sends + compute + receives : receives + compute + sends;
    return random.nextBoolean()
        ? order + "waitall\n"
        : "for i" + tag + " in 1 .. 3 {\n" + order + "waitall\n}\n";
  }

  private static String rank(int dimension, int step, int slots, int perNode) {
    return "shift(g, "
        + (1 + dimension)
        + ", "
        + step
        + ") - coord(g, 0) + (coord(g, 0) + "
        + slots
        + ") % "
        + perNode;
  }

  // ---------------------------------------------------------------- machines

  private static Case withSwitches(Case jobs, Random random) {
    final boolean flexio = random.nextInt(4) == 0;
    final Case host =
        flexio
            ? jobs.set("host.kind=flexio")
            : jobs.with("host.send", oneOf(random, "hardware", "software", "partial", "nget"))
                .with("pput.disorder", oneOf(random, 0.0, 0.1, 0.5, 1.0));
    return host.with("host.interfaces", random.nextLong(1, 3))
        .with("host.eagerPackets", oneOf(random, 1L, 2L, 16L, 255L))
        .with("host.creditTicks", oneOf(random, 1L, 100L, random.nextLong(1, 3_000)))
        .with("pcie.ticks", oneOf(random, 1L, 200L, random.nextLong(1, 900)))
        .with("pput.lineTicks", oneOf(random, 1L, 77L, random.nextLong(1, 300)))
        .with("nget.gapTicks", oneOf(random, 1L, 163L, random.nextLong(1, 900)))
        .with("link.injectTicks", oneOf(random, 40L, 1L, random.nextLong(1, 500)))
        .with("link.checkTicks", oneOf(random, 520L, 141L, random.nextLong(141, 900)))
        .with("link.acceptTicks", oneOf(random, 40L, 1L, random.nextLong(1, 500)))
        .with("link.feedbackTicks", oneOf(random, 244L, 1L, random.nextLong(1, 900)))
        .with("link.windowPackets", oneOf(random, 16L, 1L, 3L, 255L))
        .with("inject.packets", oneOf(random, 32L, 4L, 5L, 255L))
        .with("receive.packets", oneOf(random, 32L, 1L, 2L, 255L))
        .with("link.bitErrorRate", oneOf(random, 0.0, 0.0, 1e-5, 2e-4))
        .with("link.resend", oneOf(random, "drain", "stream"));
  }
}
