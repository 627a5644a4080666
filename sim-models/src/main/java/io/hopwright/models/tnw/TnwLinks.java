package io.hopwright.models.tnw;

import io.hopwright.core.random.Draws;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;

/**
 * What all links of a TNW have in common; times in ticks of a nanosecond.
 *
 * @param injectTicks from joining the FIFO of a link until a packet may start
 * @param checkTicks from its start to the verdict on its check sum
 * @param acceptTicks from the verdict until it is in a receive FIFO
 * @param feedbackTicks from the sending of a symbol of feedback until it is in effect
 * @param windowPackets that a sender keeps until they are acknowledged
 * @param injectPackets that the FIFO of a link holds
 * @param receivePackets that a receive FIFO holds
 * @param damaged threshold of damaged packets, 0 if there are none
 * @param drains whether new packets wait until all resent ones are acknowledged
 */
record TnwLinks(
    int injectTicks,
    int checkTicks,
    int acceptTicks,
    int feedbackTicks,
    int windowPackets,
    int injectPackets,
    int receivePackets,
    long damaged,
    boolean drains) {
  /** Data of a packet. */
  static final int PACKET_BYTES = 128;

  /** Header, data, check sum, and a word for symbols, of 4 B each. */
  static final int PACKET_WORDS = 35;

  private static final int WORD_TICKS = 4;

  /** Of a packet on a link. */
  static final int PACKET_TICKS = PACKET_WORDS * WORD_TICKS;

  /** Of a RESTART. */
  static final int RESTART_TICKS = WORD_TICKS;

  private static final int PACKET_BITS = 32 * PACKET_WORDS;
  private static final int MOST_TICKS = 1_000_000;

  private static final Key<Integer> INJECT =
      Key.delay("link.injectTicks", 40, 1, MOST_TICKS)
          .meaning("from joining the FIFO of a link until a packet may start")
          .source("FIT to 0.60 us between network processors, " + Tnw.PAPER + "4");
  private static final Key<Integer> CHECK =
      Key.delay("link.checkTicks", 520, PACKET_TICKS + 1, MOST_TICKS)
          .meaning(
              "from the start of a packet to the verdict on its check sum: 140 on the wire, 240 in"
                  + " the PHYs, 140 to store and check it")
          .source(Tnw.PAPER + "4; FIT to 0.60 us");
  private static final Key<Integer> ACCEPT =
      Key.delay("link.acceptTicks", 40, 1, MOST_TICKS)
          .meaning("from the verdict until a packet is in its receive FIFO")
          .source("FIT to 0.60 us between network processors, " + Tnw.PAPER + "4");
  private static final Key<Integer> FEEDBACK =
      Key.delay("link.feedbackTicks", 244, 1, MOST_TICKS)
          .meaning(
              "from the sending of ACK, NACK or SPACE until it is in effect: 4 and 240 in the"
                  + " PHYs")
          .source("derived from " + Tnw.PAPER + "4");
  private static final Key<Integer> WINDOW =
      Key.integer("link.windowPackets", 16, 1, 255)
          .assumed("packets that a sender keeps until they are acknowledged; full rate takes 6");
  private static final Key<Double> BIT_ERROR_RATE =
      Key.number("link.bitErrorRate", 0, 0, 0.01)
          .assumed("share of bits that arrive wrong; a packet of which one does is sent again");
  private static final Key<Boolean> RESEND =
      Key.choice(
              "link.resend",
              true,
              new Choice<>(true, "drain", "nothing new before all of them are acknowledged"),
              new Choice<>(false, "stream", "new packets, at once"))
          .meaning("what follows packets that are sent again")
          .source(Tnw.PAPER + "2.2 literally; the other is a variant");
  private static final Key<Integer> INJECT_PACKETS =
      Key.integer("inject.packets", 32, 2, 255).assumed("packets that the FIFO of a link holds");
  private static final Key<Integer> RECEIVE_PACKETS =
      Key.integer("receive.packets", 32, 1, 255)
          .meaning("packets that a receive FIFO holds, one for each link and VC")
          .source("ASSUMED, 4 KB");

  static final Component COMPONENT =
      Component.of("link", INJECT, CHECK, ACCEPT, FEEDBACK, WINDOW, BIT_ERROR_RATE, RESEND);
  static final Component FIFOS = Component.of("switch", INJECT_PACKETS, RECEIVE_PACKETS);

  /** Reads the settings. */
  static TnwLinks of(Settings settings) {
    return new TnwLinks(
        settings.get(INJECT),
        settings.get(CHECK),
        settings.get(ACCEPT),
        settings.get(FEEDBACK),
        settings.get(WINDOW),
        settings.get(INJECT_PACKETS),
        settings.get(RECEIVE_PACKETS),
        damaged(settings.get(BIT_ERROR_RATE)),
        settings.get(RESEND));
  }

  /**
   * Notes reads that wait for ever: for more slots than there are.
   *
   * @param mostPackets of the largest message
   */
  static void checkReads(TnwLinks links, int mostPackets, SettingsException.Collector problems) {
    final int slots = Math.min(ReadEngines.MOST_PACKETS, mostPackets);
    problems.when(
        links.injectPackets < slots,
        INJECT_PACKETS,
        ("is below the %s packets of a read, which waits for slots for all of them; use at least"
                + " %s, or another host.send")
            .formatted(slots, ReadEngines.MOST_PACKETS));
  }

  private static long damaged(double bitErrorRate) {
    return bitErrorRate == 0 ? 0 : Draws.threshold(damagedShare(bitErrorRate));
  }

  /** Returns the share of packets that are damaged. */
  private static double damagedShare(double bitErrorRate) {
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
