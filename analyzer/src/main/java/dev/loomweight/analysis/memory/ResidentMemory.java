package dev.loomweight.analysis.memory;

import dev.loomweight.analysis.Analysis;
import dev.loomweight.analysis.memory.Texts.Text;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.ContainerLimit;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.ProcStatus;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.SmapsRollup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the kernel says that a process has resident, and under which limit. */
public final class ResidentMemory implements Analysis<ResidentMemory.Found> {

    /** Fields of {@code status} that people ask for, with the words for them. */
    private static final List<Map.Entry<String, String>> FIELDS = List.of(
            Map.entry("VmRSS", "resident"),
            Map.entry("VmHWM", "resident at its peak"),
            Map.entry("RssAnon", "of it anonymous"),
            Map.entry("RssFile", "of it files"),
            Map.entry("RssShmem", "of it shared memory"),
            Map.entry("VmPTE", "page tables, in the kernel"),
            Map.entry("VmSwap", "swapped out"),
            Map.entry("VmSize", "address space"));

    /** The accumulator. */
    public static final class Found {
        private Texts<ProcStatus> statuses = new Texts<>(ProcStatus.class);
        private Texts<SmapsRollup> rollups = new Texts<>(SmapsRollup.class);
        private Texts<ContainerLimit> limits = new Texts<>(ContainerLimit.class);
    }

    @Override
    public String id() {
        return "residentMemory";
    }

    @Override
    public Interest interest() {
        return Interest.in(ProcStatus.class, SmapsRollup.class, ContainerLimit.class);
    }

    @Override
    public Found empty() {
        return new Found();
    }

    @Override
    public void add(Found into, Origin origin, Sample sample) {
        into.statuses.add(origin, sample);
        into.rollups.add(origin, sample);
        into.limits.add(origin, sample);
    }

    @Override
    public Found merge(Found left, Found right) {
        left.statuses = left.statuses.merge(right.statuses);
        left.rollups = left.rollups.merge(right.rollups);
        left.limits = left.limits.merge(right.limits);
        return left;
    }

    @Override
    public Section finish(Found all, Coverage coverage) {
        List<Row> rows = new ArrayList<>();
        for (Text<ProcStatus> text : all.statuses.inOrder()) {
            for (Map.Entry<String, String> field : FIELDS) {
                Long bytes = text.sample().bytes().get(field.getKey());
                if (bytes != null) {
                    rows.add(row(text.title(), field.getValue(), Cell.bytes(bytes), "/proc, " + field.getKey()));
                }
            }
        }
        for (Text<SmapsRollup> text : all.rollups.inOrder()) {
            Long bytes = text.sample().residentBytes();
            if (bytes != null) {
                rows.add(row(text.title(), "resident, exact", Cell.bytes(bytes), "/proc, smaps_rollup"));
            }
        }
        for (Text<ContainerLimit> text : all.limits.inOrder()) {
            long bytes = text.sample().limitBytes();
            rows.add(row(
                    text.title(),
                    "limit of the container",
                    bytes < 0 ? Cell.text("none") : Cell.bytes(bytes),
                    text.sample().file()));
        }
        List<Block> blocks = rows.isEmpty()
                ? List.of()
                : List.of(new Table(
                        "resident",
                        "",
                        List.of(
                                Column.of("process", "process"),
                                Column.of("figure", ""),
                                Column.of("amount", "amount"),
                                Column.of("source", "source")),
                        rows,
                        List.of()));
        return new Section(id(), "Resident memory, by the kernel", blocks, List.of());
    }

    private static Row row(String process, String figure, Cell amount, String source) {
        return Row.of(Cell.text(process), Cell.text(figure), amount, Cell.text(source));
    }
}
