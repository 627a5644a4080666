package io.hopwright.models.topology.analysis;

import java.util.Arrays;
import java.util.Random;

/**
 * Division of routers into two halves with few links between them. From several starts, routers are
 * moved one at a time, first the one that saves most links, and each at most once per pass. The
 * best state of a pass is the start of the next (Fiduccia and Mattheyses, DAC 1982). Deterministic.
 * Confined to one thread.
 */
final class Halves {
  private static final int STARTS = 12;
  private static final int PASSES = 30;
  private static final int NONE = -1;

  private final Adjacency links;
  private final int[] weights;
  private final long total;
  private final long allowed;
  private final int most;
  private final boolean[] right;
  private final int[] gain;
  private final boolean[] locked;

  /** Bucket lists by side and gain: {@code [side][gain + most]}. */
  private final int[][] heads;

  private final int[] next;
  private final int[] previous;
  private final int[] highest = new int[2];

  Halves(Adjacency links, int[] weights) {
    this.links = links;
    this.weights = weights;
    final int routers = links.routers();
    long sum = 0;
    int largest = 0;
    int equal = 0;
    boolean allEqual = true;
    int degree = 0;
    for (int router = 0; router < routers; router++) {
      sum += weights[router];
      largest = Math.max(largest, weights[router]);
      if (weights[router] > 0) {
        allEqual &= equal == 0 || equal == weights[router];
        equal = weights[router];
      }
      degree = Math.max(degree, links.first()[router + 1] - links.first()[router]);
    }
    total = sum;
    most = degree;
    allowed = allEqual ? (equal == 0 ? 0 : sum / equal % 2 * equal) : largest;
    right = new boolean[routers];
    gain = new int[routers];
    locked = new boolean[routers];
    heads = new int[2][2 * most + 1];
    next = new int[routers];
    previous = new int[routers];
  }

  /** Returns the smallest number of links between the halves that was found. */
  long best() {
    long best = Long.MAX_VALUE;
    final Random random = new Random(1);
    for (int start = 0; start < STARTS; start++) {
      divide(start, random);
      long cut = cut();
      boolean better = true;
      for (int pass = 0; pass < PASSES && better; pass++) {
        final long after = pass(cut);
        better = after < cut;
        cut = after;
      }
      if (isBalanced(weightRight())) {
        best = Math.min(best, cut);
      }
    }
    return best;
  }

  private long weightRight() {
    long weight = 0;
    for (int router = 0; router < right.length; router++) {
      weight += right[router] ? weights[router] : 0;
    }
    return weight;
  }

  private boolean isBalanced(long weightRight) {
    return Math.abs(total - 2 * weightRight) <= allowed;
  }

  /** Puts the first half by number on one side, or the routers nearest to a random one. */
  private void divide(int start, Random random) {
    Arrays.fill(right, true);
    final int[] order = new int[right.length];
    if (start == 0) {
      Arrays.setAll(order, router -> router);
    } else {
      final Search search = new Search(links);
      final int reached = search.from(random.nextInt(right.length));
      for (int n = 0; n < reached; n++) {
        order[n] = search.reached(n);
      }
    }
    long left = 0;
    for (int router : order) {
      if (2 * (left + weights[router]) <= total + allowed) {
        right[router] = false;
        left += weights[router];
      }
    }
  }

  private long cut() {
    long ends = 0;
    for (int router = 0; router < right.length; router++) {
      for (int i = links.first()[router]; i < links.first()[router + 1]; i++) {
        ends += right[router] == right[links.far()[i]] ? 0 : 1;
      }
    }
    return ends / 2;
  }

  private int side(int router) {
    return right[router] ? 1 : 0;
  }

  private void insert(int router) {
    final int side = side(router);
    final int bucket = gain[router] + most;
    final int head = heads[side][bucket];
    next[router] = head;
    previous[router] = NONE;
    if (head != NONE) {
      previous[head] = router;
    }
    heads[side][bucket] = router;
    highest[side] = Math.max(highest[side], bucket);
  }

  private void remove(int router) {
    if (previous[router] == NONE) {
      heads[side(router)][gain[router] + most] = next[router];
    } else {
      next[previous[router]] = next[router];
    }
    if (next[router] != NONE) {
      previous[next[router]] = previous[router];
    }
  }

  /** Returns the free router of a side whose move saves most links. */
  private int first(int side) {
    while (highest[side] >= 0 && heads[side][highest[side]] == NONE) {
      highest[side]--;
    }
    return highest[side] < 0 ? NONE : heads[side][highest[side]];
  }

  private void fill() {
    for (int side = 0; side < 2; side++) {
      Arrays.fill(heads[side], NONE);
      highest[side] = NONE;
    }
    for (int router = 0; router < right.length; router++) {
      gain[router] = 0;
      locked[router] = false;
      for (int i = links.first()[router]; i < links.first()[router + 1]; i++) {
        gain[router] += right[router] == right[links.far()[i]] ? -1 : 1;
      }
      insert(router);
    }
  }

  /** Moves all routers once, goes back to the best state, and returns its links. */
  private long pass(long before) {
    fill();
    final int[] moved = new int[right.length];
    int count = 0;
    int bestCount = 0;
    long cut = before;
    long weight = weightRight();
    long best = isBalanced(weight) ? before : Long.MAX_VALUE;
    for (int router = pick(weight); router != NONE; router = pick(weight)) {
      cut -= gain[router];
      weight += right[router] ? -weights[router] : weights[router];
      move(router);
      moved[count++] = router;
      if (isBalanced(weight) && cut < best) {
        best = cut;
        bestCount = count;
      }
    }
    while (count > bestCount) {
      right[moved[--count]] ^= true;
    }
    return best == Long.MAX_VALUE ? before : best;
  }

  /** Returns the router to move: from the heavier side, or of more gain if both are equal. */
  private int pick(long weightRight) {
    final int left = first(0);
    final int rightmost = first(1);
    final long surplus = 2 * weightRight - total;
    if (left == NONE || rightmost == NONE) {
      final int only = left == NONE ? rightmost : left;
      final boolean worse = only != NONE && (left == NONE) == (surplus < 0) && surplus != 0;
      return worse && weights[only] > 0 ? NONE : only;
    }
    if (surplus == 0 || (Math.abs(surplus) <= allowed && weights[left] + weights[rightmost] == 0)) {
      return gain[left] >= gain[rightmost] ? left : rightmost;
    }
    return surplus > 0 ? rightmost : left;
  }

  private void move(int router) {
    remove(router);
    locked[router] = true;
    right[router] ^= true;
    for (int i = links.first()[router]; i < links.first()[router + 1]; i++) {
      final int far = links.far()[i];
      if (!locked[far]) {
        remove(far);
        gain[far] += right[far] == right[router] ? -2 : 2;
        insert(far);
      }
    }
  }
}
