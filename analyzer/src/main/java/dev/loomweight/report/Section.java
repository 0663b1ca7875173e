package dev.loomweight.report;

import java.util.List;
import java.util.Optional;

/**
 * The part of a report that one analysis made.
 *
 * @param id the key, unique within the report
 * @param title the heading; may be empty for the first section
 * @param blocks what to show
 * @param findings what to act on
 */
public record Section(String id, String title, List<Block> blocks, List<Finding> findings) {

    public Section {
        blocks = List.copyOf(blocks);
        findings = List.copyOf(findings);
    }

    /**
     * What the section says in short: the note that it begins with, or that stands right below its first block. Its
     * first sentence is the most important.
     */
    public Optional<Note> verdict() {
        return blocks.stream()
                .limit(2)
                .filter(Note.class::isInstance)
                .map(Note.class::cast)
                .findFirst();
    }

    /** The table that sums it up: the first that has rows; none if there is none among the first two blocks. */
    public Optional<Table> lead() {
        return blocks.stream()
                .limit(2)
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .filter(table -> !table.rows().isEmpty())
                .findFirst();
    }

    /** Whether there is nothing to show. */
    public boolean isEmpty() {
        return blocks.isEmpty() && findings.isEmpty();
    }
}
