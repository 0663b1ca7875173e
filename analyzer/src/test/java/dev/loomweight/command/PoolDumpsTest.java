package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Samples;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two dumps, some seconds apart, of programs whose threads wait for an object of a real pool (the program is next to them):
 * {@code hang} and {@code waits} say the same of them, and take both files for one process.
 */
class PoolDumpsTest {

    private static final String COMMONS = "org.apache.commons.pool2.impl.GenericObjectPool";
    private static final String HIKARI = "com.zaxxer.hikari.util.ConcurrentBag";

    private static Path file(String name) {
        String folder = name.matches("(jetty|reactor)-.*") ? "servers" : "pools";
        return Path.of(Objects.requireNonNull(PoolDumpsTest.class.getResource("/dumps/" + folder + "/" + name), name)
                .getPath());
    }

    private static Section ask(Question question, String... files) {
        Options request =
                InputOptions.of(Arrays.stream(files).map(PoolDumpsTest::file).toArray(Path[]::new));
        return question.ask(request).report().sections().getFirst();
    }

    @ParameterizedTest
    @CsvSource({
        // files, pool, line, who may hold its objects
        "commons-nested-21, json, COMMONS, 97, '4 of the threads that wait for the pool'",
        "commons-nested-25, json, COMMONS, 97, '4 of the threads that wait for the pool'",
        "platform-nested-21, txt, COMMONS, 97, '4 of the threads that wait for the pool'",
        "platform-nested-25, txt, COMMONS, 97, '4 of the threads that wait for the pool'",
        "hikari-nested-21, txt, HIKARI, 109, '4 of the threads that wait for the pool'",
        "hikari-kept-21, json, HIKARI, 109, 'at Lending.report (Lending.java:69)'",
        "hikari-kept-25, json, HIKARI, 109, 'at Lending.report (Lending.java:69)'",
    })
    void anExhaustedPoolIsNamedWithTheLineOfTheApplication(
            String files, String format, String pool, int line, String holders) {
        String name = pool.equals("HIKARI") ? HIKARI : COMMONS;
        String[] both = {files + "-1." + format, files + "-3." + format};

        Section hang = ask(Question.HANG, both[0], both[1]);
        Finding finding = hang.findings().getFirst();
        assertThat(finding.id()).isEqualTo("poolExhausted");
        assertThat(finding.severity()).isEqualTo(Finding.Severity.PROBLEM);
        assertThat(finding.summary())
                .startsWith("Pool exhausted: 10 threads (\"order-")
                .contains(
                        " wait for an object of the pool " + name + " at Lending.lambda$",
                        " (Lending.java:" + line + ")",
                        ", the same in both dumps;");
        assertThat(finding.summary().contains("until a time limit")).isEqualTo(name.equals(HIKARI));
        assertThat(String.join(" ", Samples.block(hang, "headline", Note.class).sentences()))
                .contains(holders);
        assertThat(finding.place()).isNotNull();
        assertThat(Objects.requireNonNull(finding.place()).line()).isEqualTo(line);

        Section waits = ask(Question.WAITS, both[0], both[1]);
        boolean platform = files.startsWith("platform");
        Table locks = Samples.block(waits, platform ? "platformLocks" : "locks", Table.class);
        assertThat(locks.rows()).hasSize(1);
        assertThat(cell(locks, "lock")).isEqualTo(Cell.text(name));
        assertThat(cell(locks, "waiting")).isEqualTo(Cell.count(10));
        assertThat(String.valueOf(cell(locks, "site"))).contains("Lending.lambda$", ":" + line);
    }

    @ParameterizedTest
    @CsvSource({"commons-busy-21", "commons-busy-25"})
    void aPoolThatLendsAndLendsIsNoHang(String files) {
        Section hang = ask(Question.HANG, files + "-1.json", files + "-3.json");

        assertThat(hang.findings()).extracting(Finding::id).doesNotContain("poolExhausted");
        Table locks = Samples.block(hang, "locks", Table.class);
        assertThat(cell(locks, "lock")).isEqualTo(Cell.text("an object of the pool " + COMMONS));
    }

    @Test
    void oneDumpSaysWhatItShowsAndThatMoreAreNeeded() {
        Section hang = ask(Question.HANG, "commons-nested-25-1.json");
        Finding finding = hang.findings().getFirst();

        assertThat(finding.id()).isEqualTo("poolExhausted");
        assertThat(finding.severity()).isNotEqualTo(Finding.Severity.PROBLEM);
        assertThat(finding.summary()).startsWith("10 threads (").contains("pool " + COMMONS);
        assertThat(finding.solution()).startsWith("Take several dumps");
    }

    @Test
    void filesOfOneProcessAreOneForBothQuestions() {
        for (Question question : List.of(Question.HANG, Question.WAITS)) {
            List<String> lines = Samples.block(
                            ask(question, "hikari-kept-25-1.json", "hikari-kept-25-3.json"), "headline", Note.class)
                    .sentences();

            assertThat(lines).as(question.toString()).isNotEmpty().noneMatch(line -> line.startsWith("hikari"));
        }
    }

    /** The same program with the same threads: the id of the process, which the dumps have, tells them apart. */
    @Test
    void filesOfTwoProcessesStayTwo() {
        for (Question question : List.of(Question.HANG, Question.WAITS)) {
            Section section =
                    ask(question, "commons-nested-25-1.json", "commons-busy-25-1.json", "commons-nested-25-3.json");

            assertThat(Samples.block(section, "headline", Note.class).sentences())
                    .as(question.toString())
                    .anyMatch(line -> line.startsWith("commons-nested-25-1.json: "))
                    .anyMatch(line -> line.startsWith("commons-busy-25-1.json: "))
                    .noneMatch(line -> line.startsWith("commons-nested-25-3.json: "));
        }
    }

    /** A server whose threads have nothing to do; its acceptors and selectors wait for input for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"21", "25"})
    void anIdleServerIsNoHang(String jdk) {
        List<String> said = said("jetty-idle", jdk);

        assertThat(said.getFirst()).startsWith("No hang found in 2 dumps of 25 threads");
        assertThat(said).noneMatch(line -> line.contains("qtp"));
    }

    /** Who is to send what a socket waits for is in no dump; all that stand there are said, and what it would mean. */
    @ParameterizedTest
    @ValueSource(strings = {"21", "25"})
    void aServerWhoseThreadsAllAskItIsSaidToPerhapsWaitForItself(String jdk) {
        assertThat(said("jetty-itself", jdk))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("25 threads (\"qtp")
                        .contains("wait for input or output at Serving.get (Serving.java:88), the same in both dumps")
                        .endsWith("If it is this process, these waits can be the hang."));
    }

    /** The dumps are alike whether the tasks are of the same pool or of another: they show neither its queue nor its results. */
    @ParameterizedTest
    @CsvSource({"reactor-itself, 21", "reactor-itself, 25", "reactor-other, 21", "reactor-other, 25"})
    void aPoolWhoseThreadsAllBlockMayWaitForItsOwnTasks(String files, String jdk) {
        Section hang = ask(Question.HANG, files + "-" + jdk + "-a.txt", files + "-" + jdk + "-b.txt");

        assertThat(hang.findings()).extracting(Finding::id).containsExactly("fullPool");
        assertThat(hang.findings().getFirst().severity()).isEqualTo(Finding.Severity.WARNING);
        List<String> said = said(files, jdk);
        assertThat(said.getFirst())
                .startsWith("A full pool may wait for its own tasks: all its 4 threads (")
                .contains(") wait for results of tasks at Serving.order (Serving.java:63)");
        // Of each of them nothing more is known.
        assertThat(said.stream().skip(1)).noneMatch(line -> line.contains("pool-1-thread"));
    }

    private static List<String> said(String files, String jdk) {
        Section hang = ask(Question.HANG, files + "-" + jdk + "-a.txt", files + "-" + jdk + "-b.txt");
        return Samples.block(hang, "headline", Note.class).sentences();
    }

    private static Cell cell(Table table, String column) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).id().equals(column)) {
                return table.rows().getFirst().cells().get(i);
            }
        }
        throw new AssertionError(column);
    }
}
