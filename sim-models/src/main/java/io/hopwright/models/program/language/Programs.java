package io.hopwright.models.program.language;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Programs bundled with Hopwright, each with a comment in its first line. */
public final class Programs {
  /** Their names, sorted. */
  public static final List<String> NAMES =
      List.of(
          "allgather",
          "allreduce",
          "alltoall",
          "barrier",
          "bcast",
          "fft-3d",
          "gather",
          "halo-2d",
          "halo-3d",
          "incast",
          "lammps",
          "master-worker",
          "offload",
          "ping-pong",
          "random",
          "reduce",
          "reduce-scatter",
          "ring",
          "rotations",
          "scan",
          "scatter",
          "shuffle",
          "sweep-3d",
          "training-step");

  private static final String COMMENT = "# ";

  private Programs() {}

  /** Returns the name of a program in messages, which is the name of its file. */
  public static String file(String name) {
    return "programs/" + name + ".prog";
  }

  /**
   * Returns the text of a program.
   *
   * @throws IllegalArgumentException if no program has this name
   */
  public static String text(String name) {
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException("no program " + name);
    }
    try (InputStream in = Programs.class.getResourceAsStream("/" + file(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a sentence about the operations of a program's ranks. */
  public static String title(String name) {
    return text(name).lines().findFirst().orElseThrow().substring(COMMENT.length());
  }
}
