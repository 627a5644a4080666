package io.hopwright.models.reference.fabric;

import io.hopwright.models.testkit.Case;
import java.util.Random;

/** Input-queued routers with random parameters. */
final class RandomVcRouter {
  private RandomVcRouter() {}

  /** Returns the same fabric with input-queued routers. */
  static Case of(Case fabric, Random random) {
    final Case routers =
        fabric
            .set("router.model=vc")
            .with("router.headTicks", Case.oneOf(random, 0, 1, random.nextInt(12)))
            .with("router.headOverlap", random.nextBoolean())
            .with("router.speedup", Case.oneOf(random, 1, 2, random.nextInt(1, 17)))
            .with("router.inputSpeedup", Case.oneOf(random, 1, 2, random.nextInt(1, 17)))
            .with("router.allocator", Case.oneOf(random, "separable-input", "separable-output"))
            .with("router.iterations", random.nextInt(1, 4));
    return random.nextBoolean() ? routers : routers.with("router.outputFlits", random.nextInt(40));
  }
}
