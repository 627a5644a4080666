package io.hopwright.runner.command;

import io.hopwright.partition.cluster.Certificates;
import io.hopwright.partition.cluster.ClusterOptions;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Option;

/** Options by which the JVMs of one run find and authenticate each other. */
final class ClusterFlags {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int MAX_PORT = 65_535;
  private static final int WAIT_SECONDS = 60;
  private static final int SHORTEST_TOKEN = 16;
  private static final int LONGEST_TOKEN = 1024;

  /** Names the environment variable that has the token where no file does. */
  static final String TOKEN_VARIABLE = "HOPWRIGHT_TOKEN";

  @Option(
      names = "--address",
      paramLabel = "HOST[:PORT]",
      description =
          "Address at which the other JVMs reach this one; "
              + LOOPBACK
              + " and any free port by default, which only JVMs on this computer can reach.")
  private String address;

  @Option(
      names = "--bind",
      paramLabel = "HOST",
      description = "Address to listen on, if it differs from --address, as in a container.")
  private String bind;

  @Option(
      names = "--tls",
      paramLabel = "DIR",
      description =
          "Folder with tls.key, tls.crt and ca.crt (PEM): only JVMs with a certificate of"
              + " that CA can take part, and all traffic is encrypted.")
  private Path tls;

  @Option(
      names = "--token",
      paramLabel = "FILE",
      description =
          "File with the secret token of this run; by default the environment variable"
              + " HOPWRIGHT_TOKEN. A seed without a token and without --tls generates a token"
              + " and prints it.")
  private Path tokenFile;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description = "How long to wait for the other JVMs; " + WAIT_SECONDS + " by default.")
  private Integer waitSeconds;

  Duration limit() {
    if (waitSeconds != null && waitSeconds < 1) {
      throw new InputException("--wait " + waitSeconds + ": use at least 1 second");
    }
    return Duration.ofSeconds(waitSeconds != null ? waitSeconds : WAIT_SECONDS);
  }

  /** Refuses all of them where there is but one JVM. */
  void refuse() {
    final Map<String, Object> given = new LinkedHashMap<>();
    given.put("--address", address);
    given.put("--bind", bind);
    given.put("--tls", tls);
    given.put("--token", tokenFile);
    given.put("--wait", waitSeconds);
    given.values().removeIf(Objects::isNull);
    given.forEach(
        (option, value) -> {
          throw new InputException(
              option
                  + " "
                  + value
                  + ": this option needs several JVMs; add --jvms N or --members N");
        });
  }

  ClusterOptions options(int threads, String token) {
    final String place = address != null ? address : LOOPBACK;
    final int colon = place.lastIndexOf(':');
    final String host = colon < 0 ? place : place.substring(0, colon);
    final int port = colon < 0 ? 0 : port("--address", place.substring(colon + 1));
    if (requireHost("--address", place, host).isAnyLocalAddress()) {
      throw new InputException(
          String.format(
              "--address %s: other JVMs cannot connect to this address; give the address at"
                  + " which they reach this computer, and --bind %s to listen on all of its"
                  + " addresses",
              place, host));
    }
    if (bind != null) {
      requireHost("--bind", bind, bind);
    }
    if (tls != null) {
      try {
        Certificates.check(tls);
      } catch (IllegalArgumentException e) {
        throw new InputException("--tls " + tls + ": " + e.getMessage() + "; see deploy/README.md");
      }
    }
    return new ClusterOptions(host, port, bind == null ? host : bind, tls, token, threads);
  }

  boolean encrypted() {
    return tls != null;
  }

  /** Returns how a command of another member begins that is given the same token. */
  String tokenForOthers() {
    if (tokenFile != null) {
      return TOKEN_VARIABLE + "=$(cat " + tokenFile + ") ";
    }
    return token().isEmpty() ? "" : TOKEN_VARIABLE + "=… ";
  }

  /** Returns the token that was given, empty if none was. */
  String token() {
    final String variable = System.getenv(TOKEN_VARIABLE);
    if (tokenFile == null) {
      return variable == null || variable.isEmpty() ? "" : longEnough(TOKEN_VARIABLE, variable);
    }
    try {
      return longEnough("--token " + tokenFile, Files.readString(tokenFile));
    } catch (IOException e) {
      throw new InputException("--token " + tokenFile + ": cannot be read: " + e);
    }
  }

  private static String longEnough(String where, String text) {
    final String token = text.strip();
    if (token.length() < SHORTEST_TOKEN || token.length() > LONGEST_TOKEN) {
      throw new InputException(
          ("%s: the token has %s characters, but must have %s to %s; make one with:"
                  + " openssl rand -hex 16")
              .formatted(where, token.length(), SHORTEST_TOKEN, LONGEST_TOKEN));
    }
    return token;
  }

  private static InetAddress requireHost(String option, String text, String host) {
    final String wrong = option + " " + text + ": ";
    if (host.isEmpty()) {
      throw new InputException(wrong + "has no host; use HOST or HOST:PORT");
    }
    if (host.indexOf(':') >= 0) {
      throw new InputException(wrong + "use the name of the host, or its address by IPv4");
    }
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new InputException(wrong + "there is no host of the name '" + host + "'");
    }
  }

  /** Returns these options as a JVM started here needs them. */
  List<String> forChildren() {
    return tls == null ? List.of() : List.of("--tls", tls.toAbsolutePath().toString());
  }

  /** Reads a HOST:PORT that has both. */
  static String hostAndPort(String option, String text) {
    final int colon = text.lastIndexOf(':');
    if (colon < 1 || port(option, text.substring(colon + 1)) == 0) {
      throw new InputException(
          option + " " + text + ": is not HOST:PORT with a port of 1 to " + MAX_PORT);
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
