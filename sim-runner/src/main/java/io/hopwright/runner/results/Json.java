package io.hopwright.runner.results;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Nested maps and lists as JSON, written identically on every JDK; numbers that are not finite
 * become null.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build());

  private Json() {}

  /** Returns {@code value} as indented JSON that ends with a line feed. */
  public static String text(Object value) {
    return written(MAPPER.writer(printer()), value) + "\n";
  }

  /** Returns {@code value} as JSON in a single line, for programs. */
  public static String compact(Object value) {
    return written(MAPPER.writer(), value);
  }

  private static String written(ObjectWriter writer, Object value) {
    try {
      return writer.writeValueAsString(finite(value));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not made of maps, lists and plain values", e);
    }
  }

  private static Object finite(Object value) {
    if (value instanceof Map<?, ?> map) {
      final Map<Object, Object> copy = new LinkedHashMap<>();
      map.forEach((key, inner) -> copy.put(key, finite(inner)));
      return copy;
    }
    if (value instanceof List<?> list) {
      final List<Object> copy = new ArrayList<>();
      list.forEach(inner -> copy.add(finite(inner)));
      return copy;
    }
    return value instanceof Double number && !Double.isFinite(number) ? null : value;
  }

  private static DefaultPrettyPrinter printer() {
    final DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    final DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    printer.indentObjectsWith(indenter);
    return printer;
  }
}
