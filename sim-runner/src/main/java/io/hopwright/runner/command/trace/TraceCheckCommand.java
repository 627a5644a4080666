package io.hopwright.runner.command.trace;

import io.hopwright.models.program.ProgramCheck;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.JsonObject;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code trace check}: reports the errors of a program. */
@Command(
    name = "check",
    description =
        "Check that all operations of the ranks are valid, that every message is"
            + " received, and that members of a group call the same collectives. Exit code 2"
            + " with a list of all errors if not.")
public final class TraceCheckCommand extends SessionCommand {
  private static final int SHOWN = 50;

  @Mixin private TraceOptions what;
  @Mixin private TraceOptions.Limit limit;

  @Override
  public Integer call() {
    final long most = limit.operations();
    return what.run(
        session,
        (program, watch) -> {
          final ProgramCheck.Outcome outcome = ProgramCheck.check(program, most, watch);
          if (what.json()) {
            session.print(Json.text(document(outcome)));
          } else if (outcome.mistakes().isEmpty()) {
            session.print(
                String.format(
                    "%s: %s ranks, %s operations, %s messages: peers are in range, %sand members of"
                        + " groups call the same collectives\n",
                    what.name(),
                    what.ranks(),
                    outcome.operations(),
                    outcome.traffic().messages(),
                    outcome.paired() ? "every message is received and fits its buffer, " : ""));
          }
          tell(outcome.warnings(), "warning: ");
          tell(outcome.mistakes(), "");
          return outcome.mistakes().isEmpty() ? ExitCode.DONE : ExitCode.WRONG_INPUT;
        });
  }

  private Map<String, Object> document(ProgramCheck.Outcome outcome) {
    return new JsonObject()
        .with("program", what.name())
        .with("ranks", what.ranks())
        .with("operations", outcome.operations())
        .with("messages", outcome.traffic().messages())
        .with("mistakes", outcome.mistakes())
        .with("warnings", outcome.warnings());
  }

  private void tell(List<String> messages, String kind) {
    messages.stream().limit(SHOWN).forEach(message -> session.say(kind + message));
    if (messages.size() > SHOWN) {
      session.say(kind + (messages.size() - SHOWN) + " more");
    }
  }
}
