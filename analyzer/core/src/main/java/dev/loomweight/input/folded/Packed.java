package dev.loomweight.input.folded;

import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Bytes that are compressed by themselves, with a checksum: pools of texts and stacks, and then the records that need them.
 * Its bytes are not copied; no caller changes them, or compares two of it.
 *
 * @param length how many bytes it unpacks to
 * @param checksum the CRC-32C of these
 * @param bytes the compressed bytes
 */
@SuppressWarnings("ArrayRecordComponent")
record Packed(int length, int checksum, byte[] bytes) {

    /** No compression of zlib is better. */
    private static final int BEST_RATIO = 1032;

    private static final int FIRST_BYTES = 1 << 16;

    /**
     * Compresses.
     *
     * @param pools the texts and stacks of the body
     * @param level as {@link Deflater} has it, such as {@link Deflater#BEST_SPEED}
     */
    static Packed of(SectionPools.Writing pools, ByteSink body, int level) {
        ByteSink all = new ByteSink();
        pools.writeTo(all);
        all.raw(body.toBytes());
        return of(all.toBytes(), level);
    }

    /** Compresses what pools and body are together. */
    static Packed of(byte[] plain, int level) {
        CRC32C sum = new CRC32C();
        sum.update(plain);
        Deflater deflater = new Deflater(level, true);
        try {
            deflater.setInput(plain);
            deflater.finish();
            byte[] packed = new byte[plain.length + plain.length / 8 + 64];
            int length = 0;
            while (!deflater.finished()) {
                length += deflater.deflate(packed, length, packed.length - length);
            }
            return new Packed(plain.length, (int) sum.getValue(), Arrays.copyOf(packed, length));
        } finally {
            deflater.end();
        }
    }

    void writeTo(ByteSink sink) {
        sink.unsigned(length);
        sink.raw(Bytes.of(checksum));
        sink.unsigned(bytes.length);
        sink.raw(bytes);
    }

    /**
     * Reads one, without unpacking it.
     *
     * @param most how many bytes it may unpack to, exclusive
     * @throws dev.loomweight.capture.DataException if it claims to unpack to more than that, or than it can
     */
    static Packed read(ByteView view, int most) {
        int length = view.index(most);
        int checksum = Bytes.toInt(view.raw(Integer.BYTES));
        byte[] packed = view.raw(view.count());
        if (length > (long) BEST_RATIO * (packed.length + 1L)) {
            throw view.damaged("a section is larger than it can be");
        }
        return new Packed(length, checksum, packed);
    }

    /**
     * Unpacks it and reads the pools.
     *
     * @param file what messages call the file
     * @param section what messages call this part of it
     * @throws dev.loomweight.capture.DataException if it is damaged
     */
    ColumnReader open(String file, String section) {
        byte[] plain;
        try {
            plain = unpacked();
        } catch (DataFormatException e) {
            throw new ByteView(bytes, file).damaged("its section \"" + section + "\" cannot be unpacked");
        }
        ByteView view = new ByteView(plain, file);
        CRC32C sum = new CRC32C();
        sum.update(plain);
        if (plain.length < length || (int) sum.getValue() != checksum) {
            throw view.damaged("its section \"" + section + "\" does not have its checksum");
        }
        SectionPools.Reading pools = new SectionPools.Reading(view);
        pools.read();
        return new ColumnReader(view, pools);
    }

    /** At most its length, or fewer if there are no more. No more memory is taken than twice what there is. */
    byte[] unpacked() throws DataFormatException {
        byte[] plain = new byte[Math.min(length, FIRST_BYTES)];
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(bytes);
            int found = 0;
            while (found < length && !inflater.finished()) {
                if (found == plain.length) {
                    plain = Arrays.copyOf(plain, (int) Math.min(length, 2L * found));
                }
                int more = inflater.inflate(plain, found, plain.length - found);
                if (more == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
                    break;
                }
                found += more;
            }
            return found == plain.length ? plain : Arrays.copyOf(plain, found);
        } finally {
            inflater.end();
        }
    }
}
