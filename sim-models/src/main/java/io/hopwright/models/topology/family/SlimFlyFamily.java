package io.hopwright.models.topology.family;

import io.hopwright.models.topology.description.LinkClass;
import io.hopwright.models.topology.description.NetworkBuilder;
import java.util.function.IntUnaryOperator;

/**
 * Slim Fly on the graphs of McKay, Miller and Širáň, of diameter 2 (Besta and Hoefler, SC 2014).
 *
 * @param q prime power 4w + δ, δ of −1, 0 or 1
 */
record SlimFlyFamily(int q) implements Family {
  private static final String NAME = "slim-fly";
  private static final int MOST = 127;
  private static final LinkClass LOCAL_LINK = LinkClass.of("local");
  private static final LinkClass GLOBAL_LINK = LinkClass.of("global");

  static Family of(Parameters parameters) {
    final int q = parameters.integer("q", 3, MOST);
    if (q % 4 == 2) {
      throw parameters.error(
          "q", "is " + q + "; use a prime power 4w - 1, 4w or 4w + 1, such as 5, 7, 8 or 9");
    }
    return new SlimFlyFamily(q);
  }

  private int delta() {
    return q % 4 == 3 ? -1 : q % 4;
  }

  @Override
  public long routers() {
    return 2L * q * q;
  }

  @Override
  public long links() {
    return routers() * mostPorts() / 2;
  }

  @Override
  public long mostPorts() {
    return (3L * q - delta()) / 2;
  }

  /** Returns which elements are in the first generator set. */
  private boolean[] generators(FiniteField field, int primitive) {
    final boolean[] in = new boolean[q];
    final int w = (q - delta()) / 4;
    int power = 1;
    for (int exponent = 0; exponent <= q - 2; exponent++) {
      final boolean even = exponent % 2 == 0;
      in[power] |= delta() == -1 ? even == (exponent <= 2 * w - 2) : even;
      power = field.multiply(power, primitive);
    }
    return in;
  }

  @Override
  public void addTo(NetworkBuilder builder) {
    final FiniteField field = new FiniteField(NAME, q);
    final int primitive = field.primitive();
    final boolean[] first = generators(field, primitive);
    final boolean[] second = new boolean[q];
    for (int x = 1; x < q; x++) {
      second[field.multiply(x, primitive)] = first[x];
    }
    builder.routers((int) routers());
    linkWithin(builder, field, first, 0);
    linkWithin(builder, field, second, q * q);
    for (int x = 0; x < q; x++) {
      for (int m = 0; m < q; m++) {
        for (int c = 0; c < q; c++) {
          final int y = field.add(field.multiply(m, x), c);
          builder.link(q * x + y, q * q + q * m + c, GLOBAL_LINK);
        }
      }
    }
  }

  private void linkWithin(
      NetworkBuilder builder, FiniteField field, boolean[] generators, int offset) {
    final IntUnaryOperator row = x -> offset + q * x;
    for (int x = 0; x < q; x++) {
      for (int y = 0; y < q; y++) {
        for (int z = y + 1; z < q; z++) {
          if (generators[field.subtract(y, z)]) {
            builder.link(row.applyAsInt(x) + y, row.applyAsInt(x) + z, LOCAL_LINK);
          }
        }
      }
    }
  }
}
