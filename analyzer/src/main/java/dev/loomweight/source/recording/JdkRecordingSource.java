package dev.loomweight.source.recording;

import dev.loomweight.capture.DataException;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.source.SampleSink;
import dev.loomweight.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A recording, read by the JDK's own {@code jdk.jfr.consumer}: the events of the wanted types, in the order of the file
 * (that of time only within one thread of one chunk).
 *
 * <p>A recording that is cut off or damaged gives what is whole; the coverage says how much is missing.
 */
public final class JdkRecordingSource implements Source {

    private final Path file;
    private final Origin origin;

    /**
     * A recording of a known process.
     *
     * @param file the recording
     * @param origin where its samples come from; its file is what messages name
     */
    public JdkRecordingSource(Path file, Origin origin) {
        this.file = file;
        this.origin = origin;
    }

    /** A recording that stands alone: the process is called by the file's name. */
    public static JdkRecordingSource of(Path file) {
        Path name = file.getFileName();
        String subject = name == null ? file.toString() : name.toString();
        return new JdkRecordingSource(file, new Origin(subject, null, file.toString(), Instrument.JFR));
    }

    @Override
    public Origin origin() {
        return origin;
    }

    @Override
    public Coverage read(Interest interest, SampleSink sink) {
        try {
            Chunks chunks = chunks();
            JdkEventPass pass = new JdkEventPass(origin, interest, sink);
            if (chunks.finished()) {
                pass.run(file);
            } else {
                runOnCopy(pass, chunks);
            }
            if (!pass.readAnything()) {
                throw new DataException("nothing can be read of the recording " + origin.file()
                        + ": the metadata of its first chunk is damaged; copy or record it again");
            }
            List<String> notes = new ArrayList<>(notes(chunks));
            notes.addAll(pass.missing(EventCount.of(file, chunks)));
            return Coverage.of(new Coverage.OfSource(
                    origin, chunks.start(), chunks.end(), pass.lostBytes(), pass.coverage(), notes));
        } catch (NoSuchFileException e) {
            throw new DataException("no such file: " + origin.file() + "; give the path of a recording", e);
        } catch (IOException e) {
            throw new DataException("cannot read " + origin.file() + ": " + reason(e), e);
        }
    }

    // Only what is read wholly is handed to the JDK's reader, which tells no one where it stops.
    private Chunks chunks() throws IOException {
        if (Files.isDirectory(file)) {
            throw new DataException(origin.file() + " is a directory, not a recording; give the files in it");
        }
        Chunks chunks = Chunks.of(file);
        if (chunks.fileBytes() == 0) {
            throw new DataException(origin.file() + " is empty; its recording was not written, record again");
        }
        if (chunks.readable().isEmpty()) {
            throw new DataException(
                    beginsAsChunk()
                            ? "nothing can be read of the recording " + origin.file() + ": " + chunks.trouble()
                                    + "; copy or record it again"
                            : origin.file() + " is not a recording: it looks like " + FileLook.of(file));
        }
        return chunks;
    }

    private boolean beginsAsChunk() throws IOException {
        try (var in = Files.newInputStream(file)) {
            byte[] magic = in.readNBytes(4);
            return magic.length == 4 && magic[0] == 'F' && magic[1] == 'L' && magic[2] == 'R' && magic[3] == 0;
        }
    }

    private void runOnCopy(JdkEventPass pass, Chunks chunks) throws IOException {
        Path copy = Files.createTempFile("loomweight", ".jfr");
        try {
            chunks.copyFinished(file, copy);
            pass.run(copy);
        } finally {
            Files.delete(copy);
        }
    }

    private static List<String> notes(Chunks chunks) {
        List<String> notes = new ArrayList<>();
        if (!chunks.finished()) {
            notes.add("The recording was never finished: its JVM was killed, or writes it still."
                    + " Read up to the last flush.");
        }
        if (chunks.unreadBytes() > 0) {
            notes.add("The last " + chunks.unreadBytes() + " of " + chunks.fileBytes()
                    + " bytes of the recording were not read: " + chunks.trouble() + ".");
        }
        return notes;
    }

    private static String reason(IOException e) {
        String message = e.getMessage();
        return e.getClass().getSimpleName()
                + (message == null ? "" : ": " + message.lines().findFirst().orElse(""));
    }
}
