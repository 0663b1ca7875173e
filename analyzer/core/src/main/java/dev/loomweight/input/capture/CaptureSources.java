package dev.loomweight.input.capture;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Found.NamedPath;
import dev.loomweight.input.heap.HeapSource;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What of a capture is no recording: its manifest, the texts of its snapshots, its dumps and what was noted next to them. */
final class CaptureSources {

    private CaptureSources() {}

    /**
     * Those of a capture.
     *
     * @param subject the process, as the report names it
     * @param limit how much may be unpacked
     */
    static List<Source> of(Found.OfCapture capture, String subject, UnpackLimit limit) {
        NamedPath folder = capture.folder();
        List<Source> sources = new ArrayList<>();
        sources.add(manifest(capture, subject));
        for (CaptureManifest.Snapshot snapshot : capture.manifest().snapshots()) {
            sources.addAll(parts(folder.resolve(snapshot.folder()), snapshot, subject));
        }
        NamedPath carriers = folder.resolve(CaptureFolder.CARRIERS);
        if (Files.isRegularFile(carriers.path())) {
            sources.add(
                    new TextSource(carriers.path(), new Origin(subject, null, carriers.shown(), Instrument.CARRIERS)));
        }
        NamedPath crash = folder.resolve(CaptureFolder.CRASH);
        if (Files.isRegularFile(crash.path())) {
            sources.add(new TextSource(crash.path(), new Origin(subject, null, crash.shown(), Instrument.VM_INFO)));
        }
        sources.addAll(CapturedDumps.of(folder, subject, limit));
        NamedPath owners = folder.resolve(CaptureFolder.OWNERS);
        if (Files.isRegularFile(owners.path())) {
            Origin origin = new Origin(subject, null, owners.shown(), Instrument.OWNERS);
            sources.add(new TextSource(owners.path(), origin));
        }
        return sources;
    }

    /** Those of a snapshot that was named itself. */
    static List<Source> of(Found.OfSnapshot snapshot, String subject) {
        List<Source> sources = new ArrayList<>();
        sources.add(manifest(snapshot.capture(), subject));
        sources.addAll(parts(snapshot.folder(), snapshot.snapshot(), subject));
        return sources;
    }

    private static Source manifest(Found.OfCapture capture, String subject) {
        NamedPath file = capture.folder().resolve(CaptureFolder.MANIFEST);
        return new ManifestSource(new Origin(subject, null, file.shown(), Instrument.CAPTURE), capture.manifest());
    }

    private static List<Source> parts(NamedPath folder, CaptureManifest.Snapshot snapshot, String subject) {
        List<Source> parts = new ArrayList<>();
        Origin.SnapshotId moment = snapshot.unfinished() == null
                ? new Origin.SnapshotId(snapshot.index(), snapshot.name(), snapshot.time())
                : Origin.SnapshotId.unfinished(snapshot.index(), snapshot.name(), snapshot.time());
        for (CaptureFolder.Part part : CaptureFolder.Part.values()) {
            NamedPath text = folder.resolve(part.fileName());
            Instrument instrument = instrument(part);
            if (Files.exists(text.path()) && !isWithoutGroups(part, text.path())) {
                Origin origin = new Origin(subject, moment, text.shown(), instrument);
                parts.add(
                        part == CaptureFolder.Part.HEAP
                                ? new HeapSource(text.path(), origin)
                                : new TextSource(text.path(), origin));
            }
        }
        return parts;
    }

    /** On a machine without control groups the file is empty, which is not an error. */
    private static boolean isWithoutGroups(CaptureFolder.Part part, Path file) {
        return part == CaptureFolder.Part.CGROUP && file.toFile().length() == 0;
    }

    /** The instrument that measured a part. */
    private static Instrument instrument(CaptureFolder.Part part) {
        return switch (part) {
            case NMT -> Instrument.NMT;
            case HISTOGRAM -> Instrument.HISTOGRAM;
            case STATUS, SMAPS, SMAPS_ROLLUP, PAGES -> Instrument.PROC;
            case SYSTEM_MAP -> Instrument.SYSTEM_MAP;
            case SCHEDULER -> Instrument.SCHEDULER;
            case POLLERS -> Instrument.POLLERS;
            case CGROUP -> Instrument.CGROUP;
            case HEAP_INFO -> Instrument.HEAP_INFO;
            case NATIVE_HEAP -> Instrument.NATIVE_HEAP;
            case THREADS, THREADS_JSON -> Instrument.THREAD_DUMP;
            case HEAP -> Instrument.HEAP_DUMP;
        };
    }
}
