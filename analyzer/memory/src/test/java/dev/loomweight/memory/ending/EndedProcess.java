package dev.loomweight.memory.ending;

import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.CaptureInfo.End;
import dev.loomweight.sample.CaptureTexts.JvmLog;
import dev.loomweight.sample.CaptureTexts.OutOfMemory;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.GroupTexts.KillCount;
import dev.loomweight.sample.GroupTexts.ThreadLimit;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A process whose capture began at {@link #START}, with a snapshot each ten seconds, and what is read of its end. */
final class EndedProcess {

    static final Instant START = Instant.parse("2026-11-02T10:00:00Z");

    /** When those that ended were seen to have. */
    static final Instant EXIT = START.plusSeconds(60);

    private final Processes all = Processes.FOLD.empty();

    EndedProcess(End end) {
        this("complete", end);
    }

    /** One that nothing captured. */
    EndedProcess() {}

    /** @param status that of the capture: a target with a capture that is {@code running} has no end */
    EndedProcess(String status, End end) {
        add(
                new Origin("app", null, "capture.json", Instrument.CAPTURE),
                new CaptureInfo(
                        "app",
                        "25",
                        7,
                        START,
                        List.of("java"),
                        new CaptureInfo.Threads(null, 0, 0, 0, 0),
                        status,
                        null,
                        end));
    }

    EndedProcess snapshot(int index, Sample... samples) {
        Instant time = START.plusSeconds(10L * index);
        return add(
                new Origin("app", new Origin.SnapshotId(index, "s" + index, time), "text", Instrument.PROC), samples);
    }

    EndedProcess recording(Sample... samples) {
        return add(new Origin("app", null, "app.jfr", Instrument.JFR), samples);
    }

    /** What is in files of the capture that are of no snapshot. */
    EndedProcess after(Sample... samples) {
        return add(new Origin("app", null, "hs_err.log", Instrument.VM_INFO), samples);
    }

    private EndedProcess add(Origin origin, Sample... samples) {
        for (Sample sample : samples) {
            Processes.FOLD.add(all, origin, sample);
        }
        return this;
    }

    EndReading read() {
        return new EndAnalysis().read(all, Coverage.NONE).getFirst();
    }

    ObservedProcess observed() {
        return all.together().getFirst();
    }

    Section section() {
        return new EndAnalysis().finish(all, Coverage.NONE);
    }

    List<Finding> findings() {
        return section().findings();
    }

    /** Its findings, complete: id, what was found, evidence and advice; long sentences in several lines. */
    String said() {
        StringBuilder said = new StringBuilder();
        for (Finding one : findings()) {
            said.append(one.severity()).append(' ').append(one.id()).append('\n');
            Stream.of(one.summary(), one.explanation(), one.solution())
                    .filter(part -> !part.isEmpty())
                    .forEach(part -> said.append(part.replaceAll("(.{1,110})(?: |$)", "  $1\n")));
        }
        return said.toString();
    }

    static End end(@Nullable Integer status, boolean killed, KillCount count) {
        return new End(EXIT, null, status, killed, count, ThreadLimit.NONE, null, List.of());
    }

    /** The end of a process that was seen to have ended at {@link #EXIT}. */
    static End exited(@Nullable Integer status, @Nullable JvmLog log, OutOfMemory... printed) {
        return new End(EXIT, EXIT, status, false, KillCount.NONE, ThreadLimit.NONE, log, List.of(printed));
    }

    static ProcStatus status(long resident, long threads) {
        return new ProcStatus(7, Map.of("VmRSS", resident), threads);
    }

    static ClassHistogram histogram(String... names) {
        List<ClassHistogram.Line> lines = Arrays.stream(names)
                .map(name -> new ClassHistogram.Line(name, "", 1, 16))
                .toList();
        return new ClassHistogram(lines, lines.size(), 16L * lines.size());
    }

    static Smaps mapping(long resident) {
        return mapping("/data/index", resident);
    }

    static Smaps mapping(String path, long resident) {
        return new Smaps(List.of(
                new Smaps.Mapping(4096, 4096 + (1 << 20), "r--p", path, resident, 0, 0, 0, resident, "fe:00 9", 0)));
    }
}
