package dev.loomweight.memory.reconcile;

import dev.loomweight.memory.ResidentMemory;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.ContainerLimit;
import dev.loomweight.sample.ContainerMemory;
import dev.loomweight.sample.ProcStatus;
import dev.loomweight.sample.ProcessMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How far a process is from the kill: its resident memory, what its container is charged for, and the limit. */
final class LimitTable {

    private final Reconciliation whole;
    private final boolean killed;
    private final List<Row> rows = new ArrayList<>();

    private LimitTable(Reconciliation whole, boolean killed) {
        this.whole = whole;
        this.killed = killed;
    }

    /**
     * The table.
     *
     * @param killed whether the kernel killed the process after that, so that nothing is left until it would
     */
    static Optional<Table> of(String id, String title, Reconciliation whole, boolean killed) {
        if (whole.total() < 0) {
            return Optional.empty();
        }
        LimitTable table = new LimitTable(whole, killed);
        table.process();
        table.container();
        return Optional.of(new Table(
                id,
                title + (killed ? ": before the kernel killed it" : ": how far from the kill"),
                List.of(Column.of("figure", ""), Column.of("amount", "amount"), Column.of("source", "source")),
                table.rows,
                table.notes()));
    }

    /** What the limit is held against: the container's charge where it is known, else resident memory. */
    static long charged(Reconciliation whole) {
        ContainerMemory container = whole.snapshot().container();
        Long usage = container == null ? null : container.first(ContainerMemory.USAGE);
        ProcessMemory process = whole.snapshot().process();
        if (usage == null && process != null && process.usageBytes() >= 0) {
            usage = process.usageBytes();
        }
        if (usage == null && whole.recorded().container() != null) {
            usage = whole.recorded().container().usageBytes();
        }
        return usage == null ? -1 : usage;
    }

    /** The container's limit: -1 where there is none, null where nobody said. */
    static @Nullable Long limit(Reconciliation whole) {
        ContainerLimit limit = whole.snapshot().limit();
        if (limit != null) {
            return limit.limitBytes() > 0 ? limit.limitBytes() : -1L;
        }
        ProcessMemory process = whole.snapshot().process();
        if (process != null && process.limitBytes() > 0) {
            return process.limitBytes();
        }
        if (whole.recorded().configuration() != null) {
            long bytes = whole.recorded().configuration().limitBytes();
            return bytes > 0 ? bytes : -1L;
        }
        return null;
    }

    private void process() {
        Snapshot snapshot = whole.snapshot();
        rows.add(row(Role.PLAIN, "resident memory (RSS)", whole.total(), source()));
        ProcStatus status = snapshot.status();
        Long peak = status == null ? null : status.bytes().get("VmHWM");
        if (peak != null) {
            rows.add(row(Role.PART, "at its highest", peak, "status"));
        } else if (whole.recorded().residentPeakBytes() > 0) {
            rows.add(row(
                    Role.PART,
                    "at its highest",
                    whole.recorded().residentPeakBytes(),
                    ResidentMemory.Source.JFR.label()));
        }
        Residence residence = snapshot.residence();
        Long swapped = status == null ? null : status.bytes().get("VmSwap");
        long swap = swapped != null ? swapped : residence == null ? 0 : residence.swapped();
        if (swap > 0) {
            rows.add(row(Role.PART, "swapped out besides", swap, "/proc"));
        }
        if (snapshot.hugePageBytes() > 0) {
            rows.add(row(Role.PART, "of it in huge pages", snapshot.hugePageBytes(), "smaps, AnonHugePages"));
        }
    }

    private String source() {
        ResidentMemory resident = whole.measured();
        return resident == null ? "" : resident.source().label();
    }

    private void container() {
        long charged = charged(whole);
        if (charged >= 0) {
            rows.add(row(Role.PLAIN, "charged to the container", charged, "cgroup, all its processes"));
        }
        Long limit = limit(whole);
        if (limit == null) {
            rows.add(new Row(
                    Role.PLAIN,
                    List.of(
                            Cell.text("limit of the container"),
                            Cell.absent("no control-group files were read"),
                            Cell.text(""))));
        } else if (limit < 0) {
            rows.add(Row.of(Cell.text("limit of the container"), Cell.text("none"), Cell.text("cgroup")));
        } else {
            rows.add(row(Role.PLAIN, "limit of the container", limit, "cgroup"));
            if (!killed) {
                rows.add(row(
                        Role.TOTAL,
                        "left until the kernel kills",
                        limit - Math.max(charged, whole.total()),
                        "limit less use"));
            }
        }
    }

    private List<String> notes() {
        return charged(whole) > whole.total()
                ? List.of("The container is charged for all its processes, for the page cache that they fill, which the"
                        + " kernel drops before it kills, and for kernel memory.")
                : List.of();
    }

    private static Row row(Role role, String figure, long bytes, String source) {
        return new Row(role, List.of(Cell.text(figure), Cell.bytes(bytes), Cell.text(source)));
    }
}
