package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.carrying;
import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.nativeFrame;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.FrameLocks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What dumps have to say at all, and where people look at a stack. */
class HangResultTest {

    private static HangResult result(DumpedThreads... dumps) {
        return HangResult.of(
                Moment.of(List.of(dumps)).stream()
                        .map(moment -> WaitGraph.of(moment, List.of(), FrameLocks.NONE))
                        .toList(),
                0,
                false);
    }

    private static DumpedThreads untimed() {
        return new DumpedThreads(Kind.JSON, null, "", List.of());
    }

    @Test
    void fromTheFirstToTheLastMoment() {
        assertThat(result(json(0), json(40), json(90)).span()).isEqualTo(Duration.ofSeconds(90));
        assertThat(result(json(0), json(90)).span()).isEqualTo(Duration.ofSeconds(90));
        assertThat(result(json(0)).span()).isNull();
        assertThat(result(json(0), untimed()).span()).isNull();
        assertThat(result(untimed(), untimed()).span()).isNull();
    }

    /** JSON has states from JDK 25 on; Thread.print has monitors of platform threads. */
    @ParameterizedTest(name = "{0}, virtual {1}, state {2}: states {3}, monitors {4}")
    @CsvSource({
        "JSON, true, RUNNABLE, true, true",
        "JSON, true, , false, false",
        "JSON, false, RUNNABLE, false, true",
        "JSON, false, , false, false",
        "PRINT, false, RUNNABLE, false, true",
        "PRINT, false, , false, true",
    })
    void whatDumpsShow(Kind kind, boolean virtual, @Nullable String state, boolean states, boolean monitors) {
        DumpedThread thread = (virtual ? virtual(1, "one") : platform(1, "one"))
                .state(state)
                .frames(standing(1))
                .build();
        HangResult result = result(
                new DumpedThreads(kind, Instant.EPOCH, "", List.of(thread, carrying(9, 1))),
                new DumpedThreads(kind, Instant.EPOCH, "", List.of(thread)));

        assertThat(result.hasStates()).isEqualTo(states);
        assertThat(result.showsMonitors()).isEqualTo(monitors);
        assertThat(result.hasVirtual()).isEqualTo(virtual);
        assertThat(Stream.of(Kind.values()).filter(result::has)).containsExactly(kind);
        assertThat(result.moments()).isEqualTo(2);
    }

    @Test
    void aPlaceIsInTheCodeThatCallsTheLibrary() {
        Frame park = frame("java.util.concurrent.locks.LockSupport", "park", 221);
        Frame borrow = frame("com.zaxxer.hikari.util.ConcurrentBag", "borrow", 151);
        Frame get = frame("com.zaxxer.hikari.pool.HikariPool", "getConnection", 160);
        Frame jdk = frame("java.util.concurrent.FutureTask", "run", 328);
        Frame own = frame("com.acme.Shop", "order", 10);

        assertThat(FrameLocks.NONE.placeIn(List.of(park, borrow, get, jdk, own, own), 1))
                .isEqualTo(4);
        assertThat(FrameLocks.NONE.placeIn(List.of(own, borrow, get, jdk), 1))
                .as("nothing else called it")
                .isEqualTo(1);
        assertThat(FrameLocks.NONE.placeIn(List.of(borrow, own), 0)).isEqualTo(1);
        assertThat(FrameLocks.NONE.hasOwn(List.of(jdk, park))).isFalse();
        assertThat(FrameLocks.NONE.initializations(List.of())).isEmpty();
    }

    private static DumpedThread reads(long id, String method, int line) {
        return platform(id, "web-" + id)
                .state("RUNNABLE")
                .frames(List.of(
                        nativeFrame("sun.nio.ch.Net", "poll"),
                        frame("sun.nio.ch.NioSocketImpl", method, 319),
                        frame("com.acme.Shop", "order", line),
                        frame("java.lang.Thread", "run", 1583)))
                .build();
    }

    /** Handlers that ask their own server hang without a lock; who waits for others to call does not. */
    @Test
    void waitsForInputThatDoNotEndAreSaid() {
        HangResult two = result(
                json(0, reads(1, "read", 5), reads(2, "read", 6), reads(3, "accept", 9)),
                json(2, reads(1, "read", 5), reads(2, "read", 7), reads(3, "accept", 9)));
        HangResult one = result(json(0, reads(1, "read", 5)));

        assertThat(HangSentences.forInput(two))
                .containsExactly(
                        "1 thread (\"web-1\") waits for input or output at Shop.order (Shop.java:5), the same in"
                                + " both dumps; who is at the other end is in no dump. If it is this process, that wait can be the hang.");
        assertThat(HangSentences.forInput(one)).isEmpty();
    }
}
