package dev.loomweight.threads.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A lock whose next owner has been woken and gets no carrier, by dumps of JDK 21, which do not show who was woken. */
class NextOwnerTest {

    private static final Path DUMPS = Path.of("src/test/resources/dumps/next-owner");

    private static Section ask(String... files) {
        Path[] paths = Stream.of(files).map(DUMPS::resolve).toArray(Path[]::new);
        return Question.HANG.ask(InputOptions.of(paths)).report().sections().getFirst();
    }

    @Test
    void whoWasWokenIsNoLostWakeUp() {
        Section section = ask("1.json", "2.json", "owners.txt");
        String said = section.toString();

        assertThat(section.findings()).as(said).extracting(Finding::id).containsExactly("carriersExhausted");
        assertThat(section.findings().getFirst().summary())
                .isEqualTo("Carriers exhausted: all 2 carriers are held by virtual threads that wait without releasing"
                        + " them (pinned); 1 virtual thread (\"next\") could run and has no carrier, the same in both"
                        + " dumps.");
        assertThat(section.findings().getFirst().solution()).contains("JDK 24+ ends it where monitors are what pins");
        assertThat(said)
                .contains(
                        "which is free, since \"next\" (virtual #17) has been woken to take it and has no carrier,",
                        "pinned by a monitor of one of its frames, as far as these show (--classpath shows which)")
                .doesNotContain("lost wake-up", "Update the JDK", "heap dump", "may be \"main\"", "owner unknown");
    }

    /** JDK 21 does not say which threads are virtual: of those without frames, some are the JVM's own. */
    @Test
    void aThreadOfTheJvmIsNoVirtualThread() {
        Section section = ask("1.json", "2.json");

        assertThat(section.findings())
                .extracting(Finding::summary)
                .anyMatch(summary -> summary.startsWith("Carriers exhausted, as far as the dumps show: "))
                .noneMatch(summary -> summary.contains("JFR Recorder Thread"));
        assertThat(section.toString()).contains("A heap dump has all owners (--heap FILE)");
    }
}
