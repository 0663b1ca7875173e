package dev.loomweight.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.junit.spi.NewThreads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** A thread's note has the next id after the thread's own. */
class ThreadsOfTestsTest {

    private static void nothing() {}

    private static boolean isNoted(NewThreads threads, Thread created) {
        return Arrays.stream(threads.notes()).anyMatch(note -> note == created.threadId() + 1);
    }

    private static <T> T on(ExecutorService executor, Callable<T> task) throws Exception {
        try (executor) {
            return executor.submit(task).get();
        }
    }

    @Test
    void whatTheTestsOwnThreadCreatesIsOfTheTest() {
        ThreadsOfTests test = ThreadsOfTests.begin(false);
        Thread virtual = Thread.ofVirtual().unstarted(ThreadsOfTestsTest::nothing);
        Thread platform = new Thread(ThreadsOfTestsTest::nothing);
        NewThreads threads = test.end();
        Thread later = Thread.ofVirtual().unstarted(ThreadsOfTestsTest::nothing);

        assertThat(isNoted(threads, virtual)).isTrue();
        assertThat(isNoted(threads, platform)).isTrue();
        assertThat(isNoted(threads, later)).isFalse();
        assertThat(virtual.threadId()).isBetween(threads.first(), threads.last());
        assertThat(later.threadId()).isGreaterThan(threads.last());
    }

    @Test
    void whatATaskOfTheTestCreatesIsOfTheTestAlsoWhenTheTestHasEnded() throws Exception {
        List<Thread> created = new ArrayList<>();
        ThreadsOfTests test = ThreadsOfTests.begin(false);
        Thread task = Thread.ofVirtual()
                .unstarted(() -> created.add(Thread.ofVirtual()
                        .unstarted(() -> created.add(Thread.ofVirtual().unstarted(ThreadsOfTestsTest::nothing)))));
        NewThreads threads = test.end();
        task.start();
        task.join();
        created.get(0).start();
        created.get(0).join();

        assertThat(created).hasSize(2).allMatch(thread -> isNoted(threads, thread));
    }

    @Test
    void whatAThreadCreatesThatServesAnybodyIsOfNoTest() throws Exception {
        Callable<Thread> create = () -> Thread.ofVirtual().unstarted(ThreadsOfTestsTest::nothing);
        ThreadsOfTests test = ThreadsOfTests.begin(false);
        Thread byAWorker = on(Executors.newFixedThreadPool(1, Thread.ofVirtual().factory()), create);
        Thread byAPlatformThread = on(Executors.newSingleThreadExecutor(), create);
        NewThreads threads = test.end();

        assertThat(isNoted(threads, byAWorker)).isFalse();
        assertThat(isNoted(threads, byAPlatformThread)).isFalse();
    }

    @Test
    void whatInheritsNothingIsNotNoted() {
        ThreadsOfTests test = ThreadsOfTests.begin(false);
        Thread thread = Thread.ofVirtual().inheritInheritableThreadLocals(false).unstarted(ThreadsOfTestsTest::nothing);

        assertThat(isNoted(test.end(), thread)).isFalse();
    }

    @Test
    void aThreadForATestWithATimeoutIsTheTests() throws Exception {
        ThreadsOfTests test = ThreadsOfTests.begin(false);
        Thread thread = on(
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().name("junit-timeout-thread-1").factory()),
                () -> Thread.ofVirtual().unstarted(ThreadsOfTestsTest::nothing));

        assertThat(isNoted(test.end(), thread)).isTrue();
    }

    @Test
    void aTestInATestEndsWithTheOtherGoingOn() {
        ThreadsOfTests outer = ThreadsOfTests.begin(false);
        ThreadsOfTests inner = ThreadsOfTests.begin(false);
        Thread ofInner = Thread.ofVirtual().unstarted(ThreadsOfTestsTest::nothing);
        NewThreads innerThreads = inner.end();
        Thread ofOuter = Thread.ofVirtual().unstarted(ThreadsOfTestsTest::nothing);
        NewThreads outerThreads = outer.end();

        assertThat(isNoted(innerThreads, ofInner)).isTrue();
        assertThat(isNoted(innerThreads, ofOuter)).isFalse();
        assertThat(isNoted(outerThreads, ofOuter)).isTrue();
        assertThat(isNoted(outerThreads, ofInner)).isFalse();
    }

    @Test
    void manyThreadsAreNotedInFewRuns() {
        int many = 1000;
        ThreadsOfTests test = ThreadsOfTests.begin(false);
        List<Thread> created = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            created.add(Thread.ofVirtual().unstarted(ThreadsOfTestsTest::nothing));
        }
        NewThreads threads = test.end();

        assertThat(threads.notes()).hasSize(many).isSorted();
        assertThat(created).allMatch(thread -> isNoted(threads, thread));
    }
}
