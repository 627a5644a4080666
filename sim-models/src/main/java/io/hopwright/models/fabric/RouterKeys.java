package io.hopwright.models.fabric;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.switching.vcrouter.VcRouterDesign;
import java.util.OptionalInt;

/** Model and parameters of a fabric's switches ({@code docs/models/vc-router.md}). */
record RouterKeys(
    @Setting(key = MODEL, word = "ideal") @Meaning("model of the switch of a router") Model model,
    @Setting(key = "router.headTicks", byDefault = 0, max = MOST_TICKS)
        @Meaning("ticks to process a header, with router.model = vc")
        int headTicks,
    @Setting(key = "router.headOverlap", word = "false")
        @Meaning(
            "whether a header is processed while the packet before it leaves the buffer, with"
                + " router.model = vc")
        boolean headOverlap,
    @Setting(key = "router.speedup", byDefault = 1, min = 1, max = MOST)
        @Meaning("ratio of the crossbar's rate to that of a link, with router.model = vc")
        int speedup,
    @Setting(key = "router.inputSpeedup", byDefault = 1, min = 1, max = MOST)
        @Meaning("packets that can cross from one input at the same time, with router.model = vc")
        int inputSpeedup,
    @Setting(key = "router.allocator", word = "separable-input")
        @Meaning("order of the two stages of an allocation, with router.model = vc")
        VcRouterDesign.Allocator allocator,
    @Setting(key = "router.iterations", byDefault = 1, min = 1, max = MOST)
        @Meaning("iterations of the allocator in a tick, with router.model = vc")
        int iterations,
    @Setting(key = "router.outputFlits", max = MOST_FLITS)
        @Meaning(
            "capacity of the queue of each output, with router.model = vc; if not set,"
                + " 0 with router.speedup = 1, otherwise unlimited")
        OptionalInt outputFlits) {
  /** Models of a router's switch. */
  enum Model {
    @Meaning("ideal crossbar: all buffers can feed all outputs at the same time")
    IDEAL,
    @Meaning("input queues with head-of-line blocking; virtual cut-through")
    VC
  }

  static final KeyRecord<RouterKeys> KEYS = KeyRecord.of(RouterKeys.class);

  static final String MODEL = "router.model";
  static final int MOST_TICKS = 1_000_000;
  static final int MOST = 16;
  static final int MOST_FLITS = 1 << 20;

  /** Returns the error of ideal crossbars whose routing function reads loads. */
  static SettingsException needsLoads() {
    return new SettingsException(
        "router.routing",
        "chooses by the loads of outputs, but ideal crossbars have no loads; set router.model ="
            + " vc");
  }

  /** Returns the keys of input-queued routers, which ideal crossbars do not read. */
  static KeyScope scope() {
    return KeyScope.with(
        MODEL,
        "vc",
        KEYS.keys().stream()
            .map(Key::name)
            .filter(key -> !key.equals(MODEL))
            .toArray(String[]::new));
  }

  /** Returns the input-queued router of a study; null for ideal crossbars. */
  static VcRouterDesign design(Settings settings) {
    final RouterKeys keys = KEYS.read(settings);
    return keys.model == Model.IDEAL
        ? null
        : new VcRouterDesign(
            keys.headTicks,
            keys.headOverlap,
            keys.speedup,
            keys.inputSpeedup,
            keys.allocator,
            keys.iterations,
            keys.outputFlits.orElse(keys.speedup == 1 ? 0 : VcRouterDesign.UNLIMITED));
  }
}
