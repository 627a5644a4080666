package io.hopwright.models.topology.family;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import io.hopwright.models.topology.description.NetworkDescription;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Random regular graph (Singla et al., NSDI 2012).
 *
 * @param count number of routers
 * @param degree links of each router
 * @param seed seed of the random numbers
 */
record JellyfishFamily(int count, int degree, long seed) implements Family {
  private static final int DRAWS = 100;
  private static final int REPAIRS = 10_000;
  private static final int ATTEMPTS = 100;

  static Family of(Parameters parameters) {
    final int count = parameters.integer("routers", 2, NetworkDescription.MOST_ROUTERS);
    final int degree = parameters.integer("degree", 1, NetworkDescription.MOST_PORTS);
    if (degree >= count || (long) count * degree % 2 != 0) {
      throw new DescriptionException(
          String.format(
              "jellyfish: %d routers cannot have %d links each; use a degree below the number of"
                  + " routers, and an even product of both",
              count, degree));
    }
    return new JellyfishFamily(count, degree, parameters.seedOr("seed", 1));
  }

  @Override
  public long routers() {
    return count;
  }

  @Override
  public long links() {
    return (long) count * degree / 2;
  }

  @Override
  public long mostPorts() {
    return degree;
  }

  @Override
  public void addTo(NetworkBuilder builder) {
    final Random random = new Random(seed);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      final Drawing drawing = new Drawing(random);
      if (drawing.complete() && drawing.isConnected()) {
        builder.routers(count);
        for (int link = 0; link < drawing.links.size(); link++) {
          final long pair = drawing.links.get(link);
          builder.link((int) (pair >>> 32), (int) pair, LinkClass.PLAIN);
        }
        return;
      }
    }
    throw new DescriptionException(
        String.format(
            "jellyfish: no connected network of %d routers with %d links each was found; use a"
                + " higher degree, or another seed",
            count, degree));
  }

  /** Attempt to draw a graph: links drawn so far, and free stubs. */
  private final class Drawing {
    private final Random random;
    private final List<Long> links = new ArrayList<>();
    private final Set<Long> linked = new HashSet<>();
    private final int[] stubs;
    private int free;

    Drawing(Random random) {
      this.random = random;
      stubs = new int[count * degree];
      free = stubs.length;
      for (int i = 0; i < stubs.length; i++) {
        stubs[i] = i / degree;
      }
    }

    private boolean areLinked(int a, int b) {
      return linked.contains(pair(Math.min(a, b), Math.max(a, b)));
    }

    private void add(int a, int b, int place) {
      if (place == links.size()) {
        links.add(pair(a, b));
      } else {
        final long old = links.set(place, pair(a, b));
        final int x = (int) (old >>> 32);
        final int y = (int) old;
        linked.remove(pair(Math.min(x, y), Math.max(x, y)));
      }
      linked.add(pair(Math.min(a, b), Math.max(a, b)));
    }

    private void remove(int i, int j) {
      stubs[Math.max(i, j)] = stubs[--free];
      stubs[Math.min(i, j)] = stubs[--free];
    }

    /** Returns whether all stubs could be used. */
    boolean complete() {
      int failures = 0;
      while (free > 0) {
        final int i = random.nextInt(free);
        final int j = random.nextInt(free);
        if (stubs[i] != stubs[j] && !areLinked(stubs[i], stubs[j])) {
          add(stubs[i], stubs[j], links.size());
          remove(i, j);
          failures = 0;
        } else if (++failures == DRAWS) {
          if (!repair()) {
            return false;
          }
          failures = 0;
        }
      }
      return true;
    }

    /** Puts two stubs into a link; returns whether there was one. */
    private boolean repair() {
      final int p = stubs[0];
      final int q = stubs[1];
      for (int draw = 0; draw < REPAIRS && !links.isEmpty(); draw++) {
        final int place = random.nextInt(links.size());
        final int x = (int) (links.get(place) >>> 32);
        final int y = (int) links.get(place).longValue();
        if (fits(p, q, x, y) || fits(p, q, y, x)) {
          final boolean straight = fits(p, q, x, y);
          add(p, straight ? x : y, place);
          add(q, straight ? y : x, links.size());
          remove(0, 1);
          return true;
        }
      }
      return false;
    }

    private boolean fits(int p, int q, int x, int y) {
      return x != p && x != q && y != p && y != q && !areLinked(p, x) && !areLinked(q, y);
    }

    boolean isConnected() {
      final int[] root = new int[count];
      for (int i = 0; i < count; i++) {
        root[i] = i;
      }
      int parts = count;
      for (long link : links) {
        final int a = rootOf(root, (int) (link >>> 32));
        final int b = rootOf(root, (int) link);
        parts -= a == b ? 0 : 1;
        root[a] = b;
      }
      return parts == 1;
    }

    private static int rootOf(int[] root, int router) {
      int at = router;
      while (root[at] != at) {
        root[at] = root[root[at]];
        at = root[at];
      }
      return at;
    }
  }

  private static long pair(int a, int b) {
    return (long) a << 32 | b;
  }
}
