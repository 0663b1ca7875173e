package dev.loomweight.report;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of a report that one analysis made.
 *
 * @param id the key, unique within the report
 * @param title the heading; may be empty for the first section
 * @param blocks what to show
 * @param findings what to act on
 * @param worst what a first screen shows in place of the table that sums the section up: a table of its own; null where
 *     that table itself does
 */
public record Section(
        String id,
        String title,
        List<Block> blocks,
        List<Finding> findings,
        @Nullable Table worst) {

    /** A section that has no table of its own for a first screen. */
    public Section(String id, String title, List<Block> blocks, List<Finding> findings) {
        this(id, title, blocks, findings, null);
    }

    public Section {
        blocks = List.copyOf(blocks);
        findings = List.copyOf(findings);
    }

    /**
     * The summary of the section: the note that it begins with or that follows its first block. Its first sentence is the
     * most important. Empty where there is no news ({@link Note#NO_NEWS}).
     */
    public Optional<Note> verdict() {
        return blocks.stream()
                .limit(2)
                .filter(Note.class::isInstance)
                .map(Note.class::cast)
                .findFirst()
                .filter(note -> !note.id().equals(Note.NO_NEWS) && !note.isProse());
    }

    /**
     * The table that sums it up, among the first two blocks that are no notes: one with a total and bars, which shows
     * the parts of the total, or else the first that has rows.
     */
    public Optional<Table> lead() {
        List<Table> tables = blocks.stream()
                .filter(block -> !(block instanceof Note))
                .limit(2)
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .filter(table -> !table.rows().isEmpty())
                .toList();
        return tables.stream()
                .filter(table -> table.columns().stream().anyMatch(Table.Column::bar)
                        && table.rows().stream().anyMatch(row -> row.role() == Table.Role.TOTAL))
                .findFirst()
                .or(() -> tables.stream().findFirst());
    }

    /** Whether there is nothing to show. */
    public boolean isEmpty() {
        return blocks.isEmpty() && findings.isEmpty();
    }
}
