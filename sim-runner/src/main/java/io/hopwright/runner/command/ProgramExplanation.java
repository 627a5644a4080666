package io.hopwright.runner.command;

import io.hopwright.models.program.Program;
import io.hopwright.models.program.Programs;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.results.JsonObject;
import java.util.Map;

/**
 * What a program that comes with Hopwright does, and what can be set.
 *
 * @param name of the program
 * @param source its text
 */
record ProgramExplanation(String name, Source source) {
  Map<String, Object> document() {
    return new JsonObject()
        .with("program", name)
        .with("title", Programs.title(name))
        .with("parameters", Program.parse(source.name(), source.text()).parameters())
        .with("text", source.text());
  }

  /** Returns the program itself, which says it best. */
  String text() {
    return name + ", a program\n\n" + source.text();
  }
}
