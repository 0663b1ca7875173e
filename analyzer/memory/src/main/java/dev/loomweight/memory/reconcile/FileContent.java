package dev.loomweight.memory.reconcile;

import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import dev.loomweight.sample.EndTexts;
import dev.loomweight.sample.EndTexts.Containers;
import dev.loomweight.sample.EndTexts.KernelKills;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.MemoryEvents.ObjectCount;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackEvents.RecordedStacks;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The content of one file on a process' memory, and the process that it names. */
final class FileContent {

    static final Interest INTEREST = Snapshot.INTEREST
            .and(RecordedFigures.INTEREST)
            .and(Interest.in(
                    CaptureInfo.class,
                    ExperimentRun.class,
                    ProcessId.class,
                    RecordedJvm.class,
                    RecordedStacks.class,
                    ObjectCount.class,
                    KernelKills.class,
                    Containers.class));

    private Origin.@Nullable SnapshotId moment;
    private String file = "";
    private @Nullable CaptureInfo info;
    private boolean ofLab;
    private final Snapshot texts = new Snapshot();
    private final RecordedFigures recorded = new RecordedFigures();
    private final EndReports reports = new EndReports();
    private final TreeSet<Long> pids = new TreeSet<>();
    private final TreeMap<Instant, Map<String, ObjectCount>> counts = new TreeMap<>();
    private final TreeMap<Instant, List<Integer>> stacks = new TreeMap<>();

    void add(Origin origin, Sample sample) {
        place(origin.moment(), origin.file());
        switch (sample) {
            case CaptureInfo found -> {
                ofLab |= found.isOfLab();
                info = Snapshot.either(info, found);
                pid(found.pid());
            }
            case ExperimentRun run -> ofLab |= run.isOfLab();
            case ProcessId process -> pid(process.pid());
            case RecordedJvm jvm -> pid(jvm.pid());
            case RecordedStacks dump -> stacks.merge(dump.time(), dump.depths(), FileContent::smaller);
            case ObjectCount count -> count(count);
            case EndTexts end -> reports.add(end);
            default -> {
                if (sample instanceof ProcStatus status) {
                    pid(status.pid());
                } else if (sample instanceof NmtReport report) {
                    pid(report.pid());
                }
                texts.add(sample);
                recorded.add(sample);
            }
        }
        keepLatest();
    }

    void merge(FileContent other) {
        place(other.moment, other.file);
        info = Snapshot.either(info, other.info);
        ofLab |= other.ofLab;
        texts.merge(other.texts);
        recorded.merge(other.recorded);
        reports.merge(other.reports);
        pids.addAll(other.pids);
        other.counts.values().forEach(classes -> classes.values().forEach(this::count));
        other.stacks.forEach((time, depths) -> stacks.merge(time, depths, FileContent::smaller));
        keepLatest();
    }

    /** Whether thread dumps are all that it has: mostly of several moments of a process, and without figures of memory. */
    boolean isDumpsAlone() {
        return texts.isDumpsAlone() && !recorded.isOfMemory();
    }

    private void place(Origin.@Nullable SnapshotId when, String name) {
        moment = Snapshot.either(moment, when);
        file = file.isEmpty() || name.compareTo(file) < 0 ? name : file;
    }

    private void pid(long pid) {
        if (pid >= 0) {
            pids.add(pid);
        }
    }

    private void count(ObjectCount count) {
        counts.computeIfAbsent(count.time(), key -> new TreeMap<>())
                .merge(
                        count.className(),
                        count,
                        (left, right) -> left.toString().compareTo(right.toString()) <= 0 ? left : right);
    }

    private static List<Integer> smaller(List<Integer> left, List<Integer> right) {
        return left.toString().compareTo(right.toString()) <= 0 ? left : right;
    }

    /** A recording may hold one dump a minute: the last is enough. */
    private void keepLatest() {
        while (counts.size() > 1) {
            counts.remove(counts.firstKey());
        }
        while (stacks.size() > 1) {
            stacks.remove(stacks.firstKey());
        }
    }

    boolean isOfCapture() {
        return info != null || moment != null;
    }

    Origin.@Nullable SnapshotId moment() {
        return moment;
    }

    String file() {
        return file;
    }

    @Nullable
    CaptureInfo info() {
        return info;
    }

    /** Whether a program of the lab was captured. */
    boolean isOfLab() {
        return ofLab;
    }

    Snapshot texts() {
        return texts;
    }

    /** What it reports of ends. */
    EndReports reports() {
        return reports;
    }

    /** Whether it has nothing but what it reports of ends, in which no process has the number that it has for itself. */
    boolean isReportAlone() {
        return !reports.isEmpty() && pids.isEmpty() && texts.isEmpty() && !recorded.isOfMemory();
    }

    RecordedFigures recorded() {
        return recorded;
    }

    /** The process ids in the file; several only in texts that were pasted together. */
    Set<Long> pids() {
        return pids;
    }

    /** The classes of the last count, by name. */
    Map<String, ObjectCount> counts() {
        return counts.isEmpty() ? Map.of() : counts.values().iterator().next();
    }

    /** The depths of the last recorded thread dump. */
    List<Integer> stacks() {
        return stacks.isEmpty() ? List.of() : stacks.values().iterator().next();
    }
}
