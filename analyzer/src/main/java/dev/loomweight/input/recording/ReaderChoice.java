package dev.loomweight.input.recording;

import dev.loomweight.input.recording.reader.RecordingReader;
import dev.loomweight.input.recording.reader.chunk.ChunkReader;
import dev.loomweight.input.recording.reader.jdk.JdkReader;
import dev.loomweight.input.recording.reader.jmc.JmcReader;
import java.util.List;
import java.util.function.Supplier;

/** The readers of recordings; {@code --reader} offers these names. */
public enum ReaderChoice {
    /** The fastest one that supports the recording; falls back, and says so. */
    AUTO(List.of(ChunkReader::new, JdkReader::new)),
    /** Loomweight's own. */
    CHUNK(List.of(ChunkReader::new)),
    /** {@code jdk.jfr.consumer}. */
    JDK(List.of(JdkReader::new)),
    /** The parser of JDK Mission Control. */
    JMC(List.of(JmcReader::new));

    // An immutable list of constructors.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<Supplier<RecordingReader>> readers;

    ReaderChoice(List<Supplier<RecordingReader>> readers) {
        this.readers = List.copyOf(readers);
    }

    /** The readers to try, in this order. */
    List<Supplier<RecordingReader>> readers() {
        return readers;
    }
}
