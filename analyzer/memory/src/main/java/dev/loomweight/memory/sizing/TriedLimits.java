package dev.loomweight.memory.sizing;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.sizing.Proposal.Plan;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happened when a command was run again under proposed limits. */
public final class TriedLimits {

    /** The key of the section. */
    public static final String ID = "triedLimits";

    private final Trial first;
    private final List<Named> trials = new ArrayList<>();

    /** A trial and what its limit is. */
    private record Named(String name, Plan plan, Trial trial, boolean isMargin) {}

    /** @param first the run without a limit */
    public TriedLimits(Trial first) {
        this.first = first;
    }

    /**
     * Adds a trial.
     *
     * @param name what the limit is, such as {@code least limit}
     * @param plan the limit and its flags
     * @param trial what happened
     * @param isMargin whether the limit is below those that are proposed, so that a failure is no problem
     */
    public void add(String name, Plan plan, Trial trial, boolean isMargin) {
        trials.add(new Named(name, plan, trial, isMargin));
    }

    /** Whether a trial under a limit went like the first run. */
    public boolean suffices(long limitBytes) {
        return trials.stream()
                .anyMatch(one -> one.plan.limitBytes() == limitBytes
                        && one.trial.failures(first).isEmpty()
                        && !one.trial.isUndecided());
    }

    /** The section; to be asked for after the last trial. */
    public Section section() {
        List<Finding> findings = new ArrayList<>();
        List<String> sentences = new ArrayList<>();
        for (Named one : trials) {
            sentences.add(sentence(one));
            if (!one.trial.failures(first).isEmpty() && !one.isMargin) {
                findings.add(new Finding(
                        "limitFailed",
                        Severity.PROBLEM,
                        sentence(one),
                        one.trial.refused().isEmpty()
                                ? "The limit was computed from one run; this run needed more."
                                : "The flags were " + String.join(" ", one.plan.words())
                                        + ". They do not go with the command's own options, so whether the limit suffices"
                                        + " is not known.",
                        one.trial.refused().isEmpty()
                                ? "Set a higher limit. The capture of the run shows which part grew, or that the heap was"
                                        + " too small."
                                : "Remove or lower the command's own option that the message names, such as -Xms in a"
                                        + " script or in JAVA_TOOL_OPTIONS, and verify again."));
            }
        }
        List<Block> blocks = new ArrayList<>(List.of(new Note("tried", sentences), table()));
        Rows.of(Named.class)
                .text("run", "", Named::name)
                .text("flags", "flags", one -> String.join(" ", one.plan.words()))
                .some("triedFlags", "Flags that were tried", trials)
                .ifPresent(blocks::add);
        return new Section(ID, "Limits that were tried", blocks, findings);
    }

    private String sentence(Named one) {
        List<String> failures = one.trial.failures(first);
        String limit = "Under " + Amounts.bytes(one.plan.limitBytes()) + " (" + one.name + ", -Xmx"
                + (one.plan.heapBytes() >> 20) + "m) ";
        if (!failures.isEmpty()) {
            return limit + "it failed: " + String.join("; ", failures) + ".";
        }
        if (one.trial.isUndecided()) {
            return limit
                    + "it is not known whether it would run: nothing enforced the limit, and its resident memory counts "
                    + Amounts.bytes(one.trial.run().peakSharedBytes()) + " that are mapped more than once, or shared.";
        }
        String cost = one.trial.cost(first);
        return limit + "it ended as in the first run" + (cost.isEmpty() ? "" : ": " + cost) + "." + reserve(one);
    }

    /** What of the limit it did not use, by its peak; empty where that is not known, or reached the limit. */
    private static String reserve(Named one) {
        Quantity peak = one.trial.enforced() && one.trial.peakChargedBytes().isKnown()
                ? one.trial.peakChargedBytes()
                : one.trial.run().peakResidentBytes();
        long limit = one.plan.limitBytes();
        return peak.isKnown() && peak.known() < limit
                ? " Its peak was " + Amounts.bytes(peak.known()) + ": "
                        + Amounts.bytes(limit - peak.known()) + " of the limit ("
                        + Amounts.percent((double) (limit - peak.known()) / limit) + ") were reserve."
                : "";
    }

    private Table table() {
        List<Line> rows = new ArrayList<>();
        rows.add(new Line("first run", null, first, "ended"));
        List<String> notes = new ArrayList<>();
        for (Named one : trials) {
            List<String> failures = one.trial.failures(first);
            rows.add(new Line(
                    one.name,
                    one.plan,
                    one.trial,
                    !failures.isEmpty()
                            ? failures.getFirst()
                            : one.trial.isUndecided() ? "not known" : "as the first run"));
            String by = one.trial.enforced()
                    ? "The kernel enforced the limit (" + kind(one.trial.limitedBy()) + ")."
                    : "No limit of the kernel could be set (" + one.trial.limitedBy()
                            + "): the JVM's flags were set, and its resident memory was compared with the limit.";
            if (!notes.contains(by)) {
                notes.add(by);
            }
        }
        if (trials.stream()
                .anyMatch(one -> one.trial.run().peakSharedBytes()
                        > one.trial.run().peakResidentBytes().orElse(0) / 2)) {
            notes.add("RSS counts memory that is mapped more than once each time, as ZGC's heap before JDK 25.");
        }
        notes.add("All runs were recorded by JFR and tracked by NMT, which take memory too.");
        notes.add("Pauses are those of collections, without the work that a concurrent collector does in parallel.");
        return Rows.of(Line.class)
                .text("run", "", Line::run)
                .column(
                        "limit",
                        "limit",
                        line -> line.plan == null ? Cell.absent("") : Cell.bytes(line.plan.limitBytes()))
                .column(
                        "peakResident",
                        "peak RSS",
                        line -> Cell.bytes(line.trial.run().peakResidentBytes()))
                .column("peakCharged", "peak charged", line -> Cell.bytes(line.trial.peakChargedBytes()))
                .column(
                        "pauses",
                        "GC pauses",
                        line -> Cell.ratio(
                                line.trial.pauseShare(),
                                line.trial.pausesNanos().reason()))
                .nanos("ran", "ran for", line -> line.trial.run().ranNanos())
                .id("status", "exit status", line -> line.trial.run().status())
                .text("outcome", "outcome", Line::outcome)
                .table("tried", "", rows, notes);
    }

    /** A run; the first has no plan. */
    private record Line(String run, @Nullable Plan plan, Trial trial, String outcome) {}

    private static String kind(String limitedBy) {
        return limitedBy.startsWith("systemd-run") ? "systemd scope" : "control group";
    }
}
