package io.hopwright.runner.results;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
  @Test
  void shouldWriteWhatIsNoNumberAsNull() {
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("nan", Double.NaN);
    values.put("inner", Map.of("infinite", Double.POSITIVE_INFINITY));
    values.put("list", Arrays.asList(1L, null, 0.5));
    values.put("absent", null);
    assertEquals(
        """
        {
          "nan" : null,
          "inner" : {
            "infinite" : null
          },
          "list" : [ 1, null, 0.5 ],
          "absent" : null
        }
        """,
        Json.text(values));
  }

  /** Before JDK 19 {@link Double#toString} writes some numbers with more digits than they need. */
  @Test
  void shouldWriteTheShortestDigits() {
    assertEquals(
        "[ 0.002, 0.1, 5.684341886080802E-14 ]\n", Json.text(List.of(0.002, 0.1, 0x1p-44)));
  }
}
