package io.hopwright.models.reference.fabric;

import io.hopwright.models.declare.Settings;

/**
 * Class of links, in the symbols of {@code docs/models/fabric.md}.
 *
 * @param name name of its row in results
 * @param w ticks for which a packet keeps the link busy
 * @param hop ticks from a grant to the arrival at the far end
 * @param credit ticks from the departure of a tail from the buffer at the far end until its credits
 *     are usable
 * @param cap capacity of the buffer of each VC at the far end, in flits
 */
public record LinkClass(String name, long w, long hop, long credit, int cap) {
  /**
   * Reads the keys of the only class of a fabric.
   *
   * @param w ticks for which a packet keeps a link busy
   * @param b bytes of a flit
   */
  public static LinkClass only(Settings settings, long w, int b) {
    return new LinkClass(
        "link",
        w,
        settings.integer("link.hopTicks"),
        settings.integer("link.creditTicks"),
        (int) settings.integer("router.vcBytes") / b);
  }
}
