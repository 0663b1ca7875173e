package dev.loomweight.classfiles;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.ZipException;

/**
 * Where the central directory of a zip file is, from the records at the end of the file.
 *
 * @param directoryAt where the directory begins, in bytes from the beginning
 * @param directoryBytes its size, in bytes
 * @param shift what to add to the offsets in the directory, in bytes: not 0 where a script was put before the zip file,
 *     as in jars that can be executed
 */
record ZipEnd(long directoryAt, int directoryBytes, long shift) {

    /** Stands for a number that is too large for 32 bits. */
    static final long IN_ZIP64 = 0xFFFFFFFFL;

    private static final int END = 0x06054b50;
    private static final int END_BYTES = 22;
    private static final int LONGEST_COMMENT = 0xFFFF;
    private static final int ZIP64_LOCATOR = 0x07064b50;
    private static final int ZIP64_LOCATOR_BYTES = 20;
    private static final int ZIP64_END = 0x06064b50;
    private static final int ZIP64_END_BYTES = 56;

    /**
     * Looks for the record from the end backwards, as a comment may follow it.
     *
     * @throws IOException if there is none, or it contradicts the file
     */
    static ZipEnd find(ByteRange bytes) throws IOException {
        int length = (int) Math.min(bytes.length(), END_BYTES + LONGEST_COMMENT);
        long tailAt = bytes.length() - length;
        ByteBuffer tail = ZipIndex.buffer(bytes.read(tailAt, length));
        for (int at = length - END_BYTES; at >= 0; at--) {
            if (tail.getInt(at) == END && (tail.getShort(at + 20) & 0xFFFF) <= length - at - END_BYTES) {
                return decode(bytes, tailAt + at, tail, at);
            }
        }
        throw new ZipException(bytes.length() == 0 ? "it is empty" : "it is not a zip file, or is truncated");
    }

    private static ZipEnd decode(ByteRange bytes, long endAt, ByteBuffer tail, int at) throws IOException {
        long size = Integer.toUnsignedLong(tail.getInt(at + 12));
        long offset = Integer.toUnsignedLong(tail.getInt(at + 16));
        int count = tail.getShort(at + 10) & 0xFFFF;
        if (size == IN_ZIP64 || offset == IN_ZIP64 || count == 0xFFFF) {
            long zip64At = zip64(bytes, endAt);
            if (zip64At >= 0) {
                ByteBuffer zip64 = ZipIndex.buffer(bytes.read(zip64At, ZIP64_END_BYTES));
                return end(zip64At, zip64.getLong(40), zip64.getLong(48));
            }
        }
        return end(endAt, size, offset);
    }

    // Directly before its locator: a script before the zip file would make the offset in the locator wrong.
    private static long zip64(ByteRange bytes, long endAt) throws IOException {
        long locatorAt = endAt - ZIP64_LOCATOR_BYTES;
        long at = locatorAt - ZIP64_END_BYTES;
        if (at < 0
                || ZipIndex.buffer(bytes.read(locatorAt, 4)).getInt(0) != ZIP64_LOCATOR
                || ZipIndex.buffer(bytes.read(at, 4)).getInt(0) != ZIP64_END) {
            return -1;
        }
        return at;
    }

    private static ZipEnd end(long directoryEnd, long size, long offset) throws IOException {
        long directoryAt = directoryEnd - size;
        long shift = directoryAt - offset;
        if (size < 0 || size > Integer.MAX_VALUE - 8 || offset < 0 || directoryAt < 0 || shift < 0) {
            throw new ZipException("its directory is damaged");
        }
        return new ZipEnd(directoryAt, (int) size, shift);
    }
}
