package dev.loomweight.fleet;

import dev.loomweight.capture.DataException;
import dev.loomweight.fleet.GroupSums.Memory;
import dev.loomweight.fleet.MemorySamples.At;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Memory over time of recordings as bytes, for those who write tables: one recording after another, compressed, so that
 * not more than one is in memory unpacked.
 */
public final class SampleBytes {

    private SampleBytes() {}

    /** Writes recordings into memory. To be closed after the bytes were taken. */
    public static final class Writer implements AutoCloseable {

        private final ByteArrayOutputStream packed = new ByteArrayOutputStream();
        private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        private final DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(packed, deflater));
        private boolean ended;

        /** A writer of nothing yet. */
        public Writer() {}

        /**
         * Adds one recording.
         *
         * @param labels what it is of
         * @param samples by category, in the order of time
         */
        public void add(Labels labels, SortedMap<Memory, List<At>> samples) {
            if (samples.isEmpty()) {
                return;
            }
            try {
                out.writeInt(labels.values().size());
                for (Map.Entry<String, String> label : labels.values().entrySet()) {
                    out.writeUTF(label.getKey());
                    out.writeUTF(label.getValue());
                }
                out.writeInt(samples.size());
                for (Map.Entry<Memory, List<At>> kind : samples.entrySet()) {
                    out.writeUTF(kind.getKey().category());
                    out.writeUTF(kind.getKey().source());
                    out.writeInt(kind.getValue().size());
                    for (At sample : kind.getValue()) {
                        out.writeLong(sample.micros());
                        out.writeLong(sample.bytes());
                    }
                }
            } catch (IOException e) {
                // Nothing is written but into memory.
                throw new UncheckedIOException(e);
            }
        }

        /** All as bytes; nothing can be added any more. */
        public byte[] toBytes() {
            try {
                if (!ended) {
                    ended = true;
                    out.writeInt(-1);
                    out.close();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return packed.toByteArray();
        }

        @Override
        public void close() {
            deflater.end();
        }
    }

    /**
     * Reads them, one recording at a time: the rows of each, as {@link FleetTable#noSamples} names their columns.
     *
     * @throws DataException (also the iterator) if the bytes are damaged
     */
    public static Iterator<FleetTable> read(byte[] bytes) {
        return new Reader(bytes);
    }

    private static final class Reader implements Iterator<FleetTable> {

        private final DataInputStream in;
        private int labels;

        Reader(byte[] bytes) {
            in = new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes)));
            try {
                labels = in.readInt();
            } catch (IOException e) {
                throw damaged(e);
            }
        }

        @Override
        public boolean hasNext() {
            return labels >= 0;
        }

        @Override
        public FleetTable next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            try {
                TreeMap<String, String> of = new TreeMap<>();
                for (int i = 0; i < labels; i++) {
                    of.put(in.readUTF(), in.readUTF());
                }
                TreeMap<Memory, List<At>> samples = new TreeMap<>();
                for (int left = in.readInt(); left > 0; left--) {
                    List<At> kind =
                            samples.computeIfAbsent(new Memory(in.readUTF(), in.readUTF()), key -> new ArrayList<>());
                    for (int i = in.readInt(); i > 0; i--) {
                        kind.add(new At(in.readLong(), in.readLong()));
                    }
                }
                labels = in.readInt();
                return FleetTable.samples(new Labels(of), samples);
            } catch (IOException | IllegalArgumentException e) {
                throw damaged(e);
            }
        }

        private static DataException damaged(Exception e) {
            return new DataException(
                    "samples of memory are damaged (" + e.getMessage() + "); fold the recordings again", e);
        }
    }
}
