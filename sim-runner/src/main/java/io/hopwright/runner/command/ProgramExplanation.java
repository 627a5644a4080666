package io.hopwright.runner.command;

import io.hopwright.models.program.Program;
import io.hopwright.models.program.Programs;
import io.hopwright.runner.config.Source;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a program that comes with Hopwright does, and what can be set.
 *
 * @param name of the program
 * @param source its text
 */
record ProgramExplanation(String name, Source source) {
  Map<String, Object> document() {
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("program", name);
    document.put("title", Programs.title(name));
    document.put("parameters", Program.parse(source.name(), source.text()).parameters());
    document.put("text", source.text());
    return document;
  }

  /** Returns the program itself, which says it best. */
  String text() {
    return name + ", a program\n\n" + source.text();
  }
}
