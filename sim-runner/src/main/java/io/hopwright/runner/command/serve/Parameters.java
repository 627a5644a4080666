package io.hopwright.runner.command.serve;

import com.fasterxml.jackson.databind.JsonNode;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.support.Excerpt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Parameters of a request, with checked types. Null stands for a parameter that is not given.
 *
 * @param id id of the request
 * @param method method of the request
 * @param values a JSON object
 */
record Parameters(Object id, String method, JsonNode values) {
  /** Refuses parameters other than {@code known}. */
  Parameters only(Set<String> known) {
    values
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                throw refused(
                    "params."
                        + Excerpt.of(name)
                        + ": there is no such parameter"
                        + Nearest.questionOr(
                            name,
                            known,
                            known.isEmpty()
                                ? "leave it out"
                                : "there are " + String.join(", ", known)));
              }
            });
    return this;
  }

  Optional<String> text(String name) {
    return value(name, JsonNode::isTextual, "a string", JsonNode::textValue);
  }

  /** Returns a text that must be given. */
  String required(String name) {
    return text(name).orElseThrow(() -> refused("params." + name + " is missing; give a string"));
  }

  Optional<Integer> integer(String name) {
    return value(
        name,
        node -> node.isIntegralNumber() && node.canConvertToInt(),
        "an integer up to " + Integer.MAX_VALUE,
        JsonNode::intValue);
  }

  Optional<Long> whole(String name) {
    return value(
        name,
        node -> node.isIntegralNumber() && node.canConvertToLong(),
        "an integer up to " + Long.MAX_VALUE,
        JsonNode::longValue);
  }

  boolean flag(String name) {
    return value(name, JsonNode::isBoolean, "true or false", JsonNode::booleanValue).orElse(false);
  }

  /** Returns the id of another request; null if it is not given. */
  Object otherId(String name) {
    return value(name, Request::isId, "the id of a request", Request::id).orElse(null);
  }

  /** Returns settings by key: numbers, flags, texts, and lists of them. */
  Map<String, Object> settings(String name) {
    final Map<String, Object> settings = new LinkedHashMap<>();
    value(name, JsonNode::isObject, "an object with a value for each key", Function.identity())
        .ifPresent(
            object ->
                object
                    .properties()
                    .forEach(
                        entry ->
                            settings.put(
                                entry.getKey(),
                                setting(name + "." + entry.getKey(), entry.getValue()))));
    return settings;
  }

  private Object setting(String name, JsonNode value) {
    if (value.isArray()) {
      final List<Object> list = new ArrayList<>();
      value.forEach(one -> list.add(setting(name, one)));
      return list;
    }
    if (value.isObject()) {
      throw refused(
          "params."
              + Excerpt.of(name)
              + " is an object; write each key whole, as in \"workload.load\": 0.5");
    }
    return value.asText();
  }

  private <T> Optional<T> value(
      String name, Predicate<JsonNode> valid, String expected, Function<JsonNode, T> reader) {
    final JsonNode value = values.get(name);
    if (value == null || value.isNull()) {
      return Optional.empty();
    }
    if (!valid.test(value)) {
      throw refused(
          "params." + name + " is " + Excerpt.of(value.toString()) + ", which is not " + expected);
    }
    return Optional.of(reader.apply(value));
  }

  RequestException refused(String message) {
    return new RequestException(id, method + ": " + message);
  }
}
