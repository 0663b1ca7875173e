package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a thread does; the facts as {@link ThreadWaitTest} writes them. */
class ThreadStateTest {

    @ParameterizedTest(name = "{0}: {1}: {2}")
    @CsvSource({
        "PLATFORM RUNNABLE, com.acme.Shop.order, RUNS",
        "VIRTUAL RUNNABLE mounted, com.acme.Shop.order < VT.run, RUNS",
        // Without states, who is at a line may wait for a monitor.
        "PLATFORM -, com.acme.Shop.order, MAY_WAIT",
        "VIRTUAL -, com.acme.Shop.order < VT.run, MAY_WAIT",
        "PLATFORM -, java.lang.ClassLoader.loadClass < com.acme.Shop.order, MAY_WAIT",
        "PLATFORM BLOCKED, java.lang.ClassLoader.loadClass < com.acme.Shop.order, WAITS",
        "PLATFORM - entering, java.lang.ClassLoader.loadClass < com.acme.Shop.order, WAITS",
        "PLATFORM BLOCKED, com.acme.Shop.order, WAITS",
        "PLATFORM RUNNABLE, com.acme.Shop.compress!, IN_NATIVE",
        "VIRTUAL -, com.acme.Shop.compress! < VT.run, IN_NATIVE",
        "PLATFORM RUNNABLE, jdk.internal.vm.Continuation.run < VT.runContinuation, CARRIES",
        "VIRTUAL RUNNABLE, '', NOT_BEGUN",
        "VIRTUAL -, '', NOT_BEGUN",
        "VIRTUAL -, VT.tryYield < com.acme.Shop.order < VT.run, READY",
        "VIRTUAL RUNNABLE, com.acme.Shop.order < VT.run, READY",
        "VIRTUAL RUNNABLE carriersUnseen, com.acme.Shop.order < VT.run, RUNS",
        "VIRTUAL WAITING, VT.park < LS.park < juc.CountDownLatch.await < com.acme.Shop.order < VT.run, WAITS",
        "VIRTUAL WAITING mounted, VT.park < LS.park < juc.CountDownLatch.await < com.acme.Shop.order < VT.run, PINNED",
        "VIRTUAL -, VT.parkOnCarrierThread < VT.park < LS.park < com.acme.Shop.order < VT.run, PINNED",
        "PLATFORM WAITING, LS.park < juc.CountDownLatch.await < com.acme.Shop.order, WAITS",
        "PLATFORM WAITING, Unsafe.park! < LS.park < juc.ForkJoinPool.awaitWork, IDLE",
        "VIRTUAL WAITING mounted, VT.parkOnCarrierThread < VT.park < LS.park < juc.LinkedBlockingQueue.take, PINNED",
        "PLATFORM RUNNABLE, '', IDLE",
    })
    void whatAThreadDoes(String facts, String stack, ThreadState expected) {
        NamedFrames frames = new NamedFrames(stack);
        ThreadFacts of = ThreadWaitTest.facts(facts);

        assertThat(ThreadState.of(frames, of, ThreadWait.of(frames, of))).isEqualTo(expected);
        assertThat(expected.isReady()).isEqualTo(of.isReady(frames));
    }
}
