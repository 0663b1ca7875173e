package dev.loomweight.memory.growth.diff;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.memory.footprint.ResidentMemory;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.JdkVersions;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of a process at one moment; filled in any order. */
final class MemoryState {

    private final Origin origin;
    private final List<NmtReport> reports = new ArrayList<>();
    private boolean detail;
    private @Nullable ClassHistogram histogram;
    private @Nullable ProcStatus status;
    private @Nullable HeapInfo heap;
    private final Footprint footprint = new Footprint();
    private @Nullable CaptureInfo info;

    /** @param origin of any of its parts */
    MemoryState(Origin origin) {
        this.origin = origin;
    }

    void add(Sample sample) {
        footprint.add(sample, time());
        switch (sample) {
            case NmtReport report -> {
                detail = report.isDetail();
                reports.add(withoutMap(report));
            }
            case ClassHistogram classes -> histogram = classes;
            case ProcStatus proc -> status = proc;
            case HeapInfo info -> heap = info;
            default -> {}
        }
    }

    /** Takes resident memory that is more trusted than what is known; null changes nothing. */
    void add(@Nullable ResidentMemory found) {
        footprint.add(found);
    }

    MemoryState merge(MemoryState other) {
        detail = other.reports.isEmpty() ? detail : other.detail;
        reports.addAll(other.reports);
        histogram = other.histogram == null ? histogram : other.histogram;
        status = other.status == null ? status : other.status;
        heap = other.heap == null ? heap : other.heap;
        footprint.merge(other.footprint);
        return this;
    }

    /** The virtual memory map of 4000 threads is megabytes, and is not compared. */
    private static NmtReport withoutMap(NmtReport report) {
        return new NmtReport(
                report.pid(),
                report.scale(),
                report.diff(),
                report.total(),
                report.malloc(),
                report.mmap(),
                report.categories(),
                List.of(),
                List.of(),
                report.sites(),
                report.notes(),
                report.unknownLines());
    }

    void setInfo(@Nullable CaptureInfo capture) {
        info = capture;
    }

    /** The NMT reports, in the order of their text; a snapshot has one. */
    List<NmtReport> reports() {
        return reports;
    }

    /** The last NMT report, or null. */
    @Nullable
    NmtReport nmt() {
        return reports.isEmpty() ? null : reports.getLast();
    }

    /** Whether the last NMT report is in detail. */
    boolean isDetail() {
        return detail;
    }

    @Nullable
    ClassHistogram histogram() {
        return histogram;
    }

    /** Resident memory, or null. */
    @Nullable
    ResidentMemory resident() {
        return footprint.resident();
    }

    /** Resident memory, in bytes. */
    Quantity residentBytes() {
        ResidentMemory resident = resident();
        return Quantity.ofNullable(resident == null ? null : resident.bytes(), "");
    }

    /** Page tables, in bytes. */
    Quantity pageTableBytes() {
        return Quantity.ofNullable(status == null ? null : status.pageTableBytes(), "");
    }

    /** The number of threads of the process. */
    Quantity threads() {
        return Quantity.notNegative(status == null ? -1 : status.threads(), "");
    }

    /** Live objects in the heap, in bytes. */
    Quantity liveBytes() {
        return Quantity.ofNullable(histogram == null ? null : histogram.totalBytes(), "");
    }

    /** The process id, or -1. */
    long pid() {
        NmtReport report = nmt();
        if (info != null && info.pid() > 0) {
            return info.pid();
        }
        return report != null && report.pid() > 0 ? report.pid() : status == null ? -1 : status.pid();
    }

    /** The time, to the second, or null where it is not known. */
    @Nullable
    Instant time() {
        Origin.SnapshotId moment = origin.moment();
        Instant time = moment == null ? null : moment.time();
        return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS);
    }

    /** The JDK, or null where it is not known. */
    @Nullable
    String jdk() {
        return info == null ? null : info.jdk();
    }

    /** The feature version of the JDK; 0 where it is not known. */
    int feature() {
        return info == null ? 0 : JdkVersions.feature(info.jdk());
    }

    /** Whether the command sets the size with which the heap begins. */
    boolean setsInitialHeap() {
        return info != null
                && info.command().stream()
                        .anyMatch(word -> word.startsWith("-Xms") || word.contains("InitialHeapSize"));
    }

    /** The collector: Serial, G1, or another by the words of its heap; empty where it is not known. */
    String collector() {
        String words = heap == null ? "" : heap.collector();
        return words.equals("DefNew") || words.equals("def new generation")
                ? "Serial"
                : words.equals("garbage-first heap") ? "G1" : words;
    }

    /** The name: the capture's target and the snapshot, or the file. */
    String name() {
        Origin.SnapshotId moment = origin.moment();
        return moment == null ? origin.file() : origin.subject() + ", " + moment.name();
    }
}
