package io.hopwright.runner.command.create;

import io.hopwright.models.run.Machine;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.ProgramFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code new-machine}: writes the sources of a new machine as a starting point. */
@Command(
    name = "new-machine",
    description =
        "Write a template of a machine, a ring, into the folder NAME: sources, a study,"
            + " and a script that compiles and simulates it. Needs a JDK.")
public final class NewMachineCommand extends SessionCommand {
  private static final String TEMPLATES = "/templates/machine/";

  @Parameters(paramLabel = "NAME", description = "Name of the machine, such as my-ring.")
  private String name;

  @Override
  public Integer call() {
    final Path folder = Path.of(NewFiles.requireName(name));
    if (session.machines().stream().map(Machine::name).anyMatch(name::equals)) {
      throw new InputException(
          name + ": hopwright has a machine of this name; choose another name");
    }
    if (Files.exists(folder)) {
      throw new InputException(folder + ": already exists; choose another name");
    }
    final String type = type();
    final Map<String, String> values =
        Map.of(
            "NAME", name,
            "CLASS", type,
            "PACKAGE", type.toLowerCase(Locale.ROOT),
            "LAUNCHER", System.getProperty("hopwright.launcher", ""),
            "CLASS_PATH", System.getProperty("java.class.path"));
    NewFiles.write(
        folder.resolve("src").resolve(values.get("PACKAGE")).resolve(type + ".java"),
        source(values));
    write(folder.resolve(name + ".conf"), "study.conf", values);
    write(folder.resolve("README.md"), "README.md", values);
    final Path script = folder.resolve("simulate");
    write(script, "simulate.sh", values);
    makeExecutable(script);
    session.print(folder + "\n");
    session.say("simulate it with " + script + " reproduce " + folder.resolve(name + ".conf"));
    return ExitCode.DONE;
  }

  /** Returns the source of the ring that tests simulate, as a machine of another name. */
  private static String source(Map<String, String> values) {
    return ProgramFiles.text(TEMPLATES + "Ring.java")
        .replaceAll("package [a-z.]+;", "package " + values.get("PACKAGE") + ";")
        .replaceAll(
            "/\\*\\* The ring,.*",
            "/** A ring of routers with one node each: the beginning of a machine of your own. */")
        .replaceAll("\\b(class |public )Ring\\b", "$1" + values.get("CLASS"))
        .replace("\"ring\"", '"' + values.get("NAME") + '"')
        .replace("ASSUMED, ring.md", "ASSUMED");
  }

  /** Returns the name of the class: that of the machine, with a capital for each of its words. */
  private String type() {
    final StringBuilder type = new StringBuilder();
    for (String word : name.split("-", -1)) {
      type.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
    }
    return type.toString();
  }

  private static void write(Path file, String template, Map<String, String> values) {
    NewFiles.write(file, ProgramFiles.text(TEMPLATES + template, values::get));
  }

  private static void makeExecutable(Path script) {
    try {
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new EnvironmentException(script + ": cannot be made executable: " + e.getMessage(), e);
    }
  }
}
