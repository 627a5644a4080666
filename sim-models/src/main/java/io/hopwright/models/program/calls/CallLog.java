package io.hopwright.models.program.calls;

import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.trace.TracePart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls of one rank in their order, as a reader of a trace records them (docs/models/traces.md,
 * "MPI calls"). Entries are numbered from 0. Grows with what is read; confined to one thread until
 * it is complete.
 */
public final class CallLog {
  /** In place of a peer or a tag: whatever comes. */
  public static final int ANY = -1;

  /** The communicator of all ranks. */
  public static final int WORLD = 0;

  /** The communicator of the rank alone. */
  public static final int SELF = 1;

  /** The first communicator that a trace defines. */
  public static final int FIRST_DEFINED = 2;

  /** The color of a rank that joins none of the parts. */
  public static final int NO_COLOR = -1;

  /** Bytes of an entry, without its list. */
  private static final long ENTRY_BYTES = 40;

  /** Bytes of a list without its elements. */
  private static final long LIST_BYTES = 16;

  private static final int[] NONE = {};
  private static final List<Collective> ALL = List.of(Collective.values());

  /** Kinds of entries. */
  enum Kind {
    COMPUTE,
    SEND,
    RECEIVE,
    WAIT,
    COLLECTIVE,
    /** Parts a communicator by color and key. */
    SPLIT,
    /** A communicator of some ranks of another one. */
    CREATE,
    /** Takes no time, such as a message to no rank. */
    NOTHING
  }

  /**
   * Communicator as named by a call.
   *
   * @param value equal for the same communicator of this rank
   * @param index this rank's rank in it
   * @param size number of its members
   */
  record Handle(long value, int index, int size) {}

  private final String file;
  private final String before;
  private final TracePart selection;
  private int count;

  /** Calls so far, and whether the current one is left out. */
  private int calls;

  private boolean leavesOut;
  private Kind[] kinds = new Kind[16];
  private long[] sizes = new long[16];
  private int[] peers = new int[16];
  private int[] tags = new int[16];
  private int[] communicators = new int[16];
  private boolean[] goOn = new boolean[16];
  private long[] places = new long[16];

  /** Entries that are waited for; ranks of a communicator; sizes of each member. */
  private Object[] lists = new Object[16];

  private long listBytes;

  /** Entries of last tests, by the messages that they may have waited for. */
  private final Map<Integer, Integer> tests = new HashMap<>();

  /** Entries of calls that are left out. */
  private final BitSet leftOut = new BitSet();

  /** Communicators that the trace names by handles. */
  private final Map<Handle, Integer> numbers = new HashMap<>();

  private final List<Handle> handles = new ArrayList<>();

  /** Entries that made each communicator; −1 if it exists from the start. */
  private final List<Integer> makers = new ArrayList<>(List.of(-1, -1));

  /** Members of the communicators that the trace defines, the same list for all ranks. */
  private final List<int[]> defined;

  /**
   * Creates an empty log.
   *
   * @param file that messages name
   * @param before text in messages between the file and a place in it, as {@link
   *     io.hopwright.models.program.graph.GraphProgram#BYTE}
   * @param part part of the trace that is kept; the reader reports each call to {@link #begin}
   */
  public CallLog(String file, String before, TracePart part) {
    this(file, before, part, List.of());
  }

  /**
   * Creates an empty log of a trace that defines communicators.
   *
   * @param file that messages name
   * @param before as above
   * @param part as above
   * @param defined members of each communicator as ranks of the job, the same for all ranks; the
   *     communicators have the numbers from {@link #FIRST_DEFINED} on
   */
  public CallLog(String file, String before, TracePart part, List<int[]> defined) {
    this.file = file;
    this.before = before;
    selection = part;
    this.defined = defined;
    makers.addAll(Collections.nCopies(defined.size(), -1));
  }

  /**
   * Begins a call, to which the next entries belong.
   *
   * @param name name of the MPI function
   * @param picoseconds its recorded time
   */
  public void begin(String name, long picoseconds) {
    leavesOut = !selection.keeps(calls, name, picoseconds);
    calls++;
  }

  /** Returns whether the current call is omitted. */
  public boolean leavesOut() {
    return leavesOut;
  }

  private int add(
      long place, Kind kind, long size, int peer, int tag, int communicator, Object list) {
    if (count == OperationGraph.MOST_OPERATIONS) {
      throw new ProgramException(
          at(place) + ": one call too many; a rank has at most " + OperationGraph.MOST_OPERATIONS);
    }
    if (count == sizes.length) {
      final int more = count + count / 2;
      kinds = Arrays.copyOf(kinds, more);
      sizes = Arrays.copyOf(sizes, more);
      peers = Arrays.copyOf(peers, more);
      tags = Arrays.copyOf(tags, more);
      communicators = Arrays.copyOf(communicators, more);
      goOn = Arrays.copyOf(goOn, more);
      places = Arrays.copyOf(places, more);
      lists = Arrays.copyOf(lists, more);
    }
    kinds[count] = kind;
    sizes[count] = size;
    peers[count] = peer;
    tags[count] = tag;
    communicators[count] = communicator;
    places[count] = place;
    lists[count] = list;
    if (list != null) {
      listBytes +=
          LIST_BYTES
              + (list instanceof long[] longs
                  ? (long) Long.BYTES * longs.length
                  : (long) Integer.BYTES * ((int[]) list).length);
    }
    if (leavesOut) {
      leftOut.set(count);
    }
    return count++;
  }

  /** Returns the name of a place in messages. */
  public String at(long place) {
    return file + before + place;
  }

  /** Adds a time without calls. */
  public void compute(long place, long picoseconds) {
    if (picoseconds > 0) {
      add(place, Kind.COMPUTE, picoseconds, 0, 0, WORLD, null);
    }
  }

  /**
   * Adds the time before the next call.
   *
   * @param end recorded time at its end, in ps
   */
  public void compute(long place, long picoseconds, long end) {
    leavesOut = false;
    compute(place, selection.kept(calls, end, picoseconds));
  }

  /**
   * Adds a send, or a receive, and returns its entry.
   *
   * @param peer rank of the communicator; {@link #ANY} of a receive; any other below 0 for no rank
   * @param goesOn whether the rank continues at once and waits for the message later
   * @throws ProgramException if bytes or tag are out of range
   */
  public int message(
      long place, boolean send, int peer, long bytes, int tag, int communicator, boolean goesOn) {
    if (bytes < 0 || bytes > Operation.MOST_BYTES) {
      throw new ProgramException(
          "%s: the message has %s B; use 0 to %s"
              .formatted(at(place), bytes, Operation.MOST_BYTES));
    }
    final boolean nobody = peer < (send ? 0 : ANY);
    if (!nobody && tag < (send ? 0 : ANY)) {
      throw new ProgramException(at(place) + ": tag " + tag + " is negative; use 0 or more");
    }
    final Kind kind = nobody ? Kind.NOTHING : send ? Kind.SEND : Kind.RECEIVE;
    final int entry = add(place, kind, bytes, peer, tag, communicator, null);
    goOn[entry] = goesOn;
    return entry;
  }

  /**
   * Adds a receive whose message is known only after its arrival, and returns its entry. Before
   * that, or without an arrival, the entry has no effect.
   */
  public int receive(long place) {
    final int entry = add(place, Kind.NOTHING, 0, 0, 0, WORLD, null);
    goOn[entry] = true;
    return entry;
  }

  /**
   * Completes an entry of {@link #receive}.
   *
   * @throws ProgramException if bytes or tag are out of range
   */
  public void complete(int entry, int peer, long bytes, int tag, int communicator) {
    final long place = places[entry];
    final int at = message(place, false, peer, bytes, tag, communicator, true);
    kinds[entry] = kinds[at];
    sizes[entry] = bytes;
    peers[entry] = peer;
    tags[entry] = tag;
    communicators[entry] = communicator;
    leftOut.clear(at);
    count = at;
  }

  /** Records the sender of a receive's message; negative if it is unknown. */
  public void received(int entry, int peer, int tag) {
    if (kinds[entry] == Kind.RECEIVE) {
      peers[entry] = peers[entry] == ANY && peer >= 0 ? peer : peers[entry];
      tags[entry] = tags[entry] == ANY && tag >= 0 ? tag : tags[entry];
    }
  }

  /**
   * Adds a wait for messages. Earlier tests of them have failed, so that these wait for nothing.
   */
  public void await(long place, int... entries) {
    for (int entry : entries) {
      fail(entry);
    }
    if (entries.length > 0) {
      add(place, Kind.WAIT, 0, 0, 0, WORLD, entries.clone());
    }
  }

  /**
   * Adds a test of messages if the trace does not record whether it succeeded. It becomes a wait
   * for messages that no later call waits for or tests.
   */
  public void test(long place, int... entries) {
    await(place, entries);
    for (int entry : entries) {
      tests.put(entry, count - 1);
    }
  }

  /** Takes a message out of its last test. */
  private void fail(int message) {
    final Integer test = tests.isEmpty() ? null : tests.remove(message);
    if (test != null) {
      lists[test] = Arrays.stream(entries(test)).filter(entry -> entry != message).toArray();
      kinds[test] = entries(test).length == 0 ? Kind.NOTHING : Kind.WAIT;
    }
  }

  /**
   * Adds a collective of equal sizes.
   *
   * @param bytes as in the statement of a program; if members differ, the largest counts
   */
  public void collective(
      long place, Collective collective, long bytes, int root, int communicator) {
    collective(place, collective, bytes, root, communicator, (long[]) null);
  }

  /**
   * Adds a collective.
   *
   * @param sizes bytes of each member's block, null if they are equal; for an all-to-all the bytes
   *     sent to each member, then the bytes received from each
   */
  public void collective(
      long place, Collective collective, long bytes, int root, int communicator, long... sizes) {
    long most = bytes;
    long least = bytes;
    for (int i = 0; sizes != null && i < sizes.length; i++) {
      most = Math.max(most, sizes[i]);
      least = Math.min(least, sizes[i]);
    }
    if (least < 0 || most > Operation.MOST_BYTES) {
      throw new ProgramException(
          "%s: the %s has a message of %s B; use 0 to %s"
              .formatted(
                  at(place), collective.word(), least < 0 ? least : most, Operation.MOST_BYTES));
    }
    final Object list = sizes == null ? null : sizes.clone();
    add(place, Kind.COLLECTIVE, bytes, root, ALL.indexOf(collective), communicator, list);
  }

  /**
   * Returns a communicator by its handle, for traces that do not record the call which made it: the
   * oldest matching communicator without a handle, once all are known.
   *
   * @param value of the handle
   * @param index the rank's rank in the communicator
   * @param size number of its members
   */
  public int communicator(long value, int index, int size) {
    return numbers.computeIfAbsent(
        new Handle(value, index, size),
        unseen -> {
          handles.add(unseen);
          return -handles.size();
        });
  }

  /** Adds a split, and returns the communicator of this rank's part. */
  public int split(long place, int parent, int color, int key) {
    return made(add(place, Kind.SPLIT, 0, color, key, parent, null));
  }

  /**
   * Adds the parts of a grid, whose members agree in all dimensions that do not remain, and returns
   * this rank's part.
   *
   * @param grid sizes of the dimensions; the last one varies first
   * @param remains not 0 for dimensions of the parts
   */
  public int part(long place, int parent, int[] grid, int... remains) {
    final int[] both = Arrays.copyOf(grid, 2 * grid.length);
    System.arraycopy(remains, 0, both, grid.length, Math.min(remains.length, grid.length));
    return made(add(place, Kind.SPLIT, 0, 0, 0, parent, both));
  }

  /**
   * Adds a communicator of some ranks of another one, and returns it.
   *
   * @param ranks of the other communicator; none for all
   */
  public int create(long place, int parent, int... ranks) {
    final int[] list = ranks.length == 0 ? NONE : ranks.clone();
    return made(add(place, Kind.CREATE, 0, 0, 0, parent, list));
  }

  private int made(int entry) {
    makers.add(entry);
    return makers.size() - 1;
  }

  /**
   * Returns what ranks have to agree about: collectives, and calls that make or first use a
   * communicator.
   */
  CallLog agreed() {
    final CallLog part = new CallLog(file, before, selection, defined);
    part.handles.addAll(handles);
    part.makers.clear();
    part.makers.addAll(makers);
    final BitSet used = new BitSet();
    for (int entry = 0; entry < count; entry++) {
      final int handle = handle(communicators[entry]);
      final boolean first = handle >= 0 && !used.get(handle);
      if (first) {
        used.set(handle);
      }
      final boolean made = kinds[entry] == Kind.SPLIT || kinds[entry] == Kind.CREATE;
      if (first || made || kinds[entry] == Kind.COLLECTIVE) {
        part.add(
            places[entry],
            kinds[entry],
            sizes[entry],
            peers[entry],
            tags[entry],
            communicators[entry],
            made || lists[entry] == null ? lists[entry] : new long[0]);
      }
    }
    return part;
  }

  int count() {
    return count;
  }

  /** Returns the approximate bytes on the heap. */
  long heapBytes() {
    return ENTRY_BYTES * sizes.length + listBytes;
  }

  Kind kind(int entry) {
    return kinds[entry];
  }

  /** Returns bytes, or picoseconds. */
  long size(int entry) {
    return sizes[entry];
  }

  /** Returns the other rank, the root, or the color. */
  int peer(int entry) {
    return peers[entry];
  }

  /** Returns the tag, or the key. */
  int tag(int entry) {
    return tags[entry];
  }

  Collective collective(int entry) {
    return ALL.get(tags[entry]);
  }

  int communicator(int entry) {
    return communicators[entry];
  }

  boolean goesOn(int entry) {
    return goOn[entry];
  }

  int[] entries(int entry) {
    return (int[]) lists[entry];
  }

  long[] blocks(int entry) {
    return (long[]) lists[entry];
  }

  /** Returns whether an entry belongs to a call that is left out. */
  boolean isLeftOut(int entry) {
    return leftOut.get(entry);
  }

  /** Returns whether some entry is left out. */
  boolean leavesSomeOut() {
    return !leftOut.isEmpty();
  }

  String at(int entry) {
    return at(places[entry]);
  }

  int communicators() {
    return makers.size();
  }

  List<int[]> defined() {
    return defined;
  }

  int handles() {
    return handles.size();
  }

  /** Returns the place of a communicator's handle, counted from 0; negative if it has none. */
  static int handle(int communicator) {
    return -1 - communicator;
  }

  Handle handleAt(int place) {
    return handles.get(place);
  }

  int line(int entry) {
    return (int) Math.min(places[entry], Integer.MAX_VALUE);
  }
}
