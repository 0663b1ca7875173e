package dev.loomweight.amount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "00, 0",
        "4096b, 4096",
        "512k, 524288",
        "512KB, 524288",
        "1m, 1048576",
        "1M, 1048576",
        "1.5m, 1572864",
        "2GB, 2147483648",
        "3 GB, 3221225472",
        "1t, 1099511627776",
        "8191pb, ",
        "0.3b, 0"
    })
    void sizesAreReadAsJvmFlagsWriteThem(String text, Long bytes) {
        if (bytes == null) {
            assertThatThrownBy(() -> Sizes.parse(text)).hasMessageContaining("invalid size '" + text + "'");
        } else {
            assertThat(Sizes.parse(text)).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "-1k", "1..5m", "lots", "64q", "1kk", "99999999999t"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> Sizes.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("size '" + text + "'");
    }
}
