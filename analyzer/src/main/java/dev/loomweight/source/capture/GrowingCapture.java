package dev.loomweight.source.capture;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.DataException;
import dev.loomweight.sample.CaptureInfo;
import dev.loomweight.sample.ContainerLimit;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.NmtMessage;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.Scheduler;
import dev.loomweight.source.text.TextSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A capture that somebody is writing: what its manifest says now, and the texts of its newest snapshot. */
public final class GrowingCapture {

    // Resident memory is fresher in the recording.
    private static final List<Part> TEXTS = List.of(Part.NMT, Part.SCHEDULER, Part.CGROUP);
    private static final Interest INTEREST =
            Interest.in(NmtReport.class, NmtMessage.class, Scheduler.class, ContainerLimit.class);

    private final Path folder;
    private String lastRead = "";
    private CaptureInfo info;

    /**
     * Opens it.
     *
     * @param folder the capture
     * @throws DataException if it is none
     */
    public GrowingCapture(Path folder) {
        this.folder = folder;
        this.info = read().info();
    }

    /** What the collector knew of the target when {@link #newTexts} was called last, or when it was opened. */
    public CaptureInfo info() {
        return info;
    }

    /** Whether the collector says that it goes on. One that was killed says so for ever. */
    public boolean isRunning() {
        return info.status().equals(ManifestSource.RUNNING);
    }

    /** The folder that JFR writes below. */
    public Path repository() {
        return folder.resolve(CaptureFolder.REPOSITORY);
    }

    /** The samples of the newest snapshot's texts, once; nothing while there is no newer one. */
    public List<Sample> newTexts() {
        List<Sample> samples = new ArrayList<>();
        CaptureManifest manifest;
        try {
            manifest = read();
        } catch (DataException e) {
            // It was moved or deleted while it was watched; what was known stays.
            return samples;
        }
        info = manifest.info();
        if (manifest.snapshots().isEmpty()
                || manifest.snapshots().getLast().folder().equals(lastRead)) {
            return samples;
        }
        lastRead = manifest.snapshots().getLast().folder();
        for (Part part : TEXTS) {
            Path file = folder.resolve(lastRead).resolve(part.fileName());
            if (Files.exists(file)) {
                read(file, samples);
            }
        }
        return samples;
    }

    private static void read(Path file, List<Sample> samples) {
        try {
            Origin origin = new Origin("", null, file.toString(), Instrument.CAPTURE);
            new TextSource(file, origin).read(INTEREST, () -> (from, sample) -> samples.add(sample));
        } catch (DataException e) {
            // A text that is not whole; the next snapshot has another.
        }
    }

    private CaptureManifest read() {
        return CaptureManifest.read(
                folder.resolve(CaptureFolder.MANIFEST),
                folder.resolve(CaptureFolder.MANIFEST).toString());
    }
}
