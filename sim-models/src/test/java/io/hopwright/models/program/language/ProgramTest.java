package io.hopwright.models.program.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.draws.Purpose;
import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Group;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramTest {
  private static Job job(int ranks, String... args) {
    final Map<String, String> values = new java.util.TreeMap<>();
    for (int i = 0; i < args.length; i += 2) {
      values.put(args[i], args[i + 1]);
    }
    return new Job(ranks, 0, 1, values, 0);
  }

  private static List<String> operations(String text, Job job, int rank) {
    final BoundProgram bound = Statements.parse("p", text).bind(job);
    final long[] state = new long[3 + bound.stride()];
    final Operation operation = new Operation();
    final List<String> operations = new ArrayList<>();
    bound.start(state, 3, rank);
    do {
      bound.next(state, 3, operation);
      assertEquals(operations.size(), operation.number());
      operations.add(operation.toString());
    } while (operation.kind() != Operation.Kind.END && operations.size() < 1000);
    return operations;
  }

  /** Returns the value of a numeric expression at rank 5 of 12. */
  private static String value(String expression) {
    final String text =
        "param p = 40 KiB\ngrid g = torus(3)\ngrid m = mesh(3, 4)\nlet v = 7\n"
            + "compute ("
            + expression
            + ") * 1 ns";
    final String operation = operations(text, job(12), 5).get(0);
    return String.valueOf(Long.parseLong(operation.split(" ", -1)[1]) / 1000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 + 2 * 3                          | 7",
        "(1 + 2) * 3                        | 9",
        "7 - 2 - 1                          | 4",
        "10 + -7 / 2                        | 6",
        "10 + 7 / -2                        | 6",
        "-7 % 4                             | 1",
        "7 % -4 + 5                         | 4",
        "(rank - 6) % size                  | 11",
        "2 * -3 + 10                        | 4",
        "- - 4                              | 4",
        "+3                                 | 3",
        "1 < 2 and 2 <= 2 and 3 >= 3 and not 1 > 2 | 1",
        "1 == 2 or 3 != 3                   | 0",
        "not 1 == 2                         | 1",
        "1 or 1 / 0                         | 1",
        "0 and 1 / 0                        | 0",
        "5 and 7                            | 1",
        "0 or 7                             | 1",
        "min(3, v) + max(3, v) + abs(-2)    | 12",
        "log2(1) + log2(1023) + pow2(10)    | 1033",
        "p / 1 KiB                          | 40",
        "40_000                             | 40000",
        "1.5 KiB                            | 1536",
        "10 us / 3 us                       | 3",
        "(3 us > 2 us) + (2 ms == 2000 us)  | 2",
        "coord(g, 0) + 10 * coord(g, 1) + 100 * coord(g, 2) | 12",
        "extent(g, 0) + 10 * extent(g, 1) + 100 * extent(g, 2) | 223",
        "coord(m, 0) + 10 * coord(m, 1)     | 12",
        "shift(g, 0, 1)                     | 3",
        "shift(g, 2 - 1, 1)                 | 2",
        "shift(m, 0, 1) + 1                 | 0",
        "shift(m, 1, +2)                    | 11"
      })
  void shouldEvaluate(String expression, String expected) {
    assertEquals(expected, value(expression));
  }

  @Test
  void shouldDoWhatARankDoes() {
    final String text =
        """
        param bytes = 400     # of a face
        param work = 1.5 us
        grid g = torus(2)
        for i in 1..2
        {
          compute work; for d in 0 .. 1 {
            irecv from shift(g, d, -1) bytes tag 2*d
            isend to shift(g, d, +1) bytes tag 2*d
          }
          waitall
          if i % 2 == 0 { send to 0 8 } else if rank == 3 {
            recv from any tag any
          }
          else { recv from 2 }
        }
        """;
    assertEquals(
        List.of(
            "compute 2000000 ps",
            "receive 400 B from 4 tag 0, request 64",
            "send 400 B to 3 tag 0, request 65",
            "receive 400 B from 2 tag 2, request 66",
            "send 400 B to 2 tag 2, request 67",
            "wait for all requests",
            "receive any number of B from 2 tag 0",
            "compute 2000000 ps",
            "receive 400 B from 4 tag 0, request 64",
            "send 400 B to 3 tag 0, request 65",
            "receive 400 B from 2 tag 2, request 66",
            "send 400 B to 2 tag 2, request 67",
            "wait for all requests",
            "send 8 B to 0 tag 0",
            "end"),
        operations(text, job(6, "work", "2 us"), 5));
  }

  @Test
  void shouldLeaveOutWhatIsForNobody() {
    final String text =
        """
        grid g = mesh(1)
        isend to shift(g, 0, 1) 8 as right
        isend to shift(g, 0, -1) 8 as left
        wait right
        wait left
        isend to -1 8 as left
        wait left
        sendrecv to shift(g, 0, 1) 8 from shift(g, 0, -1) 9 tag 3
        waitall
        """;
    assertEquals(
        List.of(
            "send 8 B to 1 tag 0, request 0",
            "wait for request 0",
            "send 8 B to 1 tag 3, request 64",
            "wait for request 64",
            "end"),
        operations(text, job(3), 0));
    assertEquals(
        List.of(
            "send 8 B to 2 tag 0, request 0",
            "send 8 B to 0 tag 0, request 1",
            "wait for request 0",
            "wait for request 1",
            "receive 9 B from 0 tag 3, request 64",
            "send 8 B to 2 tag 3, request 65",
            "wait for request 64 to 65",
            "end"),
        operations(text, job(3), 1));
  }

  @Test
  void shouldHaveTheInterfaceDoWhatItSays() {
    assertEquals(
        List.of(
            "put 8 B to 1",
            "put 4096 B to 2, request 0",
            "get 3 B from 0, request 64",
            "amo to 2",
            "wait for request 0",
            "amo to 0, request 65",
            "fence",
            "wait for all requests",
            "end"),
        operations(
            "put to 1 8\niput to 2 4 KiB as r\niget from 0 3\namo to 2\nwait r\niamo to 0\n"
                + "put to -1 8\niget from -1 8\namo to -1\nfence\nwaitall",
            job(3),
            0));
  }

  @Test
  void shouldWaitForWhatIsOpenAtTheEnd() {
    assertEquals(
        List.of(
            "send 8 B to 0 tag 0, request 64",
            "synchronous send 8 B to 0 tag 0, request 65",
            "wait for all requests",
            "end"),
        operations("isend to 0 8\nissend to 0 8", job(1), 0));
    assertEquals(
        List.of("send 8 B to 0 tag 0, request 0", "wait for all requests", "end"),
        operations("isend to 0 8 as r", job(1), 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 .. 3 | 123",
        "3 .. 1 | ''",
        "3 .. 1 step -1 | 321",
        "1 .. 6 step 2 | 135",
        "9 .. 9 step -5 | 9",
        "-1 .. 1 | -101"
      })
  void shouldLoop(String range, String expected) {
    final StringBuilder values = new StringBuilder();
    for (String one : operations("for i in " + range + " { isend to 0 i + 1 }", job(1), 0)) {
      if (one.startsWith("send")) {
        values.append(Integer.parseInt(one.split(" ", -1)[1]) - 1);
      }
    }
    assertEquals(expected, values.toString());
  }

  @Test
  void shouldLoopToTheEndsOfNumbers() {
    final String most = "9_223_372_036_854_775_807";
    assertEquals(
        3,
        operations("for i in " + most + " - 1 .. " + most + " { send to 0 8 }", job(1), 0).size());
    final String all = "for i in -" + most + " .. " + most + " step " + most + " { send to 0 8 }";
    assertEquals(4, operations(all, job(1), 0).size());
  }

  @Test
  void shouldTakeBoundsOnceAndKeepTheLastValue() {
    final String text = "let n = 2\nfor i in 1 .. n { let n = 5; isend to 0 n }\nisend to 0 i + 90";
    assertEquals(
        List.of("5", "5", "92"),
        operations(text, job(1), 0).stream()
            .filter(one -> one.startsWith("send"))
            .map(one -> one.split(" ", -1)[1])
            .toList());
  }

  @Test
  void shouldDrawNumbers() {
    final BigInteger two64 = BigInteger.ONE.shiftLeft(64);
    for (int rank = 0; rank < 20; rank++) {
      final List<String> sizes =
          operations(
              "for i in 1 .. 5 { isend to 0 rand(10, 13 + i) * 1 }\n"
                  + "sendrecv to 0 rand(0, 100) from 0 rand(100, 1_000_000) tag rand(0, 9)",
              new Job(20, 3, 7, Map.of(), 0),
              rank);
      final List<Long> expected = new ArrayList<>();
      final long[][] ranges = {
        {10, 14}, {10, 15}, {10, 16}, {10, 17}, {10, 18}, {0, 100}, {100, 1_000_000}, {0, 9}
      };
      for (int n = 0; n < ranges.length; n++) {
        final BigInteger x =
            BigInteger.valueOf(Purpose.RAND.draws(7).draw((3L << 32) + rank, n, 0)).mod(two64);
        final long count = ranges[n][1] - ranges[n][0] + 1;
        expected.add(
            ranges[n][0] + x.multiply(BigInteger.valueOf(count)).shiftRight(64).longValue());
      }
      for (int i = 0; i < 5; i++) {
        assertTrue(sizes.get(i).startsWith("send " + expected.get(i) + " B"), sizes.get(i));
      }
      final String tag = " tag " + expected.get(7) + ",";
      assertTrue(sizes.get(5).startsWith("receive " + expected.get(6) + " B from 0" + tag));
      assertTrue(sizes.get(6).startsWith("send " + expected.get(5) + " B to 0" + tag));
    }
  }

  @Test
  void shouldDoCollectivesStepByStep() {
    final String text =
        "isend to 0 1\nallreduce 3000 on ranks(6, 3, -2) using ring\nbarrier on ranks(0, 1, 0)";
    assertEquals(
        List.of(
            "send 1 B to 0 tag 0, request 64",
            "allreduce 3000 B of 3 ranks, ring",
            "receive 1000 B from 6 tag 0 of the collective, request 65",
            "send 1000 B to 2 tag 0 of the collective, request 66",
            "wait for request 65 to 66",
            "reduce 1000 B",
            "receive 1000 B from 6 tag 1 of the collective, request 65",
            "send 1000 B to 2 tag 1 of the collective, request 66",
            "wait for request 65 to 66",
            "reduce 1000 B",
            "receive 1000 B from 6 tag 2 of the collective, request 65",
            "send 1000 B to 2 tag 2 of the collective, request 66",
            "wait for request 65 to 66",
            "receive 1000 B from 6 tag 3 of the collective, request 65",
            "send 1000 B to 2 tag 3 of the collective, request 66",
            "wait for request 65 to 66",
            "wait for all requests",
            "end"),
        operations(text, job(8), 4));
    assertEquals(
        List.of(
            "send 1 B to 0 tag 0, request 64",
            "barrier of 1 ranks, dissemination",
            "wait for all requests",
            "end"),
        operations(text, job(8), 0));
  }

  @Test
  void shouldHaveManyInFlight() {
    final List<String> all = operations("alltoall 1000 using window", job(40), 7);
    assertEquals(1 + 2 * 39 + 2 + 1, all.size());
    assertEquals("wait for request 64 to 127", all.get(1 + 64));
    assertEquals("receive 1000 B from 0 tag 32 of the collective, request 64", all.get(2 + 64));
    assertEquals("wait for request 64 to 77", all.get(all.size() - 2));
  }

  @ParameterizedTest
  @CsvSource({"line, 0", "line, 1", "line, 2", "plane, 0", "plane, 1", "plane, 2"})
  void shouldGroupRanksOfAGrid(String form, int dimension) {
    final RankGrid grid = RankGrid.of(true, 4, 3, 2);
    final BoundProgram bound =
        Statements.parse(
                "p", "grid g = torus(4, 3, 2)\nbarrier on " + form + "(g, " + dimension + ")")
            .bind(job(24));
    final long[] state = new long[bound.stride()];
    final Operation operation = new Operation();
    for (int rank = 0; rank < 24; rank++) {
      bound.start(state, 0, rank);
      bound.next(state, 0, operation);
      final List<Integer> expected = new ArrayList<>();
      for (int other = 0; other < 24; other++) {
        boolean member = true;
        for (int d = 0; d < 3; d++) {
          final boolean equal = grid.coordinate(rank, d) == grid.coordinate(other, d);
          member &= equal || (d == dimension) == form.equals("line");
        }
        if (member) {
          expected.add(other);
        }
      }
      assertEquals(expected.size(), operation.members());
      for (int index = 0; index < operation.members(); index++) {
        assertEquals(expected.get(index), operation.member(index));
        assertEquals(
            index, Group.index(operation.group(), operation.blocks(), operation.member(index)));
      }
      for (int other = 0; other < 24; other++) {
        if (!expected.contains(other)) {
          assertEquals(-1, Group.index(operation.group(), operation.blocks(), other));
        }
      }
    }
  }

  @Test
  void shouldRepeatForeverAsOftenAsAsked() {
    final Program program =
        Statements.parse("p", "forever { send to 0 8; compute 1 s }\nsend to 0 9");
    assertTrue(program.isEndless());
    final BoundProgram bound = program.bind(new Job(1, 0, 1, Map.of(), 2));
    final long[] state = new long[bound.stride()];
    bound.start(state, 0, 0);
    final Operation operation = new Operation();
    final List<String> all = new ArrayList<>();
    do {
      bound.next(state, 0, operation);
      all.add(operation.toString());
    } while (operation.kind() != Operation.Kind.END);
    assertEquals(6, all.size());
    assertEquals("send 9 B to 0 tag 0", all.get(4));
    final BoundProgram refused = program.bind(new Job(1, 0, 1, Map.of(), 0));
    refused.start(state, 0, 0);
    final ProgramException e =
        assertThrows(ProgramException.class, () -> refused.next(state, 0, operation));
    assertTrue(e.getMessage().contains("background jobs only"), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "let n = 9_223_372_036_854_775_807 + rank  | p:1:9: rank 1: 9_223_372_036_854_775_807 +"
            + " rank: the result does not fit into 64 bits",
        "let n = 3 / (rank - 1)  | p:1:9: rank 1: 3 / (rank - 1): division by 0",
        "let n = 3 % (rank - 1)  | division by 0",
        "let n = -9_223_372_036_854_775_807 - 1; let m = n / (0 - rank) | does not fit",
        "let n = -9_223_372_036_854_775_807 - rank; let m = -n | does not fit",
        "let n = pow2(62) * (rank + 1) | does not fit",
        "let n = pow2(62 + rank) | pow2 needs an argument of 0 to 62, not 63",
        "let n = log2(rank - 1) | log2 needs an argument of 1 or more, not 0",
        "let n = rand(rank, 0) | the second number, 0, must be 1",
        "send to rank + 1 8 | p:1:9: rank 1: rank + 1: there is no rank 2; write one of"
            + " 0 to 1, or -1 for none",
        "send to -1 - rank 8 | there is no rank -2",
        "send to 0 rank - 2 | -1 B is not the size of a message; use 0 to 1099511627776",
        "send to 0 pow2(41) | 2199023255552 B is not the size",
        "send to 0 8 tag 0 - rank | -1 is not a tag; use 0 to 2147483647",
        "compute 1 us - rank * 2 us | the time is -1000000 ps",
        "put to rank + 1 8 | p:1:8: rank 1: rank + 1: there is no rank 2",
        "put to 0 1 - rank | p:1:10: rank 1: 1 - rank: the put has 0 B; use 1 to 4294967295",
        "iget from 0 pow2(32) | the get has 4294967296 B; use 1 to 4294967295",
        "iput to 0 8 as r; iamo to 0 as r | still open; wait for it first",
        "isend to 0 8 as r; isend to 0 8 as r | still open; wait for it first",
        "for i in 1 .. 2 step rank - 1 { } | step 0 does not end",
        "for i in 1 .. 1_000_000_000_000 { } | 1000000 statements without an operation",
        "for i in 1 .. 100 { for j in 1 .. 100_000 { let n = i } } | without an operation",
        "for i in 1 .. 2_000_000 { isend to 0 8 } | more than 1000000 requests are open at once",
        "bcast 8 root rank + 1 | root 2 is not in the group",
        "barrier on ranks(0, 3, 1) | the group has 3 members; use 1 to 2",
        "barrier on ranks(0, 2, 2) | a step of 2 leads to no other rank",
        "barrier on ranks(1, 2, 1) | the group has ranks 1 to 2; use ranks 0 to 1",
        "alltoall pow2(40) | exceed the limit of 2^40 B in total",
        "grid g = torus(3); let n = shift(g, rank + 2, 1) | grid g has dimensions 0 to 2, not 3"
      })
  void shouldSayWhereARankFails(String text, String expected) {
    final BoundProgram bound = Statements.parse("p", text).bind(job(2));
    final long[] state = new long[bound.stride()];
    final Operation operation = new Operation();
    bound.start(state, 0, 1);
    final ProgramException e =
        assertThrows(
            ProgramException.class,
            () -> {
              do {
                bound.next(state, 0, operation);
              } while (operation.kind() != Operation.Kind.END);
            });
    assertTrue(e.getMessage().contains(expected), e.getMessage());
    assertTrue(e.getMessage().contains("rank 1: "), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "grid g = torus(3)\\n"
            + "let n = shift(g, 3, 1) | p:2:9: shift(g, 3, 1): grid g has dimensions 0 to 2, not 3",
        "sned to 0 8          | p:1:1: sned: there is no such statement; did you mean send?",
        "let bytes = 8\\nsend to 0 byts | p:2:11: byts: this name is not defined; did"
            + " you mean bytes?",
        "x = 5                | p:1:1: x: there is no such statement; write let x = …",
        "let n = shfit(1, 2)  | there is no such function; did you mean shift?",
        "let n = 1 us + 1     | p:1:14: +: not of a time and a number",
        "let n = 1 us * 1 us  | not of a time and a time",
        "let n = 5 / 1 us     | not of a number and a time",
        "let n = 1 us % 2 us  | not of a time and a time",
        "compute 5            | p:1:9: 5: is a number; a time is needed, such as 250 us",
        "send to 0 1 us       | p:1:11: 1 us: is a time; a number is needed",
        "if 1 us { }          | is a time; a number is needed",
        "let n = 1; let n = 1 us | is a number, and would become a time",
        "let n = 1.5          | is not an integer below 2^63",
        "let n = 0.0001 ns    | is not an integer number of picoseconds",
        "let n = 9_223_372_036_854_775_808 | is not an integer below 2^63",
        "let rank = 1         | is a keyword of the language; use another name",
        "let n = ranks        | is a keyword of the language; expected a value, such as"
            + " rank or size",
        "param n = 1\\nlet n = 2 | is a param already",
        "let n = 1\\nparam m = 2 | params stand before all other statements",
        "for i in 1 .. 2 { let i = 3 } | counts the enclosing loop",
        "for i in 1 .. 2 { for i in 1 .. 2 { } } | counts the enclosing loop",
        "for i in 1 .. 2 step 0 { } | a loop with step 0 does not end",
        "wait r               | no request has this name; give one a name",
        "send to 0 8 as r     | send waits and has no request; write isend",
        "put from 0 8         | expected to and a rank behind put",
        "iget to 0 8          | expected from and a rank behind iget",
        "amo to 0 8           | the statement has ended before",
        "put to 0 8 as r      | put waits and has no request; write iput",
        "let fence = 1        | is a keyword of the language; use another name",
        "bcast 8              | expected root and an index behind the bytes",
        "bcast 8 root 0 using rnig | bcast has the algorithms auto, binomial, scatter-doubling,"
            + " scatter-ring",
        "barrier on wrold     | there is no such group; did you mean world?",
        "grid g = torus(7)    | write the number of dimensions, 1 to 6",
        "grid g = ring(7)     | a grid is a torus(N) or a mesh(N)",
        "send to 0 8 9        | the statement has ended before; write one in a line",
        "send to 0 40 KB      | is not a unit; write B, KiB, MiB, GiB, ns, us, ms or s",
        "for i in 1 .. 2 {    | p:1:17: {: this block has no end; write } after it",
        "}                    | no block is open here",
        "else { }             | there is no if before this",
        "let n = 1 + not 1    | put not and its operand in ( )",
        "let n = (1 + 2       | expected ) at the end of what is in ( )",
        "let n = min(1)       | 1 arguments; min has 2",
        "let n = coord(h, 0)  | there is no grid of this name; make one: grid h = torus(3)",
        "let n = 1 !          | !: no statement has this character"
      })
  void shouldSayWhatIsWrongWithTheText(String text, String expected) {
    final ProgramException e =
        assertThrows(
            ProgramException.class, () -> Statements.parse("p", text.replace("\\n", "\n")));
    assertEquals(1, e.messages().size(), e.getMessage());
    assertTrue(e.getMessage().contains(expected), e.getMessage());
  }

  @Test
  void shouldSayThatBlocksAreTooDeepAndNotThatTheyHaveNoEnd() {
    final String text = "if 1 { ".repeat(33) + "}".repeat(33);
    final ProgramException e =
        assertThrows(ProgramException.class, () -> Statements.parse("p", text));
    assertEquals(List.of("p:1:230: {: blocks are at most 32 deep"), e.messages());
  }

  @Test
  void shouldTellAllMistakesAtOnce() {
    final String text =
        """
        param steps = 10
        grid g = torus(3)
        for i in 1..stpes {
          isend to shift(g, 3, 1) 8 tag 1 us
          cmopute 5 us
          if i == 1 ( }
        }
        recv from 0 nothing
        """;
    final ProgramException e =
        assertThrows(ProgramException.class, () -> Statements.parse("halo.prog", text));
    final List<String> places = e.messages().stream().map(one -> one.split(": ", -1)[0]).toList();
    assertEquals(
        List.of(
            "halo.prog:3:13",
            "halo.prog:4:12",
            "halo.prog:4:33",
            "halo.prog:5:3",
            "halo.prog:6:13",
            "halo.prog:8:13"),
        places.stream().filter(one -> !one.startsWith("halo.prog:7")).toList(),
        e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stpes=5 | p: has no param stpes; did you mean steps?",
        "steps=5 us | p: steps = 5 us: write a number or a size, such as 12 KiB",
        "work=5 | p: work = 5: write a time, such as 250 us",
        "work=5 us us | write a time",
        "work= | write a time"
      })
  void shouldSayWhatIsWrongWithArgs(String arg, String expected) {
    final Program program = Statements.parse("p", "param steps = 1\nparam work = 3 us");
    final String[] parts = arg.split("=", 2);
    final ProgramException e =
        assertThrows(ProgramException.class, () -> program.bind(job(1, parts[0], parts[1])));
    assertTrue(e.getMessage().contains(expected), e.getMessage());
  }

  @Test
  void shouldTakeArgsWithUnitsAndSigns() {
    final String text = "param n = 1\nparam t = 1 s\nsend to 0 n + 10; compute t";
    assertEquals(
        List.of("send 2 B to 0 tag 0", "compute 1500 ps", "end"),
        operations(text, job(1, "n", "-8", "t", "1.5 ns"), 0));
    assertEquals("{n=1, t=1 s}", Statements.parse("p", text).parameters().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"torus(2, 5)", "torus(n, 2)", "torus(0, 12)", "mesh(pow2(40), pow2(30))"})
  void shouldSayThatRanksDoNotFillAGrid(String grid) {
    final Program program = Statements.parse("p", "param n = 5\ngrid g = " + grid);
    final ProgramException e = assertThrows(ProgramException.class, () -> program.bind(job(12)));
    assertTrue(e.getMessage().contains("must be the number of ranks, 12"), e.getMessage());
  }

  @Test
  void shouldTellWhatIsWrongWithAGridThatAnotherOneIsMadeOf() {
    final Program program =
        Statements.parse("p", "grid g = torus(3, 3)\ngrid h = torus(extent(g, 0), 2)");
    final ProgramException e = assertThrows(ProgramException.class, () -> program.bind(job(8)));
    assertTrue(e.messages().get(0).startsWith("p:1:10: torus(3, 3): the product"), e.getMessage());
  }

  @Test
  void shouldNotFillAGridOfTheMostRanksByWhatDoesNotFit() {
    final Program program = Statements.parse("p", "grid g = torus(0, 5)");
    assertThrows(ProgramException.class, () -> program.bind(job(Job.MOST_RANKS)));
  }

  @Test
  void shouldMakeAGridOfWhatAStudySets() {
    Statements.parse("p", "param n = 5\ngrid g = torus(n, size / n)").bind(job(12, "n", "6"));
    final Program program = Statements.parse("p", "grid g = torus(rank, 2)");
    final ProgramException e = assertThrows(ProgramException.class, () -> program.bind(job(12)));
    assertTrue(e.getMessage().contains("numbers, params and size only"), e.getMessage());
  }

  /** Each operation is executed by a new object, from the state that the one before has saved. */
  @Test
  void shouldHaveAllThatChangesInTheLongsOfARank() {
    final String text =
        """
        grid g = torus(2)
        for i in 1 .. 3 {
          irecv from any as r
          compute rand(1, 1000) * 1 ns
          sendrecv to (rank + 1) % size 8 from (rank - 1) % size
          alltoall 1000 on line(g, 0)
          bcast 1 MiB root 3 on plane(g, 1)
          wait r
        }
        """;
    final Job job = new Job(64, 2, 9, Map.of(), 0);
    final List<String> expected = operations(text, job, 13);
    final List<String> resumed = new ArrayList<>();
    final int stride = Statements.parse("p", text).bind(job).stride();
    long[] saved = new long[stride];
    Statements.parse("p", text).bind(job).start(saved, 0, 13);
    for (int i = 0; i < expected.size(); i++) {
      final int at = i % 5;
      final long[] state = new long[at + stride];
      System.arraycopy(saved, 0, state, at, stride);
      final Operation fresh = new Operation();
      Statements.parse("p", text).bind(job).next(state, at, fresh);
      resumed.add(fresh.toString());
      if (fresh.kind() == Operation.Kind.COLLECTIVE && fresh.collective() == Collective.BCAST) {
        assertEquals(3, fresh.root());
        assertEquals(Algorithm.BCAST_SCATTER_RING, fresh.algorithm());
      }
      saved = java.util.Arrays.copyOfRange(state, at, at + stride);
    }
    assertEquals(expected, resumed);
  }
}
