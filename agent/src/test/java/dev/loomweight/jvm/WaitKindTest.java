package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What follows from what a thread waits for. */
class WaitKindTest {

    private static final Set<WaitKind> EXCLUSIVE =
            EnumSet.of(WaitKind.MONITOR, WaitKind.LOCK, WaitKind.INITIALIZER, WaitKind.LOADER);
    private static final Set<WaitKind> SIGNALS = EnumSet.of(
            WaitKind.LATCH,
            WaitKind.SEMAPHORE,
            WaitKind.BARRIER,
            WaitKind.CONDITION,
            WaitKind.NOTIFY,
            WaitKind.TASK,
            WaitKind.JOIN,
            WaitKind.ROOM,
            WaitKind.PARK);
    private static final Set<WaitKind> OUTSIDE = EnumSet.of(WaitKind.INPUT, WaitKind.SLEEP);
    private static final Set<WaitKind> RUNNING = EnumSet.of(WaitKind.NONE, WaitKind.CARRIER);

    @ParameterizedTest
    @EnumSource
    void whoEndsAWait(WaitKind kind) {
        assertThat(kind.isExclusive()).as("one thread has it").isEqualTo(EXCLUSIVE.contains(kind));
        assertThat(kind.isSignal()).as("any thread may end it").isEqualTo(SIGNALS.contains(kind));
        assertThat(kind.isOutside()).as("no thread ends it").isEqualTo(OUTSIDE.contains(kind));
        assertThat(kind.isRunning()).as("it is none").isEqualTo(RUNNING.contains(kind));
        assertThat(kind.isForThreads())
                .as("threads end it")
                .isEqualTo(EXCLUSIVE.contains(kind) || SIGNALS.contains(kind) || kind == WaitKind.POOL);
        assertThat(kind.isContention())
                .as("others have it")
                .isEqualTo(EXCLUSIVE.contains(kind) || kind == WaitKind.POOL || kind == WaitKind.SEMAPHORE);
    }

    /** Reports say that a thread waits for it. */
    @ParameterizedTest
    @CsvSource({
        "MONITOR, a monitor",
        "INITIALIZER, a class initialization",
        "POOL, an object of a pool",
        "NOTIFY, Object.notify",
        "TASK, the result of a task",
        "SLEEP, the clock",
        "WORK, work"
    })
    void whatIsWaitedForHasWords(WaitKind kind, String words) {
        assertThat(kind.words()).isEqualTo(words);
    }

    /** A wait in native code holds the carrier: its frame is the innermost. */
    @ParameterizedTest(name = "{0} at frame {1}: {2}")
    @CsvSource({
        "INPUT,  0, false",
        "INPUT,  4, true",
        "LOADER, 0, false",
        "LOADER, 1, true",
        "LOCK,   0, true",
        "SLEEP,  0, true",
        "NONE,   4, false",
        "CARRIER, 0, false",
    })
    void whatReleasesTheCarrier(WaitKind kind, int frame, boolean parks) {
        assertThat(new ThreadWait(kind, false, false, frame, 0).parks()).isEqualTo(parks);
    }

    @Test
    void theSameButForOneThing() {
        ThreadWait wait = new ThreadWait(WaitKind.LOCK, true, false, 3, 5);

        assertThat(wait.as(WaitKind.POOL)).isEqualTo(new ThreadWait(WaitKind.POOL, true, false, 3, 5));
        assertThat(wait.at(7)).isEqualTo(new ThreadWait(WaitKind.LOCK, true, false, 3, 7));
    }
}
