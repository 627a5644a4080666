package io.hopwright.models.cascade.nic;

import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.cascade.network.CascadePaper;
import io.hopwright.models.cascade.network.CascadeRates;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Source;
import java.util.List;

/** Keys of NICs, from which {@link NicDesign} is built. */
public record CascadeHost(
    Delays delays,
    @Setting(key = "nic.bufferBytes", byDefault = 4096, min = 128, max = MAX_BUFFER)
        @Meaning("buffer of the NIC for packets of a class that arrive through a processor tile")
        int bufferBytes,
    @Setting(key = "nic.outstanding", byDefault = 1_024, min = 1, max = 1_024)
        @Meaning("largest number of outstanding requests of a NIC")
        @Source(CascadePaper.SECTION + "VIII")
        int outstanding,
    @Setting(
            key = "nic.megabytesPerSecond",
            byDefault = CascadeRates.HOST,
            min = 100,
            max = 1_000_000)
        @Meaning(
            "rate of host interfaces in each direction, without the overhead of each"
                + " packet, in MB/s")
        @Source(CascadePaper.SECTION + "III: PCI Express of the third generation, 16 lanes")
        int megabytesPerSecond) {
  /** Delays that are used only with {@code nic.model = rate}. */
  record Delays(
      @Setting(key = "nic.injectionTicks", byDefault = 15_312, min = 1, max = 1_000_000)
          @Meaning("time from a NIC to the first router")
          @Source(FIT)
          int injectionTicks,
      @Setting(key = "nic.ejectionTicks", byDefault = 15_313, min = 1, max = 1_000_000)
          @Meaning("time from the last router to the host interface")
          @Source(FIT)
          int ejectionTicks) {
    static final String FIT = "FIT: 0.8 us for a Put over one link";
  }

  static final int MAX_BUFFER = CascadePackets.MOST_BUFFER_BYTES;
  public static final KeyRecord<CascadeHost> KEYS = KeyRecord.of(CascadeHost.class);
  public static final List<Key<?>> RATE_ONLY = KeyRecord.of(Delays.class).keys();

  /** Returns NICs whose buffers behind tiles have the given number of flits. */
  public NicDesign design(int tileFlits, long timeoutTicks, CascadeRates rates) {
    return new NicDesign(
        delays.injectionTicks(),
        delays.ejectionTicks(),
        bufferBytes / CascadePackets.FLIT_BYTES,
        tileFlits,
        outstanding,
        timeoutTicks,
        rates);
  }
}
