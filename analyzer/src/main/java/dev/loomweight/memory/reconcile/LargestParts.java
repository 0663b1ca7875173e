package dev.loomweight.memory.reconcile;

import dev.loomweight.memory.reconcile.Reconciliation.Precision;
import dev.loomweight.report.Amounts;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What most of a process' resident memory is, in a sentence. */
final class LargestParts {

    private static final int NAMED = 3;

    private LargestParts() {}

    /** The sentence; none where resident memory is not known. */
    static Optional<String> of(String title, Reconciliation whole) {
        if (whole.precision() == Precision.UNKNOWN || whole.total() <= 0) {
            return Optional.empty();
        }
        Map<String, Long> parts = new LinkedHashMap<>();
        for (Part part : Part.values()) {
            String name = part.kind() == Part.Kind.JVM_MALLOC ? "malloc of the JVM" : part.label();
            parts.merge(name, whole.resident(part), Long::sum);
        }
        String largest = parts.entrySet().stream()
                .filter(part -> part.getValue() > 0)
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(NAMED)
                .map(part -> part.getKey() + " " + Amounts.bytes(part.getValue()) + " ("
                        + Amounts.percent((double) part.getValue() / whole.total()) + ")")
                .collect(Collectors.joining(", "));
        return Optional.of(title + ": " + Amounts.bytes(whole.total()) + " are resident, most of it " + largest + ".");
    }
}
