package dev.loomweight.memory.sizing;

import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.ProcessAnalysis;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.memory.reconcile.Reconciliation;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.Coverage;
import java.util.ArrayList;
import java.util.List;

/** A proposal of limits for the JVM inside a container, with the arithmetic. */
public final class Sizing extends ProcessAnalysis {

    /** The key of its section. */
    public static final String ID = "sizing";

    private final long limitBytes;

    /** The limit that was captured is taken. */
    public Sizing() {
        this(0);
    }

    /**
     * The limit that a user asks for.
     *
     * @param limitBytes in bytes, or 0 for the one that was captured
     */
    public Sizing(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public Section finish(Processes all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        int number = 0;
        for (ObservedProcess process : all.together()) {
            Reconciliation whole = process.reconciliation();
            if (whole == null || whole.total() < 0) {
                continue;
            }
            long limit = limitBytes > 0 ? limitBytes : whole.limitBytes();
            Proposal proposal = Proposal.of(whole, limit);
            if (proposal == null) {
                continue;
            }
            number++;
            blocks.add(table("sizing" + number, process.name(), proposal));
            blocks.add(new Note("settings" + number, List.of(settings(proposal))));
            if (!proposal.fits()) {
                findings.add(new Finding(
                        "limitTooSmall",
                        Severity.PROBLEM,
                        Amounts.bytes(proposal.limit()) + " leave " + Amounts.bytes(Math.max(0, proposal.heap()))
                                + " for the heap of " + process.name() + ", which has " + Amounts.bytes(proposal.live())
                                + " of live objects.",
                        "A heap needs about half as much again as is live, or the collector never rests.",
                        "Raise the limit to " + Amounts.bytes(proposal.least()) + " or more, or lower what is largest"
                                + " above."));
            }
        }
        return new Section(id(), "What to set", blocks, findings);
    }

    private static Table table(String id, String name, Proposal proposal) {
        List<Row> rows = new ArrayList<>();
        rows.add(row(
                Role.PLAIN,
                proposal.given() ? "limit of the container" : "the least limit that holds it",
                proposal.limit(),
                proposal.given() ? "" : "all below, with a heap of twice what is live"));
        proposal.needs().forEach(need -> rows.add(row(Role.PLAIN, need.what(), -need.bytes(), need.how())));
        rows.add(row(Role.TOTAL, "left for the heap (-Xmx)", proposal.heap(), "rounded down to 1 MB"));
        rows.add(row(Role.PART, "live objects in it", proposal.live(), proposal.liveBy()));
        List<String> notes = new ArrayList<>();
        notes.add("One run is one load: measure under the highest that must be borne, and after hours rather than"
                + " minutes.");
        notes.addAll(proposal.doubts());
        return new Table(
                id,
                name,
                List.of(Column.of("what", ""), Column.of("amount", "amount"), Column.of("how", "how")),
                rows,
                notes);
    }

    private static Row row(Role role, String what, long bytes, String how) {
        return new Row(role, List.of(Cell.text(what), Cell.bytes(bytes), Cell.text(how)));
    }

    private static String settings(Proposal proposal) {
        return proposal.heap() <= 0
                ? "No heap fits into this limit beside what the process needs outside it."
                : "-Xmx" + (proposal.heap() >> 20) + "m " + String.join(" ", proposal.flags());
    }
}
