package io.hopwright.models.testkit;

import io.hopwright.models.program.Primitive;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random operations of ranks in phases. All messages of a phase are received in it, so that ranks
 * do not wait forever, except in the phases of {@code #stuck}.
 */
final class RandomPhases {
  private static final List<Long> BYTES =
      List.of(0L, 0L, 1L, 8L, 63L, 64L, 65L, 240L, 500L, 1_000L);

  private final Random random;
  private final int ranks;
  private final List<Primitive> oneSided;

  /** Number of the next phase, which makes its tags and names unique. */
  private int phase;

  RandomPhases(Random random, int ranks, List<Primitive> oneSided) {
    this.random = random;
    this.oneSided = oneSided;
    this.ranks = ranks;
  }

  /** Returns the text of a program of some phases; endless phases are at its end. */
  String program(int phases, boolean endless, boolean stuck) {
    final StringBuilder text = new StringBuilder("grid g = torus(2)\ngrid m = mesh(3)\n");
    final int stuckAt = stuck ? random.nextInt(phases) : phases;
    for (int i = 0; i < phases; i++) {
      text.append(i == stuckAt ? stuck() : random.nextInt(4) == 0 ? loop() : one());
    }
    if (endless) {
      text.append("forever {\ncompute 2 us\n").append(one()).append(one()).append("}\n");
    }
    return text.toString();
  }

  private String loop() {
    final String variable = "i" + phase;
    final int step = 1 + random.nextInt(2);
    return "for "
        + variable
        + " in 1 .. "
        + (1 + random.nextInt(5))
        + " step "
        + step
        + " {\n"
        + one()
        + (random.nextBoolean() ? one() : "")
        + "}\n";
  }

  private String one() {
    phase++;
    if (!oneSided.isEmpty() && random.nextInt(3) == 0) {
      return oneSided();
    }
    return switch (random.nextInt(12)) {
      case 0 -> compute();
      case 1, 2, 3 -> collective();
      case 4 -> exchange();
      case 5 -> neighbours();
      case 6 -> pairs();
      case 7 -> incast();
      case 8 -> storm();
      case 9 -> named();
      case 10 -> oneself();
      default -> compute() + mesh();
    };
  }

  /** Returns one-sided operations, and sometimes a fence or a wait for one of them. */
  private String oneSided() {
    final StringBuilder text = new StringBuilder();
    boolean named = false;
    for (int i = random.nextInt(4); i >= 0; i--) {
      final Primitive primitive = oneSided.get(random.nextInt(oneSided.size()));
      final String to = primitive == Primitive.GET ? " from " : " to ";
      final String target =
          random.nextInt(4) == 0
              ? String.valueOf(random.nextInt(ranks))
              : "(rank + " + random.nextInt(ranks + 1) + ") % size";
      final boolean goesOn = random.nextBoolean();
      text.append(goesOn ? primitive.wordWithRequest() : primitive.word()).append(to);
      text.append(target).append(primitive == Primitive.AMO ? "" : " " + (1 + bytes()));
      if (goesOn && !named && random.nextInt(3) == 0) {
        named = true;
        text.append(" as one").append(phase);
      }
      text.append('\n').append(random.nextInt(4) == 0 ? compute() : "");
    }
    text.append(random.nextBoolean() ? "fence\n" : "");
    text.append(named ? "wait one" + phase + "\n" : random.nextBoolean() ? "waitall\n" : "");
    return text.toString();
  }

  private long bytes() {
    final int kind = random.nextInt(10);
    return kind == 0
        ? random.nextInt(9_000)
        : BYTES.get(random.nextInt(BYTES.size())) + (kind == 1 ? random.nextInt(30) : 0);
  }

  private String send() {
    return random.nextInt(4) == 0 ? "issend" : "isend";
  }

  private String tag() {
    return " tag " + phase + "\n";
  }

  private String compute() {
    final String unit = random.nextBoolean() ? " ns\n" : " us\n";
    return switch (random.nextInt(4)) {
      case 0 -> "compute " + random.nextInt(3) + unit;
      case 1 -> "compute rand(0, 3) * 1" + unit;
      case 2 -> "compute (rank * 7 % 5) * 0.7" + unit;
      default ->
          "if rank % 3 == 1 { compute 1.234 us } else if rank == 0 { compute 1 ns; compute 1"
              + " us }\n";
    };
  }

  private String collective() {
    final List<String> members = new ArrayList<>(List.of("", "", " on world"));
    String root = String.valueOf(random.nextInt(ranks));
    if (random.nextBoolean()) {
      root = "0";
      members.addAll(
          List.of(" on line(g, 0)", " on line(g, 1)", " on plane(g, 0)", " on line(m, 2)"));
      final int first = random.nextInt(ranks);
      final int step = 1 + random.nextInt(3);
      final int count = 1 + random.nextInt((ranks - 1 - first) / step + 1);
      members.add(" on ranks(" + first + ", " + count + ", " + step + ")");
    }
    final String on = members.get(random.nextInt(members.size()));
    final String rooted = bytes() + " root " + root + on;
    final String how = random.nextInt(3) == 0 ? "" : null;
    return switch (random.nextInt(10)) {
          case 0 -> "barrier" + on;
          case 1 -> "bcast " + rooted + using(how, "binomial", "scatter-ring");
          case 2 -> "reduce " + rooted + using(how, "binomial", "halving");
          case 3 -> "allreduce " + bytes() + on + using(how, "doubling", "halving", "ring");
          case 4 -> "gather " + rooted;
          case 5 -> "scatter " + rooted;
          case 6 -> "allgather " + bytes() + on + using(how, "bruck", "ring");
          case 7 -> "alltoall " + bytes() + on + using(how, "bruck", "window", "pairwise");
          case 8 -> "reduce_scatter " + bytes() + on + using(how, "halving", "pairwise");
          default -> "scan " + bytes() + on;
        }
        + "\n";
  }

  private String using(String none, String... algorithms) {
    return none != null ? none : " using " + algorithms[random.nextInt(algorithms.length)];
  }

  /** Returns an exchange with the rank at a random distance, which may be the rank itself. */
  private String exchange() {
    final int distance = random.nextInt(ranks + 1);
    return "sendrecv to (rank + "
        + distance
        + ") % size "
        + bytes()
        + " from (rank - "
        + distance
        + ") % size"
        + tag();
  }

  private String neighbours() {
    final StringBuilder text = new StringBuilder("for d" + phase + " in 0 .. 1 {\n");
    final String d = "d" + phase;
    final long bytes = bytes();
    text.append("irecv from shift(g, ").append(d).append(", -1)").append(tag());
    if (random.nextBoolean()) {
      text.append(compute());
    }
    text.append(send()).append(" to shift(g, ").append(d).append(", 1) ").append(bytes);
    text.append(tag());
    text.append(random.nextBoolean() ? "waitall\n}\n" : "}\nwaitall\n");
    return text.toString();
  }

  private String mesh() {
    final int d = random.nextInt(3);
    return "sendrecv to shift(m, "
        + d
        + ", 1) "
        + bytes()
        + " from shift(m, "
        + d
        + ", -1) 20000"
        + tag();
  }

  /** Blocking, there and back. */
  private String pairs() {
    final String tag = tag();
    final String there = bytes() + tag;
    final String back = bytes() + tag;
    return "if rank % 2 == 0 and rank + 1 < size {\nsend to rank + 1 "
        + there
        + "recv from rank + 1"
        + tag
        + "} else if rank % 2 == 1 {\nrecv from rank - 1"
        + tag
        + "send to rank - 1 "
        + back
        + "}\n";
  }

  /** Returns messages of all ranks to one, which receives them in any order. */
  private String incast() {
    final int target = random.nextInt(ranks);
    final int each = 1 + random.nextInt(3);
    final boolean anyTag = random.nextInt(3) == 0;
    final String receive = (random.nextBoolean() ? "irecv" : "recv") + " from any";
    final String loop = "for r" + phase + " in 1 .. ";
    return "if rank == "
        + target
        + " {\n"
        + loop
        + each
        + " * (size - 1) {\n"
        + receive
        + (anyTag ? " tag any\n" : tag())
        + "}\nwaitall\n} else {\n"
        + loop
        + each
        + " {\n"
        + send()
        + " to "
        + target
        + " "
        + (random.nextBoolean() ? "rank" : bytes())
        + tag()
        + "}\nwaitall\n}\n"
        + (anyTag || random.nextBoolean() ? "barrier\n" : "");
  }

  /** Returns many messages to all ranks, in one tick if sending takes no time. */
  private String storm() {
    final int each = 1 + random.nextInt(8);
    final String variable = "s" + phase;
    final String loop = "for " + variable + " in 1 .. " + each + " {\n";
    final String receives = loop + "irecv from any tag any\n}\n";
    final String sends =
        loop
            + send()
            + " to (rank + "
            + variable
            + ") % size "
            + (random.nextBoolean() ? 0 : bytes())
            + " tag "
            + variable
            + " % 3\n}\n";
    return (random.nextBoolean() ? receives + sends : sends + receives) + "waitall\nbarrier\n";
  }

  /** Requests that have names. */
  private String named() {
    final String tag = " tag " + phase;
    final String in = " as in" + phase + "\n";
    final String out = " as out" + phase + "\n";
    final String receive = "irecv from (rank - 1) % size" + tag + in;
    final String send = send() + " to (rank + 1) % size " + bytes() + tag + out;
    final String nobody = "issend to -1 8\n";
    final boolean first = random.nextBoolean();
    return (first ? receive + send : send + receive)
        + nobody
        + (random.nextBoolean() ? compute() : "")
        + (first ? "wait out" + phase + "\n" + "wait in" + phase + "\n" : "waitall\n");
  }

  private String oneself() {
    return "irecv from rank"
        + tag()
        + send()
        + " to rank "
        + bytes()
        + tag()
        + (random.nextBoolean() ? "waitall\n" : "");
  }

  /** Returns a phase that ends for small messages only, or never. */
  String stuck() {
    phase++;
    return switch (random.nextInt(3)) {
      case 0 -> "recv from (rank + 1) % size" + tag() + "send to (rank - 1) % size 8" + tag();
      case 1 ->
          "send to (rank + 1) % size " + bytes() + tag() + "recv from (rank - 1) % size" + tag();
      default -> "if rank == 0 { recv from any tag 999999 }\n";
    };
  }
}
