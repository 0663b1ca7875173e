package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.fuzz.Law;
import dev.loomweight.input.recording.MadeChunks;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.DamagedEventException;
import dev.loomweight.input.recording.reader.RecordingReader.Reading;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.EventType.EventField;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.PinEvents.Pin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Any bytes as a recording: what they say of pins and other samples, and every field of every event. Through small
 * windows a chunk reads as through a big one.
 */
public final class RecordingFuzz {

    private static final int SMALL_STRIDE = 1024;

    private RecordingFuzz() {}

    /** Reads an input. */
    public static void fuzzerTestOneInput(byte[] input) {
        Law.holdsForFile(input, "input.jfr", RecordingFuzz::readAll);
    }

    /** Recordings that are whole. */
    public static List<byte[]> seeds() throws IOException {
        byte[] small = MadeChunks.small();
        byte[] two = Arrays.copyOf(small, small.length * 2);
        System.arraycopy(small, 0, two, small.length, small.length);
        return List.of(small, two);
    }

    /** Reads a recording in all ways. */
    static void readAll(Path file) throws IOException {
        Recordings.Reading samples = Recordings.read(file);
        Coverage.OfSource coverage = samples.coverage();
        coverage.notes().forEach(Law::oneLine);
        long pins = samples.of(Pin.class).size();
        if (coverage.unreadBytes() < 0 || pins != samples.event(Pin.EVENT).count()) {
            throw new AssertionError("the coverage contradicts the samples: " + coverage);
        }
        ChunkedFile recording = ChunkedFile.of(file);
        Everything whole = new Everything();
        Reading one =
                new ChunkReader(1).read(recording, WantedEvents.reading(RecordingSource.ALL_TYPES), () -> whole::add);
        Everything windowed = new Everything();
        Reading two = new ChunkReader(1, SMALL_STRIDE)
                .read(recording, WantedEvents.reading(RecordingSource.ALL_TYPES), () -> windowed::add);
        one.notes().forEach(Law::oneLine);
        boolean intact = one.notes().isEmpty() && one.gaps().isEmpty();
        boolean same = whole.hash == windowed.hash && whole.count == windowed.count;
        if (intact && two.notes().isEmpty() && two.gaps().isEmpty() && !same) {
            throw new AssertionError("windows change what is read");
        }
        RecordingSource.of(file, ReaderChoice.CHUNK).describe(RecordingSource.ALL_TYPES);
    }

    /** A look at everything that events say. */
    private static final class Everything {
        private long hash;
        private long count;

        void add(EventView event) {
            long one = event.typeName().hashCode();
            one = one * 31 + event.type().hashCode();
            one = one * 31 + event.stack().hashCode();
            one = one * 31 + event.startTime().hashCode();
            one = one * 31 + event.durationNanos();
            for (EventField field : event.type().fields()) {
                one = one * 31 + Objects.hashCode(value(event, field.name()));
                for (EventField inner : field.fields()) {
                    one = one * 31 + Objects.hashCode(value(event, field.name() + "." + inner.name()));
                }
            }
            hash = hash * 31 + one;
            count++;
        }

        // A field that a damaged chunk describes twice, or not as what it is asked for, may be refused.
        private static Object value(EventView event, String path) {
            try {
                Object value = event.value(path);
                return value == null ? "" : value;
            } catch (DamagedEventException e) {
                throw e;
            } catch (IllegalArgumentException e) {
                return "refused";
            }
        }
    }
}
