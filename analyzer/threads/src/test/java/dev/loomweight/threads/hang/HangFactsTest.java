package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.carrying;
import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.idleCarrier;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.locking;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.sync;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static dev.loomweight.threads.hang.Dumps.waitingIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.kernel.faults.FaultFindings;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.report.Finding;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.FrameLocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What signatures of faults can ask of a hang, by faults that ask for one fact each. */
class HangFactsTest {

    private static final String LATCH = "java.util.concurrent.CountDownLatch";

    @TempDir
    private Path folder;

    private KnownFaults faults = KnownFaults.own();

    private static String fault(String asked) {
        int is = asked.indexOf('=');
        return """
                {"id": "%s", "subject": "hang", "summary": "a fault", "read": "2026-11-28", "sources": ["https://a.org"],
                 "jdk": [{"from": "17"}], "signature": {"%s": ["%s"]}, "remedy": "Do it.", "proof": {"reason": "made up"}}
                """.formatted(asked, asked.substring(0, is), asked.substring(is + 1));
    }

    @BeforeEach
    void addFaults() throws IOException {
        Path file = folder.resolve("faults.json");
        Files.writeString(
                file,
                "{\"faults\": ["
                        + Stream.of(
                                        "verdict=lostWakeup",
                                        "wait=LOCK",
                                        "wait=LATCH",
                                        "frames=com.acme.Shop.order",
                                        "threads=virtual",
                                        "threads=platform",
                                        "lock=free",
                                        "owner=candidate",
                                        "owner=none",
                                        "processors=2",
                                        "debugger=yes",
                                        "debugger=no",
                                        "pool=ForkJoinPool.commonPool",
                                        "workers=1",
                                        "workers=2",
                                        "carriers=busy",
                                        "carriers=idle",
                                        "carriers=none")
                                .map(HangFactsTest::fault)
                                .collect(Collectors.joining(","))
                        + "]}");
        faults = faults.with(file);
    }

    private List<Finding> findings(HangResult result) {
        HangFaults known = new HangFaults(faults, result);
        return result.verdicts().stream()
                .limit(1)
                .flatMap(verdict -> known.of(verdict, HangReport.severity(verdict)).stream())
                .toList();
    }

    /** Those of the made-up faults that the first verdict is or may be. */
    private String facts(HangResult result) {
        return FaultFindings.said(findings(result)).stream()
                .map(FaultFindings.Said::fault)
                .filter(id -> id.contains("="))
                .collect(Collectors.joining(" "));
    }

    private static DumpedThread client() {
        return virtual(1, "client").frames(locking(4)).parkedFor(sync(9)).build();
    }

    private static LockOwners free() {
        return new LockOwners(
                LockOwners.From.AGENT, List.of(new LockOwners.Owned(sync(9), null, 0, List.of(1L), List.of(1L))));
    }

    @Test
    void locks() {
        assertThat(facts(Said.result(same(2, client()), free())))
                .isEqualTo(
                        "verdict=lostWakeup wait=LOCK frames=com.acme.Shop.order threads=virtual lock=free carriers=none");
        assertThat(facts(Said.result(same(2, client()))))
                .isEqualTo("wait=LOCK frames=com.acme.Shop.order threads=virtual owner=none carriers=none");
        DumpedThread runs =
                platform(2, "runs").state("RUNNABLE").frames(standing(5)).build();
        assertThat(facts(Said.result(same(2, client(), runs))))
                .isEqualTo("wait=LOCK frames=com.acme.Shop.order threads=virtual owner=candidate carriers=none");
    }

    @Test
    void carriers() {
        assertThat(facts(Said.result(same(2, client(), idleCarrier(30).build()))))
                .isEqualTo("wait=LOCK frames=com.acme.Shop.order threads=virtual owner=none carriers=idle");
        DumpedThread busy =
                virtual(3, "busy").state("RUNNABLE").on(31).frames(standing(8)).build();
        assertThat(facts(Said.result(same(2, client(), idleCarrier(30).build(), busy, carrying(31, 5)))))
                .isEqualTo("wait=LOCK frames=com.acme.Shop.order threads=virtual owner=candidate carriers=busy");
    }

    private static DumpedThread worker(long id, String name) {
        List<Frame> frames = new ArrayList<>(waitingIn(LATCH, "await", 6).subList(1, 4));
        frames.add(frame("java.util.concurrent.ForkJoinWorkerThread", "run", 187));
        return platform(id, name)
                .frames(frames)
                .parkedFor(lock(LATCH + "$Sync", 3))
                .build();
    }

    @Test
    void workersOfAPool() {
        DumpedThread first = worker(1, "ForkJoinPool.commonPool-worker-1");
        DumpedThread second = worker(2, "ForkJoinPool.commonPool-worker-2");
        assertThat(facts(Said.result(same(2, first))))
                .isEqualTo(
                        "wait=LATCH frames=com.acme.Shop.order threads=platform pool=ForkJoinPool.commonPool workers=1 carriers=none");
        assertThat(facts(Said.result(same(2, first, second))))
                .isEqualTo(
                        "wait=LATCH frames=com.acme.Shop.order threads=platform pool=ForkJoinPool.commonPool workers=2 carriers=none");
        assertThat(facts(Said.result(same(2, worker(1, "pool-1-thread-1")))))
                .isEqualTo("wait=LATCH frames=com.acme.Shop.order threads=platform carriers=none");
        WaitGraph graph = WaitGraph.of(Moment.of(same(1, first)).getFirst(), List.of(), FrameLocks.NONE);
        assertThat(facts(HangResult.of(List.of(graph, graph), 2, false)))
                .isEqualTo(
                        "wait=LATCH frames=com.acme.Shop.order threads=platform processors=2 pool=ForkJoinPool.commonPool workers=1 carriers=none");
    }

    private static DumpedThreads print(DumpedThread... threads) {
        return new DumpedThreads(Kind.PRINT, Instant.EPOCH, "25.0.3+9-LTS", List.of(threads));
    }

    @Test
    void debuggers() {
        DumpedThread one = platform(1, "one")
                .frames(standing(12))
                .blockedOn(monitor(1))
                .holds(0, monitor(2))
                .build();
        DumpedThread two = platform(2, "two")
                .frames(standing(13))
                .blockedOn(monitor(2))
                .holds(0, monitor(1))
                .build();
        DumpedThread debugger = platform(9, "JDWP Transport Listener: dt_socket")
                .state("RUNNABLE")
                .build();
        assertThat(facts(Said.result(List.of(print(one, two)))))
                .isEqualTo("frames=com.acme.Shop.order threads=platform debugger=no carriers=none");
        assertThat(facts(Said.result(List.of(print(one, two, debugger)))))
                .isEqualTo("frames=com.acme.Shop.order threads=platform debugger=yes carriers=none");
    }

    /** Of a hang, of a wait that may be one, and of a wait for a signal. */
    @Test
    void whatIsTheFault() {
        DumpedThread runs =
                platform(2, "runs").state("RUNNABLE").frames(standing(5)).build();
        DumpedThread waits = virtual(3, "waits")
                .frames(waitingIn(LATCH, "await", 6))
                .parkedFor(lock(LATCH + "$Sync", 3))
                .build();

        assertThat(first(Said.result(same(2, client()), free()))).isEqualTo("""
                PROBLEM This hang (lost wake-up of "client") is the known fault verdict=lostWakeup: a fault. No release that
                fixes it is known; this is 25.0.3+9-LTS.
                """);
        assertThat(first(Said.result(same(2, client(), runs), free())))
                .as("whatever else runs")
                .isEqualTo(first(Said.result(same(2, client()), free())));
        assertThat(first(Said.result(same(2, waits)))).isEqualTo("""
                INFO This wait ("waits") may be the known fault wait=LATCH: a fault. No release that fixes it is known; this
                is 25.0.3+9-LTS. Not certain: whether these threads have gone on meanwhile is not known.
                """);
    }

    private String first(HangResult result) {
        Finding first = findings(result).stream()
                .filter(finding -> finding.summary().contains("="))
                .findFirst()
                .orElseThrow();
        return Said.wrapped(first.severity() + " " + first.summary() + "\n");
    }
}
