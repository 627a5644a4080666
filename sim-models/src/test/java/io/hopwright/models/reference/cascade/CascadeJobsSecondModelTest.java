package io.hopwright.models.reference.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.CascadeJobRun;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeConfig;
import io.hopwright.models.reference.messaging.ReferenceRank;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.NamedRanks;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.RandomPrograms.Host;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares Cascade and its reference model on random programs, for any routing, split and failures.
 */
class CascadeJobsSecondModelTest {
  private static final int BLADES = 2;
  private static final int NODES_OF_A_CHASSIS = 4 * BLADES;
  private static final long MOST_TICKS = 1_500_000;
  private static final long GRID = 10_000;

  private static Case machine(Random random, long seed) {
    final int groups = 1 + random.nextInt(2);
    return CascadeJobRun.machine(groups, 1 + random.nextInt(2), BLADES)
        .with("machine.ioBladesPerGroup", random.nextInt(2))
        .with("seed", seed)
        .with("partition.groups", Case.oneOf(random, 1, 2))
        .with(
            "router.routing",
            Case.oneOf(
                random,
                "minimal",
                "valiant",
                "adaptive",
                "tuned",
                "deterministic",
                "deterministic-valiant"))
        .with("router.bias", Case.oneOf(random, -20, 0, 300))
        .with("nic.outstanding", Case.oneOf(random, 1, 3, 1_024))
        .with("router.electricalVcBytes", Case.oneOf(random, 128, 8_192))
        .with("nic.bufferBytes", Case.oneOf(random, 128, 4_096))
        .with("run.end", "ticks", "run.gridTicks", GRID)
        .ticks(MOST_TICKS);
  }

  /** Makes some links fail at the start, if groups stay connected. */
  private static Case withoutSomeLinks(Case machine, Random random) {
    Case model = machine;
    for (int i = random.nextInt(4); i > 0; i--) {
      final String link = "fault.links.l" + i;
      final Case less =
          model
              .with(link + ".aries", random.nextLong(8))
              .with(link + ".port", Case.oneOf(random, 0, 15, 16, 17, random.nextInt(40)));
      try {
        less.network();
        model = less;
      } catch (SettingsException refused) {
        // The link does not exist, or there is no path around it.
      }
    }
    return model;
  }

  /** Makes some blades fail while ranks are on them, if groups stay connected. */
  private static Case losingSomeBlades(Case machine, Random random) {
    Case model = machine;
    for (int i = random.nextInt(3); i > 0; i--) {
      final String blade = "fault.blades.b" + i;
      final Case less =
          model
              .with(blade + ".aries", random.nextLong(8))
              .with(blade + ".atTick", random.nextLong(1, 300_000))
              .with("fault.reactionTicks", 50_000)
              .with("fault.quiesceTicks", random.nextLong(50_000));
      try {
        less.network();
        model = less;
      } catch (SettingsException refused) {
        // The blade does not exist, or has failed before, or there is no path around it.
      }
    }
    return model;
  }

  private static int nodes(Case machine) {
    return (int) machine.network().nodes();
  }

  /** Returns software with headers of 1 … 64 B; the machine decides whether there are mailboxes. */
  private static Software software(Software drawn, Case machine) {
    return new Software(
        drawn.sendTicks(),
        drawn.recvTicks(),
        drawn.byteTicks(),
        drawn.copyTicks(),
        drawn.localTicks(),
        drawn.localByteTicks(),
        drawn.reduceTicks(),
        drawn.eagerBytes(),
        Math.max(1, Math.min(drawn.headerBytes(), 64)),
        drawn.matchTicks(),
        drawn.progress(),
        drawn.get(),
        0,
        CascadeJobRun.mailboxBytes(machine));
  }

  private static List<String> fast(CascadeJobRun run, List<PlacedJob> jobs) {
    final List<String> lines = new ArrayList<>();
    for (JobStatistics.RankRow row : run.statistics().rows()) {
      lines.add(
          String.join(
              " ",
              row.job() + "." + row.rank() + " ends " + row.end() + " " + row.states(),
              "" + row.messages(),
              "" + row.bytes()));
    }
    lines.add(
        "received "
            + jobs.stream()
                .mapToLong(job -> run.statistics().latencies(job.number()).count())
                .sum());
    lines.add("digest " + run.digest());
    lines.add("outstanding " + run.requestsOutstanding());
    lines.add("stop " + run.stopTick());
    lines.add("waiting " + (run.ranksBlocked() ? run.namedRanks() : ""));
    return lines;
  }

  private static List<String> second(
      Case machine, Software software, List<PlacedJob> jobs, long stop) {
    final Settings settings = machine.settings();
    final ReferenceCascade second =
        new ReferenceCascade(
            new ReferenceCascadeConfig(settings, RunPlan.of(settings, 1)), software, jobs);
    second.runToTheEnd(1, stop);
    if (second.ranksBlocked()) {
      second.runToTheEnd(GRID, MOST_TICKS);
    } else {
      second.run(stop);
    }
    second.checkConservation();
    final List<ReferenceRank> ranks = new ArrayList<>(second.jobs.messaging().ranks());
    ranks.sort(Comparator.comparing(ReferenceRank::jobName).thenComparing(ReferenceRank::number));
    final List<String> lines = new ArrayList<>();
    for (ReferenceRank rank : ranks) {
      lines.add(
          String.join(
              " ",
              rank.jobName().substring(3) + "." + rank.number() + " ends " + rank.endTick(),
              "" + rank.sharesAt(stop).all(),
              "" + sum(rank.messagesTo().values()),
              "" + sum(rank.bytesTo().values())));
    }
    lines.add("received " + second.jobs.messaging().latencies().size());
    lines.add("digest " + String.format("%016x", second.digest()));
    lines.add("outstanding " + second.outstandingRequests());
    lines.add("stop " + second.tick());
    lines.add("waiting " + (second.ranksBlocked() ? NamedRanks.of(second::describeWaiting) : ""));
    return lines;
  }

  private static long sum(Collection<Long> values) {
    return values.stream().mapToLong(value -> value).sum();
  }

  private static void compare(long first, int count) {
    for (long seed = first; seed < first + count; seed++) {
      final Random random = new Random(seed);
      final Case machine =
          losingSomeBlades(withoutSomeLinks(machine(random, seed), random), random);
      final Host host =
          new Host(nodes(machine), NODES_OF_A_CHASSIS, 4, List.of(ProgressKind.values()), true);
      final RandomPrograms drawn = RandomPrograms.of(seed, host);
      final Software software = software(drawn.software(), machine);
      final String all = machine + "\n" + drawn;
      final CascadeJobRun run;
      try {
        run = CascadeJobRun.of(machine, software, drawn.placed()).run();
      } catch (RuntimeException e) {
        throw new AssertionError(all, e);
      }
      final List<String> expected = second(machine, software, drawn.placed(), run.stopTick());
      final List<String> actual = fast(run, drawn.placed());
      for (int line = 0; line < expected.size(); line++) {
        assertEquals(expected.get(line), actual.get(line), all);
      }
      if (run.hasEndedLongAgo() && !drawn.hasBackground()) {
        assertTrue(run.isAtRest(), all);
      }
    }
  }

  @Test
  void programsAtRandomAgree() {
    compare(RandomCases.first(0), RandomCases.count(15));
  }

  @Test
  @Tag("slow")
  void moreProgramsAgree() {
    compare(RandomCases.first(1_000), RandomCases.count(1_000));
  }
}
