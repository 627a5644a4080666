package io.hopwright.runner.command;

import io.hopwright.partition.cluster.ClusterOptions;
import io.hopwright.runner.failure.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say how the JVMs of one run find and trust each other. */
final class ClusterFlags {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int MAX_PORT = 65_535;
  private static final List<String> TLS_FILES = List.of("tls.key", "tls.crt", "ca.crt");

  @Option(
      names = "--address",
      paramLabel = "HOST[:PORT]",
      description =
          "Where the other JVMs reach this one; ${DEFAULT-VALUE} and any free port by default, which"
              + " only JVMs on this computer can.")
  private String address = LOOPBACK;

  @Option(
      names = "--bind",
      paramLabel = "HOST",
      description = "Address to listen at, if not that of --address, as in a container.")
  private String bind;

  @Option(
      names = "--tls",
      paramLabel = "DIR",
      description =
          "Folder with tls.key, tls.crt and ca.crt (PEM): only JVMs with a certificate of that CA"
              + " can take part, and all they say is encrypted.")
  private Path tls;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description = "How long to wait for the others to come; ${DEFAULT-VALUE} by default.")
  private int waitSeconds = 60;

  Duration limit() {
    if (waitSeconds < 1) {
      throw new InputException("--wait " + waitSeconds + ": use at least 1 second");
    }
    return Duration.ofSeconds(waitSeconds);
  }

  ClusterOptions options(int threads) {
    final int colon = address.lastIndexOf(':');
    final String host = colon < 0 ? address : address.substring(0, colon);
    final int port = colon < 0 ? 0 : port("--address", address.substring(colon + 1));
    if (host.isEmpty()) {
      throw new InputException("--address " + address + ": has no host; use HOST or HOST:PORT");
    }
    if (tls != null) {
      for (String file : TLS_FILES) {
        if (!Files.isReadable(tls.resolve(file))) {
          throw new InputException(
              "--tls " + tls + ": has no readable " + file + "; see deploy/README.md");
        }
      }
    }
    return new ClusterOptions(host, port, bind == null ? host : bind, tls, threads);
  }

  /** Returns these options as a JVM started here needs them. */
  List<String> forChildren() {
    return tls == null ? List.of() : List.of("--tls", tls.toAbsolutePath().toString());
  }

  /** Reads a HOST:PORT that has both. */
  static String hostAndPort(String option, String text) {
    final int colon = text.lastIndexOf(':');
    if (colon < 1 || port(option, text.substring(colon + 1)) == 0) {
      throw new InputException(option + " " + text + ": is not HOST:PORT");
    }
    return text;
  }

  private static int port(String option, String text) {
    try {
      final int port = Integer.parseInt(text);
      if (port >= 0 && port <= MAX_PORT) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new InputException(option + ": '" + text + "' is not a port, 0 to " + MAX_PORT);
  }
}
