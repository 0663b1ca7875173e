package dev.loomweight.memory.reconcile;

import dev.loomweight.report.Amounts;
import java.util.ArrayList;
import java.util.List;

/** What a reader must know of the table of parts: where its figures come from, and which of them mislead. */
final class ReconciliationNotes {

    private ReconciliationNotes() {}

    static List<String> of(Reconciliation whole) {
        List<String> notes = new ArrayList<>();
        Snapshot snapshot = whole.snapshot();
        List<String> sources = new ArrayList<>(snapshot.sources());
        if (whole.recorded().isOfMemory()) {
            sources.add("JFR");
        }
        notes.add("By " + String.join(", ", sources) + ".");
        precision(whole, notes);
        NmtDigest nmt = snapshot.nmt();
        if (nmt != null && whole.guardBytes() > 0) {
            notes.add("NMT counts the guard pages of stacks as committed"
                    + (nmt.guardBytes() < 0 ? " (estimated: 16 KB a thread; NMT in detail tells)" : "")
                    + "; they are never resident. Reserved address space costs nothing.");
        }
        if (nmt != null && nmt.scale() > 1) {
            notes.add("NMT's amounts were rounded to " + Amounts.bytes(nmt.scale()) + " by the JVM; ask with scale=b.");
        }
        if (nmt == null && whole.recorded().nmt().isEmpty()) {
            notes.add("Without NMT, the JVM's own memory cannot be told from that of libraries: start the JVM with"
                    + " -XX:NativeMemoryTracking=summary.");
        }
        if (whole.hasStaleStacks()) {
            notes.add("The stacks are JFR's figure, which stands still at about 16 KB a thread until somebody runs"
                    + " VM.native_memory: they are more, and the remainder is less.");
        }
        if (snapshot.residence() != null && whole.mallocLive().isEmpty()) {
            notes.add("Without System.native_heap_info (JDK 21) or VM.info, what glibc keeps of freed memory cannot be"
                    + " told from memory of native code: both are in what nothing explains.");
        }
        if (snapshot.histogram() != null) {
            notes.add(
                    "Live objects are by class histogram, which counts the stacks of virtual threads; a heap dump does"
                            + " not.");
        }
        return notes;
    }

    private static void precision(Reconciliation whole, List<String> notes) {
        switch (whole.precision()) {
            case BY_MAPPING -> {
                if (whole.resident(Part.UNTOUCHED) < 0) {
                    notes.add("Malloc is as asked for; some of it was never touched, which is taken off below.");
                }
            }
            case BY_NAME ->
                notes.add("Without NMT in detail or System.map, anonymous memory is not told apart: stacks, metaspace"
                        + " and code are in what nothing explains.");
            case AS_COMMITTED ->
                notes.add(
                        "Resident is taken as committed, guard pages left out, and of the heap as what the rest leaves,"
                                + " but not less than is in use: smaps would tell part by part.");
            case UNKNOWN ->
                notes.add("What is resident is not known: add /proc/PID/smaps, smaps_rollup or status. Committed is"
                        + " more than resident, reserved is far more.");
        }
    }
}
