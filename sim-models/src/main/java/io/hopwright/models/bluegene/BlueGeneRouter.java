package io.hopwright.models.bluegene;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.link.NumberedLinks;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.RouterDesign.BubbleRule;
import io.hopwright.models.switching.torusrouter.arbitration.EscapeOrder;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The routers of BlueGene/L and their links, read into a design. */
final class BlueGeneRouter {
  private static final int HEADER_TICKS = 8;
  private static final int TRAILER_TICKS = 4;
  private static final long BYTES_PER_MEGABYTE = 1_000_000;
  private static final int SMALLEST_BUBBLE = 512;
  private static final int SMALLEST_VC = 256;
  private static final int LARGEST_VC = RouterDesign.MAX_VC_CHUNKS * RouterDesign.CHUNK_BYTES;

  /** Names of the ports, by number; two of a dimension follow each other. */
  private static final List<String> DIRECTIONS = List.of("x+", "x-", "y+", "y-", "z+", "z-");

  private static final Key<Integer> DYNAMIC_VCS =
      Key.integer("router.dynamicVcs", 2, 0, 4)
          .meaning("dynamic virtual channels per receiver")
          .source(BlueGeneL.PAPER + "2");
  private static final Key<Integer> VC_BYTES =
      Key.bytes("router.vcBytes", 1024, 256, LARGEST_VC, 32)
          .meaning(
              "buffer of each dynamic VC, and of the other VCs unless router.escapeVcBytes is set")
          .source(BlueGeneL.PAPER + "2");
  private static final Key<Integer> ESCAPE_VC_BYTES =
      Key.bytes("router.escapeVcBytes", null, 256, LARGEST_VC, 32)
          .meaning("buffer of an escape VC and of the high-priority VC; router.vcBytes if not set")
          .source(BlueGeneL.PAPER + "2; entering a bubble VC takes the tokens of two full packets");
  private static final Key<Integer> TOTAL_VC_BYTES =
      Key.bytes("router.totalVcBytes", null, 256, 6 * LARGEST_VC, 32)
          .meaning(
              "buffer of all dynamic and escape VCs of a receiver, which share it equally; replaces"
                  + " the sizes of each if set")
          .source(BlueGeneL.PAPER + "4: equal total buffers of 3 KB in Figure 6");
  private static final Key<Boolean> DATELINE =
      Key.choice(
              "router.escape",
              false,
              new Choice<>(false, "bubble", "one escape VC, which packets enter only if two fit"),
              new Choice<>(
                  true, "dateline", "a pair, the high one from the dateline of a dimension on"))
          .meaning("how escape VCs stay free of deadlock")
          .source(BlueGeneL.PAPER + "2 and 4");

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
                  BubbleRule.ORIGINAL,
                  "original",
                  "its own size, which deadlocks when sizes differ"))
          .meaning("what a packet on a bubble VC is charged")
          .source(BlueGeneL.PAPER + "2");
  private static final Key<Integer> SPEED =
      Key.integer("link.megabytesPerSecond", 175, 1, 1_000_000)
          .meaning("speed of a link; turns ticks into seconds and changes nothing else")
          .source(BlueGeneL.PAPER + "2; 350 in its early studies");
  private static final Key<Integer> HOP_TICKS =
      Key.delay("link.hopTicks", 18, HEADER_TICKS + 1, 1_000_000)
          .meaning(
              "from a grant until the header is complete in the next node: flight, and 8 ticks of"
                  + " header")
          .source("ASSUMED: 10 of flight, which with the header make 103 ns at 175 MB/s");
  private static final Key<Integer> TOKEN_ACK_BYTES =
      Key.bytes("router.tokenAckBytes", 12, 0, 64, 1)
          .meaning(
              "link time of a token-ack, its trailer included; 0 returns tokens without taking a"
                  + " link")
          .source("FIT: 8 B and a trailer of 4 B make the overheads of section 4 come out");
  private static final Key<Boolean> TOKEN_ACK_MERGING =
      Key.flag("router.tokenAckMerging", false)
          .meaning("whether one token-ack returns all tokens that wait for its link")
          .source("ASSUMED; section 2 has combined packets but not how they combine");
  static final Key<Double> BIT_ERROR_RATE =
      Key.number("link.bitErrorRate", 0, 0, 1e-3)
          .ofRun(
              "probability that a bit on a link is damaged; with 0 links have neither errors nor"
                  + " any recovery from them");
  private static final Key<Integer> TIMEOUT_TICKS =
      Key.delay("link.timeoutTicks", 2_400, 1, 10_000_000)
          .meaning(
              "with errors: time from the start of a transmission until it is sent again if it is"
                  + " not acknowledged")
          .source("ASSUMED; section 2 has a time-out but no time");
  private static final Key<Integer> ACK_DELAY_TICKS =
      Key.delay("link.ackDelayTicks", 480, 0, 1_000_000)
          .meaning(
              "with errors: time for which an acknowledgement waits for something to ride on before"
                  + " it gets a packet of its own")
          .source(
              "ASSUMED: as long as a retransmission FIFO of four packets allows without holding up"
                  + " its link");
  private static final Key<Integer> RETRANSMISSION_BYTES =
      Key.bytes(
              "link.retransmissionBytes",
              1_024,
              264,
              NumberedLinks.MAX_CAPACITY,
              NumberedLinks.UNIT_BYTES)
          .meaning(
              "with errors: what an output may have sent and not got acknowledged, a token-ack"
                  + " counting 8 B")
          .source("ASSUMED: four full packets; section 2 has retransmission FIFOs but no size");
  private static final Key<Integer> PATHS =
      Key.integer("router.paths", 2, 1, 4)
          .meaning("transfer busses of a receiver")
          .source(BlueGeneL.PAPER + "2");
  private static final Key<Boolean> BYPASS =
      Key.flag("router.bypass", true)
          .meaning("whether a packet may pass a receiver without entering its VC")
          .source(BlueGeneL.PAPER + "2");
  private static final Key<Boolean> JSQ =
      Key.flag("router.jsq", false)
          .meaning("join the shortest queue, by 2-bit ranges of tokens, instead of a random choice")
          .source(BlueGeneL.PAPER + "2; off in the base policy of section 4");
  private static final Key<Double> SLQ_FRACTION =
      Key.number("router.slqFraction", 0, 0, 1)
          .meaning("fraction of arbitration cycles that serve the longest queue")
          .source(BlueGeneL.PAPER + "4: 0.75 in Figure 5, 0 in the base policy");
  private static final Key<Double> IN_NETWORK_PRIORITY =
      Key.number("router.inNetworkPriority", 1, 0, 1)
          .meaning("fraction of cycles in which packets in the network go before injected ones")
          .source(BlueGeneL.PAPER + "2: typically 1.0");
  private static final Key<Integer> ARBITRATION_TICKS =
      Key.delay("router.arbitrationTicks", 0, 0, 32)
          .meaning(
              "delay from header complete to the first request, on top of the header's 8 ticks")
          .source("ASSUMED; section 3 says several cycles, which the header's 8 ticks cover");
  private static final Key<Integer> VC_ENTRY_TICKS =
      Key.delay("router.vcEntryTicks", 0, 0, 32)
          .meaning("delay for entering a VC, which the bypass saves")
          .source("ASSUMED; 0 makes the bypass equal to cutting through an empty VC");
  private static final Key<Integer> REGRANT_TICKS =
      Key.delay("router.regrantTicks", 0, 0, 32)
          .assumed("ticks that a link stays dead after each use");

  static final Component SWITCH =
      Component.of(
          "switch",
          DYNAMIC_VCS,
          VC_BYTES,
          ESCAPE_VC_BYTES,
          TOTAL_VC_BYTES,
          DATELINE,
          ESCAPE_ORDER,
          BUBBLE_RULE,
          PATHS,
          BYPASS,
          JSQ,
          SLQ_FRACTION,
          IN_NETWORK_PRIORITY,
          ARBITRATION_TICKS,
          VC_ENTRY_TICKS,
          REGRANT_TICKS);
  static final Component LINK =
      Component.of(
          "link",
          SPEED,
          HOP_TICKS,
          TOKEN_ACK_BYTES,
          TOKEN_ACK_MERGING,
          BIT_ERROR_RATE,
          TIMEOUT_TICKS,
          ACK_DELAY_TICKS,
          RETRANSMISSION_BYTES);

  private BlueGeneRouter() {}

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

  /** Returns how long a tick is: a byte on a link. */
  static TickRate tickRate(Settings settings) {
    return new TickRate(settings.get(SPEED) * BYTES_PER_MEGABYTE, 1);
  }

  /** Returns the delays. */
  static RouterDesign.Timing timing(Settings settings) {
    return new RouterDesign.Timing(
        settings.get(HOP_TICKS) - HEADER_TICKS,
        HEADER_TICKS,
        TRAILER_TICKS,
        settings.get(TOKEN_ACK_BYTES),
        settings.get(ARBITRATION_TICKS),
        settings.get(VC_ENTRY_TICKS),
        settings.get(REGRANT_TICKS));
  }

  /**
   * Returns the design of all routers.
   *
   * @throws SettingsException naming what does not fit together
   */
  static RouterDesign design(Settings settings, BlueGeneHost host) {
    final int dynamicVcs = settings.get(DYNAMIC_VCS);
    final boolean dateline = settings.get(DATELINE);
    final int vcBytes = settings.get(VC_BYTES);
    final int escapeBytes = settings.find(ESCAPE_VC_BYTES).orElse(vcBytes);
    final int sharingVcs = dynamicVcs + (dateline ? 2 : 1);
    final Optional<Integer> share = settings.find(TOTAL_VC_BYTES).map(total -> total / sharingVcs);
    final List<Integer> order = settings.get(ESCAPE_ORDER).stream().flatMap(List::stream).toList();
    final SettingsException.Collector problems = new SettingsException.Collector();
    share.ifPresentOrElse(
        each -> checkShare(each, sharingVcs, dateline, problems),
        () -> checkEscape(settings, escapeBytes, dateline, problems));
    checkOrder(settings, order, problems);
    checkErrors(settings, problems);
    problems.throwIfAny();
    final int dynamicChunks = chunks(share.orElse(vcBytes));
    return new RouterDesign(
        dynamicVcs,
        dynamicChunks,
        new RouterDesign.Escape(
            dateline, new EscapeOrder(order), chunks(share.orElse(escapeBytes))),
        settings.get(BlueGeneWorkload.HIGH_PRIORITY_LOAD) > 0,
        chunks(Math.max(SMALLEST_BUBBLE, escapeBytes)),
        settings.get(BUBBLE_RULE),
        settings.get(PATHS),
        settings.get(BYPASS),
        settings.get(TOKEN_ACK_MERGING),
        host.reception(),
        timing(settings),
        RouterDesign.policies(
            settings.get(RunPlan.SEED),
            settings.get(JSQ),
            dynamicChunks,
            settings.get(SLQ_FRACTION),
            settings.get(IN_NETWORK_PRIORITY)),
        errors(settings));
  }

  /** Returns the setting that keeps the packets of a design from a deadlock; empty if none may. */
  static String deadlockRemedy(RouterDesign design) {
    return design.bubbles() == BubbleRule.ORIGINAL ? BUBBLE_RULE + " = full" : "";
  }

  private static RouterDesign.Errors errors(Settings settings) {
    return new RouterDesign.Errors(
        settings.get(BIT_ERROR_RATE),
        Purpose.ERROR.draws(settings.get(RunPlan.SEED)),
        settings.get(TIMEOUT_TICKS),
        settings.get(ACK_DELAY_TICKS),
        settings.get(RETRANSMISSION_BYTES));
  }

  private static void checkErrors(Settings settings, SettingsException.Collector problems) {
    if (settings.get(BIT_ERROR_RATE) == 0) {
      return;
    }
    final int ackBytes = settings.get(TOKEN_ACK_BYTES);
    problems.when(
        ackBytes == 0,
        TOKEN_ACK_BYTES,
        "is 0, but links with errors send token-acks that may be damaged; use at least 1, or %s = 0"
            .formatted(BIT_ERROR_RATE));
    problems.when(
        settings.get(TOKEN_ACK_MERGING),
        TOKEN_ACK_MERGING,
        "is true, but links with errors number each token-ack; use false, or %s = 0"
            .formatted(BIT_ERROR_RATE));
    final long longest = longestAcknowledgementTicks(settings);
    problems.when(
        settings.get(TIMEOUT_TICKS) < longest,
        TIMEOUT_TICKS,
        ("is %s, but without any error an acknowledgement may take %s ticks, what %s, %s and %s"
                + " add up to; use at least %s")
            .formatted(
                settings.get(TIMEOUT_TICKS),
                longest,
                HOP_TICKS,
                ACK_DELAY_TICKS,
                REGRANT_TICKS,
                longest));
  }

  /** Returns the longest time from the start of a packet until it is acknowledged. */
  private static long longestAcknowledgementTicks(Settings settings) {
    final RouterDesign.Timing timing = timing(settings);
    final int packet =
        RouterDesign.FULL_PACKET_CHUNKS * RouterDesign.CHUNK_BYTES + timing.trailerTicks();
    return 2L * (timing.flightTicks() + packet)
        + Math.max(settings.get(ACK_DELAY_TICKS), packet + timing.regrantTicks());
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
        "leaves a VC %s B, and the token counters end at %s; use at most %s"
            .formatted(share, LARGEST_VC, LARGEST_VC * sharingVcs));
    problems.when(
        dateline && share < SMALLEST_VC,
        TOTAL_VC_BYTES,
        "leaves a VC below the 256 B of a full packet; use at least " + SMALLEST_VC * sharingVcs);
  }

  private static void checkEscape(
      Settings settings, int escapeBytes, boolean dateline, SettingsException.Collector problems) {
    final boolean own = settings.find(ESCAPE_VC_BYTES).isPresent();
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
