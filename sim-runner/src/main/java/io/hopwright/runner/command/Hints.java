package io.hopwright.runner.command;

import io.hopwright.models.machine.KeyRole;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.Parameter;
import io.hopwright.runner.config.ResolvedConfig;
import java.util.stream.Collectors;

/** Says what a user may not expect of a run. */
final class Hints {
  private Hints() {}

  static void say(Session session, RunOptions how, ResolvedConfig config, Network<?> network) {
    final int threads = how.plan().threads();
    final int used = how.plan().threadsFor(network.partitions());
    if (!how.quiet() && network.partitions() < threads && used < threads) {
      session.say(
          network.machine()
              + " is cut into "
              + network.partitions()
              + (network.partitions() == 1 ? " partition" : " partitions")
              + " and so uses "
              + used
              + " of "
              + threads
              + " threads; a smaller "
              + config.machine().parameters().stream()
                  .map(Parameter::key)
                  .filter(key -> KeyRole.of(key) == KeyRole.PARTITION)
                  .collect(Collectors.joining(" or "))
              + " makes more");
    }
  }
}
