package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.DumpRequest.Print;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which thread dumps the options mean. */
class DumpOptionsTest {

    private static @Nullable DumpRequest request(String words) {
        Options given = Options.NONE;
        String[] all = words.isEmpty() ? new String[0] : words.split(" ", -1);
        for (int i = 0; i < all.length; i++) {
            String name = all[i];
            Option<?> option = DumpOptions.OF_CAPTURES.stream()
                    .filter(any -> any.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            boolean flag = option.label().isEmpty();
            given = given.orElse(Options.of(
                    Map.of(option, flag ? true : option.value().reader().apply(all[i + 1]))));
            i += flag ? 0 : 1;
        }
        return DumpOptions.ofCapture(given);
    }

    @Test
    void numbersAndSamples() {
        assertThat(request("")).isNull();
        assertThat(request("--dumps 3")).isEqualTo(DumpRequest.of(3, Duration.ofSeconds(2)));
        assertThat(request("--dumps 3 --every 500ms --no-owned-locks"))
                .isEqualTo(new DumpRequest(3, Duration.ofMillis(500), 0.005, Print.THREADS));
        assertThat(request("--dumps sampled")).isEqualTo(DumpRequest.sampled(0.005));
        assertThat(request("--dumps sampled --every 1s --dump-budget 2.5%"))
                .isEqualTo(new DumpRequest(0, Duration.ofSeconds(1), 0.025, Print.NONE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--every 2s | --every is about thread dumps; add --dumps N or --dumps sampled (snapshots have --snapshot-every)",
                "--dump-budget 1% | --dump-budget is about thread dumps; add --dumps N or --dumps sampled",
                "--no-owned-locks | --no-owned-locks is about thread dumps; add --dumps N or --dumps sampled",
                "--dumps 0 | invalid value '0' for --dumps; expected a number from 1 to 10000, or sampled",
                "--dumps 4711x | invalid value '4711x' for --dumps; expected a number from 1 to 10000, or sampled",
                "--dumps 3 --every 0s | --every must be 1ms or more, not 0",
                "--dumps 3 --dump-budget 1% | --dump-budget limits --dumps sampled; a number of dumps is taken as it is asked for",
                "--dumps sampled --dump-budget 0.5 | invalid value '0.5' for --dump-budget; expected a share of the time such as 0.5%",
                "--dumps sampled --dump-budget 101% | invalid value '101%' for --dump-budget; expected a share of the time such as 0.5%"
            })
    void whatMakesNoSenseIsRefused(String words, String message) {
        assertThatThrownBy(() -> request(words)).isInstanceOf(Misuse.class).hasMessage(message);
    }
}
