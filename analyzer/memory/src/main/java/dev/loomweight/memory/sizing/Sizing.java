package dev.loomweight.memory.sizing;

import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.memory.sizing.Proposal.Flag;
import dev.loomweight.memory.sizing.Proposal.Need;
import dev.loomweight.memory.sizing.Proposal.Plan;
import dev.loomweight.report.Among;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.sample.Coverage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Limits for the JVM in a container, proposed from what it took, with the arithmetic. */
public final class Sizing implements Analysis<Processes, List<Proposal>> {

    /** The key of its section. */
    public static final String ID = "sizing";

    /** The id of the finding that a limit is below the least by estimate. */
    public static final String TOO_SMALL = "limitTooSmall";

    private static final String TITLE = "Proposed limits";

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
    public Fold<Processes> fold() {
        return Processes.WITH_COLLECTIONS;
    }

    /** The proposals, one for each process of which enough is known. */
    @Override
    public List<Proposal> read(Processes all, Coverage coverage) {
        List<Proposal> proposals = new ArrayList<>();
        for (ObservedProcess process : all.together()) {
            Proposal proposal = Proposal.of(process, limitBytes);
            if (proposal != null) {
                proposals.add(proposal);
            }
        }
        return proposals;
    }

    @Override
    public Section say(List<Proposal> proposals, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        int number = 0;
        for (Proposal proposal : proposals) {
            number++;
            Plan plan = proposal.givenBytes() > 0 ? proposal.at(proposal.givenBytes()) : proposal.comfortable();
            Among among = Among.numbered(proposal.process(), number);
            blocks.add(table(among, proposal, plan));
            Rows.of(Flag.class)
                    .text("flag", "flag", Flag::text)
                    .text("formula", "formula", Flag::formula)
                    .some(among.id("sizingFlags"), "Flags for " + Amounts.bytes(plan.limitBytes()), plan.flags())
                    .ifPresent(blocks::add);
            blocks.add(new Note(among.id("settings"), settings(proposal, plan)));
            if (proposal.givenBytes() > 0
                    && proposal.givenBytes() < proposal.least().limitBytes()) {
                findings.add(tooSmall(proposal, plan));
            }
        }
        return new Section(id(), TITLE, blocks, findings);
    }

    private static Finding tooSmall(Proposal proposal, Plan plan) {
        LiveObjects live = proposal.live();
        boolean cannot = proposal.cannotHold(plan.limitBytes());
        String left = "A limit of " + Amounts.bytes(plan.limitBytes()) + " leaves "
                + Amounts.bytes(Math.max(0, plan.heapBytes())) + " for the heap of " + proposal.process()
                + ", which has "
                + live.about() + Amounts.bytes(live.bytes()) + " of live objects";
        return new Finding(
                TOO_SMALL,
                cannot ? Severity.PROBLEM : Severity.WARNING,
                left
                        + (cannot
                                ? ", more than it can hold."
                                : "; the least by estimate is "
                                        + Amounts.bytes(proposal.least().limitBytes()) + "."),
                "In less than 1.25 times its live objects, a heap is collected without end, or fails."
                        + (live.exact() || live.isAtLeast()
                                ? ""
                                : " How much is live was not measured, so the limit may suffice."),
                "Raise the limit to " + Amounts.bytes(proposal.least().limitBytes())
                        + " or more, or lower the largest rows of the table; loomweight run --verify shows whether the"
                        + " application runs under a limit.");
    }

    private static Table table(Among among, Proposal proposal, Plan plan) {
        Plan least = proposal.least();
        boolean given = proposal.givenBytes() > 0;
        List<Line> rows = new ArrayList<>();
        rows.add(new Line(
                Role.PLAIN,
                "limit",
                least.limitBytes(),
                plan.limitBytes(),
                given ? "the container's limit, or --limit" : "the sum below, rounded up to 16 MB"));
        for (Need need : proposal.needs()) {
            rows.add(new Line(
                    Role.PLAIN,
                    need.name(),
                    -need.leastBytes(),
                    -(plan.comfortable() ? need.comfortableBytes() : need.leastBytes()),
                    need.basis()));
        }
        rows.add(new Line(
                Role.PLAIN,
                "headroom",
                -least.headroomBytes(),
                -plan.headroomBytes(),
                plan.comfortable()
                        ? "least: a twentieth of the limit; comfortable: a tenth, for peaks above those measured"
                        : "a twentieth of the limit, for peaks above those measured"));
        rows.add(new Line(
                Role.TOTAL,
                "left for the heap (-Xmx)",
                least.heapBytes(),
                plan.heapBytes(),
                "least: 1.25 times the live objects; comfortable: 2 times"));
        LiveObjects live = proposal.live();
        rows.add(new Line(Role.PART, "of which live objects", live.bytes(), live.bytes(), live.source()));
        List<String> notes = new ArrayList<>();
        if (given) {
            notes.add("A comfortable limit is "
                    + Amounts.bytes(proposal.comfortable().limitBytes()) + ".");
        }
        notes.add("This is one workload: measure under peak load, and after hours rather than minutes.");
        notes.addAll(proposal.caveats());
        return Rows.of(Line.class)
                .roles(Line::role)
                .text("what", "", Line::what)
                .bytes("least", "least", Line::least)
                .bytes("amount", given ? "for the limit" : "comfortable", Line::bytes)
                .text("how", "basis", Line::basis)
                .table(among.id("sizing"), among.subject(), rows, notes);
    }

    private record Line(Role role, String what, long least, long bytes, String basis) {}

    private static List<String> settings(Proposal proposal, Plan plan) {
        List<String> sentences = new ArrayList<>();
        sentences.add(
                plan.flags().isEmpty()
                        ? plan.heapBytes() <= 0
                                ? "No heap fits into this limit in addition to the memory outside the heap."
                                : "This limit leaves no more heap than it ran out of, "
                                        + Amounts.bytes(proposal.exhaustedHeapBytes()) + "."
                        : String.join(" ", plan.words()));
        if (!plan.flags().isEmpty()) {
            sentences.add("Put them after the command's own options: of two for the same size, the last one counts.");
        }
        Plan least = proposal.least();
        sentences.add("The least limit by estimate is " + Amounts.bytes(least.limitBytes())
                + (least.flags().isEmpty() ? "" : " with " + String.join(" ", least.words()))
                + "; loomweight run --verify tries it.");
        List<String> reserves = new ArrayList<>();
        reserve(proposal, least).ifPresent(words -> reserves.add(words + " of the least limit"));
        reserve(proposal, plan)
                .ifPresent(words -> reserves.add(words + " of "
                        + (proposal.givenBytes() > 0
                                ? Amounts.bytes(plan.limitBytes())
                                : "the comfortable one, " + Amounts.bytes(plan.limitBytes()))));
        if (!reserves.isEmpty()) {
            sentences.add("Reserve, above what was measured: " + String.join(", ", reserves) + ".");
        }
        return sentences;
    }

    /** What of a limit is reserve, where it is known and the limit has any. */
    private static Optional<String> reserve(Proposal proposal, Plan plan) {
        OptionalLong reserve = proposal.reserveBytes(plan);
        return reserve.isEmpty() || reserve.getAsLong() <= 0
                ? Optional.empty()
                : Optional.of((proposal.live().exact() ? "" : "at least ") + Amounts.bytes(reserve.getAsLong()) + " ("
                        + Amounts.percent((double) reserve.getAsLong() / plan.limitBytes()) + ")");
    }
}
