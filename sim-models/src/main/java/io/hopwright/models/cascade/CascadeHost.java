package io.hopwright.models.cascade;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import java.util.List;

/** The NICs of an Aries, read into a {@link NicDesign}. */
final class CascadeHost {
  private static final Key<Integer> INJECTION_TICKS =
      Key.delay("nic.injectionTicks", 15_312, 1, 1_000_000)
          .meaning("from a NIC to the first router")
          .source("FIT: 0.8 us for a Put over one link");
  private static final Key<Integer> EJECTION_TICKS =
      Key.delay("nic.ejectionTicks", 15_313, 1, 1_000_000)
          .meaning("from the last router to the host interface")
          .source("FIT: 0.8 us for a Put over one link");
  private static final Key<Integer> BUFFER_BYTES =
      Key.bytes("nic.bufferBytes", 4096, 128, CascadeRouter.MAX_BUFFER, 1)
          .assumed("the NIC's buffer for packets of a class that arrive through a processor tile");
  private static final Key<Integer> OUTSTANDING =
      Key.integer("nic.outstanding", 1_024, 1, 1_024)
          .meaning("requests a NIC may have issued and not seen answered")
          .source(Cascade.PAPER + "VIII");

  /** Keys that mean something with {@code nic.model = rate} only. */
  static final List<Key<?>> RATE_ONLY = List.of(INJECTION_TICKS, EJECTION_TICKS);

  static final Component COMPONENT =
      Component.of("host", INJECTION_TICKS, EJECTION_TICKS, BUFFER_BYTES, OUTSTANDING, Rates.HOST);

  private CascadeHost() {}

  /** Reads the settings of hosts at a router. */
  static NicDesign of(Settings settings, CascadeRouter router) {
    return new NicDesign(
        settings.get(INJECTION_TICKS),
        settings.get(EJECTION_TICKS),
        settings.get(BUFFER_BYTES) / Packets.FLIT_BYTES,
        router.tileFlits(),
        settings.get(OUTSTANDING),
        FaultKeys.timeoutTicks(settings),
        router.rates());
  }
}
