package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaptureDriverTest {

    /** Also where the clock passes its largest value on the way. */
    @ParameterizedTest
    @CsvSource({"10, 0, '[1, 3, 7, 15, 25, 35]'", "2, 9223372036854775000, '[1, 3, 5, 7, 9, 11]'"})
    void gapsDoubleUntilTheyAreAsLongAsAsked(long every, long start, String seconds) {
        AtomicLong clock = new AtomicLong(start);
        CaptureDriver.Schedule schedule = new CaptureDriver.Schedule(Duration.ofSeconds(every), clock::get);
        List<Long> due = new ArrayList<>();

        for (long second = 0; due.size() < 6; second++) {
            clock.set(start + second * 1_000_000_000);
            if (schedule.isDue()) {
                due.add(second);
            }
        }

        assertThat(due).hasToString(seconds);
    }
}
