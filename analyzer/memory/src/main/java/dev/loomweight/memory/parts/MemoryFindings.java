package dev.loomweight.memory.parts;

import dev.loomweight.jvm.NmtStart;
import dev.loomweight.memory.Part;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
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
            findings.addAll(Remarks.of(title, whole, process));
            return;
        }
        findings.addAll(Remarks.ofGroup(title, whole, process));
        if (!killed) {
            nearLimit(title, whole);
        }
        unaccounted(title, whole, process);
        findings.addAll(Remarks.of(title, whole, process));
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
                "Raise the limit, or lower the largest rows in the table of parts, and of what is charged outside RSS.");
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
}
