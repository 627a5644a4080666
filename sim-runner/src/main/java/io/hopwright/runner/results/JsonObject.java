package io.hopwright.runner.results;

import java.util.LinkedHashMap;

/** JSON object whose entries keep the order in which they are added. */
public final class JsonObject extends LinkedHashMap<String, Object> {
  private static final long serialVersionUID = 1;

  /** Creates an object without entries. */
  public JsonObject() {}

  /** Adds an entry if {@code there} is true. */
  public JsonObject withIf(boolean there, String name, Object value) {
    return there ? with(name, value) : this;
  }

  /** Adds an entry. */
  public JsonObject with(String name, Object value) {
    put(name, value);
    return this;
  }
}
