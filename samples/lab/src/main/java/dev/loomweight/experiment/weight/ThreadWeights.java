package dev.loomweight.experiment.weight;

import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The memory of the threads of each capture: cost per thread, sentences, and parts. */
public final class ThreadWeights implements Analysis<Processes, Captures> {

    /** One row per capture: the cost of one of its threads by each of the usual measures. */
    private static final Rows<ThreadGrowth> COST = Rows.of(ThreadGrowth.class)
            .text("kind", "one thread of", ThreadGrowth::subject)
            .count("threads", "asleep", ThreadGrowth::threads)
            .bytes("reservedEach", "reserved", cost -> each(cost, cost.stackReserved()), "NMT is off")
            .bytes("committedEach", "NMT committed", cost -> each(cost, cost.stackCommitted()), "NMT is off")
            .bytes(
                    "memoryEach",
                    "memory",
                    cost -> each(cost, cost.memory()),
                    "/proc or the class histogram is missing in a snapshot")
            .bar();

    @Override
    public String id() {
        return "threadWeights";
    }

    @Override
    public Fold<Processes> fold() {
        return Processes.FOLD;
    }

    @Override
    public Captures read(Processes all, Coverage coverage) {
        return Captures.of(all);
    }

    @Override
    public Section say(Captures all, Coverage coverage) {
        List<ThreadGrowth> costs = all.costs();
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        all.infos().forEach((name, info) -> WeightFindings.addTo(findings, name, info));
        if (!costs.isEmpty()) {
            blocks.add(COST.table("costPerThread", "Cost per thread", costs, footnotes(costs)));
            blocks.add(SleeperSentences.of(costs));
            blocks.add(PartsTable.of(costs));
            costs.forEach(cost -> WeightFindings.addTo(findings, cost));
        }
        return new Section(id(), "Memory of the threads", blocks, findings);
    }

    private static List<String> footnotes(List<ThreadGrowth> costs) {
        List<String> notes = new ArrayList<>();
        notes.add("Reserved and committed are for the stack. Memory is the real cost: resident memory outside the"
                + " heap plus live objects in it.");
        costs.stream()
                .map(cost -> cost.info().target() + " on JDK " + cost.info().jdk() + ", each with "
                        + Amounts.count(cost.info().depth()) + " frames below its sleep, stack size "
                        + Amounts.bytes(cost.info().stackSizeBytes()) + "; captured "
                        + LocalDate.ofInstant(cost.info().started(), ZoneOffset.UTC) + ".")
                .distinct()
                .forEach(notes::add);
        return notes;
    }

    private static OptionalLong each(ThreadGrowth cost, OptionalLong bytes) {
        return bytes.isPresent() ? OptionalLong.of(cost.each(bytes.getAsLong())) : bytes;
    }
}
