package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a recording is of: lengths, numbers and order of labels. */
class LabelsTest {

    @Test
    void longValuesAreCutExceptNames() {
        String fits = "v".repeat(256);
        assertThat(Labels.of(Map.of("pod", fits)).get("pod")).isEqualTo(fits);
        assertThat(Labels.of(Map.of("pod", fits + "w")).get("pod")).isEqualTo(fits);
        assertThat(Labels.of(Map.of("recording", fits + "w")).get("recording")).isEqualTo(fits + "w");
        assertThat(Labels.of(Map.of("pod", "", "zone", "a"))).hasToString("{zone=a}");
    }

    @Test
    void namesHaveOneTo256Characters() {
        assertThat(Labels.of(Map.of("n".repeat(256), "v")).values()).hasSize(1);
        assertThatThrownBy(() -> Labels.of(Map.of("n".repeat(257), "v")))
                .hasMessage("the name of a label has 1 to 256 characters, not 257");
        assertThatThrownBy(() -> Labels.of(Map.of("", "v")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the name of a label has 1 to 256 characters, not 0");
    }

    @Test
    void atMost32() {
        Map<String, String> many = new TreeMap<>();
        for (int i = 0; i < 32; i++) {
            many.put("n" + i, "v");
        }
        assertThat(Labels.of(many).values()).hasSize(32);
        many.put("last", "v");
        assertThatThrownBy(() -> Labels.of(many)).hasMessage("more than 32 labels");
    }

    @Test
    void othersWin() {
        Labels labels = Labels.of(Map.of("a", "1", "b", "2"));

        assertThat(labels.and(Labels.of(Map.of("b", "3", "c", "4")))).hasToString("{a=1, b=3, c=4}");
        assertThat(labels.without("a")).hasToString("{b=2}");
        assertThat(labels.get("c")).isEqualTo("(none)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a=1     | a=1     | 0
            a=1 b=2 | a=1     | 1
            a=1     | a=1 b=2 | -1
            a=2     | a=1 b=2 | 1
            a=1     | b=0     | -1
            a=1 b=1 | a=1 b=2 | -1
            a=2     | a=10    | 1
            """)
    void order(String one, String other, int order) {
        assertThat(Integer.signum(labels(one).compareTo(labels(other)))).isEqualTo(order);
        assertThat(Integer.signum(labels(other).compareTo(labels(one)))).isEqualTo(-order);
        assertThat(Labels.NONE.compareTo(labels(one))).isNegative();
    }

    private static Labels labels(String written) {
        Map<String, String> values = new TreeMap<>();
        for (String one : written.split(" ", -1)) {
            values.put(one.substring(0, 1), one.substring(2));
        }
        return Labels.of(values);
    }
}
