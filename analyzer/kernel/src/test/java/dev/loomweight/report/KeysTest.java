package dev.loomweight.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeysTest {

    @ParameterizedTest
    @CsvSource({
        "platform, platform",
        "JDK 25; virtual, jdk25Virtual",
        "Java Heap, javaHeap",
        "app.jfr, appJfr",
        "nmt.txt 2, nmtTxt2",
        "数, value",
        "GC, gc",
        "Xss of 1m, xssOf1m"
    })
    void keysAreLowerCamelCase(String words, String key) {
        assertThat(Keys.camel(words)).isEqualTo(key);
    }
}
