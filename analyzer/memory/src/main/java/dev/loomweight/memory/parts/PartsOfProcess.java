package dev.loomweight.memory.parts;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.Part;
import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.memory.reconcile.Snapshot;
import dev.loomweight.report.Among;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The table of parts: the resident sizes of the plain rows add up to the total, to the byte. */
final class PartsOfProcess {

    private static final int FILES_SHOWN = 3;
    private static final Cell NONE = Rows.NONE;

    /** What the memory consists of: each amount, or why there is none. */
    private record Line(Role role, String part, Cell reserved, Cell committed, Cell inUse, Cell resident, Cell share) {}

    private final MemoryMoment whole;
    private final List<Line> rows = new ArrayList<>();

    private PartsOfProcess(MemoryMoment whole) {
        this.whole = whole;
    }

    static Table of(Among among, MemoryMoment whole) {
        PartsOfProcess table = new PartsOfProcess(whole);
        table.parts();
        table.total();
        table.outsideRss();
        return Rows.of(Line.class)
                .roles(Line::role)
                .text("part", "", Line::part)
                .column("reserved", "reserved", Line::reserved)
                .column("committed", "committed", Line::committed)
                .column("inUse", "in use", Line::inUse)
                .column("resident", "resident", Line::resident)
                .column("share", whole.againBytes() > 0 ? "of resident" : "of RSS", Line::share)
                .bar()
                .brief("part", "resident", "share", "committed")
                .table(among.id("memory"), among.subject(), table.rows, MemoryNotes.below(whole));
    }

    private void parts() {
        for (Part part : Part.values()) {
            if (part == Part.MALLOC_JVM) {
                jvmMalloc();
            } else if (part.kind() != Part.Kind.JVM_MALLOC
                    && (isThere(part) || (part == Part.REMAINDER && whole.isKnown(part)))) {
                rows.add(row(Role.PLAIN, whole.label(part), part, inUse(part)));
                below(part);
            }
        }
    }

    private boolean isThere(Part part) {
        return whole.reserved(part) != 0 || whole.committed(part) != 0 || whole.resident(part) != 0;
    }

    /** The JVM's own malloc: the sum first, then its parts. */
    private void jvmMalloc() {
        List<Part> parts = Stream.of(Part.values())
                .filter(part -> part.kind() == Part.Kind.JVM_MALLOC && isThere(part))
                .toList();
        if (parts.isEmpty()) {
            return;
        }
        long committed = parts.stream().mapToLong(whole::committed).sum();
        long resident = whole.resident(Part.MALLOC_JVM)
                + parts.stream().mapToLong(whole::resident).sum();
        boolean known = resident > 0 || parts.stream().allMatch(whole::isKnown);
        rows.add(new Line(
                Role.PLAIN,
                Part.JVM_MALLOC,
                NONE,
                Cell.bytes(committed),
                NONE,
                known ? resident(resident) : unknown(),
                known ? share(resident) : NONE));
        parts.forEach(part -> rows.add(row(Role.PART, part.label(), part, NONE)));
    }

    /** The rows below a part. */
    private void below(Part part) {
        Snapshot snapshot = whole.snapshot();
        ClassHistogram histogram = snapshot.histogram();
        if (part == Part.HEAP && histogram != null) {
            inside("live objects (class histogram)", NONE, Cell.bytes(histogram.totalBytes()));
            long chunks = HeapPart.bytesByPart(histogram).getOrDefault(HeapPart.STACK_CHUNKS, 0L);
            if (chunks > 0) {
                inside("of which stacks of virtual threads", NONE, Cell.bytes(chunks));
            }
        } else if (part == Part.STACKS && whole.guardBytes() > 0) {
            boolean exact = snapshot.nmt() != null && snapshot.nmt().guardBytes() >= 0;
            inside("of which guard pages" + (exact ? "" : ", at most"), Cell.bytes(whole.guardBytes()), NONE);
        } else if (part == Part.DIRECT && whole.recorded().direct() != null) {
            inside(
                    Amounts.count(whole.recorded().direct().count()) + " direct buffers (JFR)",
                    NONE,
                    Cell.bytes(whole.recorded().direct().usedBytes()));
        } else if (part == Part.FILES) {
            whole.files().entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                            .thenComparing(Map.Entry.comparingByKey()))
                    .limit(FILES_SHOWN)
                    .forEach(file -> rows.add(new Line(
                            Role.PART,
                            file.getKey(),
                            NONE,
                            NONE,
                            NONE,
                            resident(file.getValue()),
                            share(file.getValue()))));
        }
    }

    private void inside(String label, Cell committed, Cell inUse) {
        rows.add(new Line(Role.PART, label, NONE, committed, inUse, NONE, NONE));
    }

    private Cell inUse(Part part) {
        Quantity used = part == Part.HEAP
                ? whole.heapUsed()
                : part == Part.CLASSES ? whole.classesUsed() : Quantity.unknown("");
        return used.isKnown() ? Cell.bytes(used) : NONE;
    }

    private Line row(Role role, String label, Part part, Cell inUse) {
        boolean mapped = part.kind() == Part.Kind.MAPPED;
        boolean known = whole.isKnown(part);
        boolean counted = mapped || part.kind() == Part.Kind.JVM_MALLOC || part == Part.DIRECT;
        return new Line(
                role,
                label,
                mapped && whole.reserved(part) > 0 ? Cell.bytes(whole.reserved(part)) : NONE,
                counted && whole.committed(part) != 0 ? Cell.bytes(whole.committed(part)) : NONE,
                inUse,
                known ? resident(whole.resident(part)) : unknown(),
                known ? share(whole.resident(part)) : NONE);
    }

    /** An empty cell: the amount is in a row of memory that is not divided. */
    private Cell unknown() {
        return whole.isResident() ? Cell.absent("") : Cell.bytes(whole.total());
    }

    private void total() {
        NmtDigest nmt = whole.snapshot().nmtOrNone();
        long lostReserved = nmt.missing().reservedBytes();
        long reserved = Stream.of(Part.values()).mapToLong(whole::reserved).sum() + lostReserved;
        long committed = Stream.of(Part.values()).mapToLong(whole::committed).sum();
        long lostCommitted = whole.snapshot().nmt() == null ? 0 : nmt.committedBytes() - committed;
        committed += lostCommitted;
        boolean isRounding = lostReserved == 0 && nmt.missingCommittedBytes() == 0;
        boolean isShown = !Amounts.bytes(committed).equals(Amounts.bytes(committed - lostCommitted));
        if (isRounding) {
            difference("rounding", 0, isShown ? lostCommitted : 0);
        } else {
            difference("not in the text of NMT", Math.max(0, lostReserved), Math.max(0, lostCommitted));
            difference("more than NMT's total", Math.min(0, lostReserved), Math.min(0, lostCommitted));
        }
        rows.add(new Line(
                Role.TOTAL,
                !whole.isResident()
                        ? whole.isNmtMissing() ? "these parts" : "total"
                        : whole.againBytes() > 0 ? "resident memory" : MemoryNotes.RSS,
                reserved > 0 ? Cell.bytes(reserved) : NONE,
                committed > 0 ? Cell.bytes(committed) : NONE,
                NONE,
                Cell.bytes(whole.total()),
                share(whole.total().orElse(0))));
        if (whole.againBytes() > 0) {
            again("counted again by RSS: mapped several times", whole.againBytes());
            again(MemoryNotes.RSS, whole.placedBytes() + whole.againBytes());
        }
    }

    /** What the total has more than the rows above, or less. */
    private void difference(String label, long reserved, long committed) {
        if (reserved != 0 || committed != 0) {
            rows.add(new Line(
                    Role.PLAIN,
                    label,
                    reserved != 0 ? Cell.bytes(reserved) : NONE,
                    committed != 0 ? Cell.bytes(committed) : NONE,
                    NONE,
                    NONE,
                    NONE));
        }
    }

    private void again(String label, long bytes) {
        rows.add(new Line(Role.PART, label, NONE, NONE, NONE, Cell.bytes(bytes), NONE));
    }

    private Cell resident(long bytes) {
        return whole.isResident() ? Cell.bytes(bytes) : Cell.bytes(whole.total());
    }

    private Cell share(long bytes) {
        long total = whole.total().orElse(0);
        return total == 0 ? NONE : new Cell.Ratio((double) bytes / total);
    }

    /** Kernel memory, page cache and tmpfs, for which the container is charged too. */
    private void outsideRss() {
        List<Line> outside = new ArrayList<>();
        ContainerMemory container = whole.snapshot().text(ContainerMemory.class);
        ProcStatus status = whole.snapshot().status();
        Long pageTables = status == null ? null : status.pageTableBytes();
        if (pageTables == null && container != null) {
            pageTables = container.first("pagetables");
        }
        outside(outside, "page tables, in the kernel", pageTables);
        Long stacks = container == null ? null : container.first("kernel_stack");
        if (stacks != null) {
            outside(outside, "kernel stacks", stacks);
        } else if (status != null && status.threads() > 0) {
            outside(outside, "kernel stacks, 16 KB a thread", status.threads() * MemoryMoment.KERNEL_STACK_BYTES);
        }
        if (container != null) {
            outside(outside, "slab, in the kernel", container.first("slab"));
            unmapped(outside, container, status);
            Map<String, Long> others = container.otherProcesses();
            if (!others.isEmpty()) {
                outside(
                        outside,
                        Amounts.count(others.size(), "other process", "other processes") + " of the group, RSS",
                        container.otherProcessesBytes());
            }
        }
        if (!outside.isEmpty()) {
            rows.add(new Line(Role.GROUP, "Outside RSS, charged to the container", NONE, NONE, NONE, NONE, NONE));
            rows.addAll(outside);
        }
    }

    /** What is mapped is in RSS; of tmpfs and shared memory, the process' own part is known alone. */
    private static void unmapped(List<Line> outside, ContainerMemory container, @Nullable ProcStatus status) {
        OptionalLong shared = container.sharedBytes();
        Long resident = status == null ? null : status.bytes().get("RssShmem");
        // A page that is mapped twice counts twice there.
        long mappedShared = Math.min(shared.orElse(0), resident == null ? 0 : resident);
        Long mapped = container.mappedBytes();
        long mappedFiles = Math.max(0, mapped == null ? 0 : mapped - mappedShared);
        OptionalLong cache = container.pageCacheBytes();
        if (cache.isPresent()) {
            outside(outside, "unmapped page cache", Math.max(0, cache.getAsLong() - mappedFiles));
        }
        if (shared.orElse(0) > mappedShared) {
            outside(outside, "tmpfs and shared memory, unmapped", shared.getAsLong() - mappedShared);
        }
    }

    private static void outside(List<Line> rows, String label, @Nullable Long bytes) {
        if (bytes != null && bytes >= 0) {
            rows.add(new Line(Role.PART, label, NONE, NONE, NONE, Cell.bytes(bytes), NONE));
        }
    }
}
