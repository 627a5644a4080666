package io.hopwright.runner.command;

import io.hopwright.models.machine.Network;

/** Says what a user may not expect of a run. */
final class Hints {
  private Hints() {}

  static void say(Session session, RunOptions how, Network<?> network) {
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
              + " threads; smaller partitions make more (hopwright explain tells the key)");
    }
  }
}
