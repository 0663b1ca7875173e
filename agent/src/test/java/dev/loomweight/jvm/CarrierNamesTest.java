package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of carriers, compared with those of this JVM. */
class CarrierNamesTest {

    /** A virtual thread's own text ends with the name of its carrier. */
    @Test
    void theCarrierOfThisJvmIsOne() throws Exception {
        AtomicReference<String> text = new AtomicReference<>("");
        Thread.ofVirtual()
                .start(() -> text.set(Thread.currentThread().toString()))
                .join();
        String carrier = text.get().substring(text.get().indexOf('@') + 1);

        assertThat(CarrierNames.isWorker(carrier)).as(carrier).isTrue();
        assertThat(carrier).isEqualTo(CarrierNames.workersOf(carrier) + CarrierNames.numberOf(carrier));
        assertThat(carrier).startsWith(CarrierNames.poolOf(carrier) + "-");
        assertThat(carrier).matches(CarrierNames::mayBeWorkerInKernel);
        ThreadGroup group = CarrierNames.group();
        assertThat(group).isNotNull();
        Thread[] threads = new Thread[64];
        int found = group == null ? 0 : group.enumerate(threads, false);
        assertThat(Arrays.stream(threads, 0, found).filter(thread -> CarrierNames.isWorker(thread.getName())))
                .isNotEmpty()
                .allSatisfy(thread -> assertThat(thread.getClass().getName()).isEqualTo(CarrierNames.CLASS))
                .extracting(Thread::getName)
                .contains(carrier);
    }

    @ParameterizedTest
    @CsvSource({
        "ForkJoinPool-1-worker-3, 3, ForkJoinPool-1-worker-, ForkJoinPool-1",
        "ForkJoinPool-12-worker-345, 345, ForkJoinPool-12-worker-, ForkJoinPool-12",
        "ForkJoinPool.commonPool-worker-2, 2, ForkJoinPool.commonPool-worker-, ''",
        "ForkJoinPool-x-worker-2, 2, ForkJoinPool-x-worker-, ''",
        "ForkJoinPool--worker-2, 2, ForkJoinPool--worker-, ''",
        "mine-worker-7, 7, mine-worker-, ''",
        "mine-worker-a-worker-7, 7, mine-worker-a-worker-, ''",
        "ForkJoinPool-1-worker-, -1, ForkJoinPool-1-worker-, ''",
        "ForkJoinPool-1-worker-0, -1, ForkJoinPool-1-worker-0, ''",
        "ForkJoinPool-1-worker-1x, -1, ForkJoinPool-1-worker-1x, ''",
        "ForkJoinPool-1-worker-1234567890123456789, -1, ForkJoinPool-1-worker-1234567890123456789, ''",
        "ForkJoinPool-1-delayScheduler, -1, ForkJoinPool-1-delayScheduler, ''",
        "VirtualThread-unparker, -1, VirtualThread-unparker, ''",
        "worker-3, -1, worker-3, ''",
        "-worker-3, 3, -worker-, ''",
        "mine-worker-90, 90, mine-worker-, ''",
        "mine-worker-123456789012345678, 123456789012345678, mine-worker-, ''",
        "mine-worker-1/, -1, mine-worker-1/, ''",
        "mine-worker-1:, -1, mine-worker-1:, ''",
        "'', -1, '', ''"
    })
    void aWorkerHasItsNumberAndItsPool(String thread, long number, String workers, String pool) {
        assertThat(CarrierNames.numberOf(thread)).isEqualTo(number);
        assertThat(CarrierNames.workersOf(thread)).isEqualTo(workers);
        assertThat(CarrierNames.poolOf(thread)).isEqualTo(pool);
    }

    /** Threads of an application's own scheduler are numbered, too, where there are several of them. */
    @ParameterizedTest
    @CsvSource({
        "ForkJoinPool-1-worker-3, ForkJoinPool-1, true",
        "event-loop-2, event-loop-, false",
        "default-nioEventLoopGroup-1-12, default-nioEventLoopGroup-1-, false",
        "ForkJoinPool.commonPool-worker-2, '', false",
        "main, '', false",
        "12, '', false",
        "'', '', false"
    })
    void theSchedulerOfAThreadThatCarries(String thread, String scheduler, boolean mayBeOfJdk) {
        assertThat(CarrierNames.schedulerOf(thread)).isEqualTo(scheduler);
        assertThat(CarrierNames.mayBeOfJdk(CarrierNames.workersOf(thread))).isEqualTo(mayBeOfJdk);
    }

    /** A program can have many groups next to that of the carriers. */
    @Test
    void theGroupOfTheCarriersIsFoundAmongMany() throws Exception {
        Thread.ofVirtual().start(() -> {}).join();
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        for (ThreadGroup parent = root; parent != null; parent = parent.getParent()) {
            root = parent;
        }
        List<ThreadGroup> many = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            many.add(new ThreadGroup(root, "many-" + i));
        }

        ThreadGroup group = CarrierNames.group();
        assertThat(group)
                .isNotNull()
                .isNotIn(many)
                .extracting(ThreadGroup::getName)
                .matches(CarrierNames::isGroup);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {"CarrierThreads, true", "main, false", "VirtualThreads, false", "null, false"})
    void theGroupOfTheCarriersHasAName(@Nullable String name, boolean carriers) {
        assertThat(CarrierNames.isGroup(name)).isEqualTo(carriers);
    }

    @ParameterizedTest
    @CsvSource({
        "VirtualThread-unparker, true, true",
        "VirtualThread-unparker-2, true, true",
        "VirtualThread-unblocker, true, false",
        "ForkJoinPool-1-delayScheduler, false, true",
        "ForkJoinPool-1-worker-1, false, false"
    })
    void threadsThatHelpCarriersAreKnown(String thread, boolean helper, boolean timer) {
        assertThat(CarrierNames.isHelper(thread)).isEqualTo(helper);
        assertThat(CarrierNames.isTimer(thread)).isEqualTo(timer);
    }

    /** The kernel cuts names after 15 letters. */
    @ParameterizedTest
    @CsvSource({"ForkJoinPool-1-, true", "ForkJoinPool-2-, false", "ForkJoinPool-1-worker-1, false", "'', false"})
    void aNameOfTheKernel(String name, boolean carrier) {
        assertThat(CarrierNames.mayBeCarrierInKernel(name)).isEqualTo(carrier);
    }
}
