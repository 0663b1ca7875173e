package dev.loomweight.pins.carriers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loomweight.fold.Samples;
import dev.loomweight.pins.carriers.FailedSubmits.Fate;
import dev.loomweight.pins.carriers.FailedSubmits.RefusalReading;
import dev.loomweight.pins.carriers.FailedSubmits.Refusals;
import dev.loomweight.pins.carriers.FailedSubmits.Refused;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import dev.loomweight.sample.ThreadRef;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Refusals as figures. */
class FailedSubmitsTest {

    private static final StackTrace START = Samples.stack(
            "java.lang.VirtualThread.submitFailed", "java.lang.VirtualThread.start", "com.acme.Shop.open:3");
    private static final StackTrace UNPARK = Samples.stack(
            "java.lang.VirtualThread.submitFailed", "java.lang.VirtualThread.unpark", "com.acme.Shop.wake:9");

    private static final ThreadRef MAIN = new ThreadRef(1, "main", 0, false);

    private final Refusals all = FailedSubmits.FOLD.empty();

    @Test
    void theStackDecidesWhatBecameOfTheThread() {
        refused(MAIN, 7, "full", START);
        refused(MAIN, 8, "full", UNPARK);
        refused(MAIN, 9, "full", UNPARK);
        refused(MAIN, 10, "full", StackTrace.NONE);
        RefusalReading reading = read();

        assertThat(reading.count()).isEqualTo(4).isEqualTo(all.count());
        assertThat(reading.count(Fate.NOT_STARTED)).isEqualTo(1);
        assertThat(reading.count(Fate.STRANDED)).isEqualTo(2);
        assertThat(reading.count(Fate.UNKNOWN)).isEqualTo(1);
        assertThat(reading.refused())
                .extracting(Refused::fate, Refused::count)
                .containsExactly(tuple(Fate.STRANDED, 2L), tuple(Fate.UNKNOWN, 1L), tuple(Fate.NOT_STARTED, 1L));
    }

    @Test
    void whatDiffersInMessageOrSubmitterIsApart() {
        refused(MAIN, 7, null, UNPARK);
        refused(MAIN, 8, "", UNPARK);
        refused(null, 9, "", UNPARK);
        refused(new ThreadRef(2, "v-1", 0, true), 10, "", UNPARK);
        refused(new ThreadRef(3, "v-2", 0, true), 11, "", UNPARK);

        assertThat(read().refused())
                .extracting(Refused::count, Refused::message, Refused::submitter)
                .containsExactly(
                        tuple(2L, "", "virtual threads"),
                        tuple(1L, "", null),
                        tuple(1L, "", "main"),
                        tuple(1L, null, "main"));
    }

    @Test
    void threadsHaveTheNamesOfTheirStarts() {
        for (long id = 7; id < 12; id++) {
            refused(MAIN, id, "full", UNPARK);
        }
        started(9, "c");
        started(7, "b");
        started(8, "b");
        started(10, "");
        started(12, "a");

        assertThat(read().refused())
                .singleElement()
                .returns(List.of("b", "c"), Refused::names)
                .returns(5L, Refused::count);
    }

    @Test
    void noneAreZero() {
        assertThat(read()).returns(0L, RefusalReading::count).returns(List.of(), RefusalReading::refused);
    }

    private RefusalReading read() {
        return new FailedSubmits().read(all, Coverage.NONE);
    }

    private void refused(@Nullable ThreadRef by, long victim, @Nullable String message, StackTrace stack) {
        all.add(Samples.SHOP, new SubmitFailed(Instant.EPOCH, by, victim, message, stack));
    }

    private void started(long id, String name) {
        all.add(Samples.SHOP, new VirtualThreadStart(0, id, name));
    }
}
