package dev.loomweight.input.recording.reader.chunk;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Strings as they are written into events, constants and metadata. A byte gives the encoding. */
final class ChunkTexts {

    static final int NULL = 0;
    static final int EMPTY = 1;
    /** The number of a constant of type {@code java.lang.String}. */
    static final int CONSTANT = 2;

    static final int UTF8 = 3;
    /** A number of UTF-16 units, each an integer of variable length. */
    static final int CHARS = 4;

    static final int LATIN1 = 5;

    private ChunkTexts() {}

    /**
     * Moves the input past the string.
     *
     * @throws IndexOutOfBoundsException if it does not end within the chunk, or has no known encoding
     */
    static void skip(ChunkInput in) {
        int encoding = in.readByte();
        switch (encoding) {
            case NULL, EMPTY -> {}
            case CONSTANT -> in.skipLongs(1);
            case UTF8, LATIN1 -> in.skipBytes(in.readInt());
            case CHARS -> in.skipLongs(length(in, in.readInt()));
            default -> throw unknown(in, encoding);
        }
    }

    /**
     * A string that is no constant.
     *
     * @return null where null was written
     * @throws IndexOutOfBoundsException if it does not end within the chunk, or has no known encoding
     */
    static @Nullable String read(ChunkInput in) {
        return read(in, in.readByte());
    }

    /** The string after the byte of its encoding, which is not {@link #CONSTANT}. */
    static @Nullable String read(ChunkInput in, int encoding) {
        return switch (encoding) {
            case NULL -> null;
            case EMPTY -> "";
            case UTF8, LATIN1 -> decode(in.readBytes(in.readInt()), encoding);
            case CHARS -> chars(in);
            default -> throw unknown(in, encoding);
        };
    }

    /** The string that is written as these bytes, in UTF-8 or Latin-1. */
    static String decode(byte[] bytes, int encoding) {
        return new String(bytes, encoding == UTF8 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    }

    private static String chars(ChunkInput in) {
        char[] chars = new char[length(in, in.readInt())];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) in.readLong();
        }
        return new String(chars);
    }

    private static int length(ChunkInput in, int length) {
        if (length < 0 || length > in.available()) {
            throw new IndexOutOfBoundsException("a string of " + length + " characters at " + in.position());
        }
        return length;
    }

    private static IndexOutOfBoundsException unknown(ChunkInput in, int encoding) {
        return new IndexOutOfBoundsException("a string of encoding " + encoding + " at " + in.position());
    }

    /**
     * Strings by the bytes that they are written as, so that a name in every chunk is decoded once and is one
     * object. Bounded: when it is full, or for long strings, every reading makes a new object.
     */
    static final class Cache {

        private static final int LONGEST = 1024;

        private final ByteKeys<String> utf8 = new ByteKeys<>();
        private final ByteKeys<String> latin1 = new ByteKeys<>();

        /**
         * The string that is written here, which is no constant.
         *
         * @param in at the encoding; left after the string
         * @return null where null was written
         * @throws IndexOutOfBoundsException if it does not end within the chunk
         */
        @Nullable
        String read(ChunkInput in) {
            int encoding = in.readByte();
            return switch (encoding) {
                case ChunkTexts.UTF8 -> read(in, encoding, utf8);
                case ChunkTexts.LATIN1 -> read(in, encoding, latin1);
                default -> ChunkTexts.read(in, encoding);
            };
        }

        private static String read(ChunkInput in, int encoding, ByteKeys<String> known) {
            int length = in.readInt();
            if (length == 0) {
                return "";
            }
            if (length < 0 || length > LONGEST) {
                return ChunkTexts.decode(in.readBytes(length), encoding);
            }
            String text = known.find(in, length);
            if (text == null) {
                text = ChunkTexts.decode(in.peekBytes(length), encoding);
                known.add(in, length, text);
            }
            in.skipBytes(length);
            return text;
        }
    }

    /**
     * What was made of some bytes, by those bytes: open addressing with linear probing. Bounded: when it is full, nothing
     * more is remembered.
     *
     * @param <V> what was made of them
     */
    static final class ByteKeys<V> {

        private static final int SMALLEST = 1024;
        private static final int LAST = 16;
        // By the defaults of JFR a recording has some thousands of stacks, and some ten thousands of names.
        private static final int MAX_KEYS = 1 << 16;

        private byte[] @Nullable [] keys = new byte[SMALLEST][];
        private int[] hashes = new int[SMALLEST];
        private @Nullable Object[] values = new @Nullable Object[SMALLEST];
        private int size;
        // What was found last, by the lower bits of its length: in many events of a type, a field says the same.
        private final byte[] @Nullable [] lastKeys = new byte[LAST][];
        private final @Nullable Object[] last = new @Nullable Object[LAST];

        /** What was made of the next so many bytes, or null. The input stays where it is. */
        @SuppressWarnings("unchecked") // only add fills the array
        @Nullable
        V find(ChunkInput in, int length) {
            int latest = length & LAST - 1;
            byte[] known = lastKeys[latest];
            if (known != null && in.startsWith(known, length)) {
                return (V) last[latest];
            }
            int hash = in.hash(length);
            int mask = values.length - 1;
            int at = hash & mask;
            for (Object value = values[at]; value != null; value = values[at]) {
                byte[] key = keys[at];
                if (hashes[at] == hash && key != null && in.startsWith(key, length)) {
                    lastKeys[latest] = key;
                    last[latest] = value;
                    return (V) value;
                }
                at = at + 1 & mask;
            }
            return null;
        }

        /** Remembers what was made of the next so many bytes, which are not known yet. The input stays where it is. */
        void add(ChunkInput in, int length, V value) {
            if (size >= MAX_KEYS) {
                return;
            }
            if (++size * 2 > values.length) {
                grow();
            }
            put(in.hash(length), in.peekBytes(length), value);
        }

        private void put(int hash, byte @Nullable [] key, Object value) {
            int mask = values.length - 1;
            int at = hash & mask;
            while (values[at] != null) {
                at = at + 1 & mask;
            }
            hashes[at] = hash;
            keys[at] = key;
            values[at] = value;
        }

        private void grow() {
            byte[] @Nullable [] oldKeys = keys;
            int[] oldHashes = hashes;
            @Nullable Object[] oldValues = values;
            keys = new byte[oldValues.length * 2][];
            hashes = new int[keys.length];
            values = new @Nullable Object[keys.length];
            for (int i = 0; i < oldValues.length; i++) {
                Object value = oldValues[i];
                if (value != null) {
                    put(oldHashes[i], oldKeys[i], value);
                }
            }
        }
    }
}
