package io.hopwright.runner.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Commands of a build of the program, this one or another, each in a process of its own that
 * answers in JSON. Safe for any thread as far as {@link #stop} goes.
 */
public final class BuildProcess extends AnsweringProcess {
  private static final String LAUNCHER = "hopwright";

  private final Path launcher;

  private BuildProcess(Path launcher) {
    this.launcher = launcher;
  }

  /**
   * Returns the build at a launcher.
   *
   * @param place a launcher, or the folder of a checkout or an archive that has one
   * @throws InputException if there is none
   */
  public static BuildProcess of(Path place) {
    final Path launcher = Files.isDirectory(place) ? place.resolve(LAUNCHER) : place;
    if (!Files.isExecutable(launcher) || Files.isDirectory(launcher)) {
      throw new InputException(
          Shown.path(launcher)
              + ": is no program; name the folder of a checkout or of an unpacked archive");
    }
    return new BuildProcess(launcher.toAbsolutePath());
  }

  /**
   * Executes a command and returns its answer; empty if it was stopped.
   *
   * @throws EnvironmentException if the command fails
   */
  public Optional<JsonNode> answer(List<String> words) {
    final List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(words);
    final String name = String.join(" ", command);
    final Optional<byte[]> answer = execute(command, launcher.toString(), name);
    try {
      return answer.isEmpty()
          ? Optional.empty()
          : Optional.of(new ObjectMapper().readTree(answer.get()));
    } catch (IOException e) {
      throw new EnvironmentException(
          name + " did not answer in JSON: is it a build of this program?", e);
    }
  }

  @Override
  void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }
}
