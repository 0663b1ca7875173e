package dev.loomweight.packaging;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

/**
 * A start archive (class data sharing) that is the same whenever it is made. The JVM archives soft references of its own
 * caches with the time at which they were made, in milliseconds since the machine was started; nothing else of two archives
 * of the same classes differs. The time is set to zero, which is that of a reference that was never used, and the sums of
 * the file are computed again.
 *
 * <p>The layout is that of the JDK's {@code cds.h} and {@code filemap.hpp}: the sum of the header is after the magic number,
 * its size after the version, and it has a record for each region, with its sum, its place in the file and its size. What
 * is found there is compared with the sums that the JVM wrote, so that another layout is an error, not a wrong archive.
 */
final class StartArchive {

    private static final int HEADER_SUM = 4;
    private static final int HEADER_SIZE = 12;
    private static final int SUMMED_FROM = 16;
    private static final int REGION_OFFSET = 24;
    private static final int REGION_SIZE = 40;

    /** More than the time between two archives, in milliseconds; and more than a machine runs. */
    private static final long MAX_BETWEEN_MILLIS = 3_600_000;

    private static final long MAX_SINCE_START_NANOS = 1L << 40;

    private final ByteBuffer one;
    private final ByteBuffer other;
    private final ByteBuffer settled;
    private final int headerSize;

    private StartArchive(byte[] one, byte[] other) {
        this.one = buffer(one);
        this.other = buffer(other);
        settled = buffer(one.clone());
        headerSize = this.one.getInt(HEADER_SIZE);
    }

    /**
     * Writes an archive without times.
     *
     * @param args two archives of the same classes that were made one after the other, and where to write
     * @throws IOException if a file cannot be read or written, or they differ in more than times
     */
    public static void main(String[] args) throws IOException {
        Files.write(
                Path.of(args[2]), settled(Files.readAllBytes(Path.of(args[0])), Files.readAllBytes(Path.of(args[1]))));
    }

    /**
     * An archive without times.
     *
     * @throws IOException if they differ in more than times
     */
    static byte[] settled(byte[] one, byte[] other) throws IOException {
        if (one.length != other.length || one.length < SUMMED_FROM) {
            throw new IOException(
                    "not two archives of the same classes: " + one.length + " and " + other.length + " bytes");
        }
        StartArchive archive = new StartArchive(one, other);
        if (archive.headerSize < SUMMED_FROM || archive.headerSize > one.length) {
            throw new IOException("not an archive: a header of " + archive.headerSize + " bytes");
        }
        archive.clearTimes();
        archive.sumAgain();
        byte[] bytes = new byte[archive.settled.capacity()];
        archive.settled.get(0, bytes);
        return bytes;
    }

    private void clearTimes() throws IOException {
        int first = Math.ceilDiv(headerSize, Long.BYTES) * Long.BYTES;
        for (int at = first; at + Long.BYTES <= one.capacity(); at += Long.BYTES) {
            long a = one.getLong(at);
            long b = other.getLong(at);
            if (a != b) {
                if (a <= 0
                        || b <= 0
                        || a > MAX_SINCE_START_NANOS
                        || b > MAX_SINCE_START_NANOS
                        || Math.abs(a - b) > MAX_BETWEEN_MILLIS) {
                    throw new IOException("archives differ at byte " + at + " by no time: " + a + " and " + b);
                }
                settled.putLong(at, 0);
            }
        }
    }

    private void sumAgain() throws IOException {
        for (int at = SUMMED_FROM; at + REGION_SIZE + Long.BYTES <= headerSize; at += Integer.BYTES) {
            if (one.getInt(at) != other.getInt(at)) {
                long from = one.getLong(at + REGION_OFFSET);
                long size = one.getLong(at + REGION_SIZE);
                if (from < headerSize || size < 0 || from + size > one.capacity()) {
                    throw new IOException("archives differ at byte " + at + " of the header, which is no sum");
                }
                replaceSum(at, (int) from, (int) size);
            }
        }
        replaceSum(HEADER_SUM, SUMMED_FROM, headerSize - SUMMED_FROM);
    }

    private void replaceSum(int at, int from, int size) throws IOException {
        if (one.getInt(at) != sum(one, from, size)) {
            throw new IOException("byte " + at + " of the header is no sum of bytes from " + from);
        }
        settled.putInt(at, sum(settled, from, size));
    }

    private static int sum(ByteBuffer bytes, int from, int size) {
        CRC32 sum = new CRC32();
        sum.update(bytes.slice(from, size));
        return (int) sum.getValue();
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }
}
