package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.Jdks;
import dev.loomweight.capture.DataException;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Running JVMs as inputs, on both JDKs. */
@Tag("oracles")
class CommandInputsTest {

    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void aRunningJvmIsAnInputAndNoTraceOfTheSnapshotStays(String jdk) throws IOException {
        Process target = start(jdk, "-XX:NativeMemoryTracking=summary");
        try {
            Question.Answer answer = Question.MEMORY.ask(InputOptions.of(Path.of(Long.toString(target.pid()))));

            assertThat(answer.problems()).isEmpty();
            assertThat(answer.report().sections()).extracting(Section::id).contains("nmt", "reconciliation");
        } finally {
            target.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void withTrackingOffTheAnswerStands(String jdk) throws IOException {
        Process target = start(jdk, "-Xmx64m");
        try {
            Question.Answer answer = Question.MEMORY.ask(InputOptions.of(Path.of(Long.toString(target.pid()))));

            assertThat(answer.problems()).isEmpty();
            assertThat(answer.report().sections()).extracting(Section::id).contains("reconciliation", "nmtAnswers");
            Table memory = MemoryTables.of(answer.report(), "memory1");
            MemoryTables.addsUp(memory);
            // Where more was allocated than is resident, it is not divided from what the JVM maps.
            assertThat(memory.rows())
                    .extracting(row -> row.cells().get(0))
                    .containsAnyOf(
                            Cell.text("malloc (JVM and native code; NMT is off)"),
                            Cell.text("malloc (JVM and native code), stacks, metaspace, CDS, code, GC"
                                    + " (not divided; NMT is off)"),
                            Cell.text("malloc (JVM and native code), stacks, metaspace, code, GC"
                                    + " (not divided; NMT is off)"));
            assertThat(memory.rows())
                    .extracting(row -> row.cells().get(0))
                    .doesNotContain(Cell.text("malloc of native code, not in NMT"), Cell.text("unaccounted for"));
            assertThat(answer.report().sections().stream().flatMap(section -> section.findings().stream()))
                    .filteredOn(finding -> !finding.id().startsWith("limit"))
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.summary())
                                .isEqualTo("NMT's answer (process " + target.pid()
                                        + ", now): \"Native memory tracking is not enabled\".");
                        assertThat(finding.solution()).contains("-XX:NativeMemoryTracking=summary");
                    });
        } finally {
            target.destroyForcibly();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "true, 'there is no process PID'",
        "sleep 600, 'process PID is not a JVM that can be attached to (its state is not ready to participate in attach handshake!)'"
    })
    void whatCannotBeAskedIsSaid(String command, String message) throws Exception {
        Process process = new ProcessBuilder(command.split(" ")).start();
        try {
            if (command.equals("true")) {
                process.waitFor();
            }

            assertThatThrownBy(() -> Question.MEMORY.ask(InputOptions.of(Path.of(Long.toString(process.pid())))))
                    .isInstanceOf(DataException.class)
                    .hasMessage(message.replace("PID", Long.toString(process.pid()))
                            + "; loomweight record without arguments lists the running JVMs");
        } finally {
            process.destroyForcibly();
        }
    }

    /** A JVM that is up and waits for its input to end. */
    private static Process start(String jdk, String option) throws IOException {
        String samples = Stream.of(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                .filter(path -> path.contains("samples") || path.contains("agent"))
                .reduce((a, b) -> a + java.io.File.pathSeparator + b)
                .orElseThrow();
        Process process = new ProcessBuilder(
                        Jdks.home(jdk).resolve("bin/java").toString(),
                        option,
                        "-cp",
                        samples,
                        "dev.loomweight.samples.Sleepers",
                        "platform",
                        "1",
                        "0")
                .redirectErrorStream(true)
                .start();
        // Its first line says that it is up; nothing is started before a word comes back.
        assertThat(process.inputReader().readLine()).contains("READY");
        return process;
    }
}
