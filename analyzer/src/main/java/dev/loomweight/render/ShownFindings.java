package dev.loomweight.render;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The findings that people see: all but those about places in code that follow many of their kind.
 *
 * @param findings those that are shown, in their order
 * @param left how many are not
 */
record ShownFindings(List<Finding> findings, int left) {

    /** How many findings of a kind are shown where nothing else is asked for. */
    static final int TOP = 3;

    /**
     * Selects findings.
     *
     * @param top how many of a kind, or {@link TextOptions#AS_TABLE}
     */
    static ShownFindings of(List<Finding> all, int top) {
        int most = top == TextOptions.AS_TABLE ? TOP : top;
        Map<String, Integer> seen = new HashMap<>();
        List<Finding> shown = new ArrayList<>();
        for (Finding finding : all) {
            if (finding.place() == null || seen.merge(finding.id(), 1, Integer::sum) <= most) {
                shown.add(finding);
            }
        }
        return new ShownFindings(shown, all.size() - shown.size());
    }

    /** How many are left out, as a sentence; a hint where to find them. */
    String rest() {
        return Amounts.count(left, "more finding")
                + " about single sites; --top N shows more, and JSON, CSV and SARIF have all.";
    }
}
