package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.launch.RunPrograms;
import dev.loomweight.program.MemoryProgram;
import dev.loomweight.program.RunRequest;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Real JVMs with memory outside the heap: all of it is explained, and what the sample made has its right name. */
@Tag("oracles")
class MemorySamplesTest {

    @TempDir
    private Path folder;

    @BeforeAll
    static void nameTheSamples() throws Exception {
        System.setProperty("loomweight.samples", MemoryTables.samples().toString());
    }

    static Stream<Arguments> runs() {
        return Jdks.BOTH.stream().flatMap(jdk -> MemoryProgram.names().stream().map(name -> Arguments.of(jdk, name)));
    }

    @Test
    void theCommandKnowsEverySample() throws ReflectiveOperationException {
        Class<?> samples = Class.forName("dev.loomweight.samples.MemorySample");

        assertThat(MemoryProgram.names()).isEqualTo(samples.getField("NAMES").get(null));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void everythingIsExplainedUnderItsRightName(String jdkProperty, String name) throws Exception {
        Path capture = folder.resolve(name + ".lw");
        RunRequest request = new RunRequest(
                new MemoryProgram(name), List.of(Optional.of(Jdks.home(jdkProperty))), 1, Duration.ZERO, capture);
        assertThat(RunPrograms.run(request, step -> {}, () -> false))
                .isEqualTo(new RunPrograms.SeriesResult(1, 1, List.of()));

        Report report = Question.MEMORY.ask(InputOptions.of(capture)).report();

        Table memory = MemoryTables.of(report, "memory1");
        MemoryTables.addsUp(memory);
        assertThat(MemoryTables.unexplained(memory))
                .as("the part of resident memory that nothing explains")
                .isLessThan(0.05);
        Object expected = Class.forName("dev.loomweight.samples.MemorySample")
                .getMethod("of", String.class)
                .invoke(null, name);
        // Of malloc that was never touched it is not known whose it is: then the row has the least that it can be.
        long open = MemoryTables.has(memory, "malloc above, not divided")
                ? MemoryTables.resident(memory, "malloc above, not divided")
                : 0;
        assertThat(open).isLessThan(32L << 20);
        assertThat(MemoryTables.resident(memory, (String) value(expected, "part")))
                .as("resident of %s", value(expected, "part"))
                .isBetween((Long) value(expected, "leastBytes") - open, (Long) value(expected, "mostBytes"));
        assertThat(report.sections().stream()
                        .filter(section -> section.id().equals("reconciliation"))
                        .map(Section::findings)
                        .flatMap(List::stream)
                        .map(Finding::id))
                .startsWith((String) value(expected, "finding"))
                // Their heaps are larger than what they do needs.
                .isSubsetOf((String) value(expected, "finding"), "unusedHeap");
        assertThat(memory.rows())
                .filteredOn(row -> row.role() == Role.TOTAL)
                .allSatisfy(row -> assertThat(row.cells().get(4)).isInstanceOf(Cell.Bytes.class));
    }

    private static Object value(Object of, String accessor) throws ReflectiveOperationException {
        Method method = of.getClass().getMethod(accessor);
        return method.invoke(of);
    }
}
