package dev.loomweight.memory;

import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.NmtReport;
import java.util.ArrayList;
import java.util.List;

/** What a reader must know of an NMT report: parts that no grammar knows, and sums that disagree. */
final class NmtFindings {

    private NmtFindings() {}

    static void addTo(List<Finding> findings, String title, NmtReport report) {
        List<String> unknown = new ArrayList<>(report.unknownLines());
        report.categories().forEach(category -> unknown.addAll(category.unknownLines()));
        if (!unknown.isEmpty()) {
            findings.add(new Finding(
                    "nmtUnknownLines",
                    Severity.WARNING,
                    unknown.size() + " lines of " + title + " are of no form that Loomweight knows, the first: \""
                            + unknown.get(0) + "\".",
                    "A newer or changed JDK prints them; no figure above counts them.",
                    "Send the text to the makers of Loomweight."));
        }
    }
}
