package io.hopwright.runner.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * JSON file of a stored result. Its values are addressed by paths such as {@code
 * responseTicks.mean}; a value of the wrong kind counts as damage of the file.
 *
 * @param file file from which it was read
 * @param content its entries in order; integers as {@code Long}, other numbers as {@code Double}
 */
public record StoredDocument(Path file, Map<String, Object> content) {
  private static final ObjectReader READER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_LONG_FOR_INTS)
          .build()
          .readerFor(new TypeReference<LinkedHashMap<String, Object>>() {});

  /**
   * Reads a file.
   *
   * @throws InputException if it is missing or no JSON object
   */
  static StoredDocument read(Path file) {
    try {
      final Map<String, Object> content = READER.readValue(Files.readString(file));
      if (content == null) {
        throw Damage.in(file, "is not a JSON object");
      }
      return new StoredDocument(file, content);
    } catch (JsonProcessingException e) {
      final String line =
          e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
      throw Damage.in(file, "is damaged or truncated: not a JSON object" + line);
    } catch (IOException e) {
      throw Damage.unread(file, e);
    }
  }

  /** Reads a file; empty if it is missing or not a JSON object. */
  public static Optional<StoredDocument> find(Path file) {
    try {
      return Optional.of(read(file));
    } catch (InputException e) {
      return Optional.empty();
    }
  }

  /** Returns the value at {@code path}; null if it is missing. */
  public Object value(String path) {
    Object value = content;
    for (String part : path.split("\\.", -1)) {
      value = value instanceof Map<?, ?> map ? map.get(part) : null;
    }
    return value;
  }

  /** Returns a text, which must exist. */
  public String text(String path) {
    if (value(path) instanceof String text) {
      return text;
    }
    throw damaged(path, "a text");
  }

  /** Returns a text; empty if it is missing. */
  public String textOrEmpty(String path) {
    return value(path) == null ? "" : text(path);
  }

  /** Returns a number; empty if it was not measured. */
  public OptionalDouble number(String path) {
    final Object value = value(path);
    if (value == null) {
      return OptionalDouble.empty();
    }
    if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
      return OptionalDouble.of(number.doubleValue());
    }
    throw damaged(path, "a number");
  }

  /** Returns a value of a kind; {@code absent} if there is none. */
  private <T> T typed(String path, Class<T> type, T absent, String expected) {
    final Object value = value(path);
    if (value == null) {
      return absent;
    }
    if (type.isInstance(value)) {
      return type.cast(value);
    }
    throw damaged(path, expected);
  }

  /** Returns whether a mark is set. */
  public boolean flag(String path) {
    return typed(path, Boolean.class, false, "true or false");
  }

  /** Returns the entries of an object as texts; none if it is missing. */
  public Map<String, String> texts(String path) {
    final Map<String, String> texts = new LinkedHashMap<>();
    final Map<String, Object> entries = section(path);
    entries.forEach(
        (key, value) -> {
          if (!(value instanceof String text)) {
            throw damaged(path + "." + key, "a text");
          }
          texts.put(key, text);
        });
    return texts;
  }

  /** Returns every value that is not an object by its path, in the order of the file. */
  public Map<String, Object> values() {
    final Map<String, Object> values = new LinkedHashMap<>();
    collect("", content, values);
    return values;
  }

  private static void collect(String prefix, Map<?, ?> section, Map<String, Object> values) {
    section.forEach(
        (name, value) -> {
          if (value instanceof Map<?, ?> inner) {
            collect(prefix + name + ".", inner, values);
          } else {
            values.put(prefix + name, value);
          }
        });
  }

  /** Returns the entries of an object; none if it is missing. */
  public Map<String, Object> section(String path) {
    return object(typed(path, Map.class, Map.of(), "an object"));
  }

  /** Returns the objects of a list; none if it is missing. */
  public List<StoredDocument> list(String path) {
    final List<StoredDocument> documents = new ArrayList<>();
    for (Object element : typed(path, List.class, List.of(), "a list")) {
      if (!(element instanceof Map<?, ?> map)) {
        throw damaged(path, "a list of objects");
      }
      documents.add(new StoredDocument(file, object(map)));
    }
    return documents;
  }

  private static Map<String, Object> object(Map<?, ?> map) {
    final Map<String, Object> object = new LinkedHashMap<>();
    map.forEach((key, inner) -> object.put((String) key, inner));
    return object;
  }

  /** Returns the texts of a list; none if it is missing. */
  public List<String> words(String path) {
    return elements(path, String.class, "texts");
  }

  /** Returns the integers of a list; none if it is missing. */
  public List<Long> wholes(String path) {
    return elements(path, Long.class, "whole numbers");
  }

  private <T> List<T> elements(String path, Class<T> type, String what) {
    final Object value = value(path);
    if (value == null) {
      return List.of();
    }
    if (value instanceof List<?> list && list.stream().allMatch(type::isInstance)) {
      return list.stream().<T>map(type::cast).toList();
    }
    throw damaged(path, "a list of " + what);
  }

  /** Returns the exception for an unexpected value at {@code path}. */
  public InputException damaged(String path, String expected) {
    final Object value = value(path);
    return Damage.in(
        file,
        value == null ? path + " is missing" : path + " is " + value + " and not " + expected);
  }
}
