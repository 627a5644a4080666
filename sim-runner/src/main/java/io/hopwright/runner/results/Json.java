package io.hopwright.runner.results;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Nested maps and lists as JSON, written the same on every JDK; what is no finite number is null.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build());
  private static final ObjectWriter WRITER = MAPPER.writer(printer());

  private static final ObjectReader READER =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_LONG_FOR_INTS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .readerFor(new TypeReference<LinkedHashMap<String, Object>>() {});

  private Json() {}

  /**
   * Reads an object of a file: whole numbers as {@code Long}, others as {@code Double}, exactly.
   */
  public static Map<String, Object> read(Path file) throws IOException {
    final Map<String, Object> object = READER.readValue(Files.readAllBytes(file));
    if (object == null) {
      throw new IOException(file + " holds no object");
    }
    return object;
  }

  /** Returns {@code value} as indented JSON that ends with a line feed. */
  public static String text(Object value) {
    try {
      return WRITER.writeValueAsString(finite(value)) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not made of maps, lists and plain values", e);
    }
  }

  /** Returns {@code value} as JSON in a single line, for programs. */
  public static String compact(Object value) {
    try {
      return MAPPER.writeValueAsString(finite(value));
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
