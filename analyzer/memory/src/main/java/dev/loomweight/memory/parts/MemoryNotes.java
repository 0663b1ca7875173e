package dev.loomweight.memory.parts;

import dev.loomweight.jvm.NmtStart;
import dev.loomweight.memory.Part;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.memory.reconcile.ResidentByPart;
import dev.loomweight.memory.reconcile.Snapshot;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sentences around the table of parts: the largest parts, the sources of the figures, and which figures mislead. */
final class MemoryNotes {

    /** The kernel's resident memory. */
    static final String RSS = "resident memory (RSS)";

    private static final int LARGEST = 3;

    private MemoryNotes() {}

    /**
     * The sentence on the largest parts: of resident memory, or where that is not known, of what is committed.
     *
     * @param over whether there is no such process any more, as it was killed
     */
    static Optional<String> largest(String title, MemoryMoment whole, boolean over) {
        String are = over ? " were " : " are ";
        long total = whole.total().orElse(0);
        if (total > 0) {
            return Optional.of(title + ": " + Amounts.bytes(total) + " resident; the largest parts"
                    + (isAsCommitted(whole) ? ", as committed," : "") + are
                    + largest(whole, whole::resident, total) + ".");
        }
        long committed = Stream.of(Part.values()).mapToLong(whole::committed).sum();
        long sum = whole.snapshot().nmtOrNone().committedBytes();
        if (committed <= 0) {
            return sum <= 0
                    ? Optional.empty()
                    : Optional.of(title + ": " + Amounts.bytes(sum)
                            + " committed; the text has no category of NMT, so what it consists of is not known.");
        }
        return whole.isNmtMissing()
                ? Optional.of(title + ": only what is committed of some parts is known: "
                        + Stream.of(Part.values())
                                .filter(part -> whole.committed(part) > 0)
                                .map(part -> part.label() + " " + Amounts.bytes(whole.committed(part))
                                        + (part == Part.HEAP && whole.heapUsed().isKnown()
                                                ? ", of which "
                                                        + Amounts.bytes(
                                                                whole.heapUsed().known()) + " used"
                                                : ""))
                                .collect(Collectors.joining(", "))
                        + ".")
                : Optional.of(title + ": " + Amounts.bytes(committed(whole, committed)) + " committed"
                        + ofTotal(whole, committed)
                        + "; the largest parts" + are + largest(whole, whole::committed, committed)
                        + ". How much of it is resident is not known.");
    }

    private static String ofTotal(MemoryMoment whole, long committed) {
        NmtDigest nmt = whole.snapshot().nmtOrNone();
        long lost = nmt.missingCommittedBytes();
        if (lost < 0) {
            return " in its categories, " + Amounts.bytes(-lost) + " more than its total of "
                    + Amounts.bytes(nmt.committedBytes());
        }
        return lost == 0
                ? ""
                : " of a total of " + Amounts.bytes(committed + lost) + " (" + Amounts.bytes(lost)
                        + " are not in the text)";
    }

    /** The total, where it and its parts differ by no more than rounding. */
    private static long committed(MemoryMoment whole, long ofParts) {
        NmtDigest nmt = whole.snapshot().nmtOrNone();
        return whole.snapshot().nmt() != null && nmt.missingCommittedBytes() == 0 ? nmt.committedBytes() : ofParts;
    }

    private static String largest(MemoryMoment whole, ToLongFunction<Part> size, long total) {
        Map<String, Long> parts = new LinkedHashMap<>();
        for (Part part : Part.values()) {
            String name = part.kind() == Part.Kind.JVM_MALLOC ? Part.JVM_MALLOC : whole.label(part);
            parts.merge(name, size.applyAsLong(part), Long::sum);
        }
        return parts.entrySet().stream()
                .filter(part -> part.getValue() > 0)
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(LARGEST)
                .map(part -> part.getKey() + " " + Amounts.bytes(part.getValue()) + " ("
                        + Amounts.percent((double) part.getValue() / total)
                        + (part.getKey().equals(Part.JVM_MALLOC) ? ofMalloc(size, part.getValue()) : "") + ")")
                .collect(Collectors.joining(", "));
    }

    /** What most of the JVM's malloc is for, if most of it is for one thing. */
    private static String ofMalloc(ToLongFunction<Part> size, long all) {
        return Stream.of(Part.values())
                .filter(part -> part.kind() == Part.Kind.JVM_MALLOC && size.applyAsLong(part) > all / 2)
                .findFirst()
                .map(part -> "; " + Amounts.bytes(size.applyAsLong(part)) + " " + part.label())
                .orElse("");
    }

    private static boolean isAsCommitted(MemoryMoment whole) {
        return whole.precision() == MemoryMoment.Precision.AS_COMMITTED && whole.resident(Part.UNDIVIDED) == 0;
    }

    /** The notes below the table of parts. */
    static List<String> below(MemoryMoment whole) {
        List<String> notes = new ArrayList<>();
        Snapshot snapshot = whole.snapshot();
        List<String> sources = new ArrayList<>(snapshot.sources());
        if (whole.recorded().isOfMemory()) {
            sources.add("JFR");
        }
        notes.add("Sources: " + String.join(", ", sources) + ".");
        if (whole.againBytes() > 0) {
            notes.add(again(whole));
        }
        precision(whole, notes);
        NmtDigest nmt = snapshot.nmt();
        if (nmt != null && whole.guardBytes() > 0) {
            notes.add("NMT counts the guard pages of stacks as committed"
                    + (nmt.guardBytes() < 0 ? " (at most 16 KB a thread; NMT detail has the exact figure)" : "")
                    + "; they are never resident. Reserved address space costs nothing.");
        }
        if (nmt != null && nmt.scale() > 1) {
            notes.add(
                    "The JVM rounded NMT's amounts to " + Amounts.bytes(nmt.scale()) + "; use scale=b for exact ones.");
        }
        if (nmt == null && whole.recorded().nmt().isEmpty()) {
            notes.add("Without NMT, the JVM's own memory cannot be distinguished from that of native code: "
                    + NmtStart.START_SUMMARY + ".");
        }
        Set<String> unknown = unknownCategories(whole);
        if (!unknown.isEmpty()) {
            notes.add((unknown.size() == 1 ? "NMT's category " : "NMT's categories ") + String.join(", ", unknown)
                    + (unknown.size() == 1 ? " is" : " are")
                    + " not known to this version of loomweight: the malloc counts as other malloc of the JVM.");
        }
        malloc(whole, notes);
        if (whole.hasStaleStacks()) {
            notes.add("The stacks are JFR's figure, which is stale: it stays at about 16 KB a thread until"
                    + " VM.native_memory is run. The stacks are larger, and less is unaccounted for.");
        }
        if (snapshot.histogram() != null) {
            notes.add("Live objects are from the class histogram, which counts the stacks of virtual threads; a heap"
                    + " dump does not.");
        }
        return notes;
    }

    /** The categories of NMT that this version does not know, in order. */
    private static Set<String> unknownCategories(MemoryMoment whole) {
        Stream<String> names = whole.snapshot().nmt() == null
                ? whole.recorded().nmt().keySet().stream()
                : whole.snapshot().nmtOrNone().categories().stream().map(NmtCategory::name);
        return names.filter(name -> !Part.isKnown(name)).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String again(MemoryMoment whole) {
        return "RSS counts a page as often as the process maps it: "
                + (isHeapInViews(whole)
                        ? "ZGC without generations maps its heap three times"
                        : "a file is mapped several times")
                + ", so the kernel's RSS is " + Amounts.bytes(whole.placedBytes() + whole.againBytes())
                + "; here each page counts once.";
    }

    /** Whether it is ZGC's heap that is mapped several times; without the mappings, nothing else is taken for it. */
    private static boolean isHeapInViews(MemoryMoment whole) {
        ResidentByPart residence = whole.snapshot().residentByPart();
        return residence == null || residence.heapHasViews();
    }

    private static void malloc(MemoryMoment whole, List<String> notes) {
        if (whole.snapshot().residentByPart() == null) {
            return;
        }
        if (whole.untouchedBytes() > 0) {
            notes.add(Amounts.bytes(whole.untouchedBytes()) + " of malloc were allocated and never touched."
                    + " Malloc that cannot be attributed to a row is in \"" + Part.TOUCHED.label() + "\".");
        } else if (!whole.isNmtMissing() && whole.isKnown(Part.MALLOC_THREADS)) {
            notes.add("Malloc is counted as allocated, so a part of it may not be resident.");
        }
        if (!whole.allocators().isEmpty()) {
            notes.add("Another malloc is loaded (" + String.join(", ", whole.allocators())
                    + "), which neither the JVM nor glibc counts; its own statistics divide it.");
        } else if (!whole.snapshot().mallocLive().isKnown()) {
            notes.add(
                    "Without System.native_heap_info (JDK 21 and later) or VM.info, memory that glibc retains cannot be"
                            + " distinguished from memory of native code.");
        }
    }

    private static void precision(MemoryMoment whole, List<String> notes) {
        switch (whole.precision()) {
            case BY_MAPPING -> {
                if (whole.resident(Part.JOINED) > 0) {
                    notes.add("The kernel joins neighbouring mappings and counts them together; what may be of several"
                            + " owners is a row of its own. NMT detail has the addresses that divide it.");
                }
            }
            case BY_NAME -> {
                if (!whole.isNmtMissing()) {
                    notes.add(
                            "Without addresses from the JVM, stacks and metaspace count as committed, and other anonymous"
                                    + " memory of the JVM is not divided: "
                                    + NmtStart.START_DETAIL
                                    + (whole.snapshot().has(SystemMap.class)
                                            ? "."
                                            : " (this JDK has no System.map, or its text is missing)."));
                }
            }
            case AS_COMMITTED ->
                notes.add(
                        !isAsCommitted(whole)
                                ? whole.isNmtMissing()
                                        ? "Without mappings (smaps), the parts are not divided."
                                        : "More is committed than is resident, and without mappings it is not known which part"
                                                + " was never touched: their sum is not divided. smaps has the exact figures."
                                : "Resident is taken as committed, without guard pages; the heap is taken as the rest,"
                                        + " but not less than its use. smaps has the exact figures.");
            case UNKNOWN ->
                notes.add(
                        "Resident memory is not known: no input has it, as /proc/PID/smaps, smaps_rollup or status, which"
                                + " Linux has and macOS and Windows have not. Committed is more than resident, and reserved is"
                                + " far more.");
        }
    }
}
