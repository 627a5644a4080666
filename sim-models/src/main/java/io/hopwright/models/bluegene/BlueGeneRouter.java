package io.hopwright.models.bluegene;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.link.NumberedLinks;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.RouterDesign.BubbleRule;
import io.hopwright.models.switching.torusrouter.arbitration.EscapeOrder;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Routers of BlueGene/L and their links, read into a design. */
final class BlueGeneRouter {
  private static final int HEADER_TICKS = 8;
  private static final int TRAILER_TICKS = 4;
  private static final long BYTES_PER_MEGABYTE = 1_000_000;
  private static final int SMALLEST_BUBBLE = 512;
  private static final int SMALLEST_VC = 256;
  private static final int LARGEST_VC = RouterDesign.MAX_VC_CHUNKS * RouterDesign.CHUNK_BYTES;

  /** Names of the ports, by number; two of a dimension follow each other. */
  private static final List<String> DIRECTIONS = List.of("x+", "x-", "y+", "y-", "z+", "z-");

  private static final String VC_BYTES = "router.vcBytes";
  private static final String ESCAPE_VC_BYTES = "router.escapeVcBytes";
  private static final String TOTAL_VC_BYTES = "router.totalVcBytes";
  private static final String REGRANT_TICKS = "router.regrantTicks";
  private static final String HOP_TICKS = "link.hopTicks";
  private static final String TOKEN_ACK_BYTES = "router.tokenAckBytes";
  private static final String TOKEN_ACK_MERGING = "router.tokenAckMerging";
  static final String BIT_ERROR_RATE = "link.bitErrorRate";
  private static final String TIMEOUT_TICKS = "link.timeoutTicks";
  private static final String ACK_DELAY_TICKS = "link.ackDelayTicks";

  /** Each of its parts names the ports of a dimension or of a direction. */
  static final Key<List<List<Integer>>> ESCAPE_ORDER =
      Key.choices(
              "router.escapeOrder",
              List.of(List.of(0, 1), List.of(2, 3), List.of(4, 5)),
              dimensionsAndDirections())
          .meaning("order of the dimensions, or of the six directions, on escape VCs")
          .source(BlueGeneL.PAPER + "4");

  private static final Key<BubbleRule> BUBBLE_RULE =
      Key.choice(
              "router.bubbleRule",
              BubbleRule.FULL,
              new Choice<>(BubbleRule.FULL, "full", "as a packet of full size"),
              new Choice<>(
                  BubbleRule.ORIGINAL, "original", "its own size; deadlocks if sizes differ"))
          .meaning("tokens that a packet on a bubble VC is charged")
          .source(BlueGeneL.PAPER + "2");

  /** Rules that keep escape VCs free of deadlock. */
  enum EscapeKind {
    @Meaning("one escape VC; a packet enters it only if two packets fit")
    BUBBLE,
    @Meaning("a pair of VCs; packets change to the high one at the dateline of a dimension")
    DATELINE
  }

  /** Keys of the switch. */
  record Switch(
      @Setting(key = "router.dynamicVcs", byDefault = 2, max = 4)
          @Meaning("dynamic virtual channels per receiver")
          @Source(BlueGeneL.PAPER + "2")
          int dynamicVcs,
      @Setting(key = VC_BYTES, byDefault = 1024, min = 256, max = LARGEST_VC, step = 32)
          @Meaning(
              "buffer of each dynamic VC, and of the other VCs unless router.escapeVcBytes is set")
          @Source(BlueGeneL.PAPER + "2")
          int vcBytes,
      @Setting(key = ESCAPE_VC_BYTES, min = 256, max = LARGEST_VC, step = 32)
          @Meaning("buffer of an escape VC and of the high-priority VC; router.vcBytes if not set")
          @Source(BlueGeneL.PAPER + "2; entering a bubble VC takes the tokens of two full packets")
          OptionalInt escapeVcBytes,
      @Setting(key = TOTAL_VC_BYTES, min = 256, max = 6 * LARGEST_VC, step = 32)
          @Meaning(
              "buffer of all dynamic and escape VCs of a receiver, which share it equally; replaces"
                  + " the sizes of each if set")
          @Source(BlueGeneL.PAPER + "4: equal total buffers of 3 KB in Figure 6")
          OptionalInt totalVcBytes,
      @Setting(key = "router.escape", word = "bubble")
          @Meaning("deadlock avoidance on escape VCs")
          @Source(BlueGeneL.PAPER + "2 and 4")
          EscapeKind escape,
      @Setting(key = "router.escapeOrder") List<List<Integer>> escapeOrder,
      @Setting(key = "router.bubbleRule") BubbleRule bubbleRule,
      @Setting(key = "router.paths", byDefault = 2, min = 1, max = 4)
          @Meaning("transfer busses of a receiver")
          @Source(BlueGeneL.PAPER + "2")
          int paths,
      @Setting(key = "router.bypass", word = "true")
          @Meaning("whether a packet may pass a receiver without entering its VC")
          @Source(BlueGeneL.PAPER + "2")
          boolean bypass,
      @Setting(key = "router.jsq", word = "false")
          @Meaning(
              "whether a packet joins the shortest queue, by 2-bit ranges of tokens,"
                  + " instead of a random one")
          @Source(BlueGeneL.PAPER + "2; off in the base policy of section 4")
          boolean jsq,
      @Setting(key = "router.slqFraction", byDefault = 0, max = 1)
          @Meaning("fraction of arbitration cycles that serve the longest queue")
          @Source(BlueGeneL.PAPER + "4: 0.75 in Figure 5, 0 in the base policy")
          double slqFraction,
      @Setting(key = "router.inNetworkPriority", byDefault = 1, max = 1)
          @Meaning(
              "fraction of cycles in which packets in the network have priority over injected"
                  + " packets")
          @Source(BlueGeneL.PAPER + "2: typically 1.0")
          double inNetworkPriority,
      @Setting(key = "router.arbitrationTicks", byDefault = 0, max = 32)
          @Meaning(
              "delay from header complete to the first request, on top of the header's 8 ticks")
          @Source("ASSUMED; section 3 says several cycles, which the header's 8 ticks cover")
          int arbitrationTicks,
      @Setting(key = "router.vcEntryTicks", byDefault = 0, max = 32)
          @Meaning("delay for entering a VC, which the bypass saves")
          @Source("ASSUMED; 0 makes the bypass equal to cutting through an empty VC")
          int vcEntryTicks,
      @Setting(key = REGRANT_TICKS, byDefault = 0, max = 32)
          @Meaning("ticks for which a link is idle after each packet")
          int regrantTicks) {
    static final KeyRecord<Switch> KEYS = KeyRecord.of(Switch.class, ESCAPE_ORDER, BUBBLE_RULE);
  }

  /** Keys of links. */
  record Link(
      @Setting(key = "link.megabytesPerSecond", byDefault = 175, min = 1, max = 1_000_000)
          @Meaning("rate of a link; converts ticks to seconds and has no other effect")
          @Source(BlueGeneL.PAPER + "2; 350 in its early studies")
          int megabytesPerSecond,
      @Setting(key = HOP_TICKS, byDefault = 18, min = HEADER_TICKS + 1, max = 1_000_000)
          @Meaning(
              "time from a grant until the header is complete in the next node: time of"
                  + " flight, and 8 ticks of header")
          @Source("ASSUMED: 10 of flight, which with the header make 103 ns at 175 MB/s")
          int hopTicks,
      @Setting(key = TOKEN_ACK_BYTES, byDefault = 12, max = 64)
          @Meaning(
              "link time of a token-ack, including its trailer; with 0 tokens return without"
                  + " using the link")
          @Source("FIT: 8 B and a trailer of 4 B make the overheads of section 4 come out")
          int tokenAckBytes,
      @Setting(key = TOKEN_ACK_MERGING, word = "false")
          @Meaning("whether one token-ack returns all tokens that are due on its link")
          @Source("ASSUMED; section 2 mentions combined packets without details")
          boolean tokenAckMerging,
      @Setting(key = BIT_ERROR_RATE, byDefault = 0, max = 1e-3)
          @Meaning(
              "probability that a bit on a link is damaged; with 0 there are neither errors"
                  + " nor recovery")
          @Source(Key.OF_RUN)
          double bitErrorRate,
      @Setting(key = TIMEOUT_TICKS, byDefault = 2_400, min = 1, max = 10_000_000)
          @Meaning(
              "with errors: time from the start of a transmission until it is sent again if it is"
                  + " not acknowledged")
          @Source("ASSUMED; section 2 has a time-out but no time")
          int timeoutTicks,
      @Setting(key = ACK_DELAY_TICKS, byDefault = 480, max = 1_000_000)
          @Meaning(
              "with errors: time for which an acknowledgement waits to be combined with"
                  + " another packet before it is sent separately")
          @Source(
              "ASSUMED: the longest time that a retransmission FIFO of four packets allows"
                  + " without delaying its link")
          int ackDelayTicks,
      @Setting(
              key = "link.retransmissionBytes",
              byDefault = 1_024,
              min = 264,
              max = NumberedLinks.MAX_CAPACITY,
              step = NumberedLinks.UNIT_BYTES)
          @Meaning(
              "with errors: largest number of unacknowledged bytes of an output; a token-ack"
                  + " counts 8 B")
          @Source("ASSUMED: four full packets; section 2 has retransmission FIFOs but no size")
          int retransmissionBytes) {
    static final KeyRecord<Link> KEYS = KeyRecord.of(Link.class);

    /** Returns how long a tick is: a byte on a link. */
    TickRate tickRate() {
      return new TickRate(megabytesPerSecond * BYTES_PER_MEGABYTE, 1);
    }
  }

  private static List<Choice<List<Integer>>> dimensionsAndDirections() {
    final List<Choice<List<Integer>>> choices = new ArrayList<>();
    for (int axis = 0; axis < Torus.DIMENSIONS; axis++) {
      final String name = BlueGeneL.AXES.get(axis).word();
      choices.add(new Choice<>(List.of(2 * axis, 2 * axis + 1), name, "dimension " + name));
    }
    for (int port = 0; port < DIRECTIONS.size(); port++) {
      final String name = DIRECTIONS.get(port);
      choices.add(new Choice<>(List.of(port), name, "direction " + name));
    }
    return choices;
  }

  /** Returns the delays. */
  private static RouterDesign.Timing timing(Switch ofSwitch, Link link) {
    return new RouterDesign.Timing(
        link.hopTicks() - HEADER_TICKS,
        HEADER_TICKS,
        TRAILER_TICKS,
        link.tokenAckBytes(),
        ofSwitch.arbitrationTicks(),
        ofSwitch.vcEntryTicks(),
        ofSwitch.regrantTicks());
  }

  /** Returns the smallest delay from a router to another one. */
  static int lookaheadTicks(Settings settings) {
    return timing(Switch.KEYS.read(settings), Link.KEYS.read(settings)).lookaheadTicks();
  }

  /**
   * Returns the design of all routers.
   *
   * @throws SettingsException naming what does not fit together
   */
  static RouterDesign design(Settings settings, BlueGeneHost host) {
    final Switch ofSwitch = Switch.KEYS.read(settings);
    final Link link = Link.KEYS.read(settings);
    final int dynamicVcs = ofSwitch.dynamicVcs();
    final boolean dateline = ofSwitch.escape() == EscapeKind.DATELINE;
    final int vcBytes = ofSwitch.vcBytes();
    final int escapeBytes = ofSwitch.escapeVcBytes().orElse(vcBytes);
    final int sharingVcs = dynamicVcs + (dateline ? 2 : 1);
    final OptionalInt total = ofSwitch.totalVcBytes();
    final OptionalInt share =
        total.isPresent() ? OptionalInt.of(total.getAsInt() / sharingVcs) : total;
    final List<Integer> order = ofSwitch.escapeOrder().stream().flatMap(List::stream).toList();
    final SettingsException.Collector problems = new SettingsException.Collector();
    share.ifPresentOrElse(
        each -> checkShare(each, sharingVcs, dateline, problems),
        () -> checkEscape(ofSwitch, escapeBytes, dateline, problems));
    checkOrder(settings, order, problems);
    checkErrors(ofSwitch, link, problems);
    problems.throwIfAny();
    final int dynamicChunks = chunks(share.orElse(vcBytes));
    return new RouterDesign(
        dynamicVcs,
        dynamicChunks,
        new RouterDesign.Escape(
            dateline, new EscapeOrder(order), chunks(share.orElse(escapeBytes))),
        settings.get(BlueGeneWorkload.HIGH_PRIORITY_LOAD) > 0,
        chunks(Math.max(SMALLEST_BUBBLE, escapeBytes)),
        ofSwitch.bubbleRule(),
        ofSwitch.paths(),
        ofSwitch.bypass(),
        link.tokenAckMerging(),
        host.reception(),
        timing(ofSwitch, link),
        RouterDesign.policies(
            settings.get(RunPlan.SEED),
            ofSwitch.jsq(),
            dynamicChunks,
            ofSwitch.slqFraction(),
            ofSwitch.inNetworkPriority()),
        new RouterDesign.Errors(
            link.bitErrorRate(),
            Purpose.ERROR.draws(settings.get(RunPlan.SEED)),
            link.timeoutTicks(),
            link.ackDelayTicks(),
            link.retransmissionBytes()));
  }

  /** Returns the setting that keeps the packets of a design from a deadlock; empty if none may. */
  static String deadlockRemedy(RouterDesign design) {
    return design.bubbles() == BubbleRule.ORIGINAL ? BUBBLE_RULE + " = full" : "";
  }

  private static void checkErrors(
      Switch ofSwitch, Link link, SettingsException.Collector problems) {
    if (link.bitErrorRate() == 0) {
      return;
    }
    problems.when(
        link.tokenAckBytes() == 0,
        TOKEN_ACK_BYTES,
        "is 0, but links with errors send token-acks that may be damaged; use at least 1, or %s = 0"
            .formatted(BIT_ERROR_RATE));
    problems.when(
        link.tokenAckMerging(),
        TOKEN_ACK_MERGING,
        "is true, but links with errors number every token-ack; use false, or %s = 0"
            .formatted(BIT_ERROR_RATE));
    final long longest = longestAcknowledgementTicks(ofSwitch, link);
    problems.when(
        link.timeoutTicks() < longest,
        TIMEOUT_TICKS,
        ("is %s, but without any error an acknowledgement can take %s ticks, the sum of"
                + " %s, %s and %s; use at least %s")
            .formatted(
                link.timeoutTicks(), longest, HOP_TICKS, ACK_DELAY_TICKS, REGRANT_TICKS, longest));
  }

  /** Returns the longest time from the start of a packet until it is acknowledged. */
  private static long longestAcknowledgementTicks(Switch ofSwitch, Link link) {
    final RouterDesign.Timing timing = timing(ofSwitch, link);
    final int packet =
        RouterDesign.FULL_PACKET_CHUNKS * RouterDesign.CHUNK_BYTES + timing.trailerTicks();
    return 2L * (timing.flightTicks() + packet)
        + Math.max(link.ackDelayTicks(), packet + timing.regrantTicks());
  }

  private static int chunks(int bytes) {
    return bytes / RouterDesign.CHUNK_BYTES;
  }

  private static void checkShare(
      int share, int sharingVcs, boolean dateline, SettingsException.Collector problems) {
    problems.when(
        !dateline && share < SMALLEST_BUBBLE,
        TOTAL_VC_BYTES,
        "leaves the bubble VC below 512 B, and entering it takes the tokens of two full packets;"
            + " use at least "
            + SMALLEST_BUBBLE * sharingVcs);
    problems.when(
        share > LARGEST_VC,
        TOTAL_VC_BYTES,
        "leaves a VC %s B, above the limit of %s of the token counters; use at most %s"
            .formatted(share, LARGEST_VC, LARGEST_VC * sharingVcs));
    problems.when(
        dateline && share < SMALLEST_VC,
        TOTAL_VC_BYTES,
        "leaves a VC below the 256 B of a full packet; use at least " + SMALLEST_VC * sharingVcs);
  }

  private static void checkEscape(
      Switch ofSwitch, int escapeBytes, boolean dateline, SettingsException.Collector problems) {
    final boolean own = ofSwitch.escapeVcBytes().isPresent();
    problems.when(
        !dateline && escapeBytes < SMALLEST_BUBBLE,
        own ? ESCAPE_VC_BYTES : VC_BYTES,
        "leaves the bubble VC below 512 B, and entering it takes the tokens of two full packets;"
            + " use at least 512 B"
            + (own ? "" : ", or set " + ESCAPE_VC_BYTES + " to at least 512 B"));
  }

  private static void checkOrder(
      Settings settings, List<Integer> ports, SettingsException.Collector problems) {
    final boolean mixed =
        settings.get(ESCAPE_ORDER).stream().mapToInt(List::size).distinct().count() != 1;
    problems.when(
        mixed || ports.size() != Torus.PORTS || ports.stream().distinct().count() != Torus.PORTS,
        ESCAPE_ORDER,
        "is %s; name each of x, y, z, or each of x+, x-, y+, y-, z+, z-, in any order"
            .formatted(settings.value(ESCAPE_ORDER)));
  }
}
