package io.hopwright.models.topology.routing;

import java.util.Arrays;

/**
 * Topological order of the channels of a dependency graph, which is updated with each dependency.
 * The bidirectional search is that of Haeupler, Kavitha, Mathew, Sen and Tarjan (ACM Transactions
 * on Algorithms 8, 2012). One search follows dependencies in ascending order, the other one against
 * them in descending order, until they meet. Most channels that a search in one direction would
 * visit are not visited. The order is a list with labels, as only few of its channels move. Memory:
 * 40 B for each channel. Confined to one thread.
 */
final class ChannelOrder {
  private static final byte UNSEEN = 0;
  private static final byte AHEAD = 1;
  private static final byte BEHIND = 2;

  private final ChannelGraph graph;

  /** The same dependencies the other way round, between the reverse channels. */
  private final ChannelGraph reversed;

  private final int[] reverse;

  /** The list, whose last member, the number of channels, stands for both of its ends. */
  private final int[] next;

  private final int[] before;
  private final int end;

  /** Labels, which rise along the list. */
  private final long[] label;

  private final byte[] seen;

  /** Channels that are seen, of which the first {@link #visited} count. */
  private final int[] visits;

  private int visited;
  private final Frontier ahead = new Frontier(1);
  private final Frontier behind = new Frontier(-1);

  /** Channels of a search that are not followed yet, in the order of their labels. */
  private final class Frontier {
    /** Sign of labels: −1 for the greatest label first. */
    private final int sign;

    private int[] heap = new int[64];
    private int size;

    /** Channels that were followed, in this order. */
    private int[] followed = new int[64];

    private int count;

    Frontier(int sign) {
      this.sign = sign;
    }

    void clear() {
      size = 0;
      count = 0;
    }

    private boolean isFirst(int one, int other) {
      return sign * label[one] < sign * label[other];
    }

    void add(int channel) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, 2 * size);
      }
      int at = size++;
      for (; at > 0 && isFirst(channel, heap[(at - 1) / 2]); at = (at - 1) / 2) {
        heap[at] = heap[(at - 1) / 2];
      }
      heap[at] = channel;
    }

    /** Removes the first channel, which counts as followed, and returns it. */
    int follow() {
      if (count == followed.length) {
        followed = Arrays.copyOf(followed, 2 * count);
      }
      final int first = heap[0];
      followed[count++] = first;
      final int last = heap[--size];
      int at = 0;
      for (int child = 1; child < size; child = 2 * at + 1) {
        child += child + 1 < size && isFirst(heap[child + 1], heap[child]) ? 1 : 0;
        if (!isFirst(heap[child], last)) {
          break;
        }
        heap[at] = heap[child];
        at = child;
      }
      heap[at] = last;
      return first;
    }
  }

  /**
   * Orders the channels of a graph without dependencies.
   *
   * @param reverse other direction of the link, by channel
   */
  ChannelOrder(ChannelGraph graph, ChannelGraph reversed, int... reverse) {
    this.graph = graph;
    this.reversed = reversed;
    this.reverse = reverse;
    end = graph.channels();
    next = new int[end + 1];
    before = new int[end + 1];
    for (int channel = 0; channel <= end; channel++) {
      next[channel] = channel == end ? 0 : channel + 1;
      before[channel] = channel == 0 ? end : channel - 1;
    }
    label = new long[end + 1];
    seen = new byte[end];
    visits = new int[end];
    relabel();
  }

  private void relabel() {
    final long step = Long.MAX_VALUE / (end + 1);
    long at = 0;
    for (int channel = next[end]; channel != end; channel = next[channel]) {
      at += step;
      label[channel] = at;
    }
    label[end] = Long.MAX_VALUE;
  }

  /** Writes the channels in their order. */
  void list(int[] into) {
    int at = 0;
    for (int channel = next[end]; channel != end; channel = next[channel]) {
      into[at++] = channel;
    }
  }

  /** Returns the number of channels that the last call of {@link #put} saw. */
  int visited() {
    return visited;
  }

  /**
   * Puts a channel before another one that will depend on it; returns false, and changes nothing,
   * if the second one leads to the first.
   */
  boolean put(int first, int second) {
    visited = 0;
    if (label[first] < label[second]) {
      return true;
    }
    ahead.clear();
    behind.clear();
    see(second, AHEAD, ahead);
    see(first, BEHIND, behind);
    final boolean meets = search(first, second);
    for (int i = 0; i < visited; i++) {
      seen[visits[i]] = UNSEEN;
    }
    if (!meets) {
      move(first);
    }
    return !meets;
  }

  private void see(int channel, byte by, Frontier frontier) {
    seen[channel] = by;
    visits[visited++] = channel;
    frontier.add(channel);
  }

  /** Searches until the frontiers have passed each other; returns whether the searches met. */
  private boolean search(int first, int second) {
    while (ahead.size > 0 && behind.size > 0 && label[ahead.heap[0]] < label[behind.heap[0]]) {
      if (followAhead(ahead.follow(), label[first])
          || followBehind(behind.follow(), label[second])) {
        return true;
      }
    }
    return false;
  }

  private boolean followAhead(int channel, long most) {
    for (int to = graph.firstWanted(channel); to >= 0; to = graph.next(channel, to + 1)) {
      if (seen[to] == BEHIND) {
        return true;
      }
      if (seen[to] == UNSEEN && label[to] < most) {
        see(to, AHEAD, ahead);
      }
    }
    return false;
  }

  private boolean followBehind(int channel, long least) {
    final int start = reverse[channel];
    for (int to = reversed.firstWanted(start); to >= 0; to = reversed.next(start, to + 1)) {
      final int from = reverse[to];
      if (seen[from] == AHEAD) {
        return true;
      }
      if (seen[from] == UNSEEN && label[from] > least) {
        see(from, BEHIND, behind);
      }
    }
    return false;
  }

  /**
   * Moves what was followed: all that is ahead to the first channel that was not followed, and what
   * is behind before that. If all that is ahead was followed, it moves behind the first channel.
   */
  private void move(int first) {
    final boolean isWhole = ahead.size == 0;
    final int limit = isWhole ? first : ahead.heap[0];
    int moved = 0;
    final int[] channels = new int[ahead.count + behind.count];
    for (int i = behind.count - 1; !isWhole && i >= 0; i--) {
      if (label[behind.followed[i]] > label[limit]) {
        channels[moved++] = behind.followed[i];
      }
    }
    System.arraycopy(ahead.followed, 0, channels, moved, ahead.count);
    moved += ahead.count;
    for (int i = 0; i < moved; i++) {
      next[before[channels[i]]] = next[channels[i]];
      before[next[channels[i]]] = before[channels[i]];
    }
    insert(channels, moved, isWhole ? next[first] : limit);
  }

  private void insert(int[] channels, int count, int behindThem) {
    int last = before[behindThem];
    final long low = last == end ? 0 : label[last];
    final long step = (label[behindThem] - low) / (count + 1);
    for (int i = 0; i < count; i++) {
      next[last] = channels[i];
      before[channels[i]] = last;
      label[channels[i]] = low + step * (i + 1);
      last = channels[i];
    }
    next[last] = behindThem;
    before[behindThem] = last;
    if (step == 0) {
      relabel();
    }
  }
}
