package io.hopwright.models.program.collectives;

/**
 * Double binary tree of an allreduce: two complementary trees reduce and distribute half of the
 * data each, chunk by chunk. A member with children in one tree has at most one in the other.
 *
 * <p>After P. Sanders, J. Speck and J. Träff, Two-tree algorithms for full bandwidth broadcast,
 * reduction and scan (2009), with the trees and chunks of NCCL. A step takes a time proportional to
 * the logarithm of the members.
 */
final class DoubleTree {
  /** Slots between that of a step and that in which a member waits for it. */
  private static final int AHEAD = 3;

  /** Steps of a slot: five for each tree. */
  private static final int SLOT = 10;

  /** Steps in flight. */
  static final int WINDOW = AHEAD * SLOT;

  private static final int TREE = 5;
  private static final int TO_PARENT = 2;
  private static final int TO_CHILD = 3;
  private static final int NONE = -1;

  private static final long LARGEST_CHUNK = 524_288;
  private static final long LARGE_CHUNK = 131_072;
  private static final long MEDIUM_CHUNK = 65_536;
  private static final long SMALL_CHUNK = 32_768;

  private DoubleTree() {}

  /** Returns the bytes of a chunk, at most. */
  private static long chunkBytes(int levels, long bytes) {
    final long half = half(0, bytes);
    long chunk = LARGEST_CHUNK;
    while (half / chunk < 8L * levels && chunk > LARGE_CHUNK) {
      chunk /= 2;
    }
    while (half / chunk < 4L * levels && chunk > MEDIUM_CHUNK) {
      chunk /= 2;
    }
    while (half / chunk < levels && chunk > SMALL_CHUNK) {
      chunk /= 2;
    }
    return chunk;
  }

  /** Returns the bytes of a tree. */
  private static long half(int tree, long bytes) {
    return tree == 0 ? (bytes + 1) / 2 : bytes / 2;
  }

  /** Returns the chunks of a tree. */
  static int chunks(int levels, long bytes) {
    final long chunk = chunkBytes(levels, bytes);
    return (int) Math.max(1, (half(0, bytes) + chunk - 1) / chunk);
  }

  static int steps(int levels, long bytes) {
    return SLOT * (chunks(levels, bytes) + AHEAD * (2 * levels - 1));
  }

  /**
   * Fills in step {@code k}. Both members of a message are in the same slot, so that the member
   * that is furthest behind never waits for another one to post its part.
   */
  static void step(Step s, int k, int levels) {
    final int slot = k / SLOT;
    final int tree = k % SLOT / TREE;
    final int place = k % TREE;
    final int v = number(tree, s.member(), s.members());
    final int first = slot * SLOT + tree * TREE;
    switch (place) {
      case 0, 1 -> {
        final int child = child(v, place, s.members());
        if (child != NONE) {
          receive(s, tree, child, slot - AHEAD * height(child, levels), levels);
          s.reduce();
        }
      }
      case TO_PARENT -> {
        if (v != 0) {
          final int parent = parent(v, s.members());
          receive(s, tree, parent, down(slot, v, levels), levels);
          final int itsPlace = v < parent ? 0 : 1;
          send(s, tree, parent, slot - AHEAD * height(v, levels), levels, first + itsPlace);
        }
      }
      default -> {
        final int child = child(v, place - TO_CHILD, s.members());
        if (child != NONE) {
          send(s, tree, child, down(slot, child, levels), levels, first + TO_PARENT);
        }
      }
    }
  }

  /** Returns the chunk that a member with the number {@code v} receives from its parent. */
  private static int down(int slot, int v, int levels) {
    return slot + AHEAD * (1 + height(v, levels) - 2 * levels);
  }

  private static void receive(Step s, int tree, int from, int chunk, int levels) {
    final int chunks = chunks(levels, s.bytes());
    if (chunk >= 0 && chunk < chunks) {
      s.receivePart(
          member(tree, from, s.members()), tree * chunks + chunk, size(s, tree, chunk, levels));
    }
  }

  private static void send(Step s, int tree, int to, int chunk, int levels, int tag) {
    final int chunks = chunks(levels, s.bytes());
    if (chunk >= 0 && chunk < chunks) {
      s.sendPart(
          member(tree, to, s.members()), tree * chunks + chunk, size(s, tree, chunk, levels), tag);
    }
  }

  private static long size(Step s, int tree, int chunk, int levels) {
    final long each = chunkBytes(levels, s.bytes());
    return Math.max(0, Math.min(each, half(tree, s.bytes()) - chunk * each));
  }

  /** Returns a member's number in a tree: mirrored in the second one, or shifted if odd. */
  private static int number(int tree, int i, int members) {
    if (tree == 0) {
      return i;
    }
    return members % 2 == 0 ? members - 1 - i : (i + members - 1) % members;
  }

  /** Returns the member that has a number in a tree. */
  private static int member(int tree, int v, int members) {
    if (tree == 0) {
      return v;
    }
    return members % 2 == 0 ? members - 1 - v : (v + 1) % members;
  }

  /** Returns how far a number is above the leaves, which have odd numbers; 0 is the root. */
  private static int height(int v, int levels) {
    return v == 0 ? levels : Integer.numberOfTrailingZeros(v);
  }

  private static int parent(int v, int members) {
    final int bit = Integer.lowestOneBit(v);
    final int above = (v ^ bit) | (bit << 1);
    return above < members ? above : v ^ bit;
  }

  /** Returns the lower child (0) or the higher one (1). */
  private static int child(int v, int which, int members) {
    if (v == 0) {
      return which == 0 ? NONE : Integer.highestOneBit(members - 1);
    }
    int distance = Integer.lowestOneBit(v) >> 1;
    if (which == 0) {
      return distance == 0 ? NONE : v - distance;
    }
    while (distance > 0 && v + distance >= members) {
      distance >>= 1;
    }
    return distance == 0 ? NONE : v + distance;
  }
}
