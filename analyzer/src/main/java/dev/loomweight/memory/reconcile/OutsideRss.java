package dev.loomweight.memory.reconcile;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.ContainerMemory;
import dev.loomweight.sample.ProcStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a container pays for besides the resident memory of its processes: kernel memory and page cache. Version 1 and 2 of
 * control groups name them differently.
 */
final class OutsideRss {

    /** The kernel's stack of a thread on Linux x86-64 (THREAD_SIZE). */
    private static final long KERNEL_STACK_BYTES = 16 << 10;

    private OutsideRss() {}

    static List<Row> rows(Reconciliation whole) {
        List<Row> rows = new ArrayList<>();
        ContainerMemory container = whole.snapshot().container();
        ProcStatus status = whole.snapshot().status();
        Long pageTables = status == null ? null : status.pageTableBytes();
        if (pageTables == null && container != null) {
            pageTables = container.first("pagetables");
        }
        add(rows, "page tables, in the kernel", pageTables);
        Long stacks = container == null ? null : container.first("kernel_stack");
        if (stacks != null) {
            add(rows, "kernel stacks", stacks);
        } else if (status != null && status.threads() > 0) {
            add(rows, "kernel stacks, 16 KB a thread", status.threads() * KERNEL_STACK_BYTES);
        }
        if (container != null) {
            add(rows, "slab, in the kernel", container.first("slab"));
            Long files = container.first("file", "total_cache", "cache");
            Long mapped = container.first("file_mapped", "total_mapped_file", "mapped_file");
            add(rows, "page cache that nobody maps", files == null ? null : files - (mapped == null ? 0 : mapped));
        }
        if (!rows.isEmpty()) {
            Cell none = Cell.text("");
            rows.add(
                    0,
                    new Row(
                            Role.GROUP,
                            List.of(Cell.text("Outside RSS, charged to the container"), none, none, none, none, none)));
        }
        return rows;
    }

    static long kernelBytes(Reconciliation whole) {
        ProcStatus status = whole.snapshot().status();
        if (status == null) {
            return 0;
        }
        Long pageTables = status.pageTableBytes();
        return (pageTables == null ? 0 : pageTables) + Math.max(0, status.threads()) * KERNEL_STACK_BYTES;
    }

    private static void add(List<Row> rows, String label, @Nullable Long bytes) {
        if (bytes != null && bytes >= 0) {
            Cell none = Cell.text("");
            rows.add(new Row(Role.PART, List.of(Cell.text(label), none, none, none, Cell.bytes(bytes), none)));
        }
    }
}
