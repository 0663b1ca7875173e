package dev.loomweight.input.recording;

import dev.loomweight.input.recording.reader.RecordingReader;
import dev.loomweight.input.recording.reader.chunk.ChunkReader;
import dev.loomweight.input.recording.reader.jdk.JdkReader;
import dev.loomweight.input.recording.reader.jmc.JmcReader;
import java.util.List;
import java.util.function.IntFunction;

/** The readers of recordings; {@code --reader} offers these names. */
public enum ReaderChoice {
    /** The fastest one that supports the recording; falls back, and says so. */
    AUTO(List.of(ChunkReader::new, threads -> new JdkReader())),
    /** Loomweight's own. */
    CHUNK(List.of(ChunkReader::new)),
    /** {@code jdk.jfr.consumer}. */
    JDK(List.of(threads -> new JdkReader())),
    /** The parser of JDK Mission Control; its classes are loaded when it is chosen. */
    JMC(List.of(threads -> new JmcReader()));

    // An immutable list of constructors.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<IntFunction<RecordingReader>> readers;

    ReaderChoice(List<IntFunction<RecordingReader>> readers) {
        this.readers = List.copyOf(readers);
    }

    /** The readers to try, in this order, each made from the number of threads that it may use. */
    List<IntFunction<RecordingReader>> readers() {
        return readers;
    }
}
