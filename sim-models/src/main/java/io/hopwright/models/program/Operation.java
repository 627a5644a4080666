package io.hopwright.models.program;

import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.collectives.Step;

/**
 * Next operation of a rank. Reusable: {@link BoundProgram#next} fills it in; confined to one
 * thread.
 *
 * <p>Fields that a kind does not mention have no meaning for it.
 */
public final class Operation {
  /** In place of a peer, a tag or a number of bytes: whatever comes. */
  public static final int ANY = -1;

  /** Stands for the request of an operation for which the rank waits at once. */
  public static final int BLOCKING = -1;

  /** The most bytes of a message: 1 TiB. */
  public static final long MOST_BYTES = 1L << 40;

  /** The context of messages that statements send. */
  public static final int STATEMENTS = 0;

  /** The context of messages that belong to collectives. */
  public static final int COLLECTIVES = 1;

  /** Kinds of operations. */
  public enum Kind {
    /** Computes for {@link #picoseconds()}. */
    COMPUTE,
    /** Reduces {@link #bytes()} that have come. */
    REDUCE,
    /** Sends {@link #bytes()} to {@link #peer()}; done as soon as its own data are free again. */
    SEND,
    /** Sends; done when the receive has matched. */
    SYNC_SEND,
    /** Receives at most {@link #bytes()} from {@link #peer()}. */
    RECEIVE,
    /**
     * Performs a {@link #primitive()} of the network interface on the memory of {@link #peer()}.
     */
    ONE_SIDED,
    /** Waits until all one-sided operations are done everywhere. */
    FENCE,
    /** Waits for {@link #requests()} requests from {@link #request()} on. */
    WAIT,
    /** Waits for all requests that are open. */
    WAIT_ALL,
    /** Begins a {@link #collective()}; takes no time. */
    COLLECTIVE,
    /** Joins the {@link #communicator()} in a collective by hardware, and waits for it. */
    JOIN,
    /** Nothing more to do; comes again and again. */
    END
  }

  private final Step step = new Step();
  private Kind kind = Kind.END;
  private long number;
  private int line;
  private long picoseconds;
  private Primitive primitive;
  private int peer;
  private long bytes;
  private int tag;
  private int context;
  private int request;
  private int requests;
  private Collective collective;
  private Algorithm algorithm;
  private int root;
  private long group;
  private long blocks;

  /** Creates an operation without content. */
  public Operation() {}

  /** Returns the kind of operation. */
  public Kind kind() {
    return kind;
  }

  /** Returns the number of earlier operations of the rank. */
  public long number() {
    return number;
  }

  /** Returns the line of the statement. */
  public int line() {
    return line;
  }

  /** Returns the duration of a computation, 0 or more. */
  public long picoseconds() {
    return picoseconds;
  }

  /** Returns the operation of the network interface. */
  public Primitive primitive() {
    return primitive;
  }

  /**
   * Returns the rank to send to or to receive from, or {@link #ANY}; for a primitive, the owner of
   * the memory.
   */
  public int peer() {
    return peer;
  }

  /** Returns the bytes of a message, a primitive, a reduction, or a collective's statement. */
  public long bytes() {
    return bytes;
  }

  /** Returns the tag, or {@link #ANY}. */
  public int tag() {
    return tag;
  }

  /**
   * Returns {@link #STATEMENTS} or {@link #COLLECTIVES}; messages match within one of them only.
   */
  public int context() {
    return context;
  }

  /**
   * Returns the request that a send, a receive or a primitive opens, or {@link #BLOCKING}; for a
   * wait, the first request. Numbers are below {@link BoundProgram#MOST_REQUESTS}; a number is used
   * again after its wait.
   */
  public int request() {
    return request;
  }

  /** Returns the number of requests of a wait. */
  public int requests() {
    return requests;
  }

  /** Returns whether this is one of the steps of a collective that has begun. */
  public boolean isOfCollective() {
    return switch (kind) {
      case SEND, SYNC_SEND, RECEIVE, WAIT, REDUCE, JOIN -> context == COLLECTIVES;
      case COMPUTE, ONE_SIDED, FENCE, WAIT_ALL, COLLECTIVE, END -> false;
    };
  }

  /** Returns which collective begins. */
  public Collective collective() {
    return collective;
  }

  /** Returns the algorithm of the collective. */
  public Algorithm algorithm() {
    return algorithm;
  }

  /** Returns the index of the collective's root, 0 without one. */
  public int root() {
    return root;
  }

  /** Returns the number of members of the collective's group. */
  public int members() {
    return Group.members(group);
  }

  /** Returns the members of a collective by hardware. */
  public Communicator communicator() {
    return new Communicator(group, blocks);
  }

  /** Returns the rank of the collective's member with an index. */
  public int member(int index) {
    return Group.rank(group, blocks, index);
  }

  public long group() {
    return group;
  }

  public long blocks() {
    return blocks;
  }

  public Step step() {
    return step;
  }

  public void count(long number, int line) {
    this.number = number;
    this.line = line;
  }

  public void compute(long picoseconds) {
    kind = Kind.COMPUTE;
    this.picoseconds = picoseconds;
  }

  public void reduce(long bytes) {
    kind = Kind.REDUCE;
    context = COLLECTIVES;
    this.bytes = bytes;
  }

  public void message(Kind kind, int peer, long bytes, int tag, int context, int request) {
    this.kind = kind;
    this.peer = peer;
    this.bytes = bytes;
    this.tag = tag;
    this.context = context;
    this.request = request;
  }

  public void oneSided(Primitive what, int peer, long bytes, int request) {
    message(Kind.ONE_SIDED, peer, bytes, 0, STATEMENTS, request);
    primitive = what;
  }

  public void fence() {
    kind = Kind.FENCE;
  }

  public void await(int first, int count, int context) {
    kind = Kind.WAIT;
    this.context = context;
    request = first;
    requests = count;
  }

  public void awaitAll() {
    kind = Kind.WAIT_ALL;
  }

  public void end() {
    kind = Kind.END;
  }

  public void begin(Collective collective, Algorithm algorithm, int root, long bytes) {
    kind = Kind.COLLECTIVE;
    about(collective, algorithm, root, bytes);
  }

  public void join(Collective collective, Algorithm algorithm, int root, long bytes) {
    kind = Kind.JOIN;
    context = COLLECTIVES;
    request = BLOCKING;
    about(collective, algorithm, root, bytes);
  }

  private void about(Collective collective, Algorithm algorithm, int root, long bytes) {
    this.collective = collective;
    this.algorithm = algorithm;
    this.root = root;
    this.bytes = bytes;
  }

  /** Sets the members of the collective that this operation is or belongs to. */
  public void group(long group, long blocks) {
    this.group = group;
    this.blocks = blocks;
  }

  /** Returns a description in one line, such as {@code send 400 B to 7 tag 2, request 64}. */
  @Override
  public String toString() {
    return switch (kind) {
      case COMPUTE -> "compute " + picoseconds + " ps";
      case REDUCE -> "reduce " + bytes + " B";
      case SEND -> "send " + message("to");
      case SYNC_SEND -> "synchronous send " + message("to");
      case RECEIVE -> "receive " + message("from");
      case ONE_SIDED ->
          primitive.word()
              + (primitive.hasBytes() ? " " + bytes + " B " : " ")
              + primitive.preposition()
              + " "
              + peer
              + ofRequest();
      case FENCE -> Primitive.FENCE;
      case WAIT ->
          "wait for request " + request + (requests == 1 ? "" : " to " + (request + requests - 1));
      case WAIT_ALL -> "wait for all requests";
      case JOIN -> "join " + collective.word() + " of " + members() + " ranks";
      case COLLECTIVE ->
          collective.word()
              + (collective.hasBytes() ? " " + bytes + " B" : "")
              + (collective.hasRoot() ? " root " + root : "")
              + " of "
              + members()
              + " ranks, "
              + algorithm.word();
      case END -> "end";
    };
  }

  private String message(String direction) {
    return (bytes == ANY ? "any number of" : String.valueOf(bytes))
        + " B "
        + direction
        + " "
        + any(peer)
        + " tag "
        + any(tag)
        + (context == COLLECTIVES ? " of the collective" : "")
        + ofRequest();
  }

  private String ofRequest() {
    return request == BLOCKING ? "" : ", request " + request;
  }

  private static String any(int number) {
    return number == ANY ? "any" : String.valueOf(number);
  }
}
