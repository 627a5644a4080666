package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The user's shell. */
final class Bash {
  private Bash() {}

  static boolean isThere() {
    return has("bash");
  }

  /** Returns whether a program is on the path. */
  static boolean has(String program) {
    return List.of(System.getenv("PATH").split(":")).stream()
        .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
  }

  /** Runs bash with a script, lets it complete a line, and returns its suggestions. */
  static List<String> complete(String completion, Path directory, String line) throws Exception {
    final Path script = Files.writeString(directory.resolve("completion"), completion);
    final String[] words = line.replace("=", " = ").split(" +", -1);
    final StringBuilder array = new StringBuilder();
    for (String word : words) {
      array.append(" '").append(word).append('\'');
    }
    final Process bash =
        new ProcessBuilder(
                "bash",
                "-c",
                "compopt() { :; }; source '"
                    + script
                    + "'; COMP_WORDS=("
                    + array
                    + "); COMP_CWORD="
                    + (words.length - 1)
                    + "; COMP_LINE='"
                    + line
                    + "'; COMP_POINT="
                    + line.length()
                    + "; _hopwright; printf '%s\\n' \"${COMPREPLY[@]}\"")
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    final String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, bash.waitFor(), out);
    return out.lines().map(String::strip).filter(word -> !word.isEmpty()).sorted().toList();
  }
}
