package dev.loomweight.times;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.times.CarrierPrint.Worker;
import dev.loomweight.times.CarrierSums.Look;
import dev.loomweight.times.KernelThreads.Times;
import org.junit.jupiter.api.Test;

/** What {@code Thread.print} shows of carriers, as JDK 21.0.8 and 25.0.3 print it, and what is made of it. */
class RemoteCarriersTest {

    private static final String PRINTED = """
            "main" #1 [6803] prio=5 os_prio=0 cpu=72.16ms elapsed=5.76s tid=0x00007feb5c0d nid=6803 waiting on condition  [0x00]
               java.lang.Thread.State: TIMED_WAITING (sleeping)
            \tat java.lang.Thread.sleep0(java.base@25.0.3/Native Method)

            "ForkJoinPool-1-worker-1" #21 [6825] daemon prio=5 cpu=803.16ms elapsed=5.76s tid=0x00007feb nid=6825 runnable  [0x00]
               java.lang.Thread.State: RUNNABLE
            \tat Mix.lambda$main$2(Mix.java:8)

            "ForkJoinPool-2-worker-1" #24 [6827] daemon prio=5 os_prio=0 cpu=933.54ms elapsed=5.73s tid=0x00007feb5  [0x00]
               Carrying virtual thread #23
            \tat jdk.internal.vm.Continuation.run(java.base@25.0.3/Continuation.java:251)
               Mounted virtual thread #23
            \tat java.util.concurrent.ForkJoinPool.awaitQuiescence(java.base@25.0.3/ForkJoinPool.java:9)

            "ForkJoinPool-2-worker-2" #26 daemon prio=5 os_prio=0 cpu=15.23ms elapsed=5.71s tid=0x00007 nid=0x1aac waiting on condition  [0x00]
               java.lang.Thread.State: WAITING (parking)
            \tat jdk.internal.misc.Unsafe.park(java.base@25.0.3/Native Method)
            \tat java.util.concurrent.ForkJoinPool.awaitWork(java.base@25.0.3/ForkJoinPool.java:2109)

            "ForkJoinPool-2-delayScheduler" #29 [6830] daemon prio=5 os_prio=0 cpu=28.13ms elapsed=5.68s tid=0x00 nid=6830 runnable  [0x00]
               java.lang.Thread.State: TIMED_WAITING (parking)

            "GC Thread#0" os_prio=0 cpu=1.02ms elapsed=5.80s tid=0x00007feb5c04 nid=6805 runnable
            """;

    private static final Worker SPINS = new Worker("ForkJoinPool-2-worker-1", 6827, 23, false, 933_540_000);
    private static final Worker WAITS = new Worker("ForkJoinPool-2-worker-2", 0x1aac, 0, true, 15_230_000);

    @Test
    void workersAreReadWithWhatTheyCarryAndOtherThreadsAreNot() {
        assertThat(CarrierPrint.read(PRINTED))
                .containsExactly(new Worker("ForkJoinPool-1-worker-1", 6825, 0, false, 803_160_000), SPINS, WAITS);
        assertThat(CarrierPrint.read("")).isEmpty();
        assertThat(CarrierPrint.read("no heads\n\"half a head")).isEmpty();
    }

    @Test
    void aThreadOfAnySchedulerCarries() {
        String own =
                "\"my-carrier\" #9 [11] prio=5 cpu=0.10ms elapsed=1s tid=0x0  [0x0]\n   Carrying virtual thread #3\n";
        assertThat(CarrierPrint.read(own)).containsExactly(new Worker("my-carrier", 11, 3, false, 100_000));
    }

    @Test
    void poolsGoByTheirWorkersNames() {
        assertThat(SPINS.pool()).isEqualTo("ForkJoinPool-2-worker-");
        assertThat(SPINS.mayBeOfTheScheduler()).isTrue();
        Worker named = new Worker("vert.x-worker-thread-worker-7", 1, 0, true, 0);
        assertThat(named.mayBeOfTheScheduler()).isFalse();
    }

    private static Times times(long at, long run, long wait) {
        return new Times(at, run, wait);
    }

    @Test
    void whetherACarrierRanIsOfTheMomentsAroundTheLook() {
        Times before = times(0, 100, 100);

        assertThat(RemoteCarriers.decide(SPINS, 'S', before, times(1000, 900, 100)))
                .isEqualTo(Look.RUNNING);
        assertThat(RemoteCarriers.decide(SPINS, 'R', before, before)).isEqualTo(Look.RUNNING);
        // Ready all the time, and not on a processor once.
        assertThat(RemoteCarriers.decide(SPINS, 'S', before, times(1000, 100, 900)))
                .isEqualTo(Look.RUNNING);
        // Native code that sleeps in short pieces.
        assertThat(RemoteCarriers.decide(SPINS, 'S', before, times(1000, 150, 110)))
                .isEqualTo(Look.MOUNTED);
        assertThat(RemoteCarriers.decide(SPINS, 'D', before, times(1000, 100, 100)))
                .isEqualTo(Look.MOUNTED);
        assertThat(RemoteCarriers.decide(WAITS, 'S', before, times(1000, 105, 100)))
                .isEqualTo(Look.IDLE);
        assertThat(RemoteCarriers.decide(WAITS, 'R', before, before)).isEqualTo(Look.RUNNING);
    }

    @Test
    void whatIsNotKnownIsUndecided() {
        Times before = times(0, 100, 100);
        Worker between = new Worker("ForkJoinPool-2-worker-3", 7, 0, false, 0);

        assertThat(RemoteCarriers.decide(SPINS, '?', null, before)).isEqualTo(Look.UNDECIDED);
        assertThat(RemoteCarriers.decide(SPINS, 'S', times(0, -1, -1), times(9, -1, -1)))
                .isEqualTo(Look.UNDECIDED);
        assertThat(RemoteCarriers.decide(between, 'S', before, before)).isEqualTo(Look.UNDECIDED);
    }
}
