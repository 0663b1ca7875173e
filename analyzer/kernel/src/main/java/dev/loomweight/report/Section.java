package dev.loomweight.report;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
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
 * @param answering what of it answers a question
 */
public record Section(
        String id,
        String title,
        List<Block> blocks,
        List<Finding> findings,
        @Nullable Table worst,
        Answering answering) {

    /** What of a section answers a question. */
    public enum Answering {
        /** Any block but the note on what was recorded; and a finding on how the program ended, which has no figures. */
        BLOCKS,
        /** Tables alone: its notes say what failed. */
        TABLES,
        /** As blocks, of what the inputs could show: no answer to a question on something else. */
        ASIDE
    }

    /** A section whose blocks answer a question. */
    public Section(String id, String title, List<Block> blocks, List<Finding> findings, @Nullable Table worst) {
        this(id, title, blocks, findings, worst, Answering.BLOCKS);
    }

    /** A section that has no table of its own for a first screen. */
    public Section(String id, String title, List<Block> blocks, List<Finding> findings) {
        this(id, title, blocks, findings, null);
    }

    /** The same section, of which something else answers a question. */
    public Section answering(Answering by) {
        return new Section(id, title, blocks, findings, worst, by);
    }

    /** A part of the same section. */
    public Section only(Predicate<String> ids) {
        return new Section(
                id,
                title,
                blocks.stream().filter(block -> ids.test(block.id())).toList(),
                findings.stream().filter(finding -> ids.test(finding.id())).toList(),
                null,
                answering);
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

    /** Whether something of it answers a question. */
    public boolean isAnswer() {
        return switch (answering) {
            case TABLES -> blocks.stream().anyMatch(Table.class::isInstance);
            case BLOCKS, ASIDE ->
                blocks.stream().anyMatch(block -> !block.id().equals(Note.RECORDED))
                        || findings.stream().anyMatch(finding -> finding.topic() == Finding.Topic.END);
        };
    }

    /** Whether it says what the inputs could show. */
    public boolean isAside() {
        return answering == Answering.ASIDE;
    }

    /** Whether there is nothing to show. */
    public boolean isEmpty() {
        return blocks.isEmpty() && findings.isEmpty();
    }
}
