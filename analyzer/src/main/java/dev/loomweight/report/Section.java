package dev.loomweight.report;

import java.util.List;

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

    /** Whether there is nothing to show. */
    public boolean isEmpty() {
        return blocks.isEmpty() && findings.isEmpty();
    }
}
