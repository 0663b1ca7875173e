package dev.loomweight.junit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.ClassLoad;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadRef;
import org.junit.jupiter.api.Test;

/** Times are in nanoseconds since 1970. */
class FirstUsesTest {

    private static final Origin ORIGIN = new Origin("tests", null, "tests.jfr", Instrument.JFR);
    private static final String CLASS_LOCK = "[I";

    private static FirstUses of(Sample... samples) {
        FirstUses.Reading reading = new FirstUses.Reading();
        FirstUses.Seen left = reading.empty();
        FirstUses.Seen right = reading.empty();
        for (int i = 0; i < samples.length; i++) {
            reading.add(i % 2 == 0 ? left : right, ORIGIN, samples[i]);
        }
        return new FirstUses(reading.merge(left, right));
    }

    private static MonitorEnter wait(long thread, long from, long to, long owner, String monitor) {
        return new MonitorEnter(from, to - from, ref(thread), monitor, ref(owner), StackTrace.NONE);
    }

    private static MonitorEnter wait(long thread, long from, long to, long owner) {
        return wait(thread, from, to, owner, "java.lang.Object");
    }

    private static ThreadRef ref(long thread) {
        return new ThreadRef(thread, "", 0, true);
    }

    @Test
    void theOwnerLoadsWhileTheOtherWaits() {
        FirstUses uses = of(new ClassLoad(20, 10, 2));

        assertThat(uses.has(wait(1, 10, 40, 2))).isTrue();
        assertThat(uses.has(wait(1, 10, 25, 2))).isTrue();
        assertThat(uses.has(wait(1, 31, 40, 2))).as("after it").isFalse();
        assertThat(uses.has(wait(1, 10, 40, 3))).as("another").isFalse();
        assertThat(FirstUses.NONE.has(wait(1, 10, 40, 2))).isFalse();
    }

    @Test
    void theOwnerWaitedForOneThatLoaded() {
        FirstUses uses = of(new ClassLoad(20, 10, 3), wait(2, 15, 35, 3), wait(4, 31, 50, 3));

        assertThat(uses.has(wait(1, 10, 40, 2))).isTrue();
        assertThat(uses.has(wait(1, 32, 60, 4))).as("when nothing was loaded").isFalse();
    }

    @Test
    void theOwnerWaitedForAClass() {
        FirstUses uses = of(wait(2, 15, 35, 3, CLASS_LOCK));

        assertThat(uses.has(wait(1, 10, 40, 2))).isTrue();
        assertThat(uses.has(wait(1, 36, 40, 2))).isFalse();
    }

    @Test
    void threadsThatWaitForEachOtherEnd() {
        FirstUses uses = of(wait(2, 10, 40, 3), wait(3, 10, 40, 2));

        assertThat(uses.has(wait(1, 10, 40, 2))).isFalse();
    }
}
