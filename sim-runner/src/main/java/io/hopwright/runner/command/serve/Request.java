package io.hopwright.runner.command.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.support.Excerpt;
import java.util.Set;

/**
 * Request of a client.
 *
 * @param id chosen by the client: a string, or an integer
 * @param method method to call
 * @param parameters arguments of the method
 */
record Request(Object id, String method, Parameters parameters) {
  private static final ObjectReader READER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .readerFor(JsonNode.class);

  private static final String METHOD = "method";
  private static final String PARAMS = "params";

  /** Entries of a request; {@code jsonrpc} is what libraries of JSON-RPC 2.0 add. */
  private static final Set<String> ENTRIES = Set.of("id", METHOD, PARAMS, "jsonrpc");

  /**
   * Reads a line.
   *
   * @throws RequestException if it is not a request
   */
  static Request read(String line) {
    final JsonNode request = parsed(line);
    if (!request.isObject()) {
      throw new RequestException(null, "the line is not a JSON object: " + Excerpt.of(line));
    }
    final JsonNode idNode = request.get("id");
    if (idNode == null || !isId(idNode)) {
      throw new RequestException(
          null, "a request needs an id, an integer or a string: " + Excerpt.of(line));
    }
    final Object id = id(idNode);
    request
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!ENTRIES.contains(name)) {
                throw new RequestException(
                    id,
                    Excerpt.of(name)
                        + ": a request has no such entry"
                        + Nearest.questionOr(name, ENTRIES, "use id, method and params"));
              }
            });
    final JsonNode method = request.get(METHOD);
    if (method == null || !method.isTextual()) {
      throw new RequestException(id, "a request needs a method, which is a string");
    }
    final JsonNode params = request.get(PARAMS);
    if (params != null && !params.isObject() && !params.isNull()) {
      throw new RequestException(id, "params must be a JSON object");
    }
    final JsonNode given =
        params == null || params.isNull() ? JsonNodeFactory.instance.objectNode() : params;
    return new Request(
        id, method.textValue(), new Parameters(id, Excerpt.of(method.textValue()), given));
  }

  private static JsonNode parsed(String line) {
    try {
      return READER.readValue(line);
    } catch (JsonProcessingException e) {
      throw new RequestException(
          null, "the line is not JSON: " + Excerpt.ofLine(e.getOriginalMessage()));
    }
  }

  /** Reads a document of the program's own. */
  static JsonNode document(String json) {
    return parsed(json);
  }

  static boolean isId(JsonNode node) {
    return node.isTextual() || (node.isIntegralNumber() && node.canConvertToLong());
  }

  /** Returns a string or a {@link Long}. */
  static Object id(JsonNode node) {
    return node.isTextual() ? node.textValue() : (Object) node.longValue();
  }
}
