package io.hopwright.models.extoll.units;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.extoll.network.ExtollCells;
import io.hopwright.models.extoll.network.ExtollPorts;
import io.hopwright.models.host.LongQueues;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.ranks.RankInterface;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.crossbar.Site;
import java.util.Arrays;

/**
 * Ranks of jobs on the nodes of a partition: small transfers go by VELO, data and one-sided
 * operations by RMA ({@code docs/models/extoll.md}, "Programs"). Packets carry {@link MessageWords}
 * behind the words of all packets of units. At its source a transfer is identified by its number;
 * at its destination by the packet, which stays in the pool until its data are in memory.
 *
 * <p>Confined to its partition; 25 B per node plus the memory of ranks and transfers.
 */
public final class UnitRanks extends RankInterface implements DeviceUsers {
  /** Words of a packet. */
  public static final int WORDS = NicUnits.VALUE + MessageWords.WORDS;

  /** Unit by which the ranks of a node are woken; lower numbers are units. */
  static final int UNIT = ExtollPorts.UNITS;

  /** Largest message of VELO. */
  public static final int MOST_MAIL = 120;

  /** Most bytes of an operation of RMA: full packets. */
  static final int MOST_DESCRIBED = ExtollCells.MOST_DATA << 14;

  public static final int FLUSH_BYTES = 8;
  private static final int HEADER = 1;
  private static final int COMPLETER = 1 << UnitWork.COMPLETER;

  private final DeviceDesign.Keys keys;
  private final PcieBuses bus;
  private final StageQueues due;

  /**
   * Destination of data and mail that must be copied before the NIC can send them, null if there
   * are none.
   */
  private final StagedCopies stages;

  private final PacketPool pool;
  private final Wakes wakes;
  private final int headerBytes;

  /** Transfers by VELO with lines that have not joined, by node. */
  private final LongQueues mail;

  /** Joined bytes of each node's first transfer by VELO, and lines of the next message. */
  private final long[] begun;

  private final int[] lines;
  private final long[] nextLine;
  private final int[] posts;

  /**
   * Creates ranks that have sent nothing.
   *
   * @param headerBytes of a message
   */
  public UnitRanks(
      Messaging messaging,
      int headerBytes,
      DeviceDesign design,
      Site site,
      StageQueues due,
      PcieBuses bus,
      StagedCopies stages) {
    super(messaging, site.pool().messages(NicUnits.VALUE), site.nodes().length);
    final int[] nodes = site.nodes();
    this.headerBytes = headerBytes;
    wakes = site.wakes();
    keys = design.keys();
    this.bus = bus;
    this.due = due;
    this.stages = stages;
    pool = site.pool();
    mail = new LongQueues(nodes.length);
    begun = new long[nodes.length];
    lines = new int[nodes.length];
    nextLine = new long[nodes.length];
    posts = new int[nodes.length];
  }

  // ---------------------------------------------------------------- what ranks post

  @Override
  public void wakeAt(long tick, int node) {
    wakes.at(tick, node, UNIT);
  }

  /** Returns true: messages by VELO overtake those by RMA. */
  @Override
  public boolean overtakes() {
    return true;
  }

  /** Returns true: RMA reads the memory of other nodes by itself. */
  @Override
  public boolean fetches() {
    return true;
  }

  @Override
  public void post(int node, int slot, int transfer, long tick) {
    final Primitive primitive = transfers().primitive(transfer);
    if (MessageWords.isFetch(transfers().word(transfer, 0))) {
      describe(node, UnitWork.GET, transfer, COMPLETER, tick);
    } else if (primitive == Primitive.PUT) {
      describe(node, UnitWork.PUT, transfer, 0, tick);
      join(node, work(UnitWork.GET, transfer, FLUSH_BYTES, COMPLETER, 0), transfer, tick);
    } else if (transfers().isData(transfer)) {
      putData(node, transfer, tick);
    } else if (stages != null && stages.hasMail(node)) {
      stages.mail(node, transfers().moved(transfer), tick, transfer);
    } else {
      sendMail(node, transfer, tick);
    }
  }

  private void putData(int node, int transfer, long tick) {
    if (stages == null || !stages.concerns(node, transfers().destination(transfer))) {
      describe(node, UnitWork.PUT, transfer, COMPLETER, tick);
      return;
    }
    stages.put(
        node,
        transfers().moved(transfer),
        tick,
        work(UnitWork.PUT, transfer, 0, COMPLETER, 0),
        transfers().posted(transfer),
        transfer);
  }

  /** Lets the lines of a transfer by VELO join, once it is in memory that the NIC reaches. */
  void sendMail(int node, int transfer, long tick) {
    if (mail.isEmpty(node) && nextLine[node] > tick) {
      due.wake(node, nextLine[node]);
    }
    mail.add(node, transfer);
  }

  private long work(int kind, int transfer, int bytes, int notify, int mark) {
    return UnitWork.of(kind, transfers().destination(transfer), 0, 0, bytes, notify, mark);
  }

  /** Adds the descriptors of all bytes of a transfer. */
  private void describe(int node, int kind, int transfer, int notify, long tick) {
    long rest = transfers().moved(transfer);
    final long most = work(kind, transfer, MOST_DESCRIBED, notify, 0);
    for (; rest > MOST_DESCRIBED; rest -= MOST_DESCRIBED) {
      join(node, UnitWork.piece(most, MOST_DESCRIBED, false), transfer, tick);
    }
    join(node, UnitWork.piece(most, (int) rest, true), transfer, tick);
  }

  private void join(int node, long work, int transfer, long tick) {
    final long posted = transfers().posted(transfer);
    bus.issue(
        node,
        DeviceDesign.DESCRIPTOR_BYTES,
        tick,
        UnitWork.as(UnitWork.DESCRIPTOR, work),
        posted,
        transfer);
  }

  /** Lines join, as far as they may. */
  private void joinLines(int node, long tick) {
    if (mail.isEmpty(node) || nextLine[node] > tick) {
      return;
    }
    final int transfer = (int) mail.first(node);
    final long all = transfers().moved(transfer);
    final int bytes = (int) Math.min(MOST_MAIL, all - begun[node]);
    if (lines[node] == 0) {
      if (posts[node] >= keys.posted()) {
        return;
      }
      posts[node]++;
      lines[node] =
          (DeviceDesign.MAIL_HEADER_BYTES + bytes + DeviceDesign.LINE_BYTES - 1)
              / DeviceDesign.LINE_BYTES;
    }
    lines[node]--;
    joinLine(node, transfer, bytes, tick);
    if (lines[node] == 0) {
      begun[node] += bytes;
      if (begun[node] == all) {
        begun[node] = 0;
        mail.remove(node);
      }
    }
    nextLine[node] = tick + keys.lineTicks();
    if (!mail.isEmpty(node)) {
      due.wake(node, nextLine[node]);
    }
  }

  private void joinLine(int node, int transfer, int bytes, long tick) {
    final long whole = work(UnitWork.MAIL, transfer, bytes, 0, begun[node] == 0 ? HEADER : 0);
    final boolean last = begun[node] + bytes == transfers().moved(transfer);
    final int role = lines[node] == 0 ? UnitWork.MESSAGE : UnitWork.LINE;
    final long message = UnitWork.as(role, UnitWork.piece(whole, bytes, last));
    bus.issue(node, DeviceDesign.LINE_BYTES, tick, message, transfers().posted(transfer), transfer);
  }

  // ---------------------------------------------------------------- what units send

  /** Gives an issued packet the words of its message, and reports when all packets are issued. */
  void issued(int node, int packet, long work, long value, long tick) {
    final int of = (int) value;
    if (UnitWork.isResponse(UnitWork.kind(work))) {
      for (int word = NicUnits.VALUE; word < WORDS; word++) {
        pool.setWord(packet, word, pool.word(of, word));
      }
      pool.remove(of);
      return;
    }
    final long second = transfers().word(of, 1);
    final boolean header = UnitWork.kind(work) == UnitWork.MAIL && UnitWork.mark(work) == HEADER;
    pool.setWord(
        packet,
        NicUnits.VALUE,
        MessageWords.withPayload(transfers().word(of, 0), UnitWork.bytes(work)));
    pool.setWord(packet, NicUnits.VALUE + 1, header ? MessageWords.ofHeader(second) : second);
    pool.setWord(packet, NicUnits.VALUE + 2, transfers().word(of, 2));
    if (UnitWork.ends(work) && !hasMoreToCome(work, of)) {
      messaging().entered(node, of, tick);
    }
  }

  /** Returns whether a get follows the data of a put. */
  private boolean hasMoreToCome(long work, int transfer) {
    return UnitWork.kind(work) == UnitWork.PUT && transfers().primitive(transfer) == Primitive.PUT;
  }

  @Override
  public void posted(int node) {
    posts[node]--;
  }

  @Override
  public boolean isHeldBack(int node, long tick) {
    return !mail.isEmpty(node) && nextLine[node] <= tick;
  }

  // ---------------------------------------------------------------- what ranks do

  @Override
  public void arrive(int node, long work, long birth, long value) {
    final int packet = (int) value;
    final long first = word(packet, 0);
    final long second = word(packet, 1);
    final Primitive primitive = MessageWords.primitive(first);
    if (MessageWords.isFetch(first) && primitive == null) {
      if (UnitWork.role(work) == UnitWork.NOTIFICATION) {
        messaging().fetched(node, UnitWork.node(work), first, second, birth);
        wake(node);
      }
    } else if (primitive == null) {
      deliver(node, UnitWork.node(work), packet, birth);
    } else if (UnitWork.kind(work) == UnitWork.GET_RESPONSE) {
      final boolean put = primitive == Primitive.PUT;
      complete(node, packet, put ? MessageWords.bytes(second) : MessageWords.payload(first));
    }
    pool.remove(packet);
  }

  /** Returns the bytes of the data that a packet belongs to, and of their header. */
  long dataBytes(int packet) {
    return MessageWords.bytes(word(packet, 1)) + headerBytes;
  }

  @Override
  public void act(int node, long tick) {
    if (isAwake(node)) {
      actAwake(node, tick);
    }
    joinLines(node, tick);
  }

  /** Returns 0: a run itself waits for ranks. */
  @Override
  public int running() {
    return 0;
  }

  @Override
  public boolean atRest() {
    return mail.areEmpty() && Arrays.stream(posts).allMatch(each -> each == 0);
  }

  /** Returns the latencies of messages, which are reported by job. */
  @Override
  public TickHistogram latencies() {
    return new TickHistogram();
  }
}
