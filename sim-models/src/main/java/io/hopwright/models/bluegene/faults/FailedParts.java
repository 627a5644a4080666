package io.hopwright.models.bluegene.faults;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Failed nodes and links of a torus, and the remaining ones. A failed link has failed in both
 * directions; all links of a failed node have failed. Immutable; safe for any thread.
 */
public final class FailedParts {
  public static final Key<List<Integer>> NODES =
      Key.integers("machine.deadNodes", 0, TorusPacketWords.MAX_NODES - 1)
          .ofRun("numbers of failed nodes, x + kx*(y + ky*z); packets take detours around them");
  public static final Key<List<Integer>> LINKS =
      Key.integers("machine.deadLinks", 0, 6 * TorusPacketWords.MAX_NODES - 1)
          .ofRun(
              "numbers of failed links, which fail in both directions: 6*node + port, with"
                  + " the ports x+, x-, y+, y-, z+, z-");
  public static final Key<Boolean> LEAVE_OUT =
      Key.choice(
              "machine.unreachable",
              false,
              new Choice<>(false, "refuse", "an error"),
              new Choice<>(
                  true, "leave-out", "for uniform traffic: these pairs exchange no packets"))
          .ofRun(
              "treatment of pairs of working nodes between which no hint bits give a path"
                  + " around failed components");

  private final Torus torus;
  private final boolean[] deadNodes;
  private final byte[] livingPorts;
  private final int[] nodes;
  private final int[] links;

  private FailedParts(Torus torus, List<Integer> nodes, List<Integer> links) {
    this.torus = torus;
    this.nodes = nodes.stream().mapToInt(Integer::intValue).distinct().toArray();
    deadNodes = new boolean[torus.nodes()];
    livingPorts = new byte[torus.nodes()];
    for (int node = 0; node < livingPorts.length; node++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        livingPorts[node] |= (byte) (torus.hasLink(port) ? 1 << port : 0);
      }
    }
    final List<Integer> both = new ArrayList<>();
    for (int link : links) {
      both.add(link);
      both.add(reverse(link));
    }
    this.links = both.stream().mapToInt(Integer::intValue).distinct().toArray();
    both.forEach(this::killLink);
    for (int node : nodes) {
      deadNodes[node] = true;
      for (int port = 0; port < Torus.PORTS; port++) {
        if (torus.hasLink(port)) {
          killLink(Torus.PORTS * node + port);
          killLink(reverse(Torus.PORTS * node + port));
        }
      }
    }
  }

  /** A number that is there twice is most likely meant to be another one. */
  private void checkDifferent(
      List<Integer> said, List<Integer> saidLinks, SettingsException.Collector problems) {
    final Set<Integer> seen = new HashSet<>();
    for (int node : said) {
      problems.when(
          !seen.add(node), NODES, "names node " + node + " twice; name each failed node once");
    }
    seen.clear();
    for (int link : saidLinks) {
      problems.when(
          seen.contains(link), LINKS, "names link " + link + " twice; name each failed link once");
      problems.when(
          reverse(link) != link && seen.contains(reverse(link)),
          LINKS,
          "names link %s a second time, from its other end, as %s; name it from one end"
              .formatted(link, reverse(link)));
      seen.add(link);
    }
  }

  private int reverse(int link) {
    final int port = link % Torus.PORTS;
    return Torus.PORTS * torus.neighbour(link / Torus.PORTS, port) + (port ^ 1);
  }

  private void killLink(int link) {
    livingPorts[link / Torus.PORTS] &= (byte) ~(1 << link % Torus.PORTS);
  }

  /** Returns a torus of which these parts are dead. */
  static FailedParts of(Torus torus, List<Integer> nodes, List<Integer> links) {
    return new FailedParts(torus, nodes, links);
  }

  /**
   * Reads the settings; null without failed components.
   *
   * @throws SettingsException naming components that do not exist or are named twice, and nodes
   *     that are cut off
   */
  public static FailedParts of(Settings settings, Torus torus) {
    final List<Integer> nodes = settings.get(NODES);
    final List<Integer> links = settings.get(LINKS);
    if (nodes.isEmpty() && links.isEmpty()) {
      return null;
    }
    final SettingsException.Collector problems = new SettingsException.Collector();
    nodes.stream()
        .filter(node -> node >= torus.nodes())
        .findFirst()
        .ifPresent(
            node ->
                problems.when(
                    true,
                    NODES,
                    "names node %s of a torus of %s; use 0 to %s"
                        .formatted(node, torus, torus.nodes() - 1)));
    links.stream()
        .filter(link -> link / Torus.PORTS >= torus.nodes() || !torus.hasLink(link % Torus.PORTS))
        .findFirst()
        .ifPresent(
            link ->
                problems.when(
                    true,
                    LINKS,
                    ("names link %s, port %s of node %s, which does not exist in a torus of %s; use"
                            + " 6*node + port of an existing link")
                        .formatted(
                            link, Torus.direction(link % Torus.PORTS), link / Torus.PORTS, torus)));
    problems.throwIfAny();
    final FailedParts parts = new FailedParts(torus, nodes, links);
    parts.checkDifferent(nodes, links, problems);
    problems.when(
        parts.living() == 0,
        NODES,
        "marks every node as failed in the torus of " + torus + "; leave at least one");
    for (int node = 0; node < torus.nodes(); node++) {
      if (parts.lives(node) && parts.livingPorts[node] == 0) {
        problems.when(
            true,
            links.isEmpty() ? NODES : LINKS,
            ("leave node %s without a link; add the node to %s, or remove one of its"
                    + " links from the list")
                .formatted(node, NODES));
        break;
      }
    }
    problems.throwIfAny();
    return parts;
  }

  /** Returns the key that sets the failures, that of nodes if both are set. */
  public Key<?> saidBy() {
    return nodes.length > 0 ? NODES : LINKS;
  }

  /** Returns whether a node works. */
  public boolean lives(int node) {
    return !deadNodes[node];
  }

  /** Returns the number of working nodes. */
  public int living() {
    return torus.nodes() - nodes.length;
  }

  /** Returns the working nodes. */
  int[] livingNodes() {
    return IntStream.range(0, torus.nodes()).filter(this::lives).toArray();
  }

  /** Returns whether the link of a node's port works. */
  boolean lives(int node, int port) {
    return (livingPorts[node] >>> port & 1) != 0;
  }

  /** Returns the ports of all nodes with working links, as sets of bits. */
  public byte[] livingPorts() {
    return livingPorts.clone();
  }

  /** Returns the failed nodes. */
  public int[] nodes() {
    return nodes.clone();
  }

  /** Returns the links that were said to be dead, in both directions, 6·node + port. */
  int[] links() {
    return links.clone();
  }
}
