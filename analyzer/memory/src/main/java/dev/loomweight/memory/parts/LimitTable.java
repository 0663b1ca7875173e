package dev.loomweight.memory.parts;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.memory.footprint.ResidentMemory;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.ResidentByPart;
import dev.loomweight.memory.reconcile.Snapshot;
import dev.loomweight.report.Among;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The headroom of a process: its resident memory, the charge of its container, and the limit. */
final class LimitTable {

    private record Line(Role role, String figure, Cell amount, String source) {}

    private static final Rows<Line> LINES = Rows.of(Line.class)
            .roles(Line::role)
            .text("figure", "", Line::figure)
            .column("amount", "amount", Line::amount)
            .text("source", "source", Line::source);

    private final MemoryMoment whole;
    private final @Nullable ResidentMemory peak;
    private final boolean killed;
    private final List<Line> rows = new ArrayList<>();

    private LimitTable(MemoryMoment whole, @Nullable ResidentMemory peak, boolean killed) {
        this.whole = whole;
        this.peak = peak;
        this.killed = killed;
    }

    /**
     * The table.
     *
     * @param peak the highest resident memory of the process, or null where that is not known
     * @param killed whether the kernel killed the process afterwards, so that there is no headroom
     */
    static Optional<Table> of(Among among, MemoryMoment whole, @Nullable ResidentMemory peak, boolean killed) {
        if (!whole.isResident()) {
            return Optional.empty();
        }
        LimitTable table = new LimitTable(whole, peak, killed);
        table.process();
        table.container();
        return Optional.of(LINES.table(
                among.id("limit"),
                among.subject() + title(killed, whole.footprint().limit().isKnown()),
                table.rows,
                table.notes()));
    }

    private static String title(boolean killed, boolean limited) {
        return killed ? ": before the OOM kill" : limited ? ": headroom before the OOM kill" : ": resident memory";
    }

    private void process() {
        Snapshot snapshot = whole.snapshot();
        boolean again = whole.againBytes() > 0;
        rows.add(line(Role.PLAIN, again ? "resident memory" : MemoryNotes.RSS, whole.placedBytes(), source()));
        if (again) {
            rows.add(line(
                    Role.PART,
                    "RSS, which counts again what is mapped again",
                    whole.placedBytes() + whole.againBytes(),
                    source()));
        }
        if (peak != null) {
            rows.add(line(
                    Role.PART,
                    again ? "peak of RSS" : "peak",
                    peak.bytes(),
                    peak.source().label()));
        }
        ProcStatus status = snapshot.status();
        ResidentByPart residence = snapshot.residentByPart();
        Long swapped = status == null ? null : status.bytes().get("VmSwap");
        long swap = swapped != null ? swapped : residence == null ? 0 : residence.swapped();
        if (swap > 0) {
            rows.add(line(Role.PART, "swapped out, not in RSS", swap, swapped != null ? "status" : "smaps"));
        }
        if (snapshot.hugePageBytes() > 0) {
            rows.add(line(Role.PART, "of which in huge pages", snapshot.hugePageBytes(), "smaps"));
        }
    }

    private String source() {
        ResidentMemory resident = whole.measured();
        return resident == null ? "" : resident.source().label();
    }

    private void container() {
        Footprint footprint = whole.footprint();
        if (footprint.isChargeKnown()) {
            rows.add(line(
                    Role.PLAIN, "charged to the container", footprint.charged().known(), "cgroup, all processes"));
            if (footprint.reclaimableBytes() > 0) {
                rows.add(line(
                        Role.PART,
                        "of which the kernel frees before it kills",
                        footprint.reclaimableBytes(),
                        "cgroup"));
            }
        }
        Quantity limit = footprint.limit();
        if (footprint.isUnlimited()) {
            rows.add(new Line(Role.PLAIN, "limit of the container", Cell.text("none"), "cgroup"));
        } else {
            rows.add(
                    new Line(Role.PLAIN, "limit of the container", Cell.bytes(limit), limit.isKnown() ? "cgroup" : ""));
            Quantity headroom = footprint.headroom();
            if (!killed && headroom.isKnown()) {
                rows.add(line(
                        Role.TOTAL,
                        "headroom before the OOM kill",
                        headroom.known(),
                        footprint.isChargeKnown()
                                ? "limit minus what is charged and not freed"
                                : "limit minus resident memory"));
            }
        }
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        Footprint footprint = whole.footprint();
        if (footprint.charged().orElse(0) > whole.placedBytes()) {
            ContainerMemory container = whole.snapshot().text(ContainerMemory.class);
            boolean shared = container != null && container.sharedBytes().orElse(0) > 0;
            notes.add("The container is charged for all its processes, for their page cache, which the kernel drops"
                    + " before it kills, "
                    + (shared ? "for tmpfs (/dev/shm, emptyDir with medium Memory), which it does not drop, " : "")
                    + "and for kernel memory.");
        } else if (footprint.isChargeKnown()) {
            notes.add(
                    "Less is charged than is resident: pages of files that several containers share are charged to the"
                            + " one that read them first.");
        } else if (footprint.limit().isKnown()) {
            notes.add("What is charged to the container is not known; resident memory can be more than that.");
        }
        return notes;
    }

    private static Line line(Role role, String figure, long bytes, String source) {
        return new Line(role, figure, Cell.bytes(bytes), source);
    }
}
