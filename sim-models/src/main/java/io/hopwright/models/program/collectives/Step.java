package io.hopwright.models.program.collectives;

/**
 * Actions of one member in one step of a collective: at most one receive, one send, one reduction.
 *
 * <p>Data are divided into chunks with cyclic numbers; a step moves {@code count} chunks from
 * {@code first} on. Reusable; confined to one thread.
 */
public final class Step {
  /** Stands for no member. */
  public static final int NOBODY = -1;

  /** Total size of the first chunks. */
  private enum Sizes {
    WHOLE,
    EVEN,
    BLOCKS,
    SHARES
  }

  private int member;
  private int members;
  private int root;
  private long bytes;

  private Sizes sizes;
  private int chunks;
  private long each;

  private int receiveFrom;
  private long receiveBytes;
  private int receiveFirst;
  private int receiveCount;
  private int sendTo;
  private long sendBytes;
  private int sendFirst;
  private int sendCount;
  private int sendTag;
  private int firstChunk;
  private boolean reducing;

  /** Creates a step without content. */
  public Step() {}

  /**
   * Fills in the step of a member.
   *
   * @param algorithm of the collective
   * @param k number of the step, from 0 up to below {@code algorithm.steps(members)}
   * @param member index in the group
   * @param members of the group
   * @param root index of the root; 0 without one
   * @param bytes of the statement
   */
  public void fill(Algorithm algorithm, int k, int member, int members, int root, long bytes) {
    this.member = member;
    this.members = members;
    this.root = root;
    this.bytes = bytes;
    receiveFrom = NOBODY;
    sendTo = NOBODY;
    receiveBytes = 0;
    sendBytes = 0;
    sendTag = k;
    firstChunk = 0;
    reducing = false;
    whole();
    algorithm.step(this, k);
  }

  /** Returns the number of chunks into which the data are cut. */
  public int chunks() {
    return chunks;
  }

  /** Returns the member from which this one receives, {@link #NOBODY} for none. */
  public int receiveFrom() {
    return receiveFrom;
  }

  /** Returns the number of received bytes. */
  public long receiveBytes() {
    return receiveBytes;
  }

  /** Returns the first received chunk. */
  public int receiveFirst() {
    return receiveFirst;
  }

  /** Returns the number of received chunks. */
  public int receiveCount() {
    return receiveCount;
  }

  /** Returns the member to which this one sends, {@link #NOBODY} for none. */
  public int sendTo() {
    return sendTo;
  }

  /** Returns the number of sent bytes. */
  public long sendBytes() {
    return sendBytes;
  }

  /** Returns the first sent chunk. */
  public int sendFirst() {
    return sendFirst;
  }

  /** Returns the number of sent chunks. */
  public int sendCount() {
    return sendCount;
  }

  /** Returns the number of the step in which the receiver posts its receive, usually this step. */
  public int sendTag() {
    return sendTag;
  }

  /** Returns whether received data are reduced with local data, chunk by chunk. */
  public boolean reducing() {
    return reducing;
  }

  int member() {
    return member;
  }

  int members() {
    return members;
  }

  /** Returns this member's number counted from the root. */
  int fromRoot() {
    return member >= root ? member - root : member - root + members;
  }

  /** Returns the member whose number counted from the root is {@code v}, at most once around. */
  int atRoot(int v) {
    return around(v + root);
  }

  int root() {
    return root;
  }

  long bytes() {
    return bytes;
  }

  /** Returns {@code i} modulo the members; {@code i} is less than once around off. */
  int around(int i) {
    return i < 0 ? i + members : i >= members ? i - members : i;
  }

  /** Makes the data one chunk. */
  void whole() {
    sizes = Sizes.WHOLE;
    chunks = 1;
  }

  /** Cuts the bytes into {@code n} chunks, all but the last ones equal. */
  void even(int n) {
    sizes = Sizes.EVEN;
    chunks = n;
    each = (bytes + n - 1) / n;
  }

  /**
   * Cuts one of {@code of} equal pieces of the bytes into {@code n} chunks; the last pieces can be
   * smaller, and chunks of other pieces have other numbers.
   */
  void evenPiece(int n, int piece, int of) {
    final long whole = (bytes + of - 1) / of;
    bytes = Math.max(0, Math.min(whole, bytes - piece * whole));
    even(n);
    firstChunk = piece * n;
  }

  /** Gives each member a chunk of the bytes. */
  void blocks() {
    sizes = Sizes.BLOCKS;
    chunks = members;
  }

  /**
   * Cuts the bytes into {@code n} chunks; those of members into which others were folded are
   * double.
   */
  void shares(int n) {
    sizes = Sizes.SHARES;
    chunks = n;
  }

  private long upTo(int chunk) {
    return switch (sizes) {
      case WHOLE -> chunk * bytes;
      case EVEN -> Math.min(bytes, chunk * each);
      case BLOCKS -> chunk * bytes;
      case SHARES -> (chunk + Math.min(chunk, members - chunks)) * bytes;
    };
  }

  private long size(int first, int count) {
    final int end = first + count;
    return end <= chunks
        ? upTo(end) - upTo(first)
        : upTo(chunks) - upTo(first) + upTo(end - chunks);
  }

  void send(int to, int first, int count) {
    sendTo = to;
    sendFirst = firstChunk + first;
    sendCount = count;
    sendBytes = size(first, count);
  }

  /** Sends a part of any size to a member whose receive is posted in a step of its own. */
  void sendPart(int to, int part, long partBytes, int itsStep) {
    sendTo = to;
    sendFirst = part;
    sendCount = 1;
    sendBytes = partBytes;
    sendTag = itsStep;
  }

  /** Receives a part of any size. */
  void receivePart(int from, int part, long partBytes) {
    receiveFrom = from;
    receiveFirst = part;
    receiveCount = 1;
    receiveBytes = partBytes;
  }

  void receive(int from, int first, int count) {
    receiveFrom = from;
    receiveFirst = firstChunk + first;
    receiveCount = count;
    receiveBytes = size(first, count);
  }

  /** Sends all data. */
  void send(int to) {
    send(to, 0, chunks);
  }

  /** Receives all data. */
  void receive(int from) {
    receive(from, 0, chunks);
  }

  /** Sends {@code blocks} blocks that do not lie beside each other. */
  void exchangeScattered(int to, int from, int blocks) {
    sendTo = to;
    receiveFrom = from;
    sendCount = blocks;
    receiveCount = blocks;
    sendBytes = blocks * bytes;
    receiveBytes = sendBytes;
  }

  void reduce() {
    reducing = true;
  }
}
