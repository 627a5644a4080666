package io.hopwright.models.switching.crossbar;

/**
 * State of a partition's routers in one array: a few words per router, then as many for each port.
 * Each switch has a layout of its own. Confined to its partition.
 */
public abstract class RouterWords {
  private final int headWords;
  private final int portWords;
  private final int routerWords;
  private final long[] words;

  /**
   * Creates an array of zeros.
   *
   * @param headWords of a router, without its ports
   * @param portWords of a port
   */
  protected RouterWords(int routers, int headWords, int ports, int portWords) {
    this.headWords = headWords;
    this.portWords = portWords;
    routerWords = headWords + ports * portWords;
    words = new long[Math.multiplyExact(routers, routerWords)];
  }

  /** Returns the array. */
  public final long[] words() {
    return words;
  }

  /** Returns the bytes of a router. */
  final int bytesPerRouter() {
    return routerWords * Long.BYTES;
  }

  /** Returns the index of a router's first word. */
  public final int base(int router) {
    return router * routerWords;
  }

  /** Returns the index of a port's first word. */
  public final int port(int base, int port) {
    return base + headWords + port * portWords;
  }
}
