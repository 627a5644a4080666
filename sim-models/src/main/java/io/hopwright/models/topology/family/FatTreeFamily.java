package io.hopwright.models.topology.family;

import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Extended generalised fat tree (Öhring et al., IPPS 1995) with parallel links. */
final class FatTreeFamily implements Family {
  private static final int MOST_OF_SMALLER = 3;

  /** Children of a router of each level; of level 1, nodes. */
  private final int[] down;

  /** Parents of a router of each level but the last. */
  private final int[] up;

  /** Parallel links of a child and a parent, by the child's level. */
  private final int[] bundle;

  private FatTreeFamily(int[] down, int[] up, int[] bundle) {
    this.down = down;
    this.up = up;
    this.bundle = bundle;
  }

  static Family of(Parameters parameters) {
    final int[] down = parameters.list("down", 2, 1, NetworkDescription.MOST_NODES);
    final int levels = down.length;
    final int most = NetworkDescription.MOST_PORTS;
    return new FatTreeFamily(
        down,
        parameters.listOr("up", levels - 1, 1, 1, most),
        parameters.listOr("bundle", levels - 1, 1, 1, most));
  }

  @Override
  public boolean hasNodesPerRouter() {
    return false;
  }

  @Override
  public FatTreeShape fatTree() {
    return new FatTreeShape(list(down), list(up), list(bundle));
  }

  private static List<Integer> list(int[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }

  @Override
  public String smaller() {
    return "fat-tree down=" + smaller(down) + " up=" + smaller(up) + " bundle=" + smaller(bundle);
  }

  private static String smaller(int[] numbers) {
    return Arrays.stream(numbers)
        .map(number -> Math.min(number, MOST_OF_SMALLER))
        .mapToObj(Integer::toString)
        .collect(Collectors.joining("x"));
  }

  /** Returns the number of routers of a level, from 0, that have the same subtree above. */
  private long copies(int level) {
    long product = 1;
    for (int l = 0; l < level; l++) {
      product = capped(product * up[l]);
    }
    return product;
  }

  private long subtrees(int level) {
    long product = 1;
    for (int l = level + 1; l < down.length; l++) {
      product = capped(product * down[l]);
    }
    return product;
  }

  /** Limits products of numbers below 2^21, to avoid an overflow; limited values are refused. */
  private static long capped(long product) {
    return Math.min(product, 1L << 40);
  }

  private long routersOf(int level) {
    return capped(Math.min(copies(level), 1L << 20) * Math.min(subtrees(level), 1L << 20));
  }

  @Override
  public long routers() {
    long routers = 0;
    for (int level = 0; level < down.length; level++) {
      routers += copies(level) > 1 << 20 || subtrees(level) > 1 << 20 ? 1L << 40 : routersOf(level);
    }
    return routers;
  }

  @Override
  public long links() {
    long links = 0;
    for (int level = 0; level < up.length; level++) {
      links += routersOf(level) * up[level] * bundle[level];
    }
    return links;
  }

  @Override
  public long mostPorts() {
    long most = 0;
    for (int level = 0; level < down.length; level++) {
      final long below = level == 0 ? 0 : (long) down[level] * bundle[level - 1];
      final long above = level == up.length ? 0 : (long) up[level] * bundle[level];
      most = Math.max(most, below + above);
    }
    return most;
  }

  @Override
  public void addTo(NetworkBuilder builder) {
    builder.routers((int) routers());
    for (int leaf = 0; leaf < routersOf(0); leaf++) {
      builder.nodes(leaf, down[0], LinkClass.PLAIN);
    }
    int first = 0;
    for (int level = 0; level < up.length; level++) {
      linkLevel(builder, level, first);
      first += (int) routersOf(level);
    }
  }

  private void linkLevel(NetworkBuilder builder, int level, int first) {
    final LinkClass kind = LinkClass.of("level" + (level + 2));
    final int copies = (int) copies(level);
    final int above = (int) copies(level + 1);
    final int firstAbove = first + (int) routersOf(level);
    for (int n = 0; n < routersOf(level); n++) {
      final int subtree = n / copies / down[level + 1];
      final int place = n % copies * up[level];
      for (int u = 0; u < up[level]; u++) {
        for (int i = 0; i < bundle[level]; i++) {
          builder.link(first + n, firstAbove + subtree * above + place + u, kind);
        }
      }
    }
  }
}
