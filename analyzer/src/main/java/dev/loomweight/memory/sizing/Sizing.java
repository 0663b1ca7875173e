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

/** A proposal of limits for the JVM in a container, with the arithmetic. */
public final class Sizing extends ProcessAnalysis {

    /** The key of its section. */
    public static final String ID = "sizing";

    private final long limitBytes;

    /** A proposal for the captured limit. */
    public Sizing() {
        this(0);
    }

    /**
     * A proposal for a limit of the user's choice.
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
                        "A limit of " + Amounts.bytes(proposal.limit()) + " leaves "
                                + Amounts.bytes(Math.max(0, proposal.heap())) + " for the heap of " + process.name()
                                + ", which has " + Amounts.bytes(proposal.live()) + " of live objects.",
                        "A heap needs about 1.5 times its live objects; in a smaller one the collector runs constantly.",
                        "Raise the limit to " + Amounts.bytes(proposal.smallestLimit())
                                + " or more, or lower the largest rows" + " above."));
            }
        }
        return new Section(id(), "Proposed limits", blocks, findings);
    }

    private static Table table(String id, String name, Proposal proposal) {
        List<Row> rows = new ArrayList<>();
        rows.add(row(
                Role.PLAIN,
                proposal.given() ? "limit of the container" : "smallest limit that fits",
                proposal.limit(),
                proposal.given() ? "" : "the sum below, with a heap of twice the live objects"));
        proposal.needs().forEach(need -> rows.add(row(Role.PLAIN, need.name(), -need.bytes(), need.basis())));
        rows.add(row(Role.TOTAL, "left for the heap (-Xmx)", proposal.heap(), "rounded down to 1 MB"));
        rows.add(row(Role.PART, "of which live objects", proposal.live(), proposal.liveSource()));
        List<String> notes = new ArrayList<>();
        notes.add("This is one workload: measure under peak load, and after hours rather than minutes.");
        notes.addAll(proposal.caveats());
        return new Table(
                id,
                name,
                List.of(Column.of("what", ""), Column.of("amount", "amount"), Column.of("how", "basis")),
                rows,
                notes);
    }

    private static Row row(Role role, String name, long bytes, String basis) {
        return new Row(role, List.of(Cell.text(name), Cell.bytes(bytes), Cell.text(basis)));
    }

    private static String settings(Proposal proposal) {
        return proposal.heap() <= 0
                ? "No heap fits into this limit in addition to the memory outside the heap."
                : "-Xmx" + (proposal.heap() >> 20) + "m " + String.join(" ", proposal.flags());
    }
}
