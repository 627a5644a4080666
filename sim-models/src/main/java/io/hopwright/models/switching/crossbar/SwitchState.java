package io.hopwright.models.switching.crossbar;

/**
 * State of a partition's routers in one array: a few words per router, then for each port an {@link
 * OutputWord}, its load, and a {@link QueueWord} per VC.
 *
 * <p>Confined to its partition; per port 16 B and 8 B per VC, and 32 B per router.
 */
public final class SwitchState extends RouterWords {
  /** Outputs to look at in this tick. */
  static final int PENDING = 0;

  /** Outputs that packets wait for. */
  static final int HOLDING = 1;

  /** Outputs whose end of transmission is scheduled as an event. */
  static final int ALARMED = 2;

  /** Packet that has arrived in this tick, with others behind it. */
  static final int ARRIVED = 3;

  /** Offset of the load in the words of an output. */
  static final int LOAD = 1;

  /** Offset of the first queue in the words of an output. */
  static final int QUEUES = 2;

  private static final int HEAD_WORDS = 4;
  private static final int FAR_SHIFT = 32;

  SwitchState(int routers, int ports, int vcs) {
    super(routers, HEAD_WORDS, ports, QUEUES + vcs);
  }

  /** Returns a change of the load: flits more that wait, and flits more that were sent. */
  static long change(int near, int far) {
    return ((long) far << FAR_SHIFT) + near;
  }

  /** Returns the load of an output in flits: waiting for it, and sent without returned credits. */
  public int load(int router, int port) {
    final long load = words()[port(base(router), port) + LOAD];
    return (int) load + (int) (load >>> FAR_SHIFT);
  }

  /** Returns the flits that wait for an output. */
  public int waitingFlits(int router, int port) {
    return (int) words()[port(base(router), port) + LOAD];
  }

  /** Returns the flits sent through an output and not given back. */
  int sentFlits(int router, int port) {
    return (int) (words()[port(base(router), port) + LOAD] >>> FAR_SHIFT);
  }

  /** Returns the first tick at which an output may send again. */
  public long busyUntil(int router, int port) {
    return OutputWord.busyUntil(words()[port(base(router), port)]);
  }
}
