package dev.loomweight.memory.growth;

import dev.loomweight.memory.Place;
import dev.loomweight.memory.growth.Course.Trend;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What grew in a process, in sentences: the headline, and a finding for each place that grew. */
final class GrowthSentences {

    private static final int NAMED = 3;

    /** Before that, a JVM loads and compiles its first classes: what grows then need not go on. */
    private static final Duration WARM_UP = Duration.ofMinutes(1);

    private final ProcessGrowth growth;
    private final String first;
    private final String last;
    private final boolean oneProcess;

    /**
     * @param first the name of the first moment, or of the earlier input
     * @param last the name of the last moment, or of the later input
     * @param oneProcess whether both are of one process; two that differ do not grow
     */
    GrowthSentences(ProcessGrowth growth, String first, String last, boolean oneProcess) {
        this.growth = growth;
        this.first = first;
        this.last = last;
        this.oneProcess = oneProcess;
    }

    private static String capital(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private String over(Course course) {
        Duration window = course.window();
        return window.isPositive() ? " in " + Amounts.time(window.toNanos()) : "";
    }

    /** The sentence that says most. */
    String headline() {
        Course total = growth.total();
        long change = total.change();
        StringBuilder words = new StringBuilder(growth.source().label()).append(" of ");
        words.append(growth.name()).append(' ');
        if (Math.abs(change) <= growth.noise()) {
            words.append("did not grow").append(over(total)).append(" (").append(signed(change));
            words.append("; a change of up to ")
                    .append(Amounts.bytes(growth.noise()))
                    .append(" is not counted as growth)");
        } else if (oneProcess) {
            words.append(change > 0 ? "grew by " : "shrank by ").append(Amounts.bytes(Math.abs(change)));
            words.append(over(total)).append(", to ").append(Amounts.bytes(total.last()));
        } else {
            words.append("is ").append(Amounts.bytes(Math.abs(change)));
            words.append(change > 0 ? " larger, " : " smaller, ").append(Amounts.bytes(total.last()));
        }
        List<Grown> most = growth.places().stream()
                .filter(one -> one.course().change() > growth.noise())
                .limit(NAMED)
                .toList();
        if (most.isEmpty()) {
            boolean flat = Math.abs(change) <= growth.noise();
            words.append(growth.places().isEmpty() || !flat ? "" : "; no place grew by more");
        } else {
            words.append(oneProcess ? "; what grew most: " : "; what differs most: ");
            words.append(most.stream()
                    .map(one -> one.place().label() + " (+"
                            + Amounts.bytes(one.course().change()) + how(one) + ")")
                    .collect(Collectors.joining("; ")));
        }
        return capital(words.append('.').toString());
    }

    private static String signed(long bytes) {
        return (bytes > 0 ? "+" : "") + Amounts.bytes(bytes);
    }

    private static String how(Grown grown) {
        return switch (grown.trend()) {
            case GROWS -> ", still growing at the end";
            case STEP -> ", in one step";
            case ENDED -> ", then stopped growing";
            case UP_AND_DOWN -> ", not steady";
            case GREW, SHRANK, SAME -> "";
        };
    }

    /** A finding for each place that grew by more than its error and the noise. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        for (Grown one : growth.places()) {
            if (one.isFinding()) {
                findings.add(finding(one));
            }
        }
        return findings;
    }

    private Finding finding(Grown one) {
        Course course = one.course();
        String subject = capital(one.place().label()) + " of " + growth.name() + ": ";
        boolean trend = one.trend() == Trend.GROWS;
        String rate = course.slope()
                .map(slope -> Rates.of(course.window()).words(slope))
                .orElse("");
        String summary = subject
                + (oneProcess
                        ? "grew by " + Amounts.bytes(course.change()) + over(course)
                        : Amounts.bytes(course.change()) + " more")
                + (rate.isEmpty() || !oneProcess ? "" : " (" + rate + ")")
                + (trend ? ", and still at the end." : ".");
        Finding finding = new Finding(
                one.place().findingId(),
                trend && !isShort(course) && one.place() != Place.HEAP_RESIDENT ? Severity.WARNING : Severity.INFO,
                summary,
                (measured(course, trend) + " " + one.evidence()).strip(),
                one.advice());
        return trend && oneProcess && !one.place().isOfWarmUp() ? finding.ofGrowth() : finding;
    }

    /** What it was measured over, and what that does not show. */
    private String measured(Course course, boolean trend) {
        int moments = course.values().size();
        // A rest below zero is memory that was allocated and not touched: only its change means something.
        String window = course.first() < 0
                ? "From " + first + " to " + last
                : "From " + Amounts.bytes(course.first()) + " (" + first + ") to " + Amounts.bytes(course.last()) + " ("
                        + last + ")";
        if (!oneProcess) {
            return window + ", of two processes.";
        } else if (moments == 2) {
            return window + ": a difference of two moments, which has no error and may be a step or warm-up; three"
                    + " snapshots or more show whether it goes on.";
        } else if (!trend) {
            return window + ", in both intervals between three snapshots; more of them would show whether the slope is"
                    + " larger than its error.";
        }
        return window + ", over " + Amounts.count(moments)
                + (growth.isOfSnapshots() ? " snapshots" : " values of the recording")
                + "; the error is half of the 95 % confidence interval of the slope. "
                + (isShort(course)
                        ? "In less than a minute, growth cannot be distinguished from warm-up."
                        : "A window that begins with the JVM includes its warm-up.");
    }

    private static boolean isShort(Course course) {
        return course.window().compareTo(WARM_UP) < 0;
    }
}
