package io.hopwright.models.cascade;

import static io.hopwright.models.testkit.Case.oneOf;

import io.hopwright.models.cascade.faults.FaultKeys;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.testkit.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Cases of Cascade with routing modes packet by packet, link errors, failures and time-outs. */
final class FaultCases {
  private static final List<String> MODES =
      List.of(
          "minimal",
          "min-hash",
          "valiant",
          "non-min-hash",
          "deterministic",
          "in-order",
          "deterministic-valiant",
          "adaptive",
          "adaptive-0",
          "adaptive-1",
          "adaptive-2",
          "adaptive-3",
          "tuned");

  private static final List<String> IN_ORDER =
      List.of("deterministic", "in-order", "deterministic-valiant");

  /** Cases picked by hand: failures at the start, in use, and without a remaining route. */
  static final String PICKED =
      """
      fault.blades.a.aries=1 fault.blades.b.aries=2 fault.blades.b.atTick=30000 fault.reactionTicks=25000 fault.quiesceTicks=25000 nic.timeoutTicks=150000 nic.outstanding=9
      fault.links.a.aries=0 fault.links.a.port=0 fault.links.b.aries=1 fault.links.b.port=15 fault.links.c.aries=1 fault.links.c.port=16 nic.timeoutTicks=200000
      fault.links.a.aries=1 fault.links.a.port=15 fault.links.b.aries=1 fault.links.b.port=16 fault.links.c.aries=1 fault.links.c.port=17 router.routing=min-hash nic.timeoutTicks=200000
      fault.links.a.aries=2 fault.links.a.port=15 fault.links.a.atTick=20000 fault.links.b.aries=2 fault.links.b.port=16 fault.links.b.atTick=30000 fault.links.c.aries=2 fault.links.c.port=17 fault.links.c.atTick=40000 fault.reactionTicks=20000 fault.quiesceTicks=3000 workload.routing=in-order,adaptive-3 nic.timeoutTicks=200000
      fault.blades.a.aries=3 fault.blades.a.atTick=17 fault.links.a.aries=3 fault.links.a.port=0 fault.links.a.atTick=4 fault.reactionTicks=0 fault.quiesceTicks=0 nic.timeoutTicks=160000 router.routing=non-min-hash
      nic.model=aries workload.operation=get nic.readsPending=3 fault.blades.a.aries=2 fault.blades.a.atTick=30000 fault.reactionTicks=40000 fault.quiesceTicks=8000 nic.timeoutTicks=150000 workload.ranks=3
      link.bitErrorRate=0.0005 link.errorLinks=blue nic.timeoutTicks=155000 router.routing=adaptive-1
      nic.model=aries workload.operation=bte-get workload.messageBytes=900 workload.ranks=5 bte.channels=2 bte.chunkBytes=512 fault.blades.a.aries=2 fault.blades.a.atTick=30000 fault.reactionTicks=40000 fault.quiesceTicks=30000 nic.timeoutTicks=150000 nic.bufferBytes=200
      nic.model=aries workload.operation=bte-put workload.messageBytes=900 workload.ranks=5 bte.channels=2 bte.chunkBytes=512 bte.reads=2 bte.fence=true fault.blades.a.aries=3 fault.blades.a.atTick=40000 fault.reactionTicks=30000 fault.quiesceTicks=20000 nic.timeoutTicks=150000 link.bitErrorRate=0.0003
      nic.model=aries workload.operation=put workload.blocking=true fault.links.a.aries=0 fault.links.a.port=0 fault.links.a.atTick=20000 fault.links.b.aries=4 fault.links.b.port=0 fault.reactionTicks=40000 fault.quiesceTicks=8000 nic.timeoutTicks=150000 workload.ranks=3 router.routing=in-order
      nic.model=aries workload.operation=bte-send workload.messageBytes=700 workload.ranks=4 bte.buffers=2 bte.channels=2 bte.repostTicks=900 fault.blades.a.aries=2 fault.blades.a.atTick=30000 fault.links.a.aries=0 fault.links.a.port=0 fault.links.a.atTick=20000 fault.reactionTicks=40000 fault.quiesceTicks=8000 nic.timeoutTicks=150000
      nic.model=aries workload.operation=fetch-amo workload.messageBytes=8 workload.operationsPerTransaction=3 fault.blades.a.aries=1 fault.blades.a.atTick=30000 link.bitErrorRate=0.0003 fault.reactionTicks=30000 fault.quiesceTicks=0 nic.timeoutTicks=150000 workload.ranks=3
      """;

  private FaultCases() {}

  /** Returns a case with some of these settings, as far as the machine allows. */
  static Case random(Case given, Random random) {
    Case model = given.with("router.gateways", "any");
    model = modes(model, random);
    if (random.nextInt(3) == 0) {
      model =
          model
              .with("link.bitErrorRate", oneOf(random, 1e-6, 1e-4, 1e-3))
              .with("link.errorLinks", oneOf(random, "all", "green", "black", "blue"))
              .with("link.retryTicks", oneOf(random, 4_375L, random.nextLong(1, 10_000)));
    }
    if (random.nextInt(4) != 0) {
      model = faults(model, random);
    }
    return FaultKeys.any(model.settings()) || random.nextInt(3) != 0
        ? ifFits(
            model.with("nic.timeoutTicks", 600_000),
            "nic.timeoutTicks",
            random.nextLong(60_000, 400_000))
        : model;
  }

  private static Case modes(Case model, Random random) {
    final boolean notifies = model.settings().flag("workload.notify");
    final List<String> modes = notifies ? IN_ORDER : MODES;
    final List<String> inTurn = new ArrayList<>();
    while (random.nextInt(3) != 0) {
      inTurn.add(modes.get(random.nextInt(modes.size())));
    }
    return model
        .with("router.routing", modes.get(random.nextInt(modes.size())))
        .with("workload.routing", inTurn);
  }

  /** Returns a case with some links and blades that fail, as far as the machine allows. */
  static Case faults(Case given, Random random) {
    Case model = given;
    for (int i = random.nextInt(1, 8); i > 0; i--) {
      final boolean blade = random.nextInt(5) == 0;
      final String name = (blade ? "fault.blades.b" : "fault.links.l") + i;
      final long tick = random.nextInt(3) == 0 ? 0 : random.nextLong(60_000);
      final long aries = random.nextInt(12);
      model =
          blade
              ? ifFits(model, name + ".aries", aries, name + ".atTick", tick)
              : ifFits(
                  model,
                  name + ".aries",
                  aries,
                  name + ".port",
                  oneOf(random, 0L, 15L, 16L, 17L, 18L, random.nextLong(40)),
                  name + ".atTick",
                  tick);
    }
    if (!FaultKeys.any(model.settings())) {
      return model;
    }
    final long reaction = oneOf(random, 0L, random.nextLong(30_000), random.nextLong(200_000));
    return model
        .with("fault.reactionTicks", reaction)
        .with("fault.quiesceTicks", oneOf(random, 0L, reaction, random.nextLong(reaction + 1)));
  }

  /**
   * Returns a case in which up to two of its first blades fail before a tick, with the ranks on
   * them, as far as the machine allows.
   */
  static Case lostRanks(Case given, Random random, int blades, long beforeTick) {
    Case model = given;
    for (int i = random.nextInt(3); i > 0; i--) {
      final String name = "fault.blades.r" + i;
      final long tick = random.nextLong(1, beforeTick);
      model = ifFits(model, name + ".aries", random.nextInt(blades), name + ".atTick", tick);
    }
    return model;
  }

  private static Case ifFits(Case model, Object... keysAndValues) {
    final Case more = model.with(keysAndValues);
    try {
      CascadeSettings.of(more.settings());
      return more;
    } catch (SettingsException refused) {
      return model;
    }
  }
}
