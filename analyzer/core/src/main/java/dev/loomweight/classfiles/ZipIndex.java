package dev.loomweight.classfiles;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The class files, jars and manifest in a zip file, by its central directory (PKWARE's APPNOTE.TXT 6.3, section 4.3).
 *
 * <p>{@link java.util.zip.ZipFile} opens files alone; this also opens a jar that is stored in a jar, where it lies.
 */
final class ZipIndex {

    /** The name of a jar's manifest. */
    static final String MANIFEST = "META-INF/MANIFEST.MF";

    private static final int ENTRY = 0x02014b50;
    private static final int ENTRY_BYTES = 46;
    private static final int LOCAL_HEADER = 0x04034b50;
    private static final int LOCAL_HEADER_BYTES = 30;
    private static final int ENCRYPTED = 1;
    private static final int STORED = 0;
    private static final int DEFLATED = 8;
    // No byte of deflated data stands for more: a size beyond that is damage, and would cost memory.
    private static final long MAX_BYTES_PER_BYTE = 1032;

    // More is damage, or made to take memory; the largest class file of the JDK has some hundred kilobytes.
    static final long MAX_CLASS_BYTES = 16L << 20;
    private static final long MAX_JAR_BYTES = 1L << 30;
    private static final int MAX_DIRECTORY_BYTES = 1 << 27;

    private final ByteRange bytes;
    private final Map<String, Slot> slots = new LinkedHashMap<>();

    private record Slot(long header, long compressedBytes, long bytes, int method) {}

    private ZipIndex(ByteRange bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads the central directory.
     *
     * @throws IOException if it cannot be read, with a message that says what it is instead of a zip file
     */
    static ZipIndex read(ByteRange bytes) throws IOException {
        ZipIndex index = new ZipIndex(bytes);
        ZipEnd end = ZipEnd.find(bytes);
        if (end.directoryBytes() > MAX_DIRECTORY_BYTES) {
            throw new ZipException("its directory is too large: " + end.directoryBytes() + " bytes");
        }
        index.readEntries(buffer(bytes.read(end.directoryAt(), end.directoryBytes())), end.shift());
        return index;
    }

    static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void readEntries(ByteBuffer directory, long shift) throws IOException {
        int at = 0;
        while (directory.limit() - at >= ENTRY_BYTES && directory.getInt(at) == ENTRY) {
            int nameBytes = directory.getShort(at + 28) & 0xFFFF;
            int extraBytes = directory.getShort(at + 30) & 0xFFFF;
            int next = at + ENTRY_BYTES + nameBytes + extraBytes + (directory.getShort(at + 32) & 0xFFFF);
            if (next > directory.limit()) {
                throw new ZipException("its directory is damaged at entry " + (slots.size() + 1));
            }
            byte[] nameText = new byte[nameBytes];
            directory.get(at + ENTRY_BYTES, nameText);
            String name = new String(nameText, StandardCharsets.UTF_8);
            if (isWanted(name) && (directory.getShort(at + 8) & ENCRYPTED) == 0) {
                slots.putIfAbsent(name, slot(directory, at, at + ENTRY_BYTES + nameBytes, extraBytes, shift));
            }
            at = next;
        }
    }

    /** Whether an entry is an archive of classes by its name. */
    static boolean isJar(String name) {
        return name.endsWith(".jar") || name.endsWith(".war") || name.endsWith(".rar");
    }

    private static boolean isWanted(String name) {
        return name.endsWith(".class") || isJar(name) || name.equals(MANIFEST) || name.endsWith(JarFacts.MAVEN);
    }

    private static Slot slot(ByteBuffer directory, int at, int extraAt, int extraBytes, long shift) {
        long compressed = Integer.toUnsignedLong(directory.getInt(at + 20));
        long size = Integer.toUnsignedLong(directory.getInt(at + 24));
        long header = Integer.toUnsignedLong(directory.getInt(at + 42));
        // Zip64: a number that is all ones stands in an extra field instead, in this order.
        int in = zip64(directory, extraAt, extraAt + extraBytes);
        if (in >= 0) {
            int end = extraAt + extraBytes;
            if (size == ZipEnd.IN_ZIP64 && in + 8 <= end) {
                size = directory.getLong(in);
                in += 8;
            }
            if (compressed == ZipEnd.IN_ZIP64 && in + 8 <= end) {
                compressed = directory.getLong(in);
                in += 8;
            }
            if (header == ZipEnd.IN_ZIP64 && in + 8 <= end) {
                header = directory.getLong(in);
            }
        }
        return new Slot(header + shift, compressed, size, directory.getShort(at + 10));
    }

    private static int zip64(ByteBuffer directory, int from, int to) {
        int at = from;
        while (at + 4 <= to) {
            if (directory.getShort(at) == 1) {
                return at + 4;
            }
            at += 4 + (directory.getShort(at + 2) & 0xFFFF);
        }
        return -1;
    }

    /** The names of the class files, jars, manifest and files of Maven, in the order of the directory. */
    Set<String> names() {
        return slots.keySet();
    }

    /**
     * The content of an entry, unpacked.
     *
     * @return null if there is no such entry
     * @throws IOException if it is damaged or packed in a way that is not known
     */
    byte @Nullable [] content(String name) throws IOException {
        Slot slot = slots.get(name);
        if (slot == null) {
            return null;
        }
        ByteRange data = data(name, slot);
        if (slot.method == STORED) {
            return data.read(0, intSize(name, slot.compressedBytes));
        }
        return inflate(name, data, slot);
    }

    /**
     * Where the content of an entry lies, if it is stored as it is; null if there is no such entry, or a packed one.
     *
     * @throws IOException if the entry is damaged
     */
    @Nullable
    ByteRange stored(String name) throws IOException {
        Slot slot = slots.get(name);
        return slot == null || slot.method != STORED ? null : data(name, slot);
    }

    private ByteRange data(String name, Slot slot) throws IOException {
        ByteBuffer header = buffer(bytes.read(slot.header, LOCAL_HEADER_BYTES));
        if (header.getInt(0) != LOCAL_HEADER) {
            throw new ZipException("its entry " + name + " is damaged");
        }
        int skip = LOCAL_HEADER_BYTES + (header.getShort(26) & 0xFFFF) + (header.getShort(28) & 0xFFFF);
        return bytes.part(slot.header + skip, slot.compressedBytes);
    }

    private static byte[] inflate(String name, ByteRange data, Slot slot) throws IOException {
        if (slot.method != DEFLATED) {
            throw new ZipException(
                    "its entry " + name + " uses compression method " + slot.method + ", which is not supported");
        }
        if (slot.bytes / MAX_BYTES_PER_BYTE > slot.compressedBytes) {
            throw new ZipException("its entry " + name + " is damaged");
        }
        byte[] packed = data.read(0, intSize(name, slot.compressedBytes));
        byte[] content = new byte[intSize(name, slot.bytes)];
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(packed);
            int got = 0;
            while (got < content.length && !inflater.finished()) {
                int more = inflater.inflate(content, got, content.length - got);
                if (more == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
                    break;
                }
                got += more;
            }
            if (got < content.length) {
                throw new ZipException("its entry " + name + " is damaged");
            }
            return content;
        } catch (DataFormatException e) {
            throw new ZipException("its entry " + name + " is damaged");
        } finally {
            inflater.end();
        }
    }

    private static int intSize(String name, long size) throws IOException {
        long most = isJar(name) ? Math.min(MAX_JAR_BYTES, Runtime.getRuntime().maxMemory() / 4) : MAX_CLASS_BYTES;
        if (size < 0 || size > most) {
            throw new ZipException("its entry " + name + " is too large: " + size + " bytes");
        }
        return (int) size;
    }

    /**
     * Where the central directory of a zip file is, from the records at the end of the file.
     *
     * @param directoryAt where the directory begins, in bytes from the beginning
     * @param directoryBytes its size, in bytes
     * @param shift what to add to the offsets in the directory, in bytes: not 0 where a script was put before the zip file,
     *     as in jars that can be executed
     */
    private record ZipEnd(long directoryAt, int directoryBytes, long shift) {

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
}
