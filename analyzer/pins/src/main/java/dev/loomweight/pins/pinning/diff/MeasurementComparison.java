package dev.loomweight.pins.pinning.diff;

import dev.loomweight.kernel.subject.Comparison;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.pins.pinning.diff.Measurement.Gathered;
import dev.loomweight.pins.pinning.diff.Measurement.What;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Section;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What differs between two measurements and not between the programs: one remark. */
public final class MeasurementComparison implements Comparison<Measurement> {

    /** How inputs were measured. */
    public static final Subject<Gathered, Measurement> SUBJECT =
            Subject.of(Measurement.FOLD, Measurement::of).compared(new MeasurementComparison());

    /** The remark. */
    public static final String ID = "measurementsDiffer";

    /** Runs are never equally long. */
    private static final double ALIKE = 1.2;

    @Override
    public Section changes(Measurement before, Measurement after) {
        List<String> parts = new ArrayList<>();
        List<String> effects = new ArrayList<>();
        if (!before.processes().isEmpty()
                && !after.processes().isEmpty()
                && !before.processes().equals(after.processes())) {
            parts.add(
                    part("process", String.join(" and ", before.processes()), String.join(" and ", after.processes())));
        }
        for (What what : What.values()) {
            Set<String> was = before.values().get(what);
            Set<String> is = after.values().get(what);
            if (was != null && is != null && !was.equals(is) && (what != What.LENGTH || lengthsDiffer(before, after))) {
                parts.add(part(what.word, words(what, was), words(what, is)));
                effects.add(what.effect);
            }
        }
        List<Finding> findings = new ArrayList<>();
        if (!parts.isEmpty()) {
            findings.add(new Finding(
                            ID,
                            Severity.INFO,
                            "The measurements differ, apart from what the program did: " + String.join("; ", parts)
                                    + ".",
                            String.join(" ", effects),
                            "")
                    .ofInputs());
        }
        Instant earlier = before.start();
        Instant later = after.start();
        if (earlier != null && later != null && later.isBefore(earlier)) {
            findings.add(new Finding(
                            "orderReversed",
                            Severity.WARNING,
                            "The second input began " + later + ", before the first (" + earlier + ").",
                            "What is called before was after.",
                            "Give them in the other order.")
                    .ofInputs());
        }
        return new Section("measurement", "How the two were measured", List.of(), findings);
    }

    private static String words(What what, Set<String> values) {
        return values.stream()
                .map(value -> switch (what) {
                    case JDK, COLLECTOR -> value;
                    case HEAP -> Amounts.bytes(Long.parseLong(value));
                    case PROCESSORS, CARRIERS -> Amounts.count(Long.parseLong(value));
                    case THRESHOLD, LENGTH -> Amounts.time(Long.parseLong(value));
                })
                .collect(Collectors.joining(" and "));
    }

    private static boolean lengthsDiffer(Measurement before, Measurement after) {
        double ratio = (double) after.recorded().toNanos() / before.recorded().toNanos();
        return ratio > ALIKE || ratio < 1 / ALIKE;
    }

    private static String part(String what, String was, String is) {
        return what + " " + was + " before, " + is + " after";
    }

    /** One input is measured in one way. */
    @Override
    public Section within(Measurement all) {
        return new Section("measurement", "", List.of(), List.of());
    }
}
