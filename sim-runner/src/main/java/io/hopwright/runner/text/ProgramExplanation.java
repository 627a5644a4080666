package io.hopwright.runner.text;

import io.hopwright.models.program.language.Programs;
import io.hopwright.models.program.language.Statements;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.results.JsonObject;
import java.util.Map;

/**
 * Explanation of a bundled program and its parameters.
 *
 * @param name name of the program
 * @param source its text
 */
public record ProgramExplanation(String name, Source source) {
  /** Returns the explanation as a document for programs. */
  public Map<String, Object> document() {
    return new JsonObject()
        .with("program", name)
        .with("title", Programs.title(name))
        .with("parameters", Statements.parse(source.name(), source.text()).parameters())
        .with("text", source.text());
  }

  /** Returns the text of the program itself, which explains it best. */
  public String text() {
    return name + ", a program\n\n" + source.text();
  }
}
