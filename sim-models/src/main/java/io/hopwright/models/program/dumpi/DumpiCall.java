package io.hopwright.models.program.dumpi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Call that a trace can have, and the arguments of its record. A record does not contain its
 * length, so a reader must know the layout of every call to find the next record.
 *
 * @param name of the MPI function
 * @param layout a letter for each argument: {@code b}, {@code h}, {@code i}, {@code l} numbers of
 *     1, 2, 4, 8 B; {@code B}, {@code H}, {@code I} lists of them; {@code J} a list of lists;
 *     {@code c}, {@code C}, {@code D} text, a list and a list of lists of texts; {@code s}
 *     statuses; {@code R}, {@code r} the rank in the communicator, and the root. An argument after
 *     {@code ?} exists only at the root. The forms of {@code A}, {@code Y}, {@code Z} depend on the
 *     version
 */
record DumpiCall(String name, String layout) {
  /** The number that ends a trace. */
  static final int END = 293;

  private static final String TABLE = "dumpi-calls.txt";
  private static final Map<Integer, DumpiCall> ALL = read();
  private static final DumpiCall[] BY_NUMBER = new DumpiCall[END];

  static {
    ALL.forEach((number, call) -> BY_NUMBER[number] = call);
  }

  /** Returns the call with a number; null if there is none. */
  static DumpiCall of(int number) {
    return number < END ? BY_NUMBER[number] : null;
  }

  /** Returns all by number. */
  static Map<Integer, DumpiCall> all() {
    return ALL;
  }

  private static Map<Integer, DumpiCall> read() {
    final Map<Integer, DumpiCall> all = new HashMap<>();
    try (InputStream in = DumpiCall.class.getResourceAsStream(TABLE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
      lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> Arrays.asList(line.split(" ")))
          .forEach(
              words ->
                  all.put(
                      Integer.valueOf(words.get(0)),
                      new DumpiCall(words.get(1), words.get(2).equals("-") ? "" : words.get(2))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.copyOf(all);
  }
}
