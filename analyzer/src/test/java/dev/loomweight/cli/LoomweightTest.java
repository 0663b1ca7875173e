package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.report.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command for programs. */
class LoomweightTest {

    private static final String PINS = "src/test/resources/recordings/25/pins.jfr";

    @TempDir
    private Path folder;

    @Test
    void aReportIsGivenInsteadOfWritten() throws IOException {
        Loomweight.Answer answer = Loomweight.ask("pins", PINS, "--format", "json");

        Question.Answer expected = Question.PINS.ask(InputOptions.of(Path.of(PINS)));
        assertThat(answer.report()).isEqualTo(expected.report());
        assertThat(answer.problems()).isEmpty();
        assertThat(answer.passed()).isTrue();
    }

    @Test
    void whatIsOverABudgetHasNotPassed() throws IOException {
        assertThat(Loomweight.ask("check", PINS, "--budget", "pins=1000").passed())
                .isTrue();

        Loomweight.Answer over = Loomweight.ask("check", PINS, "--budget", "pins=0");
        assertThat(over.passed()).isFalse();
        assertThat(over.report().sections())
                .flatExtracting(section -> section.findings())
                .extracting(Finding::severity)
                .contains(Finding.Severity.PROBLEM);
    }

    @Test
    void aFileThatCannotBeReadIsAProblemBesideAReportOfTheOthers() throws IOException {
        Path damaged = Files.writeString(folder.resolve("damaged.jfr"), "no recording");

        Loomweight.Answer answer = Loomweight.ask("pins", PINS, damaged.toString());
        assertThat(answer.report().sections()).isNotEmpty();
        assertThat(answer.problems()).singleElement().asString().contains("damaged.jfr");
        assertThat(answer.passed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pins --unknown-option", "no-such-command", "pins", "--version", "help pins"})
    void whatAsksNothingIsRefused(String line) {
        assertThatThrownBy(() -> Loomweight.ask(line.split(" "))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whereThereIsNothingToReportTheReasonIsTheCommands() {
        assertThatThrownBy(() ->
                        Loomweight.ask("pins", folder.resolve("missing.jfr").toString()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("missing.jfr")
                .hasMessageStartingWith("loomweight pins: ");
    }
}
