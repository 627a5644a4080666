package io.hopwright.models.bluegene;

import io.hopwright.models.switching.torusrouter.RouterDesign;
import java.util.ArrayList;
import java.util.List;

/** Names of a receiver's virtual channels in results. */
final class VcNames {
  private VcNames() {}

  /** Returns the names, by number. */
  static List<String> of(RouterDesign design) {
    final List<String> names = new ArrayList<>();
    for (int vc = 0; vc < design.dynamicVcs(); vc++) {
      names.add("dynamic" + vc);
    }
    names.addAll(design.escape().dateline() ? List.of("low", "high") : List.of("bubble"));
    if (design.highPriority()) {
      names.add("highPriority");
    }
    return names;
  }
}
