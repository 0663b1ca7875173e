package dev.loomweight.memory;

import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.NativeBlocks.Kept;
import dev.loomweight.memory.NativeBlocks.OfProcess;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.MemoryEvents.NativeAllocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Who allocated native memory and did not release it, by recordings of async-profiler. */
public final class NativeAllocations implements Analysis<NativeBlocks, Map<String, OfProcess>> {

    private static final int TOP = 12;

    private static final int LARGEST = 3;

    private static final Rows<Kept> SITES = Rows.of(Kept.class)
            .text("site", "site", kept -> kept.site().place())
            .text("library", "through", kept -> kept.site().library())
            .bytes("kept", "not freed", Kept::bytes)
            .bar()
            .count("blocks", "blocks", Kept::blocks)
            .bytes("keptEarly", "of the first half", Kept::earlyBytes)
            .bytes("allocated", "allocated", Kept::allocatedBytes)
            .brief("site", "kept", "blocks", "allocated")
            .top(TOP);

    /** Where it is not known what was released. */
    private static final Rows<Kept> ALLOCATED = Rows.of(Kept.class)
            .text("site", "site", kept -> kept.site().place())
            .text("library", "through", kept -> kept.site().library())
            .bytes("allocated", "allocated", Kept::allocatedBytes)
            .bar()
            .top(TOP);

    /** The analysis, ready to be run. */
    public NativeAllocations() {}

    @Override
    public String id() {
        return "nativeAllocations";
    }

    @Override
    public Fold<NativeBlocks> fold() {
        return NativeBlocks.FOLD;
    }

    @Override
    public Map<String, OfProcess> read(NativeBlocks all, Coverage coverage) {
        return all.processes();
    }

    @Override
    public Section say(Map<String, OfProcess> all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<String> sentences = new ArrayList<>();
        all.forEach((process, found) -> {
            List<Kept> sites = found.bySite();
            sentences.add(sentence(process, found, sites));
            Rows<Kept> rows = found.isReleaseKnown() ? SITES : ALLOCATED;
            blocks.add(rows.totals(List.of(Kept.total(sites)))
                    .table("allocations" + (blocks.size() + 1), process, sites, List.of(NOTE)));
        });
        sentences.addAll(leftOut(coverage));
        Note.headline(sentences).ifPresent(blocks::addFirst);
        return new Section(id(), "Native memory by site", blocks, List.of());
    }

    private static final String NOTE =
            "By async-profiler's events of malloc. What was allocated shortly before the end may be"
                    + " freed later; a leak keeps blocks of the first half, too, and more in each recording. Of what goes through"
                    + " libjvm, NMT has the categories; direct buffers and Unsafe are its category Other.";

    /** Fold files have the number of the events, not the blocks. */
    private static List<String> leftOut(Coverage coverage) {
        Map<String, Long> counts = new TreeMap<>();
        for (Coverage.OfSource source : coverage.sources()) {
            for (Coverage.OfEvent event : source.events()) {
                if (event.eventType().equals(NativeAllocation.EVENT) && event.unread() > 0) {
                    counts.merge(source.origin().subject(), event.unread(), Long::sum);
                }
            }
        }
        return counts.entrySet().stream()
                .map(process -> process.getKey() + ": of "
                        + Amounts.count(process.getValue(), "allocation", "allocations")
                        + " of native memory, a fold has the number, not who made them; name the recordings.")
                .toList();
    }

    private static String sentence(String process, OfProcess found, List<Kept> sites) {
        Kept total = Kept.total(sites);
        String span = " in " + Amounts.time(found.nanos());
        if (!found.isReleaseKnown()) {
            return process + ": " + Amounts.bytes(total.allocatedBytes()) + " of native memory were allocated" + span
                    + "; what was freed is not recorded.";
        }
        String largest = sites.stream()
                .filter(kept -> kept.bytes() > 0)
                .limit(LARGEST)
                .map(kept -> kept.site().place() + " " + Amounts.bytes(kept.bytes()) + " ("
                        + Amounts.percent((double) kept.bytes() / total.bytes()) + ")")
                .collect(Collectors.joining(", "));
        return process + ": " + Amounts.bytes(total.bytes()) + " of the " + Amounts.bytes(total.allocatedBytes())
                + " of native memory that were allocated" + span + " were not freed"
                + (largest.isEmpty() ? "." : "; most by " + largest + ".");
    }
}
