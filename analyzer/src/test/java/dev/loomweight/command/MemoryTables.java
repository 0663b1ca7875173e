package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Report;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.nio.file.Path;

/** The table of parts of a process, as tests look at it. */
final class MemoryTables {

    private static final int RESIDENT = 4;

    private MemoryTables() {}

    /** Where the classes of the samples are. */
    static Path samples() throws Exception {
        return Path.of(Class.forName("dev.loomweight.samples.Sleepers")
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    static Table of(Report report, String id) {
        return report.sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(block -> block.id().equals(id))
                .map(Table.class::cast)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no table " + id));
    }

    /** The plain rows are the total, to the byte. */
    static void addsUp(Table memory) {
        long sum = memory.rows().stream()
                .filter(row -> row.role() == Role.PLAIN)
                .mapToLong(MemoryTables::resident)
                .sum();
        assertThat(sum).isEqualTo(total(memory));
    }

    static double unexplained(Table memory) {
        return (double) resident(memory, "unaccounted for") / total(memory);
    }

    static boolean has(Table memory, String part) {
        return memory.rows().stream().anyMatch(row -> row.cells().get(0).equals(Cell.text(part)));
    }

    static long resident(Table memory, String part) {
        return memory.rows().stream()
                .filter(row -> row.cells().get(0).equals(Cell.text(part)))
                .mapToLong(MemoryTables::resident)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + part));
    }

    private static long total(Table memory) {
        return memory.rows().stream()
                .filter(row -> row.role() == Role.TOTAL)
                .mapToLong(MemoryTables::resident)
                .findFirst()
                .orElseThrow();
    }

    private static long resident(Row row) {
        return row.cells().get(RESIDENT) instanceof Cell.Bytes bytes ? bytes.value() : 0;
    }
}
