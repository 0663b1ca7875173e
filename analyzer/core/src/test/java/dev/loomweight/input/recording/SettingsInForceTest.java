package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsInForceTest {

    private final SettingsInForce settings = new SettingsInForce();

    @Test
    void nothingIsKnownAtFirst() {
        assertThat(settings.known()).isFalse();
        assertThat(settings.on()).isFalse();
        assertThat(settings.threshold()).isNull();
    }

    @Test
    void theLoosestSettingWins() {
        write(1, true, "20 ms", false);
        write(2, true, "10 ms", true);
        write(3, true, "30 ms", false);

        assertThat(settings.on()).isTrue();
        assertThat(settings.stacks()).isTrue();
        assertThat(settings.threshold()).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void whatIsSetWhileItIsOffDoesNotCount() {
        write(1, false, "0 ns", true);
        write(2, true, "20000000 ns", false);

        assertThat(settings.on()).isTrue();
        assertThat(settings.stacks()).isFalse();
        assertThat(settings.threshold()).isEqualTo(Duration.ofMillis(20));
    }

    @ParameterizedTest
    @CsvSource({
        "0 ns, PT0S",
        "20 ms, PT0.02S",
        "7 us, PT0.000007S",
        "1 s, PT1S",
        "2 m, PT2M",
        "3 h, PT3H",
        "1 d, PT24H",
        "20ms, PT0.02S"
    })
    void readsTimeSpans(String text, Duration expected) {
        assertThat(SettingsInForce.duration(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"everyChunk", "ms", "20 fortnights", "''"})
    void anythingElseIsNoTimeSpan(String text) {
        assertThat(SettingsInForce.duration(text)).isNull();
    }

    private void write(int second, boolean on, String threshold, boolean stacks) {
        Instant time = Instant.ofEpochSecond(second);
        settings.add(time, "threshold", threshold);
        settings.add(time, "enabled", Boolean.toString(on));
        settings.add(time, "stackTrace", Boolean.toString(stacks));
    }
}
