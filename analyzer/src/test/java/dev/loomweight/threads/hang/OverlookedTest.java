package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.carrying;
import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.locking;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.Party;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Virtual threads that wait for a carrier while one is idle. */
class OverlookedTest {

    private static final long CPU = 1_000_000_000;

    private static Optional<HangVerdict> judge(DumpedThreads... dumps) {
        List<WaitGraph> graphs = Moment.of(List.of(dumps)).stream()
                .map(moment -> WaitGraph.of(moment, List.of(), FrameLocks.NONE))
                .toList();
        return new CarrierShortage(graphs.getLast(), new Movement(graphs), 0, false).overlooked(Set.of());
    }

    private static DumpedThread idle(String name, long cpuNanos) {
        return platform(13, name)
                .state("WAITING")
                .cpu(cpuNanos)
                .frames(List.of(
                        frame("jdk.internal.misc.Unsafe", "park", -2),
                        frame("java.util.concurrent.locks.LockSupport", "park", 221),
                        frame("java.util.concurrent.ForkJoinPool", "awaitWork", 2),
                        frame("java.util.concurrent.ForkJoinWorkerThread", "run", 3)))
                .build();
    }

    private static DumpedThread idle() {
        return idle("ForkJoinPool-1-worker-13", CPU);
    }

    private static DumpedThread spinning() {
        return virtual(1, "spinning")
                .state("RUNNABLE")
                .on(11)
                .frames(standing(5))
                .build();
    }

    private static DumpedThread unbegun() {
        return virtual(2, "unbegun").state("RUNNABLE").build();
    }

    private static DumpedThread yielded() {
        return virtual(3, "yielded").state("RUNNABLE").frames(locking(9)).build();
    }

    @Test
    void aThreadThatHasNotBegunWhileACarrierIsIdleIsOverlooked() {
        HangVerdict verdict = judge(
                        json(0, spinning(), carrying(11, CPU), idle(), unbegun()),
                        json(2, spinning(), carrying(11, 3 * CPU), idle(), unbegun()))
                .orElseThrow();

        assertThat(verdict.isHang()).isTrue();
        assertThat(verdict.parties()).extracting(Party::id).containsExactly(2L);
        assertThat(((HangVerdict.Overlooked) verdict).idle())
                .extracting(Party::id)
                .containsExactly(13L);
    }

    @Test
    void aThreadThatHasBegunMayHaveRunInBetween() {
        HangVerdict verdict = judge(
                        json(0, spinning(), carrying(11, CPU), idle(), yielded()),
                        json(2, spinning(), carrying(11, CPU), idle(), yielded()))
                .orElseThrow();

        assertThat(verdict.isHang()).isFalse();
        assertThat(verdict.isOpen()).isTrue();
    }

    @Test
    void whatOneMomentShowsIsUsual() {
        assertThat(judge(json(0, spinning(), carrying(11, CPU), idle(), unbegun())))
                .isEmpty();
    }

    @Test
    void aCarrierThatHasRunInBetweenWasNotIdle() {
        assertThat(judge(
                        json(0, spinning(), carrying(11, CPU), idle("ForkJoinPool-1-worker-13", CPU), unbegun()),
                        json(2, spinning(), carrying(11, CPU), idle("ForkJoinPool-1-worker-13", 2 * CPU), unbegun())))
                .isEmpty();
    }

    @Test
    void anIdleThreadOfAnotherPoolIsNoCarrier() {
        DumpedThread other = idle("ForkJoinPool-2-worker-13", CPU);

        assertThat(judge(
                        json(0, spinning(), carrying(11, CPU), other, unbegun()),
                        json(2, spinning(), carrying(11, CPU), other, unbegun())))
                .isEmpty();
    }

    @Test
    void anotherThreadInEachDumpHasBegun() {
        DumpedThread later = virtual(4, "unbegun").state("RUNNABLE").build();

        assertThat(judge(
                        json(0, spinning(), carrying(11, CPU), idle(), unbegun()),
                        json(2, spinning(), carrying(11, CPU), idle(), later)))
                .isEmpty();
    }

    @Test
    void aRealOneOfJdk21IsSaidWithWhoKeepsTheOtherCarrier(@TempDir Path folder) throws Exception {
        for (String name : List.of("1.json", "1-print.txt", "3.json", "3-print.txt")) {
            try (var in = OverlookedTest.class.getResourceAsStream("/dumps/overlooked/" + name)) {
                Files.copy(Objects.requireNonNull(in), folder.resolve(name));
            }
        }

        Section section = Question.HANG
                .ask(
                        InputOptions.of(
                                folder.resolve("1.json"),
                                folder.resolve("1-print.txt"),
                                folder.resolve("3.json"),
                                folder.resolve("3-print.txt")),
                        count -> {})
                .report()
                .sections()
                .stream()
                .filter(one -> one.id().equals(HangAnalysis.ID))
                .findFirst()
                .orElseThrow();

        assertThat(section.findings()).extracting(Finding::id).containsExactly("overlooked", "knownFault");
        Finding finding = section.findings().getFirst();
        assertThat(finding.severity()).isEqualTo(Severity.PROBLEM);
        assertThat(finding.summary())
                .isEqualTo("Overlooked by the scheduler: 1 virtual thread (\"pinned\") has not begun, although"
                        + " \"ForkJoinPool-1-worker-1\" is an idle carrier, the same in both dumps.");
        assertThat(section.toString())
                .contains("\"pinned\" (virtual #34) has a carrier and stands at Starvation.sleepTogether"
                        + " (Starvation.java:64).");
    }
}
