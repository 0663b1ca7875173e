package dev.loomweight.input.capture;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.HeldFile;
import dev.loomweight.capture.HeldFolder;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.CaptureTexts.TargetClasses;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.NmtTexts.NmtMessage;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A capture that is being written: what its manifest says now, and the texts of its newest snapshot. Another user may
 * write it, so that its folder is held open and read by its names alone.
 */
public final class GrowingCapture implements AutoCloseable {

    // Resident memory is fresher in the recording.
    private static final List<Part> TEXTS = List.of(Part.NMT, Part.SCHEDULER, Part.CGROUP);
    private static final Interest INTEREST = Interest.in(
            NmtReport.class,
            NmtMessage.class,
            Scheduler.class,
            ContainerLimit.class,
            ContainerMemory.class,
            CarrierTimes.class);

    /** Far above what a capture holds. */
    private static final long MAX_BYTES = 256L << 20;

    private static final String CHUNK = ".jfr";

    private final Path path;
    private final HeldFolder folder;
    private String lastRead = "";
    private Instant lastCarriers = Instant.MIN;
    private CaptureInfo info;
    private final TargetClasses classes;

    /**
     * Opens it.
     *
     * @param path the capture
     * @throws DataException if it is not a capture
     */
    public static GrowingCapture open(Path path) {
        HeldFolder folder;
        try {
            folder = HeldFolder.open(path);
        } catch (IOException e) {
            throw new DataException("cannot read " + path + ": " + CaptureFolder.reason(e), e);
        }
        try {
            return new GrowingCapture(path, folder, read(path, folder));
        } catch (DataException e) {
            folder.close();
            throw e;
        }
    }

    private GrowingCapture(Path path, HeldFolder folder, CaptureManifest manifest) {
        this.path = path;
        this.folder = folder;
        this.info = manifest.info();
        this.classes = manifest.classes();
    }

    /** Where the capture said, when it was opened, that the classes of its target are. */
    public TargetClasses classes() {
        return classes;
    }

    /** What the collector knew of the target when {@link #newTexts} was called last, or when it was opened. */
    public CaptureInfo info() {
        return info;
    }

    /** Whether the manifest says that the capture is running, which stays so if the collector was killed. */
    public boolean isRunning() {
        return info.isRunning();
    }

    /**
     * Opens the folder that JFR writes to: that of the newest JVM, since each makes one of its own in the repository.
     *
     * @return nothing where no JVM has begun a chunk
     */
    public Optional<HeldFolder> openRepository() {
        try (HeldFolder repository = folder.folder(CaptureFolder.REPOSITORY)) {
            List<String> names = repository.names().stream()
                    .sorted(Comparator.reverseOrder())
                    .toList();
            for (String name : names) {
                if (repository.attributes(name).isDirectory()) {
                    HeldFolder found = repository.folder(name);
                    if (holdsChunks(found)) {
                        return Optional.of(found);
                    }
                    found.close();
                }
            }
            return holdsChunks(repository) ? Optional.of(folder.folder(CaptureFolder.REPOSITORY)) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new DataException(
                    "cannot read " + path.resolve(CaptureFolder.REPOSITORY) + ": " + CaptureFolder.reason(e), e);
        }
    }

    private static boolean holdsChunks(HeldFolder folder) {
        return folder.names().stream().anyMatch(name -> name.endsWith(CHUNK));
    }

    /** The samples of the newest snapshot's texts, once; nothing while there is no newer one. */
    public List<Sample> newTexts() {
        List<Sample> samples = new ArrayList<>();
        CaptureManifest manifest;
        try {
            manifest = read(path, folder);
        } catch (DataException e) {
            // It was moved or deleted while it was watched; what was known stays.
            return samples;
        }
        info = manifest.info();
        String newest = manifest.snapshots().stream()
                .filter(one -> one.unfinished() == null)
                .reduce((first, later) -> later)
                .map(CaptureManifest.Snapshot::folder)
                .orElse(lastRead);
        if (newest.equals(lastRead)) {
            return samples;
        }
        lastRead = newest;
        try (HeldFolder snapshot = folder.folder(lastRead)) {
            for (Part part : TEXTS) {
                read(snapshot, part.fileName(), samples);
            }
        } catch (IOException e) {
            // It went meanwhile, or is no folder: a snapshot less.
        }
        return samples;
    }

    /** The intervals of {@code carriers.txt} that were added since it was last asked; none where there is no such file. */
    public List<Sample> newCarriers() {
        List<Sample> all = new ArrayList<>();
        read(folder, CaptureFolder.CARRIERS, all);
        List<Sample> added = new ArrayList<>();
        for (Sample sample : all) {
            if (sample instanceof CarrierTimes times && times.to().isAfter(lastCarriers)) {
                // Of intervals that were merged meanwhile, those that were seen before are not seen again.
                if (!times.from().isBefore(lastCarriers)) {
                    added.add(times);
                }
                lastCarriers = times.to();
            }
        }
        return added;
    }

    private static void read(HeldFolder snapshot, String name, List<Sample> samples) {
        try (HeldFile file = snapshot.open(name, MAX_BYTES)) {
            Origin origin = new Origin("", null, snapshot.path().resolve(name).toString(), Instrument.CAPTURE);
            new TextSource(file.path(), origin).read(INTEREST, () -> (from, sample) -> samples.add(sample));
        } catch (IOException | DataException e) {
            // This part was not taken, or a text is not whole; the next snapshot has another.
        }
    }

    private static CaptureManifest read(Path path, HeldFolder folder) {
        String shown = path.resolve(CaptureFolder.MANIFEST).toString();
        try (HeldFile file = folder.open(CaptureFolder.MANIFEST, MAX_BYTES)) {
            return CaptureManifest.read(file.path(), shown);
        } catch (IOException e) {
            throw CaptureManifest.unreadable(shown, e);
        }
    }

    @Override
    public void close() {
        folder.close();
    }
}
