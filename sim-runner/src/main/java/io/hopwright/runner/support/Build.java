package io.hopwright.runner.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Origin of this build.
 *
 * @param version its version
 * @param commit commit of its sources, null if unknown
 * @param modified whether its sources differed from that commit
 */
public record Build(String version, String commit, boolean modified) {
  private static final String FOLDER = "/io/hopwright/runner/";

  /**
   * Returns the hash of the compiled classes on which results depend; builds with equal hashes
   * simulate the same.
   */
  public static String simulator() {
    return SimulatorCode.hash();
  }

  /** Returns the build of the running program. */
  public static Build current() {
    final Properties git = load("git.properties");
    return new Build(
        load("build.properties").getProperty("version", "unknown"),
        git.getProperty("git.commit.id"),
        Boolean.parseBoolean(git.getProperty("git.dirty", "false")));
  }

  private static Properties load(String name) {
    final Properties properties = new Properties();
    try (InputStream in = Build.class.getResourceAsStream(FOLDER + name)) {
      // A source archive has no commit.
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }

  @Override
  public String toString() {
    if (commit == null) {
      return "hopwright " + version;
    }
    return "hopwright " + version + " (commit " + commit + (modified ? ", modified)" : ")");
  }
}
