package io.hopwright.models.tofu.network;

import io.hopwright.models.topology.Tofu6D;
import java.util.Arrays;

/**
 * Next link of a packet's route, by lookup: first its path's a, c and b, then x, y and z, then its
 * destination's a, c and b ({@code docs/models/tofu.md}, "Routes"). Immutable; safe for any thread.
 */
public final class TofuPaths {
  /** In place of a port: the packet is where it wants to be. */
  static final int THERE = -1;

  /** Bit of a link between the ends of a ring, beside its port. */
  private static final int WRAPS = 16;

  /** Path from one of the twelve nodes of a group to another. */
  private final byte[] inner = new byte[Tofu6D.GROUP * Tofu6D.GROUP];

  private final byte[] parity = new byte[Tofu6D.GROUP];

  private final Axis x;
  private final Axis y;
  private final Axis z;

  /** Prepares the paths of a machine. */
  public TofuPaths(Tofu6D machine) {
    final CoordinateWord places = new CoordinateWord(machine);
    x = new Axis(machine, 0, places.xShift());
    y = new Axis(machine, 1, places.yShift());
    z = new Axis(machine, 2, CoordinateWord.Z_SHIFT);
    for (int from = 0; from < Tofu6D.GROUP; from++) {
      parity[from] = (byte) ((a(from) + c(from)) % 2);
      for (int to = 0; to < Tofu6D.GROUP; to++) {
        inner[Tofu6D.GROUP * from + to] = (byte) innerPort(from, to);
      }
    }
  }

  private static int a(int inner) {
    return inner / 6;
  }

  private static int b(int inner) {
    return inner / 2 % 3;
  }

  private static int c(int inner) {
    return inner % 2;
  }

  private static int innerPort(int from, int to) {
    if (a(from) != a(to)) {
      return Tofu6D.A;
    }
    if (c(from) != c(to)) {
      return Tofu6D.C;
    }
    if (b(from) == b(to)) {
      return THERE;
    }
    return b(to) == (b(from) + 1) % 3 ? Tofu6D.B_PLUS : Tofu6D.B_MINUS;
  }

  /** Returns the port towards a path, {@link #THERE} if a place is on it. */
  int towardsPath(int here, int path) {
    return inner[Tofu6D.GROUP * CoordinateWord.inner(here) + path];
  }

  /**
   * Returns the port towards a destination of a packet that has been on its path, with whether the
   * link joins the ends of a ring; {@link #THERE} at the destination.
   */
  int towards(int here, int destination) {
    final int different = here ^ destination;
    final int to = CoordinateWord.inner(destination);
    if (different >>> CoordinateWord.Z_SHIFT == 0) {
      return inner[Tofu6D.GROUP * CoordinateWord.inner(here) + to];
    }
    final Axis axis = different >>> x.shift != 0 ? x : different >>> y.shift != 0 ? y : z;
    return axis.link(here, destination, parity[to]);
  }

  /** Returns the port of what {@link #towards} returned. */
  static int port(int link) {
    return link & WRAPS - 1;
  }

  /**
   * Returns the number among those of its class of the VC on a link that {@link #towards} returned.
   *
   * @param input port that the packet has come through
   * @param inputVc VC there, of whatever class
   */
  static int vc(int link, int input, int inputVc) {
    final int port = port(link);
    if (port >= Tofu6D.A || link >= WRAPS) {
      return 1;
    }
    return input >>> 1 == port >>> 1 ? inputVc & 1 : 0;
  }

  /**
   * Links along x, y or z, by lookup. One call of {@link #link} for all three is inlined; of three
   * calls, the rarest was not.
   */
  private static final class Axis {
    /** First bit of the coordinate in a place, and number of its bits. */
    private final int shift;

    private final int bits;

    /** Link from one coordinate to another, for even and odd a + c of the destination. */
    private final byte[] links;

    Axis(Tofu6D machine, int axis, int shift) {
      this.shift = shift;
      bits = CoordinateWord.axisBits(machine, axis);
      links = new byte[2 << (2 * bits)];
      Arrays.fill(links, (byte) THERE);
      for (int from = 0; from < machine.extent(axis); from++) {
        for (int to = 0; to < machine.extent(axis); to++) {
          for (int odd = 0; odd < 2; odd++) {
            links[index(from, to, odd)] = (byte) outerLink(machine, axis, from, to, odd);
          }
        }
      }
    }

    private int index(int from, int to, int odd) {
      return (from << bits | to) << 1 | odd;
    }

    /** Returns the link from one place towards another, whose a + c is even or odd. */
    int link(int here, int destination, int odd) {
      final int mask = (1 << bits) - 1;
      return links[index(here >>> shift & mask, destination >>> shift & mask, odd)];
    }

    private static int outerLink(Tofu6D machine, int axis, int from, int to, int odd) {
      if (from == to) {
        return THERE;
      }
      final int extent = machine.extent(axis);
      if (!machine.isRing(axis)) {
        return 2 * axis + (to > from ? 0 : 1);
      }
      final int ahead = Math.floorMod(to - from, extent);
      final boolean plus = 2 * ahead < extent || (2 * ahead == extent && (from + odd) % 2 == 0);
      final boolean wraps = from == (plus ? extent - 1 : 0);
      return 2 * axis + (plus ? 0 : 1) + (wraps ? WRAPS : 0);
    }
  }
}
