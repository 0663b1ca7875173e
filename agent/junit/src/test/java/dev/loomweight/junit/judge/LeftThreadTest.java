package dev.loomweight.junit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.junit.judge.LeftThread.Uncounted;
import dev.loomweight.junit.spi.PlatformThread;
import java.lang.ref.Cleaner;
import java.util.List;
import java.util.Set;
import java.util.Timer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which of the threads that outlive a test count, of real threads. */
class LeftThreadTest {

    private static @Nullable Uncounted uncounted(Thread thread) {
        PlatformThread platform = new PlatformThread(
                thread.threadId(),
                thread.getName(),
                thread.isDaemon(),
                thread.getClass().getName());
        return new LeftThread(thread.threadId(), thread.getName(), platform, null, Set.of(0), null)
                .uncounted(List.of());
    }

    /** Tests at once draw ids in between: by these alone, it could be anybody's. */
    @Test
    void noTestHasAThreadThatTheJdkCreatedForItself() {
        Cleaner cleaner = Cleaner.create();
        Thread created = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("Cleaner-"))
                .findFirst()
                .orElseThrow();

        assertThat(uncounted(created)).as("%s of %s", created, cleaner).isEqualTo(Uncounted.OF_JDK);
    }

    @Test
    void aTimerOfTheTestIsItsOwn() {
        Timer timer = new Timer("reminder", true);
        try {
            Thread created = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("reminder"))
                    .findFirst()
                    .orElseThrow();

            assertThat(uncounted(created)).isNull();
        } finally {
            timer.cancel();
        }
    }
}
