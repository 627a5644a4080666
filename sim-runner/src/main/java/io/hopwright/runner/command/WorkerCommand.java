package io.hopwright.runner.command;

import io.hopwright.partition.cluster.ClusterOptions;
import io.hopwright.partition.cluster.MemberFailedException;
import io.hopwright.partition.cluster.MemberLostException;
import io.hopwright.partition.cluster.Worker;
import io.hopwright.partition.copies.CopyKeeper;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.Failures;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.execution.Cluster;
import io.hopwright.runner.execution.WorkerHost;
import io.hopwright.runner.recording.KeptCopies;
import io.hopwright.runner.support.ParentWatch;
import io.hopwright.runner.support.Shown;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code worker}: simulates a share of the runs of another JVM. */
@Command(
    name = "worker",
    description =
        "Take part in the runs of another JVM, the seed, which was started with run"
            + " --members N or reproduce --members N.")
final class WorkerCommand extends SessionCommand {
  @Option(
      names = "--seed",
      required = true,
      paramLabel = "HOST:PORT",
      description = "Address at which the seed listens.")
  private String seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads; all cores by default. Does not change results.")
  private Integer threads;

  @Option(
      names = "--copies-in",
      paramLabel = "DIR",
      description =
          "Keep copies of the seed's checkpoints in this directory, so that the run can be resumed"
              + " if the disk of the seed is lost.")
  private Path copies;

  @Option(names = "--child", hidden = true)
  private boolean child;

  @Mixin private ClusterFlags flags;

  @Override
  public Integer call() {
    Shown.requireAtLeast(1, "--threads", threads);
    final int count = threads != null ? threads : Runtime.getRuntime().availableProcessors();
    String token = flags.token();
    if (child) {
      // Ctrl-C reaches all processes of a terminal: what it means is for the parent to say.
      session.signals().handle(() -> {}, () -> {});
      token = ParentWatch.firstLine();
      if (token == null) {
        return ExitCode.ENVIRONMENT_FAILED;
      }
      ParentWatch.start(ExitCode.ENVIRONMENT_FAILED);
    }
    final ClusterOptions options = flags.options(count, token);
    if (copies == null) {
      return work(count, options, CopyKeeper.NONE);
    }
    try (KeptCopies keeper = KeptCopies.in(copies)) {
      return work(count, options, keeper);
    }
  }

  /** Works for one seed after the other until a run ends, and returns the exit code. */
  private int work(int count, ClusterOptions first, CopyKeeper keeper) {
    ClusterOptions options = first;
    boolean again = false;
    while (true) {
      try (Worker worker =
          Worker.listen(
              options,
              Cluster.identity(count),
              new WorkerHost(session.reader(), Failures::diagnose),
              keeper)) {
        try {
          return work(worker, again);
        } catch (MemberLostException | MemberFailedException | MalformedMessageException e) {
          if (child || !(again || worker.recovers())) {
            throw e;
          }
          session.say(e.getMessage() + "; waiting for the seed, which resumes from a checkpoint");
          again = true;
          options = options.listeningAgain();
        }
      } catch (CancellationException e) {
        session.say("stopped; the other JVMs are informed");
        return ExitCode.INTERRUPTED;
      } catch (MemberLostException | MemberFailedException e) {
        if (!child) {
          throw e;
        }
        // The parent tells the user.
        return Failures.exitCode(e);
      }
    }
  }

  private int work(Worker worker, boolean again) {
    if (!child) {
      session
          .signals()
          .handle(worker::leave, () -> Runtime.getRuntime().exit(ExitCode.INTERRUPTED));
    }
    if (worker.work(
        ClusterFlags.hostAndPort("--seed", seed),
        flags.limit(),
        again,
        reason ->
            session.say(
                reason + "; waiting, because the seed accepts a replacement after a loss"))) {
      return ExitCode.DONE;
    }
    if (!child) {
      session.say("stopped: the run was interrupted at the seed");
    }
    return ExitCode.INTERRUPTED;
  }
}
