package io.hopwright.models.program.language;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Symbol table of a program: meanings of its names, and positions of its variables in a rank's
 * memory.
 */
final class SymbolTable {
  static final int MOST = 256;

  /** Meaning of a name. */
  sealed interface Meaning {
    /** Returns the meaning, with its article. */
    String text();
  }

  /** Name of a parameter, set by a study. */
  record ParameterName(int index, ExpressionKind kind) implements Meaning {
    @Override
    public String text() {
      return "a param";
    }
  }

  /** A grid. */
  record GridName(int index, int dimensions) implements Meaning {
    @Override
    public String text() {
      return "a grid";
    }
  }

  /** A variable of the rank. */
  record VariableName(int word, ExpressionKind kind) implements Meaning {
    @Override
    public String text() {
      return "a variable";
    }
  }

  /** A request. */
  record RequestName(int index) implements Meaning {
    @Override
    public String text() {
      return "a request";
    }
  }

  private final Map<String, Meaning> meanings = new LinkedHashMap<>();
  private final Set<String> counting = new HashSet<>();
  private int words = RankMemory.VARIABLES;
  private int requests;

  Meaning get(String name) {
    return meanings.get(name);
  }

  Set<String> all() {
    return meanings.keySet();
  }

  /** Returns the names that mean something of a kind. */
  List<String> all(Class<? extends Meaning> kind) {
    return meanings.keySet().stream().filter(name -> kind.isInstance(get(name))).toList();
  }

  boolean isFull() {
    return meanings.size() >= MOST;
  }

  void put(String name, Meaning meaning) {
    meanings.put(name, meaning);
  }

  VariableName putVariable(String name, ExpressionKind kind) {
    final VariableName variable = new VariableName(newWord(), kind);
    meanings.put(name, variable);
    return variable;
  }

  RequestName putRequest(String name) {
    final RequestName request = new RequestName(requests++);
    meanings.put(name, request);
    return request;
  }

  int newWord() {
    return words++;
  }

  /** Returns how many words a rank has. */
  int words() {
    return words;
  }

  int requests() {
    return requests;
  }

  /** Notes that a loop counts with the variable, so that nothing else may set it. */
  void count(String name) {
    counting.add(name);
  }

  void countNoMore(String name) {
    counting.remove(name);
  }

  boolean counts(String name) {
    return counting.contains(name);
  }
}
