package dev.loomweight.memory.reconcile;

import dev.loomweight.jvm.NmtStart;
import dev.loomweight.memory.Part;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All findings on the memory of a process: its limit, its parts, and inputs that contradict each other. */
final class MemoryFindings {

    /** The id of the finding that inputs contradict each other. */
    static final String CONTRADICTION = "contradictoryInputs";

    /** The share of resident memory that may be unaccounted for without a finding. */
    private static final double UNACCOUNTED = 0.05;

    /** A part is notable from this share of resident memory and this amount on. */
    private static final double NOTABLE_SHARE = 0.15;

    private static final long NOTABLE_BYTES = 32L << 20;

    /** A recording may begin a moment after the first text of its own process was taken. */
    private static final Duration TOLERANCE = Duration.ofMinutes(1);

    private final List<Finding> findings;

    /** @param findings where all findings are added */
    MemoryFindings(List<Finding> findings) {
        this.findings = findings;
    }

    private void add(Severity severity, String id, String summary, String explanation, String solution) {
        findings.add(new Finding(id, severity, summary, explanation, solution));
    }

    /** Files that were left out, and texts that are older than the recording next to them. */
    void contradictions(ObservedProcess process, Coverage coverage) {
        List<String> sentences = new ArrayList<>(process.files().contradictions());
        sentences.addAll(olderThanRecording(process, coverage));
        for (String sentence : sentences) {
            findings.add(new Finding(
                            CONTRADICTION,
                            Severity.WARNING,
                            sentence,
                            "Figures of different processes or runs cannot be combined.",
                            "Give the files of one process and one moment, or a capture.")
                    .ofInputs());
        }
    }

    /**
     * Texts that were written before the recording next to them began, perhaps by an earlier run. A text of jcmd has no
     * time in it, so that of its snapshot or its file counts. Copying makes a file younger, never older.
     */
    private static List<String> olderThanRecording(ObservedProcess process, Coverage coverage) {
        List<Coverage.OfSource> sources = coverage.sources().stream()
                .filter(source ->
                        process.files().names().contains(source.origin().file()))
                .toList();
        Instant begin = sources.stream()
                .filter(source -> source.origin().instrument() == Instrument.JFR)
                .flatMap(source -> Stream.ofNullable(source.start()))
                .min(Comparator.naturalOrder())
                .orElse(null);
        List<String> sentences = new ArrayList<>();
        for (Coverage.OfSource source : sources) {
            Origin.SnapshotId moment = source.origin().moment();
            Instant time = moment == null ? source.start() : moment.time();
            if (source.origin().instrument() != Instrument.JFR
                    && begin != null
                    && time != null
                    && time.isBefore(begin.minus(TOLERANCE))) {
                sentences.add(source.origin().file() + " is from " + time + ", before the recording began at " + begin
                        + "; it may be from an earlier run.");
            }
        }
        return sentences;
    }

    /**
     * What stands out among the parts.
     *
     * @param killed whether the kernel killed the process for lack of memory, which says enough about the limit
     */
    void parts(String title, MemoryMoment whole, ObservedProcess process, boolean killed) {
        NmtDigest nmt = whole.snapshot().nmt();
        if (nmt != null && !nmt.categories().isEmpty() && !nmt.missing().isNothing()) {
            incomplete(title, nmt);
        }
        if (!whole.isResident()) {
            return;
        }
        if (!killed) {
            nearLimit(title, whole);
        }
        unaccounted(title, whole, process);
        String ofRss = " of the " + Amounts.bytes(whole.placedBytes()) + " that " + title + " has resident are ";
        retained(whole, ofRss);
        direct(whole, ofRss);
        allocator(whole, ofRss);
        if (notable(whole, Part.FILES)) {
            String largest = whole.files().entrySet().stream()
                    .max(Map.Entry.<String, Long>comparingByValue()
                            .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                    .map(file -> "; the largest is " + file.getKey())
                    .orElse("");
            add(
                    Severity.INFO,
                    "mappedFiles",
                    Amounts.bytes(whole.resident(Part.FILES)) + ofRss + "mapped files" + largest + ".",
                    "Clean pages of a file are page cache: the kernel drops them before it kills, so they look worse in"
                            + " RSS than they are." + sharedMemory(whole),
                    "");
        }
        if (notable(whole, Part.NATIVE)) {
            add(
                    Severity.INFO,
                    "nativeMalloc",
                    Amounts.bytes(whole.resident(Part.NATIVE)) + ofRss + "malloc of native code.",
                    "NMT counts only the JVM's own memory; libraries, for example for compression and TLS, allocate in"
                            + " addition.",
                    "Close what holds it (Deflater, Inflater, native handles); a malloc profiler names the callers.");
        }
    }

    /** Both figures of each sum, and the difference. */
    private void incomplete(String title, NmtDigest nmt) {
        List<String> sums = new ArrayList<>();
        difference(sums, "committed", nmt.committedBytes(), nmt.missing().committedBytes());
        difference(sums, "reserved", nmt.reservedBytes(), nmt.missing().reservedBytes());
        nmt.missing().below().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(category -> {
                    NmtCategory of = nmt.category(category.getKey());
                    long sum = of == null ? 0 : of.usage().committed().bytes();
                    sums.add(category.getKey() + " has " + Amounts.bytes(sum) + " committed, but its lines add up to "
                            + Amounts.bytes(sum - category.getValue()) + ", " + lessOrMore(category.getValue()));
                });
        findings.add(new Finding(
                        "nmtIncomplete",
                        Severity.WARNING,
                        "NMT's text of " + title + " does not add up: " + String.join("; ", sums) + ".",
                        "Lines were lost, changed or not understood. What is not in the text is in no part below.",
                        "Use the complete output of jcmd PID VM.native_memory summary scale=b.")
                .ofInputs());
    }

    private static void difference(List<String> sums, String what, long total, long missing) {
        if (missing != 0) {
            sums.add("its total is " + Amounts.bytes(total) + " " + what + ", but its categories add up to "
                    + Amounts.bytes(total - missing) + ", " + lessOrMore(missing));
        }
    }

    private static String lessOrMore(long missing) {
        return Amounts.bytes(Math.abs(missing)) + (missing > 0 ? " less" : " more");
    }

    private static String sharedMemory(MemoryMoment whole) {
        ProcStatus status = whole.snapshot().status();
        long shared = status == null ? 0 : status.bytes().getOrDefault("RssShmem", 0L);
        return shared == 0
                ? ""
                : " It does not drop tmpfs and shared memory (/dev/shm, memfd), of which " + Amounts.bytes(shared)
                        + " are resident.";
    }

    private void nearLimit(String title, MemoryMoment whole) {
        Footprint footprint = whole.footprint();
        long limit = footprint.limit().orElse(Long.MAX_VALUE);
        long used = footprint.used().orElse(0);
        if (used <= limit / 10 * 9) {
            return;
        }
        add(
                Severity.WARNING,
                "nearLimit",
                footprint.isChargeKnown()
                        ? "The container of " + title + " is charged for " + Amounts.bytes(used)
                                + " that the kernel cannot free; its limit is " + Amounts.bytes(limit) + "."
                        : title + " has " + Amounts.bytes(used) + " resident; the limit of its container is "
                                + Amounts.bytes(limit) + ".",
                footprint.isChargeKnown()
                        ? "The kernel kills a process of a container that exceeds the limit."
                        : "The kernel kills a process that exceeds the limit by what it is charged for, which is not"
                                + " known and can be less than what is resident.",
                "Raise the limit, or lower the largest rows in the table of parts.");
    }

    private void unaccounted(String title, MemoryMoment whole, ObservedProcess process) {
        if (whole.unexplained() <= UNACCOUNTED) {
            return;
        }
        add(
                Severity.WARNING,
                "unexplainedMemory",
                Amounts.bytes(whole.resident(Part.REMAINDER)) + " (" + Amounts.percent(whole.unexplained())
                        + ") of the resident memory of " + title + " is unaccounted for.",
                whole.precision() == MemoryMoment.Precision.BY_MAPPING
                        ? "It is anonymous memory that neither NMT nor glibc's malloc knows: mapped by native code, or by"
                                + " another allocator."
                        : "It is more than the JVM mapped and allocated; the notes below the table name the inputs that"
                                + " are missing.",
                missing(whole, process));
    }

    /** The texts that would divide more, and not what was taken already. */
    private static String missing(MemoryMoment whole, ObservedProcess process) {
        boolean nativeHeap = ObservedProcess.mayHaveNativeHeap(process.moments());
        List<String> missing = new ArrayList<>();
        if (process.info() != null) {
            missing.addAll(ObservedProcess.dividing(whole.snapshot(), nativeHeap));
        } else {
            NmtDigest nmt = whole.snapshot().nmt();
            if (nmt == null || nmt.regions().isEmpty()) {
                missing.add("VM.native_memory detail scale=b of a JVM that was started with " + NmtStart.DETAIL);
            }
            if (whole.snapshot().residentByPart() == null) {
                missing.add("/proc/PID/smaps");
            }
            if (!whole.snapshot().mallocLive().isKnown()) {
                missing.add("System.native_heap_info (JDK 21 and later)");
            }
        }
        return missing.isEmpty()
                ? "Look for native code that maps memory: pmap -X PID names the mappings, and a profiler of mmap its"
                        + " callers."
                : process.info() != null
                        ? "To divide it, " + String.join(", and ", missing) + "."
                        : "Add to the inputs, taken at the same time: " + String.join(", ", missing) + ".";
    }

    /** What another malloc than glibc's holds, which nothing in the JVM counts. */
    private void allocator(MemoryMoment whole, String ofRss) {
        if (notable(whole, Part.ALLOCATOR)) {
            add(
                    Severity.INFO,
                    "otherAllocator",
                    Amounts.bytes(whole.resident(Part.ALLOCATOR)) + ofRss + "memory of "
                            + String.join(", ", whole.allocators()) + " in addition to what NMT counts.",
                    "It serves malloc in place of glibc: the blocks of native code, its own structures, and freed blocks"
                            + " that it retains.",
                    "Its own statistics divide it, for example MALLOC_CONF=stats_print:true (jemalloc) or"
                            + " MIMALLOC_SHOW_STATS=1 (mimalloc).");
        }
    }

    private void retained(MemoryMoment whole, String ofRss) {
        if (notable(whole, Part.RETAINED)) {
            add(
                    Severity.WARNING,
                    "mallocRetained",
                    Amounts.bytes(whole.resident(Part.RETAINED)) + ofRss + "freed memory that glibc retains.",
                    "Native code freed it, but malloc did not release it to the kernel: it is not a leak, but it counts"
                            + " against the limit. Arenas, of which each thread may get one, make it worse.",
                    "jcmd PID System.trim_native_heap releases it once, -XX:TrimNativeHeapInterval=60000 at intervals"
                            + " (JDK 17 updates and later); MALLOC_ARENA_MAX=2 keeps it smaller from the start.");
        }
    }

    private void direct(MemoryMoment whole, String ofRss) {
        long allocated = whole.committed(Part.DIRECT);
        boolean untouched = whole.untouchedBytes() > 0
                && whole.resident(Part.DIRECT) < allocated / 4 * 3
                && allocated >= NOTABLE_BYTES
                && allocated >= NOTABLE_SHARE * whole.placedBytes();
        if (untouched || notable(whole, Part.DIRECT)) {
            DirectBuffers recorded = whole.recorded().direct();
            add(
                    Severity.INFO,
                    "directMemory",
                    untouched
                            ? Amounts.bytes(allocated) + " of direct buffers or other memory from Unsafe are allocated;"
                                    + " at most " + Amounts.bytes(mostResident(whole, Part.DIRECT)) + ofRss + "theirs."
                            : Amounts.bytes(whole.resident(Part.DIRECT)) + ofRss
                                    + "direct buffers or other memory from Unsafe.",
                    "It lies outside the heap, so -Xmx does not bound it"
                            + (recorded == null
                                    ? "."
                                    : "; JFR counts " + Amounts.bytes(recorded.usedBytes()) + " of direct buffers."),
                    "-XX:MaxDirectMemorySize bounds direct buffers; allocators that use Unsafe have bounds of their own.");
        }
    }

    /** The most that can be resident of a part of malloc, in bytes. */
    private static long mostResident(MemoryMoment whole, Part part) {
        long resident = whole.resident(part);
        return Math.min(whole.committed(part), Math.max(resident, resident + whole.resident(Part.TOUCHED)));
    }

    private static boolean notable(MemoryMoment whole, Part part) {
        long bytes = whole.resident(part);
        return bytes >= NOTABLE_BYTES && bytes >= NOTABLE_SHARE * whole.placedBytes();
    }
}
