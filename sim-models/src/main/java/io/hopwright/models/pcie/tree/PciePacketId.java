package io.hopwright.models.pcie.tree;

/**
 * Layout of the first word of a packet, its identity.
 *
 * <pre>
 *  63      51 50           38 37    36 35           0
 * +----------+---------------+--------+--------------+
 * |  source  |  destination  | class  |    number    |
 * +----------+---------------+--------+--------------+
 * </pre>
 */
public final class PciePacketId {
  /** Classes: writes, read requests, completions. */
  public static final int WRITE = 0;

  public static final int READ = 1;
  public static final int COMPLETION = 2;

  /** Number of classes. */
  public static final int CLASSES = 3;

  private static final int CLASS_SHIFT = 36;
  private static final int DESTINATION_SHIFT = 38;
  private static final int SOURCE_SHIFT = DESTINATION_SHIFT + PcieTopology.ELEMENT_BITS;
  private static final int ELEMENT_MASK = PcieTopology.MOST_ELEMENTS - 1;
  private static final long NUMBER_MASK = (1L << CLASS_SHIFT) - 1;

  private PciePacketId() {}

  public static long of(int source, int destination, int packetClass, long number) {
    assert number <= NUMBER_MASK : "packet " + number + " of element " + source;
    return (long) source << SOURCE_SHIFT
        | (long) destination << DESTINATION_SHIFT
        | (long) packetClass << CLASS_SHIFT
        | number;
  }

  public static int source(long id) {
    return (int) (id >>> SOURCE_SHIFT);
  }

  public static int destination(long id) {
    return (int) (id >>> DESTINATION_SHIFT) & ELEMENT_MASK;
  }

  public static int packetClass(long id) {
    return (int) (id >>> CLASS_SHIFT) & CLASSES;
  }

  public static long number(long id) {
    return id & NUMBER_MASK;
  }
}
