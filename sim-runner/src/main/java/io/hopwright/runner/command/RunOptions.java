package io.hopwright.runner.command;

import io.hopwright.partition.cluster.ClusterOptions;
import io.hopwright.runner.app.Cancellation;
import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.app.Resources;
import io.hopwright.runner.command.session.Failures;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.command.session.SessionDisplay;
import io.hopwright.runner.command.session.SessionListener;
import io.hopwright.runner.execution.Cluster;
import io.hopwright.runner.execution.ExecutionPlan;
import io.hopwright.runner.execution.ExecutorKind;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.LocalWorkers;
import io.hopwright.runner.progress.Style;
import io.hopwright.runner.recording.CheckpointCopies;
import io.hopwright.runner.recording.CheckpointStore;
import io.hopwright.runner.recording.KeptCopies;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Shown;
import io.hopwright.runner.support.TraceCache;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for the simulation and the place of its result. */
final class RunOptions {
  @Mixin private JvmOptions jvmOptions;

  @Option(
      names = "--members",
      paramLabel = "N",
      description =
          "Number of JVMs, this one included. The other N - 1 are started elsewhere"
              + " with hopwright worker; the run waits for them. Does not change results.")
  private Integer members;

  @Mixin private ClusterFlags flags;

  @Option(
      names = "--recoveries",
      paramLabel = "N",
      description =
          "After the loss of a JVM a run with checkpoints continues from its newest"
              + " one. Limit of such losses in a row, with no new checkpoint in between; 5"
              + " by default, 0 for never.")
  private int recoveries = 5;

  @Option(
      names = "--shrink",
      description =
          "After the loss of a member continue with fewer members, if no replacement"
              + " has joined within --wait seconds.")
  private boolean shrink;

  @Option(
      names = "--copies",
      paramLabel = "N",
      description =
          "Number of members that get a copy of each checkpoint; 1 by default. The"
              + " copies go to the first workers started with --copies-in DIR. With them"
              + " the run can be resumed if the disk of this JVM is lost.")
  private Integer copies;

  /** Members that have joined, but do not simulate yet. */
  private Cluster gathered;

  /** Address at which this JVM listens: members reconnect there after a loss. */
  private String listening;

  private String madeToken;

  @Option(
      names = "--executor",
      paramLabel = "sequential|actors",
      description =
          "What executes the partitions; actors by default if there are several threads"
              + " and partitions. Does not change results.")
  private ExecutorKind executor = ExecutorKind.ACTORS;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Directory of the result; runs/STUDY-ID by default. branch needs it.")
  private Path out;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  @Option(
      names = "--quiet",
      description = "Print the result and errors, but no progress and no hints.")
  private boolean quiet;

  @Option(
      names = "--progress",
      paramLabel = "text|json",
      converter = StyleConverter.class,
      description =
          "Format of the progress on standard error: text, redrawn on a terminal (the"
              + " default), or one line with a JSON object per second.")
  private Style progress = Style.PLAIN;

  @Option(
      names = "--no-cache",
      description =
          "Read large traces anew, and keep nothing of them in the user's cache. Does not change"
              + " results.")
  private boolean noCache;

  boolean json() {
    return json;
  }

  /** Returns the style of progress. */
  private Style progress(Session session) {
    return progress == Style.PLAIN && session.interactive() ? Style.REDRAWN : progress;
  }

  /** Returns the directory of the result; null if none was given. */
  Path out() {
    return out;
  }

  boolean quiet() {
    return quiet;
  }

  /**
   * Returns an experiment that is simulated as these options say, reports to {@code session}, and
   * ends when the user asks for it.
   */
  Experiment applied(Experiment experiment, Session session) {
    final Cancellation cancellation = new Cancellation();
    return applied(
        experiment, session, cancellation, () -> session.onInterrupt(cancellation::cancel));
  }

  /**
   * Returns an experiment that is simulated as these options say, and reports to {@code session}.
   *
   * @param whenReady is run before anything is simulated
   */
  Experiment applied(
      Experiment experiment, Session session, Cancellation cancellation, Runnable whenReady) {
    if (noCache) {
      TraceCache.turnOff();
    }
    TraceCache.reportTo(quiet ? unheard -> {} : session::say);
    final Experiment changed =
        experiment
            .on(resources())
            .cancelledBy(cancellation)
            .listener(new SessionListener(session, quiet, json, whenReady))
            .display(new SessionDisplay(session, quiet, progress(session)));
    return out == null ? changed : changed.into(out);
  }

  /**
   * Receives the newest checkpoint of a run from the members if there is none here. They then
   * simulate the rest of it.
   */
  void fetch(Path place, Session session) {
    check();
    if (members == null || members == 1 || CheckpointStore.hasComplete(place)) {
      return;
    }
    final Consumer<String> talk = quiet ? unheard -> {} : session::say;
    gathered = gather(new Interruption(), 0, false, false, talk);
    talk.accept(
        "received "
            + gathered.fetch(CheckpointCopies.name(place), KeptCopies.at(place), session::say));
  }

  /** Releases members that have joined and are not needed. */
  void release() {
    if (gathered != null) {
      gathered.close();
      gathered = null;
    }
  }

  private ExecutionPlan plan() {
    jvmOptions.check();
    if (jvmOptions.severalThreadsGiven() && executor == ExecutorKind.SEQUENTIAL) {
      throw new InputException(
          "--threads %s: the sequential executor uses one thread; use actors"
              .formatted(jvmOptions.threads()));
    }
    return new ExecutionPlan(executor, jvmOptions.threads());
  }

  /** Refuses copies for a study of several points. */
  void refuseCopies() {
    if (copies != null) {
      throw new InputException("--copies: points of a study have no copies; use run for one point");
    }
  }

  /** Returns the threads and JVMs; refuses options that do not fit together. */
  private Resources resources() {
    check();
    return new Resources(
        plan(),
        jvms(),
        members != null ? 1 : jvms(),
        this::gather,
        recoveries,
        copies == null ? 1 : copies);
  }

  private void check() {
    plan();
    if (jvmOptions.jvmsGiven() && members != null) {
      throw new InputException("--jvms and --members exclude each other; see --help");
    }
    if (members != null) {
      JvmOptions.checkJvms("--members", members);
    }
    Shown.requireAtLeast(0, "--recoveries", recoveries);
    if (shrink && members == null) {
      throw new InputException("--shrink: is for --members; JVMs of --jvms are started anew");
    }
    if (copies != null) {
      Shown.requireAtLeast(0, "--copies", copies);
      if (members == null) {
        throw new InputException(
            "--copies: is for --members; JVMs of --jvms have the same disk as this one");
      }
    }
    if (jvms() == 1) {
      flags.refuse();
    }
    if (jvms() > 1 && executor == ExecutorKind.SEQUENTIAL) {
      throw new InputException(
          "--executor sequential: several JVMs need actors; leave the option out");
    }
  }

  int jvms() {
    return members != null ? members : jvmOptions.jvms();
  }

  /**
   * Returns the JVMs once all are there, null if there is but this one.
   *
   * @param heapMib heap of JVMs that are started here
   * @param again whether one of them was lost
   * @param replaces whether the loss of one of them would be survived
   */
  private Cluster gather(
      Interruption interruption,
      long heapMib,
      boolean again,
      boolean replaces,
      Consumer<String> talk) {
    if (jvms() == 1) {
      return null;
    }
    if (gathered != null) {
      final Cluster members = gathered;
      gathered = null;
      return members;
    }
    final int threadsEach = plan().threads();
    final String given = flags.token();
    final boolean made = given.isEmpty() && (members == null || !flags.encrypted());
    if (made && members != null && quiet) {
      throw new InputException(
          "--members with --quiet: the generated token would not be printed; give one"
              + " with --token FILE or "
              + ClusterFlags.TOKEN_VARIABLE);
    }
    if (made && madeToken == null) {
      madeToken = Cluster.newToken();
    }
    final String token = made ? madeToken : given;
    final ClusterOptions options = flags.options(threadsEach, token);
    final Cluster cluster =
        Cluster.gather(
            listening == null || members == null ? options : options.again(listening),
            jvms(),
            again && shrink ? 1 : jvms(),
            members != null
                ? null
                : new LocalWorkers(heapMib, threadsEach, flags.forChildren(), token),
            made ? ClusterFlags.TOKEN_VARIABLE + "=" + token + " " : flags.tokenForOthers(),
            flags.limit(),
            replaces,
            interruption,
            Failures::diagnose,
            talk);
    listening = cluster.address();
    return cluster;
  }

  /** Converter for the style of progress. */
  static final class StyleConverter implements ITypeConverter<Style> {
    @Override
    public Style convert(String value) {
      return switch (value) {
        case "text" -> Style.PLAIN;
        case "json" -> Style.JSON;
        default -> throw new TypeConversionException("'" + value + "' is neither text nor json");
      };
    }
  }
}
