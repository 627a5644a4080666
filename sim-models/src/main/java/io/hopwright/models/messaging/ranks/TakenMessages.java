package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.storage.PairTable;
import io.hopwright.models.messaging.storage.Slab;
import io.hopwright.models.program.Operation;

/**
 * Record of messages taken by wildcard receives: for each rank, sender and tag, the statement of
 * the latest receive. The report of a rank that waits forever for such a message names that
 * statement. Nothing is kept of receives that name sender and tag.
 *
 * <p>Confined to its partition; 20 B for each pair of ranks, and 16 B for each of its latest
 * {@value #MOST_TAGS} tags.
 */
final class TakenMessages {
  /** In place of a line: no wildcard receive took such a message. */
  static final int NONE = 0;

  private static final int MOST_TAGS = 16;

  // Words of an entry.
  private static final int TAG_AND_LINE = 0;
  private static final int NEXT = 1;
  private static final int STRIDE = 2;

  private final PairTable pairs = new PairTable();
  private final Slab entries = new Slab(STRIDE);

  /** Records that a wildcard receive of a rank, at a line of its program, takes a message. */
  void take(int r, int from, int tag, int line) {
    final int at = pairs.at(PairTable.key(r, from));
    int before = Slab.NONE;
    int count = 0;
    for (int entry = pairs.list(at); entry != Slab.NONE; entry = next(entry)) {
      if (entries.high(entry, TAG_AND_LINE) == tag) {
        entries.setLow(entry, TAG_AND_LINE, line);
        return;
      }
      if (++count < MOST_TAGS) {
        before = entry;
      }
    }
    if (count == MOST_TAGS) {
      entries.free(next(before));
      entries.set(before, NEXT, Slab.NONE);
    }
    final int entry = entries.take();
    entries.set(entry, TAG_AND_LINE, (long) tag << Integer.SIZE | line);
    entries.set(entry, NEXT, pairs.list(at));
    pairs.setList(at, entry);
  }

  private int next(int entry) {
    return (int) entries.get(entry, NEXT);
  }

  /**
   * Returns the line of the wildcard receive that took a message which another receive fits, {@link
   * #NONE} if none did.
   *
   * @param tag of that receive, or {@link Operation#ANY}
   */
  int line(int r, int from, int tag) {
    final long key = PairTable.key(r, from);
    int entry = pairs.has(key) ? pairs.list(pairs.at(key)) : Slab.NONE;
    while (entry != Slab.NONE && tag != Operation.ANY && entries.high(entry, TAG_AND_LINE) != tag) {
      entry = next(entry);
    }
    return entry == Slab.NONE ? NONE : entries.low(entry, TAG_AND_LINE);
  }
}
