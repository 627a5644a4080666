package io.hopwright.runner;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code hopwright}. */
@Command(
    name = "hopwright",
    description = "Simulates the interconnects of large parallel machines.",
    mixinStandardHelpOptions = true,
    versionProvider = Hopwright.Version.class)
public final class Hopwright implements Runnable {
  @Spec private CommandSpec spec;

  /** Runs the command line {@code args} and ends the JVM with its exit code. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Hopwright()).execute(args));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Name a command.");
  }

  /** The version this was built as. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      final Properties build = new Properties();
      try (InputStream in = Hopwright.class.getResourceAsStream("build.properties")) {
        build.load(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new String[] {"hopwright " + build.getProperty("version")};
    }
  }
}
