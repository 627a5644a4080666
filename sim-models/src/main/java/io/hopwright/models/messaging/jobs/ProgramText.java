package io.hopwright.models.messaging.jobs;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.goal.GoalFile;
import io.hopwright.models.program.language.ForeignFormat;
import io.hopwright.models.program.language.Programs;
import io.hopwright.models.program.language.Statements;
import io.hopwright.models.program.trace.TraceFormats;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Source of a program's text.
 *
 * @param name name in messages
 * @param bundled name of a bundled program; null for a file
 * @param file file with the text; null for a bundled program
 */
record ProgramText(String name, String bundled, InputFile file) {
  static ProgramText bundled(String name) {
    return new ProgramText(Programs.file(name), name, null);
  }

  static ProgramText of(InputFile file) {
    return new ProgramText(file.path().getFileName().toString(), null, file);
  }

  /**
   * Returns the program.
   *
   * @param algorithms algorithms of the collectives of a trace
   * @throws ProgramException with all that is wrong with it
   */
  Program parse(Map<Collective, Algorithm> algorithms) {
    if (file == null) {
      return Statements.parse(name, Programs.text(bundled));
    }
    return hasOwnRanks() ? ofFile(algorithms) : statements();
  }

  private Program statements() {
    try {
      ForeignFormat.check(name, file.path());
    } catch (IOException e) {
      throw new ProgramException("cannot be read: " + e.getMessage());
    }
    return Statements.parse(name, read(file));
  }

  /** Returns whether it is a file of graphs or a trace, for a number of ranks of its own. */
  boolean hasOwnRanks() {
    try {
      return file != null
          && (GoalFile.form(file.path()) != GoalFile.Form.OTHER
              || TraceFormats.of(file.path()).isPresent());
    } catch (IOException e) {
      return false;
    }
  }

  private Program ofFile(Map<Collective, Algorithm> algorithms) {
    try {
      file.check();
      return ConvertedTraces.read(name, file, algorithms);
    } catch (IOException e) {
      throw new ProgramException("cannot be read: " + e.getMessage());
    }
  }

  /**
   * Returns the text of a file.
   *
   * @throws ProgramException if it cannot be read, or is not a text
   */
  static String read(InputFile file) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(file.bytes())).toString();
    } catch (CharacterCodingException e) {
      throw new ProgramException("is not a text file in UTF-8");
    } catch (IOException e) {
      throw new ProgramException("cannot be read: " + e.getMessage());
    }
  }
}
