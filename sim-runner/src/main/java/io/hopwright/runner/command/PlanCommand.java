package io.hopwright.runner.command;

import io.hopwright.models.machine.Network;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Pilot;
import io.hopwright.runner.failure.InputException;
import io.hopwright.runner.plan.Computer;
import io.hopwright.runner.plan.Layout;
import io.hopwright.runner.result.Json;
import io.hopwright.runner.study.RunSpec;
import io.hopwright.runner.study.Study;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plan}: what a study will cost, before anything big starts. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Tell how a study is cut and placed, and what time and memory it will take: all runs of"
            + " reproduce, or run if there are none. What does not fit this computer is refused.")
public final class PlanCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(paramLabel = "STUDY|FILE", description = "A study of hopwright list, or a file.")
  private String name;

  @Mixin private StudyOptions what;
  @Mixin private JvmOptions how;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  /** Creates the command. */
  public PlanCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    how.check();
    final Study study = what.study(session, name);
    final Layout layout = new Layout(how.jvms(), how.jvms(), how.threads());
    final PlanReport report = new PlanReport(study.id(), layout, Computer.current());
    networks(study).forEach(report::add);
    session.print(json ? Json.text(report.document()) : report.text());
    final List<String> objections = report.objections();
    if (!objections.isEmpty()) {
      throw new InputException(objections);
    }
    return ExitCode.DONE;
  }

  private Map<String, Network<?>> networks(Study study) {
    final Mistakes mistakes = new Mistakes();
    final Map<String, Network<?>> networks = new LinkedHashMap<>();
    for (RunSpec run : study.runs()) {
      put(run.name(), study.resolve(run, what.scale()), networks, mistakes);
    }
    if (study.runs().isEmpty()) {
      put(study.id(), study.resolve(what.scale()), networks, mistakes);
    }
    mistakes.throwIfAny();
    return networks;
  }

  private static void put(
      String run, ResolvedConfig config, Map<String, Network<?>> networks, Mistakes mistakes) {
    final Network<?> network = config.network(mistakes);
    if (network != null && Pilot.wanted(config)) {
      networks.put(run + ", longest pilot", Pilot.longest(config, network));
    }
    networks.put(run, network);
  }
}
