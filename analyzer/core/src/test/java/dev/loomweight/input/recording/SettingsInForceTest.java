package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.recording.EventTally.SettingsInForce;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
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

    /** Writings as second and state, in any order, of a recording from 10 to 60 s; the times in which it was on only. */
    @ParameterizedTest
    @CsvSource({
        "'',                         ''",
        "11 on,                      ''",
        "11 on 20 on 30 on,          ''",
        "11 off 20 off,              ''",
        "11 off 20 on 38 off,        20-38",
        "38 off 11 off 20 on,        20-38",
        "11 off 20 on 30 on 38 off,  20-38",
        "11 off 20 on,               20-60",
        "11 on 20 off,               10-20",
        "11 on 20 off 30 on 40 off 50 on, 10-20 30-40 50-60",
    })
    void aWritingHoldsUntilTheNext(String writings, String spans) {
        String[] words = writings.isEmpty() ? new String[0] : writings.split(" ", -1);
        for (int i = 0; i < words.length; i += 2) {
            write(Integer.parseInt(words[i]), words[i + 1].equals("on"), "0 ns", false);
        }

        assertThat(settings.onlyIn(Instant.ofEpochSecond(10), Instant.ofEpochSecond(60)).stream()
                        .map(span -> span.fromNanos() / 1_000_000_000 + "-" + span.toNanos() / 1_000_000_000)
                        .collect(Collectors.joining(" ")))
                .isEqualTo(spans);
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
