package io.hopwright.models.reference;

/** Position of a packet among crossbar routers. Confined to the thread of its machine. */
public abstract class ReferenceCrossbarPacket {
  private int inputPort;
  private int inputVc;
  private int links;

  /** Notes the buffer that the packet enters next. */
  public final void goTo(int port, int vc) {
    inputPort = port;
    inputVc = vc;
  }

  /** Counts a link on which the packet is started. */
  public final void takeLink() {
    links++;
  }

  /** Returns the input port of the packet's current or next buffer. */
  public final int inputPort() {
    return inputPort;
  }

  /** Returns the VC of that buffer. */
  public final int inputVc() {
    return inputVc;
  }

  /** Returns the number of links that the packet has been started on. */
  public final int links() {
    return links;
  }
}
