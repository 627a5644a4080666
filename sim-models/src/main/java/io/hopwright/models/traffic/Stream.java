package io.hopwright.models.traffic;

/**
 * The packets of one kind that a core of every node sends through a group of injection FIFOs.
 *
 * <p>The packets of a stream are counted {@code s = 0, 1, …}; the sequence number of a packet is
 * {@code cores·s + core}, so that it is unique per node and class.
 *
 * @param trafficClass what the router may do with them; the machine's numbering
 * @param core that sends them, 0 or above
 * @param cores of a node that send
 * @param firstFifo first injection FIFO of the group
 * @param fifos number of FIFOs in the group
 * @param choice which of them a packet joins
 * @param births when they join
 * @param destinations where they go
 * @param sizes how large they are
 */
public record Stream(
    int trafficClass,
    int core,
    int cores,
    int firstFifo,
    int fifos,
    FifoChoice choice,
    Births births,
    Destinations destinations,
    Sizes sizes) {
  /** Returns how many of a node's packets are born at ticks in {@code [from, to)}. */
  public long bornIn(int source, long from, long to) {
    return births.bornIn(source, core, cores, from, to);
  }
}
