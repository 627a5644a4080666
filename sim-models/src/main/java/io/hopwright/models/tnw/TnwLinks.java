package io.hopwright.models.tnw;

import io.hopwright.core.random.Draws;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.tnw.programs.TnwPackets;

/** Common properties of all links of a TNW; times in ticks of a nanosecond. */
record TnwLinks(
    @Setting(key = "link.injectTicks", byDefault = 40, min = 1, max = MOST_TICKS)
        @Meaning("time from joining the FIFO of a link until a packet can start")
        @Source(FIT)
        int injectTicks,
    @Setting(key = "link.checkTicks", byDefault = 520, min = PACKET_TICKS + 1, max = MOST_TICKS)
        @Meaning(
            "time from the start of a packet until its checksum is checked: 140 on the"
                + " wire, 240 in the PHYs, 140 to store and check it")
        @Source(Tnw.PAPER + "4; FIT to 0.60 us")
        int checkTicks,
    @Setting(key = "link.acceptTicks", byDefault = 40, min = 1, max = MOST_TICKS)
        @Meaning(
            "time from the check of a packet's checksum until the packet is in its"
                + " receive FIFO")
        @Source(FIT)
        int acceptTicks,
    @Setting(key = "link.feedbackTicks", byDefault = 244, min = 1, max = MOST_TICKS)
        @Meaning(
            "time from the sending of ACK, NACK or SPACE until it takes effect: 4 ticks"
                + " on the wire, and 240 in the PHYs")
        @Source("derived from " + Tnw.PAPER + "4")
        int feedbackTicks,
    @Setting(key = "link.windowPackets", byDefault = 16, min = 1, max = 255)
        @Meaning("packets that a sender keeps until they are acknowledged; full rate needs 6")
        int windowPackets,
    @Setting(key = "link.bitErrorRate", byDefault = 0, max = 0.01)
        @Meaning("bit error rate; damaged packets are retransmitted")
        double bitErrorRate,
    @Setting(key = "link.resend", word = "drain")
        @Meaning("packets that follow a retransmission")
        @Source(Tnw.PAPER + "2.2 literally; the other is a variant")
        Resend resend) {
  /** Packets that are sent again after a retransmission. */
  enum Resend {
    @Meaning("no new packets before all retransmitted packets are acknowledged")
    DRAIN,
    @Meaning("new packets immediately after the retransmitted ones")
    STREAM
  }

  /** FIFOs at both ends of a link. */
  record Fifos(
      @Setting(key = INJECT_PACKETS, byDefault = 32, min = 2, max = 255)
          @Meaning("packets that the FIFO of a link holds")
          int injectPackets,
      @Setting(key = "receive.packets", byDefault = 32, min = 1, max = 255)
          @Meaning("packets that a receive FIFO holds, one for each link and VC")
          @Source("ASSUMED, 4 KB")
          int receivePackets) {
    static final KeyRecord<Fifos> KEYS = KeyRecord.of(Fifos.class);

    /**
     * Notes reads that wait forever: for more slots than there are.
     *
     * @param mostPackets of the largest message
     */
    void checkReads(int mostPackets, SettingsException.Collector problems) {
      final int slots = Math.min(ReadEngines.MOST_PACKETS, mostPackets);
      problems.when(
          injectPackets < slots,
          INJECT_PACKETS,
          ("is below the %s packets of a read, which waits for slots for all of them; use at least"
                  + " %s, or another host.send")
              .formatted(slots, ReadEngines.MOST_PACKETS));
    }
  }

  static final KeyRecord<TnwLinks> KEYS = KeyRecord.of(TnwLinks.class);

  /** Data of a packet. */
  static final int PACKET_BYTES = TnwPackets.BYTES;

  /** Header, data, check sum, and a word for symbols, of 4 B each. */
  static final int PACKET_WORDS = 35;

  private static final int WORD_TICKS = 4;

  /** Ticks of a packet on a link. */
  static final int PACKET_TICKS = PACKET_WORDS * WORD_TICKS;

  /** Ticks of a RESTART. */
  static final int RESTART_TICKS = WORD_TICKS;

  private static final int PACKET_BITS = 32 * PACKET_WORDS;
  static final int MOST_TICKS = 1_000_000;

  static final String FIT = "FIT to 0.60 us between network processors, " + Tnw.PAPER + "4";
  private static final String INJECT_PACKETS = "inject.packets";

  /** Returns the threshold of damaged packets, 0 if there are none. */
  long damaged() {
    return bitErrorRate == 0 ? 0 : Draws.threshold(damagedShare());
  }

  /** Returns the share of packets that are damaged. */
  private double damagedShare() {
    return -StrictMath.expm1(PACKET_BITS * StrictMath.log1p(-bitErrorRate));
  }

  /** Returns the ticks from the sending of a RESTART until it is in effect: behind all packets. */
  int restartEffectTicks() {
    return checkTicks - PACKET_TICKS + RESTART_TICKS;
  }

  /** Returns the smallest delay from a decision at a node to its first effect at another. */
  int lookaheadTicks() {
    return Math.min(feedbackTicks, restartEffectTicks());
  }

  /** Returns the ticks from joining the FIFO of an idle link to the receive FIFO. */
  int zeroLoadTicks() {
    return injectTicks + checkTicks + acceptTicks;
  }
}
