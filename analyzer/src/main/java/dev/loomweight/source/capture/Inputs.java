package dev.loomweight.source.capture;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.Origin;
import dev.loomweight.source.Source;
import dev.loomweight.source.recording.JdkRecordingSource;
import dev.loomweight.source.text.TextSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a user names: captures, folders of captures, recordings, texts. Each becomes the sources that are in it.
 */
public final class Inputs {

    /** The first bytes of every chunk of a recording. */
    private static final byte[] RECORDING_MAGIC = "FLR\0".getBytes(StandardCharsets.ISO_8859_1);

    private final List<Source> sources = new ArrayList<>();
    private final Map<String, Integer> subjects = new LinkedHashMap<>();

    private Inputs() {}

    /**
     * The sources of some paths, in the order of the paths.
     *
     * @param paths files and folders
     * @throws DataException if a path is not there, or is a folder without anything to read
     */
    public static List<Source> open(List<Path> paths) {
        Inputs inputs = new Inputs();
        paths.forEach(inputs::add);
        return inputs.sources;
    }

    private void add(Path path) {
        if (!Files.exists(path)) {
            throw new DataException("there is no file or folder " + path);
        }
        if (!Files.isDirectory(path)) {
            addFile(path);
        } else if (Files.exists(path.resolve(CaptureFolder.MANIFEST))) {
            addCapture(path);
        } else {
            addFolder(path);
        }
    }

    private void addFile(Path file) {
        String subject = unique(String.valueOf(file.getFileName()));
        sources.add(
                isRecording(file)
                        ? new JdkRecordingSource(file, new Origin(subject, null, file.toString(), Instrument.JFR))
                        : new TextSource(file, new Origin(subject, null, file.toString(), Instrument.NMT)));
    }

    private void addFolder(Path folder) {
        List<Path> captures;
        try (Stream<Path> inside = Files.list(folder)) {
            captures = inside.filter(path -> Files.exists(path.resolve(CaptureFolder.MANIFEST)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new DataException("cannot read the folder " + folder + ": " + e.getMessage(), e);
        }
        if (captures.isEmpty()) {
            throw new DataException("the folder " + folder + " is no capture: neither it nor a folder in it has a "
                    + CaptureFolder.MANIFEST + "; name the files in it one by one");
        }
        captures.forEach(this::addCapture);
    }

    private void addCapture(Path folder) {
        Path file = folder.resolve(CaptureFolder.MANIFEST);
        CaptureManifest manifest = CaptureManifest.read(file);
        String kind = manifest.info().kind();
        String subject = unique(kind == null ? manifest.info().target() : kind);
        sources.add(new ManifestSource(new Origin(subject, null, file.toString(), Instrument.CAPTURE), manifest));
        for (CaptureManifest.Snapshot snapshot : manifest.snapshots()) {
            Origin.Moment moment = new Origin.Moment(snapshot.index(), snapshot.name(), snapshot.time());
            for (CaptureFolder.Part part : CaptureFolder.Part.values()) {
                Path text = folder.resolve(snapshot.folder()).resolve(part.fileName());
                Instrument instrument = instrument(part);
                if (instrument != null && Files.exists(text)) {
                    Origin origin = new Origin(subject, moment, text.toString(), instrument);
                    sources.add(
                            instrument == Instrument.CGROUP
                                    ? new CgroupSource(text, origin)
                                    : new TextSource(text, origin));
                }
            }
        }
        for (Path recording : recordings(folder)) {
            sources.add(
                    new JdkRecordingSource(recording, new Origin(subject, null, recording.toString(), Instrument.JFR)));
        }
    }

    /** What took a part, or null for a part that is there for people alone. */
    private static @Nullable Instrument instrument(CaptureFolder.Part part) {
        return switch (part) {
            case NMT -> Instrument.NMT;
            case HISTOGRAM -> Instrument.HISTOGRAM;
            case STATUS, SMAPS_ROLLUP -> Instrument.PROC;
            case SYSTEM_MAP -> Instrument.SYSTEM_MAP;
            case SCHEDULER -> Instrument.SCHEDULER;
            case CGROUP -> Instrument.CGROUP;
            case HEAP_INFO -> null;
        };
    }

    /** The recording, or what a killed target left of it in its repository. */
    private static List<Path> recordings(Path folder) {
        Path whole = folder.resolve(CaptureFolder.RECORDING);
        if (isRecording(whole)) {
            return List.of(whole);
        }
        Path repository = folder.resolve(CaptureFolder.REPOSITORY);
        if (!Files.isDirectory(repository)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(repository)) {
            return files.filter(Inputs::isRecording).sorted().toList();
        } catch (IOException e) {
            throw new DataException("cannot read the folder " + repository + ": " + e.getMessage(), e);
        }
    }

    private static boolean isRecording(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(RECORDING_MAGIC.length), RECORDING_MAGIC);
        } catch (IOException e) {
            throw new DataException("cannot read " + file + ": permission denied or input error", e);
        }
    }

    /** Two inputs of one name are told apart by a number, since a subject stands for one process. */
    private String unique(String subject) {
        int number = subjects.merge(subject, 1, Integer::sum);
        return number == 1 ? subject : subject + " " + number;
    }
}
