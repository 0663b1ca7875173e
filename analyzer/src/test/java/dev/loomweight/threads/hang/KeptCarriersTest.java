package dev.loomweight.threads.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.faults.FaultFindings;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose virtual threads keep carriers, of the JDK's scheduler or of one of their own, from dumps of real JVMs. */
class KeptCarriersTest {

    private static final Path DUMPS = Path.of("src/test/resources/dumps/kept");

    private static Section hang(String name, String... files) {
        return Question.HANG
                .ask(InputOptions.of(
                        Stream.of(files).map(file -> DUMPS.resolve(name + file)).toArray(Path[]::new)))
                .report()
                .sections()
                .getFirst();
    }

    private static Section json(String name) {
        return hang(name, "-a.json", "-b.json");
    }

    private static Section all(String name) {
        return hang(name, "-a.json", "-a-print.txt", "-b.json", "-b-print.txt");
    }

    private static String said(Section hang) {
        return hang.findings().stream()
                .map(finding -> finding.severity() + " " + finding.id())
                .collect(Collectors.joining(", "));
    }

    /** The processor time that a spinning thread has used is no reason to unsay that it keeps its carrier. */
    @ParameterizedTest
    @ValueSource(strings = {"spin1-21", "spin1-25"})
    void theOnlyCarrierIsKeptByAThreadThatRuns(String name) {
        Section hang = all(name);

        assertThat(said(hang)).isEqualTo("WARNING carriersExhausted");
        assertThat(hang.findings().getFirst().summary())
                .startsWith("Carriers may be exhausted: the only carrier is held")
                .contains("5 virtual threads", "1 of those that hold them runs");
        assertThat(hang.findings().getFirst().solution()).startsWith("Give what runs for long a platform thread");
        assertThat(hang.toString()).contains("\"keeper-0\" (virtual", "Kept.compute (Kept.java:32)");
    }

    /** Dumps of JDK 21 without Thread.print do not show who has a carrier. */
    @ParameterizedTest
    @CsvSource({
        "spin2-21,   false, runs at Kept.compute (Kept.java:32)",
        "spin2-25,   true,  runs at Kept.compute (Kept.java:32)",
        "native2-21, false, is in native code at Kept.compress (Kept.java:54)",
        "native2-25, true,  is in native code at Kept.compress (Kept.java:54)"
    })
    void oneOfTheCarriersIsKept(String name, boolean showsCarriers, String does) {
        for (Section hang : showsCarriers ? List.of(all(name), json(name)) : List.of(all(name))) {
            assertThat(said(hang)).isEqualTo("INFO carriersKept");
            assertThat(hang.findings().getFirst().summary())
                    .matches(
                            "A virtual thread may keep its carrier: \"keeper-0\" \\(virtual #\\d+\\) has the carrier"
                                    + " \"ForkJoinPool-1-worker-1\" and .*, the same in both dumps; unless it has released it in between, no other could run there.")
                    .contains(does);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"moves2-21", "moves2-25", "rests-25"})
    void whoReleasesItsCarrierKeepsNone(String name) {
        assertThat(said(all(name))).doesNotContain("carriers", "WARNING", "PROBLEM");
        assertThat(said(json(name))).doesNotContain("carriers", "WARNING", "PROBLEM");
    }

    /** An idle carrier of the JDK's is none for threads of another scheduler: that has overlooked nothing. */
    @ParameterizedTest
    @CsvSource({
        "loops-25, PROBLEM, 'all 2 carriers of the application''s own scheduler (\"event-loop-1\", \"event-loop-2\") are held'",
        "loop-25,  WARNING, '1 of 2 carriers of the application''s own scheduler (\"event-loop-1\") is held'",
        "pool-25,  WARNING, 'all 2 carriers of the application''s own scheduler (\"pool-1-thread-1\", \"pool-1-thread-2\") are held'"
    })
    void carriersOfAnApplicationsOwnScheduler(String name, String severity, String words) {
        for (Section hang : List.of(all(name), json(name))) {
            Finding first = hang.findings().getFirst();

            assertThat(said(hang)).isEqualTo(severity + " carriersExhausted");
            assertThat(first.summary()).contains(words, "5 virtual threads (\"late-0\"");
            assertThat(first.solution()).contains("that scheduler").doesNotContain("parallelism");
            assertThat(hang.toString()).contains("\"keeper-0\"", "Kept.java:");
        }
    }

    /**
     * Who holds the carriers waits for a poller, and the poller for a carrier. Thread.print shows no virtual thread without one,
     * pollers among them; JSON does not show who waits for the initialization of a class.
     */
    @ParameterizedTest
    @CsvSource({
        "a-print b-print scheduler pollers,        PROBLEM, a poller is to see, is",
        "a-print b-print scheduler,                WARNING, if a virtual thread of this process is to send it,",
        "a.json b.json,                            WARNING, a poller is to see, may be",
        "a.json b.json scheduler pollers,          WARNING, a poller is to see, may be",
        "a.json b.json a-print,                    PROBLEM, a poller is to see, is",
        "a.json b.json a-print scheduler pollers,  PROBLEM, a poller is to see, is"
    })
    void whoWaitsForAPollerWaitsForACarrier(String files, String severity, String words, @Nullable String fault) {
        Path[] paths = Stream.of(files.split(" "))
                .map(file -> Path.of("src/test/resources/dumps/pollers", file.endsWith(".json") ? file : file + ".txt"))
                .toArray(Path[]::new);
        for (Question question : List.of(Question.HANG, Question.THREADS)) {
            List<Finding> all = question.ask(InputOptions.of(paths)).report().sections().stream()
                    .flatMap(section -> section.findings().stream())
                    .toList();
            Finding first = all.stream()
                    .filter(finding -> finding.id().equals("carriersExhausted"))
                    .findFirst()
                    .orElseThrow();

            assertThat(first.severity()).asString().isEqualTo(severity);
            assertThat(first.summary()).contains(words);
            assertThat(all)
                    .filteredOn(finding -> finding.id().equals(FaultFindings.ID))
                    .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(first.severity()))
                    .extracting(finding -> finding.summary().replaceFirst("^.*\\) (.* JDK-\\d+):.*", "$1"))
                    .isEqualTo(fault == null ? List.of() : List.of(fault + " the known fault JDK-8371045"));
        }
    }
}
