package dev.loomweight.memory.reconcile;

import dev.loomweight.report.Amounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The sentences around the table of parts: the largest parts, the sources of the figures, and which figures mislead. */
final class MemoryNotes {

    private static final int LARGEST = 3;

    private MemoryNotes() {}

    /** The sentence on the largest parts; none where resident memory is not known. */
    static Optional<String> largest(String title, Reconciliation whole) {
        if (whole.total() <= 0) {
            return Optional.empty();
        }
        Map<String, Long> parts = new LinkedHashMap<>();
        for (Part part : Part.values()) {
            String name = part.kind() == Part.Kind.JVM_MALLOC ? Part.JVM_MALLOC : part.label();
            parts.merge(name, whole.resident(part), Long::sum);
        }
        String largest = parts.entrySet().stream()
                .filter(part -> part.getValue() > 0)
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(LARGEST)
                .map(part -> part.getKey() + " " + Amounts.bytes(part.getValue()) + " ("
                        + Amounts.percent((double) part.getValue() / whole.total()) + ")")
                .collect(Collectors.joining(", "));
        return Optional.of(
                title + ": " + Amounts.bytes(whole.total()) + " resident; the largest parts are " + largest + ".");
    }

    /** The notes below the table of parts. */
    static List<String> below(Reconciliation whole) {
        List<String> notes = new ArrayList<>();
        Snapshot snapshot = whole.snapshot();
        List<String> sources = new ArrayList<>(snapshot.sources());
        if (whole.recorded().isOfMemory()) {
            sources.add("JFR");
        }
        notes.add("Sources: " + String.join(", ", sources) + ".");
        precision(whole, notes);
        NmtDigest nmt = snapshot.nmt();
        if (nmt != null && whole.guardBytes() > 0) {
            notes.add("NMT counts the guard pages of stacks as committed"
                    + (nmt.guardBytes() < 0 ? " (estimated as 16 KB a thread; NMT detail has the exact figure)" : "")
                    + "; they are never resident. Reserved address space costs nothing.");
        }
        if (nmt != null && nmt.scale() > 1) {
            notes.add(
                    "The JVM rounded NMT's amounts to " + Amounts.bytes(nmt.scale()) + "; use scale=b for exact ones.");
        }
        if (nmt == null && whole.recorded().nmt().isEmpty()) {
            notes.add("Without NMT, the JVM's own memory cannot be distinguished from that of libraries: start the JVM"
                    + " with -XX:NativeMemoryTracking=summary.");
        }
        if (whole.hasStaleStacks()) {
            notes.add("The stacks are JFR's figure, which is stale: it stays at about 16 KB a thread until"
                    + " VM.native_memory is run. The stacks are larger, and less is unaccounted for.");
        }
        if (snapshot.residentByPart() != null && whole.mallocLive().isEmpty()) {
            notes.add("Without System.native_heap_info (JDK 21) or VM.info, memory that glibc retains cannot be"
                    + " distinguished from memory of native code: both are unaccounted for.");
        }
        if (snapshot.histogram() != null) {
            notes.add("Live objects are from the class histogram, which counts the stacks of virtual threads; a heap"
                    + " dump does not.");
        }
        return notes;
    }

    private static void precision(Reconciliation whole, List<String> notes) {
        switch (whole.precision()) {
            case BY_MAPPING -> {
                if (whole.resident(Part.UNTOUCHED) < 0) {
                    notes.add("Malloc is counted as allocated; the part that was never touched is subtracted below.");
                }
            }
            case BY_NAME ->
                notes.add("Without NMT detail or System.map, anonymous memory cannot be divided: stacks, metaspace and"
                        + " code are unaccounted for.");
            case AS_COMMITTED ->
                notes.add("Resident is taken as committed, without guard pages; the heap is taken as the rest, but not"
                        + " less than its use. smaps has the exact figures.");
            case UNKNOWN ->
                notes.add("Resident memory is not known: add /proc/PID/smaps, smaps_rollup or status. Committed is more"
                        + " than resident, and reserved is far more.");
        }
    }
}
