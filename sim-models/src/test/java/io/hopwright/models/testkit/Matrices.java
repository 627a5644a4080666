package io.hopwright.models.testkit;

import io.hopwright.models.declare.InputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.IntBinaryOperator;

/** Files with traffic matrices that exist until the tests end. */
public final class Matrices {
  private Matrices() {}

  /** Returns a file with these rows. */
  public static InputFile of(String csv) {
    try {
      final Path file = Files.createTempFile("matrix", ".csv");
      file.toFile().deleteOnExit();
      Files.writeString(file, csv);
      return InputFile.of(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a file with the weight of each pair of different nodes, without weights of 0. */
  public static InputFile of(int nodes, IntBinaryOperator weight) {
    final StringBuilder csv = new StringBuilder("source,destination,weight\n");
    for (int source = 0; source < nodes; source++) {
      for (int destination = 0; destination < nodes; destination++) {
        final int of = source == destination ? 0 : weight.applyAsInt(source, destination);
        if (of > 0) {
          csv.append(source).append(',').append(destination).append(',').append(of).append('\n');
        }
      }
    }
    return of(csv.toString());
  }

  /** A shape of matrix. */
  public enum Shape {
    /** Few pairs; many nodes send nothing. */
    SPARSE,
    /** All pairs except those of every third source. */
    ZERO_ROWS,
    /** A pair in a hundred sends a million times as much as the others. */
    SKEWED,
    /** One node sends to all. */
    ONE_SENDER,
    /** All nodes send to one node, which sends to the node with the next number. */
    ONE_RECEIVER,
    /** All pairs alike. */
    EVEN
  }

  /** Returns a file of a shape, for the given number of nodes, at least two. */
  public static InputFile of(Shape shape, int nodes, Random random) {
    final int chosen = random.nextInt(nodes);
    return of(
        nodes,
        (source, destination) ->
            switch (shape) {
              case SPARSE ->
                  source == chosen || random.nextInt(nodes) == 0 ? 1 + random.nextInt(9) : 0;
              case ZERO_ROWS -> source % 3 == chosen % 3 ? 0 : random.nextInt(100);
              case SKEWED -> random.nextInt(100) == 0 ? 1_000_000 : 1;
              case ONE_SENDER -> source == chosen ? 1 + random.nextInt(1_000) : 0;
              case ONE_RECEIVER ->
                  destination == chosen || (source == chosen && destination == (chosen + 1) % nodes)
                      ? 1
                      : 0;
              case EVEN -> 7;
            });
  }
}
