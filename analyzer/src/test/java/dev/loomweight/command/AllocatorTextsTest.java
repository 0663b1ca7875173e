package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Report;
import dev.loomweight.report.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts of a JVM under four malloc libraries, with 400 Deflaters of about 90 KB: see the folder's README.md. */
class AllocatorTextsTest {

    private static final long MB = 1 << 20;

    @ParameterizedTest
    @CsvSource({"jemalloc, libjemalloc.so.2", "mimalloc, libmimalloc.so.2.0", "tcmalloc, libtcmalloc_minimal.so.4.5.10"
    })
    void itsMemoryIsARowOfItsOwn(String folder, String library) throws Exception {
        Report report = report(folder);
        Table memory = MemoryTables.of(report, "memory1");

        MemoryTables.addsUp(memory);
        assertThat(MemoryTables.resident(memory, library + ": native code, freed"))
                .isBetween(34 * MB, 40 * MB);
        assertThat(MemoryTables.resident(memory, "malloc of the JVM")).isBetween(4 * MB, 5 * MB);
        assertThat(findings(report)).containsExactly("otherAllocator");
        assertThat(memory.rows())
                .extracting(row -> row.cells().get(0))
                .doesNotContain(Cell.text("malloc of native code, not in NMT"), Cell.text("unaccounted for"));
    }

    @Test
    void ofGlibcTheMallocOfNativeCodeIsCounted() throws Exception {
        Report report = report("glibc");
        Table memory = MemoryTables.of(report, "memory1");

        MemoryTables.addsUp(memory);
        assertThat(MemoryTables.resident(memory, "malloc of native code, not in NMT"))
                .isBetween(33 * MB, 34 * MB);
        assertThat(findings(report)).containsExactly("nativeMalloc");
    }

    private static Report report(String name) throws Exception {
        Path folder = Path.of(
                AllocatorTextsTest.class.getResource("/allocators/" + name).toURI());
        try (Stream<Path> files = Files.list(folder)) {
            return Question.MEMORY
                    .ask(InputOptions.of(files.sorted().toArray(Path[]::new)))
                    .report();
        }
    }

    private static List<String> findings(Report report) {
        return report.sections().stream()
                .filter(section -> section.id().equals("reconciliation"))
                .flatMap(section -> section.findings().stream())
                .map(Finding::id)
                .toList();
    }
}
