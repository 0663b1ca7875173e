package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void writesObjectsListsNumbersAndBooleans() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("text", "a");
        object.put("number", 12L);
        object.put("part", 0.5);
        object.put("yes", true);
        object.put("list", List.of("x", 1));
        object.put("none", List.of());
        object.put("inner", Map.of("k", "v"));
        object.put("empty", Map.of());

        assertThat(Json.write(object)).isEqualTo("""
                        {
                          "text": "a",
                          "number": 12,
                          "part": 0.5,
                          "yes": true,
                          "list": [
                            "x",
                            1
                          ],
                          "none": [],
                          "inner": {
                            "k": "v"
                          },
                          "empty": {}
                        }
                        """);
    }

    @Test
    void leavesNullMembersOut() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("a", null);
        object.put("b", 1);
        object.put("c", null);

        assertThat(Json.write(object)).isEqualTo("{\n  \"b\": 1\n}\n");
    }

    @Test
    void escapesWhatJsonDoesNotAllowAndWhatUtf8CannotHold() {
        assertThat(Json.write(Map.of("k", "\"\\\n\r\t\u0001\ud800é")))
                .isEqualTo("{\n  \"k\": \"\\\"\\\\\\n\\r\\t\\u0001\\ud800é\"\n}\n");
    }
}
