package dev.loomweight.fleet;

import dev.loomweight.capture.DataException;
import dev.loomweight.fleet.MemorySamples.At;
import dev.loomweight.input.folded.SumsBytes;
import dev.loomweight.memory.Account;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SortedMap;
import java.util.function.Predicate;

/**
 * Memory over time of recordings as bytes, for those who write tables: one recording after another, each in the form of
 * fold files, so that not more than one is in memory unpacked.
 */
public final class SampleBytes {

    private SampleBytes() {}

    /** Its types are looked into once. */
    private static final class Form {
        private static final SumsBytes<OfRecording> SAMPLES = new SumsBytes<>(OfRecording.class);
    }

    /**
     * The samples of a recording.
     *
     * @param labels what it is of
     * @param samples by category, in the order of time
     */
    record OfRecording(Labels labels, SortedMap<Account, List<At>> samples) {

        private static OfRecording read(byte[] bytes) {
            return Form.SAMPLES.read(bytes, "samples of memory").getFirst();
        }
    }

    /** Writes recordings into memory. */
    public static final class Writer {

        private final ByteArrayOutputStream all = new ByteArrayOutputStream();

        /** A writer of nothing yet. */
        public Writer() {}

        /**
         * Adds one recording.
         *
         * @param labels what it is of
         * @param samples by category, in the order of time
         */
        public void add(Labels labels, SortedMap<Account, List<At>> samples) {
            if (!samples.isEmpty()) {
                SampleBytes.write(Form.SAMPLES.write(List.of(new OfRecording(labels, samples))), all);
            }
        }

        /** All that were added, as bytes. */
        public byte[] toBytes() {
            return all.toByteArray();
        }
    }

    /**
     * Reads them, one recording at a time: the rows of each, as {@link FleetTable#noSamples} names their columns.
     *
     * @throws DataException the iterator, if the bytes are damaged
     */
    public static Iterator<FleetTable> read(byte[] bytes) {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return rest.hasRemaining();
            }

            @Override
            public FleetTable next() {
                if (!rest.hasRemaining()) {
                    throw new NoSuchElementException();
                }
                OfRecording next = OfRecording.read(recording(rest));
                return FleetTable.samples(next.labels, next.samples);
            }
        };
    }

    /**
     * Those of some recordings.
     *
     * @param kept of which, by their names
     * @throws DataException if the bytes are damaged
     */
    public static byte[] only(byte[] bytes, Predicate<String> kept) {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        ByteArrayOutputStream some = new ByteArrayOutputStream();
        while (rest.hasRemaining()) {
            byte[] recording = recording(rest);
            if (kept.test(OfRecording.read(recording).labels.get(Labels.RECORDING))) {
                write(recording, some);
            }
        }
        return some.toByteArray();
    }

    private static void write(byte[] recording, ByteArrayOutputStream all) {
        all.writeBytes(
                ByteBuffer.allocate(Integer.BYTES).putInt(recording.length).array());
        all.writeBytes(recording);
    }

    private static byte[] recording(ByteBuffer from) {
        int length = from.remaining() < Integer.BYTES ? -1 : from.getInt();
        if (length < 0 || length > from.remaining()) {
            throw new DataException("samples of memory are damaged: they end too early; fold the recordings again");
        }
        byte[] recording = new byte[length];
        from.get(recording);
        return recording;
    }
}
